"""What may be fed: built on a placeholder it is the same as on a constant, on each TensorFlow."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hoist.tensorflow_api import lookup
from hoist.tensorflow_api.feedable import FEEDABLE, SHAPED

SCRIPT = Path(__file__).with_name("feeds.py")
# Nothing of TensorFlow writes these, so that there is nothing to read.
NOT_RUN = {"tf.image.decode_bmp", "tf.image.decode_gif"}


@pytest.mark.parametrize("version", ["tensorflow 2", "tensorflow 1.15"])
def test_a_placeholder_adds_the_ops_that_a_constant_adds(request: pytest.FixtureRequest, version: str) -> None:
    if version == "tensorflow 2" and importlib.util.find_spec("tensorflow") is None:
        pytest.skip("TensorFlow is not installed")
    python = sys.executable if version == "tensorflow 2" else str(request.getfixturevalue("legacy_python"))
    asked = [[path, rules, False] for path, rules in FEEDABLE.items()]
    asked += [[path, rules, True] for path, rules in SHAPED.items()]
    done = subprocess.run([python, str(SCRIPT)], input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert {path: what for path, what in found.items() if what} == {}
    assert set(found) == {*FEEDABLE, *SHAPED} - NOT_RUN


@pytest.mark.parametrize("path", [path for path in (*FEEDABLE, *SHAPED) if path.startswith("tf.")])
def test_each_has_the_parameters_that_it_is_listed_with(path: str) -> None:
    symbol = lookup(path)
    assert symbol is not None
    assert set({**FEEDABLE, **SHAPED}[path]) <= set(symbol.parameters)
