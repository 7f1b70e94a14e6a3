"""Scripts run abstractly, in batches: those that share files one after another, so that each file is read once.

Scripts of one folder often begin with the same imports, such as that of a large package of their own. What these do is
found once, and each script goes on from there in a copy of the process.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path

from hoist.analysis.frame import Run
from hoist.analysis.modules import leading_imports, run_imports, run_program
from hoist.analysis.program import Module, Program
from hoist.copies import CopyEnded, can_copy, in_copy
from hoist.crew import Crew
from hoist.outcomes import Outcome, Wishes, outcomes_of
from hoist.source.files import SourceFile, UnreadableSource
from hoist.source.imports import Resolver

_WORTH_A_COPY = 4  # files that scripts share from which on it pays to run their imports once


@dataclass(frozen=True)
class Job:
    """One script to be run abstractly.

    Attributes:
        script: the script.
        roots: where its local modules are looked for.
        closure: all local files that it may import, itself included.
        for_others: the files of which it also runs what nobody calls; all if None.
        leading: the functions that are then run, as far as these lead to session loops; all if None.
        python_2: whether one of the files is for Python 2, and so all are read by it.
    """

    script: Path
    roots: tuple[Path, ...]
    closure: frozenset[Path]
    for_others: frozenset[Path] | None
    leading: frozenset[str] | None
    python_2: bool = False


@dataclass(frozen=True)
class Result:
    """What came of one script; ``python_2`` if that is run by Python 2."""

    script: Path
    outcomes: tuple[Outcome, ...] = ()
    modules: frozenset[Path] = frozenset()
    sources: tuple[SourceFile, ...] = ()
    problem: UnreadableSource | None = None
    python_2: bool = False


def run_jobs(jobs: Sequence[Job], wishes: Wishes, crew: Crew) -> list[Result]:
    """Run scripts, those that share files one after another, so that each file is read once."""
    batches = list(_batches(jobs, crew.size))
    done = crew.map(partial(_run_batch, wishes=wishes), batches)
    by_script = {result.script: result for results in done for result in results}
    return [by_script[job.script] for job in jobs]


def _batches(jobs: Sequence[Job], processes: int) -> Iterable[tuple[Job, ...]]:
    """The jobs in groups that share files; a group too large for one process is cut."""
    first_of: dict[Path, int] = {}
    leader = list(range(len(jobs)))
    for at, job in enumerate(jobs):
        for path in job.closure:
            leader[_lead(leader, at)] = _lead(leader, first_of.setdefault(path, at))
    groups: dict[int, list[Job]] = {}
    for at, job in enumerate(jobs):
        groups.setdefault(_lead(leader, at), []).append(job)
    most = max(1, sum(len(job.closure) for job in jobs) // (processes * 2)) if processes > 1 else None
    for group in sorted(groups.values(), key=lambda g: -sum(len(job.closure) for job in g)):
        yield from _cut(group, most)


def _lead(leader: list[int], at: int) -> int:
    """The job that stands for the group of a job."""
    while leader[at] != at:
        leader[at] = leader[leader[at]]
        at = leader[at]
    return at


def _cut(group: Sequence[Job], most: int | None) -> Iterable[tuple[Job, ...]]:
    batch: list[Job] = []
    weight = 0
    for job in sorted(group, key=lambda job: str(job.script)):
        batch.append(job)
        weight += len(job.closure)
        if most is not None and weight > most:
            yield tuple(batch)
            batch, weight = [], 0
    if batch:
        yield tuple(batch)


def _run_batch(jobs: Sequence[Job], wishes: Wishes) -> list[Result]:
    """Run scripts that share files."""
    batch = _Batch(wishes)
    found: list[Result] = []
    ordered = sorted(jobs, key=lambda job: (job.roots, job.python_2, job.script))
    for (roots, python_2), group in groupby(ordered, key=lambda job: (job.roots, job.python_2)):
        found += batch.run(list(group), Run(batch.program(roots, python_2=python_2)))
    return found


@dataclass(frozen=True)
class _Batch:
    """What the scripts of one batch share."""

    wishes: Wishes
    modules: dict[Path, Module] = field(default_factory=dict)
    problems: dict[Path, UnreadableSource] = field(default_factory=dict)
    resolve: Resolver = field(default_factory=Resolver)

    def program(self, roots: tuple[Path, ...], *, python_2: bool) -> Program:
        """A program whose files are read once for all."""
        return Program(roots, self.modules, self.problems, self.resolve, python_2)

    def run(self, jobs: Sequence[Job], before: Run, done: int = 0) -> list[Result]:
        """Run scripts of one folder, whose first ``done`` imports are the same, and have been run."""
        if len(jobs) < 2 or not can_copy():
            return [self._go_on(job, before, done) for job in jobs]
        imports = {job.script: self._imports(job) for job in jobs}

        def next_import(job: Job) -> str:
            return ast.dump(imports[job.script][done]) if len(imports[job.script]) > done else ""

        found: list[Result] = []
        for key, same in groupby(sorted(jobs, key=next_import), key=next_import):
            group = list(same)
            if key and len(group) > 1:
                found += self._share(group, imports[group[0].script], before, done)
            else:
                found += [self._go_on(job, before, done) for job in group]
        return found

    def _share(
        self, jobs: Sequence[Job], imports: Sequence[ast.Import | ast.ImportFrom], before: Run, done: int
    ) -> list[Result]:
        """Run the next import of several scripts, and then each of them."""

        def go_on() -> list[Result]:
            run = before if done else Run(self.program(jobs[0].roots, python_2=jobs[0].python_2))
            run_imports(run, jobs[0].script, imports[done : done + 1])
            return self.run(jobs, run, done + 1)

        if not done:
            return go_on()
        try:
            return in_copy(go_on)
        except CopyEnded:
            return [self._go_on(job, before, 0) for job in jobs]

    def _go_on(self, job: Job, before: Run, done: int) -> Result:
        """Run a script, some of whose imports have been run if that took much."""
        if done and len(before.modules) >= _WORTH_A_COPY:
            with contextlib.suppress(CopyEnded):
                return in_copy(partial(_run_job, job, before, self.wishes))
        return _run_job(job, Run(self.program(job.roots, python_2=job.python_2)), self.wishes)

    def _imports(self, job: Job) -> list[ast.Import | ast.ImportFrom]:
        program = self.program(job.roots, python_2=job.python_2)
        module = program.module(job.script)
        return leading_imports(program, module) if module is not None else []


def _run_job(job: Job, run: Run, wishes: Wishes) -> Result:
    try:
        run_program(run, job.script, job.for_others, job.leading)
        outcomes = tuple(outcomes_of(run, wishes))
    except RecursionError:
        problem = UnreadableSource(job.script, None, "nested too deeply to be followed")
        return Result(job.script, problem=problem)
    places = [place for one in outcomes for place in one.finding.chain]
    spoken = {path for one in outcomes for path in (one.finding.path, one.finding.loop_path)}
    spoken.update(place.path for place in places)
    modules = run.program.modules
    sources = tuple(modules[path].source for path in sorted(spoken) if path in modules)
    return Result(job.script, outcomes, frozenset(run.modules), sources, python_2=run.program.python_2)
