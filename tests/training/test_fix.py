"""hoist fix with changes of training as it is used: real runs, on Keras 3 and on tf_keras."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoist.training.agreement import Agreement
from hoist.training.data_proof import Batches, Equal
from hoist.training.examine import propose
from hoist.training.mirrored_proof import Mirrored
from hoist.training.proposal import Wishes
from hoist.training.prove import show
from hoist.training.runs import RECORDER, Training
from tests.command_line.conftest import FIXTURES, Hoist, hoist
from tests.training.test_command import valid

__all__ = ["hoist"]  # a fixture
# Adam gains where the features have small and unlike scales, and its small rate loses on a line through plain points.
GAINS = """\
import numpy as np
{keras}

rng = np.random.default_rng(0)
x = rng.normal(size=(640, 8)).astype('float32') * np.float32(0.1)
y = (x.sum(axis=1) > 0).astype('float32')
model = keras.Sequential([keras.layers.Dense(16, activation='relu'), keras.layers.Dense(1, activation='sigmoid')])
model.compile(optimizer='sgd', loss='binary_crossentropy')
model.fit(x, y, batch_size=16, epochs=2, verbose=0, validation_data=(x[:64], y[:64]))
"""
LOSES = """\
import numpy as np
{keras}

x = np.linspace(-1, 1, 320, dtype='float32')[:, None]
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(0.1), loss='mse')
keras.utils.set_random_seed(7)
model.fit(x, 3 * x + 1, epochs=3, verbose=0)
"""
ARRAYS = """\
import numpy as np
import tensorflow as tf
{keras}

