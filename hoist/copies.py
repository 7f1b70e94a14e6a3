"""Work that leaves this process as it was: done in a copy of it, which takes over all that is in memory by then."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NoReturn, TypeVar

Result = TypeVar("Result")


class CopyEnded(Exception):
    """A copy that ended before it was done, perhaps for want of memory."""


def can_copy() -> bool:
    """Whether this process can be copied: not on every system, and not beside threads, whose locks would stay held."""
    has_fork = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return has_fork and threading.active_count() == 1 and threading.current_thread() is threading.main_thread()


def in_copy(work: Callable[[], Result]) -> Result:
    """What ``work`` gives, done in a copy of this process.

    Raises:
        CopyEnded: the copy gave nothing.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, there), daemon=False)
    process.start()
    there.close()
    before = signal.getsignal(signal.SIGTERM)
    if before is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _passing_on(process.pid))
    try:
        given: Result = here.recv()
    except (EOFError, OSError) as error:
        raise CopyEnded from error
    except BaseException:
        process.terminate()
        raise
    finally:
        here.close()
        process.join()
        signal.signal(signal.SIGTERM, before)
    return given


def _work(work: Callable[[], Any], there: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that this is a copy of
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.freeze()  # to look through what came with the copy would make it a second one in memory
    there.send(work())
    there.close()


def _passing_on(pid: int | None) -> Callable[[int, object], NoReturn]:
    """Who ends this process ends its copy."""

    def end(number: int, _frame: object) -> NoReturn:
        if pid is not None:
            os.kill(pid, signal.SIGTERM)
        os._exit(128 + number)

    return end
