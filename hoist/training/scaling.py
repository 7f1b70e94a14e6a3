"""``--scale-batch``: the batch of each fit is multiplied by the number of replicas."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hoist.edits import AddArgument, Edit, ReplaceExpression
from hoist.training.arrays import is_array
from hoist.training.keras_names import KerasNames

_BATCH = "32"  # the default of fit
_POSITION = 2  # of the batch size among the arguments of fit


class CannotScale(Exception):
    """The batch of a fit cannot be multiplied."""


def scaled(
    models: Sequence[str], strategy: str, block: Sequence[ast.stmt], last: int, names: KerasNames
) -> Iterator[Edit]:
    """The edits that multiply the batches of the models that are built in a block.

    Raises:
        CannotScale: one cannot be multiplied, or there is none.
    """
    fits = [
        node
        for node in names.module.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "fit"
        and ast.unparse(node.func.value) in models
    ]
    if not fits:
        raise CannotScale("no fit of the model stands in this file")
    for fit in fits:
        if not any(names.lies_in(fit, statement) for statement in block[last + 1 :]):
            raise CannotScale(f"the fit at line {fit.lineno} does not stand behind the strategy, in its block")
        yield _multiplied(fit, strategy, names)


def _multiplied(fit: ast.Call, strategy: str, names: KerasNames) -> Edit:
    times = f"* {strategy}.num_replicas_in_sync"
    if any(isinstance(one, ast.Starred) for one in fit.args) or any(one.arg is None for one in fit.keywords):
        raise CannotScale(f"the arguments of the fit at line {fit.lineno} are unpacked")
    given = next((one.value for one in fit.keywords if one.arg == "batch_size"), None)
    given = fit.args[_POSITION] if given is None and len(fit.args) > _POSITION else given
    if given is not None:
        if isinstance(given, ast.Constant) and not isinstance(given.value, int):
            raise CannotScale(f"the fit at line {fit.lineno} is given no number of rows")
        whole = isinstance(given, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        text = names.exact(given)
        return ReplaceExpression(names.module.span(given), f"{text if whole else f'({text})'} {times}")
    rows = fit.args[0] if fit.args else next((one.value for one in fit.keywords if one.arg == "x"), None)
    if rows is None or not is_array(rows, names):
        raise CannotScale(f"what the fit at line {fit.lineno} is given is not shown to be arrays, cut by fit itself")
    return AddArgument(names.module.span(fit), f"batch_size={_BATCH} {times}")
