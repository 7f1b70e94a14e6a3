"""How far two programs drift apart where TensorFlow's optimizers are as the program has them.

The proof runs both with the optimizers off, where a constant and the same value fed give the same bits. With Grappler
on, a constant may be folded into others, and the last bits of what it goes into change. The numbers that both programs
then give are laid side by side here: pure functions of two traces and of the files that hold the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from hoist.verify.noise import Noise
from hoist.verify.tolerance import is_number
from hoist.verify.trace import Fetch, Numbers, Run, State, Trace
from hoist.verify.verdict import Drift

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.generic]


@dataclass(frozen=True)
class Kept:
    """One run with the optimizers as the program has them, and the file that holds its numbers."""

    trace: Trace
    file: Path


@dataclass(frozen=True)
class _Pair:
    """The same value of both programs: what it is called, where and when it came, and where its numbers lie."""

    name: str
    where: str
    turn: int | None
    same: bool
    sides: tuple[Numbers | None, Numbers | None]
    texts: tuple[str, str] = ("", "")


def feeds_more(original: Trace, rewritten: Trace, noise: Noise) -> bool:
    """Whether a run of one program is fed what is a constant in the other's; both compute the same.

    The skeleton of a run keeps constants and leaves aside what is fed: where all else agrees, it differs by that alone.
    """
    return threads_feed_more(original, rewritten, noise) or any(
        a.feeds != b.feeds or (a.skeleton != b.skeleton and number not in noise.skeletons)
        for number, (a, b) in enumerate(zip(original.main_runs, rewritten.main_runs, strict=False))
    )


def threads_feed_more(original: Trace, rewritten: Trace, noise: Noise) -> bool:
    """The same of the runs of threads beside the main one, whose numbers come in no order and are not compared."""
    fed = [{(run.structure, run.feeds) for run in trace.runs if not run.main_thread} for trace in (original, rewritten)]
    return not noise.threads and fed[0] != fed[1]


def drift_of(runs: tuple[Kept, Kept], noise: Noise, loop: str) -> Drift:
    """How far the numbers of two runs lie apart; without what is noise between two runs of the original."""
    original, other = runs
    number, parted = _parting(original.trace, other.trace, noise, loop)
    found = Drift(parted=parted)
    with original.file.open("rb") as a, other.file.open("rb") as b:
        for pair in _pairs(original.trace, other.trace, noise, loop, number):
            found = _with_pair(found, pair, (a, b))
    return found


def _parting(original: Trace, other: Trace, noise: Noise, loop: str) -> tuple[int, str]:
    """How many runs of the main thread can be laid side by side, and where both then do something else."""
    runs, others = original.main_runs, other.main_runs
    for number, (a, b) in enumerate(zip(runs, others, strict=False)):
        if _unlike(a, b) or (a.structure != b.structure and number not in noise.structures):
            return number, _place(a, loop)
    shared = min(len(runs), len(others))
    longer = runs if len(runs) > len(others) else others
    if len(longer) > shared:
        return shared, _place(longer[shared], loop)
    return shared, "" if original.end == other.end else "the end"


def _unlike(a: Run, b: Run) -> bool:
    return (a.error, len(a.fetches), len(a.targets)) != (b.error, len(b.fetches), len(b.targets))


def _place(run: Run, loop: str) -> str:
    turn = run.turn(loop)
    return run.where if turn is None else f"{run.where}, turn {turn}"


def _pairs(original: Trace, other: Trace, noise: Noise, loop: str, runs: int) -> Iterator[_Pair]:
    for number, (a, b) in enumerate(zip(original.main_runs[:runs], other.main_runs[:runs], strict=True)):
        for place, (x, y) in enumerate(zip(a.fetches, b.fetches, strict=True)):
            # On a GPU no number repeats to the last bit: there what the original itself drifts is told beside it.
            if (x.racy or y.racy) or ((number, place) in noise.values and not noise.tolerance(number)):
                continue
            yield from _of_fetch(x, y, a.where, a.turn(loop))
    if runs == len(original.main_runs) == len(other.main_runs):
        for number, (s, t) in enumerate(zip(original.states, other.states, strict=False)):
            yield from _of_state(s, t, number, noise, loop)


def _of_fetch(x: Fetch, y: Fetch, where: str, turn: int | None) -> Iterator[_Pair]:
    if not x.parts or x.parts.keys() != y.parts.keys():
        yield _Pair(x.title, where, turn, x.value_hash == y.value_hash, (x.numbers, y.numbers))
        return
    for tag in x.parts:
        (a, text, racy), (b, other, races) = x.parts[tag], y.parts[tag]
        if not racy and not races:
            yield _Pair(f"{tag} in {x.title}", where, turn, a == b, (None, None), (text, other))


def _of_state(a: State, b: State, number: int, noise: Noise, loop: str) -> Iterator[_Pair]:
    for name in sorted({*a.variables} & {*b.variables}):
        if (number, name) in noise.variables and not noise.tolerance():
            continue
        title = f"{name} {'at a save' if a.saved else 'at the end'}"
        same = a.variables[name][0] == b.variables[name][0]
        turn = a.turns.get(loop) if a.saved else None  # up to Python 3.7 a session's end stands in the loop
        yield _Pair(title, a.where, turn, same, (a.numbers.get(name), b.numbers.get(name)))


def _with_pair(found: Drift, pair: _Pair, files: tuple[BinaryIO, BinaryIO]) -> Drift:
    """The drift with one more pair of values."""
    a, b = _arrays(pair, files)
    if a is None or b is None or a.dtype != b.dtype or not _alike(pair):
        return found if pair.same else replace(found, others=found.others + 1)
    left = math.prod(pair.sides[0].shape) - a.size if pair.sides[0] else 0
    found = replace(found, compared=found.compared + a.size, left_out=found.left_out + left)
    if pair.same:
        return found
    return _with_gaps(found, pair, a, b)


def _alike(pair: _Pair) -> bool:
    a, b = pair.sides
    return a is b or (a is not None and b is not None and (a.shape, a.count) == (b.shape, b.count))


def _arrays(pair: _Pair, files: tuple[BinaryIO, BinaryIO]) -> tuple[Array | None, Array | None]:
    """The numbers of both values, flat; None of what is no number."""
    import numpy as np

    if all(is_number(text) for text in pair.texts):
        a, b = (np.array([float(text)]) for text in pair.texts)
        return a, b
    a, b = (_read(numbers, file) for numbers, file in zip(pair.sides, files, strict=True))
    return a, b


def _read(numbers: Numbers | None, file: BinaryIO) -> Any:
    import numpy as np

    if numbers is None:
        return None
    dtype = np.dtype(numbers.dtype)
    file.seek(numbers.at)
    return np.frombuffer(file.read(numbers.count * dtype.itemsize), dtype)


def _with_gaps(found: Drift, pair: _Pair, a: Array, b: Array) -> Drift:
    """The drift with two arrays that are not the same."""
    import numpy as np

    def raw(array: Array) -> NDArray[np.uint8]:
        return np.ascontiguousarray(array).view(np.uint8).reshape(array.size, array.itemsize)

    places = np.flatnonzero((raw(a) != raw(b)).any(axis=1))
    if not places.size:  # it differs in what was not kept
        return replace(found, others=found.others + 1)
    gaps = _relative(a[places], b[places])
    worst = int(np.argmax(gaps))
    of_array = max(found.of_array, _of_array(a, b) if np.isfinite(gaps).all() else math.inf)
    first = found.differing == 0
    found = replace(found, differing=found.differing + len(places), of_array=of_array)
    if not first and gaps[worst] <= found.largest:
        return found
    values = (str(array[places[worst]]) for array in (a, b))
    original_value, rewritten_value = values
    return replace(
        found,
        largest=float(gaps[worst]),
        name=pair.name,
        where=pair.where,
        turn=pair.turn,
        original_value=original_value,
        rewritten_value=rewritten_value,
    )


def _relative(a: Array, b: Array) -> NDArray[np.float64]:
    """The difference of each two numbers, relative to the larger of both; infinite where only one is finite."""
    import numpy as np

    if a.dtype.kind in "iub":  # as Python's integers, which do not overflow
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        return np.array([abs(int(x) - int(y)) / max(abs(int(x)), abs(int(y))) for x, y in pairs])
    x, y = _wide(a), _wide(b)
    with np.errstate(all="ignore"):
        size = np.maximum(np.abs(x), np.abs(y))
        gaps = np.abs(x / size - y / size)
    gaps = np.where(size == 0, 0.0, gaps)  # of zeros only the sign differs
    finite, both_nan = np.isfinite(x) & np.isfinite(y), np.isnan(x) & np.isnan(y)
    return np.where(finite, gaps, np.where(both_nan, 0.0, math.inf))


def _wide(array: Array) -> Any:
    import numpy as np

    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _of_array(a: Array, b: Array) -> float:
    """The largest difference relative to the root mean square of the array, of finite numbers: the others are alike."""
    import numpy as np

    x, y = _wide(a), _wide(b)
    finite = np.isfinite(x)
    x, y = x[finite], y[finite]
    size = max(np.abs(x).max(initial=0.0), np.abs(y).max(initial=0.0))
    if not size:  # zeros alone
        return float(size)
    mean = max(float(np.sqrt(np.mean(np.abs(side / size) ** 2))) for side in (x, y))
    return float(np.abs(x / size - y / size).max()) / mean
