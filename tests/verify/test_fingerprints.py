"""Pairs of small programs of which the probe must say that a run computes the same, or that it does not.

`fingerprints/launch.py` runs all of them in one process of each interpreter; it says how a case is written.
"""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

CASES = Path(__file__).with_name("fingerprints")
PROBE = Path(__file__).parents[2] / "hoist" / "verify" / "probe.py"
HEAD = re.compile(r"^== [a-z ]+?(?: on (1\.x|2\.x|python 3))?: (.+)$", re.MULTILINE)
# Which interpreters run the cases that name a TensorFlow or Python 3.
INTERPRETERS = {"2.x": ("", "2.x", "python 3"), "1.x": ("", "1.x", "python 3"), "python 2": ("", "1.x")}


def _titles() -> list[tuple[str, str]]:
    return [found for path in sorted(CASES.glob("*.txt")) for found in HEAD.findall(path.read_text(encoding="ascii"))]


RUNS = [(name, title) for name, kinds in INTERPRETERS.items() for where, title in _titles() if where in kinds]


@functools.cache
def _wrong(python: str) -> dict[str, str]:
    """What is wrong with each case under an interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.json"
        command = [python, str(CASES / "launch.py"), str(PROBE), str(CASES), str(results)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if not results.exists():
            return {title: done.stderr[-3000:] for _, title in _titles()}
        found: dict[str, str] = json.loads(results.read_text(encoding="utf-8"))
        return found


@pytest.mark.slow
@pytest.mark.parametrize(("interpreter", "title"), RUNS)
def test_a_case_comes_out_as_it_must(request: pytest.FixtureRequest, interpreter: str, title: str) -> None:
    fixture = {"1.x": "legacy_python", "python 2": "python2"}.get(interpreter)
    python = str(request.getfixturevalue(fixture)) if fixture else sys.executable
    assert _wrong(python)[title] == ""


def test_titles_are_unique() -> None:
    titles = [title for _, title in _titles()]
    assert sorted(titles) == sorted(set(titles))
    assert len(titles) > 300
