"""hoist fix --select HST303 on programs that train in sessions: real runs, on TensorFlow 1.15 and on 2."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, Hoist, hoist
from tests.training.test_fix import fix

__all__ = ["hoist"]  # a fixture
BEFORE, AFTER = (FIXTURES / "training" / "session" / form / "train.py" for form in ("before", "after"))
# A line through plain points, which a small rate comes to later.
LOSES = """\
import numpy as np
import tensorflow.compat.v1 as tf

points = np.random.normal(size=(64, 1))
x = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable('w', [1, 1], initializer=tf.random_normal_initializer())
loss = tf.square(tf.matmul(x, w) - 3.0 * x)
train = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(30):
    sess.run(train, {x: points})
"""


def fixed(hoist: Hoist, folder: Path, python: Path | str, text: str, *more: str) -> tuple[int, str, str]:
    """The exit code, what the runs say or why there are none, and on what they were."""
    code, document = fix(hoist, folder, text, "--python", str(python), *more)
    (proof,) = document["proofs"]
    assert bool(document["written"]) is (code == 0)
    assert ((folder / "train.py").read_text() == text) is (code != 0)
    return code, proof["cause"] or proof["shown"][0]["verdict"], proof["versions"]


def assert_written(hoist: Hoist, folder: Path, python: Path | str, version: str) -> None:
    code, document = fix(hoist, folder, BEFORE.read_text(), "--python", str(python), "--steps", "100")
    (proof,) = document["proofs"]
    (shown,) = proof["shown"]
    assert shown["comparison"]["answer"] == "sooner", shown
    before, after = "MomentumOptimizer at the rate 0.01", "AdamOptimizer at the rate 0.001"
    assert (shown["before"], shown["after"]) == (before, after)
    assert (shown["comparison"]["seeds"], shown["comparison"]["steps"]) == (5, 100)
    assert proof["versions"].startswith(f"TensorFlow {version}")
    assert (code, document["written"]) == (0, ["train.py"])
    assert (folder / "train.py").read_bytes() == AFTER.read_bytes()


@pytest.mark.slow
def test_what_reaches_the_loss_sooner_is_written(hoist: Hoist, tmp_path: Path, legacy_python: Path) -> None:
    assert_written(hoist, tmp_path, legacy_python, "1.15")


@pytest.mark.nightly
def test_what_reaches_the_loss_sooner_is_written_on_tensorflow_2(hoist: Hoist, tmp_path: Path) -> None:
    assert_written(hoist, tmp_path, sys.executable, "2.")


@pytest.mark.nightly
@pytest.mark.parametrize("modern", [False, True], ids=["TensorFlow 1.15", "TensorFlow 2"])
def test_what_does_not_is_written_only_if_that_is_accepted(
    hoist: Hoist, tmp_path: Path, legacy_python: Path, modern: bool
) -> None:
    python = sys.executable if modern else legacy_python
    code, said, _ = fixed(hoist, tmp_path, python, LOSES)
    assert code == 3
    assert said.startswith("does not reach loss")
    assert fixed(hoist, tmp_path, python, LOSES, "--accept-worse")[0] == 0


INIT = "sess.run(tf.global_variables_initializer())\n"
TRAIN = "train = tf.train.GradientDescentOptimizer(0.001).minimize(loss)\nsess = tf.Session()\n" + INIT
UNSEEN = f"sess = tf.Session()\ndef start():\n    {INIT}start()\n" + TRAIN.splitlines()[0] + "\n"
NOT_MEASURED = {
    "too few steps": ("range(30)", "range(4)", "could not be run: 4 batches were trained, and 10 are needed"),
    "no step": ("sess.run(train", "sess.run(loss", "nothing that line 8 concerns was trained in a session within 200"),
    "draws unseeded": ("(64, 1))", "(64, 1)) + np.random.default_rng().normal()", "the first batch of seed 0 has"),
    "raises": ("np.random.normal", "np.ones", "train.py:4: TypeError: "),
    "initialized too early": (TRAIN, UNSEEN, "the changed program, seed 0: train.py:14: FailedPreconditionError: "),
    "no new variables": (
        "train =",
        "tf.get_variable_scope().reuse_variables()\ntrain =",
        "the changed program, seed 0: ",
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", NOT_MEASURED)
def test_what_cannot_be_measured_is_not_written(hoist: Hoist, tmp_path: Path, legacy_python: Path, name: str) -> None:
    right, wrong, cause = NOT_MEASURED[name]
    text = LOSES.replace(right, wrong)
    assert text != LOSES
    code, said, _ = fixed(hoist, tmp_path, legacy_python, text, "--accept-worse")
    assert code == 3
    assert cause in said
