"""Calls into libraries other than TensorFlow."""

from __future__ import annotations

import ast

from hoist.analysis import flags, foreign, partials, special
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.python_calls import call_back, give_away
from hoist.analysis.values import PYTHON, UNKNOWN, PyKind, Value, elements, may_be_tensor
from hoist.tensorflow_api.symbol import Kind


def call_foreign(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A call into a library other than TensorFlow."""
    path, given = str(callee.ref), [*args, *keywords.values()]
    into = keywords.get("out") or (args[-1] if foreign.writes_to_last(path, len(args)) else None)
    if into is not None:
        run.record(frame, node, Act.MUTATES, "the array given as out", site=into.site)
    if path.startswith("argparse."):
        flags.define(run, path, args, keywords)
    if path == "functools.partial" and args and not any("star" in value.notes for value in args):
        return partials.partial(args[0], args[1:], keywords)
    if path == "collections.namedtuple":
        return partials.record(args)
    if path in ("functools.partial", "functools.wraps"):
        _call_out_of_sight(run, given, frame)
        return UNKNOWN
    if foreign.runs_beside(path):
        # Another process calls it, in its own time and on a graph of its own.
        _call_out_of_sight(run, given, frame)
        given = [value for value in given if value.kind not in (PyKind.FUNCTION, PyKind.CLASS)]
        args = [value for value in args if value.kind not in (PyKind.FUNCTION, PyKind.CLASS)]
        keywords = {k: v for k, v in keywords.items() if v.kind not in (PyKind.FUNCTION, PyKind.CLASS)}
        run.record(frame, node, Act.UNKNOWN_CALL, path)
    if keywords and foreign.may_share(keywords):
        give_away(run, node, args, keywords, frame)
        return Value(Kind.ARRAY)
    if foreign.is_pure(path):
        return _pure(run, node, path, args, given, frame)
    for effect in foreign.effects(path):
        run.record(frame, node, effect, path)
    alone = foreign.leaves_graph_alone(path)
    run.record(frame, node, Act.FOREIGN_CALL if alone else Act.UNKNOWN_CALL, path)
    if foreign.may_change_arguments(path):
        give_away(run, node, args, keywords, frame)
    else:
        for value in given:
            call_back(run, node, value, [], frame)
    return _result(run, node, path, args, frame)


def _call_out_of_sight(run: Run, given: list[Value], frame: Frame) -> None:
    """Functions that are called later, by somebody else: what they do is recorded, at no call."""
    for value in given:
        call_back(run, ast.Pass(), value, [], Frame(frame.module))


def _pure(run: Run, node: ast.AST, path: str, args: list[Value], given: list[Value], frame: Frame) -> Value:
    """A function that depends on its arguments alone; what it does with a tensor is not known."""
    if any(may_be_tensor(part) for a in args for part in (a, *(a.items or ()), a.element or UNKNOWN)):
        run.record(frame, node, Act.OPERATES, path)
        return UNKNOWN
    for value in given:
        special.iterate(run, node, value, frame)
        call_back(run, node, value, [], frame)
    return _array(node, path, args, frame) if path.startswith("numpy") else PYTHON


def _result(run: Run, node: ast.AST, path: str, args: list[Value], frame: Frame) -> Value:
    for value in args:
        special.iterate(run, node, value, frame)
    if any(value.kind is PyKind.GENERATOR for value in args) and not foreign.gives_fresh(path):
        # An iterator over a generator (tqdm, itertools): consumed as that one is.
        return Value(PyKind.GENERATOR, element=elements(args[0]), site=node)
    if path in ("io.open.read", "io.open.readline"):
        return PYTHON
    if path.startswith("argparse.") and path.endswith((".parse_args", ".parse_args()")):
        return Value(Kind.FLAGS)
    if path.startswith("numpy.") and not foreign.makes_object(path):
        return _array(node, path, args, frame)
    return Value(PyKind.FOREIGN, ref=path + "()") if foreign.leaves_graph_alone(path) else UNKNOWN


def _array(node: ast.AST, path: str, args: list[Value], frame: Frame) -> Value:
    """What a NumPy function gives: a fresh array, or one that may share its memory with an argument."""
    if foreign.gives_fresh(path):
        frame.made.add(node)
        return Value(Kind.ARRAY, site=node)
    sources = {value.site for value in args if value.mutable}
    if not sources:
        frame.made.add(node)
        return Value(Kind.ARRAY, site=node)
    return Value(Kind.ARRAY, site=sources.pop() if len(sources) == 1 else None)
