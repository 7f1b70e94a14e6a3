"""A later run may bring what the recorded one did not: the rewritten script then does what the original did."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hoist.examine import examine
from hoist.fix import plan
from hoist.recorded import Recorded, Seen

LAYERS = """\
import numpy as np
import tensorflow.compat.v1 as tf

axis = 0
AXES = [0, 0, 0, 1, np.int64(1), np.array(0), [0, 1], None, (0,), 0, True, np.array([0, 1])]


def given(step):
    global axis
    axis = AXES[step]
    if step < 3:
        return np.ones([2, 3]) * step
    numbers = [np.float32(step), step, step * 0.1, [step, 2 ** 40], np.half(2), [[0.5, step]]]
    return (numbers + [np.ones([1, 2, step], np.int8), np.array(1j), np.ones(2) * step])[step - 3]


def tensor():
    return tf.ones([2, 3])
"""
SCRIPT = """\
import os
import sys
import tensorflow.compat.v1 as tf

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries"))
import layers

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [2, 2])


def summed(sess, step):
    total = tf.reduce_sum(x, axis=layers.axis)
    return sess.run(total, {x: [[1.0, step], [2.0, 3.0]]})


def squared(sess, values):
    total = tf.square(values)
    return sess.run(total)


with tf.Session() as sess:
    for step in range(12):
        got = squared(sess, layers.given(step)), summed(sess, step)
        print([(type(one), one.dtype, one.shape, one.tolist()) for one in got])
    if len(sys.argv) > 1:
        print(squared(sess, layers.tensor()))
"""


def output(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.nightly
def test_what_the_recorded_run_did_not_bring(tmp_path: Path) -> None:
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "layers.py").write_text(LAYERS)
    script = tmp_path / "train.py"
    script.write_text(SCRIPT)
    values = Seen(script.resolve(), 18, "values", 3, ("number float64",), (2, 3))
    axis = Seen(script.resolve(), 13, "layers.axis", 3, ("number int32",), (), same=True)
    (change,) = plan(examine([script], recorded=Recorded({one.place: one for one in (values, axis)})), tmp_path).changes
    rewritten = tmp_path / "rewritten.py"
    rewritten.write_text(change.rewritten.text)
    assert change.rewritten.text.count("# hoist: tried, recorded: ") == 2
    before, after = output(script), output(rewritten)
    assert before.returncode == 0, before.stderr
    assert len(before.stdout.splitlines()) == 12
    assert after.stdout == before.stdout
    raised = output(rewritten, "tensor")
    assert raised.returncode == 1
    assert "TypeError: Expected any non-tensor type" in raised.stderr
