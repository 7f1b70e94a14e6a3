"""Conditions 3, 6, 7 and 9: variables, collections and names, the state of the graph that others see."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hoist.analysis.conditions.guarded import is_guarded
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Fact, ordered
from hoist.analysis.units import Unit
from hoist.tensorflow_api.symbol import Effect

SUMMARIES = "summaries"
# They change the object that they are called on, or the default session, and no graph.
OF_OBJECTS = ("session.", "protobuf.", "saver.", "coordinator.", "tf.flags", "tf.InteractiveSession")
_MAKES = (Act.CREATES, Act.CLASHES, Act.MAYBE_REUSES, Effect.MAKES_VARIABLE)


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what would show others another state of the graph, or see another one itself."""
    acts = {fact.act for fact in unit.facts}
    refused = (
        situation.of_graph(lambda s: _graph_changed(s) or _whole_graph(s) or _fed_by_name(s)) if unit.growth else None
    )
    if refused is None and Effect.READS_VARIABLES in acts:
        refused = _reads_variables(unit, situation)
    if refused is None and Act.CREATES in acts:
        refused = _creates(unit, situation)
    if refused is None and acts & {Act.REGISTERS, Act.READS_COLLECTION}:
        refused = collections(unit, situation)
    program = situation.program
    if (
        refused is None
        and unit.growth
        and (program.looks_up_any or (program.looks_up_names and situation.growth_stays))
    ):
        refused = Refused("HSR20")
    if refused is None and unit.growth:
        refused = error_told(unit, situation)
    return refused


