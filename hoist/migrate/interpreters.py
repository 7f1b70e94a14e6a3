"""The interpreters of a campaign, looked at before the night begins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

from hoist.migrate.sources import Repository
from hoist.verify import VerifyError
from hoist.verify.runner import check_device, check_python

_SECONDS = 300.0
_CODE = "import sys, tensorflow; sys.stdout.write('TensorFlow ' + tensorflow.__version__)"


def problems(repositories: Iterable[Repository]) -> list[str]:
    """Return, a line each, what is wrong with the interpreters and devices that the scripts are to run on."""
    users: dict[tuple[str, str], list[str]] = {}
    for one in repositories:
        key = (one.settings.python or sys.executable, one.settings.device or "auto")
        users.setdefault(key, []).append(one.name)
    found = []
    for (python, device), names in users.items():
        cause = _cause(python, device)
        if cause:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            found.append(f"{cause} (for {names[0]}{more})")
    return found


def _cause(python: str, device: str) -> str:
    try:
        check_device(check_python(python), device)
        done = subprocess.run(
            [python, "-c", _CODE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except VerifyError as error:
        return str(error)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{python} cannot be asked for its TensorFlow: {error}"
    if done.stdout.startswith("TensorFlow "):
        return ""
    last = next((line.strip() for line in reversed(done.stderr.splitlines()) if line.strip()), "it says nothing")
    return f"{python} has no TensorFlow that works: {last}; install it there, or name another with python"
