"""What all tests share: the legacy interpreters, and that what they start can be interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

LEGACY = "HOIST_LEGACY_PYTHON"
REQUIRE_LEGACY = "HOIST_REQUIRE_LEGACY"
PYTHON2 = "HOIST_PYTHON2"
FIRST_KERAS_3 = "HOIST_FIRST_KERAS_3"


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Programs that the tests start can be stopped, even where a shell started the tests in its background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def legacy_python() -> Path:
    """Give the interpreter that has TensorFlow 1.15.5; skip where there is none, or fail where it is required."""
    return _interpreter(LEGACY, "a Python 3.7 with tests/legacy-requirements.txt installed")


@pytest.fixture(scope="session")
def python2() -> Path:
    """Give the Python 2.7 that has TensorFlow 1.15.0; skip where there is none, or fail where it is required."""
    return _interpreter(PYTHON2, "a Python 2.7 with tests/python2-requirements.txt installed")


@pytest.fixture(scope="session")
def first_keras_3() -> Path:
    """Give the interpreter that has TensorFlow 2.16, the first with Keras 3; skip or fail where there is none."""
    return _interpreter(FIRST_KERAS_3, "a Python with tests/keras3-requirements.txt installed", "2.16.")


def _interpreter(variable: str, what: str, version: str = "1.") -> Path:
    problem = _problem_with(variable, version)
    if problem is None:
        return Path(os.environ[variable])
    if os.environ.get(REQUIRE_LEGACY) == "1":
        pytest.fail(f"{problem}, and {REQUIRE_LEGACY}=1", pytrace=False)
    pytest.skip(f"{problem}: set it to the path of {what}")


def _problem_with(variable: str, version: str) -> str | None:
    interpreter = os.environ.get(variable, "")
    if not interpreter:
        return f"{variable} is not set"
    # The metadata tells the version in milliseconds; importing TensorFlow would take seconds.
    asked = """
try:
    from importlib.metadata import version
except ImportError:  # up to Python 3.7
    import pkg_resources
    version = lambda name: pkg_resources.get_distribution(name).version
print(version('tensorflow'))
"""
    try:
        answer = subprocess.run([interpreter, "-c", asked], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{variable}={interpreter} does not run ({error})"
    if answer.returncode or not answer.stdout.startswith(version):
        return f"{variable}={interpreter} has no TensorFlow {version}x"
    return None
