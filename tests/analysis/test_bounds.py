"""Growth that ends, and growth that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.examine import examine
from hoist.findings import Severity

HEAD = """\
import numpy as np
import tensorflow as tf
x = tf.get_variable('x', [2])
sess = tf.Session()
weights = np.load('weights.npy').item()
"""


def bounds(tmp_path: Path, text: str) -> list[str]:
    script = tmp_path / "script.py"
    script.write_text(HEAD + text)
    return [finding.bound for finding in examine([script]).findings]


@pytest.mark.parametrize(
    "loop",
    [
        "for i in range(1000):",
        "for i in range(int(weights['n'])):",
        "while True:",
        "for i in weights:",
        "for i, batch in enumerate(weights):",
        "for i, picture in weights.items():",
        "for i in [1, 2, *weights]:",
        "for i in tf.trainable_variables():",
    ],
)
def test_growth_without_end(tmp_path: Path, loop: str) -> None:
    assert bounds(tmp_path, f"{loop}\n    sess.run(x * 2)\n") == [""]


@pytest.mark.parametrize(
    ("loop", "bound"),
    [
        ("for i in range(3):", "3 turns"),
        ("for i in range(10, 20, 5):", "2 turns"),
        ("for i in ('a', 'b'):", "2 turns"),
        ("EPOCHS = 4\nfor i in range(EPOCHS):", "4 turns"),
        ("for i, name in enumerate(['a', 'b', 'c']):", "3 turns"),
    ],
)
def test_few_turns(tmp_path: Path, loop: str, bound: str) -> None:
    assert bounds(tmp_path, f"{loop}\n    sess.run(x * 2)\n") == [bound]


@pytest.mark.parametrize(
    ("loop", "bound"),
    [
        ("for name in weights:", "the entries of `weights`"),
        ("for name in sorted(weights):", "the entries of `weights`"),
        ("for name, value in weights.items():", "the entries of `weights`"),
        ("for v in tf.trainable_variables():", "the variables"),
    ],
)
def test_weights_that_are_loaded(tmp_path: Path, loop: str, bound: str) -> None:
    name = "v.name" if loop.startswith("for v") else "name"
    assert bounds(tmp_path, f"{loop}\n    sess.run(tf.assign(x, weights[{name}]))\n") == [bound]


def test_a_loop_in_a_loop(tmp_path: Path) -> None:
    text = "for a in weights:\n    for b in weights[a]:\n        sess.run(tf.assign(x, weights[a][b]))\n"
    assert bounds(tmp_path, text) == ["the entries of `weights` x the entries of `weights[a]`"]


def test_a_few_turns_of_an_endless_loop(tmp_path: Path) -> None:
    assert bounds(tmp_path, "while True:\n    for i in range(3):\n        sess.run(x * 2)\n") == [""]


def test_a_few_turns_of_a_few_turns_may_be_many(tmp_path: Path) -> None:
    assert bounds(tmp_path, "for i in range(9):\n    for j in range(9):\n        sess.run(x * 2)\n") == [""]


def test_a_helper_that_an_endless_loop_calls(tmp_path: Path) -> None:
    helper = "def show():\n    for i in range(3):\n        sess.run(x * 2)\n"
    assert bounds(tmp_path, helper + "show()\n") == ["3 turns"]
    assert set(bounds(tmp_path, helper + "while True:\n    show()\n")) == {""}


def test_a_helper_called_a_few_times(tmp_path: Path) -> None:
    helper = "def show(i):\n    print(i, sess.run(x * i))\n"
    assert bounds(tmp_path, helper + "for i in (1, 2):\n    show(i)\n") == ["2 turns"]


def test_helpers_of_helpers(tmp_path: Path) -> None:
    helpers = "def scale(i):\n    return x * i\ndef show(i):\n    {}\n"
    plain = helpers.format("sess.run(scale(i))")
    looped = helpers.format("for j in range(2):\n        sess.run(scale(i))")
    endless = helpers.format("while sess.run(x)[0] > i:\n        sess.run(scale(i))")
    assert set(bounds(tmp_path, plain + "for i in (1, 2):\n    show(i)\n")) == {"2 turns"}
    assert set(bounds(tmp_path, looped + "for i in (1, 2):\n    show(i)\n")) == {"2 turns"}
    assert set(bounds(tmp_path, looped + "while True:\n    show(i)\n")) == {""}
    assert set(bounds(tmp_path, endless + "for i in (1, 2):\n    show(i)\n")) == {""}


def test_a_helper_with_an_endless_loop_called_a_few_times(tmp_path: Path) -> None:
    helper = "def show(i):\n    while sess.run(x)[0] > i:\n        sess.run(x * i)\n"
    assert set(bounds(tmp_path, helper + "for i in (1, 2):\n    show(i)\n")) == {""}


def test_growth_that_ends_matters_less(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(HEAD + "for i in range(3):\n    sess.run(x * 2)\nwhile True:\n    sess.run(x * 3)\n")
    assert [finding.severity for finding in examine([script]).findings] == [Severity.NOTE, Severity.WARNING]


def test_a_build_that_is_met_by_one_of_several_objects_only_is_unproven(tmp_path: Path) -> None:
    classes = "class A:\n    def go(self):\n        sess.run(x * 2)\nclass B:\n    def go(self):\n        sess.run(x)\n"
    script = tmp_path / "script.py"
    script.write_text(
        HEAD + classes + "import sys\nobject = A() if sys.argv[1:] else B()\nwhile True:\n    object.go()\n"
    )
    (finding,) = examine([script]).findings
    assert not finding.certain
    assert [(place.name, place.one_of_several) for place in finding.chain] == [("go", True)]
    script.write_text(HEAD + classes + "object = A()\nwhile True:\n    object.go()\n")
    (finding,) = examine([script]).findings
    assert finding.certain
