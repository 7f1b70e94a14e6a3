"""The change of one file as a unified diff that ``git apply`` and ``patch`` take."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

# git and patch know lines by "\n" alone: a lone "\r" is a character of its line, and that of "\r\n" as well.
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


def unified_diff(old: str, new: str, path: str) -> str:
    """Give the diff of one file, with the prefixes ``a/`` and ``b/``; empty where nothing changes.

    ``path`` is relative to where the diff is to be applied, with forward slashes. Newlines are kept as they are, so
    whoever writes the diff to a file must not translate them.
    """
    if old == new:
        return ""
    hunks = difflib.unified_diff(_LINE.findall(old), _LINE.findall(new), lineterm="\n")
    return "".join(_written(hunks, path))


def unified_cells(cells: Iterable[tuple[int, str, str]], path: str) -> str:
    """Give the diff of a notebook's code: to be read, not applied, since the notebook holds it as JSON.

    Args:
        cells: number, old and new text of each cell.
        path: the notebook, as for :func:`unified_diff`.

    Lines are counted in each cell, whose number stands at the head of each of its hunks.
    """
    found = []
    for number, old, new in cells:
        hunks = unified_diff(_with_newline(old), _with_newline(new), path).split("\n", 2)
        if len(hunks) == 3:
            found.append(re.sub(r"^(@@ .* @@)$", rf"\1 cell {number}", hunks[2], flags=re.MULTILINE))
    return "".join([f"--- {_name('a/' + path)}\n+++ {_name('b/' + path)}\n", *found]) if found else ""


def _with_newline(text: str) -> str:
    """A cell's text; that nothing ends its last line says nothing there."""
    return text if text.endswith("\n") or not text else f"{text}\n"


def _written(lines: Iterator[str], path: str) -> Iterator[str]:
    # difflib's own two header lines do not quote the name.
    next(lines)
    next(lines)
    yield f"--- {_name('a/' + path)}\n"
    yield f"+++ {_name('b/' + path)}\n"
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _name(path: str) -> str:
    """Quote a name as git does: in double quotes, bytes beyond ASCII in octal; a name with a space ends in a tab."""
    data = path.encode("utf-8", "surrogateescape")
    if all(32 <= byte < 127 and byte not in _ESCAPES for byte in data):
        return f"{path}\t" if " " in path else path
    quoted = "".join(
        f"\\{_ESCAPES[byte]}" if byte in _ESCAPES else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
        for byte in data
    )
    return f'"{quoted}"'
