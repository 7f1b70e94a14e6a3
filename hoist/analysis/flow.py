"""Control flow of the abstract execution: branches, where they meet, and loops up to their fixpoint."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hoist.analysis import statements
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import UNBOUND, UNKNOWN, Value, join, weaken

_PASSES = 12
_WIDEN_AFTER = 8  # from then on a name that still changes is taken to be anything


@dataclass(frozen=True)
class End:
    """What is known where a branch ends."""

    env: dict[str, Value]
    dead: bool
    variables_exist: bool
    reuse: str


def end_here(run: Run, frame: Frame) -> End:
    """The state as it is."""
    return End(dict(frame.env), frame.dead, run.variables_exist, run.reuse)


def go_on(run: Run, frame: Frame, end: End) -> None:
    """Take up the state of an end."""
    run.version += frame.captured and frame.env != end.env
    frame.env.clear()
    frame.env.update(end.env)
    frame.dead, run.variables_exist, run.reuse = end.dead, end.variables_exist, end.reuse


def branch(run: Run, body: Sequence[ast.stmt], frame: Frame) -> End:
    """Execute one branch and restore the state; gives the state at the branch's end."""
    before = end_here(run, frame)
    run.doubt += 1
    statements.execute(run, body, frame)
    run.doubt -= 1
    after = end_here(run, frame)
    go_on(run, frame, before)
    return after


def merge(run: Run, frame: Frame, ends: Sequence[End]) -> None:
    """Go on where several ends meet."""
    live = [end for end in ends if not end.dead]
    if not live:
        frame.dead = True
        return
    merged = dict(live[0].env)
    for end in live[1:]:
        for name, value in end.env.items():
            known = merged.get(name, UNBOUND)
            if known is not value:
                merged[name] = join(known, value)
    frame.witnesses |= _witnesses(live)
    kinds = {end.reuse for end in live}
    reuse = kinds.pop() if len(kinds) == 1 else "unknown"
    go_on(run, frame, End(merged, False, all(end.variables_exist for end in live), reuse))


def _witnesses(ends: Sequence[End]) -> set[str]:
    """Names that only those ends have bound where a variable exists: who reads one has come by such an end."""
    with_one = [end for end in ends if end.variables_exist]
    without = [end for end in ends if not end.variables_exist]
    if not with_one or not without:
        return set()
    bound = {name for end in without for name, value in end.env.items() if value is not UNBOUND}
    return {name for end in with_one for name in end.env if name not in bound}


def stored_names(node: ast.AST) -> frozenset[str]:
    """The names that are set below a node."""
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def repeat(run: Run, node: ast.For | ast.AsyncFor | ast.While, turn: Callable[[], None], frame: Frame) -> None:
    """Execute turns of a loop until nothing new is learned."""
    before, exist = dict(frame.env), run.variables_exist
    for name in frame.module.remember(stored_names, node):
        if name in frame.env:
            frame.env[name] = weaken(frame.env[name])
    doubt, run.doubt = run.doubt, 0  # what a turn does for sure is sure, as seen by the loop itself
    for count in range(_PASSES):
        entry, learned, reuse = dict(frame.env), run.learned, run.reuse
        turn()
        merged = {n: join(entry.get(n, UNBOUND), frame.env.get(n, UNBOUND)) for n in {*entry, *frame.env}}
        if count >= _WIDEN_AFTER:
            merged = {n: v if v == entry.get(n) else UNKNOWN for n, v in merged.items()}
        reuse = reuse if reuse == run.reuse else "unknown"
        settled = merged == entry and run.learned == learned and reuse == run.reuse
        go_on(run, frame, End(merged, False, run.variables_exist, reuse))
        if settled or run.budget < 0:
            break
    for name, value in before.items():
        frame.env[name] = join(value, frame.env.get(name, UNBOUND))
    run.variables_exist, run.doubt = exist, doubt
    statements.execute(run, node.orelse, frame)
