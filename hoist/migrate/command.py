"""``hoist migrate`` and ``hoist report``: options, calls and prints; what is slow is imported where it is used."""

from __future__ import annotations

import enum
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoist.migrate.outcome import Accept, Outcome
from hoist.printing import fail, say, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoist.migrate.campaign import Policy
    from hoist.migrate.executors import Executor
    from hoist.migrate.repository import Task
    from hoist.migrate.store import Store

DONE, LEFT, FAILED = 0, 1, 3
CAMPAIGN = Path("hoist-campaign")


class ExecutorOption(enum.Enum):
    """Where the work is done."""

    LOCAL = "local"
    DASK = "dask"


@dataclass(frozen=True)
class _Where:
    """Where the work of a campaign is done."""

    executor: ExecutorOption
    scheduler: str | None
    jobs: int
    limit: float | None


def migrate(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Git repositories: folders, URLs, lists of them (.txt), or mapping files (.toml).", show_default=False
        ),
    ] = None,
    campaign: Annotated[Path, typer.Option("--campaign", help="Folder that keeps the campaign.")] = CAMPAIGN,
    name: Annotated[
        str | None, typer.Option("--name", help="Name of the branches, behind hoist/; today's date if none.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a campaign that was stopped.")] = False,
    only: Annotated[list[Outcome] | None, typer.Option("--only", help="Do again what came to this outcome.")] = None,
    accept: Annotated[Accept | None, typer.Option("--accept", help="What is committed; proved if none.")] = None,
    verify: Annotated[
        bool | None, typer.Option("--verify/--no-verify", help="Run the scripts as a proof; so if not said.")
    ] = None,
    tried: Annotated[
        bool | None, typer.Option("--try/--no-try", help="As `fix --try`: commit it where both runs agree.")
    ] = None,
    executor: Annotated[
        ExecutorOption, typer.Option("--executor", help="Where the work is done.")
    ] = ExecutorOption.LOCAL,
    scheduler: Annotated[str | None, typer.Option("--scheduler", help="Address of the Dask scheduler.")] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Repositories at a time; half the processors if none.")
    ] = None,
    python: Annotated[str | None, typer.Option("--python", help="Interpreter that runs the scripts.")] = None,
    device: Annotated[str | None, typer.Option("--device", help="auto, cpu, gpu or gpu:N.")] = None,
    steps: Annotated[int | None, typer.Option("--steps", min=3, help="Turns after which a run is stopped.")] = None,
    timeout: Annotated[float | None, typer.Option("--timeout", min=1, help="Seconds that one run may take.")] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="Memory that one run may take, such as 4GiB; half of what there is if none."),
    ] = None,
    limit: Annotated[
        float | None, typer.Option("--limit", min=1, help="Seconds that all of the work on one repository may take.")
    ] = None,
) -> None:
    """Find, rewrite, prove and commit in many repositories; their own checkouts stay as they are.

    A proof runs the repositories' code: use accounts and machines on which that may be done.
    """
    from hoist.migrate.campaign import Policy
    from hoist.migrate.sources import Settings

    if tried and verify is False:
        fail("--try needs the runs: leave out --no-verify")
    settings = Settings(None, python, device, steps, timeout, _bytes(memory))
    policy = Policy(accept, verify, tried, settings)
    where = _where(executor, scheduler, jobs, limit)
    if not resume and not only:
        _new(sources or [], campaign, name, policy, where)
    elif sources:
        fail("--resume and --only go on with the repositories of the campaign: leave out the sources")
    elif name is not None:
        fail("--resume and --only keep the name of the campaign: leave out --name")
    else:
        _again(campaign, only or [], policy, where)


def report(
    campaign: Annotated[Path, typer.Argument(help="Folder of the campaign.")] = CAMPAIGN,
) -> None:
    """Write the report of a campaign anew, as the campaign is now."""
    from hoist.migrate.reports import write_reports
    from hoist.migrate.store import WrongCampaign, read_campaign

    try:
        with read_campaign(campaign) as store:
            for path in write_reports(store):
                write(f"Written: {path}\n")
    except (WrongCampaign, OSError) as error:
        fail(str(error))


def _bytes(memory: str | None) -> int | None:
    from hoist.migrate.sources import size

    try:
        return None if memory is None else size(memory)
    except ValueError as error:
        fail(f"--memory: {error}")


