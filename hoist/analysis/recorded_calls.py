"""What a run showed of calls that the source does not explain: that they only build, or run a session."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hoist.analysis.facts import Act, Fact, ordered
from hoist.analysis.frame import Run
from hoist.analysis.program import Module
from hoist.analysis.run_calls import RunCall
from hoist.analysis.values import UNKNOWN
from hoist.recorded import Recorded, Seen
from hoist.tensorflow_api.symbol import Kind

_UNEXPLAINED = (Act.UNKNOWN_CALL, Act.OPERATES)


def builders(facts: Iterable[Fact], recorded: Recorded) -> dict[Fact, Seen]:
    """The calls and operators of unknown effect of which a run shows that they gave a tensor, and only built it."""
    found: dict[Fact, Seen] = {}
    for fact in ordered(fact for fact in facts if fact.act in _UNEXPLAINED):
        seen = recorded.builder(fact.path, fact.node) if isinstance(fact.node, (ast.Call, ast.BinOp)) else None
        if seen is not None:
            found[fact] = seen
    return found


def unknown_sessions(run: Run, runs: Iterable[RunCall]) -> Iterator[ast.expr]:
    """On what is run of which the source does not show that it is a session."""
    for one in runs:
        if one.method is None and isinstance(one.call.func, ast.Attribute):
            receiver = one.call.func.value
            if run.values.get(receiver, UNKNOWN).kind is not Kind.SESSION:
                yield receiver


def sessions(module: Module, receivers: Iterable[ast.expr], recorded: Recorded) -> tuple[Seen, ...]:
    """What a run showed of those."""
    seen = (recorded.session(module.path, receiver) for receiver in receivers)
    return tuple(one for one in seen if one is not None)
