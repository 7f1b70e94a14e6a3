"""What a build is built from: what tells one build from another, written so that a dict can find it again.

A tensor, variable or operation is what it is: the object itself is the key. A list of them is a tuple of these, a
number or text is its ``repr``. A name that holds the same in the whole life of the program needs no key.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.frame import PYTHON_2
from hoist.analysis.names import Names, bound_names
from hoist.analysis.program import LOOPS
from hoist.analysis.units import Unit
from hoist.analysis.values import MISSING, UNKNOWN, ClassRef, MethodRef, PyKind, Value, elements
from hoist.recorded import NOTHING, Recorded, Seen
from hoist.tensorflow_api.symbol import Effect, Kind

_GRAPH_ELEMENTS = (Kind.TENSOR, Kind.PLACEHOLDER, Kind.VARIABLE)
_SEQUENCES = (PyKind.LIST, PyKind.TUPLE)
_NAMED = (
    PyKind.SYMBOL,
    PyKind.FUNCTION,
    PyKind.CLASS,
    PyKind.LOCAL_MODULE,
    PyKind.BUILTIN,
    PyKind.FOREIGN,
    Kind.MODULE,
    Kind.CLASS,
    Kind.FLAGS,
    Kind.PYTHON,
)
_LASTING = (*_GRAPH_ELEMENTS, *(kind for kind in _NAMED if kind is not Kind.PYTHON))
_DTYPES = frozenset("float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 bool_ complex64".split())
_READS = (Act.READS, Effect.READS_VARIABLES, Act.READS_COLLECTION, Effect.READS_GRAPH)
#: By these a program may put anything into a collection: what no dict takes for a key, or a number.
_COLLECT_ANYTHING = frozenset(
    "add_to_collection add_to_collections get_collection_ref import_meta_graph import_scoped_meta_graph".split()
)
_GO_THROUGH = frozenset("zip enumerate len reversed".split())
_MAY_BE_PLAIN = (Kind.UNKNOWN, Kind.PYTHON, PyKind.FOREIGN)
_GUARDING = frozenset("bool int float str object".split())
_PLAIN = (int, float, str, bool, bytes, type(None))
#: What lists the variables that these are built over; TensorFlow 1.15.5 and 2.21 (``compat.v1``).
_OVER = {
    "tf.train.Saver": "global_variables",
    "tf.global_variables_initializer": "global_variables",
    "tf.initialize_all_variables": "global_variables",
    "tf.local_variables_initializer": "local_variables",
    "tf.initialize_local_variables": "local_variables",
    "optimizer.minimize": "trainable_variables",
}


@dataclass(frozen=True)
class Input:
    """One thing that a build reads.

    Attributes:
        text: the source of what identifies it (``x``, ``tuple(self.params)``, ``repr(axis)``).
        names, attributes: the names, and the attributes of whatever object, that this reads.
        listing: the function of TensorFlow that lists it, for what is no expression of the build's own.
        sites: of a sequence, where it was made, as far as that is known.
        recorded: what a run showed of it, where the source does not show that it is a number or text.
    """

    text: str
    names: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    listing: str = ""
    sites: frozenset[ast.AST] = frozenset()
    recorded: Seen | None = None


class Unkeyed(Exception):
    """A build reads something of which no key can be made."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.code)
        self.refused = refused


def inputs_of(unit: Unit, situation: Situation, recorded: Recorded = NOTHING) -> tuple[Input, ...] | Refused:
    """All that a unit is built from, in the order in which it stands there, but for what is fed.

    What a run showed to be the same number or text each time is told by what it is then, whatever that is.
    """
    finder = _Finder(unit, situation, recorded)
    try:
        return tuple(dict.fromkeys(finder.found()))
    except Unkeyed as problem:
        return problem.refused


def is_keyed(node: ast.expr, unit: Unit, situation: Situation) -> bool:
    """Whether a key can be made of all that an expression in a unit reads."""
    facts = situation.effects(node)
    keyed = not isinstance(inputs_of(replace(unit, node=node, facts=facts), situation), Refused)
    return keyed and all(fact.act in _READS for fact in facts)


