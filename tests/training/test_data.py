"""What HST302 does with each of the small programs that try to mislead it, and how two runs are compared."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from hoist.training.data_proof import difference, shuffled_otherwise
from hoist.training.examine import Proposed, propose
from hoist.training.proposal import Wishes
from hoist.training.runs import Fit, Fitted, Ran
from tests.training.programs_text import Text, programs
from tests.training.test_adam import changed_text

PROGRAMS = {text.name: text for text in programs("data")}
ARRAYS = Fit(("train.py", 9), 100, shuffle=True, shuffles=(), weights="ab")
DATASET = Fit(("train.py", 11), None, shuffle=None, shuffles=((100, True),), weights="ab")
MODEL = Fitted(("train.py", 8), "Adam", {}, (3.0, 2.0, float("nan")), ((3, {"val_loss": 2.0}),), (ARRAYS,))
RAN = Ran("normal", "", (MODEL,))


def proposed(script: Path) -> Proposed:
    return propose([script], select=["HST302"], wishes=Wishes(), base=script.parent)


def test_more_programs_are_left_alone_than_changed() -> None:
    assert sum(text.expected == "silent" for text in PROGRAMS.values()) >= 20
    assert sum(not text.changes for text in PROGRAMS.values()) > len(PROGRAMS) / 2


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(text: Text, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(text.script)
    found = proposed(script)
    assert not found.problems
    if text.changes:
        assert [one.refusal for one in found.proposals] == [""]
        lines = [line.strip() for line in changed_text(found).splitlines()]
        assert text.expected in lines
        assert text.expected not in [line.strip() for line in text.script.splitlines()]
        ast.parse(changed_text(found))
        script.write_text(changed_text(found))
        assert proposed(script).proposals == ()
    else:
        assert not found.groups
        assert {one.refusal or "changed" for one in found.proposals} == {text.expected} - {"silent"}


def test_two_fits_have_datasets_of_their_own(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(PROGRAMS["plain"].script + "model.fit(x, y, epochs=2)\n")
    text = changed_text(proposed(script))
    assert "model.fit(train_dataset)" in text
    assert "model.fit(train_dataset_2, epochs=2)" in text


def model(ran: Ran, **changes: object) -> Ran:
    return replace(ran, models=(replace(ran.models[0], **changes),))  # type: ignore[arg-type]


def test_equal_runs_have_no_difference() -> None:
    assert difference(RAN, model(RAN, compiled=("train.py", 12), fits=(DATASET,))) == ""


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (model(RAN, losses=(3.0, 2.0000000000000004, float("nan"))), "batch 2: the loss is 2.0 and 2.0000000000000004"),
        (model(RAN, losses=(3.0, 2.0)), "is trained on 3 batches and on 2"),
        (model(RAN, ends=((3, {"val_loss": 2.5}),)), "the numbers at the ends of the epochs differ"),
        (model(RAN, fits=(replace(DATASET, weights="cd"),)), "the weights differ after training"),
        (replace(RAN, models=(*RAN.models, MODEL)), "1 models and 2"),
        (replace(RAN, end="limit"), "the end normal and limit"),
    ],
)
def test_differences_are_named(other: Ran, said: str) -> None:
    assert said in difference(RAN, other)


@pytest.mark.parametrize(
    ("before", "after", "alike"),
    [
        (ARRAYS, DATASET, True),
        (ARRAYS, replace(DATASET, shuffles=((500, True),)), True),
        (ARRAYS, replace(DATASET, shuffles=((99, True),)), False),
        (ARRAYS, replace(DATASET, shuffles=((100, False),)), False),
        (ARRAYS, replace(DATASET, shuffles=((100, True), (100, True))), False),
        (ARRAYS, replace(DATASET, shuffles=()), False),
        (replace(ARRAYS, shuffle=False), replace(DATASET, shuffles=()), True),
        (replace(ARRAYS, shuffle=False), DATASET, False),
        (DATASET, DATASET, True),
        (ARRAYS, ARRAYS, True),
        (ARRAYS, replace(ARRAYS, shuffle=False), False),
        (replace(ARRAYS, shuffles=((7, True),)), replace(DATASET, shuffles=((7, True), (100, True))), True),
        (replace(ARRAYS, shuffles=((7, True),)), DATASET, False),
    ],
)
def test_shuffles_are_compared(before: Fit, after: Fit, alike: bool) -> None:
    said = shuffled_otherwise(model(RAN, fits=(before,)), model(RAN, fits=(after,)))
    assert said == ("" if alike else "the fit at train.py:9 shuffles in another way" if before is not DATASET else said)
    assert bool(said) is not alike
