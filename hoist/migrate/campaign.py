"""A campaign: what there is to do, done by an executor, each result kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from hoist.migrate.executors import Executor, Listener
from hoist.migrate.outcome import Accept
from hoist.migrate.repository import Task
from hoist.migrate.result import Result
from hoist.migrate.sources import Repository, Settings
from hoist.migrate.store import Store


class Watcher(Listener, Protocol):
    """Is told of results as well."""

    def done(self, result: Result) -> None:
        """A result is kept."""


@dataclass(frozen=True)
class Policy:
    """What is done with all repositories alike; None leaves it as it is, or to what hoist does anyway.

    Attributes:
        accept: what is committed.
        verify: whether anything is run.
        tried: whether what the source does not show to be right is committed too, where the runs agree.
        settings: how the scripts are run.
    """

    accept: Accept | None = None
    verify: bool | None = None
    tried: bool | None = None
    settings: Settings = field(default_factory=Settings)


def tasks_for(repositories: Iterable[Repository], branch: str, when: str, policy: Policy) -> list[Task]:
    """Return what is to be done for repositories of a new campaign; their own settings go before the policy's."""
    return [
        _under(Task(replace(one, settings=one.settings.over(policy.settings)), branch, when), policy)
        for one in repositories
    ]


def changed(tasks: Iterable[Task], policy: Policy) -> list[Task]:
    """Return tasks that go on under a policy: what it says now goes before what was said then."""
    return [
        _under(
            replace(one, repository=replace(one.repository, settings=policy.settings.over(one.repository.settings))),
            policy,
        )
        for one in tasks
    ]


def _under(task: Task, policy: Policy) -> Task:
    return replace(
        task,
        accept=task.accept if policy.accept is None else policy.accept,
        verify=task.verify if policy.verify is None else policy.verify,
        tried=task.tried if policy.tried is None else policy.tried,
    )


def carry_out(store: Store, tasks: Sequence[Task], executor: Executor, watcher: Watcher) -> None:
    """Do the tasks, and keep each result as soon as it is there."""
    store.keep(tasks)
    with executor.results(tasks, watcher) as results:
        for result in results:
            watcher.done(store.done(result))
