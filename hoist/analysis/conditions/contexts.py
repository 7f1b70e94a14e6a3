"""Conditions 6 (a ``try`` around the build) and 8 (contexts, generators, monitored sessions)."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act
from hoist.analysis.units import Unit

# What building a graph cannot raise: errors of a run, and of the user's or the iteration's.
_HARMLESS = ("tf.errors.", "tensorflow.errors.", "errors.", "KeyboardInterrupt", "StopIteration", "SystemExit")


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what stands under something that does not travel with it."""
    if situation.loop.monitored:
        return Refused("HSR25")
    for _, fact in situation.staying_facts:
        if fact.act is Act.YIELDS and not fact.chain and situation.in_loop(fact.node):
            return Refused("HSR21")
        if fact.act is Act.REBINDS:
            return Refused("HSR02", f"{fact.what} may set or read any name (line {fact.line})")
    for context in unit.contexts:
        facts = situation.run.facts.get(context, ())
        if any(fact.act is Act.CONTROLS for fact in facts):
            return Refused("HSR19", f"line {context.lineno}")
        values = [situation.run.values.get(item.context_expr) for item in context.items]
        if any(value is not None and "graph" in value.notes for value in values):
            return Refused("HSR30", f"line {context.lineno}")
        return Refused("HSR18", f"line {context.lineno}")
    for attempt in unit.tries:
        if not all(_harmless(handler) for handler in attempt.handlers):
            return Refused("HSR17", f"line {attempt.lineno}")
    return None


def _harmless(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return False
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(ast.unparse(kind).startswith(_HARMLESS) for kind in kinds)
