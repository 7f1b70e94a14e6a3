"""Loss curves of two optimizers over the same steps, and what they say: from numbers to a verdict."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_STEPS = 10
LEAST_SEEDS = 5  # fewer cannot tell a difference from chance: of five pairs all must agree
SURE = 0.05  # a difference counts if chance makes it less often than this
WINDOW = 0.1  # share of the steps over which losses are averaged
SHOWN = 8  # points of the curve that are kept for the report


class Answer(enum.Enum):
    """What the runs of a change of training showed."""

    SOONER = "sooner"  # the loss is reached in fewer steps
    NOT_SOONER = "not_sooner"  # it is not
    COULD_NOT_BE_RUN = "could_not_be_run"


@dataclass(frozen=True)
class Spread:
    """A number over several seeds: the median, the least and the greatest; infinite where it is never reached."""

    median: float
    least: float
    greatest: float


@dataclass(frozen=True)
class Point:
    """The losses of both programs at one step."""

    step: int
    original: Spread
    changed: Spread


@dataclass(frozen=True)
class Comparison:
    """Two sets of loss curves side by side.

    Attributes:
        answer: whether the loss is reached sooner.
        cause: why it cannot be told, or what speaks against the change.
        loss: the loss that all runs of the original reach.
        original, changed: the steps at which it is reached.
        points: losses along the way.
        chance: how often chance alone makes all pairs of runs differ so much.
        seeds: pairs of runs.
        steps: that were compared.
        window: over how many steps losses were averaged.
    """

    answer: Answer
    cause: str = ""
    loss: float = math.nan
    original: Spread = Spread(math.nan, math.nan, math.nan)
    changed: Spread = Spread(math.nan, math.nan, math.nan)
    points: tuple[Point, ...] = ()
    chance: float = math.nan
    seeds: int = 0
    steps: int = 0
    window: int = 0


def compare(original: Sequence[Sequence[float]], changed: Sequence[Sequence[float]]) -> Comparison:
    """Compare loss curves, a pair for each seed, over the steps that all of them have."""
    seeds = min(len(original), len(changed))
    steps = min((len(curve) for curve in (*original, *changed)), default=0)
    if seeds < LEAST_SEEDS:
        return Comparison(Answer.COULD_NOT_BE_RUN, f"{seeds} seeds tell no difference from chance; {LEAST_SEEDS} do")
    if steps < LEAST_STEPS:
        return Comparison(Answer.COULD_NOT_BE_RUN, f"{steps} batches were trained, and {LEAST_STEPS} are needed")
    if not _vary(original, steps):
        return Comparison(
            Answer.COULD_NOT_BE_RUN, "the losses do not depend on the seed, so they have no spread to compare"
        )
    apart = _start_apart(original, changed)
    if apart:
        return Comparison(Answer.COULD_NOT_BE_RUN, apart)
    window = max(1, round(steps * WINDOW))
    before = [_smooth(curve[:steps], window) for curve in original]
    after = [_smooth(curve[:steps], window) for curve in changed]
    loss = max(min(curve) for curve in before)
    if not math.isfinite(loss):
        return Comparison(Answer.COULD_NOT_BE_RUN, "the losses of the original are no numbers")
    was = [_reached(curve, loss, window) for curve in before]
    now = [_reached(curve, loss, window) for curve in after]
    chance = _chance(now, was)
    worse = _chance([curve[-1] for curve in before], [curve[-1] for curve in after])
    ends = spread([c[-1] for c in before]), spread([c[-1] for c in after])
    cause = ""
    if not chance < SURE:
        cause = "the runs do not agree that it is reached in fewer steps"
    elif worse < SURE or ends[1].median > ends[0].greatest:
        cause = f"at step {steps} the loss is higher than that of the original"
    return Comparison(
        Answer.NOT_SOONER if cause else Answer.SOONER,
        cause,
        loss,
        spread(was),
        spread(now),
        _points(before, after, window),
        chance,
        seeds,
        steps,
        window,
    )


def _vary(curves: Sequence[Sequence[float]], steps: int) -> bool:
    return len({tuple(curve[:steps]) for curve in curves}) > 1


def _start_apart(original: Sequence[Sequence[float]], changed: Sequence[Sequence[float]]) -> str:
    """The loss of the first batch comes before any update: it must be the same in both."""
    for number, (one, other) in enumerate(zip(original, changed, strict=False)):
        if not math.isclose(one[0], other[0], rel_tol=1e-4) and not (math.isnan(one[0]) and math.isnan(other[0])):
            return (
                f"the first batch of seed {number} has the loss {one[0]:.6g} before and {other[0]:.6g} after the change"
            )
    return ""


def _smooth(curve: Sequence[float], window: int) -> list[float]:
    """Means over the last so many steps; infinite where a loss is no number. The first is that of step ``window``."""
    clean = [value if math.isfinite(value) else math.inf for value in curve]
    return [sum(clean[at - window : at]) / window for at in range(window, len(clean) + 1)]


def _reached(curve: Sequence[float], loss: float, window: int) -> float:
    """The first step at which a smoothed curve is at or under a loss; infinite if there is none."""
    return next((float(at + window) for at, value in enumerate(curve) if value <= loss), math.inf)


def _chance(less: Sequence[float], more: Sequence[float]) -> float:
    """How often chance alone makes the first of each pair so much less than the second (Wilcoxon, exact)."""
    from scipy.stats import wilcoxon

    top = 2.0 * max((v for v in (*less, *more) if math.isfinite(v)), default=1.0) + 1.0
    differences = [
        (a if math.isfinite(a) else top) - (b if math.isfinite(b) else top) for a, b in zip(less, more, strict=True)
    ]
    if all(d == 0 for d in differences):
        return 1.0
    return float(wilcoxon(differences, alternative="less", method="exact" if 0 not in differences else "auto").pvalue)


def spread(values: Sequence[float]) -> Spread:
    """The median of the values, the least and the greatest."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    median = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    return Spread(median, ordered[0], ordered[-1])


def _points(before: Sequence[Sequence[float]], after: Sequence[Sequence[float]], window: int) -> tuple[Point, ...]:
    last = len(before[0]) - 1
    places = sorted({round(last * n / (SHOWN - 1)) for n in range(SHOWN)})
    return tuple(Point(at + window, spread([c[at] for c in before]), spread([c[at] for c in after])) for at in places)
