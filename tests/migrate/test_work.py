"""The process that works on one repository, when whoever asked for the work is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hoist.migrate.repository import Task
from hoist.migrate.sources import Repository

ROOT = Path(__file__).parents[2]
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from hoist.migrate.work import main; main()"


@pytest.mark.parametrize("said", [b"", b'{"repository": {"na'], ids=["nothing", "half a line"])
def test_nobody_is_there_to_ask(tmp_path: Path, said: bytes) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "errors").write_bytes(b"")
    command = [sys.executable, "-c", START, str(folder)]
    done = subprocess.run(command, input=said, cwd=folder, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_nobody_is_there_to_tell(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    task = Task(Repository("gone", str(tmp_path / "gone")), "cure", "2026-01-02T03:04:05+00:00")
    command = [sys.executable, "-c", START, str(folder)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(json.dumps(msgspec.to_builtins(task)).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(60) == 1
    assert process.stderr.read() == b""
    assert list(tmp_path.iterdir()) == []
    process.stdin.close()
    process.stderr.close()
