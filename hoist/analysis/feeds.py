"""Feeds: which values a build bakes into the graph could be fed instead, with what dtype and shape, and by which runs.

A value is fed only where the source shows all of it: that it is no tensor, that the parameter takes nothing but a
tensor's worth of it (``hoist.tensorflow_api.feedable``), the dtype and shape that the baked constant would have, and
the calls that run what is built on it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from hoist.analysis.facts import Act
from hoist.analysis.fed_values import FedValues
from hoist.analysis.no_tensors import NoTensors
from hoist.analysis.run_calls import RunCalls
from hoist.analysis.scope import Scope
from hoist.analysis.values import MISSING, UNKNOWN, MethodRef, PyKind, Value
from hoist.recorded import NOTHING, Recorded, Seen
from hoist.tensorflow_api import canonical, lookup, lookup_method
from hoist.tensorflow_api.feedable import AS, FEEDABLE, GIVEN, INSTEAD, LIKE, OWN, SELF, SHAPED, TENSOR, TEXT
from hoist.tensorflow_api.symbol import Effect, Kind, Symbol

_HARMLESS = frozenset({"name", "use_locking", SELF})
_SOMETIMES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.IfExp, ast.BoolOp)
_NUMBERS = (int, float, bool, complex)
_TENSORS = (Kind.TENSOR, Kind.PLACEHOLDER, Kind.VARIABLE)
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_OTHER = "other"
# What the source shows to be a tensor, a variable or an object of the program's is not asked for.
_MAY_BE_SEEN = (Kind.UNKNOWN, Kind.PYTHON, Kind.ARRAY, PyKind.FOREIGN, PyKind.LIST, PyKind.TUPLE)
_BUILDING = (Act.READS, Effect.BUILDS, Effect.READS_VARIABLES)
_WHOLE = "{now}.shape"
_GIVEN_BESIDE = frozenset({SELF, "value", "dtype", "name"})
_OF_KNOWN_SHAPE = (TEXT, LIKE + SELF, LIKE + "ref")
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
        copied: whether it is an array that somebody else may hold: fed to a resource variable, it could be its memory.
        converted: the dtype, as source, to which the value is converted before it is fed, as a constant would be; ""
            for its own. None if it is fed as it is. In ``dtype``, ``shape`` and ``keys``, ``{now}`` then stands for
            what has been converted, and in ``dtype`` and here ``{first}`` for that of ``after``.
        after: a value beside it, to whose dtype it is converted.
        instead: a function that takes no tensor, and the name of the one of TensorFlow's that stands in for it.
        reader: the call that reads a file at each run if its name is fed, where a constant would be folded.
        recorded: what a run showed of it, where the source does not show that it is an array, number or text.
    """

    node: ast.expr
    dtype: str
    shape: str
    base: str
    like: ast.expr | None = None
    keys: tuple[str, ...] = ()
    tried: bool = False
    copied: bool = False
    converted: str | None = None
    after: ast.expr | None = None
    instead: tuple[ast.expr, str] | None = None
    reader: ast.Call | None = None
    recorded: Seen | None = None

    @property
    def needs_value(self) -> bool:
        """Whether its placeholder can be made only when the value is there."""
        return bool(self.keys)

    @property
    def is_whole(self) -> bool:
        """Whether its placeholder has the whole static shape of the value."""
        return self.shape in (_WHOLE, "[]")

    @property
    def asks_for_shape(self) -> bool:
        """Whether what is built on it may find another static shape than that of the constant."""
        return not (self.tried or self.is_whole or self.base.endswith("_value"))


