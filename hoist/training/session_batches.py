"""Session loops that take their batches out of arrays themselves, in the way of TensorFlow 1.x."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hoist.training.arrays import is_array
from hoist.training.keras_names import KerasNames

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_PLACEHOLDERS = frozenset({"tensorflow.placeholder", "tensorflow.compat.v1.placeholder"})


def fed_runs(names: KerasNames) -> Iterator[tuple[ast.Call, str]]:
    """The first run of each loop that feeds arrays to placeholders, and whether they are whole or sliced."""
    told: set[ast.AST] = set()
    for node in names.module.nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "run":
            continue
        loop = _loop_around(node, names)
        if loop is None or loop in told:
            continue
        arrays = [value for key, value in _feeds(node) if _is_placeholder(key, names) and is_array(value, names)]
        if arrays:
            told.add(loop)
            yield node, "slices of arrays" if any(isinstance(a, ast.Subscript) for a in arrays) else "whole arrays"


def _loop_around(node: ast.AST, names: KerasNames) -> ast.AST | None:
    for parent in names.module.ancestors(node):
        if isinstance(parent, _FUNCTIONS):
            return None
        if isinstance(parent, _LOOPS):
            return parent
    return None


def _feeds(call: ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    given = call.args[1] if len(call.args) > 1 else None
    for keyword in call.keywords:
        given = keyword.value if keyword.arg == "feed_dict" else given
    if isinstance(given, ast.Dict):
        yield from ((key, value) for key, value in zip(given.keys, given.values, strict=True) if key is not None)


def _is_placeholder(key: ast.expr, names: KerasNames) -> bool:
    made = names.assigned(key) if isinstance(key, ast.Name) else None
    return isinstance(made, ast.Call) and names.meant(made.func) in _PLACEHOLDERS
