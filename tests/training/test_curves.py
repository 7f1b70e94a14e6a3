"""Loss curves and the verdict on them."""

from __future__ import annotations

import math

import pytest

from hoist.training.curves import Answer, Comparison, compare


def falling(rate: float, steps: int = 100, start: float = 1.0) -> list[float]:
    return [start * rate**step for step in range(steps)]


SLOW = [falling(0.98, start=1 + seed / 100) for seed in range(5)]
FAST = [falling(0.95, start=1 + seed / 100) for seed in range(5)]


def test_a_loss_reached_sooner_in_every_pair_is_sooner() -> None:
    found = compare(SLOW, FAST)
    assert found.answer is Answer.SOONER
    assert found.chance == pytest.approx(1 / 32)
    assert found.changed.greatest < found.original.least
    assert found.loss == pytest.approx(sum(SLOW[4][-10:]) / 10)
    assert (found.seeds, found.steps, found.window) == (5, 100, 10)


def test_the_other_way_round_it_is_not_sooner() -> None:
    found = compare(FAST, SLOW)
    assert found.answer is Answer.NOT_SOONER
    assert math.isinf(found.changed.median)


def test_the_same_curves_gain_nothing() -> None:
    assert compare(SLOW, SLOW).answer is Answer.NOT_SOONER


def test_one_pair_that_disagrees_is_no_proof() -> None:
    found = compare(SLOW, [*FAST[:4], falling(0.999, start=1.04)])
    assert found.answer is Answer.NOT_SOONER
    assert found.chance > 0.05


def test_sooner_and_then_higher_than_the_original_is_no_gain() -> None:
    turned = [[*curve[:60], *([0.5] * 40)] for curve in FAST]
    found = compare(SLOW, turned)
    assert found.answer is Answer.NOT_SOONER
    assert found.cause == "at step 100 the loss is higher than that of the original"


def test_a_training_that_breaks_down_is_no_gain() -> None:
    broken = [[*curve[:5], *([math.nan] * 95)] for curve in FAST]
    assert compare(SLOW, broken).answer is Answer.NOT_SOONER


@pytest.mark.parametrize(
    ("original", "changed", "cause"),
    [
        (SLOW[:4], FAST[:4], "4 seeds"),
        ([curve[:9] for curve in SLOW], FAST, "9 batches"),
        ([SLOW[0]] * 5, [FAST[0]] * 5, "do not depend on the seed"),
        (SLOW, [falling(0.95, start=2)] * 5, "the first batch of seed 0 has the loss 1 before and 2 after"),
        (
            [[1.0 + seed, *([math.nan] * 20)] for seed in range(5)],
            [[1.0 + seed] * 21 for seed in range(5)],
            "no numbers",
        ),
    ],
)
def test_what_cannot_be_told(original: list[list[float]], changed: list[list[float]], cause: str) -> None:
    found: Comparison = compare(original, changed)
    assert found.answer is Answer.COULD_NOT_BE_RUN
    assert cause in found.cause


def test_curves_of_different_length_are_compared_as_far_as_both_go() -> None:
    assert compare(SLOW, [curve[:50] for curve in FAST]).steps == 50


def test_the_points_go_from_the_first_window_to_the_last_step() -> None:
    points = compare(SLOW, FAST).points
    assert [points[0].step, points[-1].step] == [10, 100]
    assert points[-1].changed.median < points[-1].original.median
