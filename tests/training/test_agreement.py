"""How losses on several replicas are compared with those of the original, and what is said of that."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from hoist.report.style import PLAIN
from hoist.training.agreement import Agreement, agreement
from hoist.training.mirrored_proof import Mirrored, with_times
from hoist.training.mirrored_report import mirrored_line, mirrored_text
from hoist.training.prove import Outcome
from hoist.training.report import fix_json, outcome_text
from hoist.training.runs import Fitted, Ran
from tests.training.test_command import valid

LOSSES = (3.0, 2.0, 1.5, 1.2, 1.0)
MODEL = Fitted(("train.py", 9), "Adam", {}, LOSSES, (), rows=(20,) * 5, totals=(0.0,) * 5)


def moved(by: float, *, at: int = 0) -> Fitted:
    """The model with its losses moved, from a batch on."""
    losses = tuple(loss * (1 + by) if place >= at else loss for place, loss in enumerate(LOSSES))
    return replace(MODEL, losses=losses)


def on(replicas: int, model: Fitted) -> Fitted:
    return replace(model, replicas=replicas)


def test_equal_losses_agree() -> None:
    found = agreement(MODEL, [MODEL, MODEL], on(2, MODEL), 2)
    assert (found.answer, found.batches, found.apart) == (Agreement.AGREES, 5, 0.0)
    assert (found.original, found.changed) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("nudged", "changed", "answer"),
    [
        (0.0, 7e-6, Agreement.AGREES),  # 64 numbers summed in another order: 7.6e-6
        (0.0, 8e-6, Agreement.DIFFERENT),
        (1e-5, 9e-5, Agreement.AGREES),
        (1e-5, 1.1e-4, Agreement.DIFFERENT),
        (1e-4, 4e-2, Agreement.DIFFERENT),
        (2e-3, 1e-6, Agreement.COULD_NOT_BE_RUN),
        (math.nan, 1e-6, Agreement.COULD_NOT_BE_RUN),
        (0.0, math.nan, Agreement.DIFFERENT),
    ],
)
def test_the_tolerance_is_ten_times_what_last_bits_do(nudged: float, changed: float, answer: Agreement) -> None:
    assert agreement(MODEL, [MODEL, moved(nudged)], on(2, moved(changed)), 2).answer is answer


def test_what_last_bits_do_later_allows_nothing_before() -> None:
    found = agreement(MODEL, [moved(1e-4, at=3)], on(2, moved(5e-4)), 2)
    assert found.answer is Agreement.DIFFERENT
    assert found.cause.startswith("batch 1: the loss is 3, and 3.0015 on 2 replicas; 5.0e-04 apart")
    assert agreement(MODEL, [moved(1e-4, at=3)], on(2, moved(5e-4, at=3)), 2).answer is Agreement.AGREES


def test_a_loss_is_compared_as_exactly_as_it_can_be_read() -> None:
    read = replace(MODEL, totals=(60.0, 100.0, 130.0, 154.0, 1e4))  # in steps of 2 ** -10 at the end
    assert agreement(read, [read], on(2, moved(2e-4, at=4)), 2).answer is Agreement.AGREES
    assert agreement(read, [read], on(2, moved(3e-4, at=4)), 2).answer is Agreement.DIFFERENT


def test_where_last_bits_grow_too_much_no_more_is_compared() -> None:
    found = agreement(MODEL, [moved(0.01, at=4)], on(2, moved(0.5, at=4)), 2)
    assert (found.answer, found.batches) == (Agreement.AGREES, 4)
    assert found.cause.startswith("behind batch 4, this training makes too much of last bits")


def test_behind_a_batch_that_is_shared_unevenly_nothing_is_compared() -> None:
    uneven = replace(MODEL, rows=(20, 20, 10, 20, 20))
    other = replace(uneven, losses=(3.0, 2.0, 1.5, 1.3, 1.1))
    found = agreement(uneven, [uneven], on(4, other), 4)
    assert (found.answer, found.batches) == (Agreement.AGREES, 3)
    assert "batch 3 has 10 rows, which 4 replicas cannot share evenly" in found.cause
    assert agreement(uneven, [uneven], on(2, other), 2).answer is Agreement.DIFFERENT
    last = replace(MODEL, rows=(20, 20, 20, 20, 10))
    assert agreement(last, [last], on(4, last), 4).batches == 5


def test_batches_that_are_never_shared_evenly_say_nothing() -> None:
    odd = replace(MODEL, rows=(25,) * 5)
    found = agreement(odd, [odd], on(2, odd), 2)
    assert found.answer is Agreement.COULD_NOT_BE_RUN
    assert "batch 1 has 25 rows" in found.cause


@pytest.mark.parametrize(
    ("changed", "cause"),
    [
        (MODEL, "the model trains on 1 replicas"),
        (on(2, replace(MODEL, rows=(40,) * 5)), "batch 1 has 20 rows, and 40 on several replicas"),
        (on(2, replace(MODEL, rows=(20,) * 4, losses=LOSSES[:4])), "5 batches are trained, and 4 on several replicas"),
    ],
)
def test_other_batches_and_no_strategy_are_differences(changed: Fitted, cause: str) -> None:
    found = agreement(MODEL, [MODEL, MODEL], changed, 2)
    assert (found.answer, found.cause) == (Agreement.DIFFERENT, cause)


def test_layers_that_compute_something_else_are_named() -> None:
    found = agreement(MODEL, [MODEL, MODEL], on(2, replace(moved(0.1), apart=("BatchNormalization",))), 2)
    assert found.answer is Agreement.APART


SHOWN = Mirrored(
    Path("train.py"),
    Path("train.py"),
    8,
    Agreement.AGREES,
    batches=5,
    epochs=1,
    several=(
        agreement(MODEL, [MODEL, MODEL], on(2, moved(1e-6)), 2),
        agreement(
            replace(MODEL, rows=(20, 20, 10, 20, 20)), [MODEL], on(4, replace(MODEL, rows=(20, 20, 10, 20, 20))), 4
        ),
    ),
)


def test_what_was_shown_is_told_with_its_figures() -> None:
    text = outcome_text(Outcome((SHOWN,), (Path("train.py"),), "TensorFlow 2"), ["train.py"], PLAIN)
    assert (
        "Verdict: on one replica the same losses and weights, to the last bit (5 batches); on 2 and 4 the losses agree"
        in text
    )
    assert "train.py:8: built and compiled under MirroredStrategy" in text
    assert "       2        5           5  1.0e-06  7.6e-06   1.000001           1" in text
    assert "       4        3           3  0.0e+00  7.6e-06        1.5         1.5" in text
    assert "Allowed is 10 times what the original's losses move at most, in two runs" in " ".join(text.split())
    assert "4 replicas: batch 3 has 10 rows, which 4 replicas cannot share evenly" in text
    assert "they show the numbers, not the speed" in text
    assert "dropout" not in text
    assert text.endswith("Written: train.py\n")


def test_notes_are_there_where_they_matter() -> None:
    show = replace(SHOWN, silenced=True, scaled=True, epochs=0, gpus=2, seconds=((0.002, 0.001), (0.002, 0.001)))
    text = mirrored_text(show, PLAIN)
    assert "dropout and its like pass their input on" in text
    assert "for the comparison they were divided again" in text
    assert "No epoch came to its end" in text
    assert "Time of a step, on one GPU and on 2: 2 ms -> 1 ms; 2 ms -> 1 ms (rounds in turn)" in text
    text = mirrored_text(replace(SHOWN, answer=Agreement.APART, apart=("BatchNormalization",), cause="batch 1"), PLAIN)
    assert "to the last bit (5 batches); not so on several: batch 1" in text
    assert "BatchNormalization(synchronized=True) takes its statistics over the whole batch" in text


def ran(step: float) -> Ran:
    marks = tuple(step * place for place in range(20))
    return Ran("normal", "", (replace(MODEL, losses=(1.0,) * 20, marks=marks),))


@pytest.mark.parametrize(
    ("steps", "answer"),
    [
        ((0.02, 0.01, 0.02, 0.01), Agreement.AGREES),
        ((0.02, 0.03, 0.02, 0.021), Agreement.AGREES),  # not in each round
        ((0.02, 0.03, 0.02, 0.03), Agreement.AGREES_AND_SLOWER),
    ],
)
def test_several_gpus_may_be_slower_than_one(steps: tuple[float, ...], answer: Agreement) -> None:
    found = with_times(replace(SHOWN, gpus=2), [ran(step) for step in steps])
    assert found.answer is answer
    assert list(found.seconds[0]) == pytest.approx(list(steps[:2]))


def test_only_what_agrees_is_written_without_more_ado() -> None:
    shown = {answer: replace(SHOWN, answer=answer, cause="why") for answer in Agreement}
    assert {answer for answer, show in shown.items() if show.gains} == {Agreement.AGREES}
    accepted = {answer for answer, show in shown.items() if show.acceptable}
    assert accepted == {Agreement.AGREES, Agreement.AGREES_AND_SLOWER, Agreement.APART}
    assert mirrored_line(shown[Agreement.DIFFERENT]) == "different: why"
    assert mirrored_line(shown[Agreement.COULD_NOT_BE_RUN]) == "could not be run: why"
    assert mirrored_line(shown[Agreement.AGREES_AND_SLOWER]).endswith("the losses agree, but why")


def test_the_document_keeps_to_its_schema() -> None:
    could_not = replace(SHOWN, answer=Agreement.COULD_NOT_BE_RUN, several=())
    document = valid(fix_json([], [Outcome((SHOWN, could_not), ())], "", []))
    (shown, _) = document["proofs"][0]["shown"]
    assert [found["replicas"] for found in shown["several"]] == [2, 4]
    assert shown["verdict"].startswith("on one replica the same losses")
