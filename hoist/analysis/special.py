"""What Python runs without a call being written: special methods, and generators as somebody consumes them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hoist.analysis import calls
from hoist.analysis.facts import Act, Fact
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import ClassRef, FunctionNode, PyKind, Value, elements, join, joined

_BINARY = "add sub mul truediv floordiv mod divmod pow matmul and or xor lshift rshift".split()
OPERATORS = (
    *tuple(f"__{side}{name}__" for name in _BINARY for side in ("", "r", "i")),
    "__neg__",
    "__pos__",
    "__abs__",
    "__invert__",
)
COMPARISONS = tuple(f"__{name}__" for name in "eq ne lt le gt ge contains hash".split())
TRUTH = ("__bool__", "__len__")
CONVERSIONS = tuple(
    f"__{name}__"
    for name in "len str repr format int float bool index hash iter next abs round reversed getitem".split()
)
ITERATION = ("__iter__", "__next__", "__getitem__", "__len__")


def special(
    run: Run, node: ast.AST, value: Value, names: Iterable[str], frame: Frame, args: list[Value] | None = None
) -> Value | None:
    """Run those of the special methods that the value's class has; None if it has none of them."""
    if value.choices:
        of_each = [special(run, node, choice, names, frame, args) for choice in value.choices]
        known = [given for given in of_each if given is not None]
        if known:
            run.record(frame, node, Act.UNKNOWN_CALL, "one of several objects")
        return joined(known)
    if value.kind is not PyKind.INSTANCE or not isinstance(value.ref, ClassRef):
        return None
    result: Value | None = None
    for name in names:
        method = calls.find_method(run, value.ref, name)
        if method is not None:
            given = calls.call_function(run, node, method, [value, *(args or [])], {}, frame)
            result = given if result is None else join(result, given)
    return result


def iterate(run: Run, node: ast.AST, value: Value, frame: Frame) -> Value:
    """What one element of a value is; consuming it runs the bodies of generators and of iterators' methods."""
    if value.kind is PyKind.GENERATOR:
        consume(run, node, value, frame)
        return elements(value)
    given = special(run, node, value, ITERATION, frame)
    if given is not None and given.kind is PyKind.GENERATOR:
        consume(run, node, given, frame)
    return elements(value)


def consume(run: Run, node: ast.AST, generator: Value, frame: Frame) -> None:
    """Note at ``node`` what a generator does, which is done as it is consumed rather than where it is made."""
    if generator.site is None:
        run.record(frame, node, Act.UNKNOWN_CALL, "a generator")
        return
    run.record(frame, node, Act.MUTATES, "an iterator", site=generator.site)
    for made in ast.walk(generator.site):
        for fact in list(run.facts.get(made, ())):
            before = fact in run.prologues.get(made, ())
            once = replace(fact, once=fact.once or run.once > 0 or before)
            run.facts[node].add(once)
            frame.facts.add(once)


_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def between_yields(run: Run, function: FunctionNode) -> frozenset[Fact]:
    """What a generator does in the loops that yield: the rest is done once, however often it is asked to go on."""
    found: set[Fact] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.YieldFrom):
            found |= run.facts.get(node, set())
        elif isinstance(node, _LOOPS) and any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(node)):
            parts = [node.test, *node.body] if isinstance(node, ast.While) else [*node.body]
            found = found.union(*(run.facts.get(n, set()) for part in parts for n in ast.walk(part)))
            if not isinstance(node, ast.While):
                found |= run.each_turn(node.iter)
    return frozenset(found)


def is_lazy(values: Iterable[Value]) -> bool:
    """Whether one of the values is consumed step by step and runs something of the program as it is."""
    return any(
        value.kind is PyKind.GENERATOR or (value.kind is PyKind.INSTANCE and isinstance(value.ref, ClassRef))
        for value in values
    )
