"""Abstract evaluation of expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hoist.analysis import calls, foreign, operators, special, statements
from hoist.analysis.facts import Act, Location
from hoist.analysis.flags import ANY_FLAG
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import (
    MISSING,
    PYTHON,
    TENSOR,
    UNBOUND,
    UNKNOWN,
    ClassRef,
    FunctionRef,
    MethodRef,
    PyKind,
    Value,
    constant,
    elements,
    is_tensor,
    join,
    joined,
    weaken,
)
from hoist.tensorflow_api import GRAPH_KEYS, is_module, lookup, lookup_method
from hoist.tensorflow_api.nests import FIELDS
from hoist.tensorflow_api.symbol import Effect, Kind

_CONTAINERS = frozenset(
    {
        PyKind.LIST,
        PyKind.DICT,
        PyKind.TUPLE,
        PyKind.GENERATOR,
        Kind.ARRAY,
        Kind.TENSOR_LIST,
        Kind.VARIABLE_LIST,
        Kind.PROTOBUF,
    }
)


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
    return attribute(run, node, base, frame)


def attribute(run: Run, node: ast.Attribute, base: Value, frame: Frame) -> Value:
    """What ``base.attr`` gives."""
    name = node.attr
    if name == "__setattr__" or (name == "__dict__" and _is_changed(node, frame)):
        run.patch("__dict__")
    if base.choices:
        return joined([attribute(run, node, choice, frame) for choice in base.choices]) or UNKNOWN
    if run.patched and isinstance(base.ref, str) and f"{base.ref}.{name}" in run.patched:
        run.record(frame, node, Act.READS, name, location=Location("attr", None, name))
        return UNKNOWN
    if (base.kind in (Kind.MODULE, PyKind.SYMBOL) and not base.items) or base.ref == "tf.GraphKeys":
        return symbol_value(f"{base.ref}.{name}")
    if base.kind is PyKind.LOCAL_MODULE:
        top = run.modules.get(base.ref)  # type: ignore[call-overload]
        run.record(frame, node, Act.READS, name, location=Location("global", base.ref, name))
        return top.env.get(name, UNKNOWN) if top is not None else UNKNOWN
    if base.kind is PyKind.FOREIGN:
        return Value(PyKind.FOREIGN, ref=f"{base.ref}.{name}", receiver=base.receiver)
    if base.kind in (PyKind.INSTANCE, PyKind.CLASS):
        return _member(run, node, base, frame)
    return _other_attribute(run, node, base, frame)


def _is_changed(node: ast.Attribute, frame: Frame) -> bool:
    """Whether an attribute is read to change what it holds."""
    parent = frame.module.parents.get(node)
    if isinstance(parent, ast.Subscript):
        return not isinstance(parent.ctx, ast.Load)
    return isinstance(parent, ast.Attribute) and parent.attr not in ("items", "keys", "values", "get", "copy")


def _other_attribute(run: Run, node: ast.Attribute, base: Value, frame: Frame) -> Value:
    """What ``base.attr`` gives of a container, a function, a TensorFlow object or what is not known."""
    name = node.attr
    if base.kind is PyKind.PARTIAL:
        run.patch("functools.partial")  # what it carries may be changed
        return UNKNOWN
    if base.kind in (PyKind.FUNCTION, PyKind.METHOD):
        run.record(frame, node, Act.READS, name, location=Location("attr", None, name))
        return Value(Kind.UNKNOWN, receiver=base)
    if base.kind is PyKind.TUPLE and name in FIELDS and "fields" in base.notes:
        return elements(base)
    named = base.kind is PyKind.TUPLE and isinstance(base.ref, tuple) and name in base.ref
    if named and isinstance(base.ref, tuple) and base.items is not None and "__dict__" not in run.patched:
        return base.items[base.ref.index(name)]
    if base.kind in _CONTAINERS:
        return Value(PyKind.METHOD, ref=name, receiver=base)
    if base.kind is Kind.UNKNOWN or (base.kind is Kind.PYTHON and base.const is MISSING):
        run.record(frame, node, Act.READS, name, location=Location("attr", None, name))
        if base.kind is Kind.PYTHON:
            return Value(PyKind.METHOD, ref=name, receiver=base)
        return Value(Kind.UNKNOWN, receiver=base if base.receiver is None else None, ref=name)
    return _tensorflow_member(run, node, base, frame) if isinstance(base.kind, Kind) else UNKNOWN


def _tensorflow_member(run: Run, node: ast.Attribute, base: Value, frame: Frame) -> Value:
    assert isinstance(base.kind, Kind)
    found = lookup_method(base.kind, node.attr)
    if found is None:
        if base.kind is Kind.FLAGS:
            run.record(frame, node, Act.READS, node.attr, location=Location("attr", None, node.attr))
            return UNKNOWN if run.patched & {f"attribute {node.attr}", ANY_FLAG, "__dict__"} else PYTHON
        if base.kind is Kind.PYTHON:
            return Value(PyKind.METHOD, ref=node.attr, receiver=base)
        return Value(Kind.UNKNOWN, receiver=None, ref=node.attr)
    if base.kind is Kind.FLAGS and not found.callable:
        run.record(frame, node, Act.READS, node.attr, location=Location("attr", None, node.attr))
    if not found.callable:
        for effect in found.effects:
            run.record(frame, node, effect, found.path)
        if found.result is Kind.GRAPH:  # of a session or tensor: not made here, unless it was given so
            return (
                base.receiver if base.receiver is not None and base.receiver.kind is Kind.GRAPH else Value(Kind.GRAPH)
            )
        return Value(found.result, site=base.site)
    return Value(PyKind.METHOD, ref=MethodRef(base.kind, node.attr), receiver=base)


def _member(run: Run, node: ast.Attribute, base: Value, frame: Frame) -> Value:
    assert isinstance(base.ref, ClassRef)
    name = node.attr
    run.record(frame, node, Act.READS, name, location=Location("attr", None, name))
    exact = isinstance(node.value, ast.Name) and base.kind is PyKind.CLASS and node.value.id == base.ref.node.name
    if base.site is None and not exact and calls.overridden(run, base.ref, name):
        run.record(frame, node, Act.UNKNOWN_CALL, f"{name}, which a subclass may have in its own way")
        return UNKNOWN
    order = calls.class_order(run, base.ref)
    if "super" in base.notes:
        asking = getattr(base.receiver.ref, "node", None) if base.receiver is not None else None
        at = next((at for at, owner in enumerate(order) if owner.node is asking), len(order))
        order = order[at + 1 :]
        if not order and calls.plain_bases(run, base.ref):
            return Value(PyKind.BUILTIN, ref="id")
    frame.asked.add(name)
    _behind_the_scenes(run, node, base, frame)
    for owner in order:
        if name in owner.module.remember(calls.bound_otherwise, owner.node):
            run.record(frame, node, Act.UNKNOWN_CALL, f"{name}, which its class binds more than once")
            return UNKNOWN
        stored = run.attributes.get((owner.node, name))
        method = calls.own_method(run, owner.node, name)
        if method is not None:
            bound = _bound(run, node, base, FunctionRef(method, owner.module, owner.closure, owner.node), frame)
            setter = {calls.decorator_name(d) for d in method.decorator_list} & {"property"}
            # Where something is stored under a method's name, which of the two is met is not known.
            return bound if stored is None or setter else UNKNOWN
        if stored is not None:
            if any(_may_come_first(run, other, name) for other in order):
                run.record(frame, node, Act.UNKNOWN_CALL, name)
                return UNKNOWN
            return weaken(stored)  # another method may set it before this one is run
        stored = _class_attribute(run, owner, name)
        if stored is not None:
            if stored.kind not in (Kind.PYTHON, Kind.TENSOR, Kind.VARIABLE) and _is_descriptor(run, stored):
                run.record(frame, node, Act.UNKNOWN_CALL, name)
                return UNKNOWN
            if stored.kind is PyKind.FUNCTION and base.kind is PyKind.INSTANCE:
                return Value(PyKind.FUNCTION, ref=stored.ref, receiver=base, notes=stored.notes)
            return stored
    asked = special.special(run, node, base, ("__getattr__", "__getattribute__"), frame, [constant(name)])
    return asked if asked is not None else UNKNOWN


def _behind_the_scenes(run: Run, node: ast.Attribute, base: Value, frame: Frame) -> None:
    """Note where an attribute is found in another way than Python's own."""
    if "__dict__" in run.patched:
        run.record(frame, node, Act.UNKNOWN_CALL, f"{node.attr}, which the program may set behind the scenes")
    if special.special(run, node, base, ("__getattribute__",), frame, [constant(node.attr)]) is not None:
        run.record(frame, node, Act.UNKNOWN_CALL, "__getattribute__")


