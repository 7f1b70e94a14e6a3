"""Every program that hoist changes is run in both forms: same values, same output, same files, same end."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hoist.examine import examine
from hoist.rewrite.apply import apply
from tests.analysis.programs_text import Text, all_programs

LAUNCH = Path(__file__).parents[1] / "fixtures_run" / "launch.py"
CHANGED = [text for text in all_programs() if text.expected & {"moves", "fed", "once"}]


def _rewritten(text: Text, folder: Path) -> Path:
    """Write the program as hoist changes it."""
    before = text.write(folder / "before")
    examination = examine([before, *(before.parent / name for name in text.modules)])
    after = text.write(folder / "after")
    sources = {path.resolve(): source for path, source in examination.sources.items()}
    for edits in examination.edits:
        target = after.parent / edits.path.relative_to(before.parent.resolve())
        target.write_text(apply(sources[edits.path.resolve()].text, edits.edits).text)
    return after


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What each script did; one process runs them all."""
    if importlib.util.find_spec("tensorflow") is None:  # importing it here would change what child processes do
        pytest.skip("TensorFlow is not installed")
    root = tmp_path_factory.mktemp("programs")
    jobs = []
    for text in CHANGED:
        folder = root / text.name
        after = _rewritten(text, folder)
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
    command = [sys.executable, str(LAUNCH), str(root / "jobs.json"), str(root / "results.json")]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    found: dict[str, dict[str, Any]] = json.loads((root / "results.json").read_text())
    return found


def _end(result: dict[str, Any]) -> str:
    return str(result["error"]).strip().splitlines()[-1]


@pytest.mark.parametrize("name", [text.name for text in CHANGED])
def test_rewritten_program_does_the_same(name: str, results: dict[str, dict[str, Any]]) -> None:
    before, after = results[f"{name}|before"], results[f"{name}|after"]
    assert _end(before) == _end(after)
    assert [values for _, values in before["runs"]] == [values for _, values in after["runs"]]
    assert before["output"] == after["output"]
    assert before["files"] == after["files"]