tf.random.set_seed(1)
x = np.random.default_rng(0).normal(size=(210, 8))
y, w = np.sin(x.sum(axis=1)), np.linspace(0, 1, 210)
model = keras.Sequential([keras.layers.Dense(8, activation='relu'), keras.layers.Dropout(0.5), keras.layers.Dense(1)])
model.compile(optimizer='adam', loss='mse')
model.fit(x, y, batch_size=20, epochs=2, sample_weight=w, verbose=0, validation_data=(x, y))
model.fit(x, y, shuffle=False, verbose=0)
"""
TF, OLD = "from tensorflow import keras", "import tf_keras as keras"


GOLDEN = {
    "adam": "HST303",
    "dataset": "HST302",
    "both": "HST302 HST303",
    "mirrored": "HST301",
    "all_three": "HST3",
    "session": "HST303",
}


def fix(hoist: Hoist, folder: Path, text: str, *arguments: str, select: str = "HST303") -> tuple[int, Any]:
    (folder / "train.py").write_text(text)
    selects = [word for code in select.split() for word in ("--select", code)]
    answer = hoist("fix", "train.py", *selects, "--device", "cpu", "--output-format", "json", *arguments)
    assert "Traceback" not in answer.stderr
    return answer.returncode, valid(answer.stdout)


@pytest.mark.slow
def test_what_reaches_the_loss_sooner_is_written(hoist: Hoist, tmp_path: Path) -> None:
    code, document = fix(hoist, tmp_path, GAINS.format(keras=TF))
    (proof,) = document["proofs"]
    (shown,) = proof["shown"]
    assert shown["comparison"]["answer"] == "sooner", shown
    assert (shown["before"], shown["after"]) == ("SGD at the rate 0.01", "Adam at the rate 0.001")
    assert (shown["comparison"]["seeds"], shown["comparison"]["steps"]) == (5, 80)
    assert shown["comparison"]["changed"]["median"] < shown["comparison"]["original"]["median"]
    assert shown["validation"][1]["median"] < shown["validation"][0]["median"]
    assert "Keras 3" in proof["versions"]
    assert (code, document["written"]) == (0, ["train.py"])
    assert "optimizer='adam'" in (tmp_path / "train.py").read_text()


@pytest.mark.slow
def test_what_does_not_is_written_only_if_that_is_accepted(hoist: Hoist, tmp_path: Path) -> None:
    text = LOSES.format(keras=OLD)
    code, document = fix(hoist, tmp_path, text)
    (shown,) = document["proofs"][0]["shown"]
    assert shown["comparison"]["answer"] == "not_sooner", shown
    assert shown["comparison"]["changed"]["median"] is None
    assert "Keras 2" in document["proofs"][0]["versions"]
    assert (code, document["written"]) == (3, [])
    assert (tmp_path / "train.py").read_text() == text


@pytest.mark.nightly
@pytest.mark.parametrize("keras", [TF, OLD], ids=["keras 3", "tf_keras"])
def test_gain_and_loss_on_each_keras(hoist: Hoist, tmp_path: Path, keras: str) -> None:
    assert (
        fix(hoist, tmp_path, GAINS.format(keras=keras))[1]["proofs"][0]["shown"][0]["comparison"]["answer"] == "sooner"
    )
    code, document = fix(hoist, tmp_path, LOSES.format(keras=keras), "--accept-worse")
    assert document["proofs"][0]["shown"][0]["comparison"]["answer"] == "not_sooner"
    assert (code, document["written"]) == (0, ["train.py"])


@pytest.mark.nightly
def test_the_rate_that_is_asked_for_is_the_one_that_is_trained_with(hoist: Hoist, tmp_path: Path) -> None:
    _, document = fix(hoist, tmp_path, GAINS.format(keras=TF), "--learning-rate", "0.01", "--steps", "40")
    (shown,) = document["proofs"][0]["shown"]
    assert shown["after"] == "Adam at the rate 0.01"
    assert shown["comparison"]["steps"] == 40


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (
            ("model.fit(", "(lambda *_, **__: None)("),
            "nothing that line 8 concerns was trained by Model.fit within 200 batches",
        ),
        (("model.fit(", "raise ValueError('no data')\nmodel.fit("), "train.py:9: ValueError: no data"),
        (("import numpy as np\n", "import numpy as np\nimport time\ntime.sleep(30)\n"), "it took more than 3 s"),
        (("epochs=2", "epochs=2, steps_per_epoch=4"), "8 batches were trained, and 10 are needed"),
    ],
)
def test_what_cannot_be_measured_is_not_written(
    hoist: Hoist, tmp_path: Path, change: tuple[str, str], cause: str
) -> None:
    text = GAINS.format(keras=TF).replace(*change)
    code, document = fix(hoist, tmp_path, text, "--timeout", "3" if "sleep" in text else "300", "--accept-worse")
    (proof,) = document["proofs"]
    assert cause in proof["cause"] + "".join(shown["comparison"]["cause"] for shown in proof["shown"])
    assert (code, document["written"]) == (3, [])
    assert (tmp_path / "train.py").read_text() == text


def assert_equal_batches(document: Any, places: int, batches: int) -> None:
    (proof,) = [proof for proof in document["proofs"] if proof["cause"] or "memory" in proof["shown"][0]]
    assert len(proof["shown"]) == places, proof
    for shown in proof["shown"]:
        assert shown["answer"] in {"same_bits", "same_and_slower"}, shown
        assert shown["batches"] == batches
        assert bool(shown["epochs"]) is (batches < 200)
        assert len(shown["seconds"]) == 2
        assert all(shown["memory"])


def assert_agrees(proof: Any) -> None:
    (shown,) = proof["shown"]
    assert shown["answer"] == "agrees", shown
    assert [(found["replicas"], found["answer"]) for found in shown["several"]] == [(2, "agrees"), (4, "agrees")]
    assert all(found["apart"] <= found["allowed"] < 1e-2 for found in shown["several"])


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_forms_come_from_the_source(tmp_path: Path, name: str) -> None:
    folder = FIXTURES / "training" / name
    script = tmp_path / "train.py"
    script.write_bytes((folder / "before" / "train.py").read_bytes())
    found = propose([script], select=GOLDEN[name].split(), wishes=Wishes(), base=tmp_path)
    (change,) = found.groups[0].changes
    assert change.rewritten.text == (folder / "after" / "train.py").read_text()


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_forms_are_left_alone(name: str) -> None:
    script = FIXTURES / "training" / name / "after" / "train.py"
    assert propose([script], select=GOLDEN[name].split(), wishes=Wishes(), base=script.parent).proposals == ()


def test_the_rules_follow_one_another_with_multiplied_batches(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_bytes((FIXTURES / "training" / "all_three" / "before" / "train.py").read_bytes())
    for code in ("HST301", "HST302", "HST303"):
        found = propose([script], select=[code], wishes=Wishes(scale_batch=True), base=tmp_path)
        script.write_text(found.groups[0].changes[0].rewritten.text)
    text = script.read_text()
    golden = (FIXTURES / "training" / "all_three" / "after" / "train.py").read_text()
    assert text == golden.replace(".batch(64)", ".batch(64 * strategy.num_replicas_in_sync)")


@pytest.mark.slow
def test_equal_batches_give_equal_losses(hoist: Hoist, tmp_path: Path) -> None:
    code, document = fix(hoist, tmp_path, ARRAYS.format(keras=OLD), "--accept-worse", select="HST302")
    assert_equal_batches(document, 2, 29)
    assert (code, document["written"]) == (0, ["train.py"])
    assert "train_dataset.shuffle(len(x)).batch(20).prefetch(tf.data.AUTOTUNE)" in (tmp_path / "train.py").read_text()


@pytest.mark.nightly
def test_equal_batches_give_equal_losses_on_keras_3(hoist: Hoist, tmp_path: Path) -> None:
    code, document = fix(hoist, tmp_path, ARRAYS.format(keras=TF), "--accept-worse", select="HST302")
    assert_equal_batches(document, 2, 29)
    assert (code, document["written"]) == (0, ["train.py"])


@pytest.mark.nightly
@pytest.mark.parametrize("legacy", ["0", "1"], ids=["keras 3", "tf_keras"])
@pytest.mark.parametrize("name", ["adam", "dataset", "both", "mirrored", "all_three"])
def test_the_program_of_the_digits_becomes_its_golden_form(
    hoist: Hoist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, legacy: str, name: str
) -> None:
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", legacy)
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "no data sets"))
    folder = FIXTURES / "training" / name
    before = (folder / "before" / "train.py").read_text()
    code, document = fix(hoist, tmp_path, before, "--accept-worse", select=GOLDEN[name])
    if name != "mirrored":
        assert all(proof["generated"] == ["mnist"] for proof in document["proofs"])
    if name in {"mirrored", "all_three"}:
        assert_agrees(document["proofs"][0])
    if name not in {"adam", "mirrored"}:
        assert_equal_batches(document, 1, 200)
    if name not in {"dataset", "mirrored"}:
        assert document["proofs"][-1]["shown"][0]["comparison"]["answer"] == "sooner"
    assert code == 0
    assert (tmp_path / "train.py").read_bytes() == (folder / "after" / "train.py").read_bytes()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (".batch(20).prefetch", ".batch(20, drop_remainder=True).prefetch", "model 1, batch 11: the loss is"),
        (".batch(20).prefetch", ".batch(21).prefetch", "model 1, batch 1: the loss is"),
        (".shuffle(len(x))", ".shuffle(50)", "the fit at train.py:10 shuffles in another way"),
        (".shuffle(len(x))", ".shuffle(len(x), reshuffle_each_iteration=False)", "shuffles in another way"),
        (".shuffle(len(x))", "", "shuffles in another way"),
        ("slices((x, y, w))", "slices((x, y))", "model 1, batch 1: the loss is"),
    ],
)
def test_a_wrong_pipeline_is_called_different(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "train.py"
    script.write_text(ARRAYS.format(keras=TF))
    found = propose([script], select=["HST302"], wishes=Wishes(), base=tmp_path)
    (change,) = found.groups[0].changes
    text = change.rewritten.text.replace(right, wrong, 1)
    assert text != change.rewritten.text
    changes = [replace(change, rewritten=replace(change.rewritten, text=text))]
    shown, runs = show(script, changes, found.proposals, Training(None, "cpu", 200, 300, (), 5), print)
    assert not runs.cause
    there = [one for one in shown if isinstance(one, Batches)]
    assert {one.answer for one in there} == {Equal.DIFFERENT}
    assert said in there[0].cause


@pytest.mark.slow
def test_a_model_under_a_strategy_trains_as_before(hoist: Hoist, tmp_path: Path) -> None:
    text = ARRAYS.format(keras=TF).replace("model.fit(x, y, shuffle=False, verbose=0)\n", "")
    code, document = fix(hoist, tmp_path, text, "--steps", "24", "--scale-batch", select="HST301")
    (proof,) = document["proofs"]
    assert_agrees(proof)
    (shown,) = proof["shown"]
    assert (shown["batches"], shown["epochs"], shown["silenced"], shown["scaled"]) == (22, 2, True, True)
    # The last batch of an epoch has 10 rows: two replicas share them, four cannot.
    assert [found["batches"] for found in shown["several"]] == [22, 11]
    assert (code, document["written"]) == (0, ["train.py"])
    written = (tmp_path / "train.py").read_text()
    assert "with strategy.scope():\n    model = keras.Sequential(" in written
    assert "batch_size=20 * strategy.num_replicas_in_sync" in written


NORMALISED = """\
import numpy as np
import tensorflow as tf
{keras}

