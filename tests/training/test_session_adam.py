"""What HST303 does with each of the small session programs that try to mislead it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoist.training.examine import propose
from hoist.training.proposal import Wishes
from tests.training.programs_text import SESSION, Text, programs
from tests.training.test_adam import changed_text, proposed

PROGRAMS = {text.name: text for text in programs("sessions")}


def test_more_programs_are_left_alone_than_changed() -> None:
    assert sum(not text.changes for text in PROGRAMS.values()) > len(PROGRAMS) * 2 / 3


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(text: Text, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(text.script)
    found = proposed(script)
    assert not found.problems
    if text.changes:
        assert [one.refusal for one in found.proposals] == [""], found.proposals[0].reason
        lines = changed_text(found).splitlines()
        assert text.expected in [line.strip() for line in lines]
        assert text.expected not in [line.strip() for line in text.script.splitlines()]
        ast.parse(changed_text(found))
    else:
        assert not found.groups
        assert {one.refusal or "changed" for one in found.proposals} == {text.expected} - {"silent"}


def test_what_was_changed_is_left_alone(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    for text in PROGRAMS.values():
        if text.changes:
            script.write_text(text.script)
            script.write_text(changed_text(proposed(script)))
            assert proposed(script).proposals == ()


def test_the_rate_that_is_asked_for_is_written_and_what_goes_is_said(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        f"{SESSION}M = 0.9\ntrain = tf.train.MomentumOptimizer(0.1, M, use_nesterov=True).minimize(loss)\n"
    )
    found = proposed(script, 0.01)
    assert "tf.train.AdamOptimizer(learning_rate=0.01).minimize(loss)" in changed_text(found)
    change = found.proposals[0].change
    assert change.startswith("Adam at the rate 0.01, as asked; the rate of MomentumOptimizer (0.1) is not carried over")
    assert change.endswith("left out with MomentumOptimizer: momentum=M, use_nesterov=True; `M` is no longer read")


def test_python_2_is_read_and_not_written(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(f"{SESSION}train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)\nprint 'built'\n")
    found = proposed(script)
    assert [one.refusal for one in found.proposals] == ["HSR31"]
    assert not found.groups


def test_what_another_file_builds_in_a_loop_is_left_alone(tmp_path: Path) -> None:
    built = "def build():\n    return tf.train.GradientDescentOptimizer(0.1).minimize(loss)\n"
    (tmp_path / "net.py").write_text(SESSION + built)
    for head, refusal in (("for _ in range(3):\n", "HSR56"), ("if True:\n", "")):
        (tmp_path / "train.py").write_text(f"import net\n{head}    net.build()\n")
        found = propose(sorted(tmp_path.glob("*.py")), select=["HST303"], wishes=Wishes(), base=tmp_path)
        assert [one.refusal for one in found.proposals] == [refusal]


@pytest.mark.parametrize(
    ("helper", "refusal"),
    [
        ("def resume(saver, sess):\n    saver.restore(sess, 'begun')\n", "HSR45"),
        ("def count(tf):\n    return len(tf.global_variables())\n", "HSR58"),
        ("def critic(optimizer, loss):\n    return optimizer.minimize(loss)\n", "HSR57"),
        ("def op(graph):\n    return graph.get_operation_by_name('GradientDescent')\n", "HSR20"),
        ("def slot(model, w):\n    return model.get_slot(w, 'momentum')\n", "HSR43"),
        ("import train\nprint(train.descent)\n", "HSR43"),
        ("from train import descent\n", "HSR43"),
        ("from train import *\nprint(descent)\n", "HSR43"),
        ("def compiled(model):\n    model.compile(loss='mse')\n", "HSR46"),
        ("import re\nWORD = re.compile('[a-z]+')\n", ""),
        ("from scipy.optimize import minimize\nimport scipy\nscipy.optimize.minimize(abs, 1.0)\n", ""),
        ("def double(x):\n    return 2 * x\n", ""),
    ],
)
def test_what_another_file_of_the_program_does_counts(tmp_path: Path, helper: str, refusal: str) -> None:
    (tmp_path / "helper.py").write_text(helper)
    trains = "descent = tf.train.GradientDescentOptimizer(0.1)\ntrain = descent.minimize(loss)\n"
    (tmp_path / "train.py").write_text(f"import helper\n{SESSION}{trains}")
    found = propose(sorted(tmp_path.glob("*.py")), select=["HST303"], wishes=Wishes(), base=tmp_path)
    assert [one.refusal for one in found.proposals] == [refusal]
    assert bool(found.groups) is (refusal == "")
