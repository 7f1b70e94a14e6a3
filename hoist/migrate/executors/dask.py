"""Work on the workers of a Dask cluster: each repository is a task, and its result comes back as a value.

A worker that is lost gives its tasks to another; a task whose worker is lost again and again is a result, too. On a
worker a repository has a process of its own, as on this machine (``hoist.migrate.process``). It ends with the worker,
and when nobody waits for the result any more.
https://distributed.dask.org/en/stable/resilience.html
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from hoist import __version__
from hoist.migrate.executors import Listener, NoExecutor
from hoist.migrate.repository import Task
from hoist.migrate.result import Outcome, Result

if TYPE_CHECKING:
    from distributed import Client, Worker

_SECONDS = 20  # to reach the scheduler


@dataclass(frozen=True)
class Dask:
    """Workers of a Dask cluster.

    Attributes:
        scheduler: its address, such as ``tcp://host:8786``.
        limit: seconds that all of the work on one repository may take; None for no limit.
    """

    scheduler: str
    limit: float | None = None

    @contextmanager
    def results(self, tasks: Sequence[Task], listener: Listener) -> Iterator[Iterator[Result]]:
        """Give the results in the order in which they are there; leaving the block ends what still runs.

        Raises:
            NoExecutor: there is no scheduler, no worker, or a worker that lacks what the work needs.
        """
        with _connected(self.scheduler) as client:
            _check_workers(client, tasks)
            topic = f"hoist-{uuid.uuid4().hex}"
            told: set[str] = set()

            def heard(event: tuple[float, Any]) -> None:
                _, (name, line) = event
                if name not in told:
                    told.add(name)
                    listener.begun(name, "")
                listener.at(name, line)

            client.subscribe_topic(topic, heard)
            waiting = {}
            for task in tasks:
                key = f"{task.repository.name}-{topic}"
                plain = msgspec.to_builtins(task)
                waiting[client.submit(_on_worker, plain, self.limit, topic, key=key, pure=False)] = task
            try:
                yield _as_they_come(client, waiting)
            finally:
                with suppress(Exception):  # without a connection, the scheduler takes back what nobody waits for
                    client.cancel([future for future in waiting if not future.done()])
                    client.unsubscribe_topic(topic)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise NoExecutor("there is no Dask here: pip install 'hoist[dask]'") from error
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        raise NoExecutor(f"no Dask scheduler answers at {address}; start one with `dask scheduler`") from error
    try:
        yield client
    finally:
        with suppress(Exception):  # the scheduler may be gone by now, and nothing is lost with the connection
            client.close()


def _check_workers(client: Client, tasks: Sequence[Task]) -> None:
    """See that there are workers, with this version of hoist and interpreters that have TensorFlow."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS)
    except TimeoutError as error:
        raise NoExecutor("the Dask scheduler has no worker; start some with `dask worker ADDRESS`") from error
    run = [msgspec.to_builtins(task.repository) for task in tasks if task.verify]
    for worker, said in sorted(client.run(_about_worker, run, on_error="return").items()):
        if isinstance(said, Exception):
            raise NoExecutor(f"worker {worker} cannot import hoist: {said}; pip install hoist there")
        version, found = said
        if version != __version__:
            raise NoExecutor(f"worker {worker} has hoist {version}, and this is {__version__}; install the same there")
        if found:
            raise NoExecutor(f"worker {worker}: {found[0]}")


def _about_worker(repositories: list[Any]) -> tuple[str, list[str]]:
    """What a worker says of itself: its version of hoist, and what is wrong with the interpreters."""
    from hoist.migrate.interpreters import problems
    from hoist.migrate.sources import Repository

    return __version__, problems(msgspec.convert(one, Repository) for one in repositories)


def _on_worker(plain: Any, limit: float | None, topic: str) -> dict[str, Any]:
    """Work on a repository, on the worker."""
    from distributed import get_worker

    from hoist.migrate.process import run_task

    worker = get_worker()
    task = msgspec.convert(plain, Task)
    name = task.repository.name

    def tell(line: str) -> None:
        worker.log_event(topic, (name, f"{line} (on {worker.address})"))

    tell("starting")
    return run_task(task, None, limit, tell, _Unwanted(worker, f"{name}-{topic}")).to_json()


@dataclass(frozen=True)
class _Unwanted:
    """Whether nobody waits for a task any more: the scheduler tells its worker, which cannot break off a thread."""

    worker: Worker
    key: str

    def is_set(self) -> bool:
        """Return whether that is so."""
        task = self.worker.state.tasks.get(self.key)
        return task is None or task.state != "executing"


def _as_they_come(client: Client, waiting: dict[Any, Task]) -> Iterator[Result]:
    from distributed import as_completed

    for future in as_completed(list(waiting), loop=client.loop):
        task = waiting[future]
        if future.status == "finished":
            yield Result.from_json(future.result())
        else:
            yield _lost(task, future.exception())
        future.release()


def _lost(task: Task, error: BaseException | None) -> Result:
    reason = f"no worker could finish it: {' '.join(str(error).split())[:300] or type(error).__name__}"
    advice = "look at the workers' logs; run it again with --only failed"
    return Result(task.repository.name, task.repository.source, Outcome.FAILED, reason, advice)