def _may_come_first(run: Run, owner: ClassRef, name: str) -> bool:
    """Whether a class may have a descriptor, such as a property, that is asked before what an object keeps."""
    if calls.own_method(run, owner.node, name) is not None:
        return True
    found = _class_attribute(run, owner, name)
    return found is not None and "unbound" not in found.notes and _is_descriptor(run, found)


def _is_descriptor(run: Run, value: Value) -> bool:
    return value.kind is Kind.UNKNOWN or (
        value.kind is PyKind.INSTANCE
        and isinstance(value.ref, ClassRef)
        and calls.find_method(run, value.ref, "__get__") is not None
    )


def _class_attribute(run: Run, owner: ClassRef, name: str) -> Value | None:
    for statement in owner.node.body:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        if any(isinstance(t, ast.Name) and t.id == name for t in targets):
            decorators = [run.values.get(decorator, UNKNOWN) for decorator in owner.node.decorator_list]
            if f"attribute {name}" in run.patched or any(one.kind is not PyKind.FOREIGN for one in decorators):
                return UNKNOWN  # the program may change what the class holds
            assert isinstance(statement, (ast.Assign, ast.AnnAssign))
            assert statement.value is not None
            return weaken(run.values.get(statement.value, UNKNOWN))
    return None


def _bound(run: Run, node: ast.Attribute, base: Value, method: FunctionRef, frame: Frame) -> Value:
    decorators = {calls.decorator_name(d) for d in getattr(method.node, "decorator_list", [])}
    value = Value(PyKind.FUNCTION, ref=method)
    if "property" in decorators:
        return calls.call_function(run, node, method, [base], {}, frame)
    if "staticmethod" in decorators:
        return value
    if decorators == {"contextmanager"}:
        return Value(PyKind.FUNCTION, ref=method, receiver=base, notes=frozenset(decorators))
    if decorators - {"classmethod", "wraps", "abstractmethod"}:
        run.record(frame, node, Act.UNKNOWN_CALL, node.attr)
        return UNKNOWN
    if base.kind is PyKind.CLASS and "classmethod" not in decorators:
        return value
    return Value(PyKind.FUNCTION, ref=method, receiver=base)


def symbol_value(path: str) -> Value:
    """What a dotted TensorFlow name means."""
    if is_module(path):
        return Value(Kind.MODULE, ref=path)
    if path.startswith("tf.GraphKeys.") and path.rsplit(".", 1)[1] in GRAPH_KEYS:
        return constant(GRAPH_KEYS[path.rsplit(".", 1)[1]])
    found = lookup(path)
    if found is None:
        return Value(Kind.UNKNOWN, ref=path)
    if not found.callable:
        notes = frozenset({"AUTO_REUSE"}) if path.endswith("AUTO_REUSE") else frozenset()
        return Value(found.result, ref=path, notes=notes)
    return Value(PyKind.SYMBOL, ref=found.path)


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
