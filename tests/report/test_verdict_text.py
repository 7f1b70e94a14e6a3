from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hoist.report.curves import curves_text
from hoist.report.json_output import fix_json, verdict_json
from hoist.report.style import PLAIN, Style
from hoist.report.verdict_table import drift_text, milliseconds, verdict_text
from hoist.verify.verdict import Drift, Verdict
from tests.report.reports import COMMON, DIFFERENT, DRIFT, DRIFTED, FLAT, GROWING, NOT_RUN, SAME
from tests.report.test_findings_text import SAVER


def test_the_same_bits() -> None:
    assert (
        verdict_text(SAME, Style(width=90))
        == """\
Verdict: the same, to the last bit

question                answer  evidence
The same computation?   yes     the fingerprints of 40 session runs in 20 turns agree
The same numbers?       yes     every value, variable and file, to the last bit
                                total_loss (train.py:61): 17.2041 at first, 12.25 at last,
                                3 values
Does it still grow?     no      nodes per turn: 812 -> 0
Is the step time flat?  yes     step 2: 1,550 ms -> 97 ms
                                step 17: 1,760 ms -> 97 ms
                                step 20: 1,802 ms -> 97 ms
                                slope per 10 steps: +138 ms (+131 to +146) -> 0 ms (-0.1
                                to +0.1)
                                memory at step 20: 590 MiB -> 400 MiB

Run on TensorFlow 2.21.0, Python 3.11.7, CPU:0.
Session loop: train.py:43, 20 turns compared.
Note: max_to_keep=None keeps every checkpoint that the original kept
"""
    )


def test_how_far_the_numbers_drift_with_the_optimizers_on() -> None:
    assert (
        verdict_text(DRIFTED, Style(width=90)).split("\n\n")[1].split("Does it")[0]
        == """\
question                answer  evidence
The same computation?   yes     the fingerprints of 40 session runs in 20 turns agree
The same numbers?       yes     every value, variable and file, to the last bit
                                with TensorFlow's optimizers (Grappler) as the script has
                                them: 14,018 of 24,288 numbers drift, by up to 7.9e-04 of
                                themselves and 9.4e-07 of the size of their array:
                                -0.00037838644 and -0.00037868746 in y (mul:0)
                                (train.py:61, turn 5)
"""
    )


@pytest.mark.parametrize(
    ("drift", "said"),
    [
        (Drift(compared=1200), "all 1,200 numbers are the same to the last bit"),
        (Drift(compared=1), "the one number is the same to the last bit"),
        (Drift(), "there is no number to compare"),
        (
            replace(DRIFT, largest=math.inf, of_array=math.inf, turn=None, where=""),
            (
                "14,018 of 24,288 numbers drift, and only one of two is finite: "
                "-0.00037838644 and -0.00037868746 in y (mul:0)"
            ),
        ),
        (
            Drift(compared=2, others=3, left_out=1000),
            (
                "all 2 numbers are the same to the last bit; 3 values differ that cannot be laid side by side; "
                "1,000 numbers of large arrays were left out"
            ),
        ),
        (
            Drift(compared=2, parted="train.py:9, turn 4", own=Drift(compared=2)),
            (
                "all 2 numbers are the same to the last bit; "
                "the scripts do not run the same from here on, and nothing more is compared: train.py:9, turn 4"
            ),
        ),
        (
            replace(DRIFT, own=replace(DRIFT, differing=1, turn=2)),
            (
                "14,018 of 24,288 numbers drift, "
                "by up to 7.9e-04 of themselves and 9.4e-07 of the size of their array: "
                "-0.00037838644 and -0.00037868746 in y (mul:0) (train.py:61, turn 5); "
                "so do two runs of the original: "
                "1 of 24,288 numbers drift, by up to 7.9e-04 of themselves and 9.4e-07 of the size of their array: "
                "-0.00037838644 and -0.00037868746 in y (mul:0) (train.py:61, turn 2)"
            ),
        ),
        (
            Drift(compared=2, others=1, own=Drift(compared=2, others=1, parted="the end")),
            (
                "all 2 numbers are the same to the last bit; 1 value differs that cannot be laid side by side; "
                "so do two runs of the original: all 2 numbers are the same to the last bit; "
                "1 value differs that cannot be laid side by side; "
                "the scripts do not run the same from here on, and nothing more is compared: the end"
            ),
        ),
    ],
)
def test_a_drift_in_words(drift: Drift, said: str) -> None:
    assert drift_text(drift) == f"with TensorFlow's optimizers (Grappler) as the script has them: {said}"


