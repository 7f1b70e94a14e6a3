"""Loop-invariant code motion: which units of a session loop may leave it together, and how far they may rise."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace

from hoist.analysis.build_once import built_once
from hoist.analysis.conditions import checkpoints, contexts, guarded, invariance, naming, plain_use, purity, state
from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Location
from hoist.analysis.feeds import Feeds
from hoist.analysis.frame import Run
from hoist.analysis.landing import landing
from hoist.analysis.loops import EffectsOf, SessionLoop, session_loops
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.analysis.scope import Scope
from hoist.analysis.spelling import tensorflow_in
from hoist.analysis.static_shape import asks_for_no_shape
from hoist.analysis.units import Unit, UnitFinder, with_feeds

_CHECKS = (
    contexts.check_loop,
    purity.check,
    invariance.check,
    contexts.check_unit,
    guarded.check,
    naming.check,
    state.check,
    plain_use.check,
    checkpoints.check,
)


@dataclass(frozen=True, eq=False)
class Decision:
    """What becomes of one unit of a session loop.

    Attributes:
        unit: the unit.
        loop: the outermost session loop that it can leave, or, if refused, the outermost that it stands in.
        refused: why it stays; None if it moves.
        landing: the statement in front of which it lands; None if it stays.
        in_front_of_session: whether that is the statement that opens the session.
        keeps_checkpoints: whether a Saver that it makes must be told to delete no checkpoint.
        tensorflow: how the file spells TensorFlow there.
    """

    unit: Unit
    loop: SessionLoop
    refused: Refused | None
    landing: ast.stmt | None = None
    in_front_of_session: bool = False
    keeps_checkpoints: bool = False
    tensorflow: str = ""


def decide(
    run: Run,
    module: Module,
    effects: EffectsOf,
    program: ProgramFacts,
    left_alone: Callable[[Unit, SessionLoop], bool] = lambda _unit, _loop: False,
) -> list[Decision]:
    """Decide for every unit of every session loop of a module, outer loops first.

    What the user wants to be left alone stays like anything that cannot move, and so does what needs it to move.
    """
    gone: set[ast.AST] = set()
    found: dict[ast.AST, Decision] = {}
    for loop in session_loops(run, module, effects):
        names = Names(module, loop.scope)
        units = [
            u
            for u in UnitFinder(run, loop, effects, names).units()
            if u.node not in gone and not _inside(u, gone, module)
        ]
        kept = built_once(run, loop, units)
        units = [unit for unit in units if unit.node not in kept]
        feeds = Feeds(Scope(run, module, names, effects, module.path in program.rebinds))
        units = _fed(units, Situation(loop, names, effects, program, units), feeds)
        held = [unit for unit in units if left_alone(unit, loop)]
        units = [unit for unit in units if unit not in held]
        situation = _solve(Situation(loop, names, effects, program, units, frozenset(gone)))
        where, in_front = landing(situation) if situation.moving else (None, False)
        for unit in situation.moving:
            keeps = checkpoints.makes_saver(unit) and checkpoints.keeps_all_needed(situation)
            spelt = tensorflow_in(run, module, names) or ""
            found[unit.node] = Decision(unit, loop, None, where, in_front, keeps, spelt)
            gone.add(unit.node)
        for unit in units:
            refused = situation.refused.get(unit.node)
            if refused is not None and unit.growth and unit.node not in found:
                found[unit.node] = Decision(unit, loop, refused)
        for unit in held:
            if unit.growth and unit.node not in found:
                alone = replace(situation, moving=sorted([*situation.moving, unit], key=lambda u: u.position))
                found[unit.node] = Decision(unit, loop, _first_refusal(unit, alone) or Refused("HSR29", "left alone"))
    return sorted(found.values(), key=lambda decision: decision.unit.position)


def _fed(units: list[Unit], situation: Situation, feeds: Feeds) -> list[Unit]:
    """The units, with what changes from turn to turn fed where an expression is run at once and that can be."""
    loop, names = situation.loop, situation.names
    written = {place for part in loop.parts for place in names.writes(part)}
    written |= {names.location(name) for name in loop.counters}
    written |= {Location("local", loop.node, name) for name in loop.counters}
    facts = situation.effects.many(loop.parts)
    written |= {f.location for f in facts if f.act is Act.WRITES and f.location is not None}

    def varies(node: ast.expr) -> bool:
        done = situation.effects(node)
        reads = names.reads(node) | {f.location for f in done if f.act is Act.READS and f.location is not None}
        return bool(reads & written) or any(f.act is not Act.READS for f in done)

    found = []
    spelt = tensorflow_in(situation.run, loop.module, names) is not None and not situation.program.several_graphs
    for unit in units:
        run = feeds.runs.run_of(unit.node) if spelt and not unit.is_statement else None
        needed = feeds.of(unit.node, varies) if run is not None else ()
        needed = tuple(feed for feed in needed if not feed.needs_value)
        shaped = any(feed.asks_for_shape for feed in needed) and not asks_for_no_shape(situation.run, unit.node)
        alone = run is not None and feeds.runs.evaluated_alone(
            [feed.node for feed in needed], run, [feed.reader for feed in needed]
        )
        if run is not None and needed and alone and not shaped and not unit.tries:
            found.append(with_feeds(unit, needed, (run,), situation.run, names))
        else:
            found.append(unit)
    return found


def _inside(unit: Unit, gone: set[ast.AST], module: Module) -> bool:
    return any(parent in gone for parent in module.ancestors(unit.node))


def _solve(situation: Situation) -> Situation:
    """Take out, until nothing changes, each unit that may not leave together with the others."""
    moving, refused = _without_idle(situation.moving), dict(situation.refused)
    while True:
        current = Situation(
            situation.loop, situation.names, situation.effects, situation.program, moving, situation.gone, refused
        )
        verdicts = {unit: _first_refusal(unit, current) for unit in moving}
        failed = [unit for unit, verdict in verdicts.items() if verdict is not None]
        if not failed:
            needed = _without_idle(moving)
            if len(needed) == len(moving):
                return _with_last_reasons(current, situation.moving)
            moving = needed
            continue
        for unit in failed:
            verdict = verdicts[unit]
            assert verdict is not None
            refused[unit.node] = verdict
        moving = _without_idle([unit for unit in moving if unit not in failed])


def _with_last_reasons(solved: Situation, units: list[Unit]) -> Situation:
    """Give each unit that stays the reason that holds at the end, rather than the first that was met on the way."""
    reasons = dict(solved.refused)
    for unit in units:
        if unit.growth and unit.node in reasons:
            moving = sorted([*solved.moving, unit], key=lambda u: u.position)
            alone = replace(solved, moving=moving)
            reasons[unit.node] = _first_refusal(unit, alone) or reasons[unit.node]
    return replace(solved, refused=reasons)


def _first_refusal(unit: Unit, situation: Situation) -> Refused | None:
    for check in _CHECKS:
        refused = check(unit, situation)
        if refused is not None:
            return refused
    return None


def _without_idle(units: list[Unit]) -> list[Unit]:
    """Leave out what neither builds nor is read by something that does."""
    needed = {place for unit in units if unit.growth for place in unit.reads}
    kept = [unit for unit in units if unit.growth]
    for unit in sorted((u for u in units if not u.growth), key=lambda u: u.position, reverse=True):
        if unit.writes & needed:
            kept.append(unit)
            needed |= unit.reads
    return sorted(kept, key=lambda unit: unit.position)
