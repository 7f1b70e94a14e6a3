"""What HST303 does with each of the small programs that try to mislead it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoist.refusals import REFUSALS
from hoist.training import training_rules
from hoist.training.examine import Proposed, propose
from hoist.training.proposal import Wishes
from tests.training.programs_text import KERAS, Text, programs

PROGRAMS = {text.name: text for text in programs("adam")}


def proposed(script: Path, rate: float | None = None) -> Proposed:
    return propose([script], select=["HST303"], wishes=Wishes(rate), base=script.parent)


def changed_text(found: Proposed) -> str:
    return found.groups[0].changes[0].rewritten.text


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
        lines = changed_text(found).splitlines()
        assert text.expected in [line.strip() for line in lines]
        assert text.expected not in [line.strip() for line in text.script.splitlines()]
        ast.parse(changed_text(found))
    else:
        assert not found.groups
        assert {one.refusal or "changed" for one in found.proposals} == {text.expected} - {"silent"}


def test_what_was_changed_is_left_alone(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    for text in PROGRAMS.values():
        if text.changes:
            script.write_text(text.script)
            script.write_text(changed_text(proposed(script)))
            assert proposed(script).proposals == ()


def test_the_rate_that_is_asked_for_is_written_and_said(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(KERAS + "model.compile(optimizer='sgd', loss='mse')\n")
    found = proposed(script, 0.01)
    assert "optimizer=tf.keras.optimizers.Adam(learning_rate=0.01), loss" in changed_text(found)
    assert found.proposals[0].change.startswith("Adam at the rate 0.01, as asked; the rate of SGD (0.01, its default)")


def test_what_goes_with_the_old_optimizer_is_said(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        KERAS + "RATE = 0.1\nmodel.compile(optimizer=keras.optimizers.SGD(RATE, momentum=0.9), loss='mse')\n"
    )
    change = proposed(script).proposals[0].change
    assert "the rate of SGD (0.1) is not carried over" in change
    assert change.endswith("left out with SGD: momentum=0.9; `RATE` is no longer read")


def test_a_string_among_several_kerases_is_no_place_for_a_rate(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(KERAS + "import tf_keras\nmodel.compile(optimizer='sgd', loss='mse')\n")
    assert [one.refusal for one in proposed(script, 0.01).proposals] == ["HSR41"]


def test_a_notebook_is_read_and_not_written(tmp_path: Path) -> None:
    script = tmp_path / "train.ipynb"
    code = (KERAS + "model.compile(optimizer='sgd', loss='mse')\n").replace("\n", "\\n")
    script.write_text('{"cells": [{"cell_type": "code", "source": "' + code + '"}], "nbformat": 4}')
    found = proposed(script)
    assert [one.refusal for one in found.proposals] == ["HSR31"]
    assert not found.groups


def test_tests_are_passed_over_unless_they_are_named(tmp_path: Path) -> None:
    script = tmp_path / "test_training.py"
    script.write_text(KERAS + "model.compile(optimizer='sgd', loss='mse')\n")
    found = propose([script], select=["HST3"], named=[], wishes=Wishes(), base=tmp_path)
    assert found.proposals == ()
    assert proposed(script).proposals


def test_a_module_is_proved_by_the_script_that_imports_it(tmp_path: Path) -> None:
    (tmp_path / "network.py").write_text(KERAS + "model.compile(optimizer='sgd', loss='mse')\n")
    (tmp_path / "train.py").write_text("import network\nnetwork.model.fit([[1.0, 2.0]], [[1.0]])\n")
    files = [tmp_path / "network.py", tmp_path / "train.py"]
    found = propose(files, select=["HST3"], wishes=Wishes(), base=tmp_path)
    assert [group.scripts for group in found.groups] == [((tmp_path / "train.py").resolve(),)]


@pytest.mark.parametrize(
    ("helper", "refusal"),
    [
        ("def slow_down(model):\n    model.optimizer.learning_rate = 0.01\n", "HSR42"),
        ("def shown(model):\n    return model.optimizer\n", "HSR43"),
        ("from tensorflow.keras.callbacks import ReduceLROnPlateau\n", "HSR42"),
        ("def resume(model):\n    model.load_weights('begun.weights.h5')\n", "HSR45"),
        ("def step(model, x, y):\n    return model.train_on_batch(x, y)\n", "HSR46"),
        ("def double(x):\n    return 2 * x\n", ""),
    ],
)
def test_what_another_file_of_the_program_does_with_the_optimizer_counts(
    tmp_path: Path, helper: str, refusal: str
) -> None:
    (tmp_path / "helper.py").write_text(helper)
    (tmp_path / "train.py").write_text("import helper\n" + KERAS + "model.compile(optimizer='sgd', loss='mse')\n")
    found = propose(sorted(tmp_path.glob("*.py")), select=["HST303"], wishes=Wishes(), base=tmp_path)
    assert [one.refusal for one in found.proposals] == [refusal]
    assert bool(found.groups) is (refusal == "")


def test_every_refusal_of_training_is_met() -> None:
    met = {text.expected for page in ("adam", "data", "mirrored", "sessions") for text in programs(page)}
    met.add("HSR54")  # with --scale-batch only, in test_mirrored
    assert sorted(code for code in REFUSALS if code >= "HSR40" and code not in met) == []


@pytest.mark.parametrize("rule", training_rules(), ids=lambda rule: rule.code)
def test_the_example_is_what_the_rule_writes(rule: object, tmp_path: Path) -> None:
    (shown,) = [one for one in training_rules() if one is rule]
    before, after = shown.example
    script = tmp_path / "train.py"
    script.write_text(KERAS + before)
    found = propose([script], select=[shown.code], wishes=Wishes(), base=tmp_path)
    assert changed_text(found) == KERAS + after
    assert shown.explanation.splitlines()[0].endswith(".")
