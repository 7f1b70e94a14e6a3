"""What expressions of a running script gave, at each turn of its session loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoist.recorded import Place, Seen
from hoist.verify.alone import How, run_alone
from hoist.verify.causes import failure
from hoist.verify.program import Program
from hoist.verify.runner import Outcome


@dataclass(frozen=True)
class Recording:
    """What one run showed of what was asked for, or why it came to no good end: then it shows nothing."""

    seen: tuple[Seen, ...] = ()
    cause: str = ""


def record(
    program: Program, asked: Sequence[Place], how: How, steps: int, progress: Callable[[str], None] | None = None
) -> Recording:
    """Run a program for some turns of its session loop, and look at what the expressions give that are asked for.

    Args:
        program: the program.
        asked: the expressions: file, line and source. Of several that read the same on one line all are meant.
        how: how it is run.
        steps: turns, of a session loop that evaluates one of them, after which the run is stopped.
        progress: called with short lines while it runs.

    Raises:
        VerifyError: the interpreter, its TensorFlow or the device is not there, or the folder is too large.
    """
    orders = {"mode": "record", "steps": steps, "asked": _by_file(program.folder.resolve(), asked)}
    return read_recording(run_alone(program, orders, how, progress), asked, how.timeout)


def read_recording(outcome: Outcome, asked: Sequence[Place], timeout: float) -> Recording:
    """What the probe wrote of a recorded run, as typed values."""
    cause = failure(outcome, timeout)
    if cause:
        return Recording(cause=cause)
    return Recording(tuple(_seen(asked[number], told) for number, told in outcome.result.get("seen", ())))


def _by_file(folder: Path, asked: Sequence[Place]) -> dict[str, list[tuple[int, int, str]]]:
    """What is asked for in each file below the folder: its number, its line and its text."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    for number, (path, line, text) in enumerate(asked):
        if path.is_relative_to(folder):
            found.setdefault(path.relative_to(folder).as_posix(), []).append((number, line, text))
    return found


def _seen(place: Place, told: Mapping[str, Any]) -> Seen:
    shape = None if told["shape"] is None else tuple(told["shape"])
    kinds, effects = (tuple(sorted(told[word])) for word in ("kinds", "effects"))
    return Seen(*place, told["times"], kinds, shape, told["nodes"], effects, told["value"])
