"""The repositories that the campaigns of the tests are about are what they are said to be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from hoist.migrate.result import Outcome
from tests.migrate.made import Made, Shape, shapes
from tests.migrate.processes import MARK, end, marked, none_left
from tests.migrate.repositories import write_all
from tests.migrate.repository import git, repository

LAUNCH = Path(__file__).with_name("launch.py")
SHAPES = {shape.name: shape for shape in shapes()}
# A loop that builds, made on purpose of no TensorFlow program, or of one that needs what is not there.
NOT_TO_BE_RUN = {"no-tensorflow", "keras", "growth-in-tests", "no-python", "only-broken", "unknown-calls", "library"}
NO_GROWTH = {"built-once", "fresh-graph", "missing-module", "wants-arguments", "reads-stdin", "hangs", "eats-memory"}
MEMORY = 2 << 30
ENDLESS = {"hangs", "catches-everything"}
ARGUMENTS = {"arguments-of-project": ["--scale", "0.5", "--", "-4"], "arguments-of-mapping": ["4", "two words"]}


@dataclass(frozen=True)
class Ran:
    """How a script ended (None: it did not), what it complained of, and the nodes of its graph at each session run."""

    code: int | None
    errors: str
    nodes: list[int]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    """Give all repositories, made once."""
    return write_all(tmp_path_factory.mktemp("repositories"))


def test_there_are_many_and_their_names_differ(made: list[Made]) -> None:
    assert len(made) >= 80
    assert len({one.name for one in made}) == len({one.source for one in made}) == len(made)
    assert {one.outcome for one in made} == {one.unverified for one in made} | {Outcome.PROVED, Outcome.PROVED_IN_PART}
    assert {one.outcome for one in made} == set(Outcome)
    assert all(one.description.endswith(".") for one in made)


def test_two_of_them_have_one_name_but_for_its_case(made: list[Made]) -> None:
    names = Counter(Path(one.source).name.lower() for one in made)
    assert names["twins"] == 3


def test_what_is_not_run_is_made_for_the_same_outcome_with_proof(made: list[Made]) -> None:
    unrun = [one for one in made if not one.runs]
    assert unrun
    assert all(one.outcome is one.unverified for one in unrun)
    assert all(one.runs for one in made if one.gate)


def test_all_but_those_that_are_none_are_whole_git_repositories(made: list[Made]) -> None:
    none = {"no-repository", "nowhere", "not-there"}
    for one in made:
        if one.name not in none and not one.source.startswith("file:"):
            git(Path(one.source), "fsck", "--strict")
    assert none <= {one.name for one in made if one.outcome is Outcome.FAILED}


def test_the_same_commits_are_made_each_time(tmp_path: Path) -> None:
    hashes = []
    for time in ("first", "second"):
        folder = repository(tmp_path / time, SHAPES["packages"].files)
        hashes.append(git(folder, "rev-parse", "HEAD"))
    assert hashes[0] == hashes[1]


def test_the_hooks_and_settings_of_one_would_be_obeyed(made: list[Made]) -> None:
    (folder,) = (Path(one.source) for one in made if one.name == "hooks")
    with pytest.raises(AssertionError, match="git commit"):
        git(folder, "commit", "--allow-empty", "--message", "No")
    assert (folder / ".git" / "hook-was-run").exists()


def test_the_links_of_one_lead_where_they_are_said_to(made: list[Made]) -> None:
    (folder,) = (Path(one.source) for one in made if one.name == "links")
    assert not (folder / "other.py").resolve().is_relative_to(folder)
    assert (folder / "other.py").read_text() == (folder / "train.py").read_text()
    assert (folder / "same.py").resolve() == (folder / "train.py").resolve()
    assert not (folder / "nothing.py").exists()
    assert git(folder, "ls-files", "--stage", "other.py").startswith("120000")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name, one in SHAPES.items() if one.about.get("gate") == "yes"))
def test_a_program_does_what_it_was_made_for(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert_as_made(SHAPES[name], tmp_path, request)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(SHAPES.keys() - NOT_TO_BE_RUN))
def test_every_program_does_what_it_was_made_for(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert_as_made(SHAPES[name], tmp_path, request)


def assert_as_made(shape: Shape, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    scripts = [path for path, text in shape.files.items() if is_script(path, text)]
    if not scripts:
        pytest.skip("a notebook, which is not run")
    folder = repository(tmp_path / "work", shape.files)
    for script in scripts:
        ran = run(shape, folder, script, request)
        assert ends_as_said(shape, script, ran), ran
        distinct = len(set(ran.nodes))
        if shape.name in NO_GROWTH or "no_such_module" in shape.files[script]:
            assert distinct <= 1
        else:
            assert distinct >= (2 if shape.name == "too-few-turns" else 3), ran


def is_script(path: str, text: str) -> bool:
    if not path.endswith(".py") or "in range(:" in text or path == "endless.py":
        return False
    return re.search(r"^(with tf\.Session|if __name__|for size in|show\()", text, re.MULTILINE) is not None


def ends_as_said(shape: Shape, script: str, ran: Ran) -> bool:
    """The words of the reason tell how a program ends; one that is proved ends well or goes on."""
    reason = shape.about.get("reason", "")
    if shape.name in ENDLESS:
        return ran.code is None
    if shape.name == "eats-memory":
        return ran.code == 1 and "MemoryError" in ran.errors
    if shape.name == "reads-stdin":
        return ran.code == 1 and "EOFError" in ran.errors
    if "no_such_module" in shape.files[script]:
        return ran.code == 1 and "No module named 'no_such_module'" in ran.errors
    if shape.name == "raises":
        return ran.code == 1 and reason in ran.errors
    code = re.search(r"code (-?\d)", reason)
    return ran.code == (int(code[1]) if code else 0)


def run(shape: Shape, folder: Path, script: str, request: pytest.FixtureRequest) -> Ran:
    """Run a script of a shape as it is, and end what it leaves."""
    python = interpreter(shape.about.get("python", "legacy"), request)
    record, home, said = (folder.with_name(name) for name in ("record", "home", "errors"))
    home.mkdir(exist_ok=True)
    record.write_bytes(b"")
    mark = str(folder)
    variables = {"HOME": str(home), MARK: mark, "TF_CPP_MIN_LOG_LEVEL": "3", "TF_USE_LEGACY_KERAS": "1"}
    try:
        with said.open("wb") as errors:
            code = subprocess.run(
                [*limited(shape), python, str(LAUNCH), str(record), script, *ARGUMENTS.get(shape.name, [])],
                cwd=folder,
                env={**os.environ, **variables, "PYTHONPATH": ""},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                timeout=8 if shape.name in ENDLESS else 120,
                check=False,
            ).returncode
    except subprocess.TimeoutExpired:
        code = None
    finally:
        end(mark)
    nodes = [line.split() for line in record.read_text().splitlines()]
    fullest = [graph for graph, _ in Counter(graph for graph, _ in nodes).most_common(1)]
    return Ran(code, said.read_text(), [int(number) for graph, number in nodes if graph in fullest])


def interpreter(kind: str, request: pytest.FixtureRequest) -> str:
    if kind == "own":
        return sys.executable
    return str(request.getfixturevalue({"legacy": "legacy_python", "python2": "python2"}[kind]))


def limited(shape: Shape) -> list[str]:
    return ["prlimit", f"--as={MEMORY}"] if shape.name == "eats-memory" else []


def test_what_a_program_leaves_running_is_found(tmp_path: Path) -> None:
    mark = str(tmp_path)
    script = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)"
    subprocess.run([sys.executable, "-c", script], env={**os.environ, MARK: mark}, check=True)
    left = marked(mark)
    assert [one.ppid() for one in left] != [os.getpid()]
    assert len(left) == 1
    assert none_left(mark, 0.2) != []
    end(mark)
    assert none_left(mark) == []
