"""The Python code of a Jupyter notebook, as one text, and where each of its lines stands in the notebook.

Each code cell stands under a comment with its number, counted from 1 over all cells as Ruff counts them. Between two
cells are two lines, the comment and an empty one, so that nothing in a cell belongs to the comment; above the first,
where nothing goes, it is the comment alone. For what only IPython takes (``hoist.source.ipython``) something in Python
stands on the same line. Format: https://nbformat.readthedocs.io/en/latest/format_description.html, versions 3 and 4.
"""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hoist.source.ipython import Reach, Special, has_its_cell, specials

_FIRST = 2  # the line on which the first cell begins
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_FUTURE = re.compile(r"from __future__ import (?P<names>\w+(?:\s*,\s*\w+)*)\s*(?:#.*)?")
_FUTURE_OF_SEVERAL_LINES = re.compile(r"from\s+__future__\s+import\b")


@dataclass(frozen=True)
class Cell:
    """A code cell.

    Attributes:
        number: of the cell among all cells, from 1.
        start: the line of the whole code on which its first line stands.
        lines: as the notebook holds them, without what ends them.
        ends: what ends each line; the last one may end in nothing.
        specials: the lines, from 0, for which something else stands in the code.
    """

    number: int
    start: int
    lines: tuple[str, ...]
    ends: tuple[str, ...]
    specials: Mapping[int, Special] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """The comment under which the cell stands in the code."""
        return f"# cell {self.number}"

    @property
    def apart(self) -> tuple[int, ...]:
        """The lines of the whole code that stand between it and the cell before: its mark, and an empty one."""
        return (self.start - 1,) if self.start == _FIRST else (self.start - 2, self.start - 1)

    @property
    def last(self) -> int:
        """The line of the whole code on which its last line stands."""
        return self.start + len(self.lines) - 1

    @property
    def text(self) -> str:
        """What the notebook holds."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))

    @property
    def has_magic(self) -> bool:
        """Whether its first line is a magic that has all of the cell."""
        return has_its_cell(self.lines)

    @property
    def is_foreign(self) -> bool:
        """Whether none of it is Python."""
        return len(self.specials) == len(self.lines) and not any(one.python for one in self.specials.values())

    def as_python(self, *, run: bool = False) -> Iterator[str]:
        """Its lines in Python, to be read or to be run."""
        for at, line in enumerate(self.lines):
            special = self.specials.get(at)
            yield line if special is None else special.run if run else special.python


@dataclass(frozen=True)
class Notebook:
    """A notebook and its code.

    Attributes:
        document: the notebook's text, which is JSON.
        cells: its code cells.
        futures: what is imported from ``__future__`` behind other code, which IPython allows and Python does not.
        late: whether one of these imports stands behind Python of the notebook, which it does not hold for.
        version: of the Python that ran it last, such as "2.7.12"; empty if it does not say.
    """

    document: str
    cells: tuple[Cell, ...]
    futures: tuple[str, ...]
    late: bool
    version: str

    @cached_property
    def code(self) -> str:
        """All code, one cell below the other."""
        return self._joined(run=False)

    @property
    def script(self) -> str:
        """The same as a script, of which Python runs every line; what IPython alone takes is left out."""
        lines = self._joined(run=True).split("\n")
        if self.cells:  # Python 2 takes a byte order mark for UTF-8 as well
            future = f"\ufefffrom __future__ import {', '.join(self.futures)}"
            lines[0] = future if self.futures else "# -*- coding: utf-8 -*-"
        return "\n".join(lines)

    def cell_at(self, line: int) -> Cell | None:
        """The cell in which a line of the code stands; None for what stands between cells."""
        at = bisect.bisect_right(self.cells, line, key=lambda cell: cell.start) - 1
        return self.cells[at] if at >= 0 and line <= self.cells[at].last else None

    def place(self, line: int) -> tuple[int, int] | None:
        """The number of the cell, and the line in it, of a line of the code."""
        cell = self.cell_at(line)
        return None if cell is None else (cell.number, line - cell.start + 1)

    def hold_together(self, line: int, other: int) -> bool:
        """Whether two lines stand in one cell, with nothing between them that only IPython takes."""
        cell, first, last = self.cell_at(line), min(line, other), max(line, other)
        if cell is None or not cell.start <= other <= cell.last:
            return False
        return not any(first <= cell.start + at <= last for at in cell.specials)

    @property
    def left_out(self) -> tuple[str, ...]:
        """What a run of the script leaves out and could miss, as a message names it."""
        found = []
        for cell in self.cells:
            missed = {at: one for at, one in cell.specials.items() if one.reach is not Reach.NOTHING}
            if missed and cell.is_foreign:
                found.append(f"cell {cell.number} ({next(iter(missed.values())).name})")
            else:
                found += [f"line {at + 1} of cell {cell.number} ({one.name})" for at, one in missed.items()]
        return tuple(found)

    @property
    def unsure(self) -> str:
        """Why it is not known what the code does, in a few words; empty if it is."""
        for cell in self.cells:
            for at, one in cell.specials.items():
                if one.reach is Reach.ANYTHING:
                    return f"what {one.name} does at line {at + 1} of cell {cell.number} is not known"
        return ""

    @property
    def reloads(self) -> bool:
        """Whether modules that are changed while it runs are imported anew."""
        return any(one.name == "%autoreload" for cell in self.cells for one in cell.specials.values())

    def _joined(self, *, run: bool) -> str:
        parts: list[str] = []
        for cell in self.cells:
            parts += [cell.mark, *([""] if parts else []), *cell.as_python(run=run)]
        return "\n".join(parts) + "\n" if parts else ""


def notebook_of(document: str) -> Notebook:
    """Give a notebook with its code.

    Raises:
        ValueError: it is no notebook, or one of another language than Python.
    """
    content = json.loads(document)
    cells = cells_of(content)
    metadata = _object(content.get("metadata"))
    language, about = _object(metadata.get("kernelspec")), _object(metadata.get("language_info"))
    name = language.get("language") or about.get("name")
    if name and not str(name).lower().startswith(("python", "ipython")):
        raise ValueError(f"a notebook of {name}")
    found: list[Cell] = []
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            found.append(_cell(number, found[-1].last + 3 if found else _FIRST, cell))
    version = "2" if language.get("name") == "python2" else ""
    futures, late, found = _without_futures(found)
    return Notebook(document, tuple(found), futures, late, str(about.get("version") or version))


def cells_of(content: Any) -> list[Any]:
    """The cells of a notebook that was read from its JSON; raises ``ValueError`` where there are none."""
    match content:
        case {"cells": list(cells)}:
            return cells
        case {"worksheets": list(sheets)}:  # version 3
            lists = [sheet["cells"] for sheet in sheets if isinstance(sheet, dict) and "cells" in sheet]
            return [cell for cells in lists if isinstance(cells, list) for cell in cells]
    raise ValueError("it has no cells")


def _object(value: Any) -> dict[str, Any]:
    """An object of JSON; an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


