"""Functions that carry something with them: ``functools.partial``, templates, context managers, named tuples."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from hoist.analysis import calls
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import UNKNOWN, FunctionRef, PyKind, Value, elements, with_notes
from hoist.tensorflow_api.symbol import Kind


def partial(function: Value, args: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """A function with some of its arguments; not known if these are not."""
    if "**" in keywords:
        return UNKNOWN
    return Value(PyKind.PARTIAL, ref=tuple(keywords), items=(*args, *keywords.values()), receiver=function)


def template(function: Value, keywords: Mapping[str, Value], own: Sequence[str]) -> Value:
    """What ``tf.make_template`` gives: a function under a scope of its own, which makes its variables once.

    Args:
        function: the function.
        keywords: what ``make_template`` was called with; what is no parameter of its own goes to the function.
        own: its own parameters.
    """
    passed_on = {name: value for name, value in keywords.items() if name not in own}
    return with_notes(partial(function, (), passed_on), "template")


def call_partial(
    run: Run, node: ast.AST, callee: Value, args: Sequence[Value], keywords: Mapping[str, Value], frame: Frame
) -> Value:
    """Call a function with the arguments that it carries, and more."""
    names = callee.ref if isinstance(callee.ref, tuple) else ()
    carried = callee.items or ()
    given = [*carried[: len(carried) - len(names)], *args]
    named = {**dict(zip(names, carried[len(carried) - len(names) :], strict=True)), **keywords}
    method = callee.receiver is not None and callee.receiver.kind is PyKind.METHOD
    if method or any(value.mutable for value in carried) or "functools.partial" in run.patched:
        run.record(frame, node, Act.UNKNOWN_CALL, "a partial function with an argument that may change")
    is_template, reuse = "template" in callee.notes, run.reuse
    if is_template:
        run.record(frame, node, Act.UNKNOWN_CALL, "a template")
        run.reuse = "auto"
        run.templates += 1
    run.doubt += 1
    result = calls.dispatch(run, node, callee.receiver or UNKNOWN, given, named, frame)
    run.doubt -= 1
    if is_template:
        run.reuse = reuse
        run.templates -= 1
    return result


def call_context(
    run: Run, node: ast.AST, ref: FunctionRef, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """Call a function under ``contextlib.contextmanager``: what it does is done around the body of the ``with``."""
    result = calls.call_function(run, node, ref, args, keywords, frame, whole=True)
    run.record(frame, node, Act.UNKNOWN_CALL, "a context manager of the program")
    given = elements(result) if result.kind is PyKind.GENERATOR else UNKNOWN
    return Value(Kind.CONTEXT, receiver=given, notes=frozenset({"own"}))


def record(args: Sequence[Value]) -> Value:
    """What ``collections.namedtuple`` gives."""
    fields = args[1] if len(args) > 1 else UNKNOWN
    names: list[object] = []
    if isinstance(fields.const, str):
        names = list(fields.const.replace(",", " ").split())
    elif fields.items is not None and fields.kind in (PyKind.TUPLE, PyKind.LIST):
        names = [item.const for item in fields.items]
    known = bool(names) and all(isinstance(name, str) for name in names)
    return Value(PyKind.RECORD, ref=tuple(names)) if known else UNKNOWN


def make_record(callee: Value, args: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """A named tuple; one whose fields are not all seen is not known."""
    names = callee.ref if isinstance(callee.ref, tuple) else ()
    given = {**dict(zip(names, args, strict=False)), **keywords}
    if set(given) != set(names) or any("star" in value.notes for value in args):
        return UNKNOWN
    return Value(PyKind.TUPLE, ref=names, items=tuple(given[name] for name in names))
