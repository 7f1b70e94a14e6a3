"""Where on the way from a session loop to a build something can be kept from its first use."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from hoist.analysis.callers import Callers
from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.conditions.situation import Refused
from hoist.analysis.conditions.state import OF_OBJECTS
from hoist.analysis.facts import Act, Fact, ordered
from hoist.analysis.first_use import Kept, as_loop, decide_kept
from hoist.analysis.frame import Run
from hoist.analysis.loops import EffectsOf, SessionLoop, builds
from hoist.analysis.motion import Decision
from hoist.analysis.program import Module
from hoist.analysis.units import Unit
from hoist.recorded import NOTHING, Recorded
from hoist.tensorflow_api.symbol import Effect

Chain = tuple[tuple[Path, int, str], ...]
_MAKES = (Effect.MAKES_VARIABLE, Act.CREATES, Act.CLASHES, Act.MAYBE_REUSES, Effect.STATEFUL)
_TRAINS = ("minimize", "apply_gradients")  # an optimizer that is not known may make slots at each turn
_NEVER = ("HSR06", "HSR25", "HSR31", "HSR32")  # the loop cannot be turned, or the file not be written


@dataclass(frozen=True)
class Keeping:
    """What can be kept from its first use, function by function, found when it is first asked for."""

    run: Run
    effects: EffectsOf
    program: ProgramFacts
    left_alone: Callable[[Unit, SessionLoop, Module], bool]
    tried: bool = False
    recorded: Recorded = NOTHING
    _known: dict[ast.AST, dict[ast.AST, Kept]] = field(default_factory=dict)

    @cached_property
    def _known_calls(self) -> Callers:
        return Callers(self.program, self.effects)

    def in_loop(self, decision: Decision, module: Module) -> Kept | None:
        """How a unit that cannot leave its loop can be kept where it stands; None if it cannot."""
        if not _is_asked(decision, module):
            return None
        kept = self._around(module, decision.unit.node, decision.loop)
        if kept is None or kept.unit.node is not decision.unit.node:
            return None
        return kept if kept.refused is None or kept.refused.code == "HSR32" else None

    def on_the_way(self, decision: Decision, fact: Fact) -> tuple[Kept, Chain] | None:
        """What becomes of a build below a call of the loop, and by way of which calls that is reached.

        The function that builds comes first, then the one that calls it, and so on: the first that can keep what it
        builds has it. If none can, the reason is that of the innermost which does more than build and give back.
        """
        refused: tuple[Kept, Chain] | None = None
        for module, node, chain in self._callers(fact):
            kept = self._around(module, node, decision.loop) if _is_asked(decision, module) else None
            if kept is None:
                continue
            if kept.refused is None:
                return kept, chain
            if refused is None or _gives_back(refused[0]):
                refused = kept, chain
        told = refused is not None and decision.refused is not None and decision.refused.code == "HSR22"
        return refused if told and refused is not None and not _gives_back(refused[0]) else None

    def kept_with(self, kept: Kept) -> list[Kept]:
        """The other builds that have to be kept with one, since they are built on it."""
        known = next((units for units in self._known.values() if kept.unit.node in units), {})
        return [known[other.node] for other in kept.together if other is not kept.unit and other.node in known]

    def beside(self, kept: Kept, loop: SessionLoop, nodes: frozenset[ast.AST]) -> Iterator[Kept]:
        """What becomes of the other builds of the same function that come by the same primitives."""
        known: dict[ast.AST, Kept] = next((units for units in self._known.values() if kept.unit.node in units), {})
        for node, other in known.items():
            if node is not kept.unit.node and any(builds(f) and f.chain and f.node in nodes for f in other.unit.facts):
                found = self._around(other.module, node, loop)
                if found is not None:
                    yield found

    def _callers(self, fact: Fact) -> Iterator[tuple[Module, ast.AST, Chain]]:
        """The build, and each call between it and the loop, from the inside out, with the calls that lead there."""
        modules = self.run.program.modules
        module = modules.get(fact.path)
        node: ast.AST | None = fact.node
        chain = fact.chain
        while module is not None and node in module.parents and chain:
            assert node is not None
            yield module, node, chain
            path, line, _ = chain[-1]
            chain = chain[:-1]
            calls = self.program.callers.get(module.function_of(node), set())
            module = modules.get(path)
            at = [c for c in calls if getattr(c, "lineno", 0) == line and module is not None and c in module.parents]
            node = at[0] if len(at) == 1 else None

    def _around(self, module: Module, node: ast.AST, loop: SessionLoop) -> Kept | None:
        """What becomes of the unit that a node belongs to, if it belongs to one that this loop meets."""
        scope = module.function_of(node)
        turned = loop
        if scope is not loop.scope:
            if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
                return None
            turned = as_loop(module, scope)
        if turned.node not in self._known:

            def left_alone(unit: Unit, as_loop: SessionLoop) -> bool:
                return self.left_alone(unit, as_loop, module)

            self._known[turned.node] = decide_kept(
                turned, self.effects, self._known_calls, left_alone, tried=self.tried, recorded=self.recorded
            )
        known = self._known[turned.node]
        kept = next((known[n] for n in (node, *module.ancestors(node)) if n in known), None)
        if kept is None or kept.refused is not None:
            return kept
        facts = ordered(self.effects.many(loop.parts))
        refused = _never_met_again(kept, facts)
        others = [known[other.node] for other in kept.together if other.node in known] if refused is None else []
        if any(_never_met_again(other, facts) is not None for other in others):
            refused = Refused("HSR29", "what is built on it cannot be kept with it")
        differs = self.program.in_python_2(module, scope)
        refused = Refused("HSR32", differs) if refused is None and differs is not None else refused
        return kept if refused is None else replace(kept, refused=refused)


def _never_met_again(kept: Kept, facts: list[Fact]) -> Refused | None:
    """Why each turn would build anew: from variables made in the loop, or what it sets."""
    over = any(fact.act is Effect.READS_VARIABLES for fact in kept.unit.facts)
    names = frozenset().union(*(one.names | one.attributes for one in kept.inputs))
    sites = frozenset[ast.AST]().union(*(one.sites for one in kept.inputs))
    for fact in facts:
        if fact.act is Effect.CHANGES_GRAPH and not fact.what.startswith(OF_OBJECTS):
            return Refused("HSR26", f"{fact.what} (line {fact.line})")
        if fact.act is Act.MUTATES and fact.site in sites:
            return Refused("HSR24", f"line {fact.line}")
        trains = fact.act is Act.UNKNOWN_CALL and any(word in fact.what for word in _TRAINS)
        if over and (fact.act in _MAKES or trains):
            return Refused("HSR12", f"{fact.what} (line {fact.line})")
        if fact.act is Act.WRITES and fact.location is not None and fact.location.name in names:
            return Refused("HSR01", f"{fact.location.name} (set at line {fact.line})")
    return None


def _is_asked(decision: Decision, holder: Module) -> bool:
    """Whether something might be kept: not in a notebook, where a cell may be changed and run again.

    What the cell kept before would stay in the graph, and be met instead of what it builds now.
    """
    source = holder.source
    written = not source.unwritten and source.notebook is None
    return decision.refused is not None and decision.refused.code not in _NEVER and written


def _gives_back(kept: Kept) -> bool:
    """Whether a function cannot keep what it builds only because others use it, as those of a builder do."""
    return kept.refused is not None and kept.refused.code == "HSR16"
