"""Condition 2: all that a build reads is the same at each turn."""

from __future__ import annotations

import ast

from hoist.analysis.conditions import objects
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Location
from hoist.analysis.units import Unit


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what reads a place that the loop writes, or an object that the loop may change."""
    for location in sorted(unit.reads, key=lambda place: place.name):
        refused = _place(unit, location, situation)
        if refused is not None:
            return refused
    return objects.check_read(unit, situation)


def _place(unit: Unit, location: Location, situation: Situation) -> Refused | None:
    anywhere = Location("global", None, location.name)
    if location.space == "global" and situation.writers.get(anywhere):
        return Refused("HSR01", f"{location.name} may be set through its module")
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
