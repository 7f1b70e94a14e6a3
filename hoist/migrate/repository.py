"""The work on one repository: clone it, find, rewrite, prove, commit what the policy allows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.examine import examine
from hoist.findings import Finding, RemedyKind
from hoist.fix import Group, Plan, plan, together, without
from hoist.migrate.clone import CannotClone, clone
from hoist.migrate.commit import commit, message
from hoist.migrate.evidence import findings_of, outcome_of
from hoist.migrate.git import GitError, git
from hoist.migrate.outcome import Accept
from hoist.migrate.prove import Checkout, rewrite_of
from hoist.migrate.result import Outcome, Result, Rewrite
from hoist.migrate.sources import Repository, Settings, WrongSource, own_settings
from hoist.source.files import UnwritableSource
from hoist.source.walk import python_files
from hoist.source.writing import write_all

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Task:
    """What is to be done with one repository.

    Attributes:
        repository: which, and how its scripts are run.
        branch: the name of the branch for the commit, behind ``hoist/``.
        when: the time of the commit, in ISO 8601.
        accept: what is committed.
        verify: whether anything is run.
        tried: whether what the source does not show to be right is committed too, where the runs agree.
    """

    repository: Repository
    branch: str
    when: str
    accept: Accept = Accept.PROVED
    verify: bool = True
    tried: bool = False


def work_on(task: Task, folder: Path, tell: Tell) -> Result:
    """Do all of the work on one repository; whatever goes wrong is a result.

    Args:
        task: what is to be done.
        folder: an empty folder for the clone and all that is run; the caller removes it.
        tell: called with short lines on what is being done.
    """
    seconds: dict[str, float] = {}
    result = Result(task.repository.name, task.repository.source, Outcome.FAILED, seconds=seconds)
    try:
        tell("cloning")
        at = folder.resolve() / task.repository.name
        with _timed(seconds, "clone"):
            result = replace(result, base=clone(task.repository, at))
        return _worked_on(task, at, result, tell)
    except CannotClone as error:
        return replace(result, reason=str(error), advice=error.advice)
    except (GitError, WrongSource, UnwritableSource) as error:
        return replace(result, reason=str(error))


def _worked_on(task: Task, at: Path, result: Result, tell: Tell) -> Result:
    settings = task.repository.settings.over(own_settings(at))
    tracked = frozenset(at / name for name in git("ls-files", "-z", cwd=at).split("\0") if name)
    checkout = Checkout(at, tracked)
    work = _Work(task, checkout, settings, tell)
    tell("looking for builds in session loops")
    with _timed(result.seconds, "find"):
        files, problems, planned = _planned(checkout, tried=task.tried)
    result = replace(result, problems=tuple(problem.replace(f"{at}/", "") for problem in problems))
    if not planned.findings:
        return _without_findings(result, files)
    with _timed(result.seconds, "prove"):
        rewrites = [work.rewrite(group) for group in planned.groups]
        if task.tried and any(rewrite.outcome is not Outcome.PROVED for rewrite in rewrites):
            planned, rewrites = _without_tried(planned, rewrites, work)
    judged = _judged(replace(result, findings=findings_of(planned.findings, at)), tuple(rewrites), planned)
    return _committed(judged, planned, task, at)


@dataclass(frozen=True)
class _Work:
    """How the rewrites of a repository are proved, and which of them are committed."""

    task: Task
    checkout: Checkout
    settings: Settings
    tell: Tell

    def rewrite(self, group: Group) -> Rewrite:
        """Prove a group of changes."""
        rewrite = rewrite_of(group, self.checkout, self.settings, self.tell, verify=self.task.verify)
        accepted = rewrite.outcome is Outcome.PROVED or (
            rewrite.outcome is Outcome.REWRITTEN and self.task.accept is Accept.REWRITTEN
        )
        return replace(rewrite, committed=accepted)


def _planned(checkout: Checkout, *, tried: bool) -> tuple[int, list[str], Plan]:
    """How many files there are, which could not be read, and what would be done about what the others show.

    Only tracked files are looked at: those of a submodule belong to another repository.
    """
    walk = python_files([checkout.folder])
    files = [path for path in walk.files if path in checkout.tracked]
    found = examine(files, named=(), tried=tried)
    problems = [str(problem) for problem in (*walk.problems, *found.problems)]
    return len(files), problems, plan(found, checkout.folder)


def _without_tried(planned: Plan, rewrites: list[Rewrite], work: _Work) -> tuple[Plan, list[Rewrite]]:
    """Where what was tried did not agree, prove what is shown from the source alone instead."""
    pairs = [
        (group, rewrite)
        for group, rewrite in zip(planned.groups, rewrites, strict=True)
        if rewrite.outcome is Outcome.PROVED
    ]
    done = {change.path for group, _ in pairs for change in group.changes}
    _, _, shown = _planned(work.checkout, tried=False)
    left = without(shown, done)
    findings = together(Plan(planned.findings, ()), left).findings
    groups = (*(group for group, _ in pairs), *left.groups)
    return Plan(findings, groups), [*(rewrite for _, rewrite in pairs), *map(work.rewrite, left.groups)]


def _without_findings(result: Result, files: int) -> Result:
    unread = len(result.problems)
    if unread and unread >= files:
        return replace(result, reason="none of its Python files can be read", advice=f"see to {result.problems[0]}")
    reason = f"{_counted(unread, 'file')} could not be read" if unread else ""
    return replace(result, outcome=Outcome.CLEAN, reason=reason)


def _judged(result: Result, rewrites: tuple[Rewrite, ...], planned: Plan) -> Result:
    """What became of the repository, by what became of its rewrites."""
    outcome = outcome_of(rewrites, planned.findings)
    reasons = [rewrite.reason for rewrite in rewrites if rewrite.reason]
    refused = [finding for finding in planned.findings if finding.remedy.kind is RemedyKind.REFUSE]
    left = f"{_counted(len(refused), 'finding')} refused: {_codes(refused)}" if refused else ""
    advice = ""
    if outcome is Outcome.REFUSED and refused:
        advice = f"`hoist explain {refused[0].remedy.reason}` tells more"
    elif outcome is Outcome.REFUSED:
        advice = "nothing was changed; look at the first difference, and move the build by hand if it is meant"
    elif outcome is Outcome.REWRITTEN:
        advice = "read the diff; `--accept rewritten` commits it"
    python = next((str(proof["python"]) for rewrite in rewrites for proof in rewrite.proofs if proof["python"]), "")
    reason = "; ".join(part for part in (*reasons[:1], left) if part)
    return replace(result, outcome=outcome, reason=reason, advice=advice, rewrites=rewrites, python=python)


def _codes(refused: Sequence[Finding]) -> str:
    counts = Counter(str(finding.remedy.reason) for finding in refused)
    return ", ".join(f"{code} x{count}" if count > 1 else code for code, count in counts.most_common())


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _committed(result: Result, planned: Plan, task: Task, at: Path) -> Result:
    """The result with its commit, if anything of it is accepted."""
    changes = [
        change
        for group, rewrite in zip(planned.groups, result.rewrites, strict=True)
        if rewrite.committed
        for change in group.changes
    ]
    if not changes:
        return result
    write_all([(change.path, change.source, change.text) for change in changes])
    names = [change.path.relative_to(at).as_posix() for change in changes]
    done = commit(at, task.branch, names, message(result.rewrites, result.findings), task.when)
    return replace(result, branch=done.branch, commit=done.commit, patch=done.patch, bundle=done.bundle)


@contextmanager
def _timed(seconds: dict[str, float], part: str) -> Iterator[None]:
    begun = time.monotonic()
    try:
        yield
    finally:
        seconds[part] = round(time.monotonic() - begun, 3)
