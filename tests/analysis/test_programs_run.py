"""Every program that hoist changes is run in both forms: same values, same output, same files, same end."""

from __future__ import annotations

import ast
import importlib.util
import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hoist.examine import examine
from hoist.fix import plan
from hoist.source.notebooks import notebook_of
from tests.analysis.programs_text import PYTHON_2, Text, all_programs

LAUNCH = Path(__file__).parents[1] / "fixtures_run" / "launch.py"
WRITTEN = frozenset({"moves", "fed", "once"})
CHANGED = [text for text in all_programs() if text.expected & WRITTEN]
IN_CELLS = [text for text in CHANGED if not text.modules and "once" not in text.expected]
CHANGED_2 = [text for text in all_programs(PYTHON_2) if text.expected & WRITTEN]
Results = dict[str, dict[str, Any]]


def _rewritten(text: Text, folder: Path) -> Path:
    """Write the program as hoist changes it."""
    before = text.write(folder / "before")
    examination = examine([before, *(before.parent / name for name in text.modules)])
    after = text.write(folder / "after")
    for change in plan(examination, folder).changes:
        target = after.parent / change.path.relative_to(before.parent.resolve())
        target.write_bytes(change.data)
    return after


def _rewritten_in_cells(text: Text, folder: Path) -> Path:
    """Write the script of the notebook that hoist makes of the program with a cell for each of its statements."""
    before = text.write(folder / "before")
    source = before.read_text()
    lines = source.splitlines(keepends=True)
    starts = sorted({0, *(statement.lineno - 1 for statement in ast.parse(source).body[1:]), len(lines)})
    cells = [{"cell_type": "code", "source": lines[start:end]} for start, end in itertools.pairwise(starts)]
    notebook = folder / "after" / "script.ipynb"
    notebook.parent.mkdir()
    notebook.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}))
    (change,) = plan(examine([notebook]), folder).changes
    notebook.write_bytes(change.data)
    assert plan(examine([notebook]), folder).changes == ()
    after = notebook.with_suffix(".py")
    after.write_text(notebook_of(change.text).script)
    return after


def _run(
    texts: Sequence[Text],
    root: Path,
    python: str,
    rewritten: Callable[[Text, Path], Path] = _rewritten,
    limit: int = 600,
) -> Results:
    """What each script did; one process runs them all, for no more than so many seconds."""
    jobs = []
    for text in texts:
        folder = root / text.name
        after = rewritten(text, folder)
        for side, script in (("before", folder / "before" / "script.py"), ("after", after)):
            place = folder / f"run_{side}"
            place.mkdir()
            job = {
                "id": f"{text.name}|{side}",
                "script": str(script),
                "folder": str(place),
                "path": [],
                "arguments": [],
            }
            jobs.append(job)
    (root / "jobs.json").write_text(json.dumps(jobs))
    command = [python, str(LAUNCH), str(root / "jobs.json"), str(root / "results.json")]
    subprocess.run(command, check=True, capture_output=True, timeout=limit)
    found: Results = json.loads((root / "results.json").read_text())
    return found


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    if importlib.util.find_spec("tensorflow") is None:  # importing it here would change what child processes do
        pytest.skip("TensorFlow is not installed")
    return _run(CHANGED, tmp_path_factory.mktemp("programs"), sys.executable)


@pytest.fixture(scope="module")
def results_in_cells(legacy_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    return _run(IN_CELLS, tmp_path_factory.mktemp("programs"), str(legacy_python), _rewritten_in_cells)


@pytest.fixture(scope="module")
def legacy_results(legacy_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    return _run(CHANGED, tmp_path_factory.mktemp("programs"), str(legacy_python), limit=3600)


@pytest.fixture(scope="module")
def results_2(python2: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    return _run(CHANGED_2, tmp_path_factory.mktemp("programs"), str(python2))


def _end(result: dict[str, Any]) -> str:
    """The error that a script died of; its words may tell of a constant, or of what is fed in its place."""
    return str(result["error"]).strip().splitlines()[-1].partition(":")[0]


def _same(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert _end(before) == _end(after)
    assert [values for _, values in before["runs"]] == [values for _, values in after["runs"]]
    assert before["output"] == after["output"]
    assert before["files"] == after["files"]


@pytest.mark.parametrize("name", [text.name for text in CHANGED])
def test_rewritten_program_does_the_same(name: str, results: Results) -> None:
    _same(results[f"{name}|before"], results[f"{name}|after"])


@pytest.mark.nightly
@pytest.mark.parametrize("name", [text.name for text in IN_CELLS])
def test_a_notebook_with_a_cell_for_each_statement_does_the_same(name: str, results_in_cells: Results) -> None:
    _same(results_in_cells[f"{name}|before"], results_in_cells[f"{name}|after"])


@pytest.mark.nightly
@pytest.mark.parametrize("name", [text.name for text in CHANGED])
def test_rewritten_program_does_the_same_on_tensorflow_1(name: str, legacy_results: Results) -> None:
    _same(legacy_results[f"{name}|before"], legacy_results[f"{name}|after"])


@pytest.mark.parametrize("name", [text.name for text in CHANGED_2])
def test_rewritten_program_does_the_same_in_python_2(name: str, results_2: Results) -> None:
    before, after = results_2[f"{name}|before"], results_2[f"{name}|after"]
    assert before["error"] is None
    assert before["runs"]
    _same(before, after)
    nodes = [count for count, _ in after["runs"]]
    assert nodes[-1] == nodes[len(nodes) // 2]
