"""hoist fix, as far as it works on text: diffs, writing, leaving alone. All fixtures: tests/rules/test_goldens.py."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, ROOT, Hoist

SOME = ("run_argument", "tabs_crlf_bom", "imported_builder")


def copy_of(name: str, target: Path) -> Path:
    shutil.copytree(FIXTURES / name / "before", target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}


@pytest.mark.parametrize("name", SOME)
def test_the_printed_diff_is_taken_by_git_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    work = copy_of(name, tmp_path / "work")
    before = texts(work)
    command = [sys.executable, "-m", "hoist", "fix", "--diff", "."]
    answer = subprocess.run(command, cwd=work, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert answer.returncode == 1, answer.stderr
    assert texts(work) == before
    subprocess.run(["git", "init", "-q"], cwd=work, check=True)
    subprocess.run(["git", "apply", "-"], cwd=work, input=answer.stdout, check=True)
    assert texts(work) == texts(FIXTURES / name / "after")


@pytest.mark.parametrize("name", SOME)
def test_writing_gives_the_golden_files_and_a_second_time_changes_nothing(
    hoist: Hoist, tmp_path: Path, name: str
) -> None:
    work = copy_of(name, tmp_path / "work")
    assert hoist("fix", "--no-verify", ".", cwd=work).returncode == 0
    assert texts(work) == texts(FIXTURES / name / "after")
    again = hoist("fix", "--diff", ".", cwd=work)
    assert again.stdout == ""
    assert again.returncode == 0


def test_the_mode_of_a_file_is_kept(hoist: Hoist, tmp_path: Path) -> None:
    script = copy_of("run_argument", tmp_path / "work") / "train.py"
    script.chmod(0o751)
    hoist("fix", "--no-verify", script)
    assert stat.S_IMODE(script.stat().st_mode) == 0o751
    assert script.read_bytes() == (FIXTURES / "run_argument" / "after" / "train.py").read_bytes()


def test_findings_that_remain_are_said_with_the_exit_code(hoist: Hoist, tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "refused" / "op_level_seed.py", tmp_path / "train.py")
    answer = hoist("fix", "--no-verify", "train.py")
    assert answer.returncode == 1
    assert "refused HSR08" in answer.stdout
    assert hoist("fix", "--diff", "train.py").returncode == 0


def test_a_build_that_cannot_be_edited_is_refused(hoist: Hoist, tmp_path: Path) -> None:
    text = "import tensorflow as tf\nx = tf.placeholder(tf.float32, [])\nsess = tf.Session()\n"
    text += "for k in range(3): y = x * 2.0; print(sess.run(y, {x: k}))\n"
    (tmp_path / "train.py").write_text(text)
    answer = hoist("fix", "--no-verify", "train.py")
    rewritten = (tmp_path / "train.py").read_text()
    if rewritten == text:
        assert "refused HSR28" in answer.stdout
    else:
        assert rewritten.index("y = x * 2.0") < rewritten.index("for k")
