"""Builds kept from their first use: they stay where they stand, and are done once for all that they are built from.

A function that both builds and runs, or a loop that somebody else turns, offers no place in front of the loop. There
the build itself is put under a condition: at the first use it is done as ever, and what it gives is kept with the
graph; at the next use, of the same tensors in the same graph, it is taken from there. Nothing moves: the ops are built
in the order, and under the names, of the original's first turn.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container
from dataclasses import dataclass, replace

from hoist.analysis.callers import Callers
from hoist.analysis.conditions import checkpoints, guarded, kept, plain_use, purity, state
from hoist.analysis.conditions.purity import DEFAULT_SESSION
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.consumers import built_on, consumers
from hoist.analysis.facts import Act, ordered
from hoist.analysis.feeds import Feeds
from hoist.analysis.frame import Run
from hoist.analysis.growing_shapes import GrowingShapes
from hoist.analysis.inputs import Input, inputs_of, is_keyed
from hoist.analysis.loops import EffectsOf, SessionLoop
from hoist.analysis.program import LOOPS, Module
from hoist.analysis.recorded_calls import builders, sessions, unknown_sessions
from hoist.analysis.spelling import tensorflow_in
from hoist.analysis.units import Unit, UnitFinder, with_feeds
from hoist.recorded import NOTHING, Recorded, Seen
from hoist.tensorflow_api.symbol import Effect

_SHARES = (Act.CREATES, Act.MAYBE_REUSES, Act.CLASHES)
# What may be right all the same: an unknown function that only builds, names that nobody looks for, no failure.
_MAY_BE_TRIED = frozenset({"HSR02", "HSR17", "HSR20"})
_OFF_PLACE = (ast.While, ast.Match, ast.Try)
_UNSPELT = "the file names nothing that only TensorFlow 1 has, which would tell the module to take its graph from"


@dataclass(frozen=True, eq=False)
class Kept:
    """What becomes of one unit of a function.

    Attributes:
        unit: the unit.
        module: where it stands.
        scope: the function, or the module's tree, in which it stands.
        refused: why it stays as it is; None if it is kept.
        inputs: what it is built from.
        names: the names that it assigns and that something else reads, in the order of their assignment.
        keeps_checkpoints: whether a Saver that it makes must be told to delete no checkpoint.
        tensorflow: how the file spells TensorFlow where it stands.
        tried: whether not all of it is shown from the source.
        together: the units that have to be kept with it, since they are built on it.
        recorded: what a run showed, where the source does not.
    """

    unit: Unit
    module: Module
    scope: ast.AST
    refused: Refused | None
    inputs: tuple[Input, ...] = ()
    names: tuple[str, ...] = ()
    keeps_checkpoints: bool = False
    tensorflow: str = "tf"
    together: tuple[Unit, ...] = ()
    tried: bool = False
    recorded: tuple[Seen, ...] = ()


def decide_kept(
    loop: SessionLoop,
    effects: EffectsOf,
    callers: Callers,
    left_alone: Callable[[Unit, SessionLoop], bool],
    *,
    tried: bool = False,
    recorded: Recorded = NOTHING,
) -> dict[ast.AST, Kept]:
    """Decide for every unit of a loop, or of a function seen as one, whether it can be kept from its first use.

    What the user wants to be left alone stays as it is, and so does what is built on it. With ``tried``, what is not
    shown from the source alone but may well be right is kept as well; a run has to decide. What has been ``recorded``
    of a run is taken for shown, and marked.
    """
    module, scope, program = loop.module, loop.scope, callers.program
    run = program.run
    around = callers.scope(module, scope)
    names = around.names
    found_units = [unit for unit in UnitFinder(run, loop, effects, names).units() if unit.growth]
    feeds = Feeds(around, tried=tried, recorded=recorded)
    situation = Situation(loop, names, effects, program, found_units)
    units = _fed(found_units, situation, feeds, recorded, tried=tried)
    leans = {unit.node: _leans(unit, module, run, recorded) for unit in units}
    if recorded.asking:  # what would be fed may turn out to be built
        asked = ((unit.node, builders(unit.facts, recorded)) for unit in found_units)
        leans = {node: (*leans[node], *more.values()) for node, more in asked}
    units = [replace(unit, facts=unit.facts - set(builders(unit.facts, recorded))) for unit in units]
    refused: dict[ast.AST, Refused] = {}
    for unit in units:
        if left_alone(unit, loop):
            refused[unit.node] = Refused("HSR29", "left alone")
    moving = [unit for unit in units if unit.node not in refused]
    while True:
        situation = Situation(loop, names, effects, program, moving, frozenset(), refused)
        verdicts = {unit: _judge(unit, situation, units, feeds, recorded, tried=tried) for unit in moving}
        failed = {unit: verdict for unit, verdict in verdicts.items() if isinstance(verdict, Refused)}
        if not failed:
            break
        refused = {**refused, **{unit.node: verdict for unit, verdict in failed.items()}}
        moving = [unit for unit in moving if unit not in failed]
    found: dict[ast.AST, Kept] = {}
    for unit in units:
        if unit.node in refused:
            found[unit.node] = Kept(unit, module, scope, refused[unit.node])
    for unit, verdict in verdicts.items():
        assert not isinstance(verdict, Refused)
        keeps = checkpoints.makes_saver(unit)
        spelt = tensorflow_in(run, module, names)
        if spelt is None:
            found[unit.node] = Kept(unit, module, scope, Refused("HSR28", _UNSPELT))
        else:
            together = tuple(built_on(unit, units)[0])
            keyed = (one.recorded for one in verdict if one.recorded is not None)
            shown = tuple(dict.fromkeys((*leans[unit.node], *keyed)))
            unproven = tried and _is_unproven(unit, situation, recorded)
            found[unit.node] = Kept(
                unit, module, scope, None, verdict, _assigned(unit), keeps, spelt, together, unproven, shown
            )
    return found


def _leans(unit: Unit, module: Module, run: Run, recorded: Recorded) -> tuple[Seen, ...]:
    """What a run showed that a unit leans on."""
    fed = (feed.recorded for feed in unit.feeds if feed.recorded is not None)
    on = sessions(module, unknown_sessions(run, unit.runs), recorded)
    return tuple(dict.fromkeys((*fed, *builders(unit.facts, recorded).values(), *on)))


def _is_unproven(unit: Unit, situation: Situation, recorded: Recorded) -> bool:
    """Whether a unit leans on what neither the source nor a run shows."""
    path, receivers = situation.loop.module.path, unknown_sessions(situation.run, unit.runs)
    if any(feed.tried for feed in unit.feeds) or any(recorded.session(path, one) is None for one in receivers):
        return True
    return _reason(unit, situation) is not None


def _fed(units: list[Unit], situation: Situation, feeds: Feeds, recorded: Recorded, *, tried: bool) -> list[Unit]:
    """The units, with what tells their turns apart fed, as far as that can be.

    Placeholders of a known rank serve all shapes; where the static shape counts, they have the shape of the value.
    """
    found = []
    for unit in units:
        attempts = [_fed_with(unit, units, situation, feeds, tried=tried, whole=whole) for whole in (False, True)]
        fed = [one for one in attempts if one is not None]
        complete = [one for one in fed if not isinstance(inputs_of(one, situation, recorded), Refused)]
        found.append((complete or fed or [unit])[0])
    return found


def _fed_with(
    unit: Unit, units: list[Unit], situation: Situation, feeds: Feeds, *, tried: bool, whole: bool
) -> Unit | None:
    needed = feeds.of(unit.node, lambda node: not is_keyed(node, unit, situation), whole=whole)
    shapes = GrowingShapes(situation.program)
    if whole and any(feed.is_whole and shapes.counts_turns(feed.node) for feed in needed):
        return None
    caught = bool(needed) and guarded.caught_when_fed(unit, situation)
    if tried and (caught or situation.program.several_graphs):
        needed, caught = tuple(replace(feed, tried=True) for feed in needed), False
    if not needed or (any(not guarded.lets_pass(attempt) for attempt in unit.tries) and not tried):
        return None
    runs = consumers(unit, units, needed, feeds, situation, caught=caught)
    return with_feeds(unit, needed, runs, situation.run, situation.names) if runs else None


def as_loop(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> SessionLoop:
    """A function as a loop whose turns are its calls, and whose counters are its parameters."""
    found = frozenset(a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg))
    node: ast.For = function  # type: ignore[assignment]  # asked for no more than what a function has as well
    body = function.body
    return SessionLoop(node, module, function, body[0], list(body), None, found, surely_turns=False, monitored=False)


def _assigned(unit: Unit) -> tuple[str, ...]:
    stores = [n for n in ast.walk(unit.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    written = {place.name for place in unit.writes}
    stores.sort(key=lambda n: (n.lineno, n.col_offset))
    return tuple(dict.fromkeys(n.id for n in stores if n.id in written))


def _judge(
    unit: Unit, situation: Situation, units: list[Unit], feeds: Feeds, recorded: Recorded, *, tried: bool
) -> tuple[Input, ...] | Refused:
    """What a unit is built from, or why it cannot be kept."""
    if any(other not in situation.moving for other in built_on(unit, units)[0]):
        return Refused("HSR29", "what is built on it cannot be kept with it")
    if kept.saves_more_than_once(unit, situation):
        return Refused("HSR16", "the Saver saves more than once, and deletes in between")
    unused = kept.check_uses(unit, situation, feeds)
    if unused is not None:
        return unused
    refused = _reason(unit, situation, _MAY_BE_TRIED if tried else ())
    return inputs_of(unit, situation, recorded) if refused is None else refused


def _reason(unit: Unit, situation: Situation, but_for: Container[str] = ()) -> Refused | None:
    before = (_place, kept.check_program, kept.check_around, kept.check_callers, kept.check_order, _names, _carried)
    checks = (*before, _graph, state.error_told, purity.check, _collections, plain_use.check, checkpoints.check)
    for check in checks:
        refused = check(unit, situation)
        if refused is not None and refused.code not in but_for:
            return refused
    return None


def _place(unit: Unit, situation: Situation) -> Refused | None:
    """An expression is built in front of its statement: it must be reached whenever that is, and once each time."""
    module = situation.loop.module
    for context in unit.contexts:
        if any(fact.act is Act.CONTROLS for fact in situation.run.facts.get(context, ())):
            return Refused("HSR19", f"line {context.lineno}")
    if _shares_line(unit.statement, module):
        return Refused("HSR28", f"line {unit.statement.lineno}")
    if unit.is_statement:
        return None
    if isinstance(unit.statement, _OFF_PLACE):
        return Refused("HSR28", f"line {unit.statement.lineno}")
    if isinstance(unit.statement, ast.If) and [unit.statement] == getattr(
        module.parents[unit.statement], "orelse", None
    ):
        return Refused("HSR28", f"line {unit.statement.lineno}")
    return _within_statement(unit, module)


def _shares_line(statement: ast.stmt, module: Module) -> bool:
    """Whether a statement stands on a line with another, so that no line can be put before or behind it."""
    line = module.lines[statement.lineno - 1].encode()
    if line[: statement.col_offset].strip():
        return True
    end = module.lines[(statement.end_lineno or statement.lineno) - 1].encode()
    return end[statement.end_col_offset or 0 :].lstrip().startswith(b";")


def _within_statement(unit: Unit, module: Module) -> Refused | None:
    child: ast.AST = unit.node
    for parent in module.ancestors(unit.node):
        if parent is unit.statement:
            break
        if isinstance(parent, ast.Lambda):
            return Refused("HSR28", "it stands in a lambda")
        if isinstance(parent, ast.IfExp) and child is not parent.test:
            return Refused("HSR15", "a conditional expression")
        if isinstance(parent, ast.BoolOp) and child is not parent.values[0]:
            return Refused("HSR15", "`and` or `or`")
        if isinstance(parent, ast.Compare) and child is not parent.left and child is not parent.comparators[0]:
            return Refused("HSR15", "a chain of comparisons")
        if isinstance(parent, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return Refused("HSR28", "it stands in a comprehension")
        child = parent
    return None


def _names(unit: Unit, situation: Situation) -> Refused | None:
    """The names that it assigns are the scope's own, and assigned here for good."""
    rebinds = situation.loop.module.path in situation.program.rebinds
    if rebinds and unit.writes:
        return Refused("HSR14", f"{min(place.name for place in unit.writes)} may be asked for by its text")
    inside = set(ast.walk(unit.node))
    walrus = [n for n in ast.walk(unit.statement) if isinstance(n, ast.NamedExpr)]
    walrus = [n for n in walrus if n not in inside or _is_read_in(unit.statement, n.target.id)]
    if walrus:
        return Refused("HSR14", f"{ast.unparse(walrus[0].target)} is assigned in the same statement")
    return None