class Feeds:
    """Finds the feeds of the builds of one scope.

    With ``tried``, values that are not known are fed as well, as arrays of the dtype and rank that they turn out to
    have; whether that was right, only a run can tell. So are those of which a run has been ``recorded`` that shows it.
    """

    def __init__(self, scope: Scope, *, tried: bool = False, recorded: Recorded = NOTHING) -> None:
        self._run = scope.run
        self._module = scope.module
        self._names = scope.names
        self._effects = scope.effects
        self._tried = tried
        self._recorded = recorded
        self._sometimes_tensor = scope.sometimes_tensor
        self._values = FedValues(scope)
        self._no_tensors = NoTensors(scope, FedValues(scope))
        self.runs = RunCalls(scope, FedValues(scope, tried=tried, recorded=recorded))

    def of(self, root: ast.AST, varies: Callable[[ast.expr], bool], *, whole: bool = False) -> tuple[Feed, ...]:
        """What has to be fed for a build to be the same each time; what cannot be fed is left out.

        With ``whole``, placeholders have the whole static shape of the values: each shape is a build of its own.
        """
        found: list[Feed] = []
        for call in ast.walk(root):
            if isinstance(call, ast.Call):
                found += self._of_call(call, root, varies, whole=whole)
            elif isinstance(call, ast.BinOp) and isinstance(call.op, _OPERATORS):
                found += self._of_operator(call, root, varies, whole=whole)
        return tuple(found)

    def _of_operator(
        self, node: ast.BinOp, root: ast.AST, varies: Callable[[ast.expr], bool], *, whole: bool
    ) -> Iterator[Feed]:
        """What stands beside a tensor in arithmetic, and is converted to the tensor's dtype."""
        for value, other in ((node.left, node.right), (node.right, node.left)):
            tensor = self._run.values.get(other, UNKNOWN).kind in _TENSORS
            if not tensor or not self._may_be_fed(value, root) or self._is_on_condition(node, root):
                continue
            if varies(value):
                feed = self._feed_of(value, LIKE + _OTHER, {_OTHER: other}, {}, root, whole=whole)
                yield from (feed,) if feed is not None else ()

    def _of_call(
        self, call: ast.Call, root: ast.AST, varies: Callable[[ast.expr], bool], *, whole: bool
    ) -> Iterator[Feed]:
        described = self._described(call, _SHAPED_TOO if whole else _RULES)
        if described is None or any(isinstance(a, ast.Starred) for a in call.args):
            return
        symbol, rules, receiver = described
        given = {
            **dict(zip(symbol.parameters, call.args, strict=False)),
            **{k.arg or "**": k.value for k in call.keywords},
        }
        more = set(given) - set(rules) - _HARMLESS - {rule.removeprefix(LIKE) for rule in rules.values()}
        if "**" in given or (more and not _takes_more(symbol.path)) or self._is_on_condition(call, root):
            return
        made: dict[str, Feed] = {}
        for parameter, rule in rules.items():
            node = given.get(parameter)
            if node is None or rule == TENSOR or not self._may_be_fed(node, root):
                continue
            if not (varies(node) or parameter in symbol.fed):
                continue
            feed = self._feed_of(node, rule, {**given, SELF: receiver}, made, root, whole=whole)
            if feed is not None:
                if symbol.path in INSTEAD:
                    feed = replace(feed, instead=(call.func, INSTEAD[symbol.path]))
                if parameter in symbol.fed:
                    feed = replace(feed, reader=call)
                made[parameter] = feed
                yield feed

    def _feed_of(
        self,
        node: ast.expr,
        rule: str,
        given: dict[str, ast.expr | None],
        made: dict[str, Feed],
        root: ast.AST,
        *,
        whole: bool,
    ) -> Feed | None:
        """How a value is fed: as it is, as the array that TensorFlow would make of it, or as it turns out to be."""
        as_it_is = self._is_value(node) and (not whole or rule in _OF_KNOWN_SHAPE)
        feed = self._feed(node, rule, given, made) if as_it_is else None
        if feed is None and self._no_tensors.shown(node):
            return _of_shape(self._converted(node, rule, given, made, root), whole=whole)
        seen = self._seen(node, text=rule == TEXT) if feed is None else None
        if seen is not None:
            feed = _text(node) if rule == TEXT else self._converted(node, rule, given, made, root)
            feed = _of_shape(feed, whole=whole)
            return replace(feed, recorded=seen) if feed is not None else None
        if self._tried and self._recorded.is_none_of(self._module.path, node):
            return None
        if not self._tried or not self._is_value(node):
            return feed
        if feed is not None:
            unknown = not _no_tensor(self._run.values.get(node, UNKNOWN))
            return replace(feed, tried=True) if unknown else feed
        text = _text(node) if rule == TEXT else None
        feed = text or _of_shape(self._converted(node, rule, given, made, root), whole=whole)
        return replace(feed, tried=True) if feed is not None else None

    def _is_on_condition(self, node: ast.expr, root: ast.AST) -> bool:
        """Whether a part of a build may be done never, or several times, while the build is done once."""
        for parent in self._module.ancestors(node):
            if isinstance(parent, _SOMETIMES):
                return True
            if parent is root:
                return False
        return False

    def _described(
        self, call: ast.Call, table: Mapping[str, dict[str, str]]
    ) -> tuple[Symbol, dict[str, str], ast.expr | None] | None:
        """The function or method that is called, if any of its parameters may be fed, and what it is called on."""
        value = self._run.values.get(call.func, UNKNOWN)
        if value.kind is PyKind.SYMBOL and not value.items and isinstance(value.ref, str):
            for path in (value.ref, canonical(value.ref)):
                symbol = lookup(path)
                if symbol is not None and table.get(path):
                    return symbol, table[path], None
        if isinstance(value.ref, MethodRef) and isinstance(call.func, ast.Attribute):
            method = lookup_method(value.ref.kind, value.ref.name)
            if method is not None and method.path in table:
                return method, table[method.path], call.func.value
        return None

    def _feed(self, node: ast.expr, rule: str, given: dict[str, ast.expr | None], made: dict[str, Feed]) -> Feed | None:
        if rule == TEXT:
            return _text(node) if self._is_text(node) else None
        own = self._values.fetched(node)
        if rule == OWN:
            return None if own is None else Feed(node, *_like(own), _fed_name(node), own)
        name = rule.removeprefix(LIKE)
        if name in made:  # converted to the dtype of what is fed beside it
            first = made[name]
            return None if own is None else Feed(node, first.dtype, _like(own)[1], _fed_name(node), own)
        other = given.get(name)
        if other is None or not self._values.is_path(other):
            return None
        kind = self._run.values.get(other, UNKNOWN).kind
        dtype, shape = _like(other)
        if rule in (LIKE + SELF, LIKE + "ref"):
            if kind is not Kind.VARIABLE or not (self._values.is_plain(node) or self._values.may_be_copied(node)):
                return None
            copied = not self._values.is_plain(node)
            return Feed(node, dtype, shape, f"{_last_name(other)}_value", other, copied=copied)
        if kind not in _TENSORS:
            return None
        if self._values.is_float(node):
            return Feed(node, dtype, "[]", _fed_name(node), other)
        return None if own is None else Feed(node, dtype, _like(own)[1], _fed_name(node), own)

    def _converted(
        self, node: ast.expr, rule: str, given: dict[str, ast.expr | None], made: dict[str, Feed], root: ast.AST
    ) -> Feed | None:
        """A feed of what a constant would hold: of the variable's dtype and shape, or of what the value shows."""
        if rule == TEXT:
            return None
        name = rule.removeprefix(LIKE)
        other = given.get(name)
        known = other is not None and self._values.is_path(other)
        kind = self._run.values.get(other, UNKNOWN).kind if other is not None else None
        if rule in (LIKE + SELF, LIKE + "ref"):
            if other is None or not known or kind is not Kind.VARIABLE:
                return None
            dtype, shape = _like(other)
            return Feed(node, dtype, shape, f"{_last_name(other)}_value", other, converted=dtype)
        if isinstance(root, ast.expr) and not self._comes_first(node, root):
            return None  # it would be evaluated in front of what stands before it in the build
        keys, rank, base = ("{now}.ndim",), "[None] * {now}.ndim", _fed_name(node)
        if rule.startswith(AS):
            dtype = f"{{tf}}.{rule.removeprefix(AS)}"
            return Feed(node, dtype, rank, base, None, keys, converted=dtype)
        own = Feed(node, "{now}.dtype", rank, base, None, ("{now}.dtype", *keys), converted="")
        if rule == GIVEN:
            return self._of_dtype(own, given)
        if rule == OWN:
            return own
        if name in made:
            dtype = made[name].dtype.replace("{now}", "{first}")
            return Feed(node, dtype, rank, base, None, keys, converted=dtype, after=made[name].node)
        if other is None or not known or kind not in _TENSORS:
            return None
        dtype = _like(other)[0]
        return Feed(node, dtype, rank, base, other, keys, converted=dtype)

    def _of_dtype(self, own: Feed, given: Mapping[str, ast.expr | None]) -> Feed | None:
        """The feed of a value with the dtype that is given beside it, if one is, in place of its own."""
        if not set(given) <= _GIVEN_BESIDE:
            return None
        dtype = given.get("dtype")
        if dtype is None or _is_none(dtype):
            return own
        text = ast.unparse(dtype)
        named = self._values.is_path(dtype) or isinstance(dtype, ast.Constant)
        return replace(own, dtype=text, keys=own.keys[1:], converted=text) if named else None

    def _comes_first(self, node: ast.expr, root: ast.expr) -> bool:
        """Whether a value may be evaluated in front of a build: it only reads, or all else only builds."""
        if all(fact.act is Act.READS for fact in self._effects(node)):
            return True
        inside = set(ast.walk(node))
        others = (other for other in ast.walk(root) if other not in inside)
        return all(fact.act in _BUILDING for other in others for fact in self._run.facts.get(other, ()))

    # Values ---------------------------------------------------------------------------------------------------------

    def _may_be_fed(self, node: ast.expr, root: ast.AST) -> bool:
        """Whether an expression may be evaluated outside the build, and adds no node itself."""
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
        if acts & {Effect.BUILDS, Act.YIELDS}:
            return False
        return self._tried or not acts & {Act.MAY_BUILD, Act.OPERATES} or self._seen(node) is not None

    def _seen(self, node: ast.expr, *, text: bool = False) -> Seen | None:
        """What a recorded run showed of a value that may be one: always a number or array, or always text."""
        value = self._run.values.get(node, UNKNOWN)
        if value.kind not in _MAY_BE_SEEN:
            return None
        asked = self._recorded.text if text else self._recorded.number
        seen = asked(self._module.path, node)
        return seen if seen is not None and not self._sometimes_tensor(node) else None

    def _is_value(self, node: ast.expr) -> bool:
        """Whether an expression gives numbers or text, and no tensor."""
        acts = {fact.act for fact in self._effects(node)}
        value = self._run.values.get(node, UNKNOWN)
        if self._tried and (value.kind is PyKind.FOREIGN or (value.kind is Kind.UNKNOWN and not value.choices)):
            return True
        return Act.UNKNOWN_CALL not in acts and _no_tensor(value)

    def _is_text(self, node: ast.expr) -> bool:
        value = self._run.values.get(node, UNKNOWN)
        return value.kind is Kind.PYTHON and (value.const is MISSING or isinstance(value.const, (bytes, str)))


