"""A real git repository, with the same commits each time that it is made."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

SOMEBODY = {
    "GIT_AUTHOR_NAME": "Somebody",
    "GIT_AUTHOR_EMAIL": "somebody@example.org",
    "GIT_AUTHOR_DATE": "2019-05-04T12:00:00+0200",
    "GIT_COMMITTER_NAME": "Somebody",
    "GIT_COMMITTER_EMAIL": "somebody@example.org",
    "GIT_COMMITTER_DATE": "2019-05-04T12:00:00+0200",
}
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}


def git(folder: Path, *arguments: str | Path) -> str:
    """Run git in a folder, alone with its settings; what it prints comes back."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *map(str, arguments)],
        cwd=folder,
        env={**environment, **ALONE, **SOMEBODY},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise AssertionError(f"git {' '.join(map(str, arguments))} in {folder}: {done.stderr}")
    return done.stdout


def lay(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def commit(folder: Path, files: Mapping[str, str | bytes], message: str = "Add files") -> str:
    """Write files and commit all that the folder holds; the commit comes back."""
    lay(folder, files)
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
    return git(folder, "rev-parse", "HEAD").strip()


def repository(folder: Path, files: Mapping[str, str | bytes], *options: str) -> Path:
    """Make a repository of one commit; its folder comes back."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main", *options)
    commit(folder, files)
    return folder
