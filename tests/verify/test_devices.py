"""Devices: read from the session, part of what is compared; a GPU where there is one.

Two virtual CPU devices show on any machine that a build on another device is found. The tests marked ``gpu``
run with ``pytest -m gpu`` on a machine that has one. In aligned runs cuDNN is asked for deterministic kernels; what
still differs between two runs of the original gives the tolerance for numbers, see ``test_tolerance.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hoist.verify import Program, Report, Verdict, prove
from hoist.verify.runner import environment

SCRIPT = """\
import tensorflow as tf

w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
x = tf.placeholder(tf.float32, [2, 2])
config = tf.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        with tf.device("/cpu:1"):
            y = tf.matmul(x, w)
        print(sess.run(y, {x: [[i, 1.0], [1.0, i]]}))
"""
RIGHT = """\
import tensorflow as tf

w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
x = tf.placeholder(tf.float32, [2, 2])
config = tf.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)
with tf.device("/cpu:1"):
    y = tf.matmul(x, w)
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        print(sess.run(y, {x: [[i, 1.0], [1.0, i]]}))
"""
CONVOLUTION = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [8, 16, 16, 3])
kernel = tf.Variable(tf.random_normal([3, 3, 3, 4], stddev=0.1))
optimizer = tf.train.GradientDescentOptimizer(0.1)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        y = tf.nn.relu(tf.nn.conv2d(x, kernel, [1, 1, 1, 1], "SAME"))
        loss = tf.reduce_mean(tf.square(y - 1.0))
        train = optimizer.minimize(loss)
        print(sess.run([loss, train], {x: rng.rand(8, 16, 16, 3)})[0])
"""


def compare(tmp_path: Path, old: str, new: str, device: str, python: str | None = None, steps: int = 5) -> Report:
    (tmp_path / "train.py").write_text(old)
    original = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": new.encode()})
    return prove(original, rewritten, python=python, device=device, steps=steps, measure=False)


@pytest.fixture(params=["2.x", "1.x"])
def python(request: pytest.FixtureRequest) -> str:
    return sys.executable if request.param == "2.x" else str(request.getfixturevalue("legacy_python"))


@pytest.mark.slow
def test_the_devices_are_those_of_the_session(tmp_path: Path, python: str) -> None:
    report = compare(tmp_path, SCRIPT, RIGHT, "cpu", python)
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    assert report.device == "CPU:0, CPU:1"


@pytest.mark.slow
def test_a_device_that_no_op_was_placed_on_did_not_run(tmp_path: Path, python: str) -> None:
    old, new = (text.replace("/cpu:1", "/cpu:0") for text in (SCRIPT, RIGHT))
    assert compare(tmp_path, old, new, "cpu", python).device == "CPU:0"


@pytest.mark.slow
def test_devices_are_read_where_the_script_wants_no_partition_graphs(tmp_path: Path, python: str) -> None:
    wish = "if hasattr(config.experimental, 'disable_output_partition_graphs'):\n"
    wish += "    config.experimental.disable_output_partition_graphs = True\nwith tf.Session("
    old, new = (text.replace("with tf.Session(", wish) for text in (SCRIPT, RIGHT))
    report = compare(tmp_path, old, new, "cpu", python)
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    assert report.device == "CPU:0, CPU:1"


@pytest.mark.slow
def test_a_session_with_another_configuration_is_another_one(tmp_path: Path) -> None:
    report = compare(tmp_path, SCRIPT, RIGHT.replace("soft_placement=True", "soft_placement=False"), "cpu")
    assert report.verdict is Verdict.DIFFERENT
    assert report.difference is not None
    assert report.difference.name == "configuration of session 1"
    assert "allow_soft_placement: true" in report.difference.original_value
    assert "allow_soft_placement" not in report.difference.rewritten_value


@pytest.mark.slow
@pytest.mark.parametrize("device", ["/cpu:0", "", "/job:localhost/cpu:1"])
def test_another_device_is_another_computation(tmp_path: Path, device: str) -> None:
    report = compare(tmp_path, SCRIPT, RIGHT.replace("/cpu:1", device), "cpu")
    assert report.verdict is Verdict.DIFFERENT
    assert report.difference is not None
    assert report.difference.what == "computation"
    assert report.difference.node.startswith("MatMul")


def test_the_environment_of_a_device(tmp_path: Path) -> None:
    assert environment("cpu", "aligned", tmp_path)["CUDA_VISIBLE_DEVICES"] == "-1"
    assert environment("gpu:1", "plain", tmp_path)["CUDA_VISIBLE_DEVICES"] == "1"
    assert environment("gpu", "aligned", tmp_path)["TF_CUDNN_DETERMINISTIC"] == "1"
    assert environment("gpu", "aligned", tmp_path)["TF_FORCE_GPU_ALLOW_GROWTH"] == "true"
    assert "TF_DETERMINISTIC_OPS" not in environment("auto", "aligned", tmp_path)


def hoisted_convolution() -> str:
    head, tail = CONVOLUTION.split("with tf.Session() as sess:\n")
    lines = tail.splitlines(keepends=True)
    built = "".join(line[8:] for line in lines[2:5])
    return head + built + "with tf.Session() as sess:\n" + lines[0] + lines[1] + lines[5]


@pytest.mark.gpu
def test_a_convolution_on_a_gpu(tmp_path: Path) -> None:
    report = compare(tmp_path, CONVOLUTION, hoisted_convolution(), "gpu", steps=6)
    assert report.verdict is Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS, (report.cause, report.difference)
    assert "GPU:0" in report.device


@pytest.mark.gpu
def test_another_learning_rate_on_a_gpu(tmp_path: Path) -> None:
    report = compare(tmp_path, CONVOLUTION, hoisted_convolution().replace("(0.1)", "(0.11)"), "gpu", steps=6)
    assert report.verdict is Verdict.DIFFERENT, report


@pytest.mark.slow
def test_the_scripts_for_a_gpu_agree_on_a_cpu(tmp_path: Path) -> None:
    report = compare(tmp_path, CONVOLUTION, hoisted_convolution(), "cpu", steps=6)
    assert report.verdict is Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS, (report.cause, report.difference)
