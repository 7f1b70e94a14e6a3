"""What the conditions look at: one loop, the units that would leave it, and all that would stay."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.facts import Act, Fact, Location, ordered
from hoist.analysis.feeds import Feed
from hoist.analysis.frame import Run
from hoist.analysis.loops import EffectsOf, SessionLoop, evaluated
from hoist.analysis.names import Names, defined
from hoist.analysis.program import Module
from hoist.analysis.units import Unit
from hoist.tensorflow_api.symbol import Effect

Position = tuple[int, int]


@dataclass(frozen=True)
class Refused:
    """Why a unit stays: a code of ``hoist.refusals`` and a word on this place."""

    code: str
    detail: str = ""


@dataclass(eq=False)
class Situation:
    """One loop, with the units that are to leave it and the nodes that have left it already."""

    loop: SessionLoop
    names: Names
    effects: EffectsOf
    program: ProgramFacts
    moving: list[Unit]
    gone: frozenset[ast.AST] = frozenset()
    refused: dict[ast.AST, Refused] = field(default_factory=dict)
    caught: bool | None = None
    _of_graph: list[Refused | None] = field(default_factory=list)

    @property
    def run(self) -> Run:
        """The abstract run that everything was recorded in."""
        return self.program.run

    @cached_property
    def staying(self) -> list[ast.AST]:
        """Every node that is evaluated in each turn and does not move."""
        moved = {u.node for u in self.moving} | self.gone
        fed: dict[ast.AST, tuple[Feed, ...]] = {u.node: u.feeds for u in self.moving if u.feeds}
        found: list[ast.AST] = []

        def visit(node: ast.AST) -> None:
            for feed in fed.get(node, ()):
                visit(feed.node)
            if node in moved:
                return
            found.append(node)
            for child in evaluated(node):
                visit(child)

        if self.loop.stepwise is not None:
            found.append(self.loop.stepwise)
        for part in self.loop.parts:
            visit(part)
        return found

    @cached_property
    def staying_facts(self) -> list[tuple[Position, Fact]]:
        """What stays does, with where it stands in the loop."""
        return [
            (_position(node, self.loop.module), fact)
            for node in self.staying
            for fact in ordered(self.run.facts.get(node, ()))
        ]

    @cached_property
    def writers(self) -> dict[Location, list[Position]]:
        """Where in the loop a place is written by what stays; the loop's own target is written at its head."""
        found: dict[Location, list[Position]] = defaultdict(list)
        for name in self.loop.counters if not isinstance(self.loop.node, ast.While) else ():
            found[self.names.location(name)].append((0, 0))
            found[Location("local", self.loop.node, name)].append((0, 0))  # where a comprehension keeps it
        for node in self.staying:
            for location in self._written_by(node):
                found[location].append(_position(node, self.loop.module))
        for position, fact in self.staying_facts:
            if fact.act is Act.WRITES and fact.location is not None:
                found[fact.location].append(position)
        return found

    def _written_by(self, node: ast.AST) -> list[Location]:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            binder = self.names.binder(node)
            return [self.names.place(node) if binder is None else Location("local", binder, node.id)]
        return [self.names.location(name) for name in defined(node)]

    @cached_property
    def moved_writers(self) -> dict[Location, list[Unit]]:
        """The moving units that write a place, in source order."""
        found: dict[Location, list[Unit]] = defaultdict(list)
        for unit in self.moving:
            for location in unit.writes:
                found[location].append(unit)
        return found

    @cached_property
    def growth_stays(self) -> bool:
        """Whether anything that stays adds nodes, if only once."""
        return any(fact.act in (Effect.BUILDS, Act.MAY_BUILD) for _, fact in self.staying_facts)

    @cached_property
    def unknown_calls(self) -> list[Position]:
        """Where in the loop something unknown is called by what stays."""
        return [position for position, fact in self.staying_facts if fact.act is Act.UNKNOWN_CALL] or [
            (0, 0) for _ in self.program.threads
        ]

    def in_loop(self, node: ast.AST) -> bool:
        """Whether a node is evaluated in the turns of the loop: not in its ``else``, nor where its iterable is made."""
        return node in self._turn or any(p in self._turn for p in self.loop.module.ancestors(node))

    @cached_property
    def _turn(self) -> set[ast.AST]:
        target = getattr(self.loop.node, "target", None)
        return {*self.loop.parts, *([target] if isinstance(target, ast.AST) else [])}

    @cached_property
    def staying_reads(self) -> dict[Location, list[Position]]:
        """Where what stays reads a place from inside some function."""
        found: dict[Location, list[Position]] = defaultdict(list)
        for position, fact in self.staying_facts:
            if fact.act is Act.READS and fact.location is not None:
                found[fact.location].append(position)
        return found

    @cached_property
    def staying_loads(self) -> dict[str, list[ast.Name]]:
        """The names that what stays reads."""
        found: dict[str, list[ast.Name]] = defaultdict(list)
        for node in self.staying:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found[node.id].append(node)
        return found

    @cached_property
    def leaving(self) -> list[ast.stmt]:
        """The statements that may end a turn."""
        return [node for node in self.staying if isinstance(node, (ast.Break, ast.Continue, ast.Return, ast.Raise))]

    @cached_property
    def changes(self) -> list[Fact]:
        """Changes of mutable objects by what stays."""
        return [fact for _, fact in self.staying_facts if fact.act is Act.MUTATES]

    @cached_property
    def unknown_facts(self) -> list[Fact]:
        """Calls of what is not known by what stays; threads count, since they run beside the loop."""
        found = [fact for _, fact in self.staying_facts if fact.act is Act.UNKNOWN_CALL]
        return found or self.program.threads

    @cached_property
    def foreign_calls(self) -> list[Fact]:
        """Calls of methods of other libraries' objects by what stays."""
        return [f for _, f in self.staying_facts if f.act in (Act.FOREIGN_CALL, Act.UNKNOWN_CALL) and "()" in f.what]

    @cached_property
    def hidden_changes(self) -> dict[ast.AST | None, list[Fact]]:
        """Changes that some function makes which something unknown might call; by the object changed."""
        scope = self.loop.scope
        return {
            site: kept
            for site, facts in self.program.mutations.items()
            if (kept := [fact for holder, fact in facts if holder is not scope])
        }

    def scopes_of(self, unit: Unit) -> set[ast.AST]:
        """All syntax that a unit runs: its own, and that of the functions that it calls."""
        found: set[ast.AST] = set()
        queue: list[ast.AST] = [unit.node]
        while queue:
            for node in ast.walk(queue.pop()):
                if node not in found:
                    found.add(node)
                    queue.extend(self.run.calls.get(node, ()))
        return found

    def of_graph(self, judge: Callable[[Situation], Refused | None]) -> Refused | None:
        """What is judged of the graph as a whole, the same for every unit and asked for once."""
        if not self._of_graph:
            self._of_graph.append(judge(self))
        return self._of_graph[0]

    @property
    def called(self) -> set[ast.AST]:
        """Functions of the program that the loop calls, directly or through others."""
        return self.program.called(self.loop)

    def in_loop_or_callee(self, site: ast.AST) -> bool:
        """Whether an object is made anew in each turn: in the loop, or in a function that it calls."""
        if self.in_loop(site):
            return True
        module = self.run.module_of(site)
        return module is not None and any(parent in self.called for parent in module.ancestors(site))


def _position(node: ast.AST, module: Module) -> Position:
    while not hasattr(node, "lineno"):
        node = module.parents[node]
    return (node.lineno, node.col_offset)  # type: ignore[attr-defined]
