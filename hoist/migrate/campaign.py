"""A campaign: what there is to do, done by an executor, each result kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from hoist.migrate.executors import Executor, Listener
from hoist.migrate.repository import Accept, Task
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
        settings: how the scripts are run.
    """

    accept: Accept | None = None
    verify: bool | None = None
    settings: Settings = field(default_factory=Settings)


def tasks_for(repositories: Iterable[Repository], branch: str, when: str, policy: Policy) -> list[Task]:
    """Return what is to be done for repositories of a new campaign; their own settings go before the policy's."""
    tasks = []
    for one in repositories:
        own = replace(one, settings=one.settings.over(policy.settings))
        task = Task(own, branch, when)
        tasks.append(replace(task, accept=policy.accept or task.accept, verify=policy.verify is not False))
    return tasks


def changed(tasks: Iterable[Task], policy: Policy) -> list[Task]:
    """Return tasks that go on under a policy: what it says now goes before what was said then."""
    found = []
    for task in tasks:
        own = replace(task.repository, settings=policy.settings.over(task.repository.settings))
        verify = task.verify if policy.verify is None else policy.verify
        found.append(replace(task, repository=own, accept=policy.accept or task.accept, verify=verify))
    return found


def carry_out(store: Store, tasks: Sequence[Task], executor: Executor, watcher: Watcher) -> None:
    """Do the tasks, and keep each result as soon as it is there."""
    store.keep(tasks)
    with executor.results(tasks, watcher) as results:
        for result in results:
            watcher.done(store.done(result))
