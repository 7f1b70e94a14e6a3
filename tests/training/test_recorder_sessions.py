"""What the recorder makes of session runs: which are steps, with which losses, and what it does to the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hoist.training.runs import ORIGINAL, RECORDER, SESSIONS, Order, Training, run_all
from hoist.verify.runner import environment
from hoist.verify.verdict import VerifyError

# Runs each of several programs as the recorder does, in one process that has loaded TensorFlow once.
LAUNCH = """
import importlib.util, json, shutil, sys
spec = importlib.util.spec_from_file_location('recorder', sys.argv[1])
recorder = importlib.util.module_from_spec(spec)
spec.loader.exec_module(recorder)
orders = json.load(open(sys.argv[2]))
loaded = recorder.Sessions(False)
shutil.copytree(orders['root'], orders['fresh'])
answers = []
for number, run in enumerate(orders['runs']):
    recorder._lay(orders, run['program'])
    answers.append(recorder._forked(orders, loaded, number))
json.dump(answers, open(orders['result'], 'w'))
"""
# w is halved at each step: the loss, w * w, goes from 1 to 1/4, 1/16 ...
HEAD = """\
import numpy as np
import tensorflow as tf
w = tf.Variable(1.0)
loss = w * w
optimizer = tf.train.GradientDescentOptimizer(0.25)
"""
TAIL = """\
sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(3):
    {run}
assert sess.run(w) == 0.125
"""
HALVED = [1.0, 0.25, 0.0625]
FOLLOWED = {
    "minimized": ("train = optimizer.minimize(loss)", "assert sess.run(train) is None"),
    "counted": (
        "count = tf.Variable(0)\ntrain = optimizer.minimize(loss, global_step=count)",
        "assert sess.run([train, count])[0] is None",
    ),
    "fetched as well": (
        "train = optimizer.minimize(loss)",
        "assert list(sess.run({'loss': loss, 'train': train})) == ['loss', 'train']",
    ),
    "fetched twice": ("train = optimizer.minimize(loss)", "assert len(sess.run([train, loss, loss])) == 3"),
    "run by itself": ("train = optimizer.minimize(loss)", "train.run(session=sess)"),
    "grouped": ("train = tf.group(optimizer.minimize(loss), tf.no_op())", "sess.run(train)"),
    "in front of what is fetched": (
        "with tf.control_dependencies([optimizer.minimize(loss)]):\n    train = tf.constant(7)",
        "assert sess.run(train) == 7",
    ),
    "applied": ("train = optimizer.apply_gradients(optimizer.compute_gradients(loss))", "sess.run(train)"),
    "of several losses": ("train = optimizer.minimize(tf.stack([loss, loss]) / 2)", "sess.run(train)"),
    "by a callable": (
        "train = optimizer.minimize(loss)",
        "sess.make_callable(train)()",
    ),
    "with what reads the weights behind": (
        "train = optimizer.minimize(loss + 0.0 * tf.reduce_sum(tf.stop_gradient(w) * tf.ones([300, 300])))",
        "sess.run(train)",
    ),
}
WITHOUT_STEPS = {
    "other runs": ("train = optimizer.minimize(loss)", "assert sess.run(loss) == 1.0"),
    "gradients alone": ("gradients = optimizer.compute_gradients(loss)", "sess.run(gradients)"),
}
PARTS = """\
p = tf.placeholder(tf.float32, [])
with tf.control_dependencies([optimizer.minimize(loss)]):
    end = tf.identity(p)
def step(sess):
    handle = sess.partial_run_setup([end], [p])
    sess.partial_run(handle, end, {p: 1.0})