def _is_read_in(statement: ast.stmt, name: str) -> bool:
    """Whether a statement reads a name that it assigns: what the name holds in front of it is no key then."""
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in ast.walk(statement))


def _carried(unit: Unit, situation: Situation) -> Refused | None:
    """What a build hands on to the next turn makes each turn's build another."""
    around = _loops_around(unit, situation)
    for other in situation.moving:
        if other.position >= unit.position and other.writes & unit.reads and around & _loops_around(other, situation):
            return Refused("HSR14", f"{min(p.name for p in other.writes & unit.reads)} is carried from turn to turn")
    on_others = any(other is not unit and other.writes & unit.reads for other in situation.moving)
    if around and on_others and (name := _read_in_later_turn(unit, situation)) is not None:
        return Refused("HSR14", f"{name} is carried from turn to turn")
    return None


def _read_in_later_turn(unit: Unit, situation: Situation) -> str | None:
    """A name of a unit that may be read while it holds what an earlier turn built, beside what this one builds."""
    module, names = situation.loop.module, situation.names
    block = module.block_of(unit.statement)
    after = set(block[block.index(unit.statement) + 1 :])
    own = set(ast.walk(unit.node))
    for place in sorted(unit.writes, key=lambda place: place.name):
        for load in names.occurrences.get(place.name, []):
            reads = isinstance(load.ctx, ast.Load) and names.place(load) == place and load not in own
            if reads and after.isdisjoint(module.ancestors(load)):
                return place.name
    return None


