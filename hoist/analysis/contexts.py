"""``with`` statements: scopes, sessions, graphs."""

from __future__ import annotations

import ast

from hoist.analysis import expressions, special, statements
from hoist.analysis.facts import GRAPH_STATE, Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import UNKNOWN, PyKind, Value
from hoist.tensorflow_api.symbol import Kind


def execute_with(run: Run, node: ast.With | ast.AsyncWith, frame: Frame) -> None:
    """Execute a ``with`` statement under the contexts that it enters."""
    reuse, controls = run.reuse, run.controls
    fresh_graph = False
    before = set(frame.facts)
    for item in node.items:
        value = expressions.evaluate(run, item.context_expr, frame)
        entered = special.special(run, item.context_expr, value, ("__enter__",), frame)
        special.special(run, item.context_expr, value, ("__exit__",), frame, [UNKNOWN, UNKNOWN, UNKNOWN])
        if entered is not None:
            run.record(frame, item.context_expr, Act.UNKNOWN_CALL, "a context manager of the program")
        _enter(run, node, value, frame)
        fresh_graph = fresh_graph or is_fresh_graph(value, frame)
        if item.optional_vars is not None:
            statements.bind(run, item.optional_vars, entered if entered is not None else _entered(value), frame)
    statements.execute(run, node.body, frame)
    run.reuse, run.controls = reuse, controls
    if fresh_graph:
        # What was built went into a graph that this very activation made: the caller's graph does not grow.
        frame.facts = {f for f in frame.facts if f in before or f.act not in GRAPH_STATE}


def _enter(run: Run, node: ast.With | ast.AsyncWith, value: Value, frame: Frame) -> None:
    for note in value.notes:
        if note.startswith("reuse="):
            run.reuse = _inherited(run.reuse, note.removeprefix("reuse="))
    if "controls" in value.notes:
        run.controls += 1
        run.record(frame, node, Act.CONTROLS, "tf.control_dependencies")
    known = value.kind in (Kind.CONTEXT, Kind.SESSION, Kind.MONITORED_SESSION, Kind.GRAPH, PyKind.FOREIGN, Kind.WRITER)
    if not known or "own" in value.notes:
        run.record(frame, node, Act.UNKNOWN_CALL, "an unknown context manager")
        run.reuse = "unknown"  # it may enter a variable scope


def _inherited(outer: str, inner: str) -> str:
    """TensorFlow 1.15.5: a scope without ``reuse`` takes its parent's; ``reuse=False`` does too under a reusing one."""
    if inner == "no" or outer == "fresh":
        return outer
    return inner


def _entered(value: Value) -> Value:
    if value.kind in (Kind.SESSION, Kind.MONITORED_SESSION, PyKind.FOREIGN, Kind.WRITER):
        return value
    if value.kind is Kind.CONTEXT:
        return value.receiver if value.receiver is not None else Value(Kind.CONTEXT, notes=value.notes)
    return UNKNOWN


def is_fresh_graph(value: Value, frame: Frame) -> bool:
    """Whether a context makes a graph the default one that this activation of the function made."""
    graph = graph_of(value)
    return graph is not None and graph.site is not None and graph.site in frame.made


def graph_of(value: Value) -> Value | None:
    """The graph that a context (``g.as_default()``, ``Session(graph=g)``) makes the default one."""
    if value.kind in (Kind.CONTEXT, Kind.SESSION) and value.receiver is not None:
        return value.receiver if value.receiver.kind is Kind.GRAPH else None
    return None
