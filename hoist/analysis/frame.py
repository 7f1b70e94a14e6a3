"""The state of one abstract run: frames of activation and what has been recorded."""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass, field
from pathlib import Path

from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.program import Module, Program
from hoist.analysis.values import UNBOUND, ClassRef, FunctionNode, MethodNode, PyKind, Value, join, weaken
from hoist.tensorflow_api.symbol import Effect


@dataclass(eq=False)
class Frame:
    """One activation of a function, or of a module's top level (``function`` is None)."""

    module: Module
    function: FunctionNode | None = None
    enclosing: Frame | None = None
    env: dict[str, Value] = field(default_factory=dict)
    outer_names: set[str] = field(default_factory=set)
    facts: set[Fact] = field(default_factory=set)
    made: set[ast.AST] = field(default_factory=set)
    returned: list[Value] = field(default_factory=list)
    yielded: list[Value] = field(default_factory=list)
    yields: bool = False
    dead: bool = False
    witnesses: set[str] = field(default_factory=set)  # names bound only where variables exist
    captured: bool = False  # whether a function or class was made in it, which reads its names as they are then
    asked: set[str] = field(default_factory=set)  # attributes of objects that it, or what it called, has asked for

    @property
    def owner(self) -> object:
        """What owns the frame's names: a function node, or a module's path."""
        return self.function if self.function is not None else self.module.path

    def location(self, name: str) -> Location:
        """Where a name of this frame is kept."""
        if self.function is None:
            return Location("global", self.module.path, name)
        return Location("local", self.function, name)


#: Names of Python 2 for what has another name now, or is no longer told apart from it.
PYTHON_2 = {"xrange": "range", "long": "int", "basestring": "str", "unichr": "chr", "unicode": "str"}
ONE_OF_SEVERAL = " (one of several)"


@dataclass(eq=False)
class Kept:
    """What a function did when it was last run with the same arguments under the same scopes.

    Attributes:
        version, tick: of the run, when that began.
        asked: the attributes that it asked for.
        result, facts, made, variables_exist, reuse: what came of it.
    """

    version: int
    tick: int
    asked: frozenset[str]
    result: Value
    facts: frozenset[Fact]
    made: frozenset[ast.AST]
    variables_exist: bool
    reuse: str


