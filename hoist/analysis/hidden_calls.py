"""Functions that may be called where nothing names them: special methods, hooks of a library, lookups by text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from hoist.analysis.frame import Run
from hoist.analysis.values import UNKNOWN, ClassRef, PyKind
from hoist.tensorflow_api.symbol import Kind

if TYPE_CHECKING:
    from hoist.analysis.conditions.program_facts import ProgramFacts

#: By these a program may come by a function without naming it.
_BY_TEXT = frozenset("attrgetter methodcaller getmembers __getattribute__ __dict__ globals f_globals".split())
_LOOK_UP = ("getattr", "vars")
_ANY = ("eval", "exec", "execfile")
# What may be looked up in these is no function of the program.
_OTHERS = (Kind.FLAGS, Kind.MODULE, Kind.PYTHON, Kind.TENSOR, Kind.VARIABLE, Kind.ARRAY, PyKind.SYMBOL)


class HiddenCalls:
    """Looks at what a program may call without its name."""

    def __init__(self, program: ProgramFacts) -> None:
        self._program = program
        self._run: Run = program.run

    def may_call(self, function: ast.AST) -> bool:
        """Whether a function may be called by something that neither names it nor is seen to call it."""
        module = self._run.module_of(function)
        if module is None or self._program.words & _BY_TEXT:
            return True
        owner = module.function_of(function)
        family: set[ast.AST] = {owner}
        if isinstance(owner, ast.ClassDef):
            family |= self._run.derived.get(owner, set())
            if not all(self._is_open(node) for node in family if isinstance(node, ast.ClassDef)):
                return True
        return not self._looked_into.isdisjoint({None, module.tree, *family})

    def _is_open(self, node: ast.ClassDef) -> bool:
        """Whether a class is what it says, and derived from no library that would call what it defines."""
        module = self._run.module_of(node)
        if module is None:
            return False
        ref = ClassRef(node, module)
        order = [ref, *self._run.orders.get(node, [ref])[1:]]
        return not any(one.node.decorator_list for one in order) and all(map(self._has_plain_bases, order))

    def _has_plain_bases(self, one: ClassRef) -> bool:
        """Whether all bases of a class are of the program or builtin, or call nothing, and so its metaclass."""
        bases = [self._run.values.get(base, UNKNOWN) for base in one.node.bases]
        more = [self._run.values.get(k.value, UNKNOWN) for k in one.node.keywords]
        plain = all(base.kind in (PyKind.CLASS, PyKind.BUILTIN) or base.ref == "abc.ABC" for base in bases)
        return plain and all(value.ref == "abc.ABCMeta" for value in more)

    @cached_property
    def _looked_into(self) -> frozenset[ast.AST | None]:
        """The classes and modules in which something is looked up by a text that is put together; None for any."""
        return frozenset(owner for call in self._lookups() for owner in self._owners(call))

    def _lookups(self) -> Iterator[ast.Call]:
        for module in self._run.program.modules.values():
            for node in module.nodes:
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in (*_LOOK_UP, *_ANY)
                ):
                    yield node

    def _owners(self, call: ast.Call) -> Iterator[ast.AST | None]:
        if isinstance(call.func, ast.Name) and call.func.id in _ANY:
            yield None
            return
        if len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
            return
        value = self._run.values.get(call.args[0], UNKNOWN) if call.args else UNKNOWN
        if isinstance(value.ref, ClassRef):
            yield from (one.node for one in self._run.orders.get(value.ref.node, [value.ref]))
        elif value.kind is PyKind.LOCAL_MODULE:
            yield from (m.tree for path, m in self._run.program.modules.items() if path == value.ref)
        elif value.kind not in _OTHERS and not self._is_library(str(value.ref), value.kind):
            yield None

    def _is_library(self, path: str, kind: object) -> bool:
        return kind is PyKind.FOREIGN and "()" not in path and not path.startswith(("sys", "importlib"))
