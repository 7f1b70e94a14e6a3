"""Work on this machine, so many repositories at a time, each in a process of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hoist.migrate.executors import Listener
from hoist.migrate.process import Stopped, run_task
from hoist.migrate.repository import Task
from hoist.migrate.result import Result


@dataclass(frozen=True)
class Local:
    """Processes of this machine.

    Attributes:
        jobs: how many repositories are worked on at a time.
        work: the folder in which they are worked on.
        limit: seconds that all of the work on one may take; None for no limit.
    """

    jobs: int
    work: Path
    limit: float | None = None

    @contextmanager
    def results(self, tasks: Sequence[Task], listener: Listener) -> Iterator[Iterator[Result]]:
        """Give the results in the order in which they are there; leaving the block ends what still runs."""
        stop = threading.Event()
        pool = ThreadPoolExecutor(self.jobs, thread_name_prefix="repository")

        def work_on(task: Task) -> Result:
            name = task.repository.name
            if stop.is_set():
                raise Stopped
            listener.begun(name, "here")
            return run_task(task, self.work, self.limit, lambda line: listener.at(name, line), stop)

        futures: list[Future[Result]] = [pool.submit(work_on, task) for task in tasks]
        try:
            yield (future.result() for future in as_completed(futures))
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
