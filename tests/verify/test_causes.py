"""What cannot be run is said in one line that names the cause."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoist.verify import Program, Report, Verdict, VerifyError, prove

LOOP = "import tensorflow as tf\nsess = tf.Session()\nfor i in range(5):\n    print(sess.run(tf.constant(i)))\n"


def run(tmp_path: Path, text: str, **changed: object) -> Report:
    (tmp_path / "train.py").write_text(text)
    program = Program(tmp_path, Path("train.py"))
    options: dict[str, object] = {"steps": 5, "measure": False, "device": "cpu", **changed}
    return prove(program, program, **options)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("import tensorflow\nimport not_there_at_all\n", "train.py:2: the module not_there_at_all is missing"),
        ("import tensorflow\nopen('data/mnist.gz')\n", "train.py:2: a file is missing"),
        ("import tensorflow\nprint 'step', 1\n", "train.py:2: the syntax is that of Python 2"),
        ("import tensorflow\n\nx = [1, 2][5]\n", "train.py:3: IndexError: list index out of range (x = [1, 2][5])"),
        ("import tensorflow\ninput('name? ')\n", "train.py:2: it asks for input on stdin"),
        ("import tensorflow as tf\ntf.constant(1)\n", "it makes no session call"),
        (LOOP.replace("range(5)", "range(2)"), "train.py:3: the loop made 2 turns"),
        ("import os\nos._exit(3)\n", "the interpreter ended with code 3"),
        ("import sys\nsys.exit('no data')\n", "no data"),
    ],
)
def test_could_not_be_run(text: str, cause: str, tmp_path: Path) -> None:
    report = run(tmp_path, text)
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert cause in report.cause
    assert "\n" not in report.cause


@pytest.mark.slow
def test_a_time_out_kills_the_run(tmp_path: Path) -> None:
    begun = time.monotonic()
    report = run(tmp_path, "import time\nwhile True:\n    time.sleep(1)\n", timeout=8.0)
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert "8 seconds" in report.cause
    assert time.monotonic() - begun < 60


@pytest.mark.slow
def test_a_script_that_catches_everything_is_stopped_at_the_limit(tmp_path: Path) -> None:
    text = """\
import tensorflow as tf
sess = tf.Session()
x = tf.Variable(0.0)
add = tf.assign_add(x, 1.0)
sess.run(x.initializer)
while True:
    try:
        while True:
            sess.run(add)
    except BaseException:
        pass
"""
    report = run(tmp_path, text)
    assert report.verdict is Verdict.SAME_BITS, report
    assert report.turns == 5


@pytest.mark.slow
def test_a_build_in_a_monitored_session_will_raise(tmp_path: Path) -> None:
    text = """\
import tensorflow as tf
tf.train.get_or_create_global_step()
with tf.train.MonitoredTrainingSession() as sess:
    for i in range(5):
        sess.run(tf.constant(i))
"""
    report = run(tmp_path, text)
    assert report.verdict is Verdict.WILL_RAISE
    assert report.cause.startswith("train.py:5: RuntimeError: Graph is finalized")


@pytest.mark.slow
def test_an_interpreter_without_tensorflow(tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    bare.chmod(0o755)
    with pytest.raises(VerifyError, match="has no TensorFlow"):
        run(tmp_path, LOOP, python=str(bare))


def test_no_such_interpreter(tmp_path: Path) -> None:
    with pytest.raises(VerifyError, match="no such interpreter: /not/there"):
        run(tmp_path, LOOP, python="/not/there")


def test_no_such_device(tmp_path: Path) -> None:
    with pytest.raises(VerifyError, match="no such device: tpu"):
        run(tmp_path, LOOP, device="tpu")


@pytest.mark.slow
def test_a_gpu_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    with pytest.raises(VerifyError, match="no such device: gpu:3; there is cpu:0"):
        run(tmp_path, LOOP, device="gpu:3")


@pytest.mark.slow
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import time\nwhile True:\n    time.sleep(1)\n")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    code = (
        "from pathlib import Path\nfrom hoist.verify import Program, prove\n"
        f"p = Program(Path({str(tmp_path)!r}) / 'code', Path('train.py'))\nprove(p, p, steps=5, device='cpu')\n"
    )
    (tmp_path / "code").mkdir()
    (tmp_path / "train.py").rename(tmp_path / "code" / "train.py")
    env = {**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": str(Path(__file__).parents[2])}
    process = subprocess.Popen([sys.executable, "-c", code], env=env, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not list(scratch.glob("*/papers/orders.json")) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(2)
    assert process.wait(30) != 0
    assert list(scratch.iterdir()) == []
    listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(scratch) not in listing


ESTIMATOR = """\
import numpy as np
import tensorflow as tf

def model_fn(features, labels, mode):
    y = tf.layers.dense(features["x"], 1)
    loss = tf.reduce_mean(tf.square(y - labels))
    train = tf.train.GradientDescentOptimizer(0.001).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

def input_fn():
    x = np.arange(20, dtype=np.float32).reshape(10, 2)
    return tf.data.Dataset.from_tensor_slices(({"x": x}, x[:, :1])).repeat().batch(5)

tf.estimator.Estimator(model_fn, model_dir="model").train(input_fn, steps=6)
"""


@pytest.mark.slow
def test_the_loop_of_an_estimator_is_not_the_scripts(tmp_path: Path, legacy_python: Path) -> None:
    report = run(tmp_path, ESTIMATOR, python=str(legacy_python))
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert report.cause == "no loop of it calls the session, and at least three turns are needed"


@pytest.mark.slow
def test_estimators_are_gone_from_2_x(tmp_path: Path) -> None:
    report = run(tmp_path, ESTIMATOR)
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert report.cause.startswith("train.py:14: AttributeError: module 'tensorflow.compat.v1' has no attribute")
