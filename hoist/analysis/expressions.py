"""Abstract evaluation of expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hoist.analysis import attributes, calls, foreign, operators, special, statements
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import (
    PYTHON,
    TENSOR,
    UNBOUND,
    UNKNOWN,
    FunctionRef,
    PyKind,
    Value,
    constant,
    elements,
    is_tensor,
    join,
    joined,
    weaken,
)
from hoist.tensorflow_api.symbol import Effect, Kind


def evaluate(run: Run, node: ast.expr, frame: Frame) -> Value:
    """What an expression gives; what evaluating it does is recorded."""
    run.budget -= 1
    if run.budget < 0:
        run.record(frame, node, Act.UNKNOWN_CALL, "a program too large to follow")
        return UNKNOWN
    handler = _HANDLERS.get(type(node))
    if handler is None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                evaluate(run, child, frame)
        return run.see(node, UNKNOWN)
    value = handler(run, node, frame)
    if value.site in run.held and value.site is not node and value.kind in (PyKind.LIST, PyKind.DICT):
        element = run.held[value.site]
        known = value.items or value.element is not None
        value = replace(value, items=None, element=join(elements(value), element) if known else element)
    return run.see(node, value)


def _constant(_run: Run, node: ast.Constant, _frame: Frame) -> Value:
    return constant(node.value)


def _name(run: Run, node: ast.Name, frame: Frame) -> Value:
    return run.lookup(frame, node.id, node)


def _named(run: Run, node: ast.NamedExpr, frame: Frame) -> Value:
    value = evaluate(run, node.value, frame)
    statements.bind(run, node.target, value, frame)
    return value


def _tuple(run: Run, node: ast.Tuple, frame: Frame) -> Value:
    items = [evaluate(run, item, frame) for item in node.elts]
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return Value(PyKind.TUPLE, element=joined(items))
    return Value(PyKind.TUPLE, items=tuple(items))


def _list(run: Run, node: ast.List | ast.Set, frame: Frame) -> Value:
    items = [evaluate(run, item, frame) for item in node.elts]
    frame.made.add(node)
    if len(items) > 64 or any(isinstance(item, ast.Starred) for item in node.elts):
        return Value(PyKind.LIST, element=joined(items), site=node)
    return Value(PyKind.LIST, items=tuple(items), site=node)


def _dict(run: Run, node: ast.Dict, frame: Frame) -> Value:
    for key in node.keys:
        if key is not None:
            evaluate(run, key, frame)
    items = [evaluate(run, item, frame) for item in node.values]
    frame.made.add(node)
    return Value(PyKind.DICT, element=joined(items), site=node)


def _starred(run: Run, node: ast.Starred, frame: Frame) -> Value:
    return special.iterate(run, node, evaluate(run, node.value, frame), frame)


def _attribute(run: Run, node: ast.Attribute, frame: Frame) -> Value:
    base = evaluate(run, node.value, frame)
    return attributes.attribute(run, node, base, frame)


def _subscript(run: Run, node: ast.Subscript, frame: Frame) -> Value:
    base = evaluate(run, node.value, frame)
    index = evaluate(run, node.slice, frame)
    if is_tensor(base):
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if base.kind is Kind.NEST:
        run.record(frame, node, Act.MAY_BUILD, "operator")
        return base
    asked = special.special(run, node, base, ("__getitem__",), frame, [index])
    if asked is not None:
        return asked
    if base.kind is PyKind.FOREIGN:
        for effect in foreign.effects(str(base.ref)):
            if effect is Effect.CLOCK:
                run.record(frame, node, effect, str(base.ref))
    return _item(node, base, index)


def _item(node: ast.Subscript, base: Value, index: Value) -> Value:
    """What a subscript of a value that is no tensor gives."""
    if base.items is not None and isinstance(index.const, int) and base.kind is not PyKind.DICT:
        if -len(base.items) <= index.const < len(base.items):
            item = base.items[index.const]
            return weaken(item) if base.kind is PyKind.LIST else item  # another name may have changed the list
        return UNKNOWN
    if base.kind in (PyKind.LIST, PyKind.TUPLE) and isinstance(node.slice, ast.Slice):
        return Value(base.kind, element=elements(base), site=node)
    if base.kind in (Kind.TENSOR_LIST, Kind.VARIABLE_LIST) and isinstance(node.slice, ast.Slice):
        return Value(base.kind, site=node)
    if base.kind in (PyKind.LIST, PyKind.TUPLE, PyKind.DICT, Kind.TENSOR_LIST, Kind.VARIABLE_LIST):
        return elements(base)
    if base.kind is Kind.ARRAY:
        return Value(Kind.ARRAY, site=base.site)  # perhaps a view of the same memory
    if base.kind is PyKind.FOREIGN:
        return Value(Kind.ARRAY)
    if base.kind is Kind.PYTHON:
        return PYTHON
    return UNKNOWN


def _slice(run: Run, node: ast.Slice, frame: Frame) -> Value:
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            evaluate(run, part, frame)
    return PYTHON


def _call(run: Run, node: ast.Call, frame: Frame) -> Value:
    return calls.call(run, node, frame)


def _lambda(run: Run, node: ast.Lambda, frame: Frame) -> Value:
    frame.captured = True
    for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
        evaluate(run, default, frame)
    return Value(PyKind.FUNCTION, ref=FunctionRef(node, frame.module, frame))


def _comprehension(run: Run, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, frame: Frame) -> Value:
    saved = dict(frame.env)
    for generator in node.generators:
        iterable = evaluate(run, generator.iter, frame)
        inside = special.iterate(run, node, iterable, frame)
        statements.bind(run, generator.target, inside, frame, comprehension=True)
        for condition in generator.ifs:
            evaluate(run, condition, frame)
    if isinstance(node, ast.DictComp):
        evaluate(run, node.key, frame)
        element = evaluate(run, node.value, frame)
    else:
        element = evaluate(run, node.elt, frame)
    targets = {n.id: n for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
    for name, target in targets.items():
        last = frame.env.pop(name, UNBOUND)
        if name in saved:
            frame.env[name] = saved[name]
        if run.program.python_2 and isinstance(node, ast.ListComp):  # there it is no scope of its own
            statements.bind(run, target, join(saved.get(name, UNBOUND), last), frame)
    frame.made.add(node)
    if isinstance(node, ast.GeneratorExp):
        return Value(PyKind.GENERATOR, element=element, site=node)
    kind = PyKind.DICT if isinstance(node, ast.DictComp) else PyKind.LIST
    return Value(kind, element=element, site=node)


def _text(run: Run, node: ast.JoinedStr, frame: Frame) -> Value:
    for part in ast.walk(node):
        if isinstance(part, ast.FormattedValue):
            special.special(run, node, evaluate(run, part.value, frame), special.CONVERSIONS, frame)
    return PYTHON


def _yield(run: Run, node: ast.Yield | ast.YieldFrom | ast.Await, frame: Frame) -> Value:
    if node.value is not None:
        value = evaluate(run, node.value, frame)
        frame.yielded.append(special.iterate(run, node, value, frame) if isinstance(node, ast.YieldFrom) else value)
    frame.yields = True
    run.record(frame, node, Act.YIELDS, "yield")
    return UNKNOWN


_HANDLERS: dict[type[ast.AST], Callable[[Run, Any, Frame], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.NamedExpr: _named,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _list,
    ast.Dict: _dict,
    ast.Starred: _starred,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.BinOp: operators.binary,
    ast.UnaryOp: operators.unary,
    ast.Compare: operators.compare,
    ast.BoolOp: operators.boolean,
    ast.IfExp: operators.conditional,
    ast.Call: _call,
    ast.Lambda: _lambda,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.JoinedStr: _text,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Await: _yield,
}