def is_fixed(location: Location, situation: Situation) -> bool:
    """Whether a global name is bound once, before anything can read it, and holds what nobody can change."""
    run, program = situation.run, situation.program
    if location.space != "global" or not location.owner or location in program.written:
        return False
    module = next((m for path, m in run.program.modules.items() if path == location.owner), None)
    if module is None or module.path in program.rebinds or Location("global", None, location.name) in program.written:
        return False
    top = run.modules.get(module.path)
    value = top.env.get(location.name, UNKNOWN) if top is not None else UNKNOWN
    rebound = value.kind is Kind.PYTHON and program.binds_anew
    if not _stays(value) or module.stars or rebound:
        return False
    if location.name in module.steady:
        return True
    stores = [n for n in module.nodes if isinstance(n, ast.Name) and n.id == location.name]
    stores = [n for n in stores if not isinstance(n.ctx, ast.Load) and module.function_of(n) is module.tree]
    loops = (ast.For, ast.AsyncFor, ast.While)
    once = len(stores) == 1 and not any(isinstance(p, loops) for p in module.ancestors(stores[0]))
    return once and location.name not in module.set_by_functions


def _stays(value: Value) -> bool:
    """Whether nothing can change what a value is, as long as the name is not bound anew."""
    if value.kind is PyKind.FOREIGN:
        return "()" not in str(value.ref)
    if value.kind is Kind.PYTHON:
        return isinstance(value.const, _PLAIN)
    return value.kind in _LASTING


