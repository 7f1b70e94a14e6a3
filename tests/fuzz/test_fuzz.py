"""The promise, tried on programs made at random: rewritten from its source alone, a program does what it did.

1,000 programs run in CI, the same each time, half on each TensorFlow; `pytest -m nightly tests/fuzz` runs 50,000 new
ones. Every program that was found to differ is a named test in `tests/analysis/programs`.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, seed, settings

from hoist.examine import examine
from hoist.findings import RemedyKind
from hoist.fix import Plan, plan
from tests.fuzz.programs import programs

LAUNCH = Path(__file__).with_name("launch.py")
EXAMPLES, NIGHTLY = 1_000, 50_000
PARTS = 4  # so that several workers share them
EXAMPLES_2, NIGHTLY_2 = 100, 5_000
PRINT = re.compile(r"^( *)print\((.*)\)$", re.MULTILINE)
SETTINGS = settings(
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)


class Runner:
    """A TensorFlow process that runs one program after another."""

    def __init__(self, python: str) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [python, str(LAUNCH)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, text: str) -> dict[str, Any]:
        """What a program does."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def stop(self) -> None:
        """End it, and close what leads to it."""
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module", params=["tensorflow 2", "tensorflow 1.15"])
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """A process with each TensorFlow."""
    if request.param == "tensorflow 2" and importlib.util.find_spec("tensorflow") is None:
        pytest.skip("TensorFlow is not installed")
    modern = request.param == "tensorflow 2"
    started = Runner(sys.executable if modern else str(request.getfixturevalue("legacy_python")))
    yield started
    started.stop()


@pytest.fixture(scope="module")
def runner_2(python2: Path) -> Iterator[Runner]:
    """A process with Python 2.7."""
    started = Runner(str(python2))
    yield started
    started.stop()


def in_python_2(text: str) -> str:
    """A program in the syntax of Python 2, indented by tabs."""
    text = PRINT.sub(r"\1print \2", text).replace(" in range(", " in xrange(")
    text = re.sub(r"except (\w+):", r"except \1, problem:", text)
    text = re.sub(r"^(?: {4})+", lambda indent: "\t" * (len(indent.group()) // 4), text, flags=re.MULTILINE)
    return f"print 'begins',\n{text}"


def rewritten(text: str, folder: Path) -> tuple[Plan, str]:
    """A program as hoist changes it, with nothing run."""
    script = folder / "script.py"
    script.write_text(text)
    found = plan(examine([script], processes=1), folder)
    return found, found.changes[0].rewritten.text if found.changes else text


def check(text: str, runner: Runner, folder: Path) -> None:
    """The rewritten program does the same, and adds no node per turn if nothing is found in it any more."""
    found, after = rewritten(text, folder)
    refused = any(finding.remedy.kind is RemedyKind.REFUSE for finding in found.findings)
    event("changed" if after != text else "refused" if refused else "silent")
    if after == text:
        return
    old, new = runner.run(text), runner.run(after)
    both = f"{text}\n----\n{after}"
    if old["end"] != "end":  # what dies at a later turn may die at the first, or before the loop, and of another build
        assert new["end"] != "end", both
        assert old["printed"].startswith(new["printed"]), both
        return
    for what in ("printed", "values", "state"):
        assert new[what] == old[what], f"{what}\n{both}"
    assert new["end"] == "end", both
    if not rewritten(after, folder)[0].findings and len(new["nodes"]) > 20:
        # A build behind the loop, or a late first use, adds nodes once.
        assert _late(new) == 0 or _late(new) < _late(old), f"grows\n{both}"


def _late(result: dict[str, Any]) -> int:
    """How many nodes the last third of the runs has added."""
    counts: list[int] = result["nodes"]
    return counts[-1] - counts[len(counts) * 2 // 3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.mark.parametrize("part", range(PARTS))
def test_random_programs(runner: Runner, folder: Path, part: int) -> None:
    @seed(part)
    @settings(SETTINGS, max_examples=EXAMPLES // 2 // PARTS)
    @given(programs())
    def run(text: str) -> None:
        check(text, runner, folder)

    run()


def test_random_programs_in_python_2(runner_2: Runner, folder: Path) -> None:
    @settings(SETTINGS, max_examples=EXAMPLES_2, derandomize=True)
    @given(programs())
    def run(text: str) -> None:
        check(in_python_2(text), runner_2, folder)

    run()


@pytest.mark.nightly
def test_many_random_programs_in_python_2(runner_2: Runner, folder: Path) -> None:
    @settings(SETTINGS, max_examples=NIGHTLY_2)
    @given(programs())
    def run(text: str) -> None:
        check(in_python_2(text), runner_2, folder)

    run()


@pytest.mark.nightly
def test_many_random_programs(runner: Runner, folder: Path) -> None:
    @settings(SETTINGS, max_examples=NIGHTLY)
    @given(programs())
    def run(text: str) -> None:
        check(text, runner, folder)

    run()
