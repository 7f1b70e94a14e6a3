"""Where a GPU ran, numbers are compared with a tolerance that two runs of the original give; elsewhere, to the bit."""

from __future__ import annotations

import math
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoist.verify.compare import evidence, first_difference
from hoist.verify.noise import noise_of
from hoist.verify.tolerance import MOST, close_numbers, relative_gap, tolerances
from hoist.verify.trace import Fetch, Run, State, Trace

LOOP = "train.py:3"
PROBE = Path(__file__).parents[2] / "hoist" / "verify" / "probe.py"


def sketch(value: float) -> tuple[float, ...]:
    """Of an array whose elements all are this."""
    return (0.0, abs(value), value, -value)


def trace(
    losses: list[float], device: str = "GPU:0", kept: float = 1.0, printed: str = "", logged: str = "1.0"
) -> Trace:
    """Four runs of a loop, each of which fetches its loss; what it leaves holds the numbers given."""
    runs = tuple(
        Run(True, 0, {LOOP: turn}, "train.py:4", "train.py:5", 10, "", (fetch,), ())
        for turn, loss in enumerate(losses, 1)
        for fetch in [Fetch("loss:0", "loss", "f", repr(loss), repr(loss), sketch=sketch(loss))]
    )
    entry: list[Any] = [repr(kept), repr(kept), list(sketch(kept))]
    return Trace(
        end="normal",
        error=None,
        runs=runs,
        states=(State(0, False, "", "", {}, {"w": (entry[0], entry[1])}, {"w": sketch(kept)}),),
        saves=(),
        files={
            "m-1.index": {"kind": "checkpoint", "entries": {"w": entry}},
            "logs/events": {"kind": "events", "entries": [["loss", 1, logged, logged]]},
        },
        output=(printed or f"loss {losses[-1]:.3f}",),
        counts={LOOP: len(runs)},
        session_turns={LOOP: len(runs)},
        session_loops=(LOOP,),
        concerned=(),
        touched_run=frozenset(),
        late=False,
        stop={},
        graphs_at_turn_2={},
        drew=False,
        unaligned=(),
        collapsed=(),
        tensorflow="",
        python="",
        devices=("CPU:0", device),
        main_runs=runs,
    )


FIRST = trace([4.0, 2.0, 1.0, 0.5])
NOISY = trace([4.0, 2.0 * (1 + 1e-7), 1.0 * (1 + 2e-7), 0.5], kept=1.0 + 3e-7)


def test_nothing_is_tolerated_on_a_cpu_where_the_original_repeats_itself() -> None:
    on_cpu = [replace(t, devices=("CPU:0",)) for t in (FIRST, NOISY)]
    assert tolerances(*on_cpu) == ()
    assert noise_of(*on_cpu).tolerance(2) == 0.0
    assert tolerances(FIRST, FIRST) == (0.0,) * 5


def test_the_tolerance_is_ten_times_the_noise_so_far_and_never_falls() -> None:
    assert tolerances(FIRST, NOISY) == pytest.approx((0.0, 1e-6, 2e-6, 2e-6, 3e-6), rel=1e-3)


def test_runs_of_the_original_that_lie_far_apart_give_no_tolerance() -> None:
    far = trace([4.0, 2.0 * (1 + 2 * MOST), 1.0, 0.5])
    assert tolerances(FIRST, far) == (0.0,) * 5


@pytest.mark.parametrize(
    "rewritten",
    [
        FIRST,
        NOISY,
        trace([4.0, 2.0, 1.0 * (1 - 1e-6), 0.5], kept=1.0 - 2e-6),
        trace([4.0, 2.0, 1.0, 0.5], printed="loss 0.501"),
        trace([4.0, 2.0, 1.0, 0.5], logged="1.000001"),
    ],
)
def test_what_lies_within_the_noise_is_equal(rewritten: Trace) -> None:
    assert first_difference(NOISY, rewritten, noise_of(FIRST, NOISY), LOOP) is None


