"""Runs of a script that trains, as it is and changed, with several seeds, in the user's interpreter."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hoist.fix import Change
from hoist.verify.program import Program, TooLargeError, check_size, working_folder
from hoist.verify.runner import Runner, check_device, check_python
from hoist.verify.verdict import VerifyError

RECORDER = Path(__file__).with_name("recorder.py")
ORIGINAL, CHANGED = "original", "changed"
KERAS, SESSIONS = "training", "sessions"  # what is followed: Model.fit, or session runs
BATCHES = 200  # after which a run is stopped, if the user does not say
GOOD_ENDS = ("normal", "limit")
START_UP = 120.0  # seconds that TensorFlow may take until the first run begins


@dataclass(frozen=True)
class Training:
    """How scripts are run.

    Attributes:
        python: the interpreter; None for hoist's own.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        steps: batches after which a run is stopped; None for 200.
        timeout: seconds that one run may take.
        arguments: what the script is given.
        seeds: with how many seeds each program is run.
    """

    python: str | None
    device: str
    steps: int | None
    timeout: float
    arguments: tuple[str, ...]
    seeds: int

    @property
    def batches(self) -> int:
        """Batches after which a run is stopped."""
        return BATCHES if self.steps is None else self.steps


@dataclass(frozen=True)
class Fit:
    """One call of fit.

    Attributes:
        at: file and line, in the program that ran.
        rows: how many there are, if it is given arrays.
        shuffle: whether fit shuffles, if it is given arrays.
        shuffles: of the datasets made for it, the size of each buffer, and whether each epoch has another order.
        weights: a fingerprint of the weights behind it.
        batch: rows of a batch, if it is given arrays.
    """

    at: tuple[str, int]
    rows: int | None
    shuffle: bool | None
    shuffles: tuple[tuple[int, bool], ...]
    weights: str
    batch: int | None = None


@dataclass(frozen=True)
class Fitted:
    """What the training of one model showed in one run.

    Attributes:
        compiled: file and line, in the program that ran, of the call that compiled it.
        optimizer: the class of its optimizer.
        settings: what the optimizer was set to.
        losses: the loss of each batch.
        ends: of each epoch, the batches until its end, and what was logged there.
        fits: the calls of fit.
        marks: the time at the end of each batch, in seconds.
        rows: of each batch.
        totals: what Keras had added up behind each batch, out of which the losses are read.
        replicas: among how many devices a batch is shared.
        apart: kinds of layers that compute something else where a batch is shared.
    """

    compiled: tuple[str, int]
    optimizer: str
    settings: Mapping[str, Any]
    losses: tuple[float, ...]
    ends: tuple[tuple[int, Mapping[str, float]], ...]
    fits: tuple[Fit, ...] = ()
    marks: tuple[float, ...] = ()
    rows: tuple[int, ...] = ()
    totals: tuple[float, ...] = ()
    replicas: int = 1
    apart: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ran:
    """One run: its end, the models that it trained, in order, the most memory that it took, in bytes, and the GPUs."""

    end: str
    error: str
    models: tuple[Fitted, ...]
    memory: int = 0
    gpus: int = 0


@dataclass(frozen=True)
class Order:
    """A run that is wanted.

    Attributes:
        program: which.
        seed: with which seed.
        aligned: in a form that repeats to the last bit; nothing is shuffled then.
        replicas: on so many virtual devices of the processor; 0 for the devices that there are.
        quiet: layers that draw pass their input on.
        nudged: in front of each batch, each weight is moved in its last bits, by a draw of this number; 0 if none is.
        shared: batches are divided by the replicas, since the program multiplies them.
    """

    program: str
    seed: int = 0
    aligned: bool = False
    replicas: int = 0
    quiet: bool = False
    nudged: int = 0
    shared: bool = False


@dataclass(frozen=True)
class Runs:
    """All runs of one script.

    Attributes:
        ran: the runs, in the order in which they were wanted.
        generated: data sets of Keras for which generated arrays were given.
        versions: of TensorFlow, Keras and Python, as text.
        cause: why there are no more; empty if all runs came to a good end.
    """

    ran: tuple[Ran, ...] = ()
    generated: tuple[str, ...] = ()
    versions: str = ""
    cause: str = ""


def run_all(
    script: Path,
    changes: Iterable[Change],
    wanted: Sequence[Order],
    training: Training,
    tell: Callable[[str], None],
    followed: str = KERAS,
) -> Runs:
    """Run a script as it is and changed, as wanted; what is ``followed`` is Model.fit, or session runs.

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
    replaced = {change.path.relative_to(where.folder.resolve()).as_posix(): change.data for change in changes}
    program = Program(where.folder, where.script, where.cwd)
    with tempfile.TemporaryDirectory(prefix="hoist-") as scratch:
        folder = Path(scratch).resolve()
        seconds = START_UP + training.timeout * (len(wanted) if _can_fork() else 1)
        runner = Runner(python, folder, training.device, seconds, training.arguments, probe=RECORDER)
        orders = {
            "mode": followed,
            "steps": training.batches,
            "timeout": training.timeout,
            "cwd": where.cwd.as_posix(),
            "programs": {ORIGINAL: {}, CHANGED: _lay(replaced, folder / "changed")},
            "keras": _kerases(where.folder, where.script, replaced, followed),
            "fresh": str(folder / "papers" / "fresh"),
            "fork": _can_fork(),
        }
        answers: list[Mapping[str, Any]] = []
        versions = ""
        for some in [wanted] if _can_fork() else [[one] for one in wanted]:
            runs = [asdict(one) for one in some]
            outcome = runner.run(program, {**orders, "runs": runs}, tell)
            if not outcome.result and outcome.last_error_line.startswith("SyntaxError"):  # of the recorder itself
                raise VerifyError(f"{python} is too old: changes of training are run on Python 3.7 or later")
            if outcome.timed_out or not outcome.result:
                cause = f"it took more than {seconds:g} s" if outcome.timed_out else outcome.last_error_line
                return Runs(cause=f"the script could not be run: {cause}")
            answers += outcome.result["runs"]
            versions = _versions(outcome.result["versions"])
            if answers[-1]["end"] not in GOOD_ENDS:
                break
    return _runs(wanted, answers, versions)


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


