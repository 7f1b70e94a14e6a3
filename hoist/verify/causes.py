"""Why a program could not be run, in one line that names the cause."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hoist.verify.runner import Outcome

PYTHON_2 = re.compile(r"^\s*print\s+[^(=]|^\s*exec\s+[^(=]|\bexcept\s+[\w.]+\s*,\s*\w+\s*:|^\s*raise\s+\w+\s*,|<>|`")
MISSING_FILE = re.compile(
    r"No such file or directory|not found on disk|NewRandomAccessFile failed|does not exist", re.IGNORECASE
)
DOWNLOAD = re.compile(r"URL fetch failure|urlopen error|HTTPSConnectionPool|HTTPConnectionPool|Max retries exceeded")
BUILD = re.compile(
    r"Graph is finalized and cannot be modified|already exists, disallowed"
    r"|does not exist, or was not created with tf\.get_variable"
)
UNINITIALIZED = re.compile(
    r"uninitialized (value|variable|resource)|was uninitialized|Could not find variable", re.IGNORECASE
)


def failure(outcome: Outcome, timeout: float) -> str:
    """The cause in one line, or an empty string if the run came to a good end."""
    if outcome.timed_out:
        return f"it did not end within {timeout:g} seconds (--timeout), nor reach the limit of turns"
    if outcome.used_up:
        return f"it was stopped when it took {outcome.used_up / 2**30:.1f} GiB of memory (--memory)"
    result = outcome.result
    if not result:
        last = f"; its last line: {outcome.last_error_line}" if outcome.last_error_line else ""
        return f"the interpreter ended with code {outcome.exit_code}{last}"
    if result.get("probe_error"):
        return "the probe failed: " + str(result["probe_error"]).strip().splitlines()[-1]
    if result.get("end") == "raised":
        return _raised(result["error"], str(result.get("python", "")))
    return ""


def _raised(error: Mapping[str, Any], python: str) -> str:
    frames = error["frames"]
    rel, _, line, text = frames[-1] if frames else ("", 0, 0, "")
    place = f"{rel}:{line}: " if rel else ""
    kind, message = error["type"], _one_line(error["message"])
    if kind in ("ModuleNotFoundError", "ImportError"):
        name = re.search(r"No module named '?([\w.]+)'?", message)
        if name:
            return f"{place}the module {name.group(1)} is missing (Python {python})"
        return f"{place}{message} (Python {python})"
    if kind in ("SyntaxError", "TabError", "IndentationError"):
        old = "Missing parentheses" in message or kind == "TabError" or PYTHON_2.search(text)
        if python.startswith("3") and old:
            return f"{place}the syntax is that of Python 2: {text or message}; run it with --python PATH of a Python 2"
        return f"{place}not valid in Python {python}: {message}"
    if kind == "EOFError" and "EOF when reading a line" in message:
        return f"{place}it asks for input on stdin: {text}"
    if kind in ("FileNotFoundError", "NotFoundError", "IOError", "OSError") and MISSING_FILE.search(message):
        return f"{place}a file is missing: {message}"
    if kind in ("URLError", "HTTPError", "gaierror") or DOWNLOAD.search(message):
        return f"{place}it downloads what cannot be had here: {message}"
    source = f" ({text})" if text else ""
    return f"{place}{kind}: {message}{source}"


def _one_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return (lines[0] if lines else "")[:300]


def will_raise(outcome: Outcome) -> str:
    """Why the original cannot take a second turn, or an empty string.

    A monitored session's graph is finalised: a build raises in the first turn. A variable made again, or one that an
    optimizer made again and nobody initialised, raises in the second.
    """
    result = outcome.result
    error = result.get("error") if result else None
    if not error or result.get("end") != "raised":
        return ""
    message = str(error["message"])
    finalized = "Graph is finalized" in message
    second = 2 in result.get("counts", [])
    if finalized or (second and (BUILD.search(message) or UNINITIALIZED.search(message))):
        frames = error["frames"]
        place = f"{frames[-1][0]}:{frames[-1][1]}: " if frames else ""
        return f"{place}{error['type']}: {_one_line(message)}"
    return ""
