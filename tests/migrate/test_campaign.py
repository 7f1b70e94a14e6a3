"""Campaigns over many repositories: each ends as it was made to, and nothing else is touched or left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from hoist.migrate.result import Outcome
from tests.migrate.campaigns import Place, mapping, report, results, run, start, state_of, without_times
from tests.migrate.checks import FEW, assert_as_made, assert_commits_are_as_told, assert_untouched, chosen, to_compare
from tests.migrate.made import Made
from tests.migrate.processes import described, marked, none_left
from tests.migrate.repository import git

pytestmark = pytest.mark.slow
DATABASE = "campaign.sqlite3"


def test_all_repositories_without_runs(here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]) -> None:
    folder, made = sources
    before = state_of(folder)
    listed = mapping(folder.parent / "all.toml", made, pythons)
    code, output = run(
        here, "migrate", listed, "--campaign", "c", "--no-verify", "--accept", "rewritten", "--jobs", "2"
    )
    assert code == 3, output
    assert_as_made(here.folder / "c", made, verified=False)
    assert_untouched(before, folder)
    assert list((here.folder / "c" / "work").iterdir()) == []
    assert_commits_are_as_told(here.folder / "c", here.folder)


def test_some_repositories_with_proof(here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]) -> None:
    folder, made = sources
    run_and_check(here, folder, [one for one in made if one.gate], pythons)


@pytest.mark.nightly
def test_all_repositories_with_proof(here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]) -> None:
    run_and_check(here, *sources, pythons)


def run_and_check(here: Place, folder: Path, made: list[Made], pythons: dict[str, str]) -> None:
    before = state_of(folder)
    listed = mapping(here.folder / "mapping.toml", made, pythons)
    _, output = run(here, "migrate", listed, "--campaign", "c", "--jobs", "2", timeout=3600)
    assert_as_made(here.folder / "c", made, verified=True)
    assert_untouched(before, folder)
    assert_commits_are_as_told(here.folder / "c", here.folder)
    assert f"{len(made)} repositories: " in output


@pytest.mark.parametrize("whole", [False, True], ids=["the parent alone", "its process group"])
def test_a_killed_campaign_goes_on(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str], whole: bool
) -> None:
    few = chosen(sources[1], FEW)
    kill_and_compare(here, few, pythons, 2, ["--no-verify", "--accept", "rewritten"], whole=whole, seconds=(0.8, 3.0))


@pytest.mark.nightly
@pytest.mark.parametrize("whole", [False, True], ids=["the parent alone", "its process group"])
def test_a_killed_campaign_with_proof_goes_on(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str], whole: bool
) -> None:
    few = to_compare(sources[1])
    kill_and_compare(here, few, pythons, 5, [], whole=whole, seconds=(0.5, 40.0))


def kill_and_compare(
    here: Place,
    made: list[Made],
    pythons: dict[str, str],
    kills: int,
    options: list[str],
    *,
    whole: bool,
    seconds: tuple[float, float],
) -> None:
    listed = mapping(here.folder / "mapping.toml", made, pythons)
    more = ["--name", "cure", "--jobs", "2", *options]
    moments, interrupted = random.Random(f"{whole} {kills}"), 0
    while interrupted < kills:
        process = start(here, *again(here.folder / "killed", listed, more))
        time.sleep(moments.uniform(*seconds))
        if process.poll() is not None:
            process.communicate()
            break
        (os.killpg if whole else os.kill)(process.pid, signal.SIGKILL)
        process.communicate()
        interrupted += 1
        if not whole:  # the other one goes on while what was killed may still be clearing up
            assert none_left(here.mark) == []
            assert list(here.temporary.iterdir()) == []
    assert interrupted
    run(here, *again(here.folder / "killed", listed, more))
    run(here, "migrate", listed, "--campaign", "whole", *more)
    documents = [without_times(report(here.folder / name)["repositories"]) for name in ("killed", "whole")]
    assert documents[0] == documents[1]
    assert names_below(here.folder / "killed") == names_below(here.folder / "whole")


def again(campaign: Path, listed: Path, more: list[str]) -> list[str | Path]:
    """The command that goes on with a campaign, or begins it if it was killed before there was one."""
    if (campaign / DATABASE).exists():
        return ["migrate", "--resume", "--campaign", campaign, "--jobs", "2"]
    return ["migrate", listed, "--campaign", campaign, *more]


def names_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_only_what_failed_is_done_again(here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]) -> None:
    later = here.folder / "later"
    absent = Made("later", str(later), "Not there yet.", Outcome.FAILED, Outcome.FAILED)
    made = [*chosen(sources[1], {"keras", "only-broken", "bare", "nowhere"}), absent]
    listed = mapping(here.folder / "mapping.toml", made, pythons)
    code, _ = run(here, "migrate", listed, "--campaign", "c", "--no-verify")
    first = results(here.folder / "c")
    assert code == 3
    assert first[str(later)]["outcome"] == "failed"
    git(here.folder, "clone", "--quiet", made[0].source, "later")
    run(here, "migrate", "--only", "failed", "--campaign", "c")
    second = results(here.folder / "c")
    assert second[str(later)]["outcome"] == first[made[0].source]["outcome"]
    done_again = {source for source in second if second[source]["seconds"] != first[source]["seconds"]}
    assert str(later) in done_again
    assert done_again <= {one.source for one in made if one.outcome is Outcome.FAILED}


def test_a_campaign_is_worked_on_by_one_process(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]
) -> None:
    process, listed = begun(here, sources[1], pythons)
    code, output = run(here, "migrate", "--resume", "--campaign", "c")
    assert code == 2
    assert "another hoist works on" in output
    code, output = run(here, "migrate", listed, "--campaign", "c")
    assert code == 2
    assert "holds a campaign already" in output
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate()


@pytest.mark.parametrize(
    ("number", "whole"),
    [(signal.SIGINT, True), (signal.SIGTERM, False)],
    ids=["Ctrl-C in a terminal", "SIGTERM to the parent alone"],
)
def test_a_stopped_campaign_ends_soon_and_goes_on(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str], number: signal.Signals, whole: bool
) -> None:
    process, _ = begun(here, sources[1], pythons)
    (os.killpg if whole else os.kill)(process.pid, number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in output
    assert "--resume" in output
    assert none_left(here.mark) == []
    assert list(here.temporary.iterdir()) == []
    assert len(report(here.folder / "c")["pending"]) == 1
    run(here, "migrate", "--resume", "--campaign", "c", "--timeout", "2")
    found = report(here.folder / "c")
    assert found["pending"] == []
    assert {one["name"]: one["outcome"] for one in found["repositories"]} == {"keras": "clean", "hangs": "rewritten"}


def test_what_a_kill_left_half_written_is_removed(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]
) -> None:
    listed = mapping(here.folder / "mapping.toml", chosen(sources[1], {"keras"}), pythons)
    run(here, "migrate", listed, "--campaign", "c")
    before = names_below(here.folder / "c")
    for name in ("", "patches", "branches"):
        (here.folder / "c" / name / ".hoist-half.tmp").write_bytes(b"half")
    (here.folder / "c" / "work" / "hoist-half" / "clone").mkdir(parents=True)
    run(here, "migrate", "--resume", "--campaign", "c")
    assert names_below(here.folder / "c") == before


def begun(here: Place, made: list[Made], pythons: dict[str, str]) -> tuple[subprocess.Popen[str], Path]:
    """A campaign of a repository that is clean and one that hangs, as soon as the latter does; and its mapping."""
    two = [replace(chosen(made, {name})[0], settings={}) for name in ("keras", "hangs")]
    listed = mapping(here.folder / "mapping.toml", two, pythons)
    process = start(here, "migrate", listed, "--campaign", "c", "--jobs", "1")
    deadline = time.monotonic() + 120
    while not any("probe.py" in described(one) for one in marked(here.mark)) or len(clones(here)) != 1:
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(3)
    return process, listed


def clones(here: Place) -> list[Path]:
    return list((here.folder / "c" / "work").iterdir())


def test_two_campaigns_at_once_do_not_disturb_each_other(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]
) -> None:
    folder, made = sources
    before = state_of(folder)
    few = chosen(made, FEW)
    listed = mapping(here.folder / "mapping.toml", few, pythons)
    options = ["--no-verify", "--accept", "rewritten", "--jobs", "2", "--name", "cure"]
    both = [start(here, "migrate", listed, "--campaign", name, *options) for name in ("one", "two")]
    for process in both:
        output, _ = process.communicate(timeout=600)
        assert process.returncode == 3, output
    for name in ("one", "two"):
        assert_as_made(here.folder / name, few, verified=False)
    documents = [without_times(report(here.folder / name)["repositories"]) for name in ("one", "two")]
    assert documents[0] == documents[1]
    assert_untouched(before, folder)
