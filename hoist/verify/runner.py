"""Runs the probe on a program: its own copy of the folder, its own processes, limits of time and memory, progress."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoist.verify.program import Program, copy_program
from hoist.verify.verdict import VerifyError

if TYPE_CHECKING:
    import psutil

PROBE = Path(__file__).with_name("probe.py")
LINES_KEPT = 200_000
# All that a run starts inherits this, so that what has left its process group is found as well.
MARK = "HOIST_RUN"
_LOOKS = 0.5  # seconds between two looks at the memory


@dataclass(frozen=True)
class Outcome:
    """What one run of a program left.

    Attributes:
        result: what the probe wrote; empty if it wrote nothing.
        output: the script's lines on standard output.
        last_error_line: the last line on standard error that says something.
        timed_out: whether it was stopped because it took too long.
        exit_code: of the process.
        used_up: bytes of memory at which it was stopped; 0 if it was not.
        seconds: that it took, without the start-up of the interpreter and TensorFlow where the probe could tell.
    """

    result: Mapping[str, Any]
    output: tuple[str, ...] = ()
    last_error_line: str = ""
    timed_out: bool = False
    exit_code: int = 0
    seconds: float = 0.0
    used_up: int = 0


@dataclass(frozen=True)
class Runner:
    """How programs are run in one proof.

    Attributes:
        python: the interpreter.
        scratch: a folder for the copies and the probe's papers; the proof removes it.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        timeout: seconds that one run may take.
        arguments: what the script is given.
        memory: bytes that one run and all that it starts may take; None for as much as there is.
        probe: the file that runs the script there.
    """

    python: str
    scratch: Path
    device: str
    timeout: float
    arguments: tuple[str, ...]
    memory: int | None = None
    probe: Path = PROBE

    def run(self, program: Program, orders: Mapping[str, Any], tell: Callable[[str], None]) -> Outcome:
        """Run a program under the probe.

        All runs of a proof use the same path, one after the other, so that a path which the script prints or saves is
        the same in all of them.
        """
        root = self.scratch / "run" / (program.folder.name or "program")
        papers = self.scratch / "papers"
        for folder in (root, papers):
            shutil.rmtree(folder, ignore_errors=True)
        (papers / "tmp").mkdir(parents=True)
        copy_program(program, root)
        full = {
            "root": str(root),
            "script": program.script.as_posix(),
            "arguments": list(self.arguments),
            "line_maps": {path: {str(k): v for k, v in lines.items()} for path, lines in program.line_maps.items()},
            "originals": str(self.scratch / "originals"),
            "result": str(papers / "result.json"),
            "progress": str(papers / "progress"),
            **orders,
        }
        (papers / "orders.json").write_text(json.dumps(full))
        try:
            begun = time.monotonic()
            # With an order for its numbers, a run has the optimizers and kernels that the program has by itself.
            mode = "optimized" if orders.get("numbers") else str(orders["mode"])
            ended = self._process(papers, root / program.cwd, mode, tell)
            outcome = self._outcome(papers, ended)
            started: float = outcome.result.get("spent", {}).get("start-up", 0.0)
            return replace(outcome, seconds=max(0.0, time.monotonic() - begun - started))
        finally:
            shutil.rmtree(root, ignore_errors=True)

    def _process(self, papers: Path, cwd: Path, mode: str, tell: Callable[[str], None]) -> _Ended:
        command = [self.python, str(self.probe), str(papers / "orders.json")]
        from hoist.verify.adoption import descendants

        deadline, mark, others = time.monotonic() + self.timeout, uuid.uuid4().hex, descendants()
        with (papers / "stdout").open("wb") as out, (papers / "stderr").open("wb") as err:
            try:
                process = subprocess.Popen(
                    command,
                    cwd=cwd,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    env={**environment(self.device, mode, papers / "tmp"), MARK: mark},
                    start_new_session=True,
                )
            except OSError as error:
                raise VerifyError(f"{self.python} cannot be started: {error.strerror or error}") from error
            try:
                return _wait(process, papers / "progress", _Limits(deadline, self.memory), tell)
            finally:
                _kill(process, mark, others)

    def _outcome(self, papers: Path, ended: _Ended) -> Outcome:
        result: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):
            result = json.loads((papers / "result.json").read_text("utf-8"))
        output = (papers / "stdout").read_bytes().decode("utf-8", "replace").splitlines()[:LINES_KEPT]
        errors = (papers / "stderr").read_bytes()[-20_000:].decode("utf-8", "replace").splitlines()
        last = next((line.strip() for line in reversed(errors) if line.strip()), "")
        return Outcome(result, tuple(output), last, ended.timed_out, ended.code, used_up=ended.used_up)


def environment(device: str, mode: str, temporary: Path) -> dict[str, str]:
    """The caller's environment, with what makes runs comparable; in plain runs, only what keeps them quiet."""
    env = dict(os.environ)
    env.update(
        PYTHONDONTWRITEBYTECODE="1",
        PYTHONHASHSEED="0",
        TMPDIR=str(temporary),
        MPLBACKEND="Agg",
    )
    if mode != "training":  # session loops need the layers of Keras 2; a Keras program has the Keras that it has
        env["TF_USE_LEGACY_KERAS"] = "1"
    env.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    # On 2.21 it turns every unseeded random op into an error; a proof aligns the draws instead.
    env.pop("TF_DETERMINISTIC_OPS", None)
    if "tensorflow" in sys.modules:
        # Importing TensorFlow 2.21 leaves this behind, and TensorFlow 1.15.5 then runs eagerly.
        env.pop("TF2_BEHAVIOR", None)
    if mode == "aligned":
        env["TF_ENABLE_ONEDNN_OPTS"] = "0"
    if mode in ("aligned", "optimized"):
        env["TF_CUDNN_DETERMINISTIC"] = "1"
    # In plain runs too: two runs must fit beside each other and beside what else uses the GPU.
    env["TF_FORCE_GPU_ALLOW_GROWTH"] = "true"
    if device == "cpu":
        env["CUDA_VISIBLE_DEVICES"] = "-1"
    elif device.startswith("gpu:"):
        env["CUDA_VISIBLE_DEVICES"] = device.partition(":")[2]
    return env


