"""Abstract values: what is known of the value that an expression gives."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hoist.tensorflow_api import lookup
from hoist.tensorflow_api.symbol import Kind, Word

if TYPE_CHECKING:
    from hoist.analysis.frame import Frame
    from hoist.analysis.program import Module


class PyKind(Word):
    """Kinds of value that are Python's rather than TensorFlow's."""

    TUPLE = "tuple"
    LIST = "list"
    DICT = "dict"
    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    INSTANCE = "instance"
    SYMBOL = "TensorFlow symbol"
    LOCAL_MODULE = "local module"
    FOREIGN = "foreign"  # a module, function or object of a library other than TensorFlow
    BUILTIN = "builtin"
    GENERATOR = "generator"
    PARTIAL = "function with some of its arguments"  # ``receiver`` is the function, ``ref`` the names of the last items
    RECORD = "class of named tuples"  # ``ref`` are the fields, as of the tuples


MethodNode = ast.FunctionDef | ast.AsyncFunctionDef
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class _Missing:
    """Marks a value whose Python constant is not known."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()


@dataclass(frozen=True)
class FunctionRef:
    """A function of the program: its node, its module and, for a nested one, the frame it was made in."""

    node: FunctionNode
    module: Module
    closure: Frame | None = None
    owner: ast.ClassDef | None = None


@dataclass(frozen=True)
class ClassRef:
    """A class of the program."""

    node: ast.ClassDef
    module: Module
    closure: Frame | None = None


@dataclass(frozen=True)
class MethodRef:
    """A method of a TensorFlow object, bound to the kind of its receiver."""

    kind: Kind
    name: str


@dataclass(frozen=True)
class Value:
    """What is known of one value.

    Attributes:
        kind: TensorFlow's kind or Python's.
        ref: what a function, class, module or symbol value names.
        items: the elements, for a tuple, list or dict display of known length (a dict's values).
        element: what each element is, where only that is known.
        const: the Python constant, or MISSING.
        site: the node that made a mutable object; None where the object is not known or immutable.
        receiver: what a bound method is bound to.
        notes: facts that travel with the value (``reuse=auto``, ``graph``, ...).
        choices: of a value that is not known otherwise, the few that it is one of.
    """

    kind: Kind | PyKind
    ref: object = None
    items: tuple[Value, ...] | None = None
    element: Value | None = None
    const: object = MISSING
    site: ast.AST | None = None
    receiver: Value | None = None
    notes: frozenset[str] = frozenset()
    choices: tuple[Value, ...] = ()

    @property
    def mutable(self) -> bool:
        """Whether the object may change under the eyes of who holds it."""
        return self.kind in MUTABLE


MUTABLE = frozenset(
    {
        Kind.ARRAY,
        Kind.UNKNOWN,
        Kind.NEST,
        Kind.TENSOR_LIST,
        Kind.VARIABLE_LIST,
        Kind.PROTOBUF,
        PyKind.LIST,
        PyKind.DICT,
        PyKind.INSTANCE,
        PyKind.FOREIGN,
        PyKind.GENERATOR,
    }
)

UNKNOWN = Value(Kind.UNKNOWN)
UNBOUND = Value(Kind.UNKNOWN, notes=frozenset({"unbound"}))
PYTHON = Value(Kind.PYTHON)
TENSOR = Value(Kind.TENSOR)
NONE = Value(Kind.PYTHON, const=None)

_MOST_CHOICES = 6
# Kinds of which it is worth to know that a value is one of several: what is called on them does something.
_TELLING = frozenset(
    {
        PyKind.FUNCTION,
        PyKind.METHOD,
        PyKind.CLASS,
        PyKind.INSTANCE,
        PyKind.SYMBOL,
        PyKind.FOREIGN,
        PyKind.LOCAL_MODULE,
        PyKind.PARTIAL,
        Kind.TENSOR,
        Kind.PLACEHOLDER,
        Kind.VARIABLE,
        Kind.LAYER,
        Kind.OPTIMIZER,
        Kind.OPTIMIZER_WITH_SLOTS,
        Kind.DISTRIBUTION,
        Kind.INITIALIZER,
    }
)
_TENSOR_LIKE = frozenset({Kind.TENSOR, Kind.PLACEHOLDER, Kind.VARIABLE})


def is_tensor(value: Value) -> bool:
    """Whether Python operators on the value add nodes to the graph."""
    return value.kind in _TENSOR_LIKE


def may_be_tensor(value: Value) -> bool:
    """Whether the value is a tensor, or may be one as well as a nest of tensors."""
    return is_tensor(value) or value.kind is Kind.NEST


def constant(value: object) -> Value:
    """The value of a Python literal."""
    return Value(Kind.PYTHON, const=value)


def with_notes(value: Value, *notes: str) -> Value:
    """The same value with more notes."""
    return replace(value, notes=value.notes | set(notes))


