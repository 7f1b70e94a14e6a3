"""What is said of a difference: where it is, both values, the node and the lines that built it; a real run per kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoist.report.json_output import verdict_json
from hoist.report.style import PLAIN
from hoist.report.verdict_table import verdict_text
from hoist.verify import Difference, Program, Verdict, prove

SCRIPT = """\
import tensorflow as tf


def scaled(x):
    return x * 3.0


v = tf.Variable(2.0, name="v")
x = tf.placeholder(tf.float32, name="x")
v0 = 1.0
add = lambda a: a + v0
y = tf.py_func(add, [x], tf.float32)
step = tf.assign_add(v, 1.0, name="step")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        loss = scaled(y) + 1.0
        print(i, sess.run([loss, step], {x: i})[0] > 0)
    with open("log.txt", "w") as log:
        log.write("four turns")
    saver = tf.train.Saver()
    saver.save(sess, "model/m")
"""


def different(tmp_path: Path, old: str, new: str) -> tuple[Difference, str]:
    """The difference, as it came and as the terminal shows it, of the script and itself with one change."""
    assert old in SCRIPT
    (tmp_path / "train.py").write_text(SCRIPT)
    changed = SCRIPT.replace(old, new).encode()
    program = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": changed})
    report = prove(program, rewritten, device="cpu", steps=5, measure=False)
    assert report.verdict is Verdict.DIFFERENT, report
    assert report.difference is not None
    document = json.loads(verdict_json(report))["difference"]
    assert document["name"] == report.difference.name
    assert document["built_at"] == list(report.difference.built_at)
    return report.difference, verdict_text(report, PLAIN).split("\n\n")[2]


@pytest.mark.slow
def test_of_a_computation_the_first_node_with_the_lines_that_built_it(tmp_path: Path) -> None:
    found, text = different(tmp_path, "loss = scaled(y) + 1.0", "loss = scaled(-y) + 1.0")
    assert found.what == "computation"
    assert (found.turn, found.run, found.where) == (1, 2, "train.py:18")
    assert (found.node, found.built_at) == ("Mul mul", ("train.py:5", "train.py:17"))
    assert (found.node_rewritten, found.built_at_rewritten) == ("Neg Neg", ("train.py:17",))
    assert text == (
        "First difference: computation, loss (add:0), turn 1, session run 2\n"
        "  original at train.py:18: 4.0 by add:0\n"
        "    first node that differs: Mul mul, built at train.py:5, called at train.py:17\n"
        "  rewritten at train.py:18: -2.0 by add:0\n"
        "    first node that differs: Neg Neg, built at train.py:17"
    )


@pytest.mark.slow
def test_of_a_target_the_first_node(tmp_path: Path) -> None:
    found, _ = different(tmp_path, "tf.global_variables_initializer()", "tf.assign(v, 2.0 * tf.ones([])).op")
    assert found.what == "computation"
    assert (found.run, found.turn) == (1, None)
    assert (found.original_value, found.rewritten_value) == ("init", "Assign")
    assert found.node.startswith("Assign v/Assign")
    assert found.built_at == ("train.py:8",)
    assert found.built_at_rewritten == ("train.py:15",)


@pytest.mark.slow
def test_of_a_value_the_run_the_fetch_and_both_values(tmp_path: Path) -> None:
    found, text = different(tmp_path, "v0 = 1.0", "v0 = 2.0")
    assert found.what == "value"
    assert (found.turn, found.run, found.where) == (1, 2, "train.py:18")
    assert (found.original_value, found.rewritten_value) == ("4.0", "7.0")
    assert found.name == "loss (add:0)"
    assert found.built_at == found.built_at_rewritten == ("train.py:17",)
    assert "\n  original at train.py:18: 4.0\n    node: AddV2 add, built at train.py:17\n" in text


@pytest.mark.slow
def test_of_the_state_the_variable(tmp_path: Path) -> None:
    found, _ = different(tmp_path, "    saver.save(", "    tf.Variable(5.0, name='late')\n    saver.save(")
    assert found.what == "variable"
    assert found.name == "late at a save"
    assert (found.original_value, found.rewritten_value) == ("(none)", "uninitialized")
    assert (found.where, found.where_rewritten) == ("train.py:22", "train.py:23")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "what", "name"),
    [
        ('"four turns"', '"five turns"', "file", "log.txt"),
        ('"log.txt"', '"log2.txt"', "file", "log.txt"),
        ("print(i, ", "print(i + 1, ", "output", "line 1 printed"),
        (
            'saver.save(sess, "model/m")',
            'saver.save(sess, "model/m")\n    __import__("shutil").rmtree("model")',
            "checkpoint",
            "model/m",
        ),
        ('"model/m")', "\"model/m\")\n    raise ValueError('no more')", "end", "end"),
        ("range(4)", "range(5)", "runs", "what is fetched"),
    ],
)
def test_of_what_is_left_its_name(tmp_path: Path, old: str, new: str, what: str, name: str) -> None:
    found, text = different(tmp_path, old, new)
    assert (found.what, found.name) == (what, name)
    assert found.original_value != found.rewritten_value
    assert text.startswith(f"First difference: {what}, {name}")
