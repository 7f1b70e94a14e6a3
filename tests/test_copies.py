"""Work in copies of the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoist.copies import CopyEnded, in_copy

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot copy a process")


def test_a_copy_gives_what_it_found_and_changes_nothing_here() -> None:
    kept = [1]

    def work() -> int:
        kept.append(2)
        return len(kept)

    assert in_copy(work) == 2
    assert kept == [1]


def test_a_copy_of_a_copy() -> None:
    assert in_copy(lambda: in_copy(os.getpid)) != os.getpid()


def test_a_copy_that_is_killed_is_told_from_one_that_gives_nothing() -> None:
    assert in_copy(lambda: None) is None
    with pytest.raises(CopyEnded):
        in_copy(lambda: os.kill(os.getpid(), signal.SIGKILL))


ENDLESS = """\
import os, sys, time
from hoist.copies import in_copy

def endless():
    print(os.getpid(), flush=True)
    time.sleep(600)

in_copy(lambda: in_copy(endless))
"""


def test_who_ends_a_process_ends_its_copies(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1]
    )
    assert process.stdout is not None
    inner = int(process.stdout.readline())
    process.terminate()
    process.wait(20)
    process.stdout.close()
    for _ in range(200):
        if not Path(f"/proc/{inner}").exists():
            return
        time.sleep(0.05)
    pytest.fail("the copy is still there")
