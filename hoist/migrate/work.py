"""The process that works on one repository: a task on standard input, lines of JSON on standard output.

It ends, with all that it started, when its standard input is closed: so nothing goes on when the process that asked for
the work is gone, in whatever way.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from hoist.migrate.repository import Task, work_on
from hoist.verify.runner import kill_marked

if TYPE_CHECKING:
    from typing import NoReturn

MARK = "HOIST_TASK"  # in the environment of this process and of all that it starts


def main() -> None:
    """Do the work that is asked for."""
    signal.signal(signal.SIGTERM, _stop)
    # What a library prints must not be read as an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    orders = json.loads(_line())
    folder = Path(orders["folder"])
    threading.Thread(target=_leave_with_parent, args=(folder,), daemon=True).start()
    clones, temporary = folder / "clone", folder / "tmp"
    for one in (clones, temporary):
        one.mkdir()
    tempfile.tempdir = str(temporary)
    result = work_on(msgspec.convert(orders["task"], Task), clones, lambda line: _answer(answers, "at", line))
    _answer(answers, "result", result.to_json())


def _line() -> bytes:
    line = bytearray()
    while not line.endswith(b"\n"):
        read = os.read(0, 1 << 16)
        if not read:
            break
        line += read
    return bytes(line)


def _answer(answers: BinaryIO, kind: str, value: Any) -> None:
    answers.write(json.dumps({kind: value}).encode("ascii") + b"\n")


def _stop(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(1)


def _leave_with_parent(folder: Path) -> None:
    """Wait for the end of standard input; then end what was started, and remove what was written."""
    # Not by way of `sys.stdin`, whose lock a process that is forked meanwhile would find held for ever.
    while os.read(0, 1):
        pass
    kill_marked(MARK, os.environ.get(MARK, ""))
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)
