"""Which calls run what is built on a value that is fed, and whether the value is still the same there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from hoist.analysis.conditions.situation import Situation
from hoist.analysis.facts import Act, Location
from hoist.analysis.feeds import Feed, Feeds
from hoist.analysis.loops import enclosing_statement
from hoist.analysis.program import LOOPS, Module
from hoist.analysis.run_calls import RunCall
from hoist.analysis.static_shape import asks_for_no_shape, asks_for_no_value, gives_what_it_is_given
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN
from hoist.tensorflow_api.symbol import Effect, Kind

#: Words of programs in which a run may come back to Python.
CALL_BACK = frozenset("py_func py_function numpy_function from_generator register_tensor_conversion_function".split())
_ASSIGNS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)
_BUILDING = (Act.READS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES)
_UNCHANGED = (Act.READS, Effect.RUNS, Effect.PRINTS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES)


def consumers(
    unit: Unit, units: Sequence[Unit], feeds: Iterable[Feed], finder: Feeds, situation: Situation, *, caught: bool
) -> tuple[RunCall, ...] | None:
    """The runs that have to feed what a unit bakes in now; None if not all of them are known and can be given it.

    With ``caught``, what a build or a run raises may be caught, so that it would be seen which of them fails.
    """
    feeds = list(feeds)
    runs = _runs_of(unit, units, feeds, finder, situation)
    if runs is None:
        return None
    module = situation.loop.module
    if unit.is_statement:
        held = [feed for feed in feeds if feed.converted is None]  # what is converted is so where the build stands
        right = all(_is_behind(r.call, unit, module) and _is_same_there(held, unit, r, situation) for r in runs)
    else:
        values, readers = [feed.node for feed in feeds], [feed.reader for feed in feeds]
        right = all(finder.runs.evaluated_alone(values, run, readers) for run in runs)
    if right and caught:
        right = not any(feed.asks_for_shape for feed in feeds)
        right = right and not (unit.is_statement and any(_is_seen_between(unit, run, situation) for run in runs))
    return runs if runs and right else None


def _runs_of(
    unit: Unit, units: Sequence[Unit], feeds: Sequence[Feed], finder: Feeds, situation: Situation
) -> tuple[RunCall, ...] | None:
    """The runs of all that is built on a unit; None if not all are known, or one would see that something is fed."""
    built, places = built_on(unit, units)
    themselves = _fed_themselves(built, feeds, situation)
    if themselves is None or not _build_alike(built, places, feeds, situation):
        return None
    found = [finder.runs.run_of(other.node) for other in built if not other.is_statement]
    inside = {node for other in units for node in ast.walk(other.node)}
    module, scope = situation.loop.module, situation.loop.scope
    for place in sorted(places, key=lambda place: place.name):
        for load in situation.names.occurrences.get(place.name, []):
            if not isinstance(load.ctx, ast.Load) or load in inside or situation.names.place(load) != place:
                continue
            in_scope = module.function_of(load) is scope and place not in themselves
            found.append(finder.runs.run_of(load) if in_scope else None)
    known = {run.call: run for run in found if run is not None}
    if None in found or (len(known) > 1 and any(feed.reader is not None for feed in feeds)):
        return None  # of a constant name a file is read by the first run alone, of a fed one by each
    return tuple(known.values())


def _build_alike(built: Iterable[Unit], places: set[Location], feeds: Sequence[Feed], situation: Situation) -> bool:
    """Whether what is built on placeholders is what is built on constants."""
    run = situation.run
    if any(feed.asks_for_shape for feed in feeds) and not all(asks_for_no_shape(run, unit.node) for unit in built):
        return False
    fed = {node for feed in feeds for node in ast.walk(feed.node) if isinstance(node, ast.expr)}

    def is_fed(node: ast.AST) -> bool:
        return node in fed or (isinstance(node, ast.Name) and situation.names.place(node) in places)

    whole = any(feed.is_whole for feed in feeds)
    return not whole or all(asks_for_no_value(run, unit.node, is_fed) for unit in built)


def built_on(unit: Unit, units: Sequence[Unit]) -> tuple[list[Unit], set[Location]]:
    """The unit and all units that are built on it, and the places that they assign."""
    found, places = [unit], set(unit.writes)
    while True:
        more = [other for other in units if other not in found and not places.isdisjoint(other.reads)]
        if not more:
            return found, places
        found += more
        places.update(place for other in more for place in other.writes)


def _fed_themselves(built: Sequence[Unit], feeds: Sequence[Feed], situation: Situation) -> set[Location] | None:
    """The places that may hold the placeholder itself; None if a run may be asked for that.

    A run gives what it was fed for a placeholder: of a number an array, where a constant would give a number.
    """
    fed: set[ast.AST] = {feed.node for feed in feeds}
    places: set[Location] = set()

    def is_itself(node: ast.AST) -> bool:
        if isinstance(node, (ast.Tuple, ast.List, ast.IfExp, ast.Dict)):
            return any(map(is_itself, ast.iter_child_nodes(node)))
        if isinstance(node, ast.Call) and gives_what_it_is_given(situation.run, node):
            return any(map(is_itself, (*node.args, *(keyword.value for keyword in node.keywords))))
        return node in fed or (isinstance(node, ast.Name) and situation.names.place(node) in places)

    while True:
        known = set(places)
        for unit in built:
            if not unit.is_statement and is_itself(unit.node):
                return None
            values = (getattr(node, "value", None) for node in ast.walk(unit.node) if isinstance(node, _ASSIGNS))
            if any(is_itself(value) for value in values if value is not None):
                places |= unit.writes
        if places == known:
            return places


def _is_behind(call: ast.Call, unit: Unit, module: Module) -> bool:
    """Whether each turn that reaches a run has passed the unit before: it stands behind it in the unit's own block."""
    block: list[ast.stmt] = module.block_of(unit.statement)
    statement: ast.AST = enclosing_statement(module, call)
    above = set(module.ancestors(unit.statement))
    for parent in module.ancestors(call):
        if isinstance(parent, (*LOOPS, ast.Lambda)) and parent not in above:
            return False  # a later turn would feed what the first has changed
        if parent in block:
            break
    if isinstance(statement, LOOPS):
        return False
    while statement not in block:
        if statement not in module.parents:
            return False
        statement = module.parents[statement]
    return block.index(statement) > block.index(unit.statement)


