"""What ``hoist fix`` would do, as data: new texts, diffs, and which scripts have to be run to prove them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.edits import FileEdits, Rewritten
from hoist.examine import Examination
from hoist.findings import Finding, Remedy, RemedyKind
from hoist.refusals import REFUSALS
from hoist.rewrite.apply import RewriteFailed, apply
from hoist.rewrite.diff import unified_diff
from hoist.rewrite.notebooks import in_cells
from hoist.rewrite.python_2 import carried_back, check_syntax
from hoist.source.files import SourceFile


@dataclass(frozen=True)
class Change:
    """One file as it would be.

    Attributes:
        path: the file.
        source: what it holds now.
        rewritten: its new code, and where each new line comes from.
        diff: from the old code to the new one.
        document: of a notebook, its whole new text.
    """

    path: Path
    source: SourceFile
    rewritten: Rewritten
    diff: str
    document: str | None = None

    @property
    def text(self) -> str:
        """The new text, as the file would hold it."""
        return self.rewritten.text if self.document is None else self.document

    @property
    def data(self) -> bytes:
        """The same in the bytes of the file."""
        return self.source.encode(self.text)


@dataclass(frozen=True)
class Group:
    """Changes that are proved and written together, and the scripts that run them."""

    changes: tuple[Change, ...]
    scripts: tuple[Path, ...]


@dataclass(frozen=True)
class Plan:
    """Everything that would be changed; the findings say of what cannot be edited that it is refused."""

    findings: tuple[Finding, ...]
    groups: tuple[Group, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes, in the order of their groups."""
        return tuple(change for group in self.groups for change in group.changes)

    @property
    def diff(self) -> str:
        """The diff of all files."""
        return "".join(change.diff for change in self.changes)

    @property
    def patch(self) -> bytes:
        """The diff of all files, each in its own encoding, so that ``git apply`` finds every byte."""
        return b"".join(change.diff.encode(change.source.encoding) for change in self.changes)


def plan(examination: Examination, base: Path) -> Plan:
    """Rewrite in memory all that has a remedy; paths in diffs are relative to ``base`` where they lie below it."""
    changes: dict[Path, Change] = {}
    failed: dict[Path, RewriteFailed] = {}
    sources = {path.resolve(): source for path, source in examination.sources.items()}
    for edits in examination.edits:
        try:
            change = _change(edits, sources[edits.path], base)
        except RewriteFailed as error:
            failed[edits.path] = error
            continue
        if change is not None:
            changes[edits.path] = change
    findings = tuple(_after(finding, failed) for finding in examination.findings)
    return Plan(findings, tuple(_groups(changes, examination)))


def without(planned: Plan, written: Collection[Path]) -> Plan:
    """The plan without the groups of which a file has been written already."""
    groups = tuple(group for group in planned.groups if all(change.path not in written for change in group.changes))
    left = {change.path for group in groups for change in group.changes}
    findings = tuple(f for f in planned.findings if f.path.resolve() in left or f.path.resolve() not in written)
    return Plan(findings, groups)


def together(first: Plan, second: Plan) -> Plan:
    """Two plans as one, where the second one's files take the place of the same files of the first."""
    files = {change.path for change in second.changes} | {finding.path.resolve() for finding in second.findings}
    kept = tuple(group for group in first.groups if all(change.path not in files for change in group.changes))
    findings = tuple(f for f in first.findings if f.path.resolve() not in files)
    return Plan((*findings, *second.findings), (*kept, *second.groups))


def _change(edits: FileEdits, source: SourceFile, base: Path) -> Change | None:
    rewritten = apply(source.text, edits.edits)
    if rewritten.text == source.text:
        return None
    if edits.python_2:
        check_syntax(source.text, rewritten.text)
    if source.original is not None:
        in_utf_8 = source.notebook is not None
        rewritten = carried_back(source.original, source.text, rewritten, in_utf_8=in_utf_8)
    if source.notebook is not None:
        new = in_cells(source, rewritten, shown(edits.path, base))
        return Change(edits.path, source, new.rewritten, new.diff, new.document)
    mark = "\ufeff" if source.bom else ""
    diff = unified_diff(mark + source.held, mark + rewritten.text, shown(edits.path, base))
    return Change(edits.path, source, rewritten, diff)


def shown(path: Path, base: Path) -> str:
    """A path as a diff names it."""
    absolute, base = path.resolve(), base.resolve()
    return absolute.relative_to(base).as_posix() if absolute.is_relative_to(base) else absolute.as_posix().lstrip("/")


def _after(finding: Finding, failed: dict[Path, RewriteFailed]) -> Finding:
    error = failed.get(finding.path.resolve())
    if error is None or finding.remedy.kind is RemedyKind.REFUSE:
        return finding
    refusal = REFUSALS[error.code]
    explanation = f"{refusal.title}: {error.reason}"
    remedy = Remedy(RemedyKind.REFUSE, refusal.code, explanation=explanation, advice=refusal.advice)
    return replace(finding, remedy=remedy)


def _groups(changes: dict[Path, Change], examination: Examination) -> Iterable[Group]:
    """Files that share a script are proved together: a script is run with all its changed files at once."""
    left = dict(changes)
    while left:
        first = next(iter(left))
        files, scripts = {first}, set[Path]()
        while True:
            reached = {s for s, local in examination.programs.items() if local & files}
            together = {path for s in reached for path in examination.programs[s] if path in changes} | files
            if reached == scripts and together == files:
                break
            files, scripts = together, reached
        yield Group(tuple(left.pop(path) for path in list(left) if path in files), tuple(sorted(scripts)))


def remaining(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that nothing is done about."""
    return [finding for finding in findings if finding.remedy.kind is RemedyKind.REFUSE]
