"""A rewrite of a notebook's code, carried back into its cells.

Edits are found and done on the code of all cells as one text (``hoist.source.notebooks``). A line of the result that
comes as it is from a line of a cell is that line of the notebook again, with its newline, be it Python or IPython's. No
line may come to stand in another cell: cells are run again, and in another order, and what a cell does stays its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hoist.edits import Rewritten
from hoist.rewrite.diff import unified_cells
from hoist.rewrite.errors import UnwritableNotebook
from hoist.rewrite.notebook_json import with_sources
from hoist.rewrite.syntax import parse
from hoist.source.files import SourceFile, split_lines
from hoist.source.notebooks import Cell, Notebook, notebook_of

_Carried = list[tuple[str, str, "int | None"]]
"""Lines as the notebook would hold them: text, what ends it, and the line of the old code that it comes from."""


@dataclass(frozen=True)
class InCells:
    """A rewritten notebook.

    Attributes:
        document: its text, as it would be written.
        rewritten: its code, and where each new line comes from.
        diff: the changed cells, to be read.
    """

    document: str
    rewritten: Rewritten
    diff: str


@dataclass(frozen=True)
class _Line:
    """A line of the rewritten code: its number and text there, and the line of the old code that it comes from."""

    number: int
    text: str
    origin: int | None


def in_cells(source: SourceFile, rewritten: Rewritten, path: str) -> InCells:
    """Give the notebook with its code rewritten.

    Args:
        source: the notebook as it is.
        rewritten: its code, as it was written, with all edits done.
        path: what the diff calls it.

    Raises:
        UnwritableNotebook: the new code does not fit into the cells, or the notebook has an unknown form.
    """
    notebook = source.notebook
    assert notebook is not None
    _check_cells(notebook, source.text)
    old = split_lines(source.code)
    new = [_carried(cell, lines, old) for cell, lines in _by_cell(notebook, rewritten)]
    texts = ["".join(line + end for line, end, _ in lines) for lines in new]
    pairs = list(zip(notebook.cells, texts, strict=True))
    changed = {cell.number: text for cell, text in pairs if text != cell.text}
    document = with_sources(notebook.document, changed)
    again = notebook_of(document)
    if _with_text(rewritten.text) != _with_text(again.code) or _of_ipython(notebook) != _of_ipython(again):
        raise UnwritableNotebook("read again, the notebook would be another program")
    diff = unified_cells(((cell.number, cell.text, text) for cell, text in pairs), path)
    return InCells(document, Rewritten(again.code, _line_map(notebook, again, new)), diff)


def _check_cells(notebook: Notebook, text: str) -> None:
    """Fail where a statement goes from one cell to the next, which no kernel would run."""
    lines = split_lines(text)
    for cell in notebook.cells:
        if not _parses("".join(lines[cell.start - 1 : cell.last])):
            raise UnwritableNotebook(f"cell {cell.number} alone is no Python")


def _parses(text: str) -> bool:
    try:
        parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def _by_cell(notebook: Notebook, rewritten: Rewritten) -> Iterator[tuple[Cell, list[_Line]]]:
    """The lines of the new code that stand in each cell; those that only hold the cells apart are left out."""
    new = [line.rstrip("\r\n") for line in split_lines(rewritten.text)]
    lines = [_Line(number, text, rewritten.line_map.get(number)) for number, text in enumerate(new, 1)]
    marks = {cell.apart[0]: cell for cell in notebook.cells}
    found = [(line.number, marks[line.origin]) for line in lines if line.origin in marks]
    if [cell for _, cell in found] != list(notebook.cells) or any(new[at - 1] != cell.mark for at, cell in found):
        raise UnwritableNotebook("the cells cannot be told apart any more")
    for (at, cell), end in zip(found, [*(at for at, _ in found[1:]), len(lines) + 1], strict=True):
        yield cell, [line for line in lines[at : end - 1] if line.origin not in cell.apart or line.text.strip()]


def _carried(cell: Cell, lines: Sequence[_Line], old: Sequence[str]) -> _Carried:
    """The new lines of a cell."""
    _check_lines(cell, lines, old)
    if cell.is_foreign:
        return list(zip(cell.lines, cell.ends, range(cell.start, cell.last + 1), strict=True))
    lines = _as_long(cell, lines)
    newline = next((end for end in cell.ends if end), "\n")
    found: _Carried = []
    for line in lines:
        text, end = line.text, newline
        if line.origin is not None and line.text == old[line.origin - 1].rstrip("\r\n"):
            text, end = cell.lines[line.origin - cell.start], cell.ends[line.origin - cell.start] or newline
        found.append((text, end, line.origin))
    if found:
        text, _, origin = found[-1]
        found[-1] = (text, cell.ends[-1], origin)
    return found


def _check_lines(cell: Cell, lines: Sequence[_Line], old: Sequence[str]) -> None:
    """Fail where a line has come from another cell, or something has happened to what only IPython takes."""
    for line in lines:
        if line.origin is not None and not cell.start <= line.origin <= cell.last:
            raise UnwritableNotebook(f"a statement would come to stand in cell {cell.number}")
    for at in cell.specials:
        origin = cell.start + at
        there = [line.text for line in lines if line.origin == origin]
        if there != [old[origin - 1].rstrip("\r\n")]:
            raise UnwritableNotebook(
                f"the edit touches what only IPython takes, at line {at + 1} of cell {cell.number}"
            )
    if cell.is_foreign and len(lines) != len(cell.lines):
        raise UnwritableNotebook(f"the edit touches cell {cell.number}, which is no Python")
    first = next((line.origin for line in lines if line.text.strip()), None)
    if cell.has_magic and not cell.is_foreign and (first is None or first - cell.start not in cell.specials):
        raise UnwritableNotebook(f"something would stand in front of the magic of cell {cell.number}")


def _as_long(cell: Cell, lines: Sequence[_Line]) -> list[_Line]:
    """The lines without empty ones at both ends, where the cell has had none there."""
    start, end = 0, len(lines)
    while start < end and cell.lines[0].strip() and not lines[start].text.strip():
        start += 1
    while end > start and cell.lines[-1].strip() and not lines[end - 1].text.strip():
        end -= 1
    return list(lines[start:end])


def _with_text(text: str) -> list[str]:
    """The lines of a text that are not empty: of those, a cell loses some at its ends."""
    return [line for line in map(str.rstrip, split_lines(text)) if line]


def _of_ipython(notebook: Notebook) -> list[list[str]]:
    return [[cell.lines[at] for at in sorted(cell.specials)] for cell in notebook.cells]


def _line_map(old: Notebook, new: Notebook, lines: Sequence[_Carried]) -> dict[int, int]:
    """For each line of the new code the line of the old one that it comes from."""
    found: dict[int, int] = {}
    for cell, after, of_cell in zip(old.cells, new.cells, lines, strict=True):
        found.update(zip(after.apart, cell.apart, strict=True))
        numbered = enumerate((origin for _, _, origin in of_cell), after.start)
        found.update((number, origin) for number, origin in numbered if origin is not None)
    return found
