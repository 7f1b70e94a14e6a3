"""Mutable objects: which a build reads, which the loop may change, and which a build makes for others to change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Fact
from hoist.analysis.units import Unit
from hoist.analysis.values import ClassRef, PyKind, Value
from hoist.tensorflow_api.symbol import Kind

_DEPTH = 5


def mutable_values(unit: Unit, situation: Situation) -> Iterator[tuple[str, Value]]:
    """The mutable objects that a unit reads, those held by others included, each with its text."""
    nodes: list[ast.AST] = [n for n in ast.walk(unit.node) if isinstance(n, ast.expr) and n not in unit.holes]
    nodes += [fact.node for fact in unit.facts if fact.act is Act.READS]
    inside = set(ast.walk(unit.node))
    for node in nodes:
        value = situation.run.values.get(node)
        if value is None or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        for part in _parts(value, _DEPTH):
            if part.mutable and not _is_library(part) and part.site not in inside:
                yield (ast.unparse(node)[:40] if isinstance(node, ast.expr) else "a value"), part


def _parts(value: Value, depth: int) -> Iterator[Value]:
    yield value
    if depth:
        for part in (*(value.items or ()), value.element, value.receiver):
            if part is not None:
                yield from _parts(part, depth - 1)


def _is_library(value: Value) -> bool:
    """A module or function of a library, or a TensorFlow symbol that is not described."""
    if value.kind is PyKind.FOREIGN:
        return "()" not in str(value.ref)
    return value.kind is Kind.UNKNOWN and isinstance(value.ref, str) and value.ref.startswith("tf.")


def changed(value: Value, situation: Situation) -> Fact | None:
    """What in the loop may change an object under the eyes of who reads it."""
    for change in situation.changes:
        if change.site is None or change.site is value.site:
            return change
        if value.site is None and value.kind is not PyKind.INSTANCE and not situation.in_loop(change.site):
            return change
    if not situation.unknown_facts:
        return None
    unknown = situation.unknown_facts[0]
    if value.site is None and value.kind is not PyKind.INSTANCE:
        return unknown  # somebody unknown may hold the same object
    if value.site in situation.program.given_away:
        return unknown
    hidden = (*situation.hidden_changes.get(value.site, ()), *situation.hidden_changes.get(None, ()))
    return hidden[0] if hidden else None


def check_read(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what reads an object that the loop may change."""
    if not situation.changes and not situation.unknown_facts and not situation.foreign_calls:
        return None
    for name, value in mutable_values(unit, situation):
        change = changed(value, situation)
        if change is None and value.kind is PyKind.FOREIGN and situation.foreign_calls:
            change = situation.foreign_calls[0]
        if change is not None:
            return Refused("HSR24", f"{name} (line {change.line})")
    return None


def check_made(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what makes an object that stays the same for one turn only: the original had a fresh one each turn."""
    scopes = situation.scopes_of(unit)
    classes, holds = _made_objects(unit, situation)
    for _, fact in situation.staying_facts:
        if fact.act is Act.MUTATES and (fact.site in scopes if fact.site is not None else holds):
            return Refused("HSR16", f"{fact.what} is changed at line {fact.line}")
        if fact.act is Act.WRITES and fact.location is not None:
            place = fact.location
            if place.space == "local" and place.owner in scopes:
                return Refused("HSR16", f"{place.name} is set at line {fact.line}")
            if place.space == "attr" and any((owner, place.name) in situation.run.attributes for owner in classes):
                return Refused("HSR16", f"its attribute {place.name} is set at line {fact.line}")
    return None


def _made_objects(unit: Unit, situation: Situation) -> tuple[set[ast.ClassDef], bool]:
    """The classes of which a unit makes instances; whether what it gives can hold objects or names of its own."""
    classes: set[ast.ClassDef] = set()
    for node in situation.scopes_of(unit):
        value = situation.run.values.get(node) if isinstance(node, ast.Call) else None
        if value is not None and value.kind is PyKind.INSTANCE and isinstance(value.ref, ClassRef):
            classes.add(value.ref.node)
    given = situation.run.values.get(
        unit.node if isinstance(unit.node, ast.expr) else getattr(unit.node, "value", unit.node)
    )
    holds = given is not None and any(v.kind in (PyKind.INSTANCE, PyKind.FUNCTION) for v in _parts(given, _DEPTH))
    return classes, holds
