"""What HST301 does with each of the small programs that try to mislead it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoist.training.examine import Proposed, propose
from hoist.training.proposal import Wishes
from tests.training.programs_text import KERAS, Text, programs
from tests.training.test_adam import changed_text

PROGRAMS = {text.name: text for text in programs("mirrored")}


def proposed(script: Path, *, scale: bool = False) -> Proposed:
    return propose([script], select=["HST301"], wishes=Wishes(scale_batch=scale), base=script.parent)


def changed(folder: Path, text: str, *, scale: bool = False) -> str:
    script = folder / "train.py"
    script.write_text(text)
    found = proposed(script, scale=scale)
    assert [one.refusal for one in found.proposals] == [""], found.proposals
    return changed_text(found)


def in_scope(text: str) -> list[str]:
    """The first lines of the statements that stand in a scope."""
    withs = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.With)]
    return [ast.unparse(statement).splitlines()[0] for node in withs for statement in node.body]


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
        new = changed_text(found)
        if text.expected.startswith("strategy"):
            assert text.expected in new.splitlines()
        else:
            assert text.expected in in_scope(new)
        assert not any(".fit(" in line for line in in_scope(new))
        script.write_text(new)
        assert proposed(script).proposals == ()
    else:
        assert not found.groups
        assert {one.refusal or "changed" for one in found.proposals} == {text.expected} - {"silent"}


def test_what_builds_goes_in_and_what_does_not_stays(tmp_path: Path) -> None:
    text = KERAS + PROGRAMS["functional"].script[len(KERAS) :] + "net.fit(np.ones((8, 2)), np.ones(8))\n"
    assert in_scope(changed(tmp_path, text)) == [
        "inputs = keras.Input((2,))",
        "x = keras.layers.Dense(4)(inputs)",
        "net = keras.Model(inputs, keras.layers.Dense(1)(x))",
        "net.compile(optimizer='adam', loss='mse')",
    ]


def test_two_models_share_one_strategy(tmp_path: Path) -> None:
    text = changed(tmp_path, PROGRAMS["two_models"].script)
    assert text.count("MirroredStrategy()") == 1
    assert text.count("with strategy.scope():") == 2


def test_tensorflow_is_imported_where_only_keras_was(tmp_path: Path) -> None:
    text = "import os\nos.environ['X'] = '1'\nimport keras\nm = keras.Sequential([keras.layers.Dense(1)])\n"
    new = changed(tmp_path, text + "m.compile(loss='mse')\n")
    assert new.startswith("import os\nos.environ['X'] = '1'\nimport tensorflow as tf\nimport keras\nstrategy = tf.dist")


@pytest.mark.parametrize(
    ("fit", "written"),
    [
        ("model.fit(x, y, batch_size=64)", "model.fit(x, y, batch_size=64 * strategy.num_replicas_in_sync)"),
        ("model.fit(x, y, 64)", "model.fit(x, y, 64 * strategy.num_replicas_in_sync)"),
        ("model.fit(x, y, batch_size=8 + 8)", "model.fit(x, y, batch_size=(8 + 8) * strategy.num_replicas_in_sync)"),
        ("model.fit(x, y)", "model.fit(x, y, batch_size=32 * strategy.num_replicas_in_sync)"),
        (
            "if x is not None:\n    model.fit(x, y)",
            "    model.fit(x, y, batch_size=32 * strategy.num_replicas_in_sync)",
        ),
    ],
)
def test_the_batch_is_multiplied_if_asked(tmp_path: Path, fit: str, written: str) -> None:
    text = f"{KERAS}x, y = np.ones((8, 2)), np.ones(8)\nmodel.compile(loss='mse')\n{fit}\n"
    assert written not in changed(tmp_path, text)
    assert written in changed(tmp_path, text, scale=True).splitlines()


@pytest.mark.parametrize(
    ("fit", "reason"),
    [
        ("model.fit(data)", "is not shown to be arrays"),
        ("model.fit(x, y, **settings)", "are unpacked"),
        ("model.fit(x, y, batch_size=None)", "is given no number of rows"),
        ("def train():\n    pass", "no fit of the model stands in this file"),
    ],
)
def test_a_batch_that_cannot_be_multiplied_is_refused(tmp_path: Path, fit: str, reason: str) -> None:
    script = tmp_path / "train.py"
    script.write_text(f"{KERAS}x, y = np.ones((8, 2)), np.ones(8)\nmodel.compile(loss='mse')\n{fit}\n")
    (one,) = proposed(script, scale=True).proposals
    assert one.refusal == "HSR54"
    assert reason in one.reason
    assert not one.edits


def test_the_batch_of_a_model_that_a_function_gives_is_multiplied(tmp_path: Path) -> None:
    text = PROGRAMS["built_and_compiled_by_a_function"].script
    assert "net.fit(np.ones((8, 2)), np.ones(8), batch_size=32 * strategy.num_replicas_in_sync)" in changed(
        tmp_path, text, scale=True
    )


def test_another_file_of_the_program_may_speak_against_it(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def step(model, x, y):\n    return model.train_on_batch(x, y)\n")
    (tmp_path / "train.py").write_text("import helper\n" + KERAS + "model.compile(optimizer='sgd', loss='mse')\n")
    found = propose(sorted(tmp_path.glob("*.py")), select=["HST301"], wishes=Wishes(), base=tmp_path)
    assert [one.refusal for one in found.proposals] == ["HSR50"]
    assert not found.groups
