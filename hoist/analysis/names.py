"""Which places a piece of syntax reads and writes, and where each name of a scope occurs."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cached_property

from hoist.analysis.facts import Location
from hoist.analysis.program import Module

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Names:
    """The names of one scope: a function, or a module's top level."""

    def __init__(self, module: Module, scope: ast.AST) -> None:
        self.module = module
        self.scope = scope

    @cached_property
    def outer(self) -> frozenset[str]:
        """Names declared ``global`` or ``nonlocal`` here."""
        found: set[str] = set()
        for node in self._own_nodes():
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                found.update(node.names)
        return frozenset(found)

    @cached_property
    def local(self) -> frozenset[str]:
        """Names bound in the scope itself."""
        if isinstance(self.scope, ast.Module):
            return frozenset(self.occurrences)
        arguments = getattr(self.scope, "args", None)
        bound = {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)} if arguments is not None else set()
        for name, nodes in self.occurrences.items():
            # A nested function that declares the name global sets another one.
            if any(not isinstance(n.ctx, ast.Load) and self.module.function_of(n) is self.scope for n in nodes):
                bound.add(name)
        for node in self._own_nodes():
            bound.update(defined(node))
        return frozenset(bound - self.outer)

    @cached_property
    def occurrences(self) -> dict[str, list[ast.Name]]:
        """Every ``Name`` node below the scope, nested functions included, that may mean the scope's name.

        Names bound by a comprehension or a nested function are that one's own and left out.
        """
        found: dict[str, list[ast.Name]] = defaultdict(list)
        for node in ast.walk(self.scope):
            if isinstance(node, ast.Name) and not self.inner_bound(node):
                found[node.id].append(node)
        for nodes in found.values():
            nodes.sort(key=lambda n: (n.lineno, n.col_offset))
        return dict(found)

    def _own_nodes(self) -> list[ast.AST]:
        found: list[ast.AST] = []
        queue: list[ast.AST] = list(ast.iter_child_nodes(self.scope))
        while queue:
            node = queue.pop()
            found.append(node)
            if not isinstance(node, _SCOPES):
                queue.extend(ast.iter_child_nodes(node))
        return found

    def inner_bound(self, name: ast.Name) -> bool:
        """Whether a name between its node and the scope is bound by a comprehension, lambda or nested function."""
        return self.binder(name) is not None

    def binder(self, name: ast.Name) -> ast.AST | None:
        """The comprehension, lambda or nested definition, below the scope, that binds a name where it stands."""
        child: ast.AST = name
        inside = False  # whether a function's scope lies between, from which a class's names are not seen
        for parent in self.module.ancestors(name):
            before, child = child, parent
            if parent is self.scope:
                return None
            targets = _comprehension_targets(parent) if isinstance(parent, _COMPREHENSIONS) else ()
            if name.id in targets and not _in_first_iterable(parent, name, self.module):
                return parent
            if isinstance(parent, ast.ClassDef):
                if before in parent.body and not inside and isinstance(name.ctx, ast.Store):
                    return parent if name.id not in _declared_outer(parent) else None
            elif isinstance(parent, _SCOPES) and _is_body(parent, before):
                if name.id in _bound_in(parent):
                    return parent
                inside = True
        return None

    def location(self, name: str) -> Location:
        """Where a name used in this scope is kept."""
        if isinstance(self.scope, ast.Module):
            return Location("global", self.module.path, name)
        if name in self.local:
            return Location("local", self.scope, name)
        around = self._around
        return around.location(name) if around is not None else Location("global", self.module.path, name)

    def place(self, node: ast.Name) -> Location:
        """Where a name of the scope itself holds what it holds at this node."""
        return self.location(node.id)

    @cached_property
    def _around(self) -> Names | None:
        """The names of the nearest enclosing function; class bodies are not seen from inside their methods."""
        scope = self.module.function_of(self.scope)
        while isinstance(scope, ast.ClassDef):
            scope = self.module.function_of(scope)
        return None if isinstance(scope, ast.Module) else Names(self.module, scope)

    def reads(self, node: ast.AST) -> frozenset[Location]:
        """The places whose value a piece of syntax reads by name."""
        found = set()
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                binder = self.binder(inner)
                if binder is None:
                    found.add(self.place(inner))
                elif not any(binder is n for n in ast.walk(node)):
                    found.add(Location("local", binder, inner.id))
            elif isinstance(inner, ast.AugAssign) and isinstance(inner.target, ast.Name):
                found.add(self.location(inner.target.id))
        return frozenset(found)

    def writes(self, node: ast.AST) -> frozenset[Location]:
        """The places that a piece of syntax assigns or deletes by name."""
        return frozenset(
            self.place(inner)
            for inner in ast.walk(node)
            if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load) and not self.inner_bound(inner)
        ) | frozenset(self.location(name) for inner in ast.walk(node) for name in defined(inner))


def defined(node: ast.AST) -> list[str]:
    """The names that a node binds by other means than a ``Name``: definitions, imports, handlers, patterns."""
    if isinstance(node, (ast.MatchAs, ast.MatchStar)):
        return [node.name] if node.name else []
    if isinstance(node, ast.MatchMapping):
        return [node.rest] if node.rest else []
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(a.asname or a.name).split(".")[0] for a in node.names]
    return [node.name] if isinstance(node, ast.ExceptHandler) and node.name else []


def bound_names(module: Module) -> set[str]:
    """The names that a module binds anywhere, in whatever scope and by whatever means."""
    bound = {n.id for n in module.nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    bound |= {n.arg for n in module.nodes if isinstance(n, ast.arg)}
    for node in module.nodes:
        bound.update(defined(node))
    return bound


def _comprehension_targets(node: ast.AST) -> set[str]:
    generators = getattr(node, "generators", [])
    return {n.id for g in generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}


def _in_first_iterable(comprehension: ast.AST, name: ast.Name, module: Module) -> bool:
    """The first iterable of a comprehension is evaluated in the scope around it."""
    first = comprehension.generators[0].iter  # type: ignore[attr-defined]
    node: ast.AST = name
    while node is not comprehension:
        if node is first:
            return True
        node = module.parents[node]
    return False


def _is_body(function: ast.AST, part: ast.AST) -> bool:
    """Whether a part of a function belongs to its own scope; decorators and annotations do not, nor do defaults."""
    body = getattr(function, "body", None)
    return part is body or (isinstance(body, list) and part in body)


def _declared_outer(node: ast.ClassDef) -> set[str]:
    return {name for s in node.body if isinstance(s, (ast.Global, ast.Nonlocal)) for name in s.names}


def _bound_in(node: ast.AST) -> set[str]:
    arguments = getattr(node, "args", None)
    bound = (
        {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)}
        if isinstance(arguments, ast.arguments)
        else set()
    )
    if isinstance(node, ast.Lambda):
        return bound
    outer: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            bound.add(inner.id)
        elif inner is not node and defined(inner):
            bound.update(defined(inner))
        elif isinstance(inner, (ast.Global, ast.Nonlocal)):
            outer.update(inner.names)
    return bound - outer
