"""Calls of containers' methods, and of what is not known."""

from __future__ import annotations

import ast

from hoist.analysis import calls, foreign, keras_models, special, statements
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import (
    PYTHON,
    UNKNOWN,
    PyKind,
    Value,
    constant,
    elements,
    joined,
)
from hoist.tensorflow_api.symbol import Effect, Kind

MUTATORS = frozenset(
    "add append appendleft clear discard extend fill insert itemset partition pop popitem popleft put remove resize "
    "reverse setdefault setfield setflags sort update __setitem__ MergeFrom CopyFrom ParseFromString".split()
)
_SESSION_NAMES = ("sess", "session", "_sess", "_session")


def call_unknown(run: Run, node: ast.AST, args: list[Value], keywords: dict[str, Value], frame: Frame) -> Value:
    """A call of something that is not known: it may do anything but change immutable objects."""
    name = ast.unparse(node.func)[:60] if isinstance(node, ast.Call) else "an unknown function"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "run":
        holder = node.func.value
        last = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")
        if last in _SESSION_NAMES:
            # A session that comes in from nowhere known: the loop around it is a session loop all the same.
            run.record(frame, node, Effect.RUNS, name)
            return Value(Kind.ARRAY)
    run.record(frame, node, Act.UNKNOWN_CALL, name)
    give_away(run, node, args, keywords, frame)
    return keras_models.call_model(run, node, name, frame)


def give_away(run: Run, node: ast.AST, args: list[Value], keywords: dict[str, Value], frame: Frame) -> None:
    """What is passed to an unknown callee may be changed by it, and functions may be called.

    A class is mostly passed to be told by: as a type that is registered or compared. That the callee may do anything is
    known without its constructor, which is followed where it is called.
    """
    for value in (*args, *keywords.values()):
        if value.mutable:
            run.record(frame, node, Act.MUTATES, "an argument", site=value.site)
        if value.kind in (PyKind.LIST, PyKind.DICT) and (value.items or value.element is not None):
            run.hold(value.site, elements(value))
        if value.kind in (PyKind.FUNCTION, PyKind.PARTIAL):
            call_back(run, node, value, [], frame)


def call_back(run: Run, node: ast.AST, value: Value, args: list[Value], frame: Frame) -> Value:
    """Call a function that is passed to somebody; arguments not given are unknown."""
    if value.kind in (PyKind.FUNCTION, PyKind.PARTIAL, PyKind.CLASS):
        run.doubt += 1  # how often it is called, if at all, is its caller's affair
        given = calls.dispatch(run, node, value, args, {}, frame)
        run.doubt -= 1
        return given
    return UNKNOWN


def call_container_method(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A method of a list, dict, tuple, array, string or protobuf."""
    name, receiver = str(callee.ref), callee.receiver or UNKNOWN
    into = keywords.get("out")
    if into is None and receiver.kind is Kind.ARRAY and name in foreign.WRITE_TO_LAST and len(args) > 1:
        into = args[-1]
    if into is not None:
        run.record(frame, node, Act.MUTATES, "the array given as out", site=into.site)
    for value in (*args, *keywords.values()):
        call_back(run, node, value, [], frame)
        special.special(run, node, value, special.CONVERSIONS, frame)
    if (name in MUTATORS or name.startswith("__i")) and receiver.kind is not PyKind.TUPLE:
        return _mutator(run, node, name, receiver, [*args, *keywords.values()], frame)
    if receiver.kind is PyKind.GENERATOR:
        special.consume(run, node, receiver, frame)
        return elements(receiver)
    if receiver.kind is PyKind.DICT:
        return _dict_method(node, name, receiver, args)
    if receiver.kind is Kind.ARRAY:
        if name in ("copy", "astype", "tolist") and "copy" not in keywords:
            frame.made.add(node)
            return Value(Kind.ARRAY, site=node)
        return Value(Kind.ARRAY, site=receiver.site)
    if receiver.kind is Kind.PYTHON:
        parts = name in ("split", "splitlines", "as_list")
        return Value(PyKind.LIST, element=PYTHON, site=node) if parts else PYTHON
    if name == "copy":
        return Value(receiver.kind, element=elements(receiver), site=node)
    return PYTHON if name in ("index", "count") else UNKNOWN


def _mutator(run: Run, node: ast.AST, name: str, receiver: Value, args: list[Value], frame: Frame) -> Value:
    added = None
    if args:
        added = special.iterate(run, node, args[-1], frame) if name in ("extend", "update") else args[-1]
        if name == "update" and args[-1].kind is not PyKind.DICT:
            added = joined([added, *args]) or UNKNOWN  # given one by one, by their names
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
        statements.mutate(run, node.func.value, receiver, frame, added=added)
    elif receiver.kind not in (Kind.PYTHON, Kind.TENSOR):
        run.record(frame, node, Act.MUTATES, f"an object by {name}", site=receiver.site)
        run.record(frame, node, Act.UNKNOWN_CALL, f"{name}, called by another name")
    if name not in ("pop", "popitem", "popleft", "setdefault"):
        return constant(None)
    default = args[1:] if receiver.kind is PyKind.DICT else []
    return joined([elements(receiver), *default]) or UNKNOWN


def _dict_method(node: ast.AST, name: str, receiver: Value, args: list[Value]) -> Value:
    element = elements(receiver)
    if name == "get":
        return joined([element, *args[1:]]) or UNKNOWN
    if name in ("values", "itervalues"):
        return Value(PyKind.LIST, element=element, site=node)
    if name in ("items", "iteritems"):
        return Value(PyKind.LIST, element=Value(PyKind.TUPLE, items=(PYTHON, element)), site=node)
    if name in ("keys", "iterkeys"):
        return Value(PyKind.LIST, element=PYTHON, site=node)
    return Value(PyKind.DICT, element=element, site=node) if name == "copy" else UNKNOWN
