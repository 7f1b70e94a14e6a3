"""Session loops: loops whose turns run a session, found through the calls that they make."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from hoist.analysis import special
from hoist.analysis.facts import Act, Fact
from hoist.analysis.frame import Run
from hoist.analysis.program import LoopNode, Module, children
from hoist.analysis.values import PyKind
from hoist.tensorflow_api.symbol import Effect

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
# Keras makes its session anew with the graph.
RESETS = frozenset({"tf.reset_default_graph", "tf.keras.backend.clear_session"})


def evaluated(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that are evaluated where it stands: of a definition, all but a function's body."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
    if isinstance(node, ast.Lambda):
        return [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
    return children(node)


@dataclass(eq=False)
class EffectsOf:
    """What evaluating a node, all below it included, does: the union of the recorded facts."""

    run: Run
    _known: dict[ast.AST, frozenset[Fact]] = field(default_factory=dict)

    def __call__(self, node: ast.AST) -> frozenset[Fact]:
        """The effects of a node and of all below it that is evaluated with it."""
        found = self._known.get(node)
        if found is None:
            facts = set(self.run.facts.get(node, ()))
            for child in evaluated(node):
                facts |= self(child)
            found = self._known[node] = frozenset(facts)
        return found

    @cached_property
    def running(self) -> frozenset[ast.AST]:
        """The nodes that are recorded to run a session."""
        return frozenset(n for n, facts in self.run.facts.items() if any(f.act is Effect.RUNS for f in facts))

    def many(self, nodes: list[ast.AST]) -> frozenset[Fact]:
        """The union over several nodes."""
        return frozenset().union(*(self(node) for node in nodes))


@dataclass(frozen=True, eq=False)
class SessionLoop:
    """One loop that runs a session.

    Attributes:
        node: the loop.
        module: where it stands.
        scope: the function, or the module's tree, whose names it uses.
        anchor: the statement in front of which a build lands that leaves the loop.
        parts: what is evaluated in each turn.
        stepwise: the iterable, if the loop runs it step by step; its own effects, but not those of its parts, belong to
            the turns.
        counters: names that the loop itself counts with.
        surely_turns: whether it is known to take at least one turn.
        monitored: whether its session is a monitored one.
    """

    node: LoopNode
    module: Module
    scope: ast.AST
    anchor: ast.stmt
    parts: list[ast.AST]
    stepwise: ast.expr | None
    counters: frozenset[str]
    surely_turns: bool
    monitored: bool


def builds(fact: Fact) -> bool:
    """Whether a fact adds nodes at each turn."""
    return fact.act is Effect.BUILDS and not fact.once


def session_loops(run: Run, module: Module, effects: EffectsOf) -> Iterator[SessionLoop]:
    """The session loops of a module in which something builds, outer ones before inner ones."""
    around = module.above(effects.running)
    for node in module.loops:
        if node not in around:
            continue
        parts = turn_parts(node)
        stepwise = _stepwise(run, node)
        facts = effects.many(parts) | frozenset(run.each_turn(stepwise) if stepwise is not None else ())
        runs_and_builds = any(f.act is Effect.RUNS for f in facts) and any(builds(f) for f in facts)
        if runs_and_builds and not any(f.what in RESETS for f in facts):
            yield _session_loop(run, module, node, parts, stepwise, facts)


def turn_parts(node: LoopNode) -> list[ast.AST]:
    """The syntax that is evaluated in each turn of a loop."""
    if isinstance(node, ast.While):
        return [node.test, *node.body]
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return list(node.body)
    first, *rest = node.generators
    parts: list[ast.AST] = [*first.ifs, *rest]
    return [*parts, node.key, node.value] if isinstance(node, ast.DictComp) else [*parts, node.elt]


def _stepwise(run: Run, node: LoopNode) -> ast.expr | None:
    """The iterable of a loop where it runs in step with the loop that consumes it, as a generator's body does."""
    if isinstance(node, ast.While):
        return None
    iterable = node.iter if isinstance(node, (ast.For, ast.AsyncFor)) else node.generators[0].iter
    value = run.values.get(iterable)
    return iterable if value is not None and special.is_lazy([value]) else None


def _session_loop(
    run: Run,
    module: Module,
    node: LoopNode,
    parts: list[ast.AST],
    stepwise: ast.expr | None,
    facts: frozenset[Fact],
) -> SessionLoop:
    return SessionLoop(
        node,
        module,
        module.function_of(node),
        enclosing_statement(module, node),
        parts,
        stepwise,
        _counters(node),
        _surely_turns(run, node),
        any(f.act is Act.MONITORED for f in facts),
    )


def enclosing_statement(module: Module, node: ast.AST) -> ast.stmt:
    """The innermost statement that holds the node; the node itself if it is one."""
    while not isinstance(node, ast.stmt):
        node = module.parents[node]
    return node


def _counters(node: LoopNode) -> frozenset[str]:
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return frozenset(n.id for n in ast.walk(node.target) if isinstance(n, ast.Name))
    if isinstance(node, ast.While):
        steps = (s for s in node.body if isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add))
        return frozenset(s.target.id for s in steps if isinstance(s.target, ast.Name))
    return frozenset(n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name))


def _surely_turns(run: Run, node: LoopNode) -> bool:
    if isinstance(node, ast.While):
        return isinstance(node.test, ast.Constant) and bool(node.test.value)
    iterable = node.iter if isinstance(node, (ast.For, ast.AsyncFor)) else node.generators[0].iter
    value = run.values.get(iterable)
    if value is None or isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return False
    if "some" in value.notes:
        return True
    while value.kind is PyKind.LIST and value.site is not iterable and value.items is None:
        return False
    return bool(value.items)