def caught(sess):
    try:
        step(sess)
    except:
        pass"""
THREAD = """\
import threading
train = optimizer.minimize(loss)
def step(sess):
    thread = threading.Thread(target=sess.run, args=(train,))
    thread.start()
    thread.join()"""
BRANCH = """\
choice = tf.constant(True)
train = tf.cond(choice, lambda: tf.group(optimizer.minimize(loss)), tf.no_op)"""
LOST = {
    "on a condition": (BRANCH, "sess.run(train)", "the step, or its loss, stands in a loop or condition of the graph"),
    "in parts": (PARTS, "step(sess)", "the session run is done in parts (partial_run)"),
    "caught": (PARTS, "caught(sess)", "the session run is done in parts (partial_run)"),
    "in another thread": (THREAD, "step(sess)", "a step is run in another thread"),
}
DRAWN = """\
import random
import numpy as np
import tensorflow as tf
{seeds}
w = tf.get_variable('w', [3], initializer=tf.random_normal_initializer())
noise = tf.random_normal([])
loss = tf.reduce_sum(w * w) + noise + float(np.random.rand()) + random.random()
train = tf.train.{optimizer}(0.1).minimize(loss)
later = tf.random_normal([])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(tf.train.GradientDescentOptimizer(0.1).minimize(later + 0.0 * w[0]))
"""
SEEDS = "tf.set_random_seed(3); np.random.seed(4); random.seed(5)"
DRAWN_BY = {  # the optimizer, what seeds, and the seeds of the runs
    "sgd unseeded": ("GradientDescentOptimizer", "", (0, 1)),
    "sgd seeded": ("GradientDescentOptimizer", SEEDS, (0, 1)),
    "adam unseeded": ("AdamOptimizer", "", (0,)),
    "adam seeded": ("AdamOptimizer", SEEDS, (1,)),
}
CAUGHT = """\
train = optimizer.minimize(loss)
def step(sess):
    try:
        sess.run(train)
    except Exception:
        pass"""
ENDS = {
    "steps left over": ("train = optimizer.minimize(loss)", "[sess.run(train) for _ in range(100)]"),
    "the end caught": (CAUGHT, "[step(sess) for _ in range(100)]"),
}


def texts() -> dict[str, str]:
    """Every program."""
    found = {}
    for name, (built, run) in {**FOLLOWED, **WITHOUT_STEPS, **ENDS}.items():
        found[name] = f"{HEAD}{built}\n{TAIL.format(run=run)}"
        if name in WITHOUT_STEPS:
            found[name] = found[name].replace("== 0.125", "== 1.0")
    for name, (built, run, _) in LOST.items():
        found[name] = f"{HEAD}{built}\n{TAIL.format(run=run)}"
    for name, (optimizer, seeds, _) in DRAWN_BY.items():
        found[name] = DRAWN.format(optimizer=optimizer, seeds=seeds)
    return found


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("legacy_python", id="TensorFlow 1.15"),
        pytest.param("", id="TensorFlow 2", marks=pytest.mark.nightly),
    ],
)
def answers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the recorder wrote of each program, and of some with each of two seeds."""
    folder = tmp_path_factory.mktemp("recorder")
    root = folder / "program"
    root.mkdir()
    (root / "train.py").write_text("")
    laid = {}
    for number, (name, text) in enumerate(texts().items()):
        (folder / f"{number}.py").write_text(text)
        laid[name] = {"train.py": str(folder / f"{number}.py")}
    wanted = [Order(name, seed) for name in laid for seed in (DRAWN_BY[name][2] if name in DRAWN_BY else (0,))]
    orders = {
        "root": str(root),
        "fresh": str(folder / "fresh"),
        "result": str(folder / "result.json"),
        "progress": str(folder / "progress"),
        "script": "train.py",
        "cwd": ".",
        "arguments": [],
        "steps": 20,
        "timeout": 60,
        "programs": laid,
        "runs": [vars(one) for one in wanted],
    }
    (folder / "orders.json").write_text(json.dumps(orders))
    python = request.getfixturevalue(request.param) if request.param else sys.executable
    subprocess.run(
        [str(python), "-c", LAUNCH, str(RECORDER), str(folder / "orders.json")],
        env=environment("cpu", SESSIONS, folder),
        stdout=subprocess.DEVNULL,
        timeout=300,
        check=True,
    )
    found = json.loads((folder / "result.json").read_text())
    return {f"{one.program} {one.seed}": answer for one, answer in zip(wanted, found, strict=True)}


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_step_is_followed_and_its_loss_is_that_before_it(answers: dict[str, Any], name: str) -> None:
    answer = answers[f"{name} 0"]
    assert (answer["end"], answer["error"]) == ("normal", "")
    (model,) = answer["models"]
    assert model["losses"] == ([value / 2 for value in HALVED] if name == "of several losses" else HALVED)
    assert (model["optimizer"], model["settings"]) == ("GradientDescentOptimizer", {"learning_rate": 0.25})
    assert model["compiled"][0] == "train.py"


@pytest.mark.parametrize("name", WITHOUT_STEPS)
def test_other_runs_are_no_steps(answers: dict[str, Any], name: str) -> None:
    assert (answers[f"{name} 0"]["end"], answers[f"{name} 0"]["models"]) == ("normal", [])


@pytest.mark.parametrize("name", ENDS)
def test_a_run_is_stopped_after_so_many_steps(answers: dict[str, Any], name: str) -> None:
    assert answers[f"{name} 0"]["end"] == "limit"
    assert [len(model["losses"]) for model in answers[f"{name} 0"]["models"]] == [20]


@pytest.mark.parametrize("name", LOST)
def test_what_cannot_be_followed_is_said(answers: dict[str, Any], name: str) -> None:
    assert (answers[f"{name} 0"]["end"], answers[f"{name} 0"]["error"]) == ("error", LOST[name][2])


@pytest.mark.parametrize(("seeds", "run"), [("unseeded", 0), ("seeded", 1)])
def test_both_optimizers_draw_the_same(answers: dict[str, Any], seeds: str, run: int) -> None:
    plain, adam = (
        [model["losses"][0] for model in answers[f"{optimizer} {seeds} {run}"]["models"]]
        for optimizer in ("sgd", "adam")
    )
    assert plain == pytest.approx(adam)
    assert len(plain) == 2  # the second one is of an op that is built behind the optimizer


def test_each_run_draws_others(answers: dict[str, Any]) -> None:
    drawn = {
        str(answers[f"sgd {seeds} {run}"]["models"][0]["losses"]) for seeds in ("unseeded", "seeded") for run in (0, 1)
    }
    assert len(drawn) == 4


def test_an_interpreter_that_is_too_old_is_said(python2: Path, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("print(1)\n")
    training = Training(str(python2), "cpu", 10, 60.0, (), 5)
    with pytest.raises(VerifyError, match="is too old: changes of training are run on Python"):
        run_all(tmp_path / "train.py", (), [Order(ORIGINAL)], training, print, SESSIONS)