keras.utils.set_random_seed(1)
x = np.random.default_rng(0).normal(size=(80, 8))
y = np.sin(x.sum(axis=1))
model = keras.Sequential([keras.layers.Dense(8), keras.layers.BatchNormalization({how}), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(0.01), loss='mse', metrics=[keras.metrics.MeanAbsoluteError()])
model.fit(x, y, batch_size=20, verbose=0, validation_data=(x, y))
"""


@pytest.mark.nightly
@pytest.mark.parametrize("keras", [TF, OLD], ids=["keras 3", "tf_keras"])
@pytest.mark.parametrize(("how", "answer"), [("", "apart"), ("synchronized=True", "agrees")])
def test_what_normalises_each_part_of_a_batch_is_named(
    hoist: Hoist, tmp_path: Path, keras: str, how: str, answer: str
) -> None:
    text = NORMALISED.format(keras=keras, how=how)
    code, document = fix(hoist, tmp_path, text, select="HST301")
    (shown,) = document["proofs"][0]["shown"]
    assert shown["answer"] == answer, shown
    assert shown["batches"] == 4
    assert code == (0 if answer == "agrees" else 3)
    if answer == "apart":
        assert shown["apart"] == ["BatchNormalization"]
        assert (tmp_path / "train.py").read_text() == text
        assert fix(hoist, tmp_path, text, "--accept-worse", select="HST301")[0] == 0


KINDS = {
    "functional": "i = keras.Input((8,))\nmodel = keras.Model(i, keras.layers.Dense(1)(keras.layers.Dense(4)(i)))\n",
    "subclassed": (
        "class Net(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.one = keras.layers.Dense(1)\n    def call(self, x):\n        return self.one(x)\nmodel = Net()\n"
    ),
    "by a function": (
        "def build():\n    net = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])\n"
        "    net.compile(optimizer='adam', loss='mse')\n    return net\nmodel = build()\n"
    ),
    "loaded": "model = keras.models.load_model('net.keras')\n",
}


@pytest.mark.nightly
@pytest.mark.parametrize("keras", [TF, OLD], ids=["keras 3", "tf_keras"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_model_trains_under_a_strategy(hoist: Hoist, tmp_path: Path, keras: str, kind: str) -> None:
    compiled = "" if kind in {"by a function", "loaded"} else "model.compile(optimizer='adam', loss='mse')\n"
    head = f"import numpy as np\nimport tensorflow as tf\n{keras}\n\nkeras.utils.set_random_seed(1)\n"
    data = "x = np.random.default_rng(0).normal(size=(80, 8))\n"
    data += "model.fit(x, np.sin(x.sum(axis=1)), batch_size=8, verbose=0)\n"
    if kind == "loaded":
        saved = f"{head}net = keras.Sequential([keras.Input((8,)), keras.layers.Dense(1)])\n"
        (tmp_path / "save.py").write_text(f"{saved}net.compile(optimizer='adam', loss='mse')\nnet.save('net.keras')\n")
        subprocess.run([sys.executable, "save.py"], cwd=tmp_path, check=True, capture_output=True)
        (tmp_path / "save.py").unlink()
    code, document = fix(hoist, tmp_path, head + KINDS[kind] + compiled + data, select="HST301")
    assert_agrees(document["proofs"][0])
    assert (code, document["written"]) == (0, ["train.py"])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("with strategy.scope():", "if strategy is not None:", "the model trains on 1 replicas"),
        ("batch_size=20", "batch_size=40", "on one replica: model 1"),
        ("batch_size=20", "batch_size=20 * strategy.num_replicas_in_sync", "is given batches of 40 rows, not of 20"),
        ("SGD(0.01)", "SGD(0.01 * strategy.num_replicas_in_sync)", "on 2 replicas"),
        ("model.fit(x, y", "model.fit(x[::strategy.num_replicas_in_sync], y[::strategy.num_replicas_in_sync]", "batch"),
    ],
)
def test_a_wrong_use_of_the_strategy_is_called_different(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: str, wrong: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "train.py"
    script.write_text(NORMALISED.format(keras=TF, how="synchronized=True"))
    found = propose([script], select=["HST301"], wishes=Wishes(), base=tmp_path)
    (change,) = found.groups[0].changes
    text = change.rewritten.text.replace(right, wrong, 1)
    assert text != change.rewritten.text
    changes = [replace(change, rewritten=replace(change.rewritten, text=text))]
    shown, runs = show(script, changes, found.proposals, Training(None, "cpu", 200, 300, (), 5), print)
    assert not runs.cause
    there = [one for one in shown if isinstance(one, Mirrored)]
    assert {one.answer for one in there} == {Agreement.DIFFERENT}
    assert said in there[0].cause


@pytest.mark.parametrize("name", ["recorder.py", "recorder_hooks.py", "recorder_sessions.py"])
def test_the_recorder_parses_in_an_older_python(legacy_python: Path, name: str) -> None:
    code = f"import ast; print(len(ast.parse(open({str(RECORDER.with_name(name))!r}).read()).body))"
    assert int(subprocess.run([legacy_python, "-c", code], capture_output=True, check=True).stdout) > 10
