"""Runs the command line as a user does: a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
Hoist = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def hoist(tmp_path: Path) -> Hoist:
    """Give a function that runs hoist with the arguments, in a folder (a temporary one if none is named)."""

    def run(*arguments: str | Path, cwd: Path = tmp_path, timeout: float = 600) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(
            [sys.executable, "-m", "hoist", *map(str, arguments)],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )

    return run
