"""Builds that move in front of their loop, as they are or on placeholders."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hoist import rules
from hoist.analysis.motion import Decision
from hoist.analysis.program import Module
from hoist.edits import Edit, InsertLines, LiftExpression, MoveStatement, Span
from hoist.remedies.feeding import Entries, Fed, fed, placeholder
from hoist.remedies.keeping import run_on_placeholders
from hoist.remedies.naming import base_name, fresh_name, taken_in


@dataclass(frozen=True)
class Move:
    """What a decision to move something comes to.

    Attributes:
        path: the file.
        what: the statement or expression that moves.
        before: the statement in front of which it lands.
        name: for an expression, what the name for what it gives begins with; None for a statement.
        taken: for an expression, names that are not free in the file.
        more: further edits.
        fed: for an expression, what is fed.
        tensorflow: how the file spells TensorFlow.
    """

    path: Path
    what: Span
    before: Span
    name: str | None
    taken: frozenset[str]
    more: tuple[Edit, ...]
    fed: Fed | None = None
    tensorflow: str = ""


def move(module: Module, decision: Decision) -> Move | None:
    """What is to be moved; None if it stays."""
    unit, landing = decision.unit, decision.landing
    if landing is None:
        return None
    more = tuple(edit for rule in rules.all_rules() for edit in rule.edits(decision, module))
    what, before = module.span(unit.node), module.span(landing)
    if isinstance(unit.node, ast.stmt):
        return Move(module.path, what, before, None, frozenset(), more)
    name, taken = base_name(unit.node), taken_in(module)
    return Move(
        module.path, what, before, name, taken, more, fed(unit, module, decision.tensorflow), decision.tensorflow
    )


def moved_edits(moves: Iterable[Move], taken: set[str], entries: Entries) -> Iterable[Edit]:
    """The edits of what moves in one file."""
    for one in moves:
        if one.name is None:
            yield MoveStatement(one.what, one.before)
        elif one.fed is None:
            yield LiftExpression(one.what, fresh_name(one.name, taken), one.before)
        else:
            yield from _on_placeholders(one, one.name, one.fed, taken, entries)
        yield from one.more


def _on_placeholders(one: Move, base: str, feeds: Fed, taken: set[str], entries: Entries) -> Iterable[Edit]:
    names = [entries.name(value) for value in feeds.values]
    op = fresh_name(base, taken)
    lines = [placeholder(value, name, one.tensorflow) for value, name in zip(feeds.values, names, strict=True)]
    lines.append(f"{op} = {feeds.source(names)}")
    yield InsertLines(one.before, tuple((0, line) for line in lines), one.what)
    given = [(name, value.text) for value, name in zip(feeds.values, names, strict=True)]
    yield from run_on_placeholders(one.what, op, feeds, given, one.tensorflow, entries)
