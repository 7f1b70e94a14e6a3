"""What Python runs without a call being written: special methods, and generators as somebody consumes them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from hoist.analysis import calls
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import ClassRef, PyKind, Value, elements, join

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
            once = replace(fact, once=fact.once or run.once > 0)
            run.facts[node].add(once)
            frame.facts.add(once)


def is_lazy(values: Iterable[Value]) -> bool:
    """Whether one of the values is consumed step by step and runs something of the program as it is."""
    return any(
        value.kind is PyKind.GENERATOR or (value.kind is PyKind.INSTANCE and isinstance(value.ref, ClassRef))
        for value in values
    )
