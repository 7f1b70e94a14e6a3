"""What all tests share: the legacy interpreter."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

LEGACY = "HOIST_LEGACY_PYTHON"
REQUIRE_LEGACY = "HOIST_REQUIRE_LEGACY"


@pytest.fixture(scope="session")
def legacy_python() -> Path:
    """Give the interpreter that has TensorFlow 1.15.5; skip where there is none, or fail where it is required."""
    problem = _problem_with(os.environ.get(LEGACY, ""))
    if problem is None:
        return Path(os.environ[LEGACY])
    if os.environ.get(REQUIRE_LEGACY) == "1":
        pytest.fail(f"{problem}, and {REQUIRE_LEGACY}=1", pytrace=False)
    pytest.skip(f"{problem}: set it to the path of a Python 3.7 with tests/legacy-requirements.txt installed")


def _problem_with(interpreter: str) -> str | None:
    if not interpreter:
        return f"{LEGACY} is not set"
    # The metadata tells the version in milliseconds; importing TensorFlow would take seconds.
    asked = "import pkg_resources; print(pkg_resources.get_distribution('tensorflow').version)"
    try:
        answer = subprocess.run([interpreter, "-c", asked], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{LEGACY}={interpreter} does not run ({error})"
    if answer.returncode or not answer.stdout.startswith("1."):
        return f"{LEGACY}={interpreter} has no TensorFlow 1.x"
    return None
