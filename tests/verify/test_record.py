"""What a recorded run shows of expressions: what they gave at each turn, and what evaluating them did."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hoist.recorded import Place, Seen
from hoist.verify.alone import How
from hoist.verify.program import Program
from hoist.verify.record import Recording, read_recording, record
from hoist.verify.runner import Outcome

SCRIPT = """\
# -*- coding: utf-8 -*-
from __future__ import print_function
import numpy as np
import tensorflow as tf
import helper

x = tf.placeholder(tf.float32, [None])
y = x * 2.0


class Shown(object):
    def __array__(self, dtype=None, copy=None):
        return np.ones(2)


def look(*values):
    return values[0]


with tf.Session() as sess:
    for warm in range(50):
        sess.run(y, {x: [1.0]})
    for step in range(50):
        doubles = np.ones([2, step + 1])
        batch = np.ones(2, np.float32 if step < 4 else np.float64)
        ranks = np.ones([1] * (1 + step % 2))
        either = tf.ones(2) if step == 3 else np.ones(2)
        held = [1.0, y] if step == 2 else [1.0, 2.0]
        label = u"caf\\u00e9"
        look(doubles)
        look(batch)
        look(ranks)
        look(either)
        look(held)
        look(label)
        look(b"bytes")
        look(step * 0.5)
        look(step), look(step, step + 2 ** 40)
        look(np.array([1, None]))
        look(Shown())
        look(None)
        look([[1, 2], (3, 4)])
        look(
            np.uint32(step)
        )
        look(helper.scaled(sess.run(y, {x: [1.0]})))
        look(helper.built(y))
        look(sess)
        if step > 30:
            look(doubles + 1)
        if step == 0:
            look(doubles - 1)
        print(label == u"é")
"""
HELPER = """\
import numpy as np
import tensorflow as tf


def scaled(values):
    return values * np.random.rand()


def built(tensor):
    tf.add_to_collection("built", tensor)
    return tf.square(tensor + tf.random_uniform([]))
"""
ASKED: Mapping[str, tuple[str, ...] | None] = {
    "doubles": ("number float64",),
    "batch": ("number float32", "number float64"),
    "ranks": ("number float64",),
    "either": ("number float64", "tensor"),
    "held": ("list", "number float32"),
    "label": None,
    "b'bytes'": ("bytes",),
    "step * 0.5": ("number float32",),
    "step": ("number int32",),
    "step + 2 ** 40": ("number int64",),
    "np.array([1, None])": ("array of object",),
    "Shown()": ("Shown",),
    "[[1, 2], (3, 4)]": ("number int32",),
    "np.uint32(step)": ("number uint32",),
    "helper.scaled(sess.run(y, {x: [1.0]}))": ("number float32",),
    "helper.built(y)": ("tensor",),
    "sess": ("session",),
}


def asked_in(folder: Path) -> list[Place]:
    """The expressions, each on the line of its `look`; one that is spread over lines begins below."""
    lines = SCRIPT.splitlines()
    found = []
    for text in (*ASKED, "doubles + 1", "doubles - 1"):
        source = text.replace("b'bytes'", 'b"bytes"')
        line = next((n for n, line in enumerate(lines, 1) if f"look({source})" in line or line.strip() == source), 0)
        line = line or next(n for n, line in enumerate(lines, 1) if f", {source})" in line)
        found.append((folder / "train.py", line, text))
    return found


def recorded(folder: Path, python: str, steps: int = 6) -> dict[str, Seen]:
    (folder / "train.py").write_text(SCRIPT, "utf-8")
    (folder / "helper.py").write_text(HELPER)
    program = Program(folder, Path("train.py"))
    recording = record(program, asked_in(folder), How(python, "cpu", 300.0), steps)
    assert recording.cause == ""
    return {seen.text: seen for seen in recording.seen}


def check(seen: Mapping[str, Seen]) -> None:
    """What TensorFlow 2 and 1, and Python 3 and 2, show alike."""
    kinds = {text: seen[text].kinds for text, kinds in ASKED.items() if kinds is not None}
    assert kinds == {text: tuple(sorted(kinds)) for text, kinds in ASKED.items() if kinds is not None}
    assert seen["label"].kinds in (("str",), ("unicode",))
    assert {one.times for text, one in seen.items() if text not in ("doubles - 1", "step")} == {6}
    assert (seen["doubles - 1"].times, "doubles + 1" in seen) == (1, False)
    assert seen["step"].times == 18  # three times on its line
    assert seen["doubles"].shape == (2, None)
    assert (seen["ranks"].shape, seen["[[1, 2], (3, 4)]"].shape, seen["step"].shape) == (None, (2, 2), ())
    assert seen["helper.scaled(sess.run(y, {x: [1.0]}))"].effects == ("draw", "run")
    assert seen["helper.built(y)"].effects == ("collection", "stateful")
    assert {text for text, one in seen.items() if one.nodes} == {"helper.built(y)"}
    of_python = {"label"} if seen["label"].kinds == ("str",) else {"b'bytes'"}
    assert {text for text, one in seen.items() if one.same} == of_python
    shown = {text for text, one in seen.items() if one.is_number}
    assert shown == {"doubles", "step * 0.5", "step", "step + 2 ** 40", "[[1, 2], (3, 4)]"} | {
        "helper.scaled(sess.run(y, {x: [1.0]}))"
    }
    assert {text for text, one in seen.items() if one.is_bytes} == {"b'bytes'"}


@pytest.mark.slow
def test_what_expressions_give_at_each_turn(tmp_path: Path) -> None:
    check(recorded(tmp_path, sys.executable))


@pytest.mark.nightly
def test_the_same_on_tensorflow_1(tmp_path: Path, legacy_python: Path) -> None:
    check(recorded(tmp_path, str(legacy_python)))


@pytest.mark.nightly
def test_the_same_in_python_2(tmp_path: Path, python2: Path) -> None:
    check(recorded(tmp_path, str(python2)))


TOLD: dict[str, Any] = {
    "times": 3,
    "kinds": ["number float32"],
    "shape": [2],
    "nodes": 0,
    "effects": [],
    "value": False,
}
PLACE: Place = (Path("/train.py"), 3, "values")


def test_a_run_that_raised_shows_nothing() -> None:
    error = {"type": "ValueError", "message": "no", "frames": [["train.py", 3, 3, "x = 1"]]}
    outcome = Outcome({"end": "raised", "error": error, "seen": [[0, TOLD]]})
    assert read_recording(outcome, [PLACE], 9.0) == Recording(cause="train.py:3: ValueError: no (x = 1)")


def test_a_run_that_took_too_long_shows_nothing() -> None:
    recording = read_recording(Outcome({"seen": [[0, TOLD]]}, timed_out=True), [PLACE], 9.0)
    assert recording.seen == ()
    assert "within 9 seconds" in recording.cause


def test_what_was_not_reached_is_not_shown() -> None:
    outcome = Outcome({"end": "limit", "seen": [[1, TOLD]]})
    assert read_recording(outcome, [PLACE, (*PLACE[:2], "other")], 9.0) == Recording(
        (Seen(*PLACE[:2], "other", 3, ("number float32",), (2,)),)
    )