def test_the_first_difference_is_shown_with_both_values() -> None:
    assert (
        verdict_text(DIFFERENT, PLAIN)
        == """\
Verdict: different

question               answer  evidence
The same computation?  yes     the fingerprints agree up to session run 5, whose numbers differ
The same numbers?      no      see the first difference

First difference: value, loss:0, turn 3, session run 5
  original at train.py:41: 0.3869
  rewritten at train.py:44: 0.6633

Run on TensorFlow 2.21.0, Python 3.11.7, CPU:0.
Session loop: train.py:43, 20 turns compared.
"""
    )


def test_common_random_numbers_say_what_changes_and_what_is_no_evidence() -> None:
    text = verdict_text(COMMON, Style(width=140))
    assert text.startswith("Verdict: the same under common random numbers\n")
    assert "both drew the same random numbers; a seeded script may draw others of the same distribution\n" in text
    assert "No evidence, since two runs of the original differ in it: output line 3, word 5\n" in text


@pytest.mark.parametrize(
    ("what", "answers"),
    [
        ("computation", ["no", "not shown"]),
        ("runs", ["no", "not shown"]),
        ("end", ["no", "not shown"]),
        ("value", ["yes", "no"]),
        ("variable", ["yes", "no"]),
        ("checkpoint", ["yes", "no"]),
        ("output", ["yes", "no"]),
        ("graph", ["yes", "yes", "no"]),
    ],
)
def test_each_question_is_answered_on_its_own(what: str, answers: list[str]) -> None:
    assert DIFFERENT.difference is not None
    report = replace(DIFFERENT, difference=replace(DIFFERENT.difference, what=what))
    table = verdict_text(report, Style(width=120)).split("\n\n")[1]
    assert [re.split("  +", line)[1] for line in table.splitlines()[1:] if line[0] != " "] == answers


def test_a_slope_that_is_not_known_is_called_so() -> None:
    report = replace(SAME, rewritten=replace(FLAT, slope_low=-math.inf, slope_high=math.inf, flat=False))
    assert "-> 0 ms (unknown to unknown)" in verdict_text(report, Style(width=120))


def test_what_could_not_be_run_names_its_cause_in_the_first_line() -> None:
    assert verdict_text(NOT_RUN, PLAIN).splitlines()[0] == (
        "Verdict: could not be run: train.py needs the module horovod, which /usr/bin/python3 does not have"
    )


@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("style", [PLAIN, Style(encoding="ascii", width=40), Style(encoding="cp1252")])
def test_plain_text_has_neither_escape_codes_nor_box_art(verdict: Verdict, style: Style) -> None:
    report = replace(SAME, verdict=verdict, notes=("变量",) if style.encoding != "utf-8" else ())
    for text in (verdict_text(report, style), curves_text(report, style)):
        assert "\x1b" not in text
        assert text.isascii()


def test_a_terminal_gets_a_table_in_a_box() -> None:
    text = verdict_text(SAME, Style(color=True, unicode=True, width=100))
    assert "╭" in text
    assert "\x1b[" in text


