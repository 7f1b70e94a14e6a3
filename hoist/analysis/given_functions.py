"""Functions of the program that TensorFlow is given, and calls: while it builds, or as an op."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from hoist.analysis import python_calls, special
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import TENSOR, FunctionRef, PyKind, Value
from hoist.tensorflow_api.symbol import Effect, Kind, Symbol

if TYPE_CHECKING:
    from hoist.analysis.tensorflow_calls import Arguments

# Parameters that are functions, called each time that the graph is built.
_CALLED = (
    "activation", "activation_fn", "custom_getter", "normalizer_fn", "fn", "true_fn", "false_fn", "body", "cond",
    "initializer", "kernel_initializer", "weights_initializer", "bias_initializer", "biases_initializer", "regularizer",
    "kernel_regularizer", "weights_regularizer", "constraint", "partitioner", "pred_fn_pairs", "default", "func_",
)  # fmt: skip
# Parameters of get_variable that are called only as a variable is made: one of the same name raises or is shared.
_OF_NEW_VARIABLES = ("initializer", "regularizer", "partitioner", "constraint")


def call_back(run: Run, node: ast.AST, symbol: Symbol, given: Arguments, frame: Frame) -> None:
    """A call of what calls the functions that it is given (``tf.cond``, ``tf.py_func``)."""
    for value in given.all():
        if _is_hidden_function(value):
            run.record(frame, node, Act.UNKNOWN_CALL, "a function passed to " + symbol.path)
        if value.kind in (PyKind.FUNCTION, PyKind.CLASS):
            wanted = isinstance(value.ref, FunctionRef) and len(value.ref.node.args.args)
            python_calls.call_back(run, node, value, [_handed_over(symbol)] * (wanted or 0), frame)
        elif value.kind is PyKind.INSTANCE:
            special.special(run, node, value, ("__call__",), frame)
        elif value.kind is Kind.UNKNOWN and "callable" in symbol.path:
            run.record(frame, node, Act.UNKNOWN_CALL, "a function passed to " + symbol.path)


def _is_hidden_function(value: Value) -> bool:
    """Whether a value is, or holds, something callable that is not followed where TensorFlow calls it."""
    if value.choices or value.kind in (PyKind.PARTIAL, PyKind.METHOD):
        return True
    if value.kind not in (PyKind.TUPLE, PyKind.LIST, PyKind.DICT):
        return False
    inside = (*(value.items or ()), *((value.element,) if value.element is not None else ()))
    callables = (PyKind.FUNCTION, PyKind.CLASS, PyKind.INSTANCE, PyKind.BUILTIN, PyKind.FOREIGN)
    return any(part.kind in callables or _is_hidden_function(part) for part in inside)


def _handed_over(symbol: Symbol) -> Value:
    """What TensorFlow calls a function with: tensors while it builds; arrays where the function is an op itself."""
    as_op = symbol.path.endswith((".py_func", ".numpy_function"))
    return Value(Kind.ARRAY) if as_op else TENSOR


def call_while_building(run: Run, node: ast.AST, symbol: Symbol, given: Arguments, frame: Frame) -> None:
    """Functions of the program that are passed to TensorFlow (an activation ...) are called while building."""
    if Effect.CALLS_BACK not in symbol.effects:
        making = [given.named.get(name) for name in _OF_NEW_VARIABLES] if symbol.path == "tf.get_variable" else []
        for value in given.all():
            if _is_hidden_function(value):
                run.record(frame, node, Act.UNKNOWN_CALL, "a function passed to " + symbol.path)
            once = any(value is one for one in making)
            run.once += once
            if value.kind is PyKind.FUNCTION and isinstance(value.ref, FunctionRef):
                count = len(value.ref.node.args.args) - (value.receiver is not None)
                python_calls.call_back(run, node, value, [TENSOR] * count, frame)
            elif value.kind is PyKind.INSTANCE:
                special.special(run, node, value, ("__call__",), frame)
            run.once -= once
    for name in _CALLED:
        hidden = given.get(name)
        if hidden is not None and hidden.kind is Kind.UNKNOWN and hidden.ref is None and not given.spread:
            run.record(frame, node, Act.UNKNOWN_CALL, f"the function passed as {name}")
