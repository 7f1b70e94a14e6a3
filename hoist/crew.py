"""Processes that share the work on a large tree."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Crew:
    """Does the same with each of many items, in as many processes as it has; one does it in this process."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._executor: ProcessPoolExecutor | None = None
        self._others = set(multiprocessing.active_children())

    def dismiss(self, *, at_once: bool) -> None:
        """End the processes: as they are done, or as they stand."""
        if self._executor is None:
            return
        if at_once:  # Ctrl-C among others: what they are at is of no more use
            for process in set(multiprocessing.active_children()) - self._others:
                process.terminate()
        self._executor.shutdown()

    def map(self, work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """What ``work`` gives for each item, in the order of the items."""
        if self.size < 2 or len(items) < 2:
            with rarely_collecting():
                return [work(item) for item in items]
        try:
            if self._executor is None:
                self._executor = ProcessPoolExecutor(self.size, initializer=_begin)
            executor = self._executor
            # Not `map`: it would cancel what is waiting, which the end of a process then cannot be told.
            return [future.result() for future in [executor.submit(work, item) for item in items]]
        except (BrokenProcessPool, OSError, NotImplementedError):
            # No processes to be had here, or one was killed, perhaps for the memory that all of them need.
            self.size = 1
            return self.map(work, items)


@contextlib.contextmanager
def crew_of(size: int) -> Iterator[Crew]:
    """A crew for as long as it is needed."""
    crew = Crew(size)
    try:
        yield crew
    except BaseException:
        crew.dismiss(at_once=True)
        raise
    crew.dismiss(at_once=False)


def _begin() -> None:
    """What a process does first: it leaves Ctrl-C to the one that started it, which ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _collect_rarely()


def _collect_rarely() -> None:
    # Syntax trees are many objects that live long; to look through them again and again takes a third of the time.
    gc.set_threshold(100_000, 20, 100)


@contextlib.contextmanager
def rarely_collecting() -> Iterator[None]:
    """Look for garbage less often."""
    before = gc.get_threshold()
    _collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*before)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
