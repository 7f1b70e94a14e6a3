"""Which statements of a block build and compile a Keras model, and whether they can stand in a strategy's scope.

Nothing is moved: a run of statements, from the first that makes a part of the model to the one that compiles it, goes
into a `with` as it stands. So what has effects keeps its order; what matters is that all that makes variables lies in
it, and nothing that does something else there: training, predicting, what is not known.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hoist.training.keras_names import KerasNames

# What makes variables, or stands for what does.
_PARTS = tuple(f"keras.{name}." for name in ("layers", "models", "optimizers", "metrics", "applications"))
_MAKERS = frozenset({"keras.Sequential", "keras.Model", "keras.Input"})
LOADERS = frozenset({"keras.models.load_model", "keras.saving.load_model"})
_METHODS = frozenset(
    "add append build compile count_params get_config get_layer get_weights load_weights pop set_weights summary"
    " to_json".split()
)
_PLAIN_TENSORFLOW = tuple(
    f"tensorflow.{name}"
    for name in "abs cast concat constant data. expand_dims math. nn. random.set_seed reduce_ reshape shape split"
    " square squeeze stack tile transpose".split()
)
_PLAIN_ROOTS = frozenset("numpy math os time random datetime json sys logging".split())
_BUILTINS = frozenset(vars(builtins)) - {"exec", "eval", "open", "input", "compile", "__import__", "globals", "setattr"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class CannotStand(Exception):
    """Something that would do something else in the scope, or is not known."""


@dataclass(frozen=True)
class Region:
    """A run of statements of one block.

    Attributes:
        block: all statements of the block.
        first, last: where the run begins, and the statement that compiles.
        model: how the model is spelt there.
        elsewhere: a part of the model that is made outside of the block; empty if there is none.
    """

    block: Sequence[ast.stmt]
    first: int
    last: int
    model: str
    elsewhere: str = ""


def region(block: Sequence[ast.stmt], last: int, model: str, names: KerasNames) -> Region:
    """The statements that build what the statement at ``last`` compiles; ``model`` is how it is spelt there."""
    wanted = {model}
    first, elsewhere = last, ""
    for place in range(last, -1, -1):
        statement = block[place]
        if isinstance(statement, _DEFINITIONS):
            continue
        if place == last or (_keys_of(statement) & wanted and is_part(statement, names)):
            first = place
            wanted |= {name.id for name in _loads(statement, names) if is_part(name, names)}
    inside = {key for statement in block[first : last + 1] for key in _keys_of(statement)}
    for statement in block[first : last + 1]:
        for name in _loads(statement, names):
            if name.id in wanted - inside and is_part(name, names):
                elsewhere = elsewhere or name.id
    return Region(block, first, last, model, elsewhere)


def is_part(node: ast.AST, names: KerasNames, seen: set[ast.AST] | None = None) -> bool:
    """Whether something makes a part of a model, or a name or attribute stands for one."""
    seen = set() if seen is None else seen  # what has been looked at and is none
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and _makes(one.func, names, seen):
            return True
        bindings: Iterable[ast.AST] = ()
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
            bindings = names.bindings(one)
        elif isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Load):
            bindings = names.stores(one.attr)
        for binding in bindings:
            value = names.value_of(binding)
            if value is not None and value not in seen:
                seen.add(value)
                if is_part(value, names, seen):
                    return True
    return False


def _makes(function: ast.expr, names: KerasNames, seen: set[ast.AST]) -> bool:
    text = names.meant(function)
    if text is not None:
        return text in _MAKERS or text in LOADERS or text.startswith(_PARTS)
    made = names.defined(function) if isinstance(function, ast.Name) else None
    if isinstance(made, ast.ClassDef):
        return any((names.meant(base) or "").startswith("keras.") for base in made.bases)
    if made is None or made in seen:
        return False
    seen.add(made)
    return any(is_part(statement, names, seen) for statement in made.body)


def _loads(node: ast.AST, names: KerasNames) -> Iterator[ast.Name]:
    """The names that a statement reads, also by way of functions of the file that it calls, whose own are left out."""
    seen: list[ast.AST] = []
    left = [node]
    while left:
        for one in ast.walk(left.pop()):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                bindings = names.bindings(one)
                if not any(names.lies_in(binding, made) for binding in bindings for made in seen):
                    yield one
            made = names.defined(one.func) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) else None
            if made is not None and made not in seen:
                seen.append(made)
                left.append(made)


def _keys_of(statement: ast.stmt) -> set[str]:
    """The names and attributes that a statement binds or calls a method of: ``model``, ``self.model``."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            found.add(ast.unparse(node))
            if isinstance(node, ast.Attribute):
                found.add(ast.unparse(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found.add(ast.unparse(node.func.value))
    return found


def check_statements(statements: Sequence[ast.stmt], names: KerasNames) -> None:
    """See that statements can stand in the scope.

    Raises:
        CannotStand: one cannot, with the reason.
    """
    for statement in statements:
        _Check(names).statement(statement)


def check_function(function: ast.FunctionDef, names: KerasNames) -> None:
    """See that a function can be called in the scope.

    Raises:
        CannotStand: it cannot, with the reason.
    """
    _Check(names).function(function)


class _Check:
    """Goes through statements, and through the functions of the file that they call."""

    def __init__(self, names: KerasNames) -> None:
        self.names = names
        self.seen: set[ast.AST] = set()

    def statement(self, node: ast.stmt, *, inside: bool = False) -> None:
        """``inside`` of a function that is called as a whole, any flow of control is its own."""
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if node.decorator_list:
                raise CannotStand(f"`{node.name}` is decorated (line {node.lineno})")
            return
        plain = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.For, ast.If, ast.Pass)
        flow = (ast.Return, ast.Raise, ast.Assert, ast.While, ast.Try, ast.Break, ast.Continue)
        if not isinstance(node, (*plain, *flow) if inside else plain):
            raise CannotStand(f"`{self._head(node)}` (line {node.lineno}) cannot stand in the scope")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                self.statement(child, inside=inside)
            elif isinstance(child, ast.ExceptHandler):
                for one in child.body:
                    self.statement(one, inside=inside)
            else:
                self.expression(child)

    def _head(self, node: ast.AST) -> str:
        return ast.unparse(node).splitlines()[0]

    def expression(self, node: ast.AST) -> None:
        """See that all calls in an expression are known."""
        for one in ast.walk(node):
            if isinstance(one, (ast.Await, ast.Yield, ast.YieldFrom)):
                raise CannotStand(f"`{self._head(one)}` hands over to somebody else (line {one.lineno})")
            if isinstance(one, ast.Call) and not self._known(one):
                raise CannotStand(f"what `{self._head(one.func)}` does in the scope is not known (line {one.lineno})")

    def function(self, function: ast.FunctionDef) -> None:
        """See that a function of the file can be called in the scope."""
        if function in self.seen:
            return
        self.seen.add(function)
        if function.decorator_list:
            raise CannotStand(f"`{function.name}` is decorated (line {function.lineno})")
        for statement in function.body:
            self.statement(statement, inside=True)

    def _known(self, call: ast.Call) -> bool:
        function, names = call.func, self.names
        text = names.meant(function)
        if text is not None:
            root = text.partition(".")[0]
            return root in _PLAIN_ROOTS or text.startswith(_PLAIN_TENSORFLOW) or root == "keras"
        if isinstance(function, ast.Name):
            made = names.defined(function)
            if isinstance(made, ast.FunctionDef):
                self.function(made)
                return True
            plain = function.id in _BUILTINS and not names.binds(function.id)
            return plain or isinstance(made, ast.ClassDef) or is_part(function, names)
        if isinstance(function, ast.Attribute):
            owner = function.value
            if isinstance(owner, (ast.Constant, ast.JoinedStr)) or _is_super(owner):
                return True
            return (function.attr in _METHODS and is_part(owner, names)) or self._is_of_array(function)
        return is_part(function, names)  # Dense(3)(x)

    def _is_of_array(self, function: ast.Attribute) -> bool:
        from hoist.training.arrays import is_array

        return is_array(function.value, self.names)


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
