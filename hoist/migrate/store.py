"""The folder of a campaign: its state in SQLite, patches and bundles, and a lock that one process holds.

A result is there once SQLite has it on disk; what was begun and has no result is begun again. The patch and the bundle
are written before that, whole, so that each result has them.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import filelock
import msgspec

from hoist import __version__
from hoist.migrate.repository import Task
from hoist.migrate.result import Outcome, Result, Summary
from hoist.source.writing import write_generated

DATABASE = "campaign.sqlite3"
LOCK = "campaign.lock"
_SHAPE = 1  # of the tables; a later one can tell an older one by it
_TABLES = """
create table campaign (name text not null, started text not null);
create table repositories (
    position integer primary key,
    name text not null unique,
    task text not null,
    outcome text,
    result text
);
"""


class WrongCampaign(Exception):
    """A folder that cannot be used; the message says which, why, and what to do."""


@dataclass(frozen=True)
class Store:
    """An open campaign.

    Attributes:
        folder: of the campaign.
        database: its state.
    """

    folder: Path
    database: sqlite3.Connection

    @property
    def work(self) -> Path:
        """The folder in which repositories are worked on."""
        return self.folder / "work"

    @property
    def count(self) -> int:
        """How many repositories there are."""
        found: int = self.database.execute("select count(*) from repositories").fetchone()[0]
        return found

    def pending(self) -> list[Task]:
        """Return the tasks that have no result, in the order in which their repositories were named."""
        rows = self.database.execute("select task from repositories where result is null order by position")
        return [msgspec.convert(json.loads(text), Task) for (text,) in rows]

    def done(self, result: Result) -> Result:
        """Keep a result for good, and return it; one that is there already stays, and is returned."""
        row = self.database.execute("select result from repositories where name = ?", (result.name,))
        (known,) = row.fetchone()
        if known is not None:
            return Result.from_json(json.loads(known))
        self._write("patches", f"{result.name}.patch", result.patch.encode("utf-8", "surrogateescape"))
        self._write("branches", f"{result.name}.bundle", base64.b64decode(result.bundle))
        with self.database:
            self.database.execute(
                "update repositories set outcome = ?, result = ? where name = ?",
                (result.outcome.value, json.dumps(result.to_json()), result.name),
            )
        return result

    def having(self, outcomes: Collection[Outcome]) -> list[Task]:
        """Return the tasks whose results have one of some outcomes."""
        wanted = {one.value for one in outcomes}
        rows = self.database.execute("select task, outcome from repositories order by position").fetchall()
        return [msgspec.convert(json.loads(text), Task) for text, outcome in rows if outcome in wanted]

    def forget(self, tasks: Sequence[Task]) -> None:
        """Forget the results of tasks, which are to be done again."""
        with self.database:
            self.database.executemany(
                "update repositories set outcome = null, result = null where name = ?",
                [(one.repository.name,) for one in tasks],
            )

    def keep(self, tasks: Sequence[Task]) -> None:
        """Keep tasks as they are now to be done."""
        with self.database:
            self.database.executemany(
                "update repositories set task = ? where name = ?", [(_text(one), one.repository.name) for one in tasks]
            )

    def outcomes(self) -> dict[Outcome, int]:
        """Return how many repositories have each outcome."""
        rows = self.database.execute("select outcome, count(*) from repositories where result is not null group by 1")
        return {Outcome(outcome): count for outcome, count in rows}

    def summary(self) -> Summary:
        """Return the campaign as a report shows it."""
        name, started = self.database.execute("select name, started from campaign").fetchone()
        rows = self.database.execute("select name, result from repositories order by position").fetchall()
        results = tuple(Result.from_json(json.loads(text)) for _, text in rows if text is not None)
        return Summary(name, __version__, started, results, tuple(one for one, text in rows if text is None))

    def _write(self, kind: str, name: str, content: bytes) -> None:
        path = self.folder / kind / name
        if content:
            write_generated(path, content)
        else:
            path.unlink(missing_ok=True)


def _text(task: Task) -> str:
    return json.dumps(msgspec.to_builtins(task))


@contextmanager
def new_campaign(folder: Path, name: str, started: str, tasks: Sequence[Task]) -> Iterator[Store]:
    """Make a campaign in a folder that is empty, or not there yet, and open it.

    Raises:
        WrongCampaign: the folder holds something, or cannot be written.
    """
    check_free(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongCampaign(f"{folder} cannot be made: {error.strerror or error}") from error
    with _locked(folder):
        _make(folder, name, started, tasks)
        with _opened(folder) as store:
            yield store


def check_free(folder: Path) -> None:
    """Refuse a folder that a new campaign cannot have.

    Raises:
        WrongCampaign: it holds something.
    """
    if (folder / DATABASE).exists():
        raise WrongCampaign(f"{folder} holds a campaign already: go on with it by --resume, or name another folder")
    if folder.exists() and not folder.is_dir():
        raise WrongCampaign(f"{folder} is a file: name a folder for the campaign with --campaign")
    if folder.is_dir() and any(not _left_over(one.name) for one in folder.iterdir()):
        raise WrongCampaign(f"{folder} is not empty: name another folder for the campaign with --campaign")


def _left_over(name: str) -> bool:
    """Whether a name is of what a process leaves that was killed before the campaign began."""
    return name in {LOCK, "work", "patches", "branches"} or name.startswith(f".{DATABASE}.")


@contextmanager
def known_campaign(folder: Path) -> Iterator[Store]:
    """Open a campaign to go on with it; what an earlier process left half done is removed.

    Raises:
        WrongCampaign: there is none, or another process works on it.
    """
    _check_campaign(folder)
    with _locked(folder), _opened(folder) as store:
        shutil.rmtree(store.work, ignore_errors=True)
        store.work.mkdir(exist_ok=True)  # what was killed just now may still be clearing up in it
        for sub in (folder, folder / "patches", folder / "branches"):
            for half in sub.glob(".hoist-*.tmp"):  # a file that was being written
                half.unlink(missing_ok=True)
        yield store


@contextmanager
def read_campaign(folder: Path) -> Iterator[Store]:
    """Open a campaign to read it, while another process may work on it.

    Raises:
        WrongCampaign: there is none.
    """
    _check_campaign(folder)
    with _opened(folder) as store:
        yield store


def _check_campaign(folder: Path) -> None:
    if not (folder / DATABASE).is_file():
        raise WrongCampaign(f"{folder} holds no campaign; `hoist migrate SOURCE... --campaign {folder}` makes one")


def _make(folder: Path, name: str, started: str, tasks: Sequence[Task]) -> None:
    """Write the state beside its place, and put it there whole: a campaign has all of its repositories, or is none."""
    for sub in ("work", "patches", "branches"):
        (folder / sub).mkdir(exist_ok=True)
    for half in folder.glob(f".{DATABASE}.*"):
        half.unlink()
    temporary = folder / f".{DATABASE}.{os.getpid()}"
    with contextlib.closing(sqlite3.connect(temporary)) as database:
        database.executescript(_TABLES)
        with database:
            database.execute(f"pragma user_version = {_SHAPE}")
            database.execute("insert into campaign values (?, ?)", (name, started))
            database.executemany(
                "insert into repositories (name, task) values (?, ?)",
                [(task.repository.name, _text(task)) for task in tasks],
            )
    temporary.replace(folder / DATABASE)


@contextmanager
def _opened(folder: Path) -> Iterator[Store]:
    with contextlib.closing(sqlite3.connect(folder / DATABASE, timeout=30)) as database:
        try:
            (shape,) = database.execute("pragma user_version").fetchone()
        except sqlite3.DatabaseError as error:
            raise WrongCampaign(f"{folder / DATABASE} cannot be read: {error}") from error
        if shape != _SHAPE:
            raise WrongCampaign(f"{folder} is the campaign of another version of hoist; go on with that one")
        database.execute("pragma synchronous = full")
        yield Store(folder, database)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the campaign: the system lets go of the lock when the process ends, however it ends."""
    lock = filelock.FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise WrongCampaign(f"another hoist works on {folder}: wait for it, or stop it") from error
    except OSError as error:
        raise WrongCampaign(f"{folder} cannot be written: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()
