"""Losses on several replicas beside those of the original: how far they are apart, and how far they may be.

On several replicas the same sums are taken in another order, so the losses are the same up to rounding, and rounding is
carried on from batch to batch. How much a training makes of it is measured, not guessed: the original is run twice more
with each weight moved by eight units in its last place in front of each batch.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass

from hoist.training.runs import Fitted

FACTOR = 10.0  # so many times what the original moves under that
ROUNDING = 2.0**-23  # two sums of n float32 numbers in different orders: relative, for each of the n
LEAST_ROWS = 64  # also inside a layer, sums are taken
TOO_FAR = 1e-2  # where more than this would have to be allowed, agreement says nothing
LEAST_BATCHES = 3  # the first comes before any update
SMALL = 1e-3  # of the first loss; what is less is compared as if it were so much


class Agreement(enum.Enum):
    """What the runs of a model under a strategy showed."""

    AGREES = "agrees"
    AGREES_AND_SLOWER = "agrees_and_slower"  # all GPUs together take longer for a step than one
    APART = "apart"  # equal on one replica; on several, layers that are named compute something else
    DIFFERENT = "different"
    COULD_NOT_BE_RUN = "could_not_be_run"


@dataclass(frozen=True)
class Replicas:
    """The losses of one model on so many replicas, beside those of the original.

    Attributes:
        replicas: how many.
        answer: whether they agree.
        batches: how many were compared.
        at: the batch at which they came nearest to what is allowed, from 1.
        apart: how far the losses are apart there, as a part of the loss.
        allowed: how far they may be.
        original, changed: the losses at the last batch that was compared.
        cause: the first difference, or why no more batches were compared.
    """

    replicas: int
    answer: Agreement
    batches: int = 0
    at: int = 0
    apart: float = 0.0
    allowed: float = 0.0
    original: float = math.nan
    changed: float = math.nan
    cause: str = ""


def agreement(original: Fitted, nudged: Sequence[Fitted], changed: Fitted, replicas: int) -> Replicas:
    """Compare the losses of a model on several replicas with those of the original, batch by batch."""
    if changed.replicas != replicas:
        return Replicas(replicas, Agreement.DIFFERENT, cause=f"the model trains on {changed.replicas} replicas")
    if original.rows != changed.rows:
        return Replicas(replicas, Agreement.DIFFERENT, cause=_other_rows(original.rows, changed.rows))
    count, stop = _comparable(original, replicas)
    moved, nearest = 0.0, (0, 0.0, math.inf)
    for place in range(count):
        was, now = original.losses[place], changed.losses[place]
        scale = max(abs(was), SMALL * abs(original.losses[0])) or 1.0
        moves = [abs(one.losses[place] - was) / scale for one in nudged]
        moved = max(moved, *moves)
        limit = max(FACTOR * moved, ROUNDING * max(original.rows[place], LEAST_ROWS)) + _read(original, place) / scale
        if limit > TOO_FAR or not all(map(math.isfinite, moves)):
            count, stop = place, f"behind batch {place}, this training makes too much of last bits to be compared"
            break
        apart = abs(now - was) / scale
        if not apart <= limit:
            cause = (
                f"batch {place + 1}: the loss is {was:.7g}, and {now:.7g} on {replicas} replicas;"
                f" {apart:.1e} apart, where {limit:.1e} are allowed"
            )
            answer = Agreement.APART if changed.apart else Agreement.DIFFERENT
            return Replicas(replicas, answer, place + 1, place + 1, apart, limit, was, now, cause)
        if apart / limit >= nearest[1] / nearest[2]:
            nearest = place + 1, apart, limit
    if count < min(LEAST_BATCHES, len(original.losses)) or count < 2:
        cause = stop or f"{count} batches say nothing of what an update does"
        return Replicas(replicas, Agreement.COULD_NOT_BE_RUN, count, cause=cause)
    last = original.losses[count - 1], changed.losses[count - 1]
    return Replicas(replicas, Agreement.AGREES, count, *nearest, *last, stop)


def _read(original: Fitted, place: int) -> float:
    """How exactly a loss can be read: it is the difference of two sums that Keras keeps as float32, on each side."""
    return 4 * ROUNDING * abs(original.totals[place]) / max(original.rows[place], 1)


def _comparable(original: Fitted, replicas: int) -> tuple[int, str]:
    """How many batches can be compared, and why no more: up to the first that cannot be shared evenly."""
    for place, rows in enumerate(original.rows):
        if rows % replicas and place + 1 < len(original.rows):
            return place + 1, (
                f"batch {place + 1} has {rows} rows, which {replicas} replicas cannot share evenly: each one's mean"
                " counts alike there, and what comes behind is not compared"
            )
    return len(original.rows), ""


def _other_rows(original: Sequence[int], changed: Sequence[int]) -> str:
    for place, (was, now) in enumerate(zip(original, changed, strict=False), start=1):
        if was != now:
            return f"batch {place} has {was} rows, and {now} on several replicas"
    return f"{len(original)} batches are trained, and {len(changed)} on several replicas"
