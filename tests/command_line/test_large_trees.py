"""Large, deep and odd trees: each fault is one line, and the rest is examined."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line.conftest import ROOT, Hoist

HEAD = "import tensorflow as tf\nx = tf.constant(1.0)\n"
LOOP = "with tf.Session() as sess:\n    for i in range(100):\n        y = x * 2.0\n        sess.run(y)\n"


def test_empty_files_are_no_fault(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_bytes(b"")
    (tmp_path / "blank.py").write_text("\n\n# nothing\n")
    answer = hoist("check", ".")
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.slow
def test_a_file_of_twenty_thousand_lines(hoist: Hoist, tmp_path: Path) -> None:
    lines = "".join(f"v{i} = tf.add(x, {i}.0)\n" for i in range(20_000))
    (tmp_path / "long.py").write_text(HEAD + lines + LOOP)
    answer = hoist("check", ".", "--output-format", "json", timeout=120)
    assert answer.returncode == 1
    assert '"line": 20005' in answer.stdout


@pytest.mark.slow
def test_a_loop_of_twenty_thousand_lines(hoist: Hoist, tmp_path: Path) -> None:
    lines = "".join(f"        v{i} = {i} + i\n" for i in range(20_000))
    (tmp_path / "long.py").write_text(HEAD + LOOP + lines)
    answer = hoist("check", ".", "--output-format", "json", timeout=120)
    assert answer.returncode == 1
    assert '"line": 5' in answer.stdout


@pytest.mark.parametrize("terms", [700, 20_000])
def test_an_expression_that_is_nested_too_deeply_is_one_line(hoist: Hoist, tmp_path: Path, terms: int) -> None:
    (tmp_path / "deep.py").write_text(f"{HEAD}z = {'+'.join(['x'] * terms)}\n{LOOP}")
    (tmp_path / "train.py").write_text(HEAD + LOOP)
    answer = hoist("check", ".")
    assert answer.returncode == 2
    (line,) = answer.stderr.splitlines()
    assert "deep.py" in line
    assert "nested too deeply" in line
    assert "train.py: 1 finding" in answer.stdout


def test_links_that_lead_in_circles(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(HEAD + LOOP)
    (tmp_path / "here").symlink_to(".")
    (tmp_path / "up").symlink_to(tmp_path)
    (tmp_path / "itself.py").symlink_to("itself.py")
    answer = hoist("check", ".")
    assert answer.returncode == 2
    (line,) = answer.stderr.splitlines()
    assert "itself.py" in line
    assert "train.py: 1 finding" in answer.stdout


def test_a_folder_that_may_not_be_read(hoist: Hoist, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    (tmp_path / "train.py").write_text(HEAD + "import closed.part\n" + LOOP)
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed").chmod(0)
    answer = hoist("check", ".")
    (tmp_path / "closed").chmod(0o755)
    assert answer.returncode == 2
    (line,) = answer.stderr.splitlines()
    assert "closed" in line
    assert "train.py: 1 finding" in answer.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_being_stopped_ends_all_processes(tmp_path: Path, number: signal.Signals) -> None:
    calls = "".join(f"    x{i} = tf.layers.dense(x, {i + 1})\n" for i in range(2_000))
    for name in range(40):
        (tmp_path / f"train{name}.py").write_text(f"{HEAD}def build():\n{calls}    return x\nbuild()\n{LOOP}")
    process = subprocess.Popen(
        [sys.executable, "-m", "hoist", "check", "."],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        time.sleep(2)
        assert process.poll() is None
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)  # the pipes are closed once the last process has gone
    finally:
        process.terminate()
    assert process.returncode == 130
    assert errors == "hoist: stopped\n"