def error_told(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what an error that the program shows would name."""
    program = situation.program
    feedable = any(fact.act is Effect.BUILDS and fact.what.endswith("placeholder") for fact in unit.facts)
    line = program.feed_error_told if feedable else program.error_told
    return None if line is None else Refused("HSR20", f"the error that is shown at line {line} names an op")


def _graph_changed(situation: Situation) -> Refused | None:
    """What stays sets the seed, a static shape and the like: a build before it is another than one behind it."""
    for _, fact in situation.staying_facts:
        if fact.act is Effect.CHANGES_GRAPH and not fact.what.startswith(OF_OBJECTS):
            return Refused("HSR26", f"{fact.what} (line {fact.line})")
    return None


def _whole_graph(situation: Situation) -> Refused | None:
    """What counts or lists all nodes sees how many turns have built."""
    for _, fact in situation.staying_facts:
        if situation.program.lists_nodes(fact):
            return Refused("HSR20", f"{fact.what} (line {fact.line})")
    if _read_after(situation.loop.node, situation, set(), situation.program.lists_nodes):
        return Refused("HSR20", "the nodes of the graph are listed after the loop")
    return None


def _fed_by_name(situation: Situation) -> Refused | None:
    """A feed by name reaches the first op of that name only, while each turn of the original ran a copy of its own."""
    fed = situation.program.fed_names
    if not fed:
        return None
    turn: list[ast.AST] = [*situation.loop.parts, *situation.called]
    inside = {n for root in turn for n in ast.walk(root)}
    given = situation.program.given_names
    for name in sorted(fed):
        makers = given.get(name, set())
        if not makers or makers & inside:
            return Refused("HSR20", f"{name} is fed by name")
    return None


def _reads_variables(unit: Unit, situation: Situation) -> Refused | None:
    for _, fact in situation.staying_facts:
        if fact.act in _MAKES:
            return Refused("HSR12", f"{fact.what} (line {fact.line})")
        if fact.act is Act.UNKNOWN_CALL:
            return Refused("HSR12", f"{fact.what} may make variables (line {fact.line})")
    for other in situation.moving:
        if other.position > unit.position and any(f.act in _MAKES for f in other.facts):
            return Refused("HSR12", f"line {other.node.lineno}")
    saver = any(fact.what.endswith("Saver") for fact in unit.facts if fact.act is Effect.READS_VARIABLES)
    shown = any(fact.act is Act.SHOWS_VARIABLES for _, fact in situation.staying_facts)
    if any(fact.act is Act.NO_VARIABLE_YET and fact.what.endswith("Saver") for fact in unit.facts) or (saver and shown):
        return Refused("HSR13")
    return None


def _creates(unit: Unit, situation: Situation) -> Refused | None:
    if is_guarded(unit, situation):
        return Refused("HSR15", "the variables that it makes could be seen to be missing")
    for position, fact in situation.staying_facts:
        if position < unit.position and fact.act in (Effect.READS_VARIABLES, Act.UNKNOWN_CALL):
            return Refused("HSR12", f"{fact.what} stands before it (line {fact.line})")
    if not situation.loop.surely_turns and _variables_read_later(situation):
        return Refused("HSR27")
    return None


def _variables_read_later(situation: Situation) -> bool:
    """Whether anything that may be reached after the loop reads the list of all variables."""
    return _read_after(situation.loop.node, situation, set(), _may_read_variables)


def _may_read_variables(fact: Fact) -> bool:
    return fact.act in (Effect.READS_VARIABLES, Act.UNKNOWN_CALL)


def _read_after(node: ast.AST, situation: Situation, seen: set[ast.AST], wanted: Callable[[Fact], bool]) -> bool:
    """Whether anything that may be reached after a node does what is wanted."""
    module = situation.run.module_of(node) or situation.loop.module
    scope = module.function_of(node)
    if scope in seen:
        return False
    seen.add(scope)
    outer_loops = [
        p for p in module.ancestors(node) if isinstance(p, (ast.For, ast.While)) and module.function_of(p) is scope
    ]
    start = (getattr(outer_loops[-1], "lineno", 0), 0) if outer_loops else (getattr(node, "end_lineno", 0), 10**6)
    inside = set(ast.walk(situation.loop.node))
    for other in ast.walk(scope):
        if other in inside or other is node or (getattr(other, "lineno", 0), getattr(other, "col_offset", 0)) <= start:
            continue
        if any(wanted(fact) for fact in situation.run.facts.get(other, ())):
            return True
    if isinstance(scope, ast.Module):
        return False
    callers = situation.program.callers.get(scope, set())
    known = [c for c in callers if not isinstance(c, ast.Pass)]
    unknown = len(known) != len(callers) or not known
    if unknown and wanted is _may_read_variables:
        return True
    return any(_read_after(c, situation, seen, wanted) for c in known)


def collections(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what registers in a collection that is read, or reads one that still grows."""
    moving = {node for other in situation.moving for node in ast.walk(other.node)}
    for fact in ordered(unit.facts):
        if fact.act is Act.REGISTERS:
            readers = situation.program.readers(fact.what)
            if fact.what == "*":
                readers = {node for nodes in situation.run.collections_read.values() for node in nodes}
            outside = readers - moving - {f.node for other in situation.moving for f in other.facts}
            if fact.what == SUMMARIES and not outside and not _conditional_summaries(situation):
                continue
            if readers:
                return Refused("HSR11", fact.what)
        elif fact.act is Act.READS_COLLECTION and (refused := _reads(unit, fact.what, situation)):
            return refused
    return None


def _conditional_summaries(situation: Situation) -> bool:
    """Whether a summary of the loop is registered or merged on a condition only."""
    return any(
        unit.branch is not None
        for unit in situation.moving
        for fact in unit.facts
        if fact.what == SUMMARIES and fact.act in (Act.REGISTERS, Act.READS_COLLECTION)
    )


def _reads(unit: Unit, collection: str, situation: Situation) -> Refused | None:
    for _, fact in situation.staying_facts:
        if fact.act is Act.REGISTERS and (collection in (fact.what, "*") or fact.what == "*"):
            return Refused("HSR11", f"{collection} (line {fact.line})")
        if fact.act is Act.UNKNOWN_CALL:
            return Refused("HSR11", f"{fact.what} may register in {collection} (line {fact.line})")
    for other in situation.moving:
        registers = [f for f in other.facts if f.act is Act.REGISTERS and f.what in (collection, "*")]
        if registers and (collection != SUMMARIES or other.position > unit.position or unit.branch is not None):
            return Refused("HSR11", f"{collection} (line {other.node.lineno})")
    return None
