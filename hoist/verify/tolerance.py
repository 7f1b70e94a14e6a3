"""How far floating-point numbers may lie apart on a device whose kernels do not repeat to the last bit.

On a GPU some kernels add in an order that the hardware chooses (atomic additions; TensorFlow says so where it documents
``tf.config.experimental.enable_op_determinism``). What two runs of the *original* differ by is the noise floor; numbers
of the rewritten program count as equal within ten times that. On a CPU nothing is tolerated.

A *sketch* stands for an array: how many of its elements are not finite, its root mean square, and sums of its elements
under fixed random signs, so that a change of any element shows (a random projection: Johnson and Lindenstrauss, 1984).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate

from hoist.verify.trace import Trace

TIMES_THE_FLOOR = 10.0
# Two runs of the original that differ by more do not compute the same numbers; what differs is noise, and no evidence.
MOST = 1e-3


def tolerances(first: Trace, second: Trace) -> tuple[float, ...]:
    """The relative tolerance at each run of the main thread, and behind them that of what is left at the end.

    It never falls from one run to the next, for a program that trains carries on what a run before left. It is empty
    where no GPU ran, and 0 as long as the two runs of the original agree to the last bit.
    """
    if not any(device.upper().startswith("GPU") for device in second.devices):
        return ()
    floors = [
        _floor((x.sketch, y.sketch) for x, y in zip(a.fetches, b.fetches, strict=False))
        for a, b in zip(first.main_runs, second.main_runs, strict=False)
    ]
    floors.append(_floor(_variables(first, second)))
    return tuple(TIMES_THE_FLOOR * floor for floor in accumulate(floors, max))


def _floor(pairs: Iterator[tuple[Sequence[float], Sequence[float]]]) -> float:
    gaps = (relative_gap(a, b) for a, b in pairs)
    return max((gap for gap in gaps if gap is not None and gap <= MOST), default=0.0)


def _variables(first: Trace, second: Trace) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    for a, b in zip(first.states, second.states, strict=False):
        for name in a.sketches.keys() & b.sketches.keys():
            yield a.sketches[name], b.sketches[name]


def relative_gap(a: Sequence[float], b: Sequence[float]) -> float | None:
    """How far two arrays lie apart, by their sketches and relative to their root mean square; None of no numbers."""
    if not a or len(a) != len(b):
        return None
    if a[0] != b[0]:
        return math.inf
    size = max(a[1], b[1])
    return max(abs(x - y) for x, y in zip(a[1:], b[1:], strict=True)) / size if size else 0.0


def close(a: Sequence[float], b: Sequence[float], tolerance: float) -> bool:
    """Whether two arrays lie no further apart than this, by their sketches."""
    gap = relative_gap(a, b)
    return bool(tolerance) and gap is not None and gap <= tolerance


def is_number(text: str) -> bool:
    """Whether this is a printed number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def close_numbers(a: str, b: str, tolerance: float, *, rounded: bool) -> bool:
    """Whether two numbers in text lie no further apart than this; of rounded ones the last digit may be one more."""
    if not tolerance or not is_number(a) or not is_number(b):
        return False
    x, y = float(a), float(b)
    if not math.isfinite(x) or not math.isfinite(y):
        return False
    rounding = max(_last_digit(a), _last_digit(b)) if rounded else 0.0
    return abs(x - y) <= tolerance * max(abs(x), abs(y)) + 1.01 * rounding


def _last_digit(number: str) -> float:
    """What one more in the last digit of a printed number adds to it; nothing of a whole number."""
    mantissa, _, exponent = number.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    return float(10.0 ** (int(exponent or 0) - digits)) if digits else 0.0
