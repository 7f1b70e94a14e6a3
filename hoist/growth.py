"""Trace a script, and tell which of the lines that add nodes ``hoist check`` speaks of too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.cells import InCells, is_notebook, place_to_run, read_notebook
from hoist.examine import examine, local_files
from hoist.findings import Cell, Finding
from hoist.proof import Run
from hoist.source.files import UnreadableSource, read, split_lines
from hoist.verify.growth import GrowingLine, Growth, trace_growth
from hoist.verify.program import Program


@dataclass(frozen=True)
class Traced:
    """What a traced run showed, beside what the sources show.

    Attributes:
        folder: what the paths are relative to.
        growth: what the run showed.
        known: the lines that a finding holds, or that are reached by way of one;
            None if the script could not be examined.
    """

    folder: Path
    growth: Growth
    known: frozenset[GrowingLine] | None

    def source(self, path: str, line: int) -> str:
        """The text of a line; empty if it cannot be had."""
        try:
            lines = split_lines(read(self.folder / path).text)
        except UnreadableSource:
            return ""
        return lines[line - 1] if 0 < line <= len(lines) else ""


def trace_script(script: Path, run: Run, tell: Callable[[str], None]) -> Traced:
    """Run a script for some turns, and examine its sources.

    Raises:
        VerifyError: it cannot be run as asked.
    """
    where = place_to_run(script)
    notebooks = {where.script.as_posix(): read_notebook(script)} if is_notebook(script) else {}
    replaced = {name: notebook.script.encode() for name, notebook in notebooks.items()}
    growth = trace_growth(
        Program(where.folder, where.script, where.cwd, replaced),
        python=run.python,
        device=run.device,
        steps=run.steps,
        timeout=run.timeout,
        arguments=run.arguments,
        progress=tell,
    )
    cells = InCells(notebooks, notebooks)
    lines = {line: _in_cells(line, cells) for line in growth.lines}
    told = replace(cells.told(growth), lines=tuple(lines.values()))
    if not growth.lines:
        return Traced(where.folder, told, None)
    examination = examine([script, *local_files(script)])
    if examination.problems:
        return Traced(where.folder, told, None)
    spoken = _spoken(examination.findings, where.folder.resolve())
    known = frozenset(lines[line] for line in growth.lines if not spoken.isdisjoint(_places(line)))
    return Traced(where.folder, told, known)


def _in_cells(line: GrowingLine, cells: InCells) -> GrowingLine:
    """The line with its cell, and with those of the lines that lead to it."""
    notebook = cells.notebooks.get(line.path)
    place = notebook.place(line.line) if notebook is not None else None
    return replace(cells.told(line), cell=None if place is None else Cell(*place))


def _spoken(findings: Iterable[Finding], folder: Path) -> set[tuple[str, int]]:
    """The lines that findings hold, and those of the calls that lead to them."""
    found: set[tuple[Path, int]] = set()
    for one in findings:
        found.update((one.path.resolve(), line) for line in range(one.line, one.end_line + 1))
        found.update((place.path.resolve(), place.line) for place in one.chain[-1:])
    return {(path.relative_to(folder).as_posix(), line) for path, line in found if path.is_relative_to(folder)}


def _places(line: GrowingLine) -> list[tuple[str, int]]:
    """The line, and those that lead to it."""
    chain = [place.rpartition(":") for place in line.chain]
    return [(line.path, line.line), *((path, int(number)) for path, _, number in chain)]