@dataclass(frozen=True)
class _Limits:
    """When a run is stopped: a time of the monotonic clock, and bytes of memory."""

    deadline: float
    memory: int | None


@dataclass(frozen=True)
class _Ended:
    """How a run ended: the exit code of its process, or the limit that it met."""

    code: int
    timed_out: bool = False
    used_up: int = 0


def _wait(process: subprocess.Popen[bytes], progress: Path, limits: _Limits, tell: Callable[[str], None]) -> _Ended:
    said, looked = "", 0.0
    while True:
        try:
            return _Ended(process.wait(0.1))
        except subprocess.TimeoutExpired:
            pass
        now = time.monotonic()
        if now > limits.deadline:
            return _Ended(-1, timed_out=True)
        if limits.memory is not None and now - looked > _LOOKS:
            looked = now
            used = _memory_of(process.pid)
            if used > limits.memory:
                return _Ended(-1, used_up=used)
        with contextlib.suppress(OSError, ValueError):
            turn, _, of = progress.read_text().partition(" ")
            text = f"turn {int(turn)} of {int(of)}"
            if text != said:
                said = text
                tell(text)


def _memory_of(number: int) -> int:
    """Bytes that a process and all that it started take in the machine's memory."""
    import psutil

    used = 0
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(number)
        for one in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                used += one.memory_info().rss
    return used


def _kill(process: subprocess.Popen[bytes], mark: str, others: AbstractSet[psutil.Process]) -> None:
    """End the process and all that it started, in whatever group and session that is by now; others are let be."""
    from hoist.verify.adoption import end_descendants

    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(10)
    kill_marked(MARK, mark)
    end_descendants(others)


def kill_marked(name: str, value: str) -> None:
    """Kill all processes that have a variable of this value in their environment, until there is none."""
    import psutil

    for _ in range(100):  # one that is just being started is seen at the next look
        found = [one for one in psutil.process_iter() if _environment_of(one).get(name) == value]
        for one in found:
            with contextlib.suppress(psutil.Error):
                one.kill()
        psutil.wait_procs(found, timeout=5)
        if not found:
            return


def _environment_of(process: psutil.Process) -> Mapping[str, str]:
    import psutil

    try:
        return process.environ() if process.pid != os.getpid() and process.status() != psutil.STATUS_ZOMBIE else {}
    except (psutil.Error, OSError):
        return {}


def check_device(python: str, device: str) -> None:
    """Refuse a device that the interpreter's TensorFlow does not see.

    Raises:
        VerifyError: with the devices that there are.
    """
    kind, _, number = device.partition(":")
    if kind not in ("auto", "cpu", "gpu") or (number and not number.isdigit()) or (number and kind != "gpu"):
        raise VerifyError(f"no such device: {device} (auto, cpu, gpu or gpu:N)")
    if kind != "gpu":
        return
    code = (
        "from tensorflow.python.client import device_lib\n"
        "print('DEVICES ' + ' '.join(d.name for d in device_lib.list_local_devices()))"
    )
    try:
        done = subprocess.run(
            [python, "-c", code], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VerifyError(f"{python} cannot be asked for its devices: {error}") from error
    line = next((text for text in done.stdout.splitlines() if text.startswith("DEVICES ")), "")
    names = [name.partition("/device:")[2].lower() for name in line.split()[1:]]
    gpus = [name for name in names if name.startswith("gpu")]
    if not line:
        raise VerifyError(
            f"{python} cannot be asked for its devices: {(done.stderr.strip().splitlines() or ['?'])[-1]}"
        )
    if not gpus or (number and f"gpu:{number}" not in gpus):
        there = ", ".join(name for name in names if not name.startswith("xla")) or "none"
        raise VerifyError(f"no such device: {device}; there is {there}")


def check_python(python: str) -> str:
    """The interpreter's path, if it is one that can be started.

    Raises:
        VerifyError: there is no such interpreter.
    """
    found: str | None = shutil.which(python)
    if found is None:
        raise VerifyError(f"no such interpreter: {python}")
    return found


def write_originals(programs: Sequence[Program], folder: Path) -> None:
    """Lay the original text of every replaced file where the probe finds it."""
    original, rewritten = programs
    for path in {*original.replaced, *rewritten.replaced}:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        content = original.replaced.get(path)
        if content is None and (original.folder / path).is_file():
            content = (original.folder / path).read_bytes()
        if content is not None:
            target.write_bytes(content)
