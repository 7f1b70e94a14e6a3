"""Every fixture, rewritten in memory: the golden files byte for byte, and nothing left to do after."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from hoist.examine import examine
from hoist.fix import Plan, plan

SOURCES = (".py", ".ipynb")
FIXTURES = Path(__file__).parents[2] / "fixtures"
PAIRS = {
    path.parent.name: (path, path.parent / "after")
    for path in sorted([*FIXTURES.glob("*/before"), *(FIXTURES / "python2").glob("*/before")])
}
PAIRS["plate_recognition"] = (FIXTURES / "plate_recognition", FIXTURES / "plate_recognition" / "golden")
# Their diffs are to be read, and not applied.
OF_NOTEBOOKS = {name for name, (before, _) in PAIRS.items() if list(before.glob("*.ipynb"))}
REFUSED = sorted(
    path
    for folder in ("refused", "python2/refused")
    for path in (FIXTURES / folder).iterdir()
    if path.suffix in SOURCES
)


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in SOURCES)


def planned(folder: Path) -> Plan:
    return plan(examine(sources(folder)), folder)


def write(changes: Plan) -> None:
    for change in changes.changes:
        change.path.write_bytes(change.data)


@pytest.fixture(params=PAIRS, ids=str)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Give a copy of a slow program to work on, and the folder of its golden files."""
    before, after = PAIRS[request.param]
    work = tmp_path / "work"
    shutil.copytree(before, work, ignore=shutil.ignore_patterns("golden", "__pycache__"))
    return work, after


def test_the_rewrite_is_the_golden_file_and_leaves_nothing_to_do(pair: tuple[Path, Path]) -> None:
    work, after = pair
    first = planned(work)
    assert first.changes
    write(first)
    for golden in sources(after):
        assert (work / golden.name).read_bytes() == golden.read_bytes(), golden.name
    assert planned(work).findings == ()


@pytest.mark.parametrize("pair", [name for name in PAIRS if name not in OF_NOTEBOOKS], indirect=True)
def test_git_takes_the_diff(pair: tuple[Path, Path]) -> None:
    work, after = pair
    diff = planned(work).patch
    subprocess.run(["git", "init", "-q"], cwd=work, check=True)
    applied = subprocess.run(["git", "apply", "-"], cwd=work, input=diff, capture_output=True, check=False)
    assert applied.returncode == 0, applied.stderr
    for golden in after.glob("*.py"):
        assert (work / golden.name).read_bytes() == golden.read_bytes(), golden.name


@pytest.mark.parametrize("script", REFUSED, ids=lambda path: path.stem)
def test_a_trap_is_left_alone_as_its_header_says(script: Path) -> None:
    header = script.read_text(encoding="utf-8").splitlines()[0]
    if script.suffix == ".ipynb":
        header = json.loads(script.read_bytes())["cells"][0]["source"][0]
    result = plan(examine([script]), script.parent)
    assert result.changes == ()
    if header.startswith("# silent:"):
        assert result.findings == ()
    else:
        assert result.findings
        assert any(finding.will_raise for finding in result.findings) == header.startswith("# will raise:")


def test_there_are_more_programs_to_leave_alone_than_to_change() -> None:
    assert len(REFUSED) > 2 * len(PAIRS)
