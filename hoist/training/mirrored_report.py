"""What the runs of a model under a strategy showed, as text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from hoist.report.style import render
from hoist.training.agreement import FACTOR, Agreement

if TYPE_CHECKING:
    from hoist.report.style import Colour, Style
    from hoist.training.mirrored_proof import Mirrored

COLOURS: dict[Agreement, Colour] = {
    Agreement.AGREES: "green",
    Agreement.AGREES_AND_SLOWER: "red",
    Agreement.APART: "red",
    Agreement.DIFFERENT: "red",
    Agreement.COULD_NOT_BE_RUN: "yellow",
}
_TOLERANCE = (
    "Losses are apart by so great a part of the loss, at the batch at which that is nearest to what is allowed."
    f" Allowed is {FACTOR:g} times what the original's losses move at most, in two runs, when its weights are moved by"
    " eight units in the last place in front of each batch; and never less than what sums over a batch may differ that"
    " are taken in another order, and than how exactly a loss can be read out of Keras's running mean."
)
_VIRTUAL = "Replicas were virtual devices of the processor: they show the numbers, not the speed."


def mirrored_line(show: Mirrored) -> str:
    """Return what was shown of a model under a strategy, in one sentence."""
    one = f"on one replica the same losses and weights, to the last bit ({show.batches} batches)"
    agreeing = [str(found.replicas) for found in show.several if found.answer is Agreement.AGREES]
    if show.answer in {Agreement.AGREES, Agreement.AGREES_AND_SLOWER}:
        same = f"{one}; on {' and '.join(agreeing)} the losses agree"
        return same if show.answer is Agreement.AGREES else f"{same}, but {show.cause}"
    if show.answer is Agreement.APART:
        return f"{one}; not so on several: {show.cause}"
    return f"{'different' if show.answer is Agreement.DIFFERENT else 'could not be run'}: {show.cause}"


def mirrored_text(show: Mirrored, style: Style) -> str:
    """Return the same with the figures behind it."""
    line = style.paint(f"Verdict: {mirrored_line(show)}", COLOURS[show.answer], bold=True)
    parts = [f"{line}\n{show.path.name}:{show.line}: built and compiled under MirroredStrategy"]
    if show.several:
        parts.append(render(lambda console: console.print(_table(show)), style).rstrip("\n"))
        parts.append("\n".join(textwrap.fill(note, style.width) for note in _notes(show)))
    return "\n\n".join(parts)


def _table(show: Mirrored) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for head in ("replicas", "batches", "nearest at", "apart", "allowed", "last loss", "original's"):
        table.add_column(head, justify="right")
    table.add_row("1", str(show.batches), "", "0", "0", "", "")
    for found in show.several:
        figures = [str(found.at), *(f"{value:.1e}" for value in (found.apart, found.allowed))]
        losses = [f"{value:.7g}" for value in (found.changed, found.original)]
        row = [*figures, *losses] if found.answer is not Agreement.COULD_NOT_BE_RUN else [""] * 5
        table.add_row(str(found.replicas), str(found.batches), *row)
    return table


def _notes(show: Mirrored) -> list[str]:
    notes = [_TOLERANCE]
    notes += [f"{found.replicas} replicas: {found.cause}." for found in show.several if found.cause]
    if show.silenced:
        notes.append("In these runs dropout and its like pass their input on: each replica would draw for itself.")
    if show.apart and show.answer is Agreement.AGREES:
        notes.append(f"{', '.join(show.apart)}: where a batch is shared, this may compute something else.")
    if "BatchNormalization" in show.apart:
        notes.append("BatchNormalization(synchronized=True) takes its statistics over the whole batch.")
    if show.scaled:
        notes.append("Batches are multiplied by the replicas, as asked; for the comparison they were divided again.")
    if not show.epochs:
        notes.append("No epoch came to its end: the last batch and the validation were not compared.")
    if show.seconds:
        rounds = "; ".join(f"{before * 1e3:.3g} ms -> {after * 1e3:.3g} ms" for before, after in show.seconds)
        notes.append(f"Time of a step, on one GPU and on {show.gpus}: {rounds} (rounds in turn)")
    return [*notes, _VIRTUAL]
