"""The calls that run what is built: whether something is fetched, and how a run can be given one more feed."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable
from dataclasses import dataclass

from hoist.analysis.facts import Act
from hoist.analysis.fed_values import FedValues
from hoist.analysis.scope import Scope
from hoist.analysis.values import UNKNOWN, PyKind
from hoist.tensorflow_api.symbol import Effect

_QUIET = (Act.READS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES, Act.READS_COLLECTION, Act.CREATES)


@dataclass(frozen=True)
class RunCall:
    """A call that runs what is built, and how it can be given one more feed.

    Attributes:
        call: the call.
        feeds: the dict display or other expression that it feeds; None if it feeds nothing.
        method: for ``t.eval(...)`` and ``t.op.run(...)`` the session that it names, as source, or "" for the default
            one. None for a call of a session's ``run``.
        member: ".op" for ``t.op.run(...)``, which fetches nothing.
        maybe_none: whether what it feeds may be None.
    """

    call: ast.Call
    feeds: ast.expr | None
    method: str | None = None
    member: str = ""
    maybe_none: bool = False


class RunCalls:
    """Finds the runs of one scope."""

    def __init__(self, scope: Scope, values: FedValues) -> None:
        self._run = scope.run
        self._module = scope.module
        self._names = scope.names
        self._effects = scope.effects
        self._values = values

    def is_fetched(self, node: ast.AST) -> bool:
        """Whether what an expression gives is run where it stands, and used in no other way."""
        child, parent = self._beyond_displays(node)
        if isinstance(parent, ast.Attribute) and child is node and parent.attr in ("eval", "run", "op"):
            call = self._module.parents[parent]
            call = self._module.parents[call] if parent.attr == "op" and isinstance(call, ast.Attribute) else call
            return isinstance(call, ast.Call) and self._runs(call)
        if not isinstance(parent, ast.Call) or not self._runs(parent):
            return False
        return isinstance(parent.func, ast.Attribute) and parent.func.attr == "run" and _is_fetches(child, parent)

    def _beyond_displays(self, node: ast.AST) -> tuple[ast.AST, ast.AST | None]:
        """What holds an expression, past the displays and the keyword of fetches, and the part of it that does."""
        child = node
        for parent in self._module.ancestors(node):
            display = isinstance(parent, (ast.List, ast.Tuple)) or (
                isinstance(parent, ast.Dict) and child in parent.values
            )
            if not display and not (isinstance(parent, ast.keyword) and parent.arg == "fetches"):
                return child, parent
            child = parent
        return child, None

    def _runs(self, call: ast.Call) -> bool:
        return any(f.act is Effect.RUNS and not f.chain for f in self._run.facts.get(call, ()))

    def run_of(self, node: ast.AST) -> RunCall | None:
        """The call that fetches what an expression gives: it stands among the fetches, or as ``t`` in ``t.eval()``."""
        child, parent = self._beyond_displays(node)
        if isinstance(parent, ast.Call) and self._values.is_session_run(parent):
            return self._run_call(parent) if _is_fetches(child, parent) else None
        return self._method_call(parent) if isinstance(parent, ast.Attribute) and child is node else None

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
        return RunCall(call, feeds, maybe_none=not self._is_display(feeds))

    def _is_display(self, feeds: ast.expr | None) -> bool:
        """Whether what a run feeds is a dict for certain, rather than None."""
        if not isinstance(feeds, ast.Name):
            return isinstance(feeds, ast.Dict) or feeds is None
        stores = [n for n in self._names.occurrences.get(feeds.id, []) if not isinstance(n.ctx, ast.Load)]
        parents = [self._module.parents[store] for store in stores]
        arguments = getattr(self._names.scope, "args", None)
        given = arguments is not None and any(a.arg == feeds.id for a in ast.walk(arguments) if isinstance(a, ast.arg))
        return (
            not given
            and bool(parents)
            and all(isinstance(p, ast.Assign) and isinstance(p.value, ast.Dict) for p in parents)
        )

    def _method_call(self, attribute: ast.Attribute) -> RunCall | None:
        """``t.eval()`` or ``t.op.run()``, with no more than a session."""
        parent = self._module.parents[attribute]
        member = ""
        if attribute.attr == "op" and isinstance(parent, ast.Attribute):
            attribute, parent, member = parent, self._module.parents[parent], ".op"
        if attribute.attr not in ("eval", "run") or not isinstance(parent, ast.Call) or parent.func is not attribute:
            return None
        if not self._runs(parent):
            return None
        session = next((k.value for k in parent.keywords if k.arg == "session"), None)
        if parent.args or len(parent.keywords) != (session is not None):
            return None
        if session is not None and not self._values.is_path(session):
            return None
        return RunCall(parent, None, ast.unparse(session) if session is not None else "", member)

    def evaluated_alone(self, values: Iterable[ast.expr], run: RunCall, readers: Container[ast.AST | None]) -> bool:
        """Whether nothing else in a run's fetches does anything: so the fed values may be evaluated behind them.

        ``readers`` are builds of ops that read files, which they do when they are run.
        """
        fed_values = list(values)
        named = [k.value for k in run.call.keywords if k.arg == "fetches"]
        fed = run.feeds
        if fed is not None and any(_place(fed) < _place(fetches) for fetches in (*run.call.args[:1], *named)):
            return False
        if run.method is not None:  # the session is asked for before the values
            acts = {fact.act for value in fed_values for fact in self._effects(value)}
            if acts - {Act.READS, Effect.RUNS, Act.DRAWS_HOST}:
                return False
        inside = {n for value in fed_values for n in ast.walk(value)}
        others = [n for n in ast.walk(run.call) if n not in inside and n is not run.call and n not in readers]
        if run.feeds is not None:
            given = set(ast.walk(run.feeds))
            others = [n for n in others if n not in given]
        return all(f.act in _QUIET for n in others for f in self._run.facts.get(n, ()))


def _is_fetches(node: ast.AST, call: ast.Call) -> bool:
    return (bool(call.args) and call.args[0] is node) or node in call.keywords


def _place(node: ast.expr) -> tuple[int, int]:
    return (node.lineno, node.col_offset)
