"""The process that works on one repository, in the folder that it is given as its argument.

It reads a task from standard input, and writes lines of JSON to standard output.

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
from hoist.migrate.result import Result
from hoist.verify.adoption import adopt, end_descendants
from hoist.verify.runner import kill_marked

if TYPE_CHECKING:
    from typing import NoReturn

MARK = "HOIST_TASK"  # in the environment of this process and of all that it starts


def main() -> None:
    """Do the work that is asked for."""
    signal.signal(signal.SIGTERM, _stop)
    adopt()
    # What a library prints must not be read as an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    folder, orders = Path(sys.argv[1]), _line()
    if not orders.endswith(b"\n"):
        _leave(folder)
    threading.Thread(target=_leave_with_parent, args=(folder,), daemon=True).start()
    try:
        _answer(answers, "result", _worked_on(orders, folder, answers).to_json())
    except BrokenPipeError:
        _leave(folder)


def _worked_on(orders: bytes, folder: Path, answers: BinaryIO) -> Result:
    clones, temporary = folder / "clone", folder / "tmp"
    for one in (clones, temporary):
        one.mkdir()
    tempfile.tempdir = str(temporary)
    return work_on(msgspec.convert(json.loads(orders), Task), clones, lambda line: _answer(answers, "at", line))


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
    """Wait for the end of standard input, which comes when whoever asked for the work is gone."""
    # Not by way of `sys.stdin`, whose lock a process that is forked meanwhile would find held for ever.
    while os.read(0, 1):
        pass
    _leave(folder)


def _leave(folder: Path) -> NoReturn:
    """End what was started, remove what was written, and go: nobody waits for it any more."""
    kill_marked(MARK, os.environ.get(MARK, ""))
    end_descendants()
    for _ in range(10):  # another thread may be writing
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
    os._exit(1)
