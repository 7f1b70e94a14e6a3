"""Condition 5, and 6 as far as names show it: the names that a build is assigned to."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.situation import Position, Refused, Situation
from hoist.analysis.facts import Location
from hoist.analysis.units import Unit


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse where a name assigned by the unit holds, or would be seen to hold, something else."""
    for location in sorted(unit.writes, key=lambda place: place.name):
        refused = (
            _other_writers(location, situation)
            or _read_too_early(location, situation)
            or _conditional(unit, location, situation)
            or _old_value_needed(location, situation)
        )
        if refused is not None:
            return refused
    return None


def _other_writers(location: Location, situation: Situation) -> Refused | None:
    if situation.writers.get(location):
        return Refused("HSR14", f"{location.name} is assigned elsewhere in the loop")
    writers = situation.moved_writers.get(location, [])
    if len(writers) > 1 and any(w.branch is not None for w in writers):
        return Refused("HSR14", f"{location.name} is assigned more than once")
    return None


def _read_too_early(location: Location, situation: Situation) -> Refused | None:
    last = max(unit.position for unit in situation.moved_writers[location])
    for position in _staying_reads(location, situation):
        if position < last:
            return Refused("HSR14", f"{location.name} is read before it is assigned")
    return None


def _staying_reads(location: Location, situation: Situation) -> list[Position]:
    found = list(situation.staying_reads.get(location, ()))
    loads = situation.staying_loads.get(location.name, ())
    found.extend((node.lineno, node.col_offset) for node in loads if not situation.names.inner_bound(node))
    return found


def _loads(location: Location, situation: Situation) -> list[ast.AST]:
    """Every node that reads the place, in the scope and in functions that see it."""
    own = [n for n in situation.names.occurrences.get(location.name, []) if isinstance(n.ctx, ast.Load)]
    return [*own, *(node for _, node in situation.program.reads.get(location, ()))]


def _conditional(unit: Unit, location: Location, situation: Situation) -> Refused | None:
    if unit.branch is None:
        return None
    inside = set(ast.walk(unit.branch))
    if any(node not in inside for node in _loads(location, situation)):
        return Refused("HSR15", f"{location.name} is assigned on a condition and read outside it")
    return None


def _old_value_needed(location: Location, situation: Situation) -> Refused | None:
    """After a loop of no turns, or before the loop in an outer one, the name must still hold its old value."""
    bound_outside = [
        n
        for n in situation.names.occurrences.get(location.name, [])
        if not isinstance(n.ctx, ast.Load) and not situation.in_loop(n)
    ]
    arguments = getattr(situation.names.scope, "args", None)
    is_argument = isinstance(arguments, ast.arguments) and any(
        a.arg == location.name for a in ast.walk(arguments) if isinstance(a, ast.arg)
    )
    if situation.loop.module.path in situation.program.rebinds:
        return Refused("HSR14", f"{location.name} may be asked for by its text")
    shared = location in situation.program.written
    outside = [node for node in _loads(location, situation) if not situation.in_loop(node)]
    if not bound_outside and not is_argument and not shared:
        outside = [node for node in outside if _asks_whether_bound(node, situation)]
    elif not shared:
        outside = [
            n for n in outside if not _runs_before(n, situation) and not _set_before(n, bound_outside, situation)
        ]
    if outside:
        return Refused("HSR14", f"{location.name} holds another value outside the loop")
    return None


def _asks_whether_bound(node: ast.AST, situation: Situation) -> bool:
    """Whether a read takes it for granted that the name may be missing: in a ``try``, or as ``"x" in globals()``."""
    if isinstance(node, ast.Constant):
        return True
    tries = [p for p in situation.loop.module.ancestors(node) if isinstance(p, ast.Try)]
    return any(
        h.type is not None
        and {"NameError", "UnboundLocalError"} & {n.id for n in ast.walk(h.type) if isinstance(n, ast.Name)}
        for t in tries
        for h in t.handlers
    )


def _runs_before(node: ast.AST, situation: Situation) -> bool:
    """Whether a read is done before the loop, and is not reached again behind it."""
    module, loop = situation.loop.module, situation.loop.node
    if node not in module.parents or module.function_of(node) is not situation.names.scope:
        return False
    if (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) >= (loop.lineno, loop.col_offset):
        return False
    again = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    around = [
        p for p in module.ancestors(loop) if isinstance(p, again) and module.function_of(p) is situation.names.scope
    ]
    return not any(parent in around for parent in module.ancestors(node))


def _set_before(node: ast.AST, stores: list[ast.Name], situation: Situation) -> bool:
    """Whether the name is certainly set again, outside the loop, before it is read here."""
    module = situation.loop.module
    if node not in module.parents or module.function_of(node) is not situation.names.scope:
        return False
    plain = {module.parents[s] for s in stores if isinstance(module.parents[s], ast.Assign)}
    child = node
    for parent in module.ancestors(node):
        for _, block in ast.iter_fields(parent):
            if not isinstance(block, list) or child not in block or _holds_loop(child, situation):
                continue
            if any(statement in plain for statement in _behind_loop(block[: block.index(child)], situation)):
                return True
        if parent is situation.names.scope:
            return False
        child = parent
    return False


def _holds_loop(node: ast.AST, situation: Situation) -> bool:
    return node is situation.loop.node or any(p is node for p in situation.loop.module.ancestors(situation.loop.node))


def _behind_loop(block: list[ast.stmt], situation: Situation) -> list[ast.stmt]:
    """The statements of a block behind the one that holds the loop, or all of them."""
    around = {situation.loop.node, *situation.loop.module.ancestors(situation.loop.node)}
    for index in range(len(block) - 1, -1, -1):
        if block[index] in around:
            return block[index + 1 :]
    return block
