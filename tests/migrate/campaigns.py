"""Runs campaigns as a user does, and reads what they leave."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.migrate.made import Made
from tests.migrate.processes import MARK, end
from tests.migrate.repository import git

ROOT = Path(__file__).parents[2]
# What a run of hoist must not be misled by: settings that a user may have for all repositories.
USER = """\
[commit]
    gpgSign = true
    verbose = true
[tag]
    gpgSign = true
[gpg]
    program = false
[core]
    hooksPath = {hooks}
    autocrlf = true
    fsmonitor = {hooks}/monitor
    pager = false
    quotePath = false
[init]
    templateDir = {template}
[diff]
    noprefix = true
    external = false
    renames = copies
[format]
    signOff = true
    attach = true
    coverLetter = true
    subjectPrefix = RFC
[log]
    showSignature = true
[clone]
    defaultRemoteName = upstream
[color]
    ui = always
[status]
    short = true
    branch = true
[user]
    useConfigOnly = true
[i18n]
    commitEncoding = latin1
[submodule]
    recurse = true
"""


@dataclass(frozen=True)
class Place:
    """Where campaigns are run: all that they could leave somewhere lies below one folder."""

    folder: Path

    @property
    def mark(self) -> str:
        """What tells the processes of this place."""
        return str(self.folder)

    @property
    def temporary(self) -> Path:
        """The folder for temporary files."""
        return self.folder / "tmp"

    @property
    def home(self) -> Path:
        """The home folder."""
        return self.folder / "home"

    def environment(self) -> dict[str, str]:
        """The environment of a campaign."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return {
            **kept,
            MARK: self.mark,
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
            "GIT_CONFIG_GLOBAL": str(self.home / "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
        }


@contextlib.contextmanager
def place(folder: Path) -> Iterator[Place]:
    """Give a place for campaigns, with a user's settings that would get in the way; what still runs is ended."""
    here = Place(folder.resolve())
    hooks, template = here.home / "hooks", here.home / "template"
    for one in (here.temporary, hooks, template / "hooks"):
        one.mkdir(parents=True)
    for name in ("pre-commit", "commit-msg", "post-checkout", "post-commit", "reference-transaction", "monitor"):
        for at in (hooks, template / "hooks"):
            (at / name).write_text(f"#!/bin/sh\ntouch {here.home}/hook-{name}\nexit 1\n", encoding="utf-8")
            (at / name).chmod(0o755)
    (here.home / "gitconfig").write_text(USER.format(hooks=hooks, template=template), encoding="utf-8")
    try:
        yield here
    finally:
        end(here.mark)


def mapping(path: Path, made: Iterable[Made], pythons: Mapping[str, str]) -> Path:
    """Write a mapping of repositories; its path comes back. Sources below its folder are relative to it."""
    lines = ["[defaults]", "steps = 5", "timeout = 120", ""]
    for one in made:
        source = one.source.removeprefix(f"{path.parent}/")
        values: dict[str, Any] = {"source": source, "python": pythons[one.python], **one.settings}
        lines += ["[[repository]]", *(f"{key} = {_toml(value)}" for key, value in values.items()), ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def start(here: Place, *arguments: str | Path, cwd: Path | None = None) -> subprocess.Popen[str]:
    """Start hoist in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "hoist", *map(str, arguments)],
        cwd=cwd or here.folder,
        env=here.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    )


def run(here: Place, *arguments: str | Path, timeout: float = 1800) -> tuple[int, str]:
    """Run hoist to its end; its exit code and what it printed come back."""
    process = start(here, *arguments)
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise AssertionError(f"hoist {arguments} did not end: {process.communicate()[0]}") from None
    assert "Traceback" not in output, output
    return process.returncode, output


def report(campaign: Path) -> dict[str, Any]:
    """What ``report.json`` of a campaign holds."""
    document: dict[str, Any] = json.loads((campaign / "report.json").read_text(encoding="utf-8"))
    return document


def results(campaign: Path) -> dict[str, dict[str, Any]]:
    """The results of a campaign by their sources."""
    found = {one["source"]: one for one in report(campaign)["repositories"]}
    assert len(found) == len(report(campaign)["repositories"])
    return found


# Of a proof, what is said of its step times and memory; of a commit its name, for its message tells of the times.
TIMES = {"seconds", "commit", "memory_bytes", "median", "slope", "slope_low", "slope_high", "flat", "notes"}


def without_times(value: object) -> object:
    """A part of a report without what is another at each run: times, what is told by them, and hashes of commits."""
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(one) for one in value]
    return value


def state_of(folder: Path) -> dict[str, str]:
    """A hash of each file, link and folder below a folder, .git included."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = os.fsencode(path.relative_to(folder)).hex()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = f"{stat.S_IMODE(path.stat().st_mode):o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        else:
            found[name] = f"folder {stat.S_IMODE(path.stat().st_mode):o}"
    return found


def difference(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The files that are not what they were."""
    names = before.keys() | after.keys()
    return sorted(bytes.fromhex(one).decode(errors="replace") for one in names if before.get(one) != after.get(one))


def applied(source: str, base: str, patch: Path, folder: Path) -> str:
    """Apply a patch by ``git am`` on the base commit in a fresh clone; the tree comes back."""
    git(folder, "clone", "--quiet", "--no-checkout", source, "am")
    git(folder / "am", "checkout", "--quiet", "--detach", base)
    git(folder / "am", "am", "--quiet", patch)
    return git(folder / "am", "rev-parse", "HEAD^{tree}").strip()


def fetched(source: str, bundle: Path, branch: str, folder: Path) -> str:
    """Fetch a branch from a bundle into a fresh clone; the tree comes back."""
    git(folder, "clone", "--quiet", "--bare", source, "fetch.git")
    git(folder / "fetch.git", "fetch", "--quiet", bundle, f"refs/heads/{branch}:refs/heads/{branch}")
    return git(folder / "fetch.git", "rev-parse", f"refs/heads/{branch}^{{tree}}").strip()
