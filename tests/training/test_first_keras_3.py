"""The same changes of training on TensorFlow 2.16, the first that came with Keras 3, and on its tf_keras."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, Hoist, hoist
from tests.training.test_fix import ARRAYS, GAINS, OLD, TF, assert_equal_batches, fix

__all__ = ["hoist"]  # a fixture


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keras", "version"),
    [pytest.param(TF, "Keras 3", id="Keras 3"), pytest.param(OLD, "Keras 2", id="tf_keras", marks=pytest.mark.nightly)],
)
def test_equal_batches_give_equal_losses(
    hoist: Hoist, tmp_path: Path, first_keras_3: Path, keras: str, version: str
) -> None:
    arguments = "--accept-worse", "--python", str(first_keras_3)
    code, document = fix(hoist, tmp_path, ARRAYS.format(keras=keras), *arguments, select="HST302")
    assert "TensorFlow 2.16" in document["proofs"][0]["versions"]
    assert version in document["proofs"][0]["versions"]
    assert_equal_batches(document, 2, 29)
    assert (code, document["written"]) == (0, ["train.py"])


@pytest.mark.slow
def test_what_reaches_the_loss_sooner_is_written(hoist: Hoist, tmp_path: Path, first_keras_3: Path) -> None:
    code, document = fix(hoist, tmp_path, GAINS.format(keras=TF), "--python", str(first_keras_3))
    (proof,) = document["proofs"]
    assert "Keras 3" in proof["versions"]
    assert proof["shown"][0]["comparison"]["answer"] == "sooner"
    assert (code, document["written"]) == (0, ["train.py"])


@pytest.mark.nightly
@pytest.mark.parametrize("legacy", ["0", "1"], ids=["Keras 3", "tf_keras"])
def test_replicas_agree(
    hoist: Hoist, tmp_path: Path, first_keras_3: Path, monkeypatch: pytest.MonkeyPatch, legacy: str
) -> None:
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", legacy)
    folder = FIXTURES / "training" / "mirrored"
    before = (folder / "before" / "train.py").read_text()
    code, document = fix(hoist, tmp_path, before, "--steps", "24", "--python", str(first_keras_3), select="HST301")
    assert "TensorFlow 2.16" in document["proofs"][0]["versions"]
    assert code == 0, document
    assert (tmp_path / "train.py").read_bytes() == (folder / "after" / "train.py").read_bytes()
