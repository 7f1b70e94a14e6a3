"""Step times: from the marks of a plain run to a slope with its interval."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

from hoist.verify.verdict import StepTimes

# Flat: over ten steps the upper end of the slope's interval adds at most this share of the median step.
ALLOWED_GROWTH = 0.01
RUNS_MEASURED = 4
LEAST_TIMES = 3  # behind the first turn, for a slope that has an interval


def step_times(marks: Sequence[Sequence[float]]) -> StepTimes | None:
    """Step times from the marks (time, nodes, memory) at the start of each turn; None with fewer than three turns."""
    if len(marks) < 3:
        return None
    seconds = tuple(later[0] - earlier[0] for earlier, later in pairwise(marks))
    return _summarised(seconds, tuple(int(mark[1]) for mark in marks), tuple(int(mark[2]) for mark in marks))


def _summarised(seconds: tuple[float, ...], nodes: tuple[int, ...], memory_bytes: tuple[int, ...]) -> StepTimes:
    settled = seconds[1:]
    median = statistics.median(settled)
    slope, low, high = _slope(settled)
    # The first turn makes what the loop needs once, the sessions' graph with it; growth is what comes after it.
    grows = any(later != earlier for earlier, later in pairwise(nodes[1:]))
    return StepTimes(
        seconds=seconds,
        nodes=nodes,
        memory_bytes=memory_bytes,
        median=median,
        slope=slope,
        slope_low=low,
        slope_high=high,
        nodes_per_turn=(nodes[-1] - nodes[1]) / max(1, len(nodes) - 2),
        flat=not grows and high * 10 <= ALLOWED_GROWTH * median,
    )


def least(runs: Sequence[StepTimes]) -> StepTimes:
    """Several runs of one program as one: of each turn the least time, for whatever else the machine does only adds."""
    if len(runs) == 1:
        return runs[0]
    length = min(len(run.seconds) for run in runs)
    seconds = tuple(min(run.seconds[n] for run in runs) for n in range(length))
    return _summarised(seconds, runs[0].nodes, runs[0].memory_bytes)


def _slope(seconds: Sequence[float]) -> tuple[float, float, float]:
    """Theil and Sen's slope with its 95 % interval; too few points give an interval that allows anything."""
    if len(seconds) < LEAST_TIMES:
        return 0.0, float("-inf"), float("inf")
    from scipy.stats import theilslopes

    found = theilslopes(list(seconds), alpha=0.95)
    return float(found[0]), float(found[2]), float(found[3])


def repeated(times: StepTimes, again: Callable[[str], StepTimes | None], allowed: float) -> StepTimes:
    """Step times of several runs as one, as long as another run may show them flat and fits into these seconds."""
    begun, runs, took = time.monotonic(), [times], 0.0
    while _worth_repeating(times) and len(runs) < RUNS_MEASURED and time.monotonic() - begun + took <= allowed:
        started = time.monotonic()
        more = again(f"rewritten, timed again ({len(runs)})")
        if more is None:
            break
        took = time.monotonic() - started
        runs.append(more)
        times = least(runs)
    return times


def _worth_repeating(times: StepTimes) -> bool:
    """Whether only the scatter of the times speaks against their being flat."""
    return not times.flat and not times.nodes_per_turn and len(times.seconds) > LEAST_TIMES + 1
