"""From decisions to edits: what moves, where to, and under which name."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist import rules
from hoist.analysis.motion import Decision
from hoist.analysis.program import Module
from hoist.edits import Edit, FileEdits, LiftExpression, MoveStatement, Span


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
    """

    path: Path
    what: Span
    before: Span
    name: str | None
    taken: frozenset[str]
    more: tuple[Edit, ...]


def move(module: Module, decision: Decision) -> Move | None:
    """What is to be moved; None if it stays."""
    unit, landing = decision.unit, decision.landing
    if landing is None:
        return None
    more = tuple(edit for rule in rules.all_rules() for edit in rule.edits(decision, module))
    what, before = module.span(unit.node), module.span(landing)
    if isinstance(unit.node, ast.stmt):
        return Move(module.path, what, before, None, frozenset(), more)
    return Move(module.path, what, before, _base(unit.node), _taken(module), more)


def file_edits(moves: Iterable[Move]) -> Iterable[FileEdits]:
    """What the moves come to, file by file."""
    by_file: dict[Path, list[Move]] = {}
    for one in moves:
        by_file.setdefault(one.path, []).append(one)
    for path, moving in by_file.items():
        yield FileEdits(path, tuple(_edits(moving)))


def _edits(moves: Sequence[Move]) -> Iterable[Edit]:
    taken = {*dir(builtins), *keyword.kwlist}.union(*(one.taken for one in moves))
    for one in moves:
        if one.name is None:
            yield MoveStatement(one.what, one.before)
        else:
            yield LiftExpression(one.what, _fresh_name(one.name, taken), one.before)
        yield from one.more


def _taken(module: Module) -> frozenset[str]:
    """The names that a file uses."""
    taken = {n.id for n in module.nodes if isinstance(n, ast.Name)}
    taken |= {n.arg for n in module.nodes if isinstance(n, ast.arg)}
    taken |= {name for n in module.nodes if isinstance(name := getattr(n, "name", None), str)}
    taken |= {(n.asname or n.name).split(".")[0] for n in module.nodes if isinstance(n, ast.alias)}
    return frozenset(taken)


def _base(node: ast.expr) -> str:
    """A name for what an expression gives: the last part of the function that it calls."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "result")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", called).lower()
    return "ops" if isinstance(node, ast.ListComp) else "result"


def _fresh_name(base: str, taken: set[str]) -> str:
    name, count = base, 0
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    taken.add(name)
    return name
