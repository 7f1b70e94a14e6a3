"""Condition 1, and the parts of 3 that one unit shows by itself: what a build does beside building."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Fact, ordered
from hoist.analysis.loops import SessionLoop, builds
from hoist.analysis.units import Unit
from hoist.tensorflow_api.symbol import Effect, Kind

DEFAULT_SESSION = "tf.get_default_session"

_ALLOWED = frozenset(
    {
        Effect.BUILDS,
        Act.MAY_BUILD,
        Effect.READS_VARIABLES,
        Effect.DRAWS,
        Act.CREATES,
        Act.REGISTERS,
        Act.READS_COLLECTION,
        Act.READS,
        Act.FILLS,
        Act.SHOWS_VARIABLES,  # judged where a Saver would pass it
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
        if facts and act is Effect.READS_GRAPH and _session_steady(unit, situation):
            facts = [f for f in facts if f.what != DEFAULT_SESSION]
        if facts:
            return _refuse(code, facts, unit)
    if set(by_act) - _ALLOWED - {Act.MUTATES, Effect.READS_GRAPH}:
        return Refused("HSR02", ", ".join(sorted(str(a.value) for a in set(by_act) - _ALLOWED)))
    return _fresh_optimizer(unit, situation)


def _session_steady(unit: Unit, situation: Situation) -> bool:
    """Whether the default session is the same in front of the loop as where the unit stands."""
    return not unit.contexts and not situation.program.judged(_makes_session, situation.loop)


def _makes_session(program: ProgramFacts, loop: SessionLoop) -> bool:
    """Whether a loop opens a session, or makes one the default."""
    kinds = (Kind.SESSION, Kind.MONITORED_SESSION)
    for root in (*loop.parts, *program.called(loop)):
        for node in ast.walk(root):
            value = program.run.values.get(node) if isinstance(node, ast.Call) else None
            if value is None or any(fact.what == DEFAULT_SESSION for fact in program.run.facts.get(node, ())):
                continue
            entered = value.kind is Kind.CONTEXT and value.receiver is not None and value.receiver.kind in kinds
            if value.kind in kinds or entered:
                return True
    return False


def _refuse(code: str, facts: list[Fact], unit: Unit) -> Refused:
    first = ordered(facts)[0]
    if code == "HSR22" and not first.chain:
        # A run among the arguments of a build: its result is what is baked in.
        return Refused("HSR01", "the result of a session run is built in")
    if code == "HSR22":  # what would have to be split off, rather than the first run
        first = next((f for f in ordered(unit.facts) if builds(f)), first)
    return Refused(code, f"{first.what} (line {first.line})" if first.what else "")


def _fresh_optimizer(unit: Unit, situation: Situation) -> Refused | None:
    """A variable shared through an object (an optimizer's slots, a layer) that is itself made anew each turn."""
    for fact in ordered(unit.facts):
        if fact.act is Act.CREATES and fact.site is not None and situation.in_loop_or_callee(fact.site):
            return Refused("HSR10", fact.what)
    return None
