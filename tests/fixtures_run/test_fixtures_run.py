"""The fixtures are real programs: they run on both TensorFlows, and what stands beside them computes the same.

All scripts of one TensorFlow run in one process, by `launch.py`. TensorFlow 1.15 is tried where HOIST_LEGACY_PYTHON
names an interpreter that has it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
LAUNCH = Path(__file__).resolve().with_name("launch.py")
PLATE_STEPS = 6
KINDS = ("refused", "silent", "will raise")
FIRST_LINE = re.compile(rf"# ({'|'.join(KINDS)}): (.+)")
TIME = re.compile(r"time cost: .*")
# Moved, these draw other numbers of the same kind: what an unseeded op draws depends on the ops built before it.
RANDOM = {"noise_in_loop"}

Result = dict[str, Any]


class Pair(NamedTuple):
    """A slow script and what it becomes."""

    before: Path
    after: Path
    modules: tuple[Path, ...] = ()  # folders for local modules, beside the script's own
    arguments: tuple[str, ...] = ()


def _find_pairs() -> dict[str, Pair]:
    plate = FIXTURES / "plate_recognition"
    # Without dropout no number depends on how often the graph was built.
    arguments = (str(PLATE_STEPS), "1.0")
    pairs = {"plate_recognition": Pair(plate / "train.py", plate / "golden" / "train.py", (plate,), arguments)}
    for before in sorted(FIXTURES.glob("*/before/*.py")):
        if before.name != "model.py":
            folder = before.parents[1]
            name = folder.name if before.name == "train.py" else f"{folder.name}/{before.stem}"
            pairs[name] = Pair(before, folder / "after" / before.name)
    return pairs


PAIRS = _find_pairs()
TRAPS = {path.stem: path for path in sorted((FIXTURES / "refused").glob("*.py"))}


def _kind(trap: Path) -> str:
    match = FIRST_LINE.fullmatch(trap.read_text(encoding="utf-8").splitlines()[0])
    assert match, f"{trap.name} does not say in its first line what hoist does with it"
    return match[1]


def _run_all(python: str, folder: Path) -> dict[str, Result]:
    jobs: list[dict[str, object]] = []

    def add(name: str, script: Path, modules: Sequence[Path] = (), arguments: Sequence[str] = ()) -> None:
        place = folder / re.sub(r"\W", "-", name)
        place.mkdir()
        jobs.append(
            {
                "id": name,
                "script": str(script),
                "folder": str(place),
                "path": [str(module) for module in modules],
                "arguments": list(arguments),
            }
        )

    for name, pair in PAIRS.items():
        add(f"{name}:before", pair.before, pair.modules, pair.arguments)
        add(f"{name}:after", pair.after, pair.modules, pair.arguments)
    for name, script in TRAPS.items():
        add(f"refused:{name}", script)
    jobs_file, results_file = folder / "jobs.json", folder / "results.json"
    jobs_file.write_text(json.dumps(jobs), encoding="utf-8")
    # The same kernels and one thread for the arithmetic, so that only the programs differ.
    environment = os.environ | {
        "TF_ENABLE_ONEDNN_OPTS": "0",
        "TF_NUM_INTRAOP_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "PYTHONIOENCODING": "utf-8",
    }
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [python, str(LAUNCH), str(jobs_file), str(results_file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        cwd=folder,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-4000:]
    results: dict[str, Result] = json.loads(results_file.read_text(encoding="utf-8"))
    return results


@pytest.fixture(scope="module", params=["tensorflow 2", "tensorflow 1.15"])
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """Give what each script did, by the name of its job."""
    if request.param == "tensorflow 1.15":
        python = str(request.getfixturevalue("legacy_python"))
    else:
        python = sys.executable
        if importlib.util.find_spec("tensorflow") is None:
            pytest.skip("this Python has no TensorFlow (the extra `verify` brings it)")
    return _run_all(python, tmp_path_factory.mktemp("fixtures"))


def _without_times(lines: list[str]) -> list[str]:
    return [TIME.sub("time cost: ...", line) for line in lines]


def _node_counts(result: Result) -> list[int]:
    """The nodes of the graph at each run."""
    return [count for count, _ in result["runs"]]


def _late_counts(result: Result) -> list[int]:
    """The same for the second half of the runs, when all is built that is built once."""
    counts = _node_counts(result)
    return counts[len(counts) // 2 :]


@pytest.mark.parametrize("name", PAIRS)
def test_pair_runs_to_its_end_and_prints_the_same(results: dict[str, Result], name: str) -> None:
    before, after = results[f"{name}:before"], results[f"{name}:after"]
    assert before["error"] is None, before["error"]
    assert after["error"] is None, after["error"]
    assert before["output"]
    assert len(before["output"]) == len(after["output"])
    if name not in RANDOM:
        assert _without_times(before["output"]) == _without_times(after["output"])
    assert before["files"] == after["files"]


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in RANDOM])
def test_pair_fetches_the_same_numbers(results: dict[str, Result], name: str) -> None:
    before = [values for _, values in results[f"{name}:before"]["runs"]]
    after = [values for _, values in results[f"{name}:after"]["runs"]]
    assert len(before) == len(after) >= 3
    for number, (expected, got) in enumerate(zip(before, after, strict=True)):
        assert got == pytest.approx(expected, rel=1e-5, abs=1e-6), f"run {number}"


@pytest.mark.parametrize("name", PAIRS)
def test_only_the_slow_form_grows(results: dict[str, Result], name: str) -> None:
    before, after = _late_counts(results[f"{name}:before"]), _late_counts(results[f"{name}:after"])
    assert before[-1] > before[0]
    assert after[-1] == after[0]


def test_plate_recognition_grows_by_hundreds_of_nodes_a_step(results: dict[str, Result]) -> None:
    counts = _node_counts(results["plate_recognition:before"])
    assert 300 <= (counts[-1] - counts[0]) / (PLATE_STEPS - 1) <= 2000


@pytest.mark.parametrize("form", ["before", "after"])
@pytest.mark.parametrize(("name", "steps"), [("plate_recognition", PLATE_STEPS), ("solution_1_saver_only", 8)])
def test_every_checkpoint_is_kept(results: dict[str, Result], name: str, steps: int, form: str) -> None:
    files = results[f"{name}:{form}"]["files"]
    assert len([path for path in files if path.endswith(".index")]) == steps


@pytest.mark.parametrize("name", TRAPS)
def test_trap_runs_to_its_end_or_raises_as_it_says(results: dict[str, Result], name: str) -> None:
    kind, result = _kind(TRAPS[name]), results[f"refused:{name}"]
    if kind == "will raise":
        assert "finalized" in (result["error"] or "")
        return
    assert result["error"] is None, result["error"]
    assert result["output"]
    counts = _late_counts(result)
    if kind == "silent":
        assert counts[-1] == counts[0], "what hoist is silent about must not grow"
    else:
        assert counts[-1] > counts[0], "what hoist refuses must grow"


def test_there_are_traps_of_all_kinds() -> None:
    kinds = [_kind(path) for path in TRAPS.values()]
    assert set(kinds) == set(KINDS)
    assert len(kinds) >= 30


def test_rewritten_folders_have_the_files_of_the_originals() -> None:
    for before in FIXTURES.glob("*/before"):
        after = before.with_name("after")
        assert sorted(path.name for path in before.glob("*.py")) == sorted(path.name for path in after.glob("*.py"))


@pytest.mark.parametrize("form", ["before", "after"])
def test_the_windows_file_has_the_bytes_of_an_editor_there(form: str) -> None:
    content = (FIXTURES / "tabs_crlf_bom" / form / "train.py").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    assert b"\t" in content
    assert content.count(b"\n") == content.count(b"\r\n")
