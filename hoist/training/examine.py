"""From files to proposals, and from proposals to new texts: the first half of this stage in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.analysis.program import Module
from hoist.analysis.tests import is_test_file
from hoist.crew import Crew
from hoist.edits import FileEdits
from hoist.examine import Examination
from hoist.fix import Group, Plan, plan
from hoist.outcomes import Wishes as Wanted
from hoist.source.files import SourceFile, UnreadableSource
from hoist.source.parsing import load
from hoist.survey import survey_files
from hoist.training import training_rules
from hoist.training.keras_names import KerasNames
from hoist.training.proposal import Proposal, Wishes

_KERAS = re.compile(r"keras|tensorflow")


@dataclass(frozen=True)
class Proposed:
    """What could be changed in a set of files.

    Attributes:
        proposals: in the order of files and lines.
        groups: the new texts, and the scripts that run them.
        sources: every file that a proposal speaks of.
        problems: files that could not be read.
    """

    proposals: tuple[Proposal, ...]
    groups: tuple[Group, ...]
    sources: dict[Path, SourceFile]
    problems: tuple[UnreadableSource, ...]

    @property
    def diff(self) -> str:
        """The diff of all files."""
        return Plan((), self.groups).diff

    @property
    def patch(self) -> bytes:
        """The diff of all files, each in its own encoding."""
        return Plan((), self.groups).patch


def propose(
    files: Sequence[Path],
    *,
    select: Sequence[str],
    ignore: Sequence[str] = (),
    named: Sequence[Path] | None = None,
    wishes: Wishes,
    base: Path,
) -> Proposed:
    """Ask the selected rules about each file; files of tests count where they are named.

    Args:
        files: the files.
        select: code prefixes of the rules to ask.
        ignore: code prefixes of the rules to leave out.
        named: the files that the user named one by one; all if None.
        wishes: what the user gave beside.
        base: the folder to which the paths in diffs are relative.
    """
    wanted = Wanted(tuple(select), tuple(ignore))
    spoken_of = None if named is None else {path.resolve() for path in named}
    found: list[Proposal] = []
    sources: dict[Path, SourceFile] = {}
    problems: list[UnreadableSource] = []
    for path in files:
        if spoken_of is not None and path.resolve() not in spoken_of and is_test_file(path):
            continue
        try:
            source, tree = load(path)
        except UnreadableSource as problem:
            problems.append(problem)
            continue
        if _KERAS.search(source.text):
            sources[path] = source
            found += _of_file(Module(path, source, tree), wanted, wishes)
    proposals, groups = _planned(found, sources, list(files), base)
    return Proposed(proposals, groups, sources, tuple(problems))


def _of_file(module: Module, wanted: Wanted, wishes: Wishes) -> Iterable[Proposal]:
    names = KerasNames(module)
    found = [one for rule in training_rules() for one in rule.proposals(names, wishes)]
    for one in sorted(found, key=lambda one: one.span):
        if not wanted.want(one.rule, module, one.span.line, one.span.end_line):
            continue
        if module.source.read_as and not one.refusal:
            yield _refused(one, "HSR31", f"this is {module.source.read_as}")
        else:
            yield one


def _planned(
    found: Sequence[Proposal], sources: dict[Path, SourceFile], files: Sequence[Path], base: Path
) -> tuple[tuple[Proposal, ...], tuple[Group, ...]]:
    """The new texts; what the program or the text does not allow is refused after all."""
    if not any(one.edits for one in found):
        return tuple(found), ()
    programs = _programs(files)
    found = [_after_objections(one, programs) if one.edits else one for one in found]
    by_file: dict[Path, list[Proposal]] = {}
    for one in found:
        if one.edits:
            by_file.setdefault(one.path.resolve(), []).append(one)
    edits = tuple(
        FileEdits(path, tuple(dict.fromkeys(edit for one in of_file for edit in one.edits)))
        for path, of_file in by_file.items()
    )
    groups = plan(Examination((), edits, sources, (), programs), base).groups
    changed = {change.path for group in groups for change in group.changes}
    return tuple(
        one if not one.edits or one.path.resolve() in changed else _refused(one, "HSR28", "the text cannot be edited")
        for one in found
    ), groups


def _programs(files: Sequence[Path]) -> dict[Path, frozenset[Path]]:
    """For each script among the files, the local files that belong to it."""
    paths = [path.resolve() for path in files]
    survey = survey_files(paths, Crew(1))
    return {script: frozenset(survey.closure(script, survey.roots(script))) for script in survey.scripts(paths)}


def _after_objections(one: Proposal, programs: Mapping[Path, frozenset[Path]]) -> Proposal:
    """The proposal, refused if another file of a program with it speaks against the change."""
    (rule,) = (rule for rule in training_rules() if rule.code == one.rule)
    path = one.path.resolve()
    others = {other for local in programs.values() if path in local for other in local} - {path}
    for other in sorted(others):
        try:
            objection = rule.objection(KerasNames(Module(other, *load(other))), one)
        except UnreadableSource as problem:
            return _refused(one, "HSR41", f"a file of the program cannot be read ({problem})")
        if objection is not None:
            return _refused(one, *objection)
    return one


def _refused(one: Proposal, code: str, reason: str) -> Proposal:
    return replace(one, change="", refusal=code, reason=reason, edits=())
