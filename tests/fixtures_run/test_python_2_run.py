"""The fixtures in Python 2 run there: what stands beside them computes the same, and grows no more."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "python2"
LAUNCH = Path(__file__).resolve().with_name("launch.py")
PAIRS = sorted(path.parent.name for path in FIXTURES.glob("*/before"))
TRAPS = sorted(path.stem for path in (FIXTURES / "refused").glob("*.py"))
Results = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def results(python2: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What each script did; one process runs them all."""
    root = tmp_path_factory.mktemp("python_2")
    scripts = {f"{name}:{form}": FIXTURES / name / form / "train.py" for name in PAIRS for form in ("before", "after")}
    scripts |= {f"refused:{name}": FIXTURES / "refused" / f"{name}.py" for name in TRAPS}
    jobs = []
    for name, script in scripts.items():
        place = root / name.replace(":", "-")
        place.mkdir()
        jobs.append({"id": name, "script": str(script), "folder": str(place), "path": [], "arguments": []})
    (root / "jobs.json").write_text(json.dumps(jobs))
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    command = [str(python2), str(LAUNCH), str(root / "jobs.json"), str(root / "results.json")]
    done = subprocess.run(command, capture_output=True, env=environment, cwd=root, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-4000:]
    found: Results = json.loads((root / "results.json").read_text())
    return found


def _late_counts(result: dict[str, Any]) -> list[int]:
    counts = [count for count, _ in result["runs"]]
    return counts[len(counts) // 2 :]


@pytest.mark.parametrize("name", PAIRS)
def test_pair_does_the_same(results: Results, name: str) -> None:
    before, after = results[f"{name}:before"], results[f"{name}:after"]
    assert before["error"] is None, before["error"]
    assert len(before["runs"]) >= 3
    assert [values for _, values in before["runs"]] == [values for _, values in after["runs"]]
    assert before["output"] == after["output"]
    assert after["error"] is None, after["error"]


@pytest.mark.parametrize("name", PAIRS)
def test_only_the_slow_form_grows(results: Results, name: str) -> None:
    before, after = _late_counts(results[f"{name}:before"]), _late_counts(results[f"{name}:after"])
    assert before[-1] > before[0]
    assert after[-1] == after[0]


@pytest.mark.parametrize("name", TRAPS)
def test_trap_runs_to_its_end_and_grows_if_it_says_so(results: Results, name: str) -> None:
    header, result = (FIXTURES / "refused" / f"{name}.py").read_text().splitlines()[0], results[f"refused:{name}"]
    assert result["error"] is None, result["error"]
    counts = _late_counts(result)
    assert (counts[-1] > counts[0]) == header.startswith("# refused:")


def test_the_bytes_are_those_of_the_editors() -> None:
    for form in ("before", "after"):
        windows = (FIXTURES / "crlf_bom_no_last_newline" / form / "train.py").read_bytes()
        assert windows.startswith(b"\xef\xbb\xbf")
        assert windows.count(b"\n") == windows.count(b"\r\n")
        assert not windows.endswith(b"\n")
        assert b"\n\t\t\t" in (FIXTURES / "tabs" / form / "train.py").read_bytes()
        assert b"Gr\xf6\xdfe" in (FIXTURES / "latin_1" / form / "train.py").read_bytes()
