"""Arrays whose shape counts turns: a build for each shape would then be a build for each turn."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.frame import Run
from hoist.analysis.program import LOOPS, Module

#: NumPy's functions of which all arguments are a shape.
_OF_SHAPES = frozenset("zeros ones empty rand randn random_sample eye identity arange".split())
_SHAPES = frozenset({"shape", "size"})
_MOST = 4


class GrowingShapes:
    """Looks for them among the values of one program."""

    def __init__(self, program: ProgramFacts) -> None:
        self._program = program
        self._run: Run = program.run

    def counts_turns(self, node: ast.expr, depth: int = _MOST) -> bool:
        """Whether the shape of what an expression gives is told by a counter of the loop that it stands in."""
        module = self._run.module_of(node)
        if module is None or not depth:
            return False
        counters = set(_counters(module, node))
        if counters and any(_reads(part, counters) for part in _shape_of(node)):
            return True
        if isinstance(node, ast.Name):
            return any(self.counts_turns(given, depth - 1) for given in self._given(module, node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return self.counts_turns(node.func.value, depth - 1)
        return False

    def _given(self, module: Module, name: ast.Name) -> Iterator[ast.expr]:
        """What a name is assigned in its scope, or given as a parameter."""
        scope = module.function_of(name)
        for node in ast.walk(scope):
            targets = node.targets if isinstance(node, ast.Assign) and node.lineno < name.lineno else []
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in targets):
                yield node.value
        parameters = [a.arg for a in scope.args.args] if isinstance(scope, ast.FunctionDef) else []
        for call in self._program.callers.get(scope, ()) if name.id in parameters else ():
            if isinstance(call, ast.Call):
                skipped = len(parameters) - len(call.args) if parameters[0] == "self" else 0
                at = parameters.index(name.id) - min(skipped, 1)
                yield from call.args[at : at + 1] if at >= 0 else ()
                yield from (k.value for k in call.keywords if k.arg == name.id)


def _shape_of(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of an expression that tell its shape."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        yield from node.args if called in _OF_SHAPES else ()
        yield from (k.value for k in node.keywords if k.arg in _SHAPES)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        one_end = (node.slice.lower is None) != (node.slice.upper is None)  # of a batch both ends move
        yield from [node.slice] if one_end else ()


def _counters(module: Module, node: ast.AST) -> Iterator[str]:
    """The names that the loops around a node count with."""
    for parent in module.ancestors(node):
        if isinstance(parent, LOOPS):
            for inner in ast.walk(parent):
                if isinstance(inner, (ast.For, ast.AugAssign, ast.comprehension)):
                    yield from (n.id for n in ast.walk(inner.target) if isinstance(n, ast.Name))
        if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return


def _reads(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression reads one of several names but as a remainder, of which there are few."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return False
    if isinstance(node, ast.Name):
        return node.id in names
    return any(_reads(child, names) for child in ast.iter_child_nodes(node))