def test_curves_in_plain_text() -> None:
    text = curves_text(SAME, Style(width=60))
    lines = text.splitlines()
    assert lines[0] == "Step time in ms, by step"
    assert lines[1].lstrip() == "+" + "-" * 54 + "+"
    assert lines[-3].split() == ["1", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"]
    assert lines[-2:] == [
        "o original   1,880 ms at step 1, 1,802 ms at step 20; 812 nodes added per step",
        "x rewritten  1,980 ms at step 1, 97 ms at step 20; 0 nodes added per step",
    ]
    assert all(len(line) <= 60 for line in lines[:-2])
    lowest = next(line for line in reversed(lines[:-4]) if "x" in line)
    assert lowest.count("x") > 40  # the flat curve lies at the foot
    assert "o" not in lowest


def test_curves_of_a_terminal_are_coloured_and_drawn_with_box_art() -> None:
    text = curves_text(SAME, Style(color=True, unicode=True, width=100))
    assert "┌" in text
    assert "\x1b[" in text


@pytest.mark.parametrize("steps", [1, 2, 3, 11, 100, 3000, 50_000])
def test_curves_of_any_length(steps: int) -> None:
    report = replace(
        SAME,
        original=replace(GROWING, seconds=(1.0,) * steps),
        rewritten=replace(FLAT, seconds=(0.0,) * max(1, steps - 1)),
    )
    assert f"at step {steps};" in curves_text(report, PLAIN)


def test_the_longer_curve_is_cut_to_the_steps_of_the_other() -> None:
    text = curves_text(replace(SAME, rewritten=replace(FLAT, seconds=(0.097,) * 200)), Style(width=60))
    assert text.splitlines()[-3].split()[-1] == "20"
    assert "97 ms at step 200" in text


def test_one_curve_alone_is_told_and_not_drawn() -> None:
    assert len(curves_text(replace(SAME, rewritten=replace(FLAT, seconds=())), PLAIN).splitlines()) == 2


def test_no_curves_where_nothing_was_timed() -> None:
    assert curves_text(NOT_RUN, PLAIN) == ""


def test_without_plotext_the_ends_of_the_curves_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoist.report.curves.find_spec", lambda name: None)
    assert curves_text(SAME, PLAIN).splitlines() == [
        "Step time in ms, by step",
        "o original   1,880 ms at step 1, 1,802 ms at step 20; 812 nodes added per step",
        "x rewritten  1,980 ms at step 1, 97 ms at step 20; 0 nodes added per step",
    ]


def test_a_verdict_as_json() -> None:
    document = json.loads(verdict_json(SAME))
    assert document["verdict"] == "same_bits"
    assert document["rewritten"]["flat"] is True
    assert "findings" not in document


def test_a_fix_as_json() -> None:
    reports = [(Path("a/train.py"), SAME), (Path("a/b.py"), DIFFERENT)]
    document = json.loads(fix_json(reports, findings=[SAVER], diff="--- a\n", written=[Path("a/b.py")]))
    assert document["verdict"] == "different"
    assert [script["verdict"] for script in document["scripts"]] == ["same_bits", "different"]
    assert document["scripts"][0]["script"] == "a/train.py"
    assert document["difference"]["original_value"] == "0.3869"
    assert document["findings"][0]["rule"] == "HST101"
    assert document["diff"] == "--- a\n"
    assert document["written"] == ["a/b.py"]


def test_a_fix_that_ran_nothing_has_no_verdict() -> None:
    document = json.loads(fix_json([], findings=[], diff="", written=[]))
    assert document == {"verdict": None, "scripts": [], "findings": [], "diff": "", "written": []}
    assert json.loads(fix_json([], findings=[], diff="", written=[], will_raise=True))["verdict"] == "will_raise"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(1.8812, "1,881 ms"), (0.1, "100 ms"), (0.0972, "97.2 ms"), (0.00062, "0.62 ms"), (0.0, "0 ms")],
)
def test_milliseconds(seconds: float, shown: str) -> None:
    assert milliseconds(seconds) == shown


def test_a_steep_slope_is_written_out() -> None:
    steep = replace(GROWING, slope=0.112, slope_low=0.0807, slope_high=0.1354)
    shown = verdict_text(replace(SAME, original=steep), PLAIN)
    assert "slope per 10 steps: +1,120 ms (+807 to +1,354)" in shown