def elements(value: Value) -> Value:
    """What one element of an iterable value is."""
    if value.items is not None:
        result: Value | None = None
        for item in value.items:
            result = item if result is None else join(result, item)
        return result if result is not None else UNKNOWN
    if value.element is not None:
        return value.element
    if value.kind is Kind.TENSOR or value.kind is Kind.TENSOR_LIST:
        return TENSOR
    if value.kind is Kind.VARIABLE_LIST:
        return Value(Kind.VARIABLE)
    if value.kind is Kind.NEST:
        return value  # what a nest holds may be a nest, and is changed where the nest is
    return UNKNOWN


def joined(items: Sequence[Value]) -> Value | None:
    """What each of several values is; None if there are none."""
    return elements(Value(PyKind.TUPLE, items=tuple(items))) if items else None


def unpack(value: Value, count: int) -> list[Value]:
    """The values of ``count`` targets to which ``value`` is unpacked."""
    if value.items is not None and len(value.items) == count and value.kind is not PyKind.DICT:
        return list(value.items)
    return [elements(value)] * count


def join(a: Value, b: Value) -> Value:
    """What is known of a value that is ``a`` or ``b``."""
    if a is b or b is UNBOUND or a == b:
        return a
    if a is UNBOUND:
        return b
    if a.const is None or b.const is None:
        # A name that holds a value or None: where None would be used as that value, the program raises anyway.
        return weaken(b if a.const is None else a)
    return _join_kinds(a, b) if a.kind is not b.kind else _join_alike(a, b)


def _join_kinds(a: Value, b: Value) -> Value:
    """What is known of a value that is of one of two kinds."""
    if a.kind in _TENSOR_LIKE and b.kind in _TENSOR_LIKE:
        return TENSOR
    if may_be_tensor(a) and may_be_tensor(b):
        return a if a.kind is Kind.NEST else b
    if {a.kind, b.kind} == {Kind.PYTHON, Kind.ARRAY}:  # a number that a running sum turns into a fetched one
        return a if a.kind is Kind.ARRAY else b
    return _one_of(a, b)


def _join_alike(a: Value, b: Value) -> Value:
    """What is known of a value that is one of two of a kind."""
    if a.choices or b.choices:
        return _one_of(a, b)
    if a.kind is Kind.PYTHON:
        return replace(PYTHON, notes=a.notes & b.notes)
    if a.kind is PyKind.SYMBOL:
        return _either_symbol(a, b)
    return _join_parts(a, b) if a.ref == b.ref else _one_of(a, b)


def _one_of(a: Value, b: Value) -> Value:
    """One of two values that have nothing in common, such as objects of two classes, or functions."""
    found = list(a.choices or (a,))
    for choice in b.choices or (b,):
        alike = [at for at, known in enumerate(found) if known.kind is choice.kind and known.ref == choice.ref]
        for at in alike:
            found[at] = join(found[at], choice)
        if not alike:
            found.append(choice)
    # A number or text among them is nothing that is called.
    found = [choice for choice in found if choice.kind not in (Kind.PYTHON, Kind.ARRAY)]
    told = all(choice.kind in _TELLING for choice in found)
    if not told or not found or len(found) > _MOST_CHOICES:
        return UNKNOWN
    return a if tuple(found) == a.choices else Value(Kind.UNKNOWN, choices=tuple(found))


def _join_parts(a: Value, b: Value) -> Value:
    """The same where both come from the same function, class or symbol, or from none."""
    if a.receiver != b.receiver and a.kind in (PyKind.FUNCTION, PyKind.METHOD, PyKind.PARTIAL):
        if a.receiver is None or b.receiver is None:
            return UNKNOWN
        bare = _join_parts(replace(a, receiver=None), replace(b, receiver=None))
        return replace(bare, receiver=join(a.receiver, b.receiver))
    if a.items is not None and b.items is not None and len(a.items) == len(b.items):
        items = tuple(join(x, y) for x, y in zip(a.items, b.items, strict=False))
        element = None
    else:
        items = None
        element = _join_elements(a, b)
    return Value(
        a.kind,
        ref=a.ref,
        items=items,
        element=element,
        site=a.site if a.site is b.site else None,
        receiver=a.receiver if a.receiver == b.receiver else None,
        notes=a.notes & b.notes,
    )


def _either_symbol(a: Value, b: Value) -> Value:
    """One of several pure functions of TensorFlow, chosen by a version test or the like: each builds, and no more."""
    choices = tuple(dict.fromkeys((*(a.items or (a,)), *(b.items or (b,)))))
    known = [lookup(str(choice.ref)) for choice in choices]
    if any(symbol is None or not symbol.pure for symbol in known):
        return UNKNOWN
    return Value(PyKind.SYMBOL, ref=choices[0].ref, items=choices)


def weaken(value: Value) -> Value:
    """The value without its Python constant: for a name that may be set again before it is read."""
    if value.const is MISSING:
        return value
    return UNBOUND if value.const is None else Value(Kind.PYTHON, notes=value.notes)


def _join_elements(a: Value, b: Value) -> Value | None:
    sides = [elements(v) for v in (a, b) if v.items or v.element is not None]
    if not sides:
        return None
    return sides[0] if len(sides) == 1 else join(sides[0], sides[1])
