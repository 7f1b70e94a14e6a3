"""Which processes of this machine belong to a test: those that have its mark in their environment or command line.

The mark is a path, so that a program which throws its environment away can still bear it.
"""

from __future__ import annotations

import contextlib
import os
import time

import psutil

MARK = "HOIST_TEST_MARK"


def marked(mark: str) -> list[psutil.Process]:
    """Every process but this one that has the mark and has not ended."""
    found = []
    for one in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            ended = one.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
            if one.pid != os.getpid() and not ended and _bears(one, mark):
                found.append(one)
    return found


def _bears(process: psutil.Process, mark: str) -> bool:
    return process.environ().get(MARK) == mark or any(f"{mark}/" in f"{word}/" for word in process.cmdline())


def none_left(mark: str, seconds: float = 10.0) -> list[str]:
    """The command lines of what still runs after some seconds; empty as soon as nothing does."""
    deadline = time.monotonic() + seconds
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return [described(one) for one in left]


def described(process: psutil.Process) -> str:
    """What a process is called."""
    try:
        return f"{process.pid}: {' '.join(process.cmdline())}"
    except psutil.Error:
        return f"{process.pid}: ended"


def end(mark: str) -> None:
    """Kill everything that has the mark."""
    while left := marked(mark):
        for one in left:
            with contextlib.suppress(psutil.Error):
                one.kill()
        psutil.wait_procs(left, timeout=5)
