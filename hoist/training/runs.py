"""Runs of a Keras script as it is and changed, with several seeds, in the user's interpreter."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoist.fix import Change
from hoist.verify.program import Program, TooLargeError, check_size, working_folder
from hoist.verify.runner import Runner, check_device, check_python
from hoist.verify.verdict import VerifyError

RECORDER = Path(__file__).with_name("recorder.py")
ORIGINAL, CHANGED = "original", "changed"
BATCHES = 200  # after which a run is stopped, if the user does not say
START_UP = 120.0  # seconds that TensorFlow may take until the first run begins


@dataclass(frozen=True)
class Training:
    """How scripts are run.

    Attributes:
        python: the interpreter; None for hoist's own.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        steps: batches after which a run is stopped.
        timeout: seconds that one run may take.
        arguments: what the script is given.
        seeds: with how many seeds each program is run.
    """

    python: str | None
    device: str
    steps: int
    timeout: float
    arguments: tuple[str, ...]
    seeds: int


@dataclass(frozen=True)
class Fitted:
    """What the training of one model showed in one run.

    Attributes:
        compiled: file and line, in the program that ran, of the call that compiled it.
        optimizer: the class of its optimizer.
        settings: what the optimizer was set to.
        losses: the loss of each batch.
        ends: of each epoch, the batches until its end, and what was logged there.
    """

    compiled: tuple[str, int]
    optimizer: str
    settings: Mapping[str, Any]
    losses: tuple[float, ...]
    ends: tuple[tuple[int, Mapping[str, float]], ...]


@dataclass(frozen=True)
class Ran:
    """One run: its end, and each model that it trained, in order."""

    end: str
    error: str
    models: tuple[Fitted, ...]


@dataclass(frozen=True)
class Both:
    """All runs of one script.

    Attributes:
        original: a run for each seed.
        changed: the same.
        generated: data sets of Keras for which generated arrays were given.
        versions: of TensorFlow, Keras and Python, as text.
        cause: why there is no more; empty if all runs came to a good end.
    """

    original: tuple[Ran, ...] = ()
    changed: tuple[Ran, ...] = ()
    generated: tuple[str, ...] = ()
    versions: str = ""
    cause: str = ""


def run_both(script: Path, changes: Iterable[Change], training: Training, tell: Callable[[str], None]) -> Both:
    """Run a script as it is and changed, with each seed.

    Raises:
        VerifyError: it cannot be run as asked.
    """
    python = check_python(training.python or sys.executable)
    check_device(python, training.device)
    where = working_folder(script)
    try:
        check_size(where.folder)
    except TooLargeError as error:
        raise VerifyError(str(error)) from error
    replaced = {
        change.path.relative_to(where.folder.resolve()).as_posix(): change.source.encode(change.rewritten.text)
        for change in changes
    }
    program = Program(where.folder, where.script, where.cwd)
    runs = [(kind, seed) for seed in range(training.seeds) for kind in (ORIGINAL, CHANGED)]
    with tempfile.TemporaryDirectory(prefix="hoist-") as scratch:
        laid = _lay(replaced, Path(scratch).resolve() / "changed")
        runner = Runner(
            python,
            Path(scratch).resolve(),
            training.device,
            START_UP + training.timeout * (len(runs) if _can_fork() else 1),
            training.arguments,
            probe=RECORDER,
        )
        orders = {
            "mode": "training",
            "steps": training.steps,
            "timeout": training.timeout,
            "cwd": where.cwd.as_posix(),
            "programs": {ORIGINAL: {}, CHANGED: laid},
            "keras": _kerases(where.folder, where.script, replaced),
            "fresh": str(Path(scratch).resolve() / "papers" / "fresh"),
            "fork": _can_fork(),
        }
        answers: list[Mapping[str, Any]] = []
        versions = ""
        for some in [runs] if _can_fork() else [[one] for one in runs]:
            outcome = runner.run(program, {**orders, "runs": some}, tell)
            if outcome.timed_out or not outcome.result:
                cause = f"it took more than {training.timeout:g} s" if outcome.timed_out else outcome.last_error_line
                return Both(cause=f"the script could not be run: {cause}")
            answers += outcome.result["runs"]
            versions = _versions(outcome.result["versions"])
            if answers[-1]["end"] not in ("normal", "limit"):
                break
    return _both(runs, answers, versions)


def _can_fork() -> bool:
    return sys.platform.startswith("linux")


def _lay(replaced: Mapping[str, bytes], folder: Path) -> dict[str, str]:
    """Lay the changed files beside the runs; gives where each lies."""
    folder.mkdir(parents=True)
    laid = {}
    for number, (name, content) in enumerate(replaced.items()):
        (folder / str(number)).write_bytes(content)
        laid[name] = str(folder / str(number))
    return laid


def _kerases(folder: Path, script: Path, replaced: Mapping[str, bytes]) -> list[str]:
    """Which Kerases the program may use, by the words in it."""
    texts = [(folder / path).read_bytes() for path in {script.as_posix(), *replaced}]
    found = ["tensorflow.keras"]
    found += ["tf_keras"] if any(b"tf_keras" in text for text in texts) else []
    return found + (["keras"] if any(b"import keras" in text or b"from keras" in text for text in texts) else [])


def _versions(found: Mapping[str, Any]) -> str:
    kerases = ", ".join(dict.fromkeys(f"Keras {version}" for version in found["keras"] if version))
    return f"TensorFlow {found['tensorflow']}, {kerases}, Python {found['python']}"


def _both(runs: Sequence[tuple[str, int]], answers: Sequence[Mapping[str, Any]], versions: str) -> Both:
    ran: dict[str, list[Ran]] = {ORIGINAL: [], CHANGED: []}
    generated: set[str] = set()
    cause = ""
    for (kind, seed), answer in zip(runs, answers, strict=False):
        models = tuple(
            Fitted(
                (str(model["compiled"][0]), int(model["compiled"][1])),
                str(model["optimizer"]),
                model["settings"],
                tuple(float(loss) for loss in model["losses"]),
                tuple((int(end["batches"]), end["logs"]) for end in model["epochs"]),
            )
            for model in answer["models"]
        )
        ran[kind].append(Ran(answer["end"], answer["error"], models))
        generated |= set(answer.get("generated", ()))
        if answer["end"] not in ("normal", "limit"):
            cause = f"the {kind} program, seed {seed}: {answer['error']}"
    return Both(tuple(ran[ORIGINAL]), tuple(ran[CHANGED]), tuple(sorted(generated)), versions, cause)
