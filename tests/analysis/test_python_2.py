"""What tells that a program is for Python 2, and what nobody calls in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.crew import Crew
from hoist.examine import examine
from hoist.survey import survey_files

BUILDS = """\
import tensorflow as tf
x = tf.constant([1.0, 2.0])
with tf.Session() as sess:
    for i in range(4):
        print(sess.run(tf.reduce_sum(x)))
"""


def reasons(script: Path, text: str) -> set[str | None]:
    script.write_text(text)
    return {finding.remedy.reason for finding in examine([script]).findings}


def test_an_exec_that_nobody_calls_counts_in_python_2_only(tmp_path: Path) -> None:
    code = f"{BUILDS}\ndef run(code):\n    exec(code)\n"
    assert reasons(tmp_path / "new.py", code) == {None}
    assert reasons(tmp_path / "old.py", f"{code}    print code\n") == {"HSR32"}


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("size = 1\n", False),
        ("print 'size'\n", True),
        ("#!/usr/bin/env python2\nsize = 1\n", True),
        ("def area(name, (width, height)):\n    return width\n", True),
    ],
)
def test_one_file_in_python_2_makes_the_program_one(tmp_path: Path, module: str, expected: bool) -> None:
    script = (tmp_path / "train.py").resolve()
    script.write_text("import sizes\n")
    (script.parent / "sizes.py").write_text(module)
    survey = survey_files([script], Crew(1))
    assert survey.for_python_2(survey.closure(script, survey.roots(script))) == expected
