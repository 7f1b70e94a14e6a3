"""What has given up its parent, its session and its environment is ended nevertheless, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="adoption is Linux's")
LEAVES = """
import os, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
from hoist.verify.adoption import adopt, adopts, descendants, end_descendants

def left(word):
    if os.fork() == 0:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", sys.argv[2], word], {})
        os._exit(0)
    os.wait()

if "adopt" in sys.argv:
    adopt()
    left("before")
    assert adopts()
    kept = descendants()
    assert len(kept) == 1
    left("behind")
    end_descendants(kept)
else:
    assert not adopts()
    left("before")
    end_descendants()
print("looked", flush=True)
sys.stdin.read()
end_descendants()
"""


def left(mark: str) -> list[str]:
    found = []
    for one in psutil.process_iter(["cmdline"]):
        words = one.info["cmdline"] or []
        if mark in words and words[-1] in ("before", "behind") and one.status() != psutil.STATUS_ZOMBIE:
            found.append(words[-1])
    return found


@pytest.mark.parametrize(("order", "first", "last"), [("adopt", ["before"], []), ("leave", ["before"], ["before"])])
def test_what_is_left_goes_where_it_is_adopted(tmp_path: Path, order: str, first: list[str], last: list[str]) -> None:
    mark = str(tmp_path)
    command = [sys.executable, "-c", LEAVES, str(ROOT), mark, order]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "looked\n"
        assert left(mark) == first
        process.communicate()
        assert process.returncode == 0
        assert left(mark) == last
    finally:
        for one in psutil.process_iter(["cmdline"]):
            if mark in (one.info["cmdline"] or []):
                one.kill()
        deadline = time.monotonic() + 10
        while left(mark) and time.monotonic() < deadline:
            time.sleep(0.1)
