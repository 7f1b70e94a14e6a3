"""From files to findings and edits: source, analysis and rules in a row, for any number of scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.analysis.reach import reach
from hoist.analysis.tests import is_test_file
from hoist.batches import Job, Result, run_jobs
from hoist.crew import Crew, crew_of, processors
from hoist.edits import FileEdits
from hoist.findings import Finding
from hoist.importers import importers
from hoist.merging import merged
from hoist.outcomes import Outcome, Wishes
from hoist.recorded import NOTHING, Recorded, Seen
from hoist.remedies import Keep, file_edits
from hoist.source.files import SourceFile, UnreadableSource
from hoist.survey import Survey, roots_of, survey_files

_LARGE = 400_000  # bytes of source from which on other processes pay


@dataclass(frozen=True)
class Examination:
    """What was found in a set of files.

    Attributes:
        findings: in the order of files and lines.
        edits: what the remedies would change, file by file.
        sources: every file that a finding or an edit speaks of.
        problems: files that could not be read.
        programs: for each script, the local files that belong to it, itself included.
        recorded: what the remedies lean on that a run showed, or, while asking, would have to show.
    """

    findings: tuple[Finding, ...]
    edits: tuple[FileEdits, ...]
    sources: dict[Path, SourceFile]
    problems: tuple[UnreadableSource, ...]
    programs: dict[Path, frozenset[Path]]
    recorded: tuple[Seen, ...] = ()


def examine(
    files: Sequence[Path],
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    named: Sequence[Path] | None = None,
    processes: int | None = None,
    tried: bool = False,
    recorded: Recorded = NOTHING,
) -> Examination:
    """Examine scripts with the local modules that they import.

    Scripts of the same project that import what would change, and are not given, are asked whether it may. Loops in
    tests are left out: a test may build as often as it likes. Who names a file of tests wants to know
    nevertheless, as with linters that leave files out of a folder only.

    Args:
        files: files to examine; a file that another of them imports is examined as part of that one.
        select: code prefixes of the rules to apply; all if empty.
        ignore: code prefixes of the rules to leave out.
        named: the files that the user named one by one, rather than by their folder; all if None.
        processes: how many processes share the work; if None, all that pay.
        tried: whether remedies are wanted that the source alone does not show to be right.
        recorded: what a run showed, to be taken for shown.
    """
    spoken_of = None if named is None else frozenset(path.resolve() for path in named)
    wishes = Wishes(tuple(select), tuple(ignore), spoken_of, tried, recorded)
    paths = [path.resolve() for path in files]
    shown = dict(zip(paths, files, strict=True))
    with crew_of(processes if processes is not None else processes_for(paths)) as crew:
        survey = survey_files(list(shown), crew)
        results = _run_all(_jobs(survey, list(shown), crew), wishes, crew)
        objections = _of_importers(_moving(results), survey, wishes, crew)
    kept = [one for one in merged([*(result.outcomes for result in results), *objections]) if one.shown]
    kept.sort(key=lambda one: (str(one.finding.path), one.finding.line, one.finding.column))
    python_2 = {path for result in results if result.python_2 for path in result.modules}
    found = {result.script: result.problem for result in results if result.problem is not None}
    problems = {**survey.problems, **found}
    return Examination(
        tuple(_as_named(one.finding, shown) for one in kept),
        tuple(file_edits((one.move for one in kept if one.move is not None), python_2)),
        {shown.get(s.path, s.path): s for result in results for s in result.sources},
        tuple(problems[path] for path in shown if path in problems),
        {result.script: result.modules for result in results if result.problem is None},
        tuple(dict.fromkeys(seen for one in kept if isinstance(one.move, Keep) for seen in one.move.recorded)),
    )


def processes_for(paths: Iterable[Path]) -> int:
    """How many processes pay."""
    size = 0
    for path in paths:
        try:
            size += path.stat().st_size
        except (OSError, ValueError):
            continue
        if size > _LARGE:
            return processors()
    return 1


def _as_named(finding: Finding, shown: dict[Path, Path]) -> Finding:
    """The finding with paths as the caller named them."""
    return replace(
        finding,
        path=shown.get(finding.path, finding.path),
        loop_path=shown.get(finding.loop_path, finding.loop_path),
        chain=tuple(replace(place, path=shown.get(place.path, place.path)) for place in finding.chain),
    )


def local_files(script: Path) -> list[Path]:
    """The local modules that a script imports, directly or through others; those that cannot be read are left out."""
    path = script.resolve()
    survey = survey_files([path], Crew(1))
    return sorted(
        other for other in survey.closure(path, roots_of(path)) if other != path and other in survey.summaries
    )


def _jobs(survey: Survey, paths: Sequence[Path], crew: Crew) -> list[Job]:
    """The scripts that are worth a run: what no loop can run a session in has no session loop.

    Functions that nobody calls are run once for each file, by the first script that imports it; tests come last.
    """
    jobs: list[Job] = []
    hosted: set[Path] = set()
    scripts = sorted(survey.scripts(paths), key=is_test_file)
    programs = {script: frozenset(survey.closure(script, survey.roots(script))) for script in scripts}
    programs = {script: closure for script, closure in programs.items() if survey.imports_tensorflow(closure)}
    survey.complete(frozenset().union(*programs.values()), crew)
    for script, closure in programs.items():
        found = reach([survey.summaries[path] for path in closure if path in survey.summaries])
        if found is not None:
            python_2 = survey.for_python_2(closure)
            jobs.append(Job(script, survey.roots(script), closure, closure - hosted, found.leading, python_2))
            hosted |= closure
    return jobs


def _run_all(jobs: Sequence[Job], wishes: Wishes, crew: Crew) -> list[Result]:
    """Run the scripts; where something would move, ask every script that might object, with all that it may import.

    What stays needs no second opinion: one refusal is enough.
    """
    results = run_jobs(jobs, wishes, crew)
    results = _run_left_out(jobs, results, wishes, crew)
    left = {job.script: job for job in jobs if job.for_others != job.closure or job.leading is not None}
    while left:
        moving = _moving(results)
        asked = [
            replace(left.pop(s), for_others=None, leading=None)
            for s in list(left)
            if not left[s].closure.isdisjoint(moving)
        ]
        if not asked:
            break
        again = {result.script: result for result in run_jobs(asked, wishes, crew)}
        results = [again.get(result.script, result) for result in results]
    return results


def _moving(results: Iterable[Result]) -> set[Path]:
    """The files from which something moves, and those with its loops."""
    return {
        path
        for one in merged(result.outcomes for result in results)
        if one.move is not None
        for path in (one.move.path, one.finding.loop_path)
    }


def _of_importers(moving: set[Path], survey: Survey, wishes: Wishes, crew: Crew) -> list[tuple[Outcome, ...]]:
    """What scripts of the project that nobody gave find in the places where something moves: they may object to it."""
    known = frozenset(survey.summaries)
    others = importers(frozenset(moving), known, crew) if moving else []
    if not others:
        return []
    jobs = [job for job in _jobs(survey_files(others, crew), others, crew) if not job.closure.isdisjoint(moving)]
    asked = [replace(job, for_others=None, leading=None) for job in jobs]
    found = [one for result in run_jobs(asked, wishes, crew) for one in result.outcomes if one.finding.path in known]
    return [(replace(one, shown=False),) for one in found]


def _run_left_out(jobs: Sequence[Job], results: list[Result], wishes: Wishes, crew: Crew) -> list[Result]:
    """Run what nobody calls of files that the script which was to do so did not come to import."""
    hosted = {path for job, one in zip(jobs, results, strict=True) for path in one.modules & (job.for_others or set())}
    more: list[Job] = []
    for job, result in zip(jobs, results, strict=True):
        left_out = result.modules - hosted - {job.script}
        if left_out:
            more.append(replace(job, for_others=left_out))
            hosted |= left_out
    also = {result.script: result for result in run_jobs(more, wishes, crew)}
    return [one for result in results for one in (result, also.get(result.script)) if one is not None]
