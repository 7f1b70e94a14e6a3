"""A campaign on a Dask cluster of real processes that talk over the network, one of which is lost on the way."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from tests.migrate.campaigns import Place, mapping, report, run, start, state_of, without_times
from tests.migrate.checks import FEW, assert_as_made, assert_commits_are_as_told, assert_untouched, chosen, to_compare
from tests.migrate.made import Made
from tests.migrate.processes import described, none_left

pytestmark = pytest.mark.slow
SECONDS = 120


@dataclass(frozen=True)
class Cluster:
    """A scheduler's address, and its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@contextlib.contextmanager
def cluster(here: Place, count: int) -> Iterator[Cluster]:
    """Give a cluster whose scheduler and workers are processes of their own on this machine."""
    listed = here.folder / "scheduler.json"
    logs = here.folder / "dask.log"
    alone = ["--no-dashboard", "--scheduler-file", str(listed)]
    local = ["--host", "127.0.0.1"]
    processes = [_started(here, logs, "scheduler", *local, "--port", "0", *alone)]
    try:
        for number in range(count):
            folder = here.folder / f"worker-{number}"
            single = ["--nthreads", "1", "--no-nanny", "--name", str(number), "--local-directory", str(folder)]
            processes.append(_started(here, logs, "worker", *local, *alone, *single))
        yield Cluster(_address(listed, logs), processes[1:])
    finally:
        for process in reversed(processes):
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
            process.wait()


def _started(here: Place, logs: Path, *arguments: str | Path) -> subprocess.Popen[bytes]:
    with logs.open("ab") as stream:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, arguments)],
            cwd=here.folder,
            env={**here.environment(), "DASK_TEMPORARY_DIRECTORY": str(here.folder / "dask")},
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            start_new_session=True,
        )


def _address(listed: Path, logs: Path) -> str:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, ValueError):
            return str(json.loads(listed.read_text(encoding="utf-8"))["address"])
        time.sleep(0.1)
    raise AssertionError(logs.read_text(encoding="utf-8"))


def test_a_worker_is_lost(here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]) -> None:
    lose_one(here, sources[0], chosen(sources[1], FEW), pythons, 2, ["--no-verify", "--accept", "rewritten"])


@pytest.mark.nightly
def test_a_worker_is_lost_amid_proofs(here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]) -> None:
    made = to_compare(sources[1])
    lose_one(here, sources[0], made, pythons, 4, [])
    options = ["--name", "cure", "--jobs", "2"]
    run(here, "migrate", here.folder / "mapping.toml", "--campaign", "local", *options)
    documents = [without_times(report(here.folder / name)["repositories"]) for name in ("c", "local")]
    assert documents[0] == documents[1]


def lose_one(
    here: Place, folder: Path, made: list[Made], pythons: dict[str, str], workers: int, options: list[str]
) -> None:
    before = state_of(folder)
    listed = mapping(here.folder / "mapping.toml", made, pythons)
    with cluster(here, workers) as found:
        where = ["--executor", "dask", "--scheduler", found.address, "--name", "cure"]
        process = start(here, "migrate", listed, "--campaign", "c", *where, *options)
        lost, its_work = busy(found, process, here)
        lost.send_signal(signal.SIGKILL)
        output, _ = process.communicate(timeout=1800)
        assert lost.wait() == -signal.SIGKILL
        assert not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in its_work)
        assert all(one.poll() is None for one in found.workers if one is not lost)
    assert process.returncode in (1, 3), output
    assert "Traceback" not in output
    assert_as_made(here.folder / "c", made, verified="--no-verify" not in options)
    names = [one["name"] for one in report(here.folder / "c")["repositories"]]
    assert len(names) == len(set(names)) == len(made)
    assert_commits_are_as_told(here.folder / "c", here.folder)
    assert_untouched(before, folder)
    assert none_left(here.mark) == []


def busy(
    found: Cluster, campaign: subprocess.Popen[str], here: Place
) -> tuple[subprocess.Popen[bytes], list[psutil.Process]]:
    """A worker that works on a repository after some are done, and the processes that do it."""
    patches = here.folder / "c" / "patches"
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert campaign.poll() is None, campaign.communicate()[0]
        for worker in found.workers:
            with contextlib.suppress(psutil.Error):
                below = psutil.Process(worker.pid).children(recursive=True)
                if patches.is_dir() and any("hoist.migrate.work" in described(one) for one in below):
                    return worker, below
        time.sleep(0.02)
    raise AssertionError(f"no worker works: {os.fspath(here.folder)}")


def test_a_campaign_without_a_scheduler_says_so(
    here: Place, sources: tuple[Path, list[Made]], pythons: dict[str, str]
) -> None:
    listed = mapping(here.folder / "mapping.toml", chosen(sources[1], {"keras"}), pythons)
    code, output = run(
        here, "migrate", listed, "--campaign", "c", "--executor", "dask", "--scheduler", "tcp://127.0.0.1:9"
    )
    assert code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in output
