"""Calls of the git executable: never a prompt, never a hook, and an error is one line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

NETWORK_SECONDS = 3600.0  # for a clone; a local call takes far less
LOCAL_SECONDS = 600.0
_ADDRESS = re.compile(r"^(?:[a-z][a-z0-9+.-]*://|[\w.-]+@[\w.-]+:)", re.IGNORECASE)
# Makes a call on a repository of hoist's own independent of what the user has set for all repositories: prefixes of
# paths in diffs, covers of patches, signatures, attributes.
ALONE = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_COUNT": "0",
    "GIT_ATTR_NOSYSTEM": "1",
    "XDG_CONFIG_HOME": os.devnull,
}
_NO_PROGRAMS = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "commit.gpgSign=false")
# What a line of git's own complaint begins with; what follows tells the cause.
_COMPLAINT = re.compile(r"^(?:fatal|error): ")


class GitError(Exception):
    """A call of git that failed; the message is one line."""


def is_address(source: str) -> bool:
    """Whether a source is a URL or ``user@host:path``, rather than a path."""
    return bool(_ADDRESS.match(source))


def git(
    *arguments: str,
    cwd: Path | None = None,
    timeout: float = LOCAL_SECONDS,
    extra: Mapping[str, str] | None = None,
) -> str:
    """Return what git prints.

    Args:
        arguments: of the call.
        cwd: where it is made.
        timeout: seconds that it may take.
        extra: variables of its environment.

    Raises:
        GitError: there is no git, it took too long, or it failed.
    """
    command = ["git", *_NO_PROGRAMS, *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env={**_environment(), **(extra or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except FileNotFoundError as error:
        if shutil.which("git") is None:
            raise GitError("there is no git on this machine; install it") from error
        raise GitError(f"{cwd}: no such folder") from error
    except subprocess.TimeoutExpired as error:
        raise GitError(f"git {arguments[0]} took longer than {timeout:g} seconds") from error
    except OSError as error:
        raise GitError(f"git cannot be started: {error.strerror or error}") from error
    if done.returncode:
        raise GitError(_cause(done.stderr, arguments[0]))
    return done.stdout.decode("utf-8", "surrogateescape")


def _environment() -> dict[str, str]:
    """The caller's environment, without what would aim git at another repository, in plain English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or _is_passed_on(name)}
    return {
        **kept,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",  # a look at the user's own checkout does not refresh its index
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes"),
        "LC_ALL": "C",
    }


_PASSED_ON = frozenset({
    "GIT_ASKPASS", "GIT_SSH", "GIT_PROXY_COMMAND", "GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT", "GIT_SSL_NO_VERIFY", "GIT_SSL_CAINFO", "GIT_ALLOW_PROTOCOL",
    "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
})  # fmt: skip


def _is_passed_on(name: str) -> bool:
    return name in _PASSED_ON or name.startswith(("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"))


def _cause(errors: bytes, command: str) -> str:
    lines = [line.strip() for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    said = [_COMPLAINT.sub("", line) for line in lines if _COMPLAINT.match(line)]
    return (said or lines or [f"git {command} failed and said nothing"])[0]
