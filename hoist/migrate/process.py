"""A process for each repository: what goes wrong in it, a crash or a hang too, is a result like any other."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec

import hoist
from hoist.migrate.repository import Task
from hoist.migrate.result import Outcome, Result
from hoist.migrate.work import MARK
from hoist.verify.runner import kill_marked

_GRACE = 15.0  # seconds to end in order, before it is killed
_LOOKS = 0.2
# Not by `-m`, which would look for modules in the current folder first.
_ROOT = str(Path(hoist.__file__).parent.parent)
_START = f"import sys; sys.path[:] = [{_ROOT!r}, *filter(None, sys.path)]; from hoist.migrate.work import main; main()"


class Stop(Protocol):
    """Tells whether to break off."""

    def is_set(self) -> bool:
        """Return whether to break off."""


class Stopped(Exception):
    """The work was broken off, because somebody asked for that."""


def run_task(task: Task, work: Path | None, limit: float | None, tell: Callable[[str], None], stop: Stop) -> Result:
    """Work on one repository in a process of its own.

    Args:
        task: the work.
        work: the folder in which a folder for it is made, and removed; None for the system's temporary one.
        limit: seconds that all of it may take.
        tell: called with short lines on what is being done.
        stop: when it is set, the process is ended.

    Raises:
        Stopped: it was.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="hoist-", dir=work)).resolve()
    except OSError as error:
        reason = f"there is no folder to work in: {error.strerror or error}"
        return Result(task.repository.name, task.repository.source, Outcome.FAILED, reason)
    mark = uuid.uuid4().hex
    try:
        with (folder / "errors").open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-c", _START, str(folder)],
                cwd=folder,
                env={**os.environ, MARK: mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        try:
            found = _result(process, task, limit, tell, stop)
        finally:
            _end(process, mark)
        return found if found is not None else _crashed(task, process.returncode, folder / "errors")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _result(
    process: subprocess.Popen[bytes],
    task: Task,
    limit: float | None,
    tell: Callable[[str], None],
    stop: Stop,
) -> Result | None:
    """What the process says; None if it ends without a word."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError):  # it has ended already: its output is empty
        process.stdin.write(json.dumps(msgspec.to_builtins(task)).encode("ascii") + b"\n")
        process.stdin.flush()
    answers: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(process.stdout, answers), daemon=True).start()
    deadline = None if limit is None else time.monotonic() + limit
    while True:
        if stop.is_set():
            raise Stopped
        if deadline is not None and time.monotonic() > deadline:
            reason = f"it took longer than {limit:g} seconds in all (--limit)"
            return Result(task.repository.name, task.repository.source, Outcome.FAILED, reason)
        try:
            line = answers.get(timeout=_LOOKS)
        except queue.Empty:
            continue
        if not line:
            return None
        answer: dict[str, Any] = json.loads(line)
        if "result" in answer:
            return Result.from_json(answer["result"])
        tell(answer["at"])


def _read(stream: IO[bytes], answers: queue.Queue[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):  # closed, because the process was ended
        for line in stream:
            answers.put(line)
    answers.put(b"")


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """End the process in order if it still runs, and whatever it started."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(0.5 if process.poll() is None else 0)
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()
    kill_marked(MARK, mark)


def _crashed(task: Task, code: int | None, errors: Path) -> Result:
    text = errors.read_bytes()[-20_000:].decode("utf-8", "replace")
    last = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")
    how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
    reason = f"the process that worked on it {how}" + (f": {last}" if last else "")
    advice = "look for a lack of memory; run it again with --only failed"
    return Result(task.repository.name, task.repository.source, Outcome.FAILED, reason, advice)
