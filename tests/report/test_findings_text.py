from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hoist.findings import Finding, Place, Remedy, RemedyKind, Tier
from hoist.report.style import PLAIN, Style
from hoist.report.terminal import findings_text

TRAIN = Path("train.py")
SOURCE = """\
import tensorflow as tf
with tf.Session() as sess:
\tfor step in range(20):
\t\tloss = tf.reduce_mean(
\t\t\ttf.square(x),
\t\t)
\t\tsaver = tf.train.Saver()  # 保存模型
\t\tsess.run(tf.assign(rate, 0.1 * 0.9 ** step))
"""
SAVER = Finding(
    path=TRAIN,
    line=7,
    column=10,
    end_line=7,
    end_column=26,
    rule="HST101",
    message="tf.train.Saver() is built in each turn of the session loop",
    remedy=Remedy(RemedyKind.HOIST, note="max_to_keep=None keeps every checkpoint that the original kept"),
    loop_line=3,
    loop_path=TRAIN,
)
REFUSED = Finding(
    path=TRAIN,
    line=4,
    column=9,
    end_line=6,
    end_column=3,
    rule="HST102",
    message="tf.reduce_mean(...) is built in each turn of the session loop",
    remedy=Remedy(
        RemedyKind.REFUSE,
        "HSR02",
        explanation="tf.square(x) may have an effect that is seen each turn, and nothing is known of x",
        advice="build it once in front of the loop",
    ),
    loop_line=3,
    loop_path=TRAIN,
    chain=(Place(TRAIN, 4, "model"), Place(Path("net/layers.py"), 40, "dense")),
)
FED = Finding(
    path=TRAIN,
    line=8,
    column=11,
    end_line=8,
    end_column=45,
    rule="HST106",
    message="tf.assign(...) is built in each turn of the session loop",
    remedy=Remedy(RemedyKind.FEED, tier=Tier.TRIED),
    loop_line=3,
    loop_path=TRAIN,
    will_raise=True,
)


def test_findings_are_shown_in_the_order_of_the_file_with_lines_evidence_and_remedy() -> None:
    assert (
        findings_text([FED, SAVER, REFUSED], {TRAIN: SOURCE}, Style(width=80))
        == """\
train.py: 3 findings

HST102 tf.reduce_mean(...) is built in each turn of the session loop
 --> train.py:4:10
  |
4 | /         loss = tf.reduce_mean(
5 | |             tf.square(x),
6 | |         )
  | |_________^
  |
  = loop: train.py:3
  = called by way of: model (train.py:4) -> dense (net/layers.py:40)
  = refused HSR02: tf.square(x) may have an effect that is seen each turn, and
    nothing is known of x
  = what you can do: build it once in front of the loop

HST101 tf.train.Saver() is built in each turn of the session loop
 --> train.py:7:11
  |
7 |         saver = tf.train.Saver()  # 保存模型
  |                 ^^^^^^^^^^^^^^^^
  |
  = loop: train.py:3
  = remedy: hoist it in front of the loop (proved from the source)
  = note: max_to_keep=None keeps every checkpoint that the original kept

HST106 tf.assign(...) is built in each turn of the session loop
 --> train.py:8:12
  |
8 |         sess.run(tf.assign(rate, 0.1 * 0.9 ** step))
  |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = loop: train.py:3
  = will raise: the original stops here with an error
  = remedy: hoist it in front of the loop, and feed what changes each turn
    (unproven from the source: running both scripts decides)

3 findings in 1 file: 2 with a remedy, 1 refused.
"""
    )


def test_a_file_without_source_is_shown_without_lines() -> None:
    assert (
        findings_text([SAVER], {}, PLAIN)
        == """\
train.py: 1 finding

HST101 tf.train.Saver() is built in each turn of the session loop
 --> train.py:7:11
  = loop: train.py:3
  = remedy: hoist it in front of the loop (proved from the source)
  = note: max_to_keep=None keeps every checkpoint that the original kept

1 finding in 1 file: 1 with a remedy.
"""
    )


def test_files_are_grouped() -> None:
    text = findings_text(
        [replace(SAVER, path=Path("b.py")), SAVER, replace(SAVER, path=Path("b.py"), line=9)], {}, PLAIN
    )
    assert [line for line in text.splitlines() if line.endswith(("finding", "findings"))] == [
        "b.py: 2 findings",
        "train.py: 1 finding",
    ]
    assert text.endswith("3 findings in 2 files: 3 with a remedy.\n")


def test_no_findings() -> None:
    assert findings_text([], {}, PLAIN) == "No findings: no session loop grows the graph.\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_the_encoding_cannot_say_is_replaced_and_the_mark_stays_in_place(encoding: str) -> None:
    text = findings_text([SAVER], {TRAIN: SOURCE}, Style(encoding=encoding))
    text.encode(encoding)
    assert "7 |         saver = tf.train.Saver()  # ????\n  |                 ^^^^^^^^^^^^^^^^\n" in text


def test_wide_characters_take_two_cells_above_the_mark() -> None:
    source = "模型 = tf.Saver()\n"
    finding = replace(SAVER, line=1, end_line=1, column=5, end_column=15)
    assert "1 | 模型 = tf.Saver()\n  |        ^^^^^^^^^^\n" in findings_text([finding], {TRAIN: source}, PLAIN)


def test_control_characters_of_the_source_do_not_reach_the_terminal() -> None:
    finding = replace(SAVER, line=1, end_line=1, column=0, end_column=4)
    text = findings_text([finding], {TRAIN: "f(1) # \x1b[31m\x07\n"}, PLAIN)
    assert "1 | f(1) # ?[31m?\n" in text


def test_only_what_python_takes_for_a_line_end_ends_a_line() -> None:
    finding = replace(SAVER, line=2, end_line=2, column=0, end_column=4)
    text = findings_text([finding], {TRAIN: "x = 1 # \x0c\x85\u2028\r\nf(1)\r\n"}, PLAIN)
    assert "2 | f(1)\n" in text


@pytest.mark.parametrize("column", [0, 50, 400, 990])
def test_long_lines_are_cut_around_the_mark(column: int) -> None:
    source = "".join(f"{number % 10}" for number in range(1000))
    source = source[:column] + "BUILD" + source[column + 5 :]
    finding = replace(SAVER, line=1, end_line=1, column=column, end_column=column + 5)
    lines = findings_text([finding], {TRAIN: source}, Style(width=60)).splitlines()
    shown = next(number for number, line in enumerate(lines) if line.startswith("1 |"))
    assert len(lines[shown]) <= 60
    assert lines[shown + 1].index("^") == lines[shown].index("BUILD")
    assert lines[shown + 1].count("^") == 5


def test_of_a_long_span_the_first_and_last_lines_are_shown() -> None:
    source = "\n".join(f"line{number}" for number in range(1, 101))
    finding = replace(SAVER, line=8, end_line=97, column=0, end_column=6)
    lines = findings_text([finding], {TRAIN: source}, PLAIN).splitlines()
    assert lines[4:13] == [
        "   |",
        " 8 | / line8",
        " 9 | | line9",
        "10 | | line10",
        "...  |",
        "95 | | line95",
        "96 | | line96",
        "97 | | line97",
        "   | |______^",
    ]


def test_colours_change_no_letter() -> None:
    plain = findings_text([FED, SAVER, REFUSED], {TRAIN: SOURCE}, Style(width=80))
    coloured = findings_text([FED, SAVER, REFUSED], {TRAIN: SOURCE}, Style(color=True, unicode=True, width=80))
    assert "\x1b[" in coloured
    assert "\x1b[" not in plain
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
