"""Feeds: which values a build bakes into the graph could be fed instead, with what dtype and shape, and by which runs.

A value is fed only where the source shows all of it: that it is no tensor, that the parameter takes nothing but a
tensor's worth of it (``hoist.tensorflow_api.feedable``), the dtype and shape that the baked constant would have, and
the calls that run what is built on it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.frame import Run
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.analysis.values import MISSING, UNKNOWN, MethodRef, PyKind, Value
from hoist.tensorflow_api import canonical, lookup, lookup_method
from hoist.tensorflow_api.feedable import FEEDABLE, LIKE, OWN, SELF, TEXT
from hoist.tensorflow_api.symbol import Effect, Kind, Symbol

_QUIET = (Act.READS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES, Act.READS_COLLECTION, Act.CREATES)
_NUMBERS = (int, float, bool, complex)
_TENSORS = (Kind.TENSOR, Kind.PLACEHOLDER, Kind.VARIABLE)
_FOREIGN_VALUES = ("numpy.", "random.", "math.", "builtins.")


@dataclass(frozen=True)
class Feed:
    """One value that is fed instead of being baked in.

    Attributes:
        node: its expression.
        dtype, shape: source of the placeholder's, in which ``{tf}`` stands for TensorFlow.
        base: what its name begins with.
        like: the expression, if any, from which dtype and shape are taken.
        keys: source of what else tells one build from another: the dtype and the rank of an array.
        tried: whether the source does not show that the value is an array or number.
    """

    node: ast.expr
    dtype: str
    shape: str
    base: str
    like: ast.expr | None = None
    keys: tuple[str, ...] = ()
    tried: bool = False


@dataclass(frozen=True)
class RunCall:
    """A call that runs what is built, and how it can be given one more feed.

    Attributes:
        call: the call.
        feeds: the dict display or other expression that it feeds; None if it feeds nothing.
        method: for ``t.eval(...)`` and ``t.op.run(...)`` the session that it names, as source, or "" for the default
            one. None for a call of a session's ``run``.
        member: ".op" for ``t.op.run(...)``, which fetches nothing.
    """

    call: ast.Call
    feeds: ast.expr | None
    method: str | None = None
    member: str = ""


class Feeds:
    """Finds the feeds of the builds of one scope.

    With ``tried``, values that are not known are fed as well, as arrays of the dtype and rank that they turn out to
    have; whether that was right, only a run can tell.
    """

    def __init__(
        self,
        run: Run,
        module: Module,
        names: Names,
        effects: Callable[[ast.AST], frozenset[Fact]],
        *,
        tried: bool = False,
    ) -> None:
        self._run = run
        self._module = module
        self._names = names
        self._effects = effects
        self._tried = tried

    def of(self, root: ast.AST, varies: Callable[[ast.expr], bool]) -> tuple[Feed, ...]:
        """What has to be fed for a build to be the same each time; what cannot be fed is left out."""
        found: list[Feed] = []
        for call in ast.walk(root):
            if isinstance(call, ast.Call):
                found += self._of_call(call, root, varies)
        return tuple(found)

    def _of_call(self, call: ast.Call, root: ast.AST, varies: Callable[[ast.expr], bool]) -> Iterator[Feed]:
        described = self._described(call)
        if described is None or any(isinstance(a, ast.Starred) for a in call.args):
            return
        symbol, rules, receiver = described
        given = {
            **dict(zip(symbol.parameters, call.args, strict=False)),
            **{k.arg or "**": k.value for k in call.keywords},
        }
        if "**" in given:
            return
        made: dict[str, Feed] = {}
        for parameter, rule in rules.items():
            node = given.get(parameter)
            if node is None or not self._is_value(node, root) or not varies(node):
                continue
            feed = self._feed(node, rule, {**given, SELF: receiver}, made)
            if feed is None and self._tried:
                feed = self._as_it_turns_out(node, rule, {**given, SELF: receiver}, made)
            if feed is not None:
                unknown = not _no_tensor(self._run.values.get(node, UNKNOWN))
                made[parameter] = feed if not unknown else replace(feed, tried=True)
                yield made[parameter]

    def _described(self, call: ast.Call) -> tuple[Symbol, dict[str, str], ast.expr | None] | None:
        """The function or method that is called, if any of its parameters may be fed, and what it is called on."""
        value = self._run.values.get(call.func, UNKNOWN)
        if value.kind is PyKind.SYMBOL and not value.items and isinstance(value.ref, str):
            for path in (value.ref, canonical(value.ref)):
                symbol = lookup(path)
                if symbol is not None and _RULES.get(path):
                    return symbol, _RULES[path], None
        if isinstance(value.ref, MethodRef) and isinstance(call.func, ast.Attribute):
            method = lookup_method(value.ref.kind, value.ref.name)
            if method is not None and method.path in _RULES:
                return method, _RULES[method.path], call.func.value
        return None

    def _feed(self, node: ast.expr, rule: str, given: dict[str, ast.expr | None], made: dict[str, Feed]) -> Feed | None:
        if rule == TEXT:
            return Feed(node, "{tf}.string", "[]", _fed_name(node)) if self._is_text(node) else None
        own = self._fetched(node)
        if rule == OWN:
            if own is None:
                return None
            return Feed(node, *_like(own), _fed_name(node), own)
        name = rule.removeprefix(LIKE)
        if name in made:  # converted to the dtype of what is fed beside it
            first = made[name]
            return None if own is None else Feed(node, first.dtype, _like(own)[1], _fed_name(node), own)
        other = given.get(name)
        if other is None or not self._is_path(other):
            return None
        kind = self._run.values.get(other, UNKNOWN).kind
        dtype, shape = _like(other)
        if kind is Kind.VARIABLE and rule in (LIKE + SELF, LIKE + "ref"):
            return Feed(node, dtype, shape, f"{_last_name(other)}_value", other)
        if kind not in _TENSORS:
            return None
        if self._is_number(node):
            return Feed(node, dtype, "[]", _fed_name(node), other)
        return None if own is None else Feed(node, dtype, _like(own)[1], _fed_name(node), own)

    def _as_it_turns_out(
        self, node: ast.expr, rule: str, given: dict[str, ast.expr | None], made: dict[str, Feed]
    ) -> Feed | None:
        """A feed of the dtype and rank that a name's value has when the build is first done."""
        if rule == TEXT:
            return Feed(node, "{tf}.string", "[]", _fed_name(node), tried=True)
        if not isinstance(node, ast.Name):
            return None
        rank, keys = f"[None] * {node.id}.ndim", (f"{node.id}.ndim",)
        if rule == OWN:
            return Feed(node, f"{node.id}.dtype", rank, _fed_name(node), None, (f"{node.id}.dtype", *keys), tried=True)
        name = rule.removeprefix(LIKE)
        if name in made:
            return Feed(node, made[name].dtype, rank, _fed_name(node), None, keys, tried=True)
        other = given.get(name)
        if other is None or not self._is_path(other) or self._run.values.get(other, UNKNOWN).kind not in _TENSORS:
            return None
        return Feed(node, _like(other)[0], rank, _fed_name(node), other, keys, tried=True)

    # Values ---------------------------------------------------------------------------------------------------------

    def _is_value(self, node: ast.expr, root: ast.AST) -> bool:
        """Whether an expression gives numbers or text, and no tensor, and adds no node itself."""
        if isinstance(node, ast.Constant):
            return False
        bound = [self._names.binder(n) for n in ast.walk(node) if isinstance(n, ast.Name)]
        if any(binder is not None and binder in set(ast.walk(root)) for binder in bound):
            return False  # a comprehension's variable is not there where the run is called
        if any(isinstance(n, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda)) for n in ast.walk(node)):
            return False
        if any(isinstance(n, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)) for n in ast.walk(node)):
            return False
        acts = {fact.act for fact in self._effects(node)}
        if acts & {Effect.BUILDS, Act.MAY_BUILD, Act.YIELDS, Act.OPERATES}:
            return False
        value = self._run.values.get(node, UNKNOWN)
        if self._tried and (value.kind is PyKind.FOREIGN or (value.kind is Kind.UNKNOWN and not value.choices)):
            return True
        return Act.UNKNOWN_CALL not in acts and _no_tensor(value)

    def _is_number(self, node: ast.expr) -> bool:
        value = self._run.values.get(node, UNKNOWN)
        if value.kind is not Kind.PYTHON:
            return False
        if value.const is not MISSING:
            return isinstance(value.const, _NUMBERS)
        return isinstance(node, ast.BinOp) and all(self._is_number(side) for side in (node.left, node.right))

    def _is_text(self, node: ast.expr) -> bool:
        value = self._run.values.get(node, UNKNOWN)
        return value.kind is Kind.PYTHON and (value.const is MISSING or isinstance(value.const, (bytes, str)))

    def _is_path(self, node: ast.expr) -> bool:
        """Whether an expression only reads: a name, an attribute, an element."""
        if isinstance(node, ast.Subscript):
            return self._is_path(node.value) and isinstance(node.slice, (ast.Constant, ast.Name))
        if isinstance(node, ast.Attribute):
            return self._is_path(node.value)
        return isinstance(node, ast.Name)

    def _fetched(self, node: ast.expr) -> ast.expr | None:
        """The tensor whose value a name holds, as a run of a session fetched it; None if that is not known."""
        if not isinstance(node, ast.Name) or self._names.binder(node) is not None:
            return None
        store = self._last_store(node)
        if store is None or self._names.location(node.id).owner not in (self._names.scope, self._module.path):
            return None
        parent = self._module.parents[store]
        index: int | None = None
        if isinstance(parent, (ast.Tuple, ast.List)):
            index = parent.elts.index(store)
            if any(isinstance(e, ast.Starred) for e in parent.elts):
                return None
            count = len(parent.elts)
            parent = self._module.parents[parent]
        else:
            count = 0
        if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
            return None
        return self._fetch_of(parent.value, index, count)

    def _last_store(self, node: ast.Name) -> ast.Name | None:
        """The one assignment of a name that its value can come from; None if there may be several."""
        at = (node.lineno, node.col_offset)
        stores = [n for n in self._names.occurrences.get(node.id, []) if not isinstance(n.ctx, ast.Load)]
        before = [n for n in stores if (n.lineno, n.col_offset) < at]
        if not before or any(self._module.function_of(n) is not self._names.scope for n in (*stores, node)):
            return None
        last = max(before, key=lambda n: (n.lineno, n.col_offset))
        return last if _comes_before(enclosing(self._module, last), node, self._module) else None

    def _fetch_of(self, value: ast.expr, index: int | None, count: int) -> ast.expr | None:
        if not isinstance(value, ast.Call) or not self._is_session_run(value):
            return None
        fetches = value.args[0] if value.args else next((k.value for k in value.keywords if k.arg == "fetches"), None)
        if index is not None:
            if not isinstance(fetches, (ast.List, ast.Tuple)) or len(fetches.elts) != count:
                return None
            fetches = fetches.elts[index]
        if fetches is None or not self._is_path(fetches):
            return None
        kind = self._run.values.get(fetches, UNKNOWN).kind
        return fetches if kind in _TENSORS and self._is_steady_name(fetches) else None

    def _is_steady_name(self, node: ast.expr) -> bool:
        """Whether the names in a path mean the same from the run to the use: none of them is assigned twice."""
        for name in (n for n in ast.walk(node) if isinstance(n, ast.Name)):
            stores = [n for n in self._names.occurrences.get(name.id, []) if not isinstance(n.ctx, ast.Load)]
            if len(stores) > 1:
                return False
        return True

    # Runs -----------------------------------------------------------------------------------------------------------

    def _is_session_run(self, call: ast.Call) -> bool:
        if not (isinstance(call.func, ast.Attribute) and call.func.attr == "run"):
            return False
        facts = self._run.facts.get(call, ())
        if not any(f.act is Effect.RUNS and not f.chain for f in facts):
            return False
        receiver = self._run.values.get(call.func.value, UNKNOWN)
        return receiver.kind is Kind.SESSION

    def run_of(self, node: ast.AST) -> RunCall | None:
        """The call that fetches what an expression gives: it stands among the fetches, or as ``t`` in ``t.eval()``."""
        child: ast.AST = node
        for parent in self._module.ancestors(node):
            if isinstance(parent, (ast.List, ast.Tuple)) or (isinstance(parent, ast.Dict) and child in parent.values):
                child = parent
                continue
            if isinstance(parent, ast.keyword) and parent.arg == "fetches":
                child = parent
                continue
            if isinstance(parent, ast.Call) and self._is_session_run(parent):
                first = bool(parent.args) and parent.args[0] is child
                return self._run_call(parent) if first or child in parent.keywords else None
            if isinstance(parent, ast.Attribute) and child is node:
                return self._method_call(parent)
            return None
        return None

    def _run_call(self, call: ast.Call) -> RunCall | None:
        if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return None
        feeds = (
            call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "feed_dict"), None)
        )
        if feeds is not None and not isinstance(feeds, ast.Dict):
            value = self._run.values.get(feeds, UNKNOWN)
            nothing = isinstance(feeds, ast.Constant) and feeds.value is None
            if value.kind is not PyKind.DICT and not nothing:
                return None
        return RunCall(call, feeds)

    def _method_call(self, attribute: ast.Attribute) -> RunCall | None:
        """``t.eval()`` or ``t.op.run()``, with no more than a session."""
        parent = self._module.parents[attribute]
        member = ""
        if attribute.attr == "op" and isinstance(parent, ast.Attribute):
            attribute, parent, member = parent, self._module.parents[parent], ".op"
        if attribute.attr not in ("eval", "run") or not isinstance(parent, ast.Call) or parent.func is not attribute:
            return None
        if not any(f.act is Effect.RUNS and not f.chain for f in self._run.facts.get(parent, ())):
            return None
        session = next((k.value for k in parent.keywords if k.arg == "session"), None)
        if parent.args or len(parent.keywords) != (session is not None):
            return None
        if session is not None and not self._is_path(session):
            return None
        return RunCall(parent, None, ast.unparse(session) if session is not None else "", member)

    def evaluated_alone(self, feeds: Iterable[Feed], run: RunCall) -> bool:
        """Whether nothing else in a run's fetches does anything: so the fed values may be evaluated behind them."""
        inside = {n for feed in feeds for n in ast.walk(feed.node)}
        others = [n for n in ast.walk(run.call) if n not in inside and n is not run.call]
        if run.feeds is not None:
            fed = set(ast.walk(run.feeds))
            others = [n for n in others if n not in fed]
        return all(f.act in _QUIET for n in others for f in self._run.facts.get(n, ()))


