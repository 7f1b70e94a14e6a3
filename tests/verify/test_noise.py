"""What a script does anew each time is listed as its noise; the rest is still proved, or nothing is left to prove."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.verify import Program, Report, Verdict, prove

SCRIPT = """\
import os, threading, uuid
import numpy as np
import tensorflow as tf

v = tf.Variable(2.0, name="v")
noisy = tf.Variable(2.0, name="noisy")
x = tf.placeholder(tf.float32)
z = tf.placeholder(tf.float32)
step = tf.assign_add(v, 1.0)
keep = tf.assign(noisy, z)
def entropy():
    return float(np.frombuffer(os.urandom(4), np.uint32)[0])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        loss = tf.square(x) + 1.0
        print("loss", sess.run(loss, {x: i}))
        sess.run(step)
{noise}
"""
NOISE = {
    "time": ('        print("at", os.times()[4], "done", uuid.uuid4())', "words in 4 lines printed"),
    "files": ('    open("log-%s.txt" % uuid.uuid4().hex, "w").write("x")', "names of 1 files: log-*.txt"),
    "content": ('    open("log.txt", "w").write(str(entropy()))', "files: log.txt"),
    "checkpoint": (
        '    tf.train.Saver([v]).save(sess, "model-%s/m" % uuid.uuid4().hex)',
        "names of 1 files: model-*/m.index",
    ),
    "number": ('    print("\\n" * (int(entropy()) % 1000))', "the number of lines printed"),
    "state": ("        sess.run(keep, {z: entropy()})", "variables: noisy"),
    "fed": ("        print(sess.run(tf.square(z), {z: entropy()}))", "the values that go into 4 runs"),
    "constant": ("        print(sess.run(z * 3.0, {z: entropy()}))", "the values that go into 4 runs"),
    "threads": (
        "        t = threading.Thread(target=lambda: sess.run(keep, {z: entropy()}))\n        t.start(); t.join()",
        "runs of other threads",
    ),
    "race": (
        """\
    count = [0, True]
    def work():
        while count[1]: count[0] += 1
    t = threading.Thread(target=work)
    t.start()
    sess.run(step)
    count[1] = False
    t.join()
    print(count[0])""",
        "words in 1 lines printed",
    ),
}
LOOP = "    for i in range(4):\n        loss = tf.square(x) + 1.0\n"
BEFORE = "    loss = tf.square(x) + 1.0\n    for i in range(4):\n"


def compare(tmp_path: Path, noise: str, *changes: tuple[str, str]) -> Report:
    text = SCRIPT.replace("{noise}", noise)
    (tmp_path / "train.py").write_text(text)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    program = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": text.encode()})
    return prove(program, rewritten, device="cpu", steps=5, measure=False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", NOISE)
def test_noise_is_listed_and_the_rest_is_proved(kind: str, tmp_path: Path) -> None:
    noise, said = NOISE[kind]
    report = compare(tmp_path, noise, (LOOP, BEFORE))
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    assert said in report.noise


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "old", "new", "what"),
    [
        ("time", 'print("loss"', 'print("cost"', "output"),
        ("files", ".hex,", ".hex + '.old',", "file"),
        ("files", 'write("x")', 'write("y")', "file"),
        ("checkpoint", "Saver([v])", "Saver([noisy])", "computation"),
        ("state", "keep, {z", "[keep, step], {z", "runs"),
        ("fed", "tf.square(z)", "tf.sqrt(z)", "computation"),
        ("constant", "z * 3.0", "z * 4.0", "computation"),
        ("threads", "i in range(4)", "i in range(5)", "runs"),
    ],
)
def test_noise_hides_nothing_else(kind: str, old: str, new: str, what: str, tmp_path: Path) -> None:
    report = compare(tmp_path, NOISE[kind][0], (LOOP, BEFORE), (old, new))
    assert report.verdict is Verdict.DIFFERENT, report
    assert report.difference is not None
    assert report.difference.what == what


@pytest.mark.slow
def test_nothing_is_left_to_compare(tmp_path: Path) -> None:
    text = """\
import os
import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    for i in range(4):
        y = tf.square(x)
        print(sess.run(y, {x: np.frombuffer(os.urandom(4), np.uint32)[0]}))
"""
    (tmp_path / "train.py").write_text(text)
    program = Program(tmp_path, Path("train.py"))
    report = prove(program, program, device="cpu", steps=5, measure=False)
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert report.cause.startswith("nothing is left to compare")


ENTROPY = """\
import os
import numpy as np
import tensorflow as tf
w = tf.Variable(1.0)
x = tf.placeholder(tf.float32)
with tf.Session() as sess:
    train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(x - w))
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(train, {x: np.frombuffer(os.urandom(4), np.uint32)[0]})
"""
THREADS = """\
import threading
import tensorflow as tf
w = tf.Variable(1.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(2.0 - w))
def work(seen=[]):
    for i in range(4):
        sess.run(train)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def verdict(tmp_path: Path, old: str, new: str) -> Report:
    (tmp_path / "train.py").write_text(old)
    program = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": new.encode()})
    return prove(program, rewritten, device="cpu", steps=5, measure=False)


@pytest.mark.slow
@pytest.mark.parametrize("text", [ENTROPY, THREADS])
def test_a_loop_of_which_nothing_is_the_same_twice_is_no_evidence_for_what_it_does(text: str, tmp_path: Path) -> None:
    report = verdict(tmp_path, text, text.replace("(0.1)", "(0.2)"))
    assert report.verdict is not Verdict.SAME_BITS, report
    assert report.verdict in (Verdict.COULD_NOT_BE_RUN, Verdict.DIFFERENT)


QUEUES = """\
import threading
import tensorflow as tf
queues = [tf.FIFOQueue(100, tf.float32, shapes=[()]) for _ in range(2)]
fill = [queue.enqueue_many([[float(n)] * 10]) for n, queue in enumerate(queues)]
total = tf.add(queues[0].dequeue(), queues[1].dequeue() * 2.0)
with tf.Session() as sess:
    for n in (0, 1):
        thread = threading.Thread(target=sess.run, args=(fill[n],))
        thread.start()
        thread.join()
    for i in range(4):
        y = tf.square(total)
        print(sess.run(y))
"""


@pytest.mark.slow
def test_which_thread_first_uses_a_queue_does_not_matter(tmp_path: Path) -> None:
    report = verdict(tmp_path, QUEUES, QUEUES.replace("(0, 1)", "(1, 0)"))
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)


@pytest.mark.slow
def test_a_queue_that_threads_fill_otherwise_is_another_one(tmp_path: Path) -> None:
    report = verdict(tmp_path, QUEUES, QUEUES.replace("* 10]", "* 11]"))
    assert report.verdict is Verdict.DIFFERENT


@pytest.mark.slow
def test_what_is_built_and_never_run_is_told(tmp_path: Path) -> None:
    text = SCRIPT.replace("{noise}", "        if i > 100:\n            sess.run(keep, {z: 1.0})")
    report = verdict(tmp_path, text, text.replace("keep = tf.assign(noisy, z)", "keep = tf.assign(noisy, z + 1.0)"))
    assert report.verdict is Verdict.SAME_BITS
    assert "touched by the rewrite, and no run needed what is built there: train.py:10" in report.notes
