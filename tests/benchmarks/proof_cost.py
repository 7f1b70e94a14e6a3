"""What a proof costs, in parts: the plate fixture and a small model.

    python -m tests.benchmarks.proof_cost [--python PATH] [--steps 20 60] [--only plate]

A proof of N steps is two aligned runs of the original, one of the rewritten program, and the plain runs that give the
step times (of the original 17 steps at least, and where there are more for half the time that its aligned run took; of
the rewritten program again where its times scatter, as long as that takes seconds). Where a rewrite feeds what was a
constant, as in neither of these, two or three aligned runs more show how far both drift. Its ratio is the wall time of
the whole proof to that of two plain runs of N steps, one of each program, the start-up of an interpreter with
TensorFlow included on both sides. Five starts stand against two, so the ratio is no less than 2.5 where the steps take
nothing.
The same is said in processor time, which what else the machine does disturbs less. Beside each aligned run
stands what the probe itself took in it. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hoist.examine import examine
from hoist.fix import plan
from hoist.verify import Program, Report, prove
from hoist.verify.runner import Outcome, Runner

ROOT = Path(__file__).parents[2]
FIXTURES = {
    "plate": ROOT / "fixtures" / "plate_recognition",
    "small": ROOT / "fixtures" / "solution_2_model" / "before",
}
PARTS = ("start-up", "fingerprints", "values", "streams", "state", "files")


@dataclass(frozen=True)
class Took:
    """What something took, in seconds: by the clock, and of the processors in the processes that it started."""

    wall: float
    processor: float

    @classmethod
    def since(cls, begun: Took | None = None) -> Took:
        """What was taken since then, or since the start."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        now = cls(time.monotonic(), used.ru_utime + used.ru_stime)
        return now if begun is None else cls(now.wall - begun.wall, now.processor - begun.processor)


@dataclass
class Watch:
    """Times every run of a program, and keeps what the probe says of itself."""

    runs: list[tuple[str, Took, Mapping[str, float]]] = field(default_factory=list)

    def __call__(self, real: Callable[..., Outcome]) -> Callable[..., Outcome]:
        """The same function, watched."""

        def run(runner: Runner, program: Program, orders: Mapping[str, Any], tell: Callable[[str], None]) -> Outcome:
            begun = Took.since()
            outcome = real(runner, program, orders, tell)
            form = "rewritten" if program.line_maps else "original"
            self.runs.append((f"{orders['mode']} {form}", Took.since(begun), outcome.result.get("spent", {})))
            return outcome

        return run


def programs(folder: Path, steps: int) -> tuple[Program, Program]:
    """The script as it is and rewritten, both with a loop of so many steps."""
    change = plan(examine([folder / "train.py"]), folder).changes[0]

    def lengthened(text: str) -> bytes:
        return change.source.encode(text.replace("STEPS = 8\n", f"STEPS = {steps}\n"))

    script, maps = Path("train.py"), {"train.py": dict(change.rewritten.line_map)}
    original = Program(folder, script, replaced={"train.py": lengthened(change.source.text)})
    return original, Program(folder, script, Path(), {"train.py": lengthened(change.rewritten.text)}, maps)


def plain(python: str, program: Program, loop: str, steps: int) -> Took:
    """One plain run of so many steps."""
    orders = {
        "mode": "plain",
        "steps": steps,
        "session_loops": [loop],
        "stop": {"loop": loop, "turns": steps},
        "most_turns": steps,
        "budget": 0.0,
    }
    with tempfile.TemporaryDirectory() as scratch:
        begun = Took.since()
        Runner(python, Path(scratch).resolve(), "cpu", 900.0, (str(steps),)).run(program, orders, lambda _: None)
        return Took.since(begun)


def proof(python: str, original: Program, rewritten: Program, steps: int) -> tuple[Report, Took, Watch]:
    """One proof, what it took, and what its runs took."""
    watch, real = Watch(), Runner.run
    Runner.run = watch(real)  # type: ignore[method-assign]
    try:
        begun = Took.since()
        report = prove(original, rewritten, python=python, device="cpu", steps=steps, arguments=(str(steps),))
        return report, Took.since(begun), watch
    finally:
        Runner.run = real  # type: ignore[method-assign]


def measure(name: str, python: str, steps: int) -> None:
    """Print the table of one fixture and one number of steps."""
    original, rewritten = programs(FIXTURES[name], steps)
    report, whole, watch = proof(python, original, rewritten, steps)
    write(f"\n{name}, {steps} steps: {report.verdict.value} {report.cause}\n")
    write(f"{'run':20} {'wall s':>8} {'cpu s':>8}   of these the probe: {''.join(f'{part:>14}' for part in PARTS)}\n")
    for form, took, spent in watch.runs:
        own = "".join(f"{spent[part]:14.2f}" if part in spent else " " * 14 for part in PARTS)
        write(f"{form:20} {took.wall:8.2f} {took.processor:8.2f}   {'':19} {own}\n")
    write(f"{'whole proof':20} {whole.wall:8.2f} {whole.processor:8.2f}\n")
    both = [plain(python, program, report.loop, steps) for program in (original, rewritten)]
    for program, took in zip(("original", "rewritten"), both, strict=True):
        write(f"{f'{steps} steps, {program}':20} {took.wall:8.2f} {took.processor:8.2f}\n")
    ratios = whole.wall / sum(took.wall for took in both), whole.processor / sum(took.processor for took in both)
    write(f"{'ratio':20} {ratios[0]:8.2f} {ratios[1]:8.2f}\n")


def write(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--steps", type=int, nargs="+", default=[20, 60])
    parser.add_argument("--only", choices=FIXTURES)
    given = parser.parse_args()
    for name in FIXTURES:
        for steps in given.steps if given.only in (None, name) else ():
            measure(name, given.python, steps)


if __name__ == "__main__":
    main()
