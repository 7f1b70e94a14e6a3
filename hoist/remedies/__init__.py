"""From decisions to edits: what moves and where to, what is kept from its first use, what is fed."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from hoist.edits import Edit, FileEdits, Span
from hoist.remedies.feeding import Entries
from hoist.remedies.keeping import Keep, complete, keep, kept_edits
from hoist.remedies.moving import Move, move, moved_edits

__all__ = ["Keep", "Move", "file_edits", "keep", "move"]


def file_edits(remedies: Iterable[Move | Keep], python_2: Container[Path] = ()) -> Iterable[FileEdits]:
    """What the remedies come to, file by file; ``python_2`` are the files that Python 2 reads."""
    by_file: dict[Path, list[Move | Keep]] = {}
    for one in remedies:
        by_file.setdefault(one.path, []).append(one)
    for path, wanted in by_file.items():
        yield FileEdits(path, tuple(_edits(wanted, python_2=path in python_2)), path in python_2)


def _edits(wanted: Sequence[Move | Keep], *, python_2: bool) -> Iterable[Edit]:
    taken = {*dir(builtins), *keyword.kwlist}.union(*(one.taken for one in wanted))
    keeps = complete(sorted((one for one in wanted if isinstance(one, Keep)), key=lambda one: one.what))
    moves = [one for one in wanted if isinstance(one, Move) and not any(_overlap(one.what, k.what) for k in keeps)]
    entries = Entries(taken, python_2)
    yield from kept_edits(keeps, taken, entries)
    yield from moved_edits(moves, taken, entries)
    yield from entries.edits()


def _overlap(one: Span, other: Span) -> bool:
    starts = (one.line, one.column) < (other.end_line, other.end_column)
    return starts and (other.line, other.column) < (one.end_line, one.end_column)
