"""What a build asks of the tensors that it is built on while it is built: their static shape, or their value.

Of a placeholder of unknown shape another shape is found than of a constant, and of a constant the value may be found
as well (``tensor_util.constant_value``; TensorFlow 1.15.5 and 2.21).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from hoist.analysis.frame import Run
from hoist.analysis.values import UNKNOWN, PyKind
from hoist.tensorflow_api import canonical, lookup
from hoist.tensorflow_api.feedable import FEEDABLE, SHAPED, WITHOUT_SHAPE

#: Of Python's own functions these see no more of a tensor than its static shape.
_PYTHON = frozenset("range len zip enumerate int float min max list tuple reversed".split())
_SETTINGS = frozenset("axis axes keep_dims keepdims reduction_indices name dtype".split())


def asks_for_no_shape(run: Run, root: ast.AST) -> bool:
    """Whether all that a build calls is known not to ask for a static shape."""
    return all(_path(run, call) in _WITHOUT_SHAPE for call in _calls(root))


def asks_for_no_value(run: Run, root: ast.AST, is_fed: Callable[[ast.AST], bool]) -> bool:
    """Whether all that a build calls is known to take what is fed only where it does not ask for its value.

    ``is_fed`` tells whether a piece of syntax is fed, or names what is built on that.
    """
    for node in ast.walk(root):
        if is_fed(node):
            continue
        if isinstance(node, ast.Subscript) and any(is_fed(inner) for inner in ast.walk(node.slice)):
            return False
        if isinstance(node, ast.Call) and not _takes_data(run, node, is_fed):
            return False
    return True


def gives_what_it_is_given(run: Run, call: ast.Call) -> bool:
    """Whether a call may give the very tensor that it is given."""
    return _path(run, call) in _AS_GIVEN


def _calls(root: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(root) if isinstance(node, ast.Call))


def _path(run: Run, call: ast.Call) -> str:
    value = run.values.get(call.func, UNKNOWN)
    return canonical(str(value.ref)) if value.kind is PyKind.SYMBOL and not value.items else ""


def _takes_data(run: Run, call: ast.Call, is_fed: Callable[[ast.AST], bool]) -> bool:
    value = run.values.get(call.func, UNKNOWN)
    if value.kind is PyKind.BUILTIN:
        return value.ref in _PYTHON
    path = _path(run, call)
    symbol = lookup(path)
    if symbol is None or not (path in _WITHOUT_SHAPE or path in _SHAPED):
        return False
    data = set(_SHAPED.get(path, ())) or set(symbol.parameters) - _SETTINGS
    given = [*zip(symbol.parameters, call.args, strict=False), *((k.arg or "**", k.value) for k in call.keywords)]
    plain = len(call.args) <= len(symbol.parameters) and not any(isinstance(a, ast.Starred) for a in call.args)
    return plain and not any(
        name == "**" or (name not in data and any(is_fed(inner) for inner in ast.walk(node))) for name, node in given
    )


_WITHOUT_SHAPE = {canonical(f"tf.{name}") for name in WITHOUT_SHAPE.split()} | {canonical(path) for path in FEEDABLE}
_AS_GIVEN = {canonical(f"tf.{name}") for name in "constant convert_to_tensor cast to_float to_int32 to_int64".split()}
_SHAPED = {canonical(path): rules for path, rules in {**FEEDABLE, **SHAPED}.items()}
