"""Condition 6: what is built on a condition may be something that fails, or is seen, where the condition does not hold.

A condition that changes from turn to turn (``step % 10 == 0``) says when a thing is built. A condition that is the same
at each turn (``if FLAGS.auxiliary:``, ``if parts:``) may say whether it can be built at all.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act
from hoist.analysis.program import Module
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN, PyKind
from hoist.tensorflow_api.symbol import Effect, Kind

# What building a graph cannot raise: errors of a run, and of the user's or the iteration's.
_HARMLESS = ("tf.errors.", "tensorflow.errors.", "errors.", "KeyboardInterrupt", "StopIteration", "SystemExit")
_OF_ITERATION = ("errors.OutOfRangeError", "KeyboardInterrupt", "StopIteration", "SystemExit", "GeneratorExit")
_PASSES_ON = (Kind.CONTEXT, Kind.SESSION, Kind.MONITORED_SESSION, Kind.GRAPH, Kind.WRITER)
_SEEN = (Effect.RUNS, Effect.PRINTS, Effect.FILES, Act.WRITES, Act.MUTATES, Act.UNKNOWN_CALL)


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what its condition may protect from failing."""
    for attempt in unit.tries:
        if not harmless(attempt):
            return Refused("HSR17", f"line {attempt.lineno}")
    if not unit.growth:
        return None
    if not is_guarded(unit, situation):
        return _done_before(unit, situation)
    for test in _tests(unit, situation):
        for atom in _atoms(test):
            if not isinstance(atom, ast.Constant) and not _varies(atom, situation):
                return Refused("HSR15", f"`{ast.unparse(atom)[:40]}` is the same at each turn")
    if any(isinstance(node, (ast.Raise, ast.Assert)) for node in situation.scopes_of(unit)):
        return Refused("HSR15", "what builds it may raise")
    if _caught_outside_once(situation):
        return Refused("HSR17", "around the loop")
    return None


def _done_before(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse where the first turn does something before the build, and its failure is not the program's end."""
    if not _caught_outside_once(situation):
        return None
    for position, fact in situation.staying_facts:
        if position < unit.position and fact.act in _SEEN:
            return Refused("HSR17", f"around the loop; {fact.what} is done before it (line {fact.line})")
    return None


def _caught_outside_once(situation: Situation) -> bool:
    if situation.caught is None:
        situation.caught = _caught_outside(situation.loop.node, situation.loop.module, situation, set())
    return situation.caught


def is_guarded(unit: Unit, situation: Situation) -> bool:
    """Whether a turn may pass without reaching the unit."""
    return unit.branch is not None or any(True for _ in _leaving(unit, situation))


def harmless(attempt: ast.AST) -> bool:
    """Whether no handler of a ``try`` catches what building a graph can raise."""
    return all(_harmless(handler) for handler in getattr(attempt, "handlers", ()))


def _harmless(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return False
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(ast.unparse(kind).startswith(_HARMLESS) for kind in kinds)


def _leaving(unit: Unit, situation: Situation) -> Iterator[ast.stmt]:
    """The statements before a unit that may end the turn."""
    for node in situation.leaving:
        if (node.lineno, node.col_offset) < unit.position:
            yield node


def _tests(unit: Unit, situation: Situation) -> Iterator[ast.expr]:
    """The conditions that decide whether a turn reaches the unit."""
    for node in (unit.node, *_leaving(unit, situation)):
        child: ast.AST = node
        for parent in situation.loop.module.ancestors(node):
            if parent is situation.loop.node:
                break
            if isinstance(parent, (ast.If, ast.IfExp, ast.While)) and child is not parent.test:
                yield parent.test
            elif isinstance(parent, ast.Match):
                yield parent.subject
            elif isinstance(parent, ast.BoolOp):
                yield from parent.values[: parent.values.index(child)]  # type: ignore[arg-type]
            elif isinstance(parent, ast.comprehension):
                yield from parent.ifs
            child = parent


def _atoms(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _atoms(value)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _atoms(test.operand)
    else:
        yield test


def _varies(atom: ast.expr, situation: Situation) -> bool:
    facts = situation.effects(atom)
    reads = situation.names.reads(atom) | {f.location for f in facts if f.act is Act.READS and f.location is not None}
    if any(situation.writers.get(place) for place in reads):
        return True
    return any(f.act in (Effect.RUNS, Effect.CLOCK, Act.DRAWS_HOST, Effect.THREADS, Act.MUTATES) for f in facts)


def caught_when_fed(unit: Unit, situation: Situation) -> bool:
    """Whether something around a unit, or around a call of its function, may catch what a build or its run raises.

    A shape that does not fit is found as the build is done, or, of what is fed, as it is run: by another error.
    """
    return _caught_outside(unit.node, situation.loop.module, situation, set(), lets_pass)


def lets_pass(attempt: ast.AST) -> bool:
    """Whether no handler of a ``try`` catches what a build raises, nor what a run raises of a wrong shape."""
    return all(_lets_pass(handler) for handler in getattr(attempt, "handlers", ()))


def _lets_pass(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return False
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(ast.unparse(kind).endswith(_OF_ITERATION) for kind in kinds)


def _caught_outside(
    node: ast.AST,
    module: Module,
    situation: Situation,
    seen: set[ast.AST],
    passes: Callable[[ast.AST], bool] = harmless,
) -> bool:
    """Whether something around the loop, or around a call of its function, may catch a failure and go on."""
    scope = module.function_of(node)
    child = node
    for parent in module.ancestors(node):
        if hasattr(parent, "finalbody") and child in getattr(parent, "body", ()) and not passes(parent):
            return True
        if isinstance(parent, (ast.With, ast.AsyncWith)) and any(
            _may_catch(i.context_expr, situation) for i in parent.items
        ):
            return True
        if parent is scope:
            break
        child = parent
    if isinstance(scope, ast.Module) or scope in seen:
        return False
    seen.add(scope)
    for call in situation.program.callers.get(scope, ()):
        holder = situation.run.module_of(call)
        if holder is not None and _caught_outside(call, holder, situation, seen, passes):
            return True
    return False


def _may_catch(context: ast.expr, situation: Situation) -> bool:
    value = situation.run.values.get(context, UNKNOWN)
    if value.kind is PyKind.FOREIGN:
        return "suppress" in str(value.ref) or "raises" in str(value.ref)
    return value.kind not in _PASSES_ON