def _is_seen_between(unit: Unit, run: RunCall, situation: Situation) -> bool:
    """Whether anything but a build is done between a unit and a run, so that it is seen which of them fails."""
    end = (run.call.lineno, run.call.col_offset)
    return any(
        unit.position <= position < end and fact.act not in _BUILDING for position, fact in situation.staying_facts
    )


def _targets(node: ast.AST) -> list[ast.AST]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [inner for target in targets if isinstance(target, ast.AST) for inner in ast.walk(target)]


def _is_same_there(feeds: Iterable[Feed], unit: Unit, run: RunCall, situation: Situation) -> bool:
    """Whether nothing between a unit and a run assigns or changes what is fed."""
    start, end = unit.position, (run.call.end_lineno or 0, run.call.end_col_offset or 0)
    names = {n.id for feed in feeds for n in ast.walk(feed.node) if isinstance(n, ast.Name)}
    for name in names:
        for node in situation.names.occurrences.get(name, []):
            if not isinstance(node.ctx, ast.Load) and start <= (node.lineno, node.col_offset) <= end:
                return False
    values = (situation.run.values.get(feed.node, UNKNOWN).kind for feed in feeds)
    if situation.program.words & CALL_BACK and any(kind is not Kind.PYTHON for kind in values):
        return False  # a run may come back to Python and change an array
    behind: set[ast.AST] = {run.call, *situation.loop.module.ancestors(run.call)}  # what they do, they do after the run
    behind.update(node for parent in list(behind) for node in _targets(parent))
    for stays in situation.staying:
        at = (getattr(stays, "lineno", 0), getattr(stays, "col_offset", 0))
        if stays in behind or not start <= at <= end:
            continue
        if any(fact.act not in _UNCHANGED for fact in situation.run.facts.get(stays, ())):
            return False
    return True
