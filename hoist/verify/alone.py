"""Run a program once, with nothing to compare it to."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoist.verify.program import Program, TooLargeError, check_size
from hoist.verify.runner import Outcome, Runner, check_device, check_python
from hoist.verify.verdict import VerifyError


@dataclass(frozen=True)
class How:
    """How a program is run.

    Attributes:
        python: the interpreter, hoist's own if None.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        timeout: seconds that it may take.
        arguments: what the script is given.
        memory: bytes that the run and all that it starts may take; None for as much as there is.
    """

    python: str | None = None
    device: str = "auto"
    timeout: float = 900.0
    arguments: tuple[str, ...] = ()
    memory: int | None = None


def run_alone(
    program: Program, orders: Mapping[str, Any], how: How, progress: Callable[[str], None] | None = None
) -> Outcome:
    """What a run of a program left, in a copy of its folder; the orders say what the probe is to do.

    Raises:
        VerifyError: the interpreter, its TensorFlow or the device is not there, or the folder is too large.
    """
    interpreter = check_python(how.python or sys.executable)
    check_device(interpreter, how.device)
    try:
        check_size(program.folder)
    except TooLargeError as error:
        raise VerifyError(str(error)) from error
    with tempfile.TemporaryDirectory(prefix="hoist-", ignore_cleanup_errors=True) as name:
        runner = Runner(interpreter, Path(name).resolve(), how.device, how.timeout, how.arguments, how.memory)
        outcome = runner.run(program, orders, progress or (lambda _: None))
    if outcome.result.get("failed") == "no tensorflow":
        raise VerifyError(f"{interpreter} has no TensorFlow: {outcome.result.get('message', '')}")
    return outcome
