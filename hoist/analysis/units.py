"""Units: the statements and expressions of a session loop that build and might leave it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hoist.analysis.contexts import graph_of
from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.feeds import Feed
from hoist.analysis.frame import Run
from hoist.analysis.guards import else_guards_once, guards_once, handler_guards_once, rest_guards_once
from hoist.analysis.loops import DEFINITIONS, EffectsOf, SessionLoop, builds, enclosing_statement
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.analysis.run_calls import RunCall
from hoist.analysis.values import UNKNOWN
from hoist.tensorflow_api.symbol import Effect, Kind

_DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Starred, ast.IfExp, ast.BoolOp)


@dataclass(frozen=True, eq=False)
class Unit:
    """A statement or expression that builds, or on which a build depends, with all that a move must respect.

    Attributes:
        node: the statement or expression.
        statement: the statement itself, or the one that holds the expression.
        growth: whether it adds nodes at each turn; else it only goes along with what does.
        facts: its effects.
        reads, writes: the places that it reads, and the names that it assigns.
        branch: the innermost statement list under a condition or in an inner loop that it stands in; None at the
            loop's own level.
        tries: the ``try`` statements of the loop around it.
        contexts: the ``with`` statements of the loop around it.
        feeds: the values in it that are fed, and stay: what they do and read is not among its facts and reads.
        runs: the calls that have to feed them.
    """

    node: ast.stmt | ast.expr
    statement: ast.stmt
    growth: bool
    facts: frozenset[Fact]
    reads: frozenset[Location]
    writes: frozenset[Location]
    branch: ast.AST | None
    tries: tuple[ast.stmt, ...]
    contexts: tuple[ast.With | ast.AsyncWith, ...]
    feeds: tuple[Feed, ...] = ()
    runs: tuple[RunCall, ...] = ()

    @property
    def holes(self) -> frozenset[ast.AST]:
        """The syntax of what is fed."""
        return frozenset(node for feed in self.feeds for node in ast.walk(feed.node))

    @property
    def position(self) -> tuple[int, int]:
        """Where it begins, to compare the order of units."""
        return (self.node.lineno, self.node.col_offset)

    @property
    def is_statement(self) -> bool:
        """Whether the whole statement would move."""
        return isinstance(self.node, ast.stmt)


def with_feeds(unit: Unit, feeds: tuple[Feed, ...], runs: tuple[RunCall, ...], run: Run, names: Names) -> Unit:
    """The unit with some of its values fed."""
    holes = frozenset(node for feed in feeds for node in ast.walk(feed.node))
    nodes = [node for node in ast.walk(unit.node) if node not in holes]
    readers = [feed.reader for feed in feeds]
    facts = frozenset(
        fact
        for node in nodes
        for fact in run.facts.get(node, ())
        if not (fact.act is Effect.FILES and node in readers and not fact.chain)
    )
    reads = _reads_outside(names, unit.node, holes, facts)
    for feed in feeds:
        if feed.like is not None:
            reads |= names.reads(feed.like)
            seen = (f.location for n in ast.walk(feed.like) for f in run.facts.get(n, ()) if f.act is Act.READS)
            reads |= frozenset(place for place in seen if place is not None)
    return replace(unit, feeds=feeds, runs=runs, facts=facts, reads=reads)


def _reads_outside(
    names: Names, root: ast.AST, holes: frozenset[ast.AST], facts: frozenset[Fact]
) -> frozenset[Location]:
    """The places that a build reads beside what is fed."""
    found = {f.location for f in facts if f.act is Act.READS and f.location is not None}
    inside = set(ast.walk(root))
    for node in inside - holes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            binder = names.binder(node)
            if binder is None:
                found.add(names.place(node))
            elif binder not in inside:
                found.add(Location("local", binder, node.id))
    return frozenset(found)


@dataclass(frozen=True)
class _Around:
    branch: ast.AST | None = None
    tries: tuple[ast.stmt, ...] = ()
    contexts: tuple[ast.With | ast.AsyncWith, ...] = ()


class UnitFinder:
    """Lists the units of one session loop in source order."""

    def __init__(self, run: Run, loop: SessionLoop, effects: EffectsOf, names: Names) -> None:
        self._run = run
        self._loop = loop
        self._module: Module = loop.module
        self._effects = effects
        self._names = names

    def units(self) -> list[Unit]:
        """All units of the loop."""
        found: list[Unit] = []
        stepwise = self._loop.stepwise
        if stepwise is not None and any(builds(f) for f in self._run.each_turn(stepwise)):
            found.append(self._unit(stepwise, enclosing_statement(self._module, stepwise), _Around()))
        for index, part in enumerate(self._loop.parts):
            if isinstance(part, ast.stmt):
                found += self._statement(part, _Around())
                if isinstance(part, ast.If):
                    rest = [other for other in self._loop.parts[index + 1 :] if isinstance(other, ast.stmt)]
                    if rest_guards_once(part, rest):
                        break
            else:
                found += self._expressions(part, enclosing_statement(self._module, part), _Around())
        return found

    def _block(self, body: Sequence[ast.stmt], around: _Around) -> Iterator[Unit]:
        for index, statement in enumerate(body):
            yield from self._statement(statement, around)
            if isinstance(statement, ast.If) and rest_guards_once(statement, list(body[index + 1 :])):
                return

    def _statement(self, node: ast.stmt, around: _Around) -> Iterator[Unit]:
        if isinstance(node, DEFINITIONS):
            return
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
            if self._may_move_whole(node):
                yield self._unit(node, node, around)
            else:
                yield from self._expressions(node, node, around)
            return
        if isinstance(node, (ast.With, ast.AsyncWith)):
            yield from self._with(node, around)
            return
        if isinstance(node, ast.If) and guards_once(node, self._loop.counters):
            yield from self._expressions(node.test, node, around)
            yield from self._block(node.orelse, _Around(node, around.tries, around.contexts))
            return
        if isinstance(node, ast.If) and else_guards_once(node):
            yield from self._expressions(node.test, node, around)
            yield from self._block(node.body, _Around(node, around.tries, around.contexts))
            return
        yield from self._compound(node, around)

    def _compound(self, node: ast.stmt, around: _Around) -> Iterator[Unit]:
        for field_name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield from self._expressions(value, node, around)
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from self._block(value, self._inside(node, field_name, around))
            elif isinstance(value, list):
                for part in value:
                    body = getattr(part, "body", None)
                    guard = isinstance(part, ast.ExceptHandler) and handler_guards_once(node, part)
                    if isinstance(body, list) and not guard:
                        yield from self._block(body, _Around(part, around.tries, around.contexts))

    @staticmethod
    def _inside(node: ast.stmt, field_name: str, around: _Around) -> _Around:
        if hasattr(node, "finalbody"):  # `try`, with `except` or with `except*`
            tries = (*around.tries, node) if field_name == "body" else around.tries
            branch = around.branch if field_name in ("body", "finalbody") else node
            return _Around(branch, tries, around.contexts)
        return _Around(node, around.tries, around.contexts)

    def _with(self, node: ast.With | ast.AsyncWith, around: _Around) -> Iterator[Unit]:
        for item in node.items:
            graph = graph_of(self._run.values.get(item.context_expr, UNKNOWN))
            if graph is not None and graph.site is not None and self._within_loop(graph.site):
                return  # builds go to a graph made in this very turn
        if self._is_build_block(node):
            yield self._unit(node, node, around)
            return
        for item in node.items:
            yield from self._expressions(item.context_expr, node, around)
        transparent = all(self._is_session(item.context_expr) for item in node.items)
        contexts = around.contexts if transparent else (*around.contexts, node)
        yield from self._block(node.body, _Around(around.branch, around.tries, contexts))

    def _within_loop(self, site: ast.AST) -> bool:
        return any(site is n for part in self._loop.parts for n in ast.walk(part))

    def _is_session(self, node: ast.expr) -> bool:
        value = self._run.values.get(node, UNKNOWN)
        return value.kind is Kind.SESSION and "graph" not in value.notes

    def _is_build_block(self, node: ast.With | ast.AsyncWith) -> bool:
        """Whether a ``with`` of known contexts holds nothing but builds, so that it may move as it stands."""
        for item in node.items:
            value = self._run.values.get(item.context_expr, UNKNOWN)
            if value.kind is not Kind.CONTEXT or graph_of(value) is not None:
                return False
        simple = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
        for inner in node.body:
            if isinstance(inner, (ast.With, ast.AsyncWith)):
                if not self._is_build_block(inner):
                    return False
            elif not isinstance(inner, simple) or not self._may_move_whole(inner):
                return False
        return any(builds(f) for f in self._effects(node))

    def _may_move_whole(self, node: ast.stmt) -> bool:
        value = getattr(node, "value", None)
        if value is None or any(f.act is Effect.RUNS for f in self._effects(node)):
            return False
        if isinstance(node, ast.Expr):
            return any(builds(f) for f in self._effects(node))
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", value)]
        if not all(_plain_target(target) for target in targets):
            return False
        return not isinstance(value, (ast.List, ast.Dict, ast.Set))

    def _expressions(self, root: ast.AST, statement: ast.stmt, around: _Around) -> Iterator[Unit]:
        """The largest expressions below ``root`` that build, display elements on their own."""
        if isinstance(root, DEFINITIONS) or not any(builds(f) for f in self._effects(root)):
            return
        own = self._run.facts.get(root, set())
        whole = isinstance(root, ast.expr) and not isinstance(root, _DISPLAYS) and any(builds(f) for f in own)
        if isinstance(root, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            whole = isinstance(root, ast.ListComp) and self._is_fetch(root)
        if whole and isinstance(root, ast.expr):
            unit = self._unit(root, statement, around)
            yield unit
            if not any(f.act is Effect.RUNS for f in unit.facts):
                return
        for child in ast.iter_child_nodes(root):
            if not isinstance(child, ast.stmt):
                inside = _Around(root, around.tries, around.contexts) if _on_condition(root, child) else around
                yield from self._expressions(child, statement, inside)

    def _is_fetch(self, node: ast.expr) -> bool:
        """Whether an expression stands, perhaps in displays, as the fetches of a session's run."""
        child: ast.AST = node
        for parent in self._module.ancestors(node):
            if isinstance(parent, ast.Call):
                runs = any(f.act is Effect.RUNS and not f.chain for f in self._run.facts.get(parent, ()))
                return runs and bool(parent.args) and parent.args[0] is child
            if not isinstance(parent, (ast.List, ast.Tuple)):
                return False
            child = parent
        return False

    def _unit(self, node: ast.stmt | ast.expr, statement: ast.stmt, around: _Around) -> Unit:
        facts = self._effects(node)
        return Unit(
            node,
            statement,
            any(builds(f) for f in facts),
            facts,
            self._names.reads(node) | {f.location for f in facts if f.act is Act.READS and f.location is not None},
            self._names.writes(node),
            around.branch,
            around.tries,
            around.contexts,
        )


def _on_condition(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a part of an expression is not evaluated each time that the expression is."""
    if isinstance(parent, ast.IfExp):
        return child is not parent.test
    if isinstance(parent, ast.BoolOp):
        return child is not parent.values[0]
    if isinstance(parent, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return child is not parent.generators[0]
    return isinstance(parent, ast.comprehension) and child is not parent.iter


def _plain_target(target: ast.expr) -> bool:
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(_plain_target(part) for part in target.elts)
    return isinstance(target, ast.Name)
