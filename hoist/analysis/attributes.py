"""What an attribute gives: of a module, a class or an object of the program, of TensorFlow, of another library."""

from __future__ import annotations

import ast
from pathlib import Path

from hoist.analysis import calls, special
from hoist.analysis.facts import Act, Location
from hoist.analysis.flags import ANY_FLAG
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import (
    MISSING,
    PYTHON,
    UNKNOWN,
    ClassRef,
    FunctionRef,
    MethodRef,
    PyKind,
    Value,
    constant,
    elements,
    joined,
    weaken,
)
from hoist.tensorflow_api import GRAPH_KEYS, is_module, lookup, lookup_method
from hoist.tensorflow_api.nests import FIELDS
from hoist.tensorflow_api.symbol import Kind

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


def attribute(run: Run, node: ast.Attribute, base: Value, frame: Frame) -> Value:
    """What ``base.attr`` gives."""
    name = node.attr
    if name == "__setattr__" or (name == "__dict__" and may_change(node, frame)):
        run.patch("__dict__")
    if base.choices:
        return joined([attribute(run, node, choice, frame) for choice in base.choices]) or UNKNOWN
    if run.patched and isinstance(base.ref, str) and f"{base.ref}.{name}" in run.patched:
        run.record(frame, node, Act.READS, name, location=Location("attr", None, name))
        return UNKNOWN
    if (base.kind in (Kind.MODULE, PyKind.SYMBOL) and not base.items) or base.ref == "tf.GraphKeys":
        return symbol_value(f"{base.ref}.{name}")
    if base.kind is PyKind.LOCAL_MODULE:
        top = run.modules.get(base.ref) if isinstance(base.ref, Path) else None
        run.record(frame, node, Act.READS, name, location=Location("global", base.ref, name))
        return top.env.get(name, UNKNOWN) if top is not None else UNKNOWN
    if base.kind is PyKind.FOREIGN:
        return Value(PyKind.FOREIGN, ref=f"{base.ref}.{name}", receiver=base.receiver)
    if base.kind in (PyKind.INSTANCE, PyKind.CLASS):
        return _member(run, node, base, frame)
    return _other_attribute(run, node, base, frame)


def may_change(node: ast.AST, frame: Frame) -> bool:
    """Whether a namespace, as ``__dict__`` or ``vars`` give one, is read to change what it holds."""
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
