"""From decisions to edits: what moves, where to, and under which name."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Sequence

from hoist import rules
from hoist.analysis.motion import Decision
from hoist.analysis.program import Module
from hoist.edits import Edit, FileEdits, LiftExpression, MoveStatement


def file_edits(decisions: Iterable[tuple[Module, Decision]]) -> Iterable[FileEdits]:
    """What the decisions to move something come to, file by file."""
    by_module: dict[Module, list[Decision]] = {}
    for module, decision in decisions:
        if decision.refused is None:
            by_module.setdefault(module, []).append(decision)
    for module, moving in by_module.items():
        yield FileEdits(module.path, tuple(_edits(module, moving)))


def _edits(module: Module, decisions: Sequence[Decision]) -> Iterable[Edit]:
    taken = {*dir(builtins), *keyword.kwlist}
    taken |= {n.id for n in ast.walk(module.tree) if isinstance(n, ast.Name)}
    taken |= {n.arg for n in ast.walk(module.tree) if isinstance(n, ast.arg)}
    taken |= {getattr(n, "name", "") or "" for n in ast.walk(module.tree)}
    taken |= {(n.asname or n.name).split(".")[0] for n in ast.walk(module.tree) if isinstance(n, ast.alias)}
    for decision in decisions:
        unit, landing = decision.unit, decision.landing
        assert landing is not None
        span, before = module.span(unit.node), module.span(landing)
        if isinstance(unit.node, ast.stmt):
            yield MoveStatement(span, before)
        else:
            yield LiftExpression(span, _fresh_name(unit.node, taken), before)
        for rule in rules.all_rules():
            yield from rule.edits(decision, module)


def _fresh_name(node: ast.expr, taken: set[str]) -> str:
    """A name for what an expression gives: the last part of the function that it calls."""
    base = "result"
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "result")
        base = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", called).lower()
    elif isinstance(node, ast.ListComp):
        base = "ops"
    name, count = base, 0
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    taken.add(name)
    return name
