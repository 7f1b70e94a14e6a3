"""Live ranges: one name that holds one thing after another, as in ``image = sess.run(image)``, told as several places.

An assignment that stands in a block is read by what follows it there, up to the next assignment. Where every read of
the name is of this kind, or where the next assignment surely comes, nothing else reads what it gave. These are the live
ranges of compilers (Muchnick, *Advanced Compiler Design and Implementation*, 16.3), in the plain case alone: a name of
which it is not shown stays one place.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from hoist.analysis.facts import Location
from hoist.analysis.names import Names
from hoist.analysis.program import LOOPS, Module

_Position = tuple[int, int]
_LATER = (ast.Lambda, ast.GeneratorExp)  # what stands in them is read at another time


@dataclass(frozen=True)
class _Range:
    """The reads behind ``start`` and up to ``end`` read what the statement assigned.

    Attributes:
        statement: the assignment.
        start, end: its end, and that of the range.
        sure: whether nothing else can read what it assigned, whatever other reads there are.
    """

    statement: ast.stmt
    start: _Position
    end: _Position
    sure: bool

    def holds(self, load: ast.Name) -> bool:
        return self.start <= (load.lineno, load.col_offset) < self.end


class RangedNames(Names):
    """The names of one scope, in which a name has a place for each of its live ranges.

    Args:
        module: the module.
        scope: the function, or the module's tree.
        shared: names that something outside the scope may read or set; they are one place each.
    """

    def __init__(self, module: Module, scope: ast.AST, shared: Collection[str] = ()) -> None:
        super().__init__(module, scope)
        self._shared = shared

    def place(self, node: ast.Name) -> Location:
        """Where the name holds what it holds here; the assignment owns the place of a live range."""
        is_load = isinstance(node.ctx, ast.Load)
        for one in self._ranges.get(node.id, ()):
            if one.holds(node) if is_load else node in _targets(one.statement):
                return Location("local", one.statement, node.id)
        return self.location(node.id)

    @cached_property
    def _ranges(self) -> dict[str, list[_Range]]:
        return {name: found for name in self.occurrences if self._is_own(name) and (found := self._of(name))}

    def _is_own(self, name: str) -> bool:
        if isinstance(self.scope, ast.ClassDef) or name in self._shared or name in self.outer:
            return False
        if not isinstance(self.scope, ast.Module) and name not in self.local:
            return False
        return all(self.module.function_of(node) is self.scope for node in self.occurrences[name]) and not any(
            isinstance(parent, _LATER) for node in self.occurrences[name] for parent in self.module.ancestors(node)
        )

    def _of(self, name: str) -> list[_Range]:
        """The ranges of a name that is assigned more than once."""
        stores = [node for node in self.occurrences[name] if not isinstance(node.ctx, ast.Load)]
        if len({store.lineno for store in stores}) < 2:
            return []
        found = [one for store in stores if (one := self._from(store, stores)) is not None]
        loads = [node for node in self.occurrences[name] if isinstance(node.ctx, ast.Load)]
        everywhere = all(any(one.holds(load) for one in found) for load in loads)
        added = any(isinstance(self.module.parents[store], ast.AugAssign) for store in stores)  # a read as well
        return [one for one in found if one.sure or (everywhere and not added)]

    def _from(self, store: ast.Name, stores: list[ast.Name]) -> _Range | None:
        """What reads an assignment, as far as its own block goes."""
        statement = _plain_assignment(store, self.module)
        if statement is None:
            return None
        start = _end(statement)
        block = self.module.block_of(statement)
        later = [other for other in stores if start <= (other.lineno, other.col_offset) <= _end(block[-1])]
        if not later:
            last = isinstance(self.scope, (ast.FunctionDef, ast.AsyncFunctionDef)) and block is self.scope.body
            return _Range(statement, start, _end(block[-1]), last)
        killer = _plain_assignment(later[0], self.module)
        if killer is not None and killer in block:
            return _Range(statement, start, _end(killer), not self._may_leave(statement, killer, block))
        behind = next(other for other in block if _end(other) > (later[0].lineno, later[0].col_offset))
        return _Range(statement, start, (behind.lineno, behind.col_offset), sure=False)

    def _may_leave(self, statement: ast.stmt, killer: ast.stmt, block: list[ast.stmt]) -> bool:
        """Whether the block may be left between two of its statements, for a place that reads the name."""
        for parent in self.module.ancestors(statement):
            if parent is self.scope:
                break
            if hasattr(parent, "finalbody") or isinstance(parent, (ast.With, ast.AsyncWith)):
                return True  # what catches an exception may go on with the name
        between = block[block.index(statement) + 1 : block.index(killer)]
        return any(
            isinstance(node, (ast.Break, ast.Continue)) and not self._is_of_loop_below(node, other)
            for other in between
            for node in ast.walk(other)
        )

    def _is_of_loop_below(self, node: ast.AST, top: ast.stmt) -> bool:
        """Whether a ``break`` or ``continue`` belongs to a loop that is, or stands in, a statement."""
        child = node
        for parent in self.module.ancestors(node):
            if isinstance(parent, LOOPS) and child not in getattr(parent, "orelse", ()):
                return True
            if parent is top:
                break
            child = parent
        return isinstance(node, LOOPS)


def _plain_assignment(store: ast.Name, module: Module) -> ast.Assign | None:
    """The statement that assigns a name for certain, and does nothing else but assign names."""
    parent = module.parents[store]
    while isinstance(parent, (ast.Tuple, ast.List)):
        parent = module.parents[parent]
    if not isinstance(parent, ast.Assign) or store not in _targets(parent):
        return None
    plain = (ast.Name, ast.Tuple, ast.List, ast.expr_context)
    return parent if all(isinstance(n, plain) for target in parent.targets for n in ast.walk(target)) else None


def _targets(statement: ast.stmt) -> list[ast.AST]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [node for target in targets for node in ast.walk(target)]


def _end(statement: ast.stmt) -> _Position:
    return (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
