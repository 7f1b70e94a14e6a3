"""Which names of a file are shown to hold NumPy arrays."""

from __future__ import annotations

import ast

from hoist.training.keras_names import KerasNames

_MAKERS = frozenset(
    "array asarray ascontiguousarray zeros ones full empty arange linspace eye zeros_like ones_like full_like"
    " concatenate vstack hstack stack expand_dims reshape squeeze transpose sin cos exp sqrt square abs clip where"
    " round argmax float32 tile repeat".split()
)
_DRAWS = frozenset(
    "rand randn random random_sample normal uniform randint integers permutation standard_normal choice".split()
)
_METHODS = frozenset("astype reshape copy transpose squeeze flatten ravel round clip argmax".split())
_SETS = frozenset(f"keras.datasets.{name}.load_data" for name in ("mnist", "fashion_mnist", "cifar10", "cifar100"))
_GENERATORS = frozenset({"numpy.random.default_rng", "numpy.random.RandomState"})
_DEEPEST = 20


def is_array(node: ast.expr, names: KerasNames, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether an expression is shown to be an array.

    A name is one if every binding of it is; a binding that comes back to itself adds nothing (``x = x / 255``).
    """
    if node in seen:
        return True
    if len(seen) > _DEEPEST:
        return False
    seen |= {node}
    if isinstance(node, ast.Name):
        bindings = names.bindings(node)
        return bool(bindings) and all(one in seen or _holds_array(one, names, seen | {one}) for one in bindings)
    if isinstance(node, ast.BinOp):
        return is_array(node.left, names, seen) or is_array(node.right, names, seen)
    if isinstance(node, (ast.UnaryOp, ast.Subscript)):
        return is_array(node.operand if isinstance(node, ast.UnaryOp) else node.value, names, seen)
    if isinstance(node, ast.Compare):
        return is_array(node.left, names, seen)
    return isinstance(node, ast.Call) and _makes_array(node, names, seen)


def _makes_array(node: ast.Call, names: KerasNames, seen: frozenset[ast.AST]) -> bool:
    text = names.meant(node.func)
    if text is not None:
        package, _, name = text.rpartition(".")
        if text == "numpy.load":
            return not node.keywords  # an array that stays in its file is read piece by piece
        made = (package == "numpy" and name in _MAKERS) or (package == "numpy.random" and name in _DRAWS)
        return made or text == "keras.utils.to_categorical"
    if not isinstance(node.func, ast.Attribute):
        return False
    owner = node.func.value
    generator = names.assigned(owner) if isinstance(owner, ast.Name) else owner
    if isinstance(generator, ast.Call) and names.meant(generator.func) in _GENERATORS:
        return node.func.attr in _DRAWS
    return node.func.attr in _METHODS and is_array(owner, names, seen)


def _holds_array(binding: ast.AST, names: KerasNames, seen: frozenset[ast.AST]) -> bool:
    """Whether a binding gives its name an array."""
    parents = names.module.parents
    parent = parents.get(binding)
    if isinstance(parent, ast.AugAssign):
        return True  # what it was before is asked of the other bindings
    depth, place = 0, 0
    while isinstance(parent, ast.Tuple):
        assert isinstance(binding, ast.expr)
        depth, place = depth + 1, parent.elts.index(binding)
        binding, parent = parent, parents.get(parent)
    if not isinstance(parent, ast.Assign):
        return False
    value = parent.value
    if depth == 1 and isinstance(value, ast.Tuple) and isinstance(binding, ast.Tuple):  # x, y = np.ones(3), np.ones(3)
        plain = not any(isinstance(one, ast.Starred) for one in (*value.elts, *binding.elts))
        return plain and len(value.elts) == len(binding.elts) and is_array(value.elts[place], names, seen)
    if depth:  # (x, y), (x_test, y_test) = keras.datasets.mnist.load_data()
        return isinstance(value, ast.Call) and names.meant(value.func) in _SETS and depth == 2
    return is_array(value, names, seen)
