"""Runs all cases once in each interpreter."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hoist.tensorflow_api import Effect, Kind, Symbol, lookup, lookup_method
from tests.tensorflow_api import cases

LAUNCH = Path(__file__).with_name("launch.py")


def claimed_cases() -> list[tuple[Symbol, str]]:
    """Give each case with what is claimed of its symbol; every case must be known."""
    found: list[tuple[Symbol | None, str, str]] = [(lookup(path), path, text) for path, text in cases.symbol_cases()]
    found += [(lookup_method(Kind[kind], name), f"{kind}.{name}", text) for kind, name, text in cases.method_cases()]
    unknown = sorted({path for symbol, path, _ in found if symbol is None})
    assert not unknown, f"not described: {unknown}"
    return [(symbol, text) for symbol, _, text in found if symbol is not None]


def _run(interpreter: str, folder: Path) -> dict[str, Any]:
    orders = [(symbol.path, text, Effect.MAKES_VARIABLE not in symbol.effects) for symbol, text in claimed_cases()]
    orders += [("operator", text, True) for text in cases.operator_cases()]
    (folder / "orders.json").write_text(json.dumps({"cases": orders, "walk": True}), encoding="utf-8")
    done = subprocess.run(
        [interpreter, str(LAUNCH), str(folder / "orders.json"), str(folder / "results.json")],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=folder,
        # TensorFlow 2.x, once imported here, would leave its behaviour to a 1.15 started from here
        env={name: value for name, value in os.environ.items() if name != "TF2_BEHAVIOR"},
    )
    assert done.returncode == 0, done.stderr[-4000:]
    results: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return results


@pytest.fixture(scope="session")
def modern_results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Give what TensorFlow 2.x did, through its compatibility module."""
    if importlib.util.find_spec("tensorflow") is None:
        pytest.skip("needs the extra 'verify'")
    return _run(sys.executable, tmp_path_factory.mktemp("modern"))


@pytest.fixture(scope="session")
def legacy_results(legacy_python: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Give what TensorFlow 1.15 did."""
    return _run(str(legacy_python), tmp_path_factory.mktemp("legacy"))
