"""Edits as data: what a remedy would change in one file.

Lines are 1-based; columns are 0-based and count characters (not UTF-8 bytes, which is what ``ast`` counts).
A span ends at ``(end_line, end_column)``, exclusive, as in ``ast``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of source text."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class MoveStatement:
    """Take the statement at ``statement`` out of its block and put it in front of the one that starts at ``before``.

    Comments and bare strings directly above the statement, with no blank line between, move with it.
    Statements that move to the same place keep their order in the file.
    """

    statement: Span
    before: Span


@dataclass(frozen=True)
class LiftExpression:
    """Replace the expression at ``expression`` by ``name`` and assign it to ``name`` in front of ``before``.

    ``name`` is a name, an attribute or an element (``built[key]``). ``lead`` are lines in front of the assignment; if
    the last of them ends with a colon, the assignment is its body.
    """

    expression: Span
    name: str
    before: Span
    lead: tuple[str, ...] = ()


@dataclass(frozen=True)
class GuardStatements:
    """Put the statements from ``first`` to ``last``, of one block, under a condition or into a context.

    Attributes:
        first, last: the first and the last statement; they share their lines with no other.
        before: lines in front of them; the last one opens the block (``if key not in built:``,
            ``with strategy.scope():``).
        inside: lines behind them, in that block.
        behind: lines behind the block.
        opening: lines in that block, in front of them.
    """

    first: Span
    last: Span
    before: tuple[str, ...]
    inside: tuple[str, ...]
    behind: tuple[str, ...]
    opening: tuple[str, ...] = ()


@dataclass(frozen=True)
class InsertLines:
    """Put new lines in front of the statement that starts at ``before``.

    Attributes:
        before: the statement.
        lines: each with the depth of its block below that of the statement: 0, 1 ...
        origin: what they stand for; they land in the order of that, among what is lifted to the same place.
    """

    before: Span
    lines: tuple[tuple[int, str], ...]
    origin: Span


@dataclass(frozen=True)
class ReplaceExpression:
    """Replace the expression at ``expression`` by ``text``; it may lie inside a statement that moves."""

    expression: Span
    text: str


@dataclass(frozen=True)
class AddArgument:
    """Give the call at ``call`` the keyword argument ``argument`` (``name=value``), behind all others.

    The call may lie inside a statement that moves or an expression that is lifted, or be the lifted expression itself.
    """

    call: Span
    argument: str


@dataclass(frozen=True)
class AddEntry:
    """Put ``entry`` (``key: value``, or several of them) into the dict display at ``display``, in front of others."""

    display: Span
    entry: str


Edit = MoveStatement | LiftExpression | GuardStatements | InsertLines | ReplaceExpression | AddArgument | AddEntry


@dataclass(frozen=True)
class FileEdits:
    """All edits of one file, in source order of what they touch.

    ``python_2`` tells that Python 2 reads the file, whatever it is written in: it belongs to a program in Python 2.
    """

    path: Path
    edits: tuple[Edit, ...]
    python_2: bool = False


@dataclass(frozen=True)
class Rewritten:
    """The new text of one file and where its lines come from.

    Attributes:
        text: the whole new text.
        line_map: new line -> old line, for every new line that has an old one; a line that a ``LiftExpression`` added
            maps to the line on which the lifted expression stood.
    """

    text: str
    line_map: dict[int, int]
