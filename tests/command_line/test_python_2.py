"""hoist fix of scripts in Python 2: proved where a Python 2 is given, said in one line where none is."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, Hoist

OLD = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
with tf.Session() as sess:
    for step in range(1000):
        y = x * 2
        print step, sess.run(y, {x: [1, 2]})
"""
NEW = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
y = x * 2
with tf.Session() as sess:
    for step in range(1000):
        print step, sess.run(y, {x: [1, 2]})
"""
LEAKS = OLD.replace("        print", "        z = [x for x in (x, x)]\n        print")


def test_what_is_shown_from_the_source_is_written_without_a_run(hoist: Hoist, tmp_path: Path) -> None:
    script = tmp_path / "old.py"
    script.write_text(OLD)
    script.chmod(0o754)
    checked, fixed = hoist("check", "old.py"), hoist("fix", "old.py", "--no-verify")
    assert (checked.returncode, fixed.returncode) == (1, 0)
    assert "remedy: hoist it" in checked.stdout
    assert "old.py:6:9" in checked.stdout
    assert script.read_text() == NEW
    assert stat.S_IMODE(script.stat().st_mode) == 0o754
    assert "No findings" in hoist("check", "old.py").stdout


def test_lines_are_shown_as_they_stand(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(OLD.replace("        y = x * 2\n", "").replace("run(y", "run(x * 2"))
    shown = hoist("check", "old.py").stdout
    assert "old.py:6:30" in shown
    assert "6 |         print step, sess.run(x * 2, {x: [1, 2]})\n  |                              ^^^^^\n" in shown


def test_what_python_2_does_otherwise_is_said_and_left(hoist: Hoist, tmp_path: Path) -> None:
    script = tmp_path / "old.py"
    script.write_text(LEAKS)
    fixed = hoist("fix", "old.py", "--no-verify")
    assert fixed.returncode == 1
    assert "refused HSR32: Python 2 does something else here: the list comprehension's x" in fixed.stdout
    assert script.read_text() == LEAKS


def test_a_module_in_python_2_that_cannot_be_read_makes_the_program_one(hoist: Hoist, tmp_path: Path) -> None:
    script = tmp_path / "new.py"
    script.write_text(LEAKS.replace("print step, sess.run(y, {x: [1, 2]})", "print(sess.run(y))") + "import areas\n")
    (tmp_path / "areas.py").write_text("def area(name, (width, height)):\n    return width * height\n")
    before = script.read_text()
    assert "refused HSR32" in hoist("fix", "--no-verify", ".").stdout
    assert script.read_text() == before


@pytest.mark.slow
def test_without_a_python_2_it_could_not_be_run(hoist: Hoist, tmp_path: Path) -> None:
    script = tmp_path / "old.py"
    script.write_text(OLD)
    answer = hoist("fix", "old.py")
    assert answer.returncode == 3
    assert answer.stderr == ""
    verdicts = [line for line in answer.stdout.splitlines() if line.startswith("Verdict:")]
    assert len(verdicts) == 1
    assert "could not be run: old.py:7: the syntax is that of Python 2" in verdicts[0]
    assert "--python PATH of a Python 2" in verdicts[0]
    assert "Not written: old.py" in answer.stdout
    assert script.read_text() == OLD


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crlf_bom_no_last_newline", "latin_1", "two_files"])
def test_with_a_python_2_it_is_proved_and_written(hoist: Hoist, tmp_path: Path, python2: Path, name: str) -> None:
    work = tmp_path / "work"
    shutil.copytree(FIXTURES / "python2" / name / "before", work)
    answer = hoist("fix", "--output-format", "json", "--python", python2, "--steps", "6", cwd=work)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    (script,) = json.loads(answer.stdout)["scripts"]
    assert script["verdict"] == "same_bits"
    assert script["original"]["nodes_per_turn"] > 0
    assert script["rewritten"]["nodes_per_turn"] == 0
    for path in (FIXTURES / "python2" / name / "after").glob("*.py"):
        assert (work / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", ["crlf_bom_no_last_newline", "latin_1", "tabs"])
def test_git_takes_the_diff_that_is_printed(hoist: Hoist, tmp_path: Path, name: str) -> None:
    before, after = (FIXTURES / "python2" / name / form / "train.py" for form in ("before", "after"))
    shutil.copy(before, tmp_path)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    command = "$PYTHON -m hoist fix --diff train.py > change.patch; git apply change.patch"
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": sys.executable, "PYTHONPATH": str(FIXTURES.parent)}
    subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "train.py").read_bytes() == after.read_bytes()