@dataclass(eq=False)
class Run:
    """Everything that one abstract run of a program knows and has recorded.

    ``values`` and ``facts`` are what later stages read: for each node, the join over all contexts in which it was
    evaluated.
    """

    program: Program
    values: dict[ast.AST, Value] = field(default_factory=dict)
    facts: dict[ast.AST, set[Fact]] = field(default_factory=lambda: defaultdict(set))
    attributes: dict[tuple[ast.ClassDef, str], Value] = field(default_factory=dict)
    orders: dict[ast.ClassDef, list[ClassRef]] = field(default_factory=dict)
    derived: dict[ast.ClassDef, set[ast.ClassDef]] = field(default_factory=lambda: defaultdict(set))
    members: dict[ast.ClassDef, dict[str, MethodNode]] = field(default_factory=dict)
    modules: dict[Path, Frame] = field(default_factory=dict)
    reached: set[ast.AST] = field(default_factory=set)
    collections_read: dict[str, set[ast.AST]] = field(default_factory=lambda: defaultdict(set))
    prologues: dict[ast.AST, set[Fact]] = field(default_factory=lambda: defaultdict(set))
    calls: dict[ast.AST, set[FunctionNode]] = field(default_factory=lambda: defaultdict(set))
    active: list[FunctionNode] = field(default_factory=list)
    memo: dict[object, Kept] = field(default_factory=dict)
    inherited: dict[tuple[ast.AST, frozenset[Fact], str, bool, bool], frozenset[Fact]] = field(default_factory=dict)
    reuse: str = "no"
    templates: int = 0  # under which layers without a name share their variables from call to call
    patched: set[str] = field(default_factory=set)
    held: dict[ast.AST, Value] = field(default_factory=dict)  # what lists and dicts that were changed may hold
    assigned_outside: set[tuple[Path, str]] = field(default_factory=set)
    controls: int = 0
    once: int = 0
    doubt: int = 0
    choosing: int = 0  # whether what is called is one of several
    variables_exist: bool = False
    version: int = 0  # changes with all that is learned of names
    tick: int = 0  # changes with all that is learned of attributes
    ticks: dict[str, int] = field(default_factory=dict)  # when something was last learned of an attribute
    learned: int = 0
    budget: int = 600_000

    def record(
        self,
        frame: Frame,
        node: ast.AST,
        act: Act | Effect,
        what: str,
        *,
        location: Location | None = None,
        site: ast.AST | None = None,
        once: bool = False,
    ) -> None:
        """Note that evaluating ``node`` does ``act``."""
        line = getattr(node, "lineno", 0)
        act = self._if_sure(act)
        fact = Fact(act, what, frame.module.path, line, node, location, site, once or self.once > 0)
        self.facts[node].add(fact)
        frame.facts.add(fact)

    def _if_sure(self, act: Act | Effect) -> Act | Effect:
        """What is done under a condition, or by a callback, may be done less than twice: it is no sure clash."""
        return Act.MAYBE_REUSES if act is Act.CLASHES and self.doubt else act

    def inherit(
        self, frame: Frame, node: ast.AST, facts: frozenset[Fact], name: str, *, between: Container[Fact] | None = None
    ) -> None:
        """Note what a call at ``node`` does, as seen inside the function called ``name``.

        Of a generator, only what is ``between`` two of its yields is done at each turn of its consumer.
        """
        self.budget -= len(facts)
        if not facts:
            return
        name = f"{name}{ONE_OF_SEVERAL}" if self.choosing else name
        key = (node, facts, name, self.once > 0, self.doubt > 0)
        kept = self.inherited.get(key) if between is None else None
        if kept is None:
            step = (frame.module.path, getattr(node, "lineno", 0), name)
            moved = {fact: self._moved(fact, step) for fact in facts}
            kept = frozenset(moved.values())
            self.facts[node] |= kept
            if between is not None:
                self.prologues[node] |= {moved[fact] for fact in facts if fact not in between}
            elif hasattr(node, "lineno"):  # one that stands in a program, and comes again
                self.inherited[key] = kept
        frame.facts |= kept

    def _moved(self, fact: Fact, step: tuple[Path, int, str]) -> Fact:
        """A fact as it is seen one call further out."""
        return Fact(
            self._if_sure(fact.act),
            fact.what,
            fact.path,
            fact.line,
            fact.node,
            fact.location,
            fact.site,
            fact.once or self.once > 0,
            (step, *fact.chain),
        )

    def module_of(self, node: ast.AST) -> Module | None:
        """The module of the run in which a node stands."""
        return next((top.module for top in self.modules.values() if node in top.module.parents), None)

    def each_turn(self, node: ast.AST) -> set[Fact]:
        """What consuming the generator at ``node`` does at each turn: not what it does once, before or after."""
        return self.facts.get(node, set()) - self.prologues.get(node, set())

    def see(self, node: ast.AST, value: Value) -> Value:
        """Note what ``node`` gives, joined with what it gave before."""
        known = self.values.get(node)
        if known is not value:
            self.values[node] = value if known is None else join(known, value)
        return value

    def learn(self, news: bool = True) -> None:
        """Note that a value which outlives activations is known to be more than before."""
        self.version += news
        self.learned += news

    def bind_attribute(self, owner: ast.ClassDef, name: str, value: Value) -> None:
        """Join a value into what an attribute of a class's instances holds."""
        key = (owner, name)
        known = self.attributes.get(key)
        new = value if known is None else join(known, value)
        if new != known:
            self.attributes[key] = new
            self.tick += 1
            self.ticks[name] = self.tick
            self.learned += 1

    def patch(self, what: str) -> None:
        """Note that the program changes something that the analysis takes to be as it is."""
        if what not in self.patched:
            self.patched.add(what)
            self.learn()

    def hold(self, site: ast.AST | None, value: Value) -> None:
        """Note that a list or dict has been changed, and may hold this too; its order is no longer known."""
        if site is None:
            return
        known = self.held.get(site)
        new = value if known is None else join(known, value)
        if new != known:
            self.held[site] = new
            self.learn()

    def holds(self, kept: Kept) -> bool:
        """Whether nothing has been learned since that what was kept depends on."""
        if kept.version != self.version:
            return False
        if kept.tick != self.tick:
            if any(self.ticks.get(name, 0) > kept.tick for name in kept.asked):
                return False
            kept.tick = self.tick
        return True

    def _witness(self, frame: Frame, holder: Frame, name: str, node: ast.AST) -> None:
        """Note that a variable exists, where a name is read that is bound only where one does."""
        if name in holder.witnesses and not self.variables_exist:
            self.variables_exist = True
            self.record(frame, node, Act.SHOWS_VARIABLES, name)

    def lookup(self, frame: Frame, name: str, node: ast.AST) -> Value:
        """What a name holds, searching as Python does; a read of what outlives the call is recorded."""
        if name in frame.env and name not in frame.outer_names:
            self._witness(frame, frame, name, node)
            return frame.env[name]
        outer = frame.enclosing
        while outer is not None and outer.function is not None:
            if name in outer.env:
                self.record(frame, node, Act.READS, name, location=outer.location(name))
                return outer.env[name]
            outer = outer.enclosing
        top = self.modules.get(frame.module.path)
        changes = name not in frame.module.steady or (frame.module.path, name) in self.assigned_outside
        builtin = _builtin(name, frame.module)
        seen = top is not None and (name in top.env or builtin is None)
        if top is not None and seen and frame.function is not None and changes:
            self.record(frame, node, Act.READS, name, location=top.location(name))
        if top is not None and name in top.env:
            value = top.env[name]
            self._witness(frame, top, name, node)
            changes = name in frame.module.set_by_functions or (frame.module.path, name) in self.assigned_outside
            return weaken(value) if frame.function is not None and changes else value
        return UNBOUND if builtin is None else Value(PyKind.BUILTIN, ref=builtin)


def _builtin(name: str, module: Module) -> str | None:
    """What a name is called in Python 3 that is one of Python's own; None if it is none."""
    if hasattr(builtins, name):
        return name
    return PYTHON_2.get(name) if module.source.python_2 else None
