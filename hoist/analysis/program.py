"""The program under analysis: its modules, and where each syntax node stands in them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from hoist.edits import Span
from hoist.source.files import SourceFile, UnreadableSource
from hoist.source.imports import Resolver
from hoist.source.parsing import load

Answer = TypeVar("Answer")
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
LoopNode = ast.For | ast.AsyncFor | ast.While | Comprehension
LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Fields that hold operators, contexts, or no nodes.
_NOT_ASKED = frozenset(
    "ctx op ops id attr arg asname module level kind type_comment is_async conversion simple".split()
)


def children(node: ast.AST) -> list[ast.AST]:
    """The node's children, as `ast.iter_child_nodes` gives them, without operators and contexts."""
    found: list[ast.AST] = []
    for name in _asked(node._fields):
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


@cache
def _asked(fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in fields if name not in _NOT_ASKED)


def function_name(node: ast.FunctionDef | ast.AsyncFunctionDef, owner: ast.AST | None) -> str:
    """By which name a function is told apart from others; constructors go by their classes."""
    return f"{owner.name}.__init__" if node.name == "__init__" and isinstance(owner, ast.ClassDef) else node.name


@dataclass(frozen=True, eq=False)
class Module:
    """One parsed file."""

    path: Path
    source: SourceFile
    tree: ast.Module

    @cached_property
    def _syntax(self) -> tuple[list[ast.AST], dict[ast.AST, ast.AST]]:
        nodes: list[ast.AST] = [self.tree]
        parents: dict[ast.AST, ast.AST] = {}
        for node in nodes:  # it grows as it is gone through
            for child in children(node):
                parents[child] = node
                nodes.append(child)
        return nodes, parents

    @property
    def nodes(self) -> list[ast.AST]:
        """All nodes in the order of `ast.walk`; operators and contexts, which have no place of their own, left out."""
        return self._syntax[0]

    @property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """Child node -> parent node."""
        return self._syntax[1]

    @cached_property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """All functions, in the order of `ast.walk`."""
        return [node for node in self.nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]

    @cached_property
    def loops(self) -> list[LoopNode]:
        """All loops and comprehensions, outer ones first."""
        return [node for node in self.nodes if isinstance(node, LOOPS)]

    @cached_property
    def with_loops(self) -> frozenset[ast.AST]:
        """All nodes with a loop below them."""
        return self.above(self.loops)

    def above(self, nodes: Iterable[ast.AST]) -> frozenset[ast.AST]:
        """The nodes, as far as they stand in the module, and all that stand above one of them."""
        found: set[ast.AST] = set()
        for start in nodes:
            node = start if start in self.parents else None
            while node is not None and node not in found:
                found.add(node)
                node = self.parents.get(node)
        return frozenset(found)

    @cached_property
    def _answers(self) -> dict[tuple[object, ast.AST], Any]:
        return {}

    def remember(self, question: Callable[..., Answer], node: ast.AST, *more: object) -> Answer:
        """What is asked of a node's syntax, which never changes; ``more`` is to depend on the node alone."""
        key = (question, node)
        if key not in self._answers:
            self._answers[key] = question(node, *more)
        answer: Answer = self._answers[key]
        return answer

    @cached_property
    def lines(self) -> list[str]:
        """The source's lines as ``ast`` counts them, without their ends."""
        text = self.source.text.replace("\r\n", "\n").replace("\r", "\n")
        return text.split("\n")

    @cached_property
    def stars(self) -> bool:
        """Whether the module imports names that it does not write down."""
        return any(isinstance(n, ast.ImportFrom) and any(a.name == "*" for a in n.names) for n in self.nodes)

    @cached_property
    def divides_truly(self) -> bool:
        """Whether Python 2 is asked to divide as Python 3 does: it leaves out the rest of integers otherwise."""
        imports = (n for n in self.nodes if isinstance(n, ast.ImportFrom) and n.module == "__future__")
        return any(alias.name == "division" for n in imports for alias in n.names)

    @cached_property
    def set_by_functions(self) -> frozenset[str]:
        """Global names that some function of the module may set."""
        return frozenset(n for node in self.nodes if isinstance(node, ast.Global) for n in node.names)

    @cached_property
    def steady(self) -> frozenset[str]:
        """Global names bound once, by a definition or import at the top level outside any loop.

        To import the same module again under the same name binds nothing else.
        """
        bound: Counter[str] = Counter()
        known: set[tuple[str, str | None]] = set()
        for node in self.nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound[node.id] += 2
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                bound[node.name] += 1
            elif isinstance(node, ast.Import):
                new = [alias for alias in node.names if (alias.name, alias.asname) not in known]
                bound.update((alias.asname or alias.name).split(".")[0] for alias in new)
                known.update((alias.name, alias.asname) for alias in new)
            elif isinstance(node, ast.ImportFrom):
                bound.update(alias.asname or alias.name for alias in node.names)
            elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
                bound[node.name] += 2
        top: set[str] = set()
        for statement in self.tree.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                top.add(statement.name)
            elif isinstance(statement, (ast.Import, ast.ImportFrom)):
                top.update((alias.asname or alias.name).split(".")[0] for alias in statement.names)
        return frozenset(name for name in top if bound[name] == 1 and name not in self.set_by_functions)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The node's parent, its parent's parent, and so on."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def function_of(self, node: ast.AST) -> ast.AST:
        """The function, lambda, class or module in whose scope the node is evaluated."""
        for parent in self.ancestors(node):
            if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)):
                return parent
        return self.tree

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """The run of statements in which one stands."""
        for _, value in ast.iter_fields(self.parents[statement]):
            if isinstance(value, list) and statement in value:
                return value
        return [statement]

    def span(self, node: ast.stmt | ast.expr) -> Span:
        """Where the node stands, in characters; a decorated definition begins at its keyword."""
        end_line = node.end_lineno or node.lineno
        return Span(
            node.lineno,
            self._characters(node.lineno, node.col_offset),
            end_line,
            self._characters(end_line, node.end_col_offset or 0),
        )

    def text(self, node: ast.expr | ast.stmt) -> str:
        """The node's source text on one line, blanks folded."""
        span = self.span(node)
        lines = self.lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column]
        lines[0] = lines[0][span.column :]
        return " ".join("\n".join(lines).split())

    def _characters(self, line: int, utf8_offset: int) -> int:
        text = self.lines[line - 1]
        if text.isascii():
            return utf8_offset
        return len(text.encode("utf-8")[:utf8_offset].decode("utf-8", "ignore"))


@dataclass
class Program:
    """A script and the local modules that it can reach, read when first asked for; ``python_2`` if that runs them."""

    roots: tuple[Path, ...]
    modules: dict[Path, Module] = field(default_factory=dict)
    problems: dict[Path, UnreadableSource] = field(default_factory=dict)
    resolve: Resolver = field(default_factory=Resolver)
    python_2: bool = False

    def module(self, path: Path) -> Module | None:
        """The module in a file; None, and a problem noted, if it cannot be read."""
        if path in self.problems:
            return None
        if path not in self.modules:
            try:
                self.modules[path] = Module(path, *load(path))
            except UnreadableSource as problem:
                self.problems[path] = problem
                return None
        return self.modules[path]

    def imported(self, name: str | None, level: int, importer: Path) -> Path | None:
        """The file of the program that an import means, if it means one."""
        return self.resolve(name, level, importer, self.roots)