def enclosing(module: Module, node: ast.AST) -> ast.stmt:
    """The innermost statement that holds a node."""
    while not isinstance(node, ast.stmt):
        node = module.parents[node]
    return node


def _comes_before(statement: ast.stmt, node: ast.AST, module: Module) -> bool:
    """Whether a statement has been done whenever a node is reached: it stands before it in a block around both."""
    parent = module.parents[statement]
    block = next((v for _, v in ast.iter_fields(parent) if isinstance(v, list) and statement in v), [])
    around: ast.AST = enclosing(module, node)
    while around not in block:
        if around not in module.parents:
            return False
        around = module.parents[around]
    return block.index(statement) < block.index(around)


def _no_tensor(value: Value) -> bool:
    if value.kind is Kind.PYTHON:
        return value.const is not None
    if value.kind is Kind.ARRAY:
        return True
    if value.kind in (PyKind.LIST, PyKind.TUPLE):
        return bool(value.items) and all(_no_tensor(item) for item in value.items or ())
    return value.kind is PyKind.FOREIGN and "()" in str(value.ref) and str(value.ref).startswith(_FOREIGN_VALUES)


def _like(node: ast.expr) -> tuple[str, str]:
    text = ast.unparse(node)
    return f"{text}.dtype.base_dtype", f"{text}.get_shape()"


def _fed_name(node: ast.expr) -> str:
    return f"{_last_name(node) or 'value'}_fed"


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return _last_name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr.strip("_")
    return node.id.strip("_") if isinstance(node, ast.Name) else ""


def reads_outside(
    names: Names, root: ast.AST, holes: frozenset[ast.AST], facts: frozenset[Fact]
) -> frozenset[Location]:
    """The places that a build reads beside what is fed."""
    found = {f.location for f in facts if f.act is Act.READS and f.location is not None}
    inside = set(ast.walk(root))
    for node in inside - holes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            binder = names.binder(node)
            if binder is None:
                found.add(names.location(node.id))
            elif binder not in inside:
                found.add(Location("local", binder, node.id))
    return frozenset(found)


_RULES = {**FEEDABLE, **{canonical(path): rules for path, rules in FEEDABLE.items()}}