def _kerases(folder: Path, script: Path, replaced: Mapping[str, bytes], followed: str) -> list[str]:
    """Which Kerases the program may use, by the words in it."""
    texts = [(folder / path).read_bytes() for path in {script.as_posix(), *replaced}]
    if followed == SESSIONS:  # it is TensorFlow's own, if any
        return ["tensorflow.keras"] if any(b"keras" in text for text in texts) else []
    found = ["tensorflow.keras"]
    found += ["tf_keras"] if any(b"tf_keras" in text for text in texts) else []
    return found + (["keras"] if any(b"import keras" in text or b"from keras" in text for text in texts) else [])


def _versions(found: Mapping[str, Any]) -> str:
    kerases = dict.fromkeys(f"Keras {version}" for version in found["keras"] if version)
    return ", ".join([f"TensorFlow {found['tensorflow']}", *kerases, f"Python {found['python']}"])


def _runs(wanted: Sequence[Order], answers: Sequence[Mapping[str, Any]], versions: str) -> Runs:
    generated = {name for answer in answers for name in answer.get("generated", ())}
    cause = ""
    for one, answer in zip(wanted, answers, strict=False):
        if answer["end"] not in GOOD_ENDS:
            cause = f"the {one.program} program, seed {one.seed}: {answer['error']}"
    ran = tuple(
        Ran(
            answer["end"],
            answer["error"],
            tuple(map(_fitted, answer["models"])),
            int(answer.get("memory", 0)),
            int(answer.get("gpus", 0)),
        )
        for answer in answers
    )
    return Runs(ran, tuple(sorted(generated)), versions, cause)


def _fitted(model: Mapping[str, Any]) -> Fitted:
    return Fitted(
        (str(model["compiled"][0]), int(model["compiled"][1])),
        str(model["optimizer"]),
        model["settings"],
        tuple(float(loss) for loss in model["losses"]),
        tuple((int(end["batches"]), end["logs"]) for end in model["epochs"]),
        tuple(
            Fit(
                (str(fit["at"][0]), int(fit["at"][1])),
                fit["rows"],
                fit["shuffle"],
                tuple((int(size), bool(anew)) for size, anew in fit["shuffles"]),
                str(fit.get("weights", "")),
                fit["batch"],
            )
            for fit in model["fits"]
        ),
        tuple(model["marks"]),
        tuple(model["rows"]),
        tuple(model["totals"]),
        int(model["replicas"]),
        tuple(model["apart"]),
    )
