"""What 2.x took out of TensorFlow, and what would have to be downloaded, is stood in for, and the report says so."""

from __future__ import annotations

import gzip
import struct
import sys
from pathlib import Path

import pytest

from hoist.verify import Program, Report, Verdict, prove
from hoist.verify.causes import failure
from hoist.verify.runner import Outcome

MNIST = """\
from tensorflow.examples.tutorials.mnist import input_data
import tensorflow as tf

mnist = input_data.read_data_sets("{folder}", one_hot=True)
print(mnist.train.images.shape, mnist.train.images.dtype, mnist.train.labels.shape, mnist.train.num_examples)
print(mnist.validation.images.shape, mnist.test.images.shape, float(mnist.train.images.max()) <= 1.0)
x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.float32, [None, 10])
w = tf.Variable(tf.zeros([784, 10]))
with tf.Session() as sess:
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=tf.matmul(x, w)))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        x_batch, y_batch = mnist.train.next_batch({batch})
        print(sess.run([loss, train], {{x: x_batch, y: y_batch}})[0], mnist.train.epochs_completed)
"""
GENERATED = "the data of tensorflow.examples.tutorials.mnist.input_data are generated, of the same shapes"


def run(tmp_path: Path, text: str, python: str) -> Report:
    (tmp_path / "train.py").write_text(text)
    program = Program(tmp_path, Path("train.py"))
    return prove(program, program, python=python, device="cpu", steps=6, measure=False)


@pytest.fixture(params=["2.x", "1.x"])
def python(request: pytest.FixtureRequest) -> str:
    return sys.executable if request.param == "2.x" else str(request.getfixturevalue("legacy_python"))


@pytest.mark.slow
def test_digits_are_generated(tmp_path: Path, python: str) -> None:
    checks = """\
assert mnist.train.images.shape == (55000, 784) and mnist.train.labels.shape == (55000, 10)
assert mnist.validation.num_examples == 5000 and mnist.test.images.shape == (10000, 784)
assert str(mnist.train.images.dtype) == "float32" and 0.9 < mnist.train.images.max() <= 1.0
assert mnist.train.epochs_completed == 2, mnist.train.epochs_completed
plain = input_data.read_data_sets("data", reshape=False)
assert plain.train.images.shape == (55000, 28, 28, 1) and plain.train.labels.shape == (55000,)
assert (plain.train.labels[:9] == mnist.train.labels[:9].argmax(1)).all()
"""
    report = run(tmp_path, MNIST.format(folder="data", batch=25000) + checks, python)
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    assert [note for note in report.notes if note.startswith(GENERATED)]
    assert report.loss is not None
    assert report.loss.values[-1] < report.loss.values[0]


@pytest.mark.slow
def test_digits_that_are_there_are_read(tmp_path: Path, python: str) -> None:
    (tmp_path / "data").mkdir()
    for name, count in (("train", 5003), ("t10k", 4)):
        pixels = bytes(n % 256 for n in range(784)) * count
        images = struct.pack(">IIII", 0x803, count, 28, 28) + pixels
        labels = struct.pack(">II", 0x801, count) + bytes(n % 10 for n in range(count))
        (tmp_path / "data" / f"{name}-images-idx3-ubyte.gz").write_bytes(gzip.compress(images))
        (tmp_path / "data" / f"{name}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(labels))
    checks = """\
assert mnist.train.images.shape == (3, 784) and mnist.test.num_examples == 4
assert mnist.train.images[0][255] == 1.0 and mnist.train.images[2][1] == mnist.train.images[0][257]
assert mnist.train.labels.argmax(1).tolist() == [0, 1, 2]
"""
    report = run(tmp_path, MNIST.format(folder="data", batch=2) + checks, python)
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    assert report.notes == ()


@pytest.mark.slow
def test_a_version_switch_is_noted_on_2_x(tmp_path: Path, python: str) -> None:
    text = """\
import tensorflow as tf
if tf.__version__.startswith("1."):
    one = tf.constant(1.0)
else:
    one = tf.constant(2.0)
if int(tf.VERSION.split(".")[1]) >= 3:
    pass
print(tf.__version__)
with tf.Session() as sess:
    for i in range(4):
        print(sess.run(one))
"""
    report = run(tmp_path, text, python)
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    told = [note.partition("; on 1.x")[0] for note in report.notes]
    version = report.tensorflow
    if version.startswith("1."):
        assert told == []
    else:
        met = f"asks for TensorFlow's version and met {version}: its condition"
        assert told == [f"train.py:2 {met} did not hold, or was not reached", f"train.py:6 {met} held"]


@pytest.mark.parametrize(
    ("kind", "message", "cause"),
    [
        ("URLError", "<urlopen error [Errno -2] Name or service not known>", "it downloads what cannot be had here"),
        ("Exception", "URL fetch failure on https://a/b: None -- x\nmore", "it downloads what cannot be had here"),
        (
            "NotFoundError",
            "data/train.csv; No such file or directory\n\t [[node Read]]",
            "a file is missing: data/train",
        ),
        ("DataLossError", "Unable to open table file ./m: Failed precondition", "DataLossError: Unable to open"),
    ],
)
def test_missing_data_are_said_in_one_line(kind: str, message: str, cause: str) -> None:
    error = {"type": kind, "message": message, "frames": [["train.py", 3, 3, "load()"]]}
    found = failure(Outcome({"end": "raised", "error": error, "python": "3.11"}), 1.0)
    assert found.startswith("train.py:3: " + cause)
    assert "\n" not in found
