"""Findings and diffs as text."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from hoist.edits import Span
from hoist.findings import Cell, Finding, Place, Remedy, RemedyKind, Severity, Tier
from hoist.report.excerpt import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from hoist.report.style import Colour, Style

REMEDIES = {
    RemedyKind.HOIST: "hoist it in front of the loop",
    RemedyKind.FEED: "hoist it in front of the loop, and feed what changes each turn",
    RemedyKind.SPLIT: "split the function into a build in front of the loop and a run in it",
    RemedyKind.ONCE: "build it on first use and keep it",
}
LINE_END = re.compile(r"\r\n|\r|\n")  # what ends a line for Python; str.splitlines() knows more
HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+\d+(?:,(?P<new>\d+))? @@")
HUNK_COLOURS: dict[str, Colour] = {"+": "green", "-": "red"}
_SEVERITIES: dict[Severity, Colour] = {Severity.WARNING: "red", Severity.NOTE: "yellow"}
TIERS = {Tier.PROVED: "proved from the source", Tier.TRIED: "unproven from the source: running both scripts decides"}


def findings_text(findings: Iterable[Finding], sources: Mapping[Path, str], style: Style) -> str:
    """Return the findings grouped by file, each with its source lines, evidence and remedy, and a summary line."""
    ordered = sorted(
        findings, key=lambda finding: (finding.path.as_posix(), finding.line, finding.column, finding.rule)
    )
    blocks = []
    for path, group in groupby(ordered, key=lambda finding: finding.path):
        of_file = list(group)
        lines = LINE_END.split(sources[path]) if path in sources else []
        blocks.append(style.paint(f"{path.as_posix()}: {_count(len(of_file), 'finding')}", bold=True))
        blocks += [_finding_text(finding, lines, style) for finding in of_file]
    blocks.append(summary_text(ordered, style))
    return style.fit("\n\n".join(blocks)) + "\n"


def summary_text(findings: Sequence[Finding], style: Style) -> str:
    """Return one line: how many findings, and what would be done about them."""
    if not findings:
        return style.paint("No findings: no session loop grows the graph.", "green")
    files = len({finding.path for finding in findings})
    kinds = Counter(finding.remedy.kind for finding in findings)
    refused = kinds.pop(RemedyKind.REFUSE, 0)
    parts = [f"{kinds.total()} with a remedy"] if kinds else []
    parts += [f"{refused} refused"] if refused else []
    bounded = sum(finding.severity is Severity.NOTE for finding in findings)
    parts += [f"{bounded} of them with an end to the growth"] if bounded else []
    total = style.paint(f"{_count(len(findings), 'finding')} in {_count(files, 'file')}", bold=True)
    return f"{total}: {', '.join(parts)}."


def _finding_text(finding: Finding, lines: Sequence[str], style: Style) -> str:
    """Return one finding."""
    span = Span(finding.line, finding.column, finding.end_line, finding.end_column)
    above = finding.line - finding.cell.line if finding.cell is not None else 0
    gutter = " " * len(str(finding.end_line - above))
    arrow = style.paint(f"{gutter}-->", "blue", bold=True)
    rule = style.paint(finding.rule, _SEVERITIES[finding.severity], bold=True)
    head = [
        f"{rule} {style.paint(finding.message, bold=True)}",
        f"{arrow} {_at(finding.path, finding.line, finding.cell)}:{finding.column + 1}",
    ]
    return "\n".join([*head, *excerpt(lines, span, style, above), *_notes(finding, gutter, style)])


def _notes(finding: Finding, gutter: str, style: Style) -> list[str]:
    """Return what is known of a finding, a line each: loop, way to the build, remedy."""
    remedy = finding.remedy
    notes: list[tuple[str, str, Colour]] = [
        ("loop", _at(finding.loop_path, finding.loop_line, finding.loop_cell), "cyan")
    ]
    if finding.chain:
        notes.append(("called by way of", " -> ".join(_place(place) for place in finding.chain), "cyan"))
    if not finding.certain:
        notes.append(("unproven", "which of several functions or objects is met there is not known", "yellow"))
    if finding.bound:
        notes.append(("growth ends", finding.bound, "cyan"))
    if finding.will_raise:
        notes.append(("will raise", "the original stops here with an error", "red"))
    notes += _remedy_notes(remedy)
    equals = style.paint("=", "blue", bold=True)
    shown = []
    for label, text, colour in notes:
        first = f"{gutter} = {label}: "
        wrapped = textwrap.wrap(
            first + text,
            style.width,
            subsequent_indent=" " * len(f"{gutter} = "),
            break_long_words=False,
            break_on_hyphens=False,
        )
        wrapped[0] = f"{gutter} {equals} {style.paint(label, colour, bold=True)}: {wrapped[0][len(first) :]}".rstrip()
        shown += wrapped
    return shown


def _remedy_notes(remedy: Remedy) -> list[tuple[str, str, Colour]]:
    """Return the lines that speak of a remedy or a refusal."""
    notes: list[tuple[str, str, Colour]] = []
    if remedy.kind is RemedyKind.REFUSE:
        notes.append((f"refused {remedy.reason}" if remedy.reason else "refused", remedy.explanation, "yellow"))
    else:
        notes.append(("remedy", f"{REMEDIES[remedy.kind]} ({TIERS[remedy.tier]})", "green"))
        if remedy.explanation:
            notes.append(("why", remedy.explanation, "green"))
    if remedy.note:
        notes.append(("note", remedy.note, "cyan"))
    if remedy.advice:
        notes.append(("what you can do", remedy.advice, "green"))
    return notes


def _place(place: Place) -> str:
    return f"{place.name} ({_at(place.path, place.line, place.cell)})"


def _at(path: Path, line: int, cell: Cell | None) -> str:
    return f"{path.as_posix()}:{line}" if cell is None else f"{path.as_posix()}:cell {cell.number}:{cell.line}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def diff_text(diff: str, style: Style) -> str:
    """Return a unified diff, coloured if the style has colours, else to the letter, so that ``git apply`` takes it."""
    if not style.color:
        return diff
    old = new = 0  # lines that are still to come in the hunk: "--- x" is a removed "-- x" there, and a header outside
    shown = []
    for line in style.fit(diff).split("\n"):
        hunk = HUNK.match(line)
        colour: Colour | None = None
        bold = False
        if old > 0 or new > 0:
            colour = HUNK_COLOURS.get(line[:1])
            old -= line[:1] not in {"+", "\\"}
            new -= line[:1] not in {"-", "\\"}
        elif hunk:
            colour = "cyan"
            old, new = int(hunk["old"] or 1), int(hunk["new"] or 1)
        else:
            bold = not line.startswith("\\")
        shown.append(style.paint(line, colour, bold=bold))
    return "\n".join(shown)
