"""The Python code of a Jupyter notebook, as one text.

Each code cell stands under a comment with its number, counted from 1 over all cells as Ruff counts them, and is
followed by an empty line. What only IPython takes (magics, shell commands, help) becomes ``pass``, so that every line
stays where it is. Format: https://nbformat.readthedocs.io/en/latest/format_description.html, versions 3 and 4.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

# Cell magics whose body is the Python of the notebook: IPython 8, "Built-in magic commands".
_PYTHON_MAGICS = frozenset({"capture", "prun", "time", "timeit"})
_MAGIC = re.compile(r"^(\s*)(?:%{1,2}[a-zA-Z].*|[!?].*|[\w.]+\s*=\s*(?:%[a-zA-Z]|!).*|[\w.*]+\?{1,2}\s*)$")


@dataclass(frozen=True)
class Code:
    """The code of a notebook.

    Attributes:
        text: all code cells, one below the other.
        cells: of each code cell its number, and the line of ``text`` on which its first line stands.
    """

    text: str
    cells: tuple[tuple[int, int], ...]


def code_of(text: str) -> Code:
    """Give the code of a notebook.

    Raises:
        ValueError: it is no notebook, or one of another language than Python.
    """
    document = json.loads(text)
    cells = _cells(document)
    metadata = document.get("metadata") or {}
    language = (metadata.get("kernelspec") or {}).get("language") or (metadata.get("language_info") or {}).get("name")
    if language and not str(language).lower().startswith(("python", "ipython")):
        raise ValueError(f"a notebook of {language}")
    lines: list[str] = []
    starts: list[tuple[int, int]] = []
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            lines.append(f"# cell {number}")
            starts.append((number, len(lines) + 1))
            lines += [*_python(_source(cell)), ""]
    return Code("\n".join(lines) + "\n" if lines else "", tuple(starts))


def _cells(document: Any) -> list[Any]:
    match document:
        case {"cells": list(cells)}:
            return cells
        case {"worksheets": list(sheets)}:  # version 3
            return [cell for sheet in sheets if isinstance(sheet, dict) for cell in sheet.get("cells", [])]
    raise ValueError("it has no cells")


def _source(cell: dict[str, Any]) -> list[str]:
    source = cell.get("source", cell.get("input", ""))
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    return re.split(r"\r\n|\r|\n", text)


def _python(lines: list[str]) -> list[str]:
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%"):
        magic = first[2:].split(None, 1)[0] if first[2:].strip() else ""
        if magic not in _PYTHON_MAGICS:
            return ["" for _ in lines]
    return [_MAGIC.sub(r"\1pass", line) for line in lines]
