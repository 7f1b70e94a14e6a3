"""What a run of the original showed of expressions, as data: the words between that run and the analysis.

One run is evidence for that run and proves nothing from the source. So what leans on it is marked, and written only if
both runs agree; and the rewritten program takes dtype and rank from the value that is there, not from the record.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Place = tuple[Path, int, str]

_OFTEN = 2  # a value that was met once tells nothing of the turns
_LONGEST = 40  # characters of an expression in a note
#: Of one such number TensorFlow 1.15.5 makes a constant, but no array.
_NO_ARRAY = ("number uint32", "number uint64")
NUMBER, BYTES, TENSOR, SESSION = "number", "bytes", "tensor", "session"


@dataclass(frozen=True)
class Seen:
    """What a run showed of all expressions of one text on one line.

    Attributes:
        path, line, text: the file, the line on which they begin, and their source on one line.
        times: how often they were evaluated.
        kinds: what they gave: ``number`` and the dtype that a constant of it has, ``bytes``, ``tensor``, ``session``,
            or the name of another type.
        shape: of a number or array, with None where it was not the same each time; None if the rank was not.
        nodes: how many nodes one evaluation added, at most.
        effects: what else evaluating them did: ``run``, ``stateful``, ``draw``, ``collection``.
        same: whether it was the same number or text of Python's each time.
    """

    path: Path
    line: int
    text: str
    times: int = 0
    kinds: tuple[str, ...] = ()
    shape: tuple[int | None, ...] | None = ()
    nodes: int = 0
    effects: tuple[str, ...] = ()
    same: bool = False

    @property
    def place(self) -> Place:
        """What they are told by."""
        return (self.path, self.line, self.text)

    @property
    def note(self) -> str:
        """What a reader is told of it, such as ``values float32 [32, None], 20 times``."""
        text = self.text.encode("ascii", "backslashreplace").decode()  # it may go into a file of any encoding
        text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
        if self.kinds == (TENSOR,):
            return f"{text} builds {self.nodes} nodes, {self.times} times"
        kind = self.kinds[0].removeprefix(f"{NUMBER} ") if self.kinds else ""
        sizes = ", ".join("None" if size is None else str(size) for size in self.shape or ())
        shape = f" [{sizes}]" if sizes else ""
        return f"{text} {kind}{shape}, {'the same ' if self.same else ''}{self.times} times"

    def _was(self, kind: str) -> bool:
        return self.times >= _OFTEN and len(self.kinds) == 1 and self.kinds[0].split(" ")[0] == kind

    @property
    def is_number(self) -> bool:
        """Whether it always was a number or array of one dtype and rank, and evaluating it added no node."""
        if not self._was(NUMBER) or self.shape is None or self.nodes:
            return False
        return self.shape != () or self.kinds[0] not in _NO_ARRAY

    @property
    def is_bytes(self) -> bool:
        """Whether it always was one byte string, and evaluating it added no node."""
        return self._was(BYTES) and not self.nodes

    @property
    def is_steady(self) -> bool:
        """Whether it was the same number or text of Python's each time, and evaluating it did nothing else."""
        return self.times >= _OFTEN and self.same and not self.nodes and not self.effects

    @property
    def is_session(self) -> bool:
        """Whether it always was a session, and evaluating it added no node."""
        return self._was(SESSION) and not self.nodes

    @property
    def is_builder(self) -> bool:
        """Whether it always gave a tensor or operation that it built, and did nothing else that a run shows.

        To build what keeps state or draws, to register in a collection, to run a session, to draw from Python's or
        NumPy's generator are such other things.
        """
        return self._was(TENSOR) and self.nodes > 0 and not self.effects


@dataclass(frozen=True)
class Recorded:
    """What was recorded of a program; while ``asking``, whatever would help is taken to have been seen."""

    seen: Mapping[Place, Seen] = field(default_factory=dict)
    asking: bool = False

    def number(self, path: Path, node: ast.expr) -> Seen | None:
        """What was seen of an expression that always was a number or array of one dtype and rank; else None."""
        return self._if(path, node, lambda seen: seen.is_number)

    def text(self, path: Path, node: ast.expr) -> Seen | None:
        """What was seen of an expression that always was one byte string; else None."""
        return self._if(path, node, lambda seen: seen.is_bytes)

    def steady(self, path: Path, node: ast.expr) -> Seen | None:
        """What was seen of an expression that gave the same number or text each time; else None."""
        return self._if(path, node, lambda seen: seen.is_steady)

    def session(self, path: Path, node: ast.expr) -> Seen | None:
        """What was seen of an expression that always was a session; else None."""
        return self._if(path, node, lambda seen: seen.is_session)

    def builder(self, path: Path, node: ast.expr) -> Seen | None:
        """What was seen of an expression that always built the tensor that it gave, and did no more; else None."""
        return self._if(path, node, lambda seen: seen.is_builder)

    def is_none_of(self, path: Path, node: ast.AST) -> bool:
        """Whether an expression was seen to give what is neither number nor text at times, and does not only build."""
        place = (path, getattr(node, "lineno", 0), ast.unparse(node)) if self.seen else None
        seen = self.seen.get(place) if place is not None else None
        if seen is None:
            return False
        plain = all(kind.split(" ")[0] in (NUMBER, BYTES, "str") for kind in seen.kinds)
        return not plain and not seen.is_builder

    def _if(self, path: Path, node: ast.expr, wanted: Callable[[Seen], bool]) -> Seen | None:
        if not self.asking and not self.seen:
            return None
        place = (path, node.lineno, ast.unparse(node))
        if self.asking:
            return Seen(*place)
        seen = self.seen.get(place)
        return seen if seen is not None and wanted(seen) else None


def recorded_note(seen: Iterable[Seen]) -> str:
    """What a reader is told that a remedy leans on, without what is part of the rest; empty if on nothing."""
    told = list(dict.fromkeys(seen))
    parts = [one for one in told if any(one.text in other.text and other != one for other in told)]
    notes = "; ".join(one.note for one in told if one not in parts or one.kinds != (TENSOR,))
    return f"recorded: {notes}" if notes else ""


NOTHING = Recorded()
ASKING = Recorded(asking=True)


def together(runs: Iterable[Iterable[Seen]]) -> Recorded:
    """What several scripts showed: of what more than one of them met, all that it was in any."""
    found: dict[Place, Seen] = {}
    for run in runs:
        for seen in run:
            known = found.get(seen.place)
            found[seen.place] = seen if known is None else _both(known, seen)
    return Recorded(found)


def _both(one: Seen, other: Seen) -> Seen:
    shape: tuple[int | None, ...] | None = None
    if one.shape is not None and other.shape is not None and len(one.shape) == len(other.shape):
        shape = tuple(a if a == b else None for a, b in zip(one.shape, other.shape, strict=True))
    return Seen(
        *one.place,
        one.times + other.times,
        tuple(sorted({*one.kinds, *other.kinds})),
        shape,
        max(one.nodes, other.nodes),
        tuple(sorted({*one.effects, *other.effects})),
        one.same and other.same,
    )
