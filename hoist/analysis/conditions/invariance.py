"""Condition 2: all that a build reads is the same at each turn."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Location
from hoist.analysis.units import Unit
from hoist.analysis.values import PyKind, Value
from hoist.tensorflow_api.symbol import Kind


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what reads a place that the loop writes, or an object that the loop may change."""
    for location in sorted(unit.reads, key=lambda place: place.name):
        refused = _place(unit, location, situation)
        if refused is not None:
            return refused
    return _objects(unit, situation)


def _place(unit: Unit, location: Location, situation: Situation) -> Refused | None:
    if situation.writers.get(location):
        blocked = _blocked_writer(location, situation)
        return Refused("HSR29" if blocked else "HSR01", location.name)
    moved = situation.moved_writers.get(location, [])
    if moved and not any(w is not unit and w.position < unit.position for w in moved) and not _assigned_within(unit):
        return Refused("HSR14", f"{location.name} is carried from turn to turn")
    shared = location.space in ("attr", "global")
    if shared and situation.unknown_calls and location in situation.program.written:
        return Refused("HSR24", f"{location.name} may be set by what is not known")
    return None


def _assigned_within(unit: Unit) -> bool:
    """A ``with`` block may assign and read a name of its own."""
    return isinstance(unit.node, (ast.With, ast.AsyncWith))


def _blocked_writer(location: Location, situation: Situation) -> bool:
    """Whether the place is written by a build that was refused, rather than by a value that changes."""
    return any(
        location in situation.names.writes(node) and refused.code != "HSR01"
        for node, refused in situation.refused.items()
        if isinstance(node, ast.stmt)
    )


def _objects(unit: Unit, situation: Situation) -> Refused | None:
    changes = [fact for _, fact in situation.staying_facts if fact.act is Act.MUTATES]
    if not changes:
        return None
    for name, value in _mutable_values(unit, situation):
        for change in changes:
            if change.site is None:
                return Refused("HSR24", f"{name} (line {change.line})")
            if change.site is value.site or (value.site is None and not situation.in_loop(change.site)):
                return Refused("HSR24", f"{name} (line {change.line})")
    return None


def _mutable_values(unit: Unit, situation: Situation) -> list[tuple[str, Value]]:
    nodes: list[ast.AST] = [n for n in ast.walk(unit.node) if isinstance(n, (ast.Name, ast.Attribute))]
    nodes += [fact.node for fact in unit.facts if fact.act is Act.READS]
    found = []
    for node in nodes:
        value = situation.run.values.get(node)
        if value is None or not value.mutable or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        if value.kind is PyKind.FOREIGN and "()" not in str(value.ref):
            continue  # a module or function of another library
        if value.kind is Kind.UNKNOWN and isinstance(value.ref, str) and value.ref.startswith("tf."):
            continue
        found.append((ast.unparse(node)[:40] if isinstance(node, ast.expr) else "a value", value))
    return found
