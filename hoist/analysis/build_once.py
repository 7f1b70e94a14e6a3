"""Loops that build a thing for each layer, device or key, keep all of them, and run an initializer or so on the way.

They grow the graph on purpose, by as much as they keep. A build of a session loop belongs to such a loop if what it
makes flows into something that outlives the turn (``ops.append(t)``, ``self.data[key] = t``, a list comprehension),
and differs from turn to turn by what the loop counts or goes through.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hoist.analysis.facts import Act
from hoist.analysis.frame import Run
from hoist.analysis.loops import SessionLoop
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN, PyKind, Value, may_be_tensor
from hoist.tensorflow_api.symbol import Kind

_DEPTH = 4
_ADD = frozenset("append add insert extend setdefault".split())
_HOLDERS = (PyKind.LIST, PyKind.DICT, Kind.TENSOR_LIST, Kind.VARIABLE_LIST)
_MADE = (Kind.TENSOR_LIST, Kind.VARIABLE_LIST, Kind.OPTIMIZER, Kind.OPTIMIZER_WITH_SLOTS, Kind.SAVER, Kind.ITERATOR)


@dataclass(frozen=True)
class _Keep:
    """One place that keeps what a turn has built: its syntax, and that of what is kept."""

    node: ast.AST
    kept: tuple[ast.expr, ...]
    key: ast.expr | None = None


def built_once(run: Run, loop: SessionLoop, units: list[Unit]) -> set[ast.AST]:
    """The nodes of the units that build what the loop keeps, one for each of what it goes through."""
    inside = {node for part in loop.parts for node in ast.walk(part)}
    flows = list(_flows(loop, inside))
    varying = _closure(set(loop.counters), flows, forwards=True)
    keeps = [keep for keep in _keeps(run, loop, inside) if _names(*keep.kept, keep.key) & varying]
    keeps = [keep for keep in keeps if not _comes_again(keep.key)]
    if not keeps:
        return set()
    kept = _closure(_names(*(part for keep in keeps for part in keep.kept)), flows, forwards=False)
    made = kept & {name for targets, _ in flows for name in targets} - set(loop.counters)
    found: set[ast.AST] = {node for keep in keeps for node in ast.walk(keep.node)}
    return {unit.node for unit in units if unit.node in found or _belongs(unit, keeps, made)}


def _comes_again(key: ast.expr | None) -> bool:
    """Whether a key is one of a few that take turns (``ops[step % 2] = op``), so that what was kept is lost again."""
    if key is None:
        return False
    remainders = [n for n in ast.walk(key) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mod)]
    return any(not isinstance(n.left, ast.Constant) for n in remainders)  # of a text, it is no remainder


def _belongs(unit: Unit, keeps: list[_Keep], made: set[str]) -> bool:
    """Whether a unit holds a keep, makes what is kept, or builds on it."""
    below = set(ast.walk(unit.node))
    if any(keep.node in below for keep in keeps):
        return True
    written = (
        _stored(unit.statement) if isinstance(unit.statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)) else set()
    )
    return bool((written | _stored(unit.node) | _names(unit.node)) & made)


def _keeps(run: Run, loop: SessionLoop, inside: set[ast.AST]) -> Iterator[_Keep]:
    node = loop.node
    if isinstance(node, (ast.ListComp, ast.DictComp)):
        element = node.value if isinstance(node, ast.DictComp) else node.elt
        fetched = any(isinstance(parent, ast.Call) for parent in loop.module.ancestors(node))
        if not fetched and _built(run, element, inside):
            yield _Keep(element, (element,))
    for statement in inside:
        if isinstance(statement, ast.Assign):
            targets = [t for t in statement.targets if isinstance(t, ast.Subscript) and _outside(run, t.value, inside)]
            if targets and _built(run, statement.value, inside):
                yield _Keep(statement, (statement.value,), targets[0].slice)
        elif isinstance(statement, ast.Call) and _adds(run, statement, inside):
            values = [*statement.args, *(k.value for k in statement.keywords)]
            parts = tuple(part for part in values if _built(run, part, inside))
            if parts:
                yield _Keep(statement, parts, statement.args[0] if len(statement.args) > 1 else None)


def _adds(run: Run, call: ast.Call, inside: set[ast.AST]) -> bool:
    """Whether a call puts its argument into a container, or an object of the program, that outlives the turn."""
    if not isinstance(call.func, ast.Attribute):
        return isinstance(call.func, ast.Name) and call.func.id == "setattr"
    holder = run.values.get(call.func.value, UNKNOWN)
    if not _outside(run, call.func.value, inside):
        return False
    if holder.kind is PyKind.INSTANCE:
        changes = (f for f in run.facts.get(call, ()) if f.act in (Act.MUTATES, Act.WRITES) and f.chain)
        return any(fact.site is None or fact.site not in inside for fact in changes)
    return call.func.attr in _ADD and (holder.kind in _HOLDERS or holder.kind is Kind.UNKNOWN)


def _outside(run: Run, holder: ast.expr, inside: set[ast.AST]) -> bool:
    value = run.values.get(holder, UNKNOWN)
    return value.site is None or value.site not in inside


def _built(run: Run, node: ast.expr, inside: set[ast.AST]) -> bool:
    """Whether a value is, or holds, something that builds have made."""
    return any(
        may_be_tensor(part) or part.kind in _MADE or (part.kind is PyKind.INSTANCE and part.site in inside)
        for part in _parts(run.values.get(node, UNKNOWN), _DEPTH)
    )


def _parts(value: Value, depth: int) -> Iterator[Value]:
    yield value
    for part in (*(value.items or ()), value.element) if depth else ():
        if part is not None:
            yield from _parts(part, depth - 1)


def _flows(loop: SessionLoop, inside: set[ast.AST]) -> Iterator[tuple[set[str], set[str]]]:
    """What flows where in a turn: names that are set, and the names that they are set from."""
    for node in inside:
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            read = _names(node.value)
            for parent in loop.module.ancestors(node):
                if isinstance(parent, (ast.With, ast.AsyncWith)):
                    read |= _names(*(item.context_expr for item in parent.items))
                if parent is loop.node:
                    break
            yield _stored(node), read
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            yield _stored(node.target), _names(node.iter)


def _closure(names: set[str], flows: list[tuple[set[str], set[str]]], *, forwards: bool) -> set[str]:
    found = set(names)
    while True:
        more = {n for to, of in flows for n in (to if forwards else of) if (of if forwards else to) & found}
        if more <= found:
            return found
        found |= more


def _names(*nodes: ast.AST | None) -> set[str]:
    found = (n for node in nodes if node is not None for n in ast.walk(node))
    return {n.id for n in found if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def _stored(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
