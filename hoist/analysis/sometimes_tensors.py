"""Whether the source shows that a value is a tensor at times, where what it is in all is not known.

A run may not come to those times. So what it shows of such a value counts for nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Set as AbstractSet

from hoist.analysis.frame import Run
from hoist.analysis.program import Module
from hoist.analysis.values import UNKNOWN
from hoist.tensorflow_api.symbol import Kind

_TENSORS = (Kind.TENSOR, Kind.PLACEHOLDER, Kind.VARIABLE, Kind.TENSOR_LIST, Kind.VARIABLE_LIST)
_MOST = 500
Given = Callable[[ast.AST, ast.AST, str], ast.expr | None]  # of a function, a call of it, a parameter


class SometimesTensors:
    """Looks at where the values of one program may come from."""

    def __init__(self, run: Run, callers: Mapping[ast.AST, AbstractSet[ast.AST]], given: Given) -> None:
        self._run = run
        self._callers = callers
        self._given = given

    def shown(self, module: Module, node: ast.expr) -> bool:
        """Whether one of the things that an expression may give is shown to be a tensor, or holds one.

        What comes from more places than can be looked at counts as such.
        """
        todo: list[tuple[Module, ast.expr]] = [(module, node)]
        looked: set[ast.expr] = set()
        while todo and len(looked) < _MOST:
            where, part = todo.pop()
            if part in looked:
                continue
            looked.add(part)
            value = self._run.values.get(part, UNKNOWN)
            if value.kind in _TENSORS or any(choice.kind in _TENSORS for choice in value.choices):
                return True
            todo += self._sources(where, part)
        return bool(todo)

    def _sources(self, module: Module, node: ast.expr) -> Iterator[tuple[Module, ast.expr]]:
        """Where a value may come from: parts of the expression, assignments, what calls give and give back."""
        yield from ((module, part) for part in _parts(node))
        if isinstance(node, ast.Name):
            yield from ((module, part) for part in self._assigned(module, node))
            yield from self._passed(module, node)
        elif isinstance(node, ast.Attribute):
            for other in self._run.program.modules.values():
                stores = (n for n in other.nodes if isinstance(n, ast.Attribute) and n.attr == node.attr)
                yield from ((other, part) for store in stores for part in _bound(other, store))
        elif isinstance(node, ast.Call):
            for function in self._run.calls.get(node, ()):
                where = self._run.module_of(function)
                for inner in ast.walk(function) if where is not None else ():
                    if isinstance(inner, ast.Return) and inner.value is not None and where is not None:
                        yield where, inner.value

    def _assigned(self, module: Module, node: ast.Name) -> Iterator[ast.expr]:
        scopes = (module.function_of(node), module.tree)
        for store in module.nodes:
            if isinstance(store, ast.Name) and store.id == node.id and module.function_of(store) in scopes:
                yield from _bound(module, store)

    def _passed(self, module: Module, node: ast.Name) -> Iterator[tuple[Module, ast.expr]]:
        function = module.function_of(node)
        for call in self._callers.get(function, ()):
            where, given = self._run.module_of(call), self._given(function, call, node.id)
            if where is not None and given is not None:
                yield where, given


def _parts(node: ast.expr) -> list[ast.expr]:
    """The parts of an expression that it may give, or that what it gives may hold."""
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return node.elts
    if isinstance(node, ast.Dict):
        return node.values
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, (ast.Subscript, ast.Starred, ast.NamedExpr)):
        return [node.value]
    return []


def _bound(module: Module, store: ast.Name | ast.Attribute) -> Iterator[ast.expr]:
    """What an assignment, or the head of a loop, binds to a name or attribute, or to a part of what it names."""
    if isinstance(store.ctx, ast.Load):
        return
    target: ast.AST = store
    while isinstance(module.parents[target], (ast.Tuple, ast.List, ast.Starred)):
        target = module.parents[target]
    parent = module.parents[target]
    if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and parent.value is not None:
        yield parent.value
    elif isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)) and parent.target is target:
        yield parent.iter