def _text(node: ast.expr) -> Feed:
    return Feed(node, "{tf}.string", "[]", _fed_name(node))


def _of_shape(feed: Feed | None, *, whole: bool) -> Feed | None:
    """With ``whole``, the feed with a placeholder of the value's shape in place of its rank, and so its keys."""
    if feed is None or not whole or not feed.keys:
        return feed
    return replace(feed, keys=tuple(key.replace("{now}.ndim", _WHOLE) for key in feed.keys), shape=_WHOLE)


def _takes_more(path: str) -> bool:
    """Whether further arguments leave the fed one as it is: an axis, a dtype, a size; but none of an assign."""
    return not path.endswith(("assign", "assign_add", "assign_sub", "softmax"))


def _no_tensor(value: Value) -> bool:
    if value.kind is Kind.PYTHON:
        return value.const is not None
    if value.kind is Kind.ARRAY:
        return True
    if value.kind in (PyKind.LIST, PyKind.TUPLE):
        return bool(value.items) and all(_no_tensor(item) for item in value.items or ())
    return value.kind is PyKind.FOREIGN and "()" in str(value.ref) and str(value.ref).startswith(_FOREIGN_VALUES)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


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


_RULES = {**FEEDABLE, **{canonical(path): rules for path, rules in FEEDABLE.items()}}
_SHAPED_TOO = {**_RULES, **SHAPED, **{canonical(path): rules for path, rules in SHAPED.items()}}
