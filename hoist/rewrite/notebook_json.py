"""The sources of cells in the text of a notebook: where they stand, and other ones in their place.

Nothing of the text is written anew but what stands between the brackets, or quotes, of a source that changes; and of a
list of lines, those that stay keep their bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from hoist.rewrite.errors import UnwritableNotebook

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")


def with_sources(document: str, sources: Mapping[int, str]) -> str:
    """Give the text of a notebook with other sources for some of its cells, which are counted from 1.

    Raises:
        UnwritableNotebook: a cell has no source in a form that is known.
    """
    spans = list(_source_spans(document))
    parts: list[str] = []
    done = 0
    for number, source in sorted(sources.items()):
        start, end = spans[number - 1]
        parts += [document[done:start], _written(document, start, end, source)]
        done = end
    return "".join([*parts, document[done:]])


def _written(document: str, start: int, end: int, source: str) -> str:
    """A source in the form of the one that stands there: a list of lines, or one text."""
    only_ascii = document.isascii()
    if document[start : start + 1] == '"':
        return json.dumps(source, ensure_ascii=only_ascii)
    spans = list(_elements(document, start)) if document[start : start + 1] == "[" else []
    if not spans or any(document[first] != '"' for first, _ in spans):
        raise UnwritableNotebook("the source of a cell is neither a text nor a list of texts")
    old = {cast(str, json.loads(document[first:last])): document[first:last] for first, last in spans}
    lead, trail = document[start + 1 : spans[0][0]], document[spans[-1][1] : end]
    between = document[spans[0][1] : spans[1][0]] if len(spans) > 1 else f",{lead or ' '}"
    lines = _LINE.findall(source)
    return f"[{lead}" + between.join(old.get(one) or json.dumps(one, ensure_ascii=only_ascii) for one in lines) + trail


def _source_spans(document: str) -> Iterator[tuple[int, int]]:
    """Where the source of each cell stands; an empty span where a cell has none."""
    top = _members(document, _start(document, 0))
    start, _ = top.get("cells", (0, 0))
    lists = [start]
    if document[start] != "[":
        sheets = [_members(document, at) for at, _ in _elements(document, top["worksheets"][0])]
        lists = [sheet["cells"][0] for sheet in sheets if "cells" in sheet and document[sheet["cells"][0]] == "["]
    for start in lists:
        for at, _ in _elements(document, start):
            members = _members(document, at)
            yield members.get("source", members.get("input", (0, 0)))


def _members(document: str, at: int) -> dict[str, tuple[int, int]]:
    """The members of the object that begins at an offset, each with where its value stands; none of anything else."""
    found: dict[str, tuple[int, int]] = {}
    if document[at] != "{":
        return found
    at = _start(document, at + 1)
    while document[at] != "}":
        key, at = _value(document, at)
        at = _start(document, _start(document, at) + 1)  # the colon
        _, end = _value(document, at)
        found[key] = (at, end)
        at = _behind(document, end)
    return found


def _elements(document: str, at: int) -> Iterator[tuple[int, int]]:
    """Where each element of the list that begins at an offset stands."""
    at = _start(document, at + 1)
    while document[at] != "]":
        _, end = _value(document, at)
        yield at, end
        at = _behind(document, end)


def _value(document: str, at: int) -> tuple[Any, int]:
    return _DECODER.raw_decode(document, at)


def _behind(document: str, end: int) -> int:
    """Where the next thing stands behind a value and its comma."""
    at = _start(document, end)
    return _start(document, at + 1) if document[at] == "," else at


def _start(document: str, at: int) -> int:
    found = _SPACE.match(document, at)
    assert found is not None
    return found.end()