def _cell(number: int, start: int, cell: dict[str, Any]) -> Cell:
    source = cell.get("source", cell.get("input"))
    text = "".join(map(str, source)) if isinstance(source, list) else str(source or "")
    pairs = [found.groups() for found in _LINE.finditer(text)]
    if len(pairs) > 1 and not pairs[-2][1]:
        pairs.pop()  # the empty match behind a last line that nothing ends
    lines, ends = (tuple(part) for part in zip(*pairs, strict=True))
    return Cell(number, start, lines, ends, specials(lines))


def _without_futures(cells: list[Cell]) -> tuple[tuple[str, ...], bool, list[Cell]]:
    """The cells, with a ``pass`` for each import from ``__future__`` that other code stands in front of.

    With them, what is imported, and whether the code in front is more than IPython's.
    """
    futures: dict[str, None] = {}
    found = []
    begun = python = late = False
    for cell in cells:
        more: dict[int, Special] = {}
        for at, line in enumerate(cell.as_python()):
            imported = _FUTURE.fullmatch(line)
            if imported is not None and begun:
                futures.update(dict.fromkeys(re.split(r"\s*,\s*", imported["names"])))
                more[at] = Special("pass", "pass", "from __future__", Reach.NOTHING)
                late = late or python
            elif imported is None and not _is_idle(line):
                begun, python = True, python or line != "pass"
        found.append(replace(cell, specials={**cell.specials, **more}) if more else cell)
    return tuple(futures), late, found


def _is_idle(line: str) -> bool:
    """Whether Python lets an import from ``__future__`` stand behind a line."""
    return not line.strip() or line.startswith(("#", '"', "'")) or bool(_FUTURE_OF_SEVERAL_LINES.match(line))
