"""Calls of Python's builtin functions."""

from __future__ import annotations

import ast

from hoist.analysis import attributes, calls, special, statements
from hoist.analysis.facts import Act
from hoist.analysis.flags import ANY_FLAG
from hoist.analysis.frame import Frame, Run
from hoist.analysis.python_calls import give_away
from hoist.analysis.values import (
    MISSING,
    PYTHON,
    TENSOR,
    UNKNOWN,
    PyKind,
    Value,
    constant,
    elements,
    is_tensor,
    joined,
    may_be_tensor,
)
from hoist.tensorflow_api.symbol import Effect, Kind

_PURE_BUILTINS = frozenset(
    "abs all any bool bytes callable chr complex divmod float format frozenset hasattr hash hex id int isinstance "
    "issubclass len max min oct ord pow range repr round slice str sum tuple type list dict set sorted reversed zip "
    "enumerate map filter iter object bytearray dir super".split()
)
_REBINDERS = frozenset("exec eval execfile globals locals vars compile __import__ reload".split())
_CALLING = ("sorted", "max", "min")  # the function given as ``key``
_PYTHON_TYPES = frozenset("bool bytes dict float frozenset int list set str tuple".split())
_ARITHMETIC = ("abs", "pow", "round", "divmod")
_GO_THROUGH = ("list", "sorted", "set", "tuple", "sum", "min", "max", "any", "all", "dict")


