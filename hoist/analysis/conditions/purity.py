"""Condition 1, and the parts of 3 that one unit shows by itself: what a build does beside building."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Fact
from hoist.analysis.units import Unit
from hoist.tensorflow_api.symbol import Effect

_ALLOWED = frozenset(
    {
        Effect.BUILDS,
        Effect.READS_VARIABLES,
        Effect.DRAWS,
        Act.CREATES,
        Act.REGISTERS,
        Act.READS_COLLECTION,
        Act.READS,
        Act.FILLS,
        Act.NO_VARIABLE_YET,  # judged by hoist.analysis.conditions.state
        Effect.CALLS_BACK,
    }
)

_CODES: tuple[tuple[Act | Effect, str], ...] = (
    (Act.CLASHES, "HSR06"),
    (Effect.RUNS, "HSR22"),
    (Act.CONTROLS, "HSR19"),
    (Act.YIELDS, "HSR21"),
    (Effect.MAKES_VARIABLE, "HSR05"),
    (Act.MAYBE_REUSES, "HSR07"),
    (Act.SEEDED, "HSR08"),
    (Effect.STATEFUL, "HSR09"),
    (Effect.LOOKS_UP_NAMES, "HSR20"),
    (Effect.CHANGES_GRAPH, "HSR26"),
    (Effect.READS_GRAPH, "HSR26"),
    (Act.DRAWS_HOST, "HSR04"),
    (Effect.PRINTS, "HSR03"),
    (Effect.FILES, "HSR03"),
    (Effect.CLOCK, "HSR03"),
    (Effect.THREADS, "HSR03"),
    (Act.WRITES, "HSR23"),
    (Act.MUTATES, "HSR23"),
    (Act.UNKNOWN_CALL, "HSR02"),
    (Act.FOREIGN_CALL, "HSR02"),
    (Act.OPERATES, "HSR02"),
    (Act.MONITORED, "HSR22"),
)


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what does more than build from its arguments."""
    by_act: dict[Act | Effect, list[Fact]] = {}
    for fact in unit.facts:
        by_act.setdefault(fact.act, []).append(fact)
    inside = set(ast.walk(unit.node))
    for act, code in _CODES:
        facts = by_act.get(act, [])
        if act is Act.MUTATES:
            facts = [f for f in facts if f.site is None or f.site not in inside]
        if facts:
            return _refuse(code, facts)
    if set(by_act) - _ALLOWED - {Act.MUTATES}:
        return Refused("HSR02", ", ".join(sorted(str(a.value) for a in set(by_act) - _ALLOWED)))
    return _fresh_optimizer(unit, situation)


def _refuse(code: str, facts: list[Fact]) -> Refused:
    first = min(facts, key=lambda f: (str(f.path), f.line))
    if code == "HSR22" and not first.chain:
        # A run among the arguments of a build: its result is what is baked in.
        return Refused("HSR01", "the result of a session run is built in")
    return Refused(code, f"{first.what} (line {first.line})" if first.what else "")


def _fresh_optimizer(unit: Unit, situation: Situation) -> Refused | None:
    """A variable shared through an object (an optimizer's slots, a layer) that is itself made anew each turn."""
    for fact in unit.facts:
        if fact.act is Act.CREATES and fact.site is not None and situation.in_loop_or_callee(fact.site):
            return Refused("HSR10", fact.what)
    return None
