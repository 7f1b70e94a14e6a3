"""Condition 8: contexts travel; generators and monitored sessions are not crossed."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act
from hoist.analysis.program import Module
from hoist.analysis.units import Unit


def check_loop(_unit: Unit, situation: Situation) -> Refused | None:
    """Refuse every unit of a loop in which others run between the turns, or whose graph is finalized."""
    if situation.loop.monitored:
        return Refused("HSR25")
    for _, fact in situation.staying_facts:
        if fact.act is Act.YIELDS and not fact.chain and situation.in_loop(fact.node):
            return Refused("HSR21")
        if fact.act is Act.REBINDS:
            return Refused("HSR02", f"{fact.what} may set or read any name (line {fact.line})")
    return None


def check_unit(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what stands under something that does not travel with it."""
    refused = _leaves_expression(unit, situation)
    if refused is not None:
        return refused
    for context in unit.contexts:
        facts = situation.run.facts.get(context, ())
        if any(fact.act is Act.CONTROLS for fact in facts):
            return Refused("HSR19", f"line {context.lineno}")
        values = [situation.run.values.get(item.context_expr) for item in context.items]
        if any(value is not None and "graph" in value.notes for value in values):
            return Refused("HSR30", f"line {context.lineno}")
        return Refused("HSR18", f"line {context.lineno}")
    return None


def _leaves_expression(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what would leave more than its loop, where that is a comprehension inside a larger expression."""
    loop = situation.loop
    child: ast.AST = loop.node
    if isinstance(child, ast.stmt):
        return None
    for parent in loop.module.ancestors(child):
        if isinstance(parent, ast.stmt):
            # In front of such a statement it would stand in front of a loop, or between `if` and `elif`.
            repeated = isinstance(parent, ast.While) or (isinstance(parent, ast.If) and _is_elif(parent, loop.module))
            return Refused("HSR28") if repeated else None
        if isinstance(parent, ast.Lambda):
            return Refused("HSR28", "it stands in a lambda")
        if isinstance(parent, ast.IfExp) and child is not parent.test:
            return Refused("HSR15", "a conditional expression")
        if isinstance(parent, ast.BoolOp) and child is not parent.values[0]:
            return Refused("HSR15", "`and` or `or`")
        if any(place.owner is parent for place in unit.reads):
            return Refused("HSR01", "a variable of the comprehension around it")
        child = parent
    return None


def _is_elif(node: ast.If, module: Module) -> bool:
    parent = module.parents[node]
    return isinstance(parent, ast.If) and parent.orelse == [node] and node.col_offset == parent.col_offset
