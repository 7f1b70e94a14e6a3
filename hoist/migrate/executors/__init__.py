"""Where the work of a campaign is done: processes of this machine, or workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from hoist.migrate.repository import Task
from hoist.migrate.result import Result


class NoExecutor(Exception):
    """Nothing that could do the work; the message says why, and what to do."""


class Listener(Protocol):
    """Is told of the work while it is done, in any thread."""

    def begun(self, name: str, where: str) -> None:
        """Work on a repository begins."""

    def at(self, name: str, line: str) -> None:
        """Say what is being done."""


class Executor(Protocol):
    """Does tasks side by side."""

    def results(self, tasks: Sequence[Task], listener: Listener) -> AbstractContextManager[Iterator[Result]]:
        """Give the results in the order in which they are there; leaving the block ends what still runs."""
