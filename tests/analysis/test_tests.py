"""Loops in tests are left out, unless the user names the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.examine import examine

LOOP = """\
import tensorflow as tf
x = tf.placeholder(tf.float32, [2])
{head}
    with tf.Session() as sess:
        for step in range(3):
            print(sess.run(tf.reduce_sum(x), {{x: [1.0, step]}}))
"""


@pytest.mark.parametrize(
    ("name", "head", "is_test"),
    [
        ("test_sums.py", "def sums():", True),
        ("sums_test.py", "def sums():", True),
        ("tests.py", "if True:", True),
        ("sums.py", "def test_sums():", True),
        ("sums.py", "class Sums(tf.test.TestCase):\n  def sums(self):", True),
        ("sums.py", "def sums():", False),
        ("contest.py", "def sums():", False),
        ("sums.py", "def testing():", False),
    ],
)
def test_a_loop_in_a_test_is_left_out_of_a_folder(tmp_path: Path, name: str, head: str, is_test: bool) -> None:
    script = tmp_path / name
    script.write_text(LOOP.format(head=head))
    assert bool(examine([script], named=[]).findings) is not is_test
    assert bool(examine([script], named=[]).edits) is not is_test


def test_a_file_of_tests_that_is_named_is_examined(tmp_path: Path) -> None:
    script = tmp_path / "test_sums.py"
    script.write_text(LOOP.format(head="def test_sums():"))
    assert examine([script], named=[script]).findings
    assert examine([script]).findings


def test_what_a_test_calls_is_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(LOOP.format(head="def sums():"))
    (tmp_path / "test_sums.py").write_text("import sums\n\ndef test_sums():\n    sums.sums()\n")
    assert examine(sorted(tmp_path.glob("*.py")), named=[]).findings