def _loops_around(unit: Unit, situation: Situation) -> set[ast.AST]:
    found: set[ast.AST] = set()
    for parent in situation.loop.module.ancestors(unit.node):
        if parent is situation.loop.scope:
            break
        if isinstance(parent, LOOPS):
            found.add(parent)
    return found


def _graph(unit: Unit, situation: Situation) -> Refused | None:
    """What of the graph's state would be another at a later use."""
    program, acts = situation.program, {fact.act for fact in unit.facts}
    if program.threads:
        return Refused("HSR30", "each thread has a default graph of its own")
    if program.several_graphs and not all(feed.tried for feed in unit.feeds):
        return Refused("HSR30", "a placeholder may go to another graph")
    for fact in ordered(unit.facts):
        if fact.act in _SHARES:
            return Refused("HSR07", f"{fact.what} (line {fact.line})")
        if fact.what == DEFAULT_SESSION:
            return Refused("HSR26", fact.what)
    if program.looks_up_any or program.looks_up_copies or program.fed_names:
        return Refused("HSR20")
    if program.lists_any_nodes:
        return Refused("HSR20", "the nodes of the graph are listed")
    if situation.loop.scope in program.under_controls:
        return Refused("HSR19", "around a call of the function")
    if Effect.DRAWS in acts and program.seeds_anew:
        return Refused("HSR26", "the graph's seed is set more than once")
    for _, fact in situation.staying_facts:
        if fact.act is Effect.CHANGES_GRAPH and fact.what in ("tensor.set_shape", "tf.set_random_seed"):
            return Refused("HSR26", f"{fact.what} (line {fact.line})")
    return None


def _collections(unit: Unit, situation: Situation) -> Refused | None:
    registers = [fact for fact in unit.facts if fact.act is Act.REGISTERS]
    return state.collections(unit, situation) if registers else None
