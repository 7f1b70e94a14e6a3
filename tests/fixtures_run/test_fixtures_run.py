"""The fixtures are real programs: they run on both TensorFlows, and what stands beside them as rewritten computes the same.

All scripts of one TensorFlow run in one process, by `launch.py`. TensorFlow 1.15 is tried where HOIST_LEGACY_PYTHON names an
interpreter that has it.
"""
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
LAUNCH = Path(__file__).resolve().with_name("launch.py")
LEGACY = "HOIST_LEGACY_PYTHON"
TIME = re.compile(r"time cost: .*")
PLATE_STEPS = 6


def find_pairs():
    """{name: (slow script, rewritten script, folders for local modules, arguments)}"""
    plate = FIXTURES / "plate_recognition"
    # Without dropout no number depends on how often the graph was built.
    pairs = {"plate_recognition": (plate / "train.py", plate / "golden/train.py", [plate], [str(PLATE_STEPS), "1.0"])}
    for before in sorted(FIXTURES.glob("*/before/*.py")):
        if before.name != "model.py":
            name = before.parents[1].name if before.name == "train.py" else f"{before.parents[1].name}/{before.stem}"
            pairs[name] = (before, before.parents[1] / "after" / before.name, [], [])
    return pairs


PAIRS = find_pairs()
TRAPS = {path.stem: path for path in sorted((FIXTURES / "refused").glob("*.py"))}
KINDS = ("refused", "silent", "will raise")


def kind_and_reason(path):
    first_line = path.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# (%s): (.+)" % "|".join(KINDS), first_line)
    assert match, f"{path.name} does not say in its first line what hoist does with it"
    return match.groups()


def run_all(python, folder):
    jobs = []

    def add(name, script, path=(), arguments=()):
        place = folder / name.replace("/", "-")
        place.mkdir()
        jobs.append({"id": name, "script": str(script), "folder": str(place), "path": [str(p) for p in path],
                     "arguments": list(arguments)})

    for name, (before, after, path, arguments) in PAIRS.items():
        add(name + ":before", before, path, arguments)
        add(name + ":after", after, path, arguments)
    for name, script in TRAPS.items():
        add("refused:" + name, script)
    (folder / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
    # Fixed kernels and one thread for the arithmetic, so that only the programs differ.
    environment = dict(os.environ, TF_ENABLE_ONEDNN_OPTS="0", TF_NUM_INTRAOP_THREADS="1", CUDA_VISIBLE_DEVICES="",
                       PYTHONIOENCODING="utf-8")
    environment.pop("PYTHONPATH", None)
    done = subprocess.run([python, str(LAUNCH), str(folder / "jobs.json"), str(folder / "results.json")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, cwd=str(folder), timeout=600)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-4000:]
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module", params=["tensorflow 2", "tensorflow 1.15"])
def results(request, tmp_path_factory):
    if request.param == "tensorflow 1.15":
        python = os.environ.get(LEGACY)
        if not python:
            pytest.skip(f"{LEGACY} does not name a Python that has TensorFlow 1.15")
    else:
        python = sys.executable
        if importlib.util.find_spec("tensorflow") is None:
            pytest.skip("this Python has no TensorFlow (the extra `verify` brings it)")
    return run_all(python, tmp_path_factory.mktemp("fixtures"))


def without_times(lines):
    return [TIME.sub("time cost: ...", line) for line in lines]


def late_counts(result):
    """The nodes of the graph at the runs of the second half, when everything that is built once has been built."""
    counts = [count for count, _ in result["runs"]]
    return counts[len(counts) // 2:]


@pytest.mark.parametrize("name", PAIRS)
def test_pair_runs_to_its_end_and_prints_the_same(results, name):
    before, after = results[name + ":before"], results[name + ":after"]
    assert before["error"] is None and after["error"] is None, before["error"] or after["error"]
    assert before["output"] and without_times(before["output"]) == without_times(after["output"])
    assert before["files"] == after["files"]


@pytest.mark.parametrize("name", PAIRS)
def test_pair_fetches_the_same_numbers(results, name):
    before = [values for _, values in results[name + ":before"]["runs"]]
    after = [values for _, values in results[name + ":after"]["runs"]]
    assert len(before) == len(after) >= 3
    for step, (expected, got) in enumerate(zip(before, after)):
        assert got == pytest.approx(expected, rel=1e-5, abs=1e-6), f"run {step}"


@pytest.mark.parametrize("name", PAIRS)
def test_only_the_slow_form_grows(results, name):
    before, after = late_counts(results[name + ":before"]), late_counts(results[name + ":after"])
    assert before[-1] > before[0]
    assert after[-1] == after[0]


def test_plate_recognition_grows_by_hundreds_of_nodes_a_step(results):
    counts = [count for count, _ in results["plate_recognition:before"]["runs"]]
    per_step = (counts[-1] - counts[0]) / (PLATE_STEPS - 1)
    assert 300 <= per_step <= 2000


def test_every_checkpoint_is_kept(results):
    for name, steps in (("plate_recognition", PLATE_STEPS), ("solution_1_saver_only", 8)):
        for form in ("before", "after"):
            kept = [path for path in results[f"{name}:{form}"]["files"] if path.endswith(".index")]
            assert len(kept) == steps


@pytest.mark.parametrize("name", TRAPS)
def test_trap_runs_to_its_end_or_raises_as_it_says(results, name):
    kind, _ = kind_and_reason(TRAPS[name])
    result = results["refused:" + name]
    if kind == "will raise":
        assert "finalized" in (result["error"] or "")
        return
    assert result["error"] is None, result["error"]
    assert result["output"]
    late = late_counts(result)
    if kind == "silent":
        assert late[-1] == late[0], "what hoist keeps silent about must not grow"
    else:
        assert late[-1] > late[0], "what hoist refuses must be something that grows"


def test_there_is_a_trap_for_every_kind():
    kinds = [kind_and_reason(path)[0] for path in TRAPS.values()]
    assert set(kinds) == set(KINDS) and len(kinds) >= 30


def test_a_rewritten_folder_has_all_files_of_the_original():
    for before in FIXTURES.glob("*/before"):
        after = before.with_name("after")
        assert sorted(p.name for p in before.glob("*.py")) == sorted(p.name for p in after.glob("*.py"))


def test_bytes_of_the_windows_file_are_as_an_editor_there_leaves_them():
    for form in ("before", "after"):
        content = (FIXTURES / "tabs_crlf_bom" / form / "train.py").read_bytes()
        assert content.startswith(b"\xef\xbb\xbf") and b"\t" in content
        assert content.count(b"\n") == content.count(b"\r\n")