def call_builtin(
    run: Run, node: ast.AST, name: str, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A builtin function."""
    for value in (*args, *keywords.values()):
        special.special(run, node, value, (*special.CONVERSIONS, *special.COMPARISONS), frame, [UNKNOWN])
    if name in ("print", "input"):
        run.record(frame, node, Effect.PRINTS, name)
        return constant(None) if name == "print" else PYTHON
    if name == "open":
        run.record(frame, node, Effect.FILES, name)
        return Value(PyKind.FOREIGN, ref="io.open")
    if name == "next":
        run.record(frame, node, Act.MUTATES, "an iterator", site=args[0].site if args else None)
        return special.iterate(run, node, args[0], frame) if args else UNKNOWN
    if name in ("setattr", "delattr"):
        return _set_attribute(run, node, args, frame)
    if name == "getattr":
        return _get_attribute(run, node, args, frame)
    if name in _REBINDERS:
        return _rebind(run, node, name, args, keywords, frame)
    if name not in _PURE_BUILTINS and not name.endswith(("Error", "Exception", "Warning", "Exit", "Interrupt")):
        run.record(frame, node, Act.UNKNOWN_CALL, name)
        give_away(run, node, args, keywords, frame)
        return UNKNOWN
    if name == "isinstance" and len(args) == 2:
        return _is_instance(run, node, args[0], args[1], frame)
    _call_given(run, node, name, args, keywords, frame)
    if name == "dict" and keywords:
        frame.made.add(node)
        return Value(PyKind.DICT, element=joined([*map(elements, args), *keywords.values()]), site=node)
    return _pure_builtin(run, node, name, args, frame)


def _rebind(run: Run, node: ast.AST, name: str, args: list[Value], keywords: dict[str, Value], frame: Frame) -> Value:
    """What may bind names by their text."""
    if name == "vars" and args and args[0].kind is Kind.FLAGS:
        if not _is_kept(node, frame):
            return Value(PyKind.DICT, element=PYTHON, site=node)
        run.patch(ANY_FLAG)
    run.record(frame, node, Act.REBINDS, name)
    give_away(run, node, args, keywords, frame)
    run.record(frame, node, Act.UNKNOWN_CALL, name)
    return UNKNOWN


def _is_kept(node: ast.AST, frame: Frame) -> bool:
    """Whether what ``vars`` gives may be changed: it is kept, set an element of, or updated."""
    parent = frame.module.parents.get(node)
    if isinstance(parent, (ast.Subscript, ast.Attribute)):
        return attributes.may_change(node, frame)
    return not isinstance(parent, (ast.Call, ast.keyword, ast.For, ast.comprehension, ast.BinOp, ast.FormattedValue))


def _is_no_tensor(value: Value) -> bool:
    """Whether a value is a number, a text or None, as it stands in the source."""
    return value.kind is Kind.PYTHON and value.const is not MISSING


def _call_given(
    run: Run, node: ast.AST, name: str, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> None:
    """Call the function that a builtin is given beside its values."""
    if name in _CALLING and "key" in keywords:
        _called(run, node, keywords["key"], [elements(value) for value in args[:1]], frame)
    if name == "iter" and len(args) > 1:
        _called(run, node, args[0], [], frame)


def _called(run: Run, node: ast.AST, value: Value, args: list[Value], frame: Frame) -> Value:
    """What a function gives that a builtin calls, as often as it likes."""
    if value.kind is Kind.PYTHON and value.const is None:
        return elements(Value(PyKind.TUPLE, items=tuple(args))) if args else UNKNOWN
    if value.kind is PyKind.METHOD:
        run.record(frame, node, Act.UNKNOWN_CALL, "a method that is called by a builtin")
    run.doubt += 1
    result = calls.dispatch(run, node, value, args, {}, frame)
    run.doubt -= 1
    return result


def _is_instance(run: Run, node: ast.AST, value: Value, class_: Value, frame: Frame) -> Value:
    of_python = class_.kind is PyKind.BUILTIN and class_.ref in _PYTHON_TYPES
    if (_is_no_tensor(value) and str(class_.ref).startswith("tf.")) or (is_tensor(value) and of_python):
        return constant(False)
    if not _is_likely(value, class_):
        return PYTHON
    # What is called a tensor here may be an op, or a variable, after all: nothing moves that depends on it.
    run.record(frame, node, Act.UNKNOWN_CALL, "isinstance")
    return constant(True)


def _is_likely(value: Value, class_: Value) -> bool:
    """Whether a value is taken to be of one of TensorFlow's classes."""
    if class_.items is not None and class_.kind is PyKind.TUPLE:
        return any(_is_likely(value, one) for one in class_.items)
    if class_.ref in ("tf.Tensor", "tf.Operation"):
        return value.kind in (Kind.TENSOR, Kind.PLACEHOLDER) and class_.ref == "tf.Tensor"
    return class_.ref == "tf.Variable" and value.kind is Kind.VARIABLE


def _set_attribute(run: Run, node: ast.AST, args: list[Value], frame: Frame) -> Value:
    name = args[1].const if len(args) > 1 else MISSING
    if isinstance(name, str):
        statements.set_attribute(run, node, args[0], name, args[2] if len(args) > 2 else UNKNOWN, frame)
    else:
        run.record(frame, node, Act.REBINDS, "setattr")
        if args and args[0].kind is Kind.FLAGS and len(args) > 2 and args[2].kind is not Kind.PYTHON:
            run.patch(ANY_FLAG)
        run.record(frame, node, Act.MUTATES, "an object by setattr", site=args[0].site if args else None)
    return constant(None)


def _get_attribute(run: Run, node: ast.AST, args: list[Value], frame: Frame) -> Value:
    name = args[1].const if len(args) > 1 else MISSING
    if not isinstance(name, str):
        run.record(frame, node, Act.UNKNOWN_CALL, "getattr")
        return UNKNOWN
    fake = ast.copy_location(ast.Attribute(value=ast.Constant(None), attr=name, ctx=ast.Load()), node)
    return attributes.attribute(run, fake, args[0], frame)


def _pure_builtin(run: Run, node: ast.AST, name: str, args: list[Value], frame: Frame) -> Value:
    first = args[0] if args else UNKNOWN
    if name in ("map", "filter"):
        inside = [special.iterate(run, node, a, frame) for a in args[1:]]
        result = _called(run, node, first, inside, frame)
        return Value(PyKind.GENERATOR, element=result if name == "map" else elements(args[-1]), site=node)
    summed = name == "sum" and may_be_tensor(elements(first))
    if summed or (name in _ARITHMETIC and any(may_be_tensor(a) for a in args)):
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if name in ("zip", "enumerate"):
        parts = tuple(elements(a) for a in args)
        items = parts if name == "zip" else (PYTHON, *parts[:1])
        return _lazy(run, node, args, Value(PyKind.TUPLE, items=items), frame)
    if name in ("iter", "reversed"):
        return _lazy(run, node, args, elements(first), frame)
    if name in _GO_THROUGH:
        for value in args:
            special.iterate(run, node, value, frame)
    if any(a.kind is Kind.UNKNOWN for a in args) and name in ("len", "sum", "any", "all", "int", "float", "str"):
        run.record(frame, node, Act.OPERATES, name)
    if name in _ARITHMETIC and any(a.kind in (Kind.UNKNOWN, PyKind.INSTANCE) for a in args):
        run.record(frame, node, Act.OPERATES, name)
        return UNKNOWN
    return _collected(node, name, args, frame)


def _collected(node: ast.AST, name: str, args: list[Value], frame: Frame) -> Value:
    """What a builtin gives that makes a container, or picks from one."""
    first = args[0] if args else UNKNOWN
    if name in ("list", "sorted", "set", "bytearray"):
        frame.made.add(node)
        if not args:
            return _empty_list(node)
        if name != "list":  # in an order of its own
            return Value(PyKind.LIST, element=elements(first), site=node)
        return Value(PyKind.LIST, items=first.items, element=first.element, site=node)
    if name == "tuple":
        return Value(PyKind.TUPLE, items=first.items, element=elements(first))
    if name == "range":
        last = args[1] if len(args) > 1 else first
        start = first.const if len(args) > 1 else 0
        some = isinstance(last.const, int) and isinstance(start, int) and last.const > start and len(args) < 3
        return Value(PyKind.LIST, element=PYTHON, site=node, notes=frozenset({"some"} if some else ()))
    if name == "dict":
        frame.made.add(node)
        return Value(PyKind.DICT, element=elements(first) if args else None, site=node)
    if name in ("max", "min"):
        return joined(args if len(args) > 1 else [elements(first)]) or UNKNOWN
    if name in ("sum", *_ARITHMETIC) and any(a.kind is Kind.ARRAY for a in (*args, elements(first))):
        frame.made.add(node)
        return Value(Kind.ARRAY, site=node)
    return PYTHON


def _lazy(run: Run, node: ast.AST, args: list[Value], element: Value, frame: Frame) -> Value:
    """What ``zip``, ``enumerate`` and ``iter`` give: it can be gone through once, and in step with its sources."""
    frame.made.add(node)
    for value in args:
        special.iterate(run, node, value, frame)
    return Value(PyKind.GENERATOR, element=element, site=node)


def _empty_list(node: ast.AST) -> Value:
    return Value(PyKind.LIST, items=(), site=node)
