"""Which lines of a running script add nodes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hoist.verify import Program, VerifyError
from hoist.verify.growth import Growth, read_growth, trace_growth
from hoist.verify.runner import Outcome

SCRIPT = """\
import tensorflow as tf
import score

x = tf.placeholder(tf.float32, [2])
y = x * 2.0
with tf.Session() as sess:
    for epoch in range(3):
        for step in range(5):
            sess.run(y, {x: [1.0, 2.0]})
            if step % 2 == 0:
                z = score.mean(y)
            sess.run(y + 1.0, {x: [1.0, 2.0]})
"""
SCORE = """\
import tensorflow as tf


def mean(y):
    return tf.reduce_mean(y)
"""


def written(folder: Path, script: str = SCRIPT) -> Program:
    (folder / "train.py").write_text(script)
    (folder / "score.py").write_text(SCORE)
    return Program(folder, Path("train.py"))


def outcome(**result: Any) -> Outcome:
    """A run as the probe writes it, of a loop with three whole turns and a fourth that was cut."""
    whole: dict[str, Any] = {
        "loops": ["train.py:1", "train.py:5"],
        "session_turns": [0, 3],
        "session_loops": ["train.py:5"],
        "stop": {"loop": "train.py:5", "turns": 3},
        "end": "limit",
        "traced": [],
        "traced_turns": {"train.py:5": [[0.0, 10, 100], [1.0, 12, 110], [2.5, 14, 120], [3.0, 16, 130]]},
        "built": [["train.py:6"], ["score.py:5", "train.py:7"], []],
        "tensorflow": "2.21.0",
        "python": "3.11.7",
    }
    return Outcome({**whole, **result})


def lines(growth: Growth) -> list[tuple[str, int, float, int]]:
    return [(line.path, line.line, line.nodes_per_turn, line.turns) for line in growth.lines]


def test_the_average_is_over_the_whole_turns_after_the_first() -> None:
    traced = [[0, 1, turn, 0, 2] for turn in (1, 2, 3, 4)] + [[0, 1, 3, 1, 5], [0, 0, 1, 0, 99]]
    growth = read_growth(outcome(traced=traced), 900)
    assert lines(growth) == [("score.py", 5, 2.5, 1), ("train.py", 6, 2.0, 2)]
    assert growth.lines[0].chain == ("train.py:7",)
    assert growth.nodes_per_turn == 4.5
    assert (growth.turns, growth.seconds, growth.nodes) == (3, (1.0, 1.5, 0.5), (10, 12, 14, 16))


def test_what_the_first_turn_builds_is_no_growth() -> None:
    assert not read_growth(outcome(traced=[[0, 1, 1, 0, 7]]), 900).lines


def test_a_graph_of_its_own_for_each_turn_does_not_grow() -> None:
    assert not read_growth(outcome(traced=[[turn, 1, turn, 0, 7] for turn in (1, 2, 3)]), 900).lines


def test_what_no_line_of_the_program_builds_is_left_out() -> None:
    assert not read_growth(outcome(traced=[[0, 1, turn, 2, 7] for turn in (1, 2, 3)]), 900).lines


def test_a_run_that_ends_by_itself_counts_its_last_turn() -> None:
    traced = [[0, 1, turn, 0, 2] for turn in (1, 2, 3, 4)]
    growth = read_growth(outcome(traced=traced, stop={}, end="normal"), 900)
    assert growth.turns == 4
    assert lines(growth) == [("train.py", 6, 2.0, 3)]


def test_a_run_that_raises_shows_what_it_showed_until_then() -> None:
    error = {"type": "ValueError", "message": "too large", "frames": []}
    traced = [[0, 1, turn, 0, 2] for turn in (1, 2, 3)]
    growth = read_growth(outcome(traced=traced, stop={}, end="raised", error=error), 900)
    assert "too large" in growth.cause
    assert growth.nodes_per_turn == 2.0


def test_no_session_loop() -> None:
    growth = read_growth(outcome(session_loops=[], stop={}, session_turns=[0, 0]), 900)
    assert (growth.loop, growth.cause) == ("", "no loop of it runs a session")


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2.x", "1.x", "python 2"])
def test_a_real_run(version: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    fixture = {"1.x": "legacy_python", "python 2": "python2"}.get(version)
    python = sys.executable if fixture is None else str(request.getfixturevalue(fixture))
    told: list[str] = []
    growth = trace_growth(written(tmp_path), python=python, device="cpu", steps=4, progress=told.append)
    assert (growth.loop, growth.turns, growth.cause) == ("train.py:8", 4, "")
    found = {(line.path, line.line): line for line in growth.lines}
    assert found.keys() == {("score.py", 5), ("train.py", 12)}
    assert found["score.py", 5].turns == 1
    assert found["score.py", 5].chain == ("train.py:11",)
    assert found["train.py", 12].turns == 3
    assert found["train.py", 12].nodes_per_turn == 2.0
    assert growth.nodes[3] > growth.nodes[1]
    assert not list(tmp_path.glob("*.pyc"))


CALLABLE = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
sess = tf.Session()
step = sess.make_callable(x * 2.0, feed_list=[x])
while True:
    tf.reduce_sum(x)
    step([1.0, 2.0])
"""


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2.x", "1.x"])
def test_a_loop_that_runs_callables(version: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    python = sys.executable if version == "2.x" else str(request.getfixturevalue("legacy_python"))
    growth = trace_growth(written(tmp_path, CALLABLE), python=python, device="cpu", steps=3)
    assert (growth.loop, growth.turns, [line.line for line in growth.lines]) == ("train.py:6", 3, [7])


@pytest.mark.slow
def test_a_script_that_raises_in_its_loop(tmp_path: Path) -> None:
    stop = "            assert epoch * 5 + step < 3, 'enough'\n"
    text = SCRIPT.replace("            if step", stop + "            if step")
    growth = trace_growth(written(tmp_path, text), device="cpu")
    assert "enough" in growth.cause
    assert growth.turns == 3
    assert {line.line for line in growth.lines} == {5, 13}


def test_an_interpreter_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(VerifyError, match="no such interpreter"):
        trace_growth(written(tmp_path), python="/nowhere/python")
