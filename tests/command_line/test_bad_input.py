"""Bad input: one clear line, exit code 2, nothing written, no traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, Hoist

SLOW = FIXTURES / "solution_1_saver_only" / "before" / "train.py"


def assert_one_clear_line(answer: subprocess.CompletedProcess[str], *words: str) -> None:
    assert answer.returncode == 2, answer.stderr
    assert "Traceback" not in answer.stderr
    lines = answer.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("hoist: ")
    for word in words:
        assert word in lines[0]


@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_path_that_is_not_there(hoist: Hoist, command: str) -> None:
    assert_one_clear_line(hoist(command, "nowhere.py"), "nowhere.py")


def test_python_2_that_cannot_be_read_line_by_line_is_named_as_such(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("import tensorflow as tf\ndef area(name, (a, b)):\n    return a * b\n")
    assert_one_clear_line(hoist("check", "old.py"), "old.py:2", "Python 2")


def test_a_notebook_that_is_none(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text("[1, 2]")
    assert_one_clear_line(hoist("check", "a.ipynb"), "a.ipynb", "no notebook of Python code")


def test_a_file_that_cannot_be_decoded(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "bytes.py").write_bytes(b"x = '\xff'\n")
    assert_one_clear_line(hoist("check", "bytes.py"), "bytes.py", "utf-8")


def test_what_grows_the_graph_is_told_of_a_file_in_another_encoding_too(hoist: Hoist, tmp_path: Path) -> None:
    data = SLOW.read_bytes().replace(b"\n", b"  # \xd1\xb5\xc1\xb7\n", 1)
    (tmp_path / "train.py").write_bytes(data)
    for command in (["check"], ["fix", "--no-verify"]):
        answer = hoist(*command, "train.py")
        assert_one_clear_line(answer, "train.py:1", "utf-8")
        assert "refused HSR31" in answer.stdout
    assert (tmp_path / "train.py").read_bytes() == data


def test_one_bad_file_leaves_the_others_alone(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import tensorflow\ndef (\n")
    shutil.copy(SLOW, tmp_path / "train.py")
    answer = hoist("check", ".")
    assert_one_clear_line(answer, "broken.py:2")
    assert "train.py: 1 finding" in answer.stdout


def test_an_unknown_rule(hoist: Hoist) -> None:
    assert_one_clear_line(hoist("check", "--select", "HST9"), "HST9", "hoist rules")


def test_no_such_interpreter(hoist: Hoist, tmp_path: Path) -> None:
    shutil.copy(SLOW, tmp_path / "train.py")
    answer = hoist("fix", "--python", "/nowhere/python", "train.py")
    assert_one_clear_line(answer, "/nowhere/python")
    assert (tmp_path / "train.py").read_bytes() == SLOW.read_bytes()


def test_an_interpreter_without_tensorflow(hoist: Hoist, tmp_path: Path) -> None:
    subprocess.run([os.sys.executable, "-m", "venv", "--without-pip", "empty"], cwd=tmp_path, check=True)  # type: ignore[attr-defined]
    shutil.copy(SLOW, tmp_path / "train.py")
    answer = hoist("fix", "--python", tmp_path / "empty" / "bin" / "python", "train.py")
    assert_one_clear_line(answer, "TensorFlow")


@pytest.mark.parametrize("device", ["gpu", "gpu:7", "tpu"])
def test_a_device_that_is_not_there_says_what_is(hoist: Hoist, tmp_path: Path, device: str) -> None:
    shutil.copy(SLOW, tmp_path / "train.py")
    assert_one_clear_line(hoist("fix", "--device", device, "train.py"), "cpu")
    assert (tmp_path / "train.py").read_bytes() == SLOW.read_bytes()


def test_too_few_steps(hoist: Hoist) -> None:
    answer = hoist("fix", "--steps", "2", SLOW)
    assert answer.returncode == 2
    assert "--steps" in answer.stderr


def test_a_script_to_verify_that_is_not_there(hoist: Hoist) -> None:
    assert_one_clear_line(hoist("verify", SLOW, "nowhere.py"), "nowhere.py")


def test_a_read_only_file_is_not_written(hoist: Hoist, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write what is read-only: run as an ordinary user")
    script = tmp_path / "train.py"
    shutil.copy(SLOW, script)
    script.chmod(0o444)
    answer = hoist("fix", "--no-verify", "train.py")
    assert answer.returncode == 2
    assert "read-only" in answer.stderr
    assert script.read_bytes() == SLOW.read_bytes()
