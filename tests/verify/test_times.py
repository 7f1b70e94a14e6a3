"""Step times: a slope, its interval, and when they are called flat; how often they are taken."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.prove import _prove
from hoist.verify.runner import Outcome
from hoist.verify.times import least, repeated, step_times
from hoist.verify.verdict import Report, StepTimes
from tests.verify.traces import INNER, LOOP, Prepared, outcome, proof, reached


def test_flat_and_growing_step_times() -> None:
    flat = step_times([(0.01 * n, 50, 1000) for n in range(30)])
    assert flat is not None
    assert flat.flat
    assert flat.nodes_per_turn == 0
    slower = step_times([(0.01 * n + 0.001 * n * n, 50 + 7 * n, 1000) for n in range(30)])
    assert slower is not None
    assert not slower.flat
    assert slower.nodes_per_turn == 7
    assert slower.slope_low > 0
    assert step_times([(0.0, 1, 1), (1.0, 1, 1)]) is None


def test_growth_without_slope_is_not_flat() -> None:
    times = step_times([(0.01 * n, 50 + n, 1000) for n in range(30)])
    assert times is not None
    assert not times.flat


def marks(*seconds: float, nodes: Sequence[int] = ()) -> list[tuple[float, int, int]]:
    """A mark at the start of each turn, behind steps that took so long."""
    steps = [0.0, *seconds]
    return [(sum(steps[: n + 1]), nodes[n] if nodes else 50, 1000 + n) for n in range(len(steps))]


def test_what_the_marks_say() -> None:
    assert step_times(marks(8.0, 1.0, 2.0, 6.0, nodes=(5, 50, 52, 52, 56))) == StepTimes(
        seconds=(8.0, 1.0, 2.0, 6.0),
        nodes=(5, 50, 52, 52, 56),
        memory_bytes=(1000, 1001, 1002, 1003, 1004),
        median=2.0,
        slope=2.5,
        slope_low=1.0,
        slope_high=4.0,
        nodes_per_turn=2.0,
        flat=False,
    )


def test_three_turns_are_enough_for_a_median_and_too_few_for_a_slope() -> None:
    times = step_times(marks(8.0, 1.0, nodes=(5, 50, 57)))
    assert times is not None
    assert (times.median, times.slope, times.nodes_per_turn, times.flat) == (1.0, 0.0, 7.0, False)
    assert (times.slope_low, times.slope_high) == (-math.inf, math.inf)
    times = step_times(marks(8.0, 1.0, 1.0, 1.0))
    assert times is not None
    assert (times.slope_low, times.slope_high) == (0.0, 0.0)
    assert times.flat


@pytest.mark.parametrize(
    ("nodes", "flat"),
    [
        ((5, 50, 50, 50, 50), True),
        ((5, 50, 50, 50, 49), False),
        ((5, 50, 51, 50, 50), False),
        ((5, 50, 51, 51, 51), False),
        ((50, 50, 50, 50, 51), False),
    ],
)
def test_what_the_first_turn_adds_is_no_growth_and_any_change_after_it_is(nodes: tuple[int, ...], flat: bool) -> None:
    times = step_times(marks(1.0, 1.0, 1.0, 1.0, nodes=nodes))
    assert times is not None
    assert times.flat == flat


@pytest.mark.parametrize(("growth", "flat"), [(0.00095, True), (0.0011, False), (-0.0011, True)])
def test_flat_allows_one_hundredth_of_the_median_in_ten_steps(growth: float, flat: bool) -> None:
    times = step_times(marks(*(1.0 + growth * n for n in range(-10, 11))))
    assert times is not None
    assert times.slope == pytest.approx(growth)
    assert times.flat == flat


def test_steps_that_take_no_time_are_flat() -> None:
    times = step_times(marks(*[0.0] * 9))
    assert times is not None
    assert times.flat


def test_one_run_is_its_own_least() -> None:
    times = step_times(marks(1.0, 1.0, 1.0))
    assert times is not None
    assert least([times]) is times


def test_the_least_are_taken_turn_by_turn_as_far_as_all_runs_went() -> None:
    one, other = step_times(marks(3.0, 1.0, 4.0, 1.0)), step_times(marks(2.0, 7.0, 1.0))
    assert one is not None
    assert other is not None
    assert least([one, other]) == replace(
        one, seconds=(2.0, 1.0, 1.0), median=1.0, slope=0.0, slope_low=-math.inf, slope_high=math.inf, flat=False
    )


def test_several_runs_count_by_their_least_times() -> None:
    runs = [step_times([(n * 0.01 + (0.5 if n > k else 0), 5, 9) for n in range(20)]) for k in (5, 9)]
    combined = least([run for run in runs if run])
    assert max(combined.seconds) == pytest.approx(0.01)
    assert combined.flat


def timed(step: float, *, growth: float = 0.0, nodes: int = 0, turns: int = 30, **changed: Any) -> Outcome:
    marks = [(step * n + growth * n * n, 50 + nodes * n, 1000) for n in range(turns)]
    return Outcome({"end": "normal", "turn_times": marks, **changed})


def scattered(turns: int = 30) -> Outcome:
    """No growth, and steps of any length."""
    steps = [0.1 + 0.05 * (7 * n % 5) for n in range(turns)]
    return Outcome({"end": "limit", "turn_times": [(sum(steps[:n]), 50, 1000) for n in range(turns)]})


def measured(*outcomes: Outcome, first: Outcome | None = None) -> tuple[Report, list[Any]]:
    original = first or reached()
    runner = Prepared(original, original, outcome(), *outcomes)
    report = _prove(proof(runner), measure=True)
    assert report.equal
    assert not runner.left
    return report, runner.asked[3:]


def test_both_programs_are_timed() -> None:
    report, asked = measured(timed(0.1, growth=0.01, nodes=7), timed(0.1))
    assert isinstance(report.original, StepTimes)
    assert isinstance(report.rewritten, StepTimes)
    assert (report.original.flat, report.original.nodes_per_turn) == (False, 7)
    assert report.rewritten.flat
    assert report.notes == ()
    one, other = (orders for _, orders in asked)
    # The loop made four turns, and the session ran in three of them.
    plain = {"mode": "plain", "steps": 4, "session_loops": [LOOP], "stop": {"loop": LOOP, "turns": 4}}
    assert {**one, "budget": None} == {**plain, "most_turns": 4, "budget": None}
    assert other == {**plain, "most_turns": 200, "budget": 10.0}


@pytest.mark.parametrize(
    ("stop", "turns", "most", "longer"),
    [
        ({"loop": LOOP, "turns": 3}, 3, 3, 200),
        ({"loop": LOOP, "turns": 300}, 17, 300, 300),
        ({"loop": INNER, "turns": 300}, 4, 4, 200),
    ],
)
def test_no_more_turns_are_timed_than_were_made(stop: dict[str, Any], turns: int, most: int, longer: int) -> None:
    _, asked = measured(timed(0.1), timed(0.1), first=reached(stop=stop))
    assert [(orders["steps"], orders["stop"]["turns"]) for _, orders in asked] == [(turns, turns)] * 2
    assert [orders["most_turns"] for _, orders in asked] == [most, longer]


@pytest.mark.parametrize(
    "failed",
    [
        Outcome({}),
        timed(0.1, end="raised"),
        replace(timed(0.1), timed_out=True),
        timed(0.1, turns=2),
        Outcome({"end": "normal"}),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_times_that_cannot_be_measured_are_noted(failed: Outcome, side: int) -> None:
    report, _ = measured(*(failed if n == side else timed(0.1) for n in (0, 1)))
    assert (report.original is None, report.rewritten is None) == (side == 0, side == 1)
    assert report.notes == ("the step times could not be measured: the scripts do not run as they are for three turns",)


def test_too_few_turns_say_nothing_of_the_slope() -> None:
    report, asked = measured(timed(0.1), timed(0.1, turns=4))
    assert report.notes == ("too few turns to say whether the step time is flat",)
    assert len(asked) == 2


def test_times_that_scatter_are_taken_again_and_count_by_the_least() -> None:
    report, asked = measured(timed(0.1), scattered(), timed(0.1))
    assert report.rewritten is not None
    assert report.rewritten.flat
    assert asked[2] == asked[1]
    assert report.notes == ()


def test_times_that_scatter_four_times_are_called_so() -> None:
    report, asked = measured(timed(0.1), *[scattered()] * 4)
    assert len(asked) == 5
    assert report.notes == ("no node is added, and the step times scatter too much to call them flat",)


def test_a_repetition_that_fails_leaves_the_times_as_they_were() -> None:
    report, asked = measured(timed(0.1), scattered(), Outcome({}))
    assert len(asked) == 3
    assert report.notes == ("no node is added, and the step times scatter too much to call them flat",)


@pytest.mark.parametrize("steady", [timed(0.1), timed(0.1, nodes=7), scattered(5)])
def test_times_that_no_repetition_would_change_are_taken_once(steady: Outcome) -> None:
    _, asked = measured(timed(0.1), steady)
    assert len(asked) == 2


def test_five_steps_are_enough_to_be_taken_again() -> None:
    report, asked = measured(timed(0.1), *[scattered(6)] * 4)
    assert len(asked) == 5
    assert report.rewritten is not None
    assert not report.rewritten.flat


def test_where_no_growth_is_as_likely_the_times_scatter() -> None:
    one = Outcome({"end": "normal", "turn_times": marks(1.0, 1.0, 1.0, 1.0, 1.0, 2.0)})
    report, _ = measured(timed(0.1), *[one] * 4)
    assert report.rewritten is not None
    assert (report.rewritten.slope_low, report.rewritten.slope_high) == (0.0, 0.5)
    assert report.notes == ("no node is added, and the step times scatter too much to call them flat",)


def test_growth_without_new_nodes_is_no_scatter() -> None:
    growing = timed(0.1, growth=0.01)
    report, _ = measured(timed(0.1), *[growing] * 4)
    assert report.rewritten is not None
    assert not report.rewritten.flat
    assert report.notes == ()


@pytest.mark.parametrize(
    ("took", "allowed", "runs"),
    [(1.0, 5.0, 3), (2.0, 5.0, 2), (2.5, 5.0, 2), (2.6, 5.0, 1), (9.0, 5.0, 1), (2.6, 6.0, 2), (0.5, 0.5, 1)],
)
def test_times_are_taken_again_only_as_long_as_another_run_fits(
    took: float, allowed: float, runs: int, monkeypatch: Any
) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    times = step_times(scattered().result["turn_times"])
    assert times is not None
    names = []

    def again(name: str) -> StepTimes | None:
        names.append(name)
        now[0] += took
        return times

    repeated(times, again, allowed)
    assert names == [f"rewritten, timed again ({n})" for n in range(1, runs + 1)]


@pytest.mark.parametrize(("step", "runs"), [(0.01, 1), (1.0, 1), (4.0, 3)])
def test_beside_a_slow_original_the_times_may_be_taken_more_often(step: float, runs: int, monkeypatch: Any) -> None:
    ticks = itertools.count(step=3.0)
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    _, asked = measured(timed(step), *[scattered()] * (1 + runs))
    assert len(asked) == 2 + runs


def test_without_times_of_the_original_the_others_are_taken_again_a_little() -> None:
    report, asked = measured(Outcome({}), *[scattered()] * 4)
    assert report.original is None
    assert len(asked) == 5
