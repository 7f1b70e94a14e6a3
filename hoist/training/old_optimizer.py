"""A plain optimizer that stands in a program, its numbers, and what is said where Adam takes its place."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass

from hoist.edits import Edit, InsertLines, Span
from hoist.training.keras_names import KerasNames
from hoist.training.proposal import RefusedChange, Wishes

DEFAULT_RATE = 0.001
RATE_NAMES = frozenset({"learning_rate", "lr"})
_WHY = (
    "is not carried over, since with Adam the rate is about the length of a step and no factor of the gradient"
    " (Kingma and Ba 2015, arXiv:1412.6980)"
)


@dataclass(frozen=True)
class OldOptimizer:
    """A plain optimizer as it stands there.

    Attributes:
        node: what would be replaced.
        kind: the name of its class.
        rate: its learning rate.
        stated: whether the rate stands there; else it is the default.
        dropped: arguments that go with it, as text.
        unread: names that nothing reads when it is gone.
        kept: arguments that Adam takes as they are, as text.
    """

    node: ast.expr
    kind: str
    rate: float
    stated: bool
    dropped: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def plain_number(node: ast.expr, names: KerasNames) -> tuple[float, tuple[str, ...]]:
    """The number that an expression plainly is, and the name that is no longer read when it is gone.

    Raises:
        RefusedChange: it is not shown to be a number, or its name is read elsewhere too.
    """
    value: ast.expr | None = node
    unread: tuple[str, ...] = ()
    if isinstance(node, ast.Name):
        value = names.assigned(node)
        if len(names.loads(node.id)) > 1:
            raise RefusedChange("HSR42", f"`{node.id}` is read elsewhere too")
        unread = (node.id,)
    number = value.value if isinstance(value, ast.Constant) else None
    if isinstance(number, (int, float)) and not isinstance(number, bool) and math.isfinite(number):
        return float(number), unread
    raise RefusedChange("HSR42", f"`{names.module.text(node)}` is not shown to be a plain number")


def rate_written(wishes: Wishes) -> float:
    """The rate that Adam is given."""
    return DEFAULT_RATE if wishes.learning_rate is None else wishes.learning_rate


def change_text(old: OldOptimizer, wishes: Wishes) -> str:
    """What is written in its place, at which rate and why, and what goes with it."""
    why = "its default" if wishes.learning_rate is None else "as asked"
    was = f"{old.rate:g}{'' if old.stated else ', its default'}"
    parts = [f"Adam at the rate {rate_written(wishes):g}, {why}; the rate of {old.kind} ({was}) {_WHY}"]
    if old.dropped:
        parts.append(f"left out with {old.kind}: {', '.join(old.dropped)}")
    parts += [f"`{name}` is no longer read" for name in old.unread]
    return "; ".join(parts)


def replaceable(node: ast.expr, names: KerasNames) -> Span:
    """Where an expression stands, if no comment would be lost with it.

    Raises:
        RefusedChange: a comment stands in it.
    """
    span = names.module.span(node)
    if span.line != span.end_line and any("#" in line for line in names.module.lines[span.line - 1 : span.end_line]):
        raise RefusedChange("HSR28", "a comment stands in it, which would be lost")
    return span


def imported_beside(node: ast.Name, wanted: str, names: KerasNames) -> tuple[str, list[Edit]]:
    """A name from where an imported one comes from, and the import that this wants.

    Raises:
        RefusedChange: it is not imported at the top level, or the name means something else there.
    """
    statement = names.module.parents[names.bindings(node)[0]]
    if not isinstance(statement, ast.ImportFrom) or names.module.parents[statement] is not names.module.tree:
        raise RefusedChange("HSR41", f"`{node.id}` is not imported at the top level")
    if names.imported.get(wanted) == f"{statement.module}.{wanted}":
        return wanted, []
    if names.binds(wanted):
        raise RefusedChange("HSR41", f"`{wanted}` means something else in this file")
    span = names.module.span(statement)
    return wanted, [InsertLines(span, ((0, f"from {statement.module} import {wanted}"),), span)]