def _where(executor: ExecutorOption, scheduler: str | None, jobs: int | None, limit: float | None) -> _Where:
    from hoist.crew import processors

    if executor is ExecutorOption.DASK and scheduler is None:
        fail("--executor dask needs --scheduler tcp://HOST:PORT")
    if executor is ExecutorOption.LOCAL and scheduler is not None:
        fail("--scheduler is for --executor dask")
    return _Where(executor, scheduler, jobs or max(1, processors() // 2), limit)


def _new(sources: Sequence[str], campaign: Path, name: str | None, policy: Policy, where: _Where) -> None:
    from datetime import datetime, timezone

    from hoist.migrate.campaign import tasks_for
    from hoist.migrate.sources import WrongSource, repositories
    from hoist.migrate.store import WrongCampaign, check_free, new_campaign

    now = datetime.now(timezone.utc).replace(microsecond=0)
    branch = name or now.date().isoformat()
    _check_name(branch)
    if not sources:
        fail("no repository is named; name folders, URLs, a list (.txt) or a mapping (.toml), or --resume a campaign")
    try:
        found = repositories(sources)
    except WrongSource as error:
        fail(str(error))
    if not found:
        fail(f"{', '.join(sources)}: no repository is named there")
    tasks = tasks_for(found, branch, now.isoformat(), policy)
    try:
        check_free(campaign)
        _check_interpreters(tasks, where)
        with new_campaign(campaign, branch, now.isoformat(), tasks) as store:
            _carry_out(store, tasks, where)
    except (WrongCampaign, OSError) as error:
        fail(str(error))


def _again(campaign: Path, only: Sequence[Outcome], policy: Policy, where: _Where) -> None:
    from hoist.migrate.campaign import changed
    from hoist.migrate.store import WrongCampaign, known_campaign

    try:
        with known_campaign(campaign) as store:
            tasks = changed(store.having(only) if only else store.pending(), policy)
            _check_interpreters(tasks, where)
            store.forget(tasks)
            _carry_out(store, tasks, where)
    except (WrongCampaign, OSError) as error:
        fail(str(error))


def _check_name(branch: str) -> None:
    from hoist.migrate.git import GitError, git

    try:
        git("check-ref-format", "--branch", f"hoist/{branch}")
    except GitError as error:
        fail(f"--name {branch}: {error}" if "no git" in str(error) else f"--name {branch}: no name for a git branch")


def _check_interpreters(tasks: Sequence[Task], where: _Where) -> None:
    """See that the night can begin: with Dask, the interpreters are those of the workers, who look themselves."""
    from hoist.migrate.interpreters import problems

    run = [task.repository for task in tasks if task.verify]
    if run and where.executor is ExecutorOption.LOCAL:
        found = problems(run)
        if found:
            fail(*found)


def _executor(where: _Where, store: Store) -> Executor:
    if where.scheduler is not None:
        from hoist.migrate.executors.dask import Dask

        return Dask(where.scheduler, where.limit)
    from hoist.migrate.executors.local import Local

    return Local(where.jobs, store.work, where.limit)


def _carry_out(store: Store, tasks: Sequence[Task], where: _Where) -> None:
    from hoist.migrate.campaign import carry_out
    from hoist.migrate.executors import NoExecutor
    from hoist.migrate.reports import write_reports
    from hoist.report.campaign_progress import campaign_progress

    with ExitStack() as stack:
        stack.callback(write_reports, store)
        watcher = stack.enter_context(campaign_progress(sys.stderr, len(tasks), lambda line: write(f"{line}\n")))
        try:
            carry_out(store, tasks, _executor(where, store), watcher)
        except KeyboardInterrupt:
            say(f"what is done is kept; `hoist migrate --resume --campaign {store.folder}` goes on")
            raise
        except NoExecutor as error:
            fail(f"{error}; then go on with --resume --campaign {store.folder}")
    _print_end(store)
    raise typer.Exit(_code(store.outcomes()))


def _print_end(store: Store) -> None:
    from hoist.report.campaign_progress import SHOWN

    counts = store.outcomes()
    told = ", ".join(f"{counts[outcome]} {SHOWN[outcome.value]}" for outcome in sorted(counts, key=lambda o: o.value))
    write(f"\n{store.count} repositories: {told}\nReport: {store.folder / 'report.html'}\n")


def _code(outcomes: dict[Outcome, int]) -> int:
    if outcomes.get(Outcome.FAILED):
        return FAILED
    return DONE if set(outcomes) <= {Outcome.PROVED, Outcome.CLEAN} else LEFT
