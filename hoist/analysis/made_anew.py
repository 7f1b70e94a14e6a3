"""Objects that are made at each turn, of something that changes: what they hold tells each turn from the next."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from hoist.analysis.frame import Run
from hoist.analysis.program import LOOPS
from hoist.analysis.values import UNKNOWN, ClassRef, PyKind

if TYPE_CHECKING:
    from hoist.analysis.conditions.program_facts import ProgramFacts


class MadeAnew:
    """Looks at where the objects of a program are made."""

    def __init__(self, program: ProgramFacts) -> None:
        self._program = program
        self._run: Run = program.run

    def differ(self, class_: ast.AST) -> bool:
        """Whether a loop makes an object of a class at each turn, and gives each something of its own."""
        derived = self._run.derived.get(class_, set()) if isinstance(class_, ast.ClassDef) else set[ast.ClassDef]()
        family = {class_, *derived}
        return any(self._differs(call, call, set()) for one in family for call in self._made.get(one, ()))

    @cached_property
    def _made(self) -> dict[ast.AST, list[ast.Call]]:
        found: dict[ast.AST, list[ast.Call]] = defaultdict(list)
        for module in self._run.program.modules.values():
            for node in module.nodes:
                value = self._run.values.get(node.func, UNKNOWN) if isinstance(node, ast.Call) else UNKNOWN
                if isinstance(node, ast.Call) and value.kind is PyKind.CLASS and isinstance(value.ref, ClassRef):
                    found[value.ref.node].append(node)
        return found

    def _differs(self, call: ast.AST, made: ast.AST, seen: set[ast.AST]) -> bool:
        """Whether a call that is done in a loop reads what that loop assigns, itself or as a parameter."""
        module = self._run.module_of(call)
        if module is None or call in seen:
            return False
        seen.add(call)
        read = _names(made, ast.Load)
        scope = module.function_of(call)
        for parent in module.ancestors(call):
            if isinstance(parent, LOOPS) and read & _names(parent, ast.Store):
                return True
            if parent is scope:
                break
        if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return False
        own = read & (_names(scope, ast.Store) | {a.arg for a in ast.walk(scope.args) if isinstance(a, ast.arg)})
        callers = self._program.callers.get(scope, set())
        return any((bool(own) and self._program.is_in_loop(one)) or self._differs(one, made, seen) for one in callers)


def _names(root: ast.AST, context: type[ast.expr_context]) -> set[str]:
    return {n.id for n in ast.walk(root) if isinstance(n, ast.Name) and isinstance(n.ctx, context)}