class _Finder:
    def __init__(self, unit: Unit, situation: Situation, recorded: Recorded) -> None:
        self._unit = unit
        self._situation = situation
        self._recorded = recorded
        self._run = situation.run
        self._names: Names = situation.names
        self._module = situation.loop.module
        self._holes = unit.holes
        self._inside = set(ast.walk(unit.node))
        self._listed: set[ast.AST] = set()

    def found(self) -> Iterator[Input]:
        yield from self._visit(self._unit.node)
        for feed in self._unit.feeds:
            if feed.like is not None:
                yield from self._visit(feed.like)
            for text in feed.keys if feed.converted is None else ():
                yield Input(text, frozenset({text.partition(".")[0]}))
        for fact in self._unit.facts:
            yield from self._hidden(fact)

    def _hidden(self, fact: Fact) -> Iterator[Input]:
        """What a unit reads without naming it: the variables of the graph, what called functions read."""
        if fact.act is Effect.READS_VARIABLES and fact.what in _OVER and not fact.chain:
            listing = _OVER[fact.what]
            yield Input(f"tuple({{tf}}.{listing}())", listing=listing)
        elif fact.act is Effect.READS_VARIABLES and fact.node not in self._listed:
            raise Unkeyed(Refused("HSR12", f"{fact.what} (line {fact.line})"))
        elif fact.act is Act.READS_COLLECTION and fact.node not in self._listed:
            raise Unkeyed(Refused("HSR11", f"{fact.what} (line {fact.line})"))
        elif fact.act is Act.READS and fact.chain and fact.location is not None:
            own = fact.location.space == "local" and fact.location.owner in self._situation.scopes_of(self._unit)
            if not own and not is_fixed(fact.location, self._situation):
                raise Unkeyed(Refused("HSR01", f"{fact.location.name}, which a called function reads"))

    def _builds(self, node: ast.AST) -> bool:
        return any(f.act is Effect.BUILDS for f in self._run.facts.get(node, ()))

    def _visit(self, node: ast.AST) -> Iterator[Input]:
        if node in self._holes or isinstance(node, (ast.Constant, ast.expr_context)):
            return
        if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store):
            leaf = self._leaf(node)
            if leaf is not None:
                yield from leaf
                return
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            yield from self._name(read, self._run.values.get(node.target, UNKNOWN))
        for child in ast.iter_child_nodes(node):
            if not (isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)):
                yield from self._visit(child)

    def _leaf(self, node: ast.expr) -> Iterable[Input] | None:
        """The input that an expression is as a whole; None where its parts are to be looked at."""
        value = self._run.values.get(node, UNKNOWN)
        if isinstance(node, ast.Name) and self._bound_inside(node):
            return ()
        key = self._key(node, value)
        if key is not None:
            return (key,)
        try:
            if isinstance(node, ast.Name):
                return self._name(node, value)
            return self._attribute(node, value) if isinstance(node, ast.Attribute) else None
        except Unkeyed as problem:
            steady = self._steady(node) if problem.refused.code == "HSR01" else None
            if steady is None:
                raise
            return (steady,)

    def _steady(self, node: ast.expr) -> Input | None:
        """The key of what a run showed to be the same number or text each time; anything else is never met again."""
        if self._run.values.get(node, UNKNOWN).kind not in _MAY_BE_PLAIN:
            return None
        seen = self._recorded.steady(self._module.path, node)
        if seen is None or any(fact.act is not Act.READS for fact in self._situation.effects(node)):
            return None
        plain = self._in_scope(node) and not self._module.stars and _GUARDING.isdisjoint(bound_names(self._module))
        return replace(_steady_number(node), recorded=seen) if plain else None

    def _bound_inside(self, node: ast.Name) -> bool:
        binder = self._names.binder(node)
        return binder is not None and binder in self._inside

    def _key(self, node: ast.expr, value: Value) -> Input | None:
        """The key of an expression that gives a tensor, or a sequence of them, and does nothing but read."""
        facts = self._situation.effects(node)
        if any(fact.act not in _READS for fact in facts) or not self._in_scope(node):
            return None
        if any(isinstance(inner, ast.Slice) for inner in ast.walk(node)):
            return None  # part of a list, which no dict takes for a key
        text = ast.unparse(node)
        if value.kind in _GRAPH_ELEMENTS:
            self._listed.update(ast.walk(node))
            self._not_anew(node)
            return _input(text, node)
        if self._is_list_of_elements(node, value):
            self._listed.update(ast.walk(node))
            self._not_anew(node)
            listed = text if isinstance(node, ast.Call) else f"{text} or ()"  # a parameter may be None
            return replace(_input(f"tuple({listed})", node), sites=_known(value.site))
        return None

    def _is_list_of_elements(self, node: ast.expr, value: Value) -> bool:
        """Whether an expression gives a sequence of tensors, variables and the like, which are told by themselves."""
        if value.kind is Kind.TENSOR_LIST:
            return not self._situation.program.words & _COLLECT_ANYTHING and self._is_as_given(node)
        return value.kind is Kind.VARIABLE_LIST or (value.kind in _SEQUENCES and self._holds_elements(value))

    def _is_as_given(self, node: ast.expr) -> bool:
        """Whether a list holds what TensorFlow put into it: given at once, or to a name that is only gone through."""
        if isinstance(node, ast.Call):
            return True
        if not isinstance(node, ast.Name) or self._names.binder(node) is not None or node.id in self._names.outer:
            return False
        places = self._names.occurrences.get(node.id, [])
        if any(self._module.function_of(n) is not self._names.scope for n in places):
            return False
        arguments = getattr(self._names.scope, "args", None)
        given = arguments is not None and any(a.arg == node.id for a in ast.walk(arguments) if isinstance(a, ast.arg))
        made = any(not isinstance(place.ctx, ast.Load) for place in places)
        return made and not given and all(self._only_goes_through(place) for place in places)

    def _only_goes_through(self, place: ast.Name) -> bool:
        parent = self._module.parents[place]
        if not isinstance(place.ctx, ast.Load):
            made = isinstance(parent, ast.Assign) and parent.targets == [place]
            value = self._run.values.get(parent.value, UNKNOWN) if isinstance(parent, ast.Assign) else UNKNOWN
            return made and isinstance(getattr(parent, "value", None), ast.Call) and value.kind is Kind.TENSOR_LIST
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is place
        if not isinstance(parent, ast.Call) or place not in parent.args:
            return False
        called = self._run.values.get(parent.func, UNKNOWN)
        return called.kind is PyKind.SYMBOL or (called.kind is PyKind.BUILTIN and called.ref in _GO_THROUGH)

    def _holds_elements(self, value: Value) -> bool:
        """Whether a sequence is known to hold tensors and variables only."""
        held = self._run.held.get(value.site) if value.site is not None else None
        parts = [elements(value)] if value.items != () else []
        return all(part.kind in _GRAPH_ELEMENTS for part in (*parts, *((held,) if held is not None else ())))

    def _in_scope(self, node: ast.expr) -> bool:
        """Whether the expression means the same in front of the statement: no name of a comprehension is in it."""
        names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
        return all(self._names.binder(n) is None or self._names.binder(n) in set(ast.walk(node)) for n in names)

    def _not_anew(self, node: ast.expr) -> None:
        """Refuse what another build makes anew each time, so that it is never met again."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name):
                location = self._names.place(inner)
                for other in self._situation.refused:
                    if isinstance(other, ast.stmt) and location in self._names.writes(other):
                        raise Unkeyed(Refused("HSR29", inner.id))

    def _name(self, node: ast.Name, value: Value) -> Iterable[Input]:
        location = self._names.location(node.id)
        if self._is_fixed_name(node, location):
            return ()
        if value.kind in _GRAPH_ELEMENTS:
            self._not_anew(node)
            return (_input(node.id, node),)
        if value.kind is Kind.PYTHON and isinstance(value.const, _PLAIN) and self._names.binder(node) is None:
            return (_number(node),)
        raise Unkeyed(Refused("HSR01", node.id))

    def _is_fixed_name(self, node: ast.Name, location: Location) -> bool:
        if location.space != "global" or self._names.binder(node) is not None:
            return False
        value = self._run.values.get(node, UNKNOWN)
        named = hasattr(builtins, node.id) or node.id in PYTHON_2
        builtin = value.kind is PyKind.BUILTIN and named and node.id not in self._names.local
        return builtin or is_fixed(location, self._situation)

    def _attribute(self, node: ast.Attribute, value: Value) -> Iterable[Input] | None:
        owner = self._run.values.get(node.value, UNKNOWN)
        if owner.kind is Kind.FLAGS and value.kind is not Kind.PYTHON:
            raise Unkeyed(Refused("HSR01", ast.unparse(node)[:40]))
        if owner.kind is Kind.FLAGS and not any(p.name == node.attr for p in self._situation.program.written):
            return (_number(node),) if self._in_scope(node) else None
        if owner.kind is not PyKind.INSTANCE or value.kind in (PyKind.METHOD, PyKind.FUNCTION):
            return self._of_library(node, value, owner)
        plain = isinstance(value.const, _PLAIN) if value.const is not MISSING else self._is_of_one_object(node)
        if value.kind is Kind.PYTHON and plain and self._in_scope(node):
            return (_number(node),)
        raise Unkeyed(Refused("HSR01", ast.unparse(node)[:40]))

    def _is_of_one_object(self, node: ast.expr) -> bool:
        """Whether an attribute is that of the same object in each turn, and set where it can be seen."""
        owner = self._run.values.get(getattr(node, "value", node), UNKNOWN)
        if isinstance(owner.ref, ClassRef) and self._situation.program.made_anew.differ(owner.ref.node):
            return False
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name) or self._situation.program.binds_anew:
            return False
        of_turns = isinstance(self._situation.loop.node, LOOPS)
        return not (of_turns and self._situation.writers.get(self._names.place(node)))

    def _of_library(self, node: ast.Attribute, value: Value, owner: Value) -> Iterable[Input] | None:
        """An attribute of a library's module is as steady as the module; one of a tensor is told by the tensor."""
        if owner.kind in _GRAPH_ELEMENTS or isinstance(value.ref, MethodRef) or value.kind is PyKind.METHOD:
            return None
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        steady = isinstance(root, ast.Name) and self._is_fixed_name(root, self._names.location(root.id))
        if owner.kind in (PyKind.LOCAL_MODULE, PyKind.CLASS) and isinstance(value.const, _PLAIN):
            return (_number(node),) if self._in_scope(node) else None
        if owner.kind is PyKind.LOCAL_MODULE:
            steady = steady and is_fixed(Location("global", owner.ref, node.attr), self._situation)
        parent = self._module.parents.get(node)
        called = isinstance(parent, ast.Call) and parent.func is node
        inner = isinstance(parent, ast.Attribute)
        if value.kind is PyKind.FOREIGN:
            named = "()" not in str(value.ref) and (called or inner or node.attr in _DTYPES)
        else:
            named = value.kind in _NAMED and (value.kind is not Kind.PYTHON or owner.kind is Kind.MODULE)
        if steady and named and owner.kind not in (PyKind.CLASS, PyKind.FUNCTION):
            return ()
        raise Unkeyed(Refused("HSR01", ast.unparse(node)[:40]))


def _known(site: ast.AST | None) -> frozenset[ast.AST]:
    return frozenset() if site is None else frozenset({site})


def _number(node: ast.expr) -> Input:
    """The key of a number or text: 1, 1.0 and True are not the same, and an array may take the place of any."""
    text = ast.unparse(node)
    return _input(f"type({text}), repr({text})", node)


def _steady_number(node: ast.expr) -> Input:
    text = ast.unparse(node)
    return _input(f"type({text}), repr({text}) if type({text}) in (bool, int, float, str) else object()", node)


def _input(text: str, node: ast.AST) -> Input:
    names = frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    return Input(text, names, frozenset(n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)))