@pytest.mark.parametrize(
    ("rewritten", "what", "turn"),
    [
        (trace([4.0 * (1 + 1e-7), 2.0, 1.0, 0.5]), "value", 1),  # before the first noise, the last bit counts
        (trace([4.0, 2.0 * (1 + 3e-6), 1.0, 0.5]), "value", 2),
        (trace([4.0, 2.0, 1.0, 0.5 * (1 + 1e-5)]), "value", 4),
        (trace([4.0, 2.0, math.nan, 0.5]), "value", 3),
        (trace([4.0, 2.0, 1.0, 0.5], kept=1.0 + 1e-5), "variable", None),
        (trace([4.0, 2.0, 1.0, 0.5], printed="loss 0.502"), "output", None),
        (trace([4.0, 2.0, 1.0, 0.5], printed="cost 0.500"), "output", None),
        (trace([4.0, 2.0, 1.0, 0.5], logged="1.0001"), "file", None),
    ],
)
def test_what_lies_beyond_the_noise_is_different(rewritten: Trace, what: str, turn: int | None) -> None:
    found = first_difference(NOISY, rewritten, noise_of(FIRST, NOISY), LOOP)
    assert found is not None
    assert (found.what, found.turn) == (what, turn)


def test_a_checkpoint_beyond_the_noise_is_different() -> None:
    files = {**FIRST.files, "m-1.index": {"kind": "checkpoint", "entries": {"w": ["x", "1.1", list(sketch(1.1))]}}}
    found = first_difference(NOISY, replace(FIRST, files=files), noise_of(FIRST, NOISY), LOOP)
    assert found is not None
    assert (found.what, found.name) == ("checkpoint", "w in m-1.index")


def test_numbers_within_a_tolerance_are_evidence() -> None:
    noise = noise_of(FIRST, NOISY)
    assert evidence(NOISY, noise) == 4  # the four losses; the variable differs between the two runs
    assert "numbers on the GPU, compared within 3.0e-06 of their size, ten times the noise" in noise.lines()


@pytest.mark.parametrize(
    ("a", "b", "gap"),
    [
        ((), (), None),
        (sketch(1.0), (), None),
        (sketch(1.0), sketch(1.0), 0.0),
        (sketch(0.0), sketch(0.0), 0.0),
        (sketch(1.0), sketch(0.5), 0.5),
        ((0.0, 1.0, 0.5), (1.0, 1.0, 0.5), math.inf),
    ],
)
def test_the_gap_of_two_sketches(a: tuple[float, ...], b: tuple[float, ...], gap: float | None) -> None:
    assert relative_gap(a, b) == gap


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        ("0.12", "0.13", True),  # rounded, the last digit may be another
        ("0.12", "0.14", False),
        ("1.2e-05", "1.3e-05", True),
        ("1.2e-05", "1.4e-05", False),
        ("12", "13", False),
        ("nan", "1.0", False),
        ("nan", "nan", False),
        ("loss", "0.5", False),
        ("0.5", "loss", False),
    ],
)
def test_printed_numbers(a: str, b: str, wanted: bool) -> None:
    assert close_numbers(a, b, 1e-6, rounded=True) is wanted
    assert not close_numbers(a, b, 1e-6, rounded=False)
    assert not close_numbers(a, b, 0.0, rounded=True)


def test_the_probe_sketches_numbers_only_where_a_gpu_runs() -> None:
    numpy = pytest.importorskip("numpy")
    probe = runpy.run_path(str(PROBE), run_name="probe")
    probe["sketch"].__globals__["np"] = numpy
    array = numpy.linspace(-1.0, 1.0, 64, dtype=numpy.float32).reshape(8, 8)
    assert probe["sketch"](array) == []
    probe["DEVICES"].append("GPU:0")
    found = probe["sketch"](array)
    assert found[0] == 0.0
    assert found[1] == pytest.approx(float(numpy.sqrt(numpy.mean(array**2))))
    assert probe["sketch"](array.copy()) == found
    swapped = array.copy()
    swapped[0, 0], swapped[7, 7] = array[7, 7], array[0, 0]
    assert probe["sketch"](swapped)[:2] == pytest.approx(found[:2])
    assert probe["sketch"](swapped)[2:] != pytest.approx(found[2:])
    swapped[3, 3] = numpy.nan
    assert probe["sketch"](swapped)[0] == 1.0
    assert probe["sketch"](numpy.arange(4)) == probe["sketch"](b"text") == []
