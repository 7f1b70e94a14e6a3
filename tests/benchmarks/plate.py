"""The plate fixture: original, rewritten by hoist, and written by hand, timed in turn.

    python -m tests.benchmarks.plate [--python PATH] [--rounds 9] [--steps 40]

Prints nodes per step and the step time at steps 2, 17 and last for each, and the ratio of rewritten to hand-written
with its interval: each round runs both, one after the other, so that a noisy machine hits both, and the ratio is taken
within the round. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from hoist.examine import examine
from hoist.fix import plan
from hoist.verify import Program, StepTimes
from hoist.verify.runner import Runner
from hoist.verify.times import step_times

ROOT = Path(__file__).parents[2]
FIXTURE = ROOT / "fixtures" / "plate_recognition"
BY_HAND = Path(__file__).parent / "by_hand" / "train.py"
SLOW_STEPS = 20
SHOWN = (2, 17, -1)


def programs() -> dict[str, Program]:
    """The three forms of the fixture, as overlays of its folder."""
    script = Path("train.py")
    change = plan(examine([FIXTURE / "train.py"]), FIXTURE).changes[0]
    rewritten = change.data
    return {
        "original": Program(FIXTURE, script),
        "rewritten": Program(FIXTURE, script, replaced={"train.py": rewritten}),
        "by hand": Program(FIXTURE, script, replaced={"train.py": BY_HAND.read_bytes()}),
    }


def timed(runner: Runner, program: Program, steps: int) -> StepTimes:
    """One plain run of a program."""
    text = program.text("train.py")
    line = 1 + text[: text.index("for step in range(STEPS)")].count("\n")
    loop = f"train.py:{line}"
    orders = {
        "mode": "plain",
        "steps": steps,
        "session_loops": [loop],
        "stop": {"loop": loop, "turns": steps},
        "most_turns": steps,
        "budget": 600.0,
    }
    outcome = runner.run(program, orders, lambda _: None)
    times = step_times(outcome.result.get("turn_times", []))
    if times is None:
        raise SystemExit(f"the program did not run: {outcome.last_error_line}")
    return times


def row(name: str, times: StepTimes) -> str:
    """One line of the table."""
    shown = "  ".join(f"{1000 * times.seconds[step]:9.1f}" for step in SHOWN)
    return f"{name:10} {times.nodes_per_turn:11.0f}  {shown}  {len(times.seconds):5}"


def interval(ratios: list[float]) -> tuple[float, float]:
    """The 95 % bootstrap interval of the median."""
    from scipy.stats import bootstrap

    found = bootstrap((ratios,), statistics.median, vectorized=False, rng=0, method="percentile").confidence_interval
    return float(found.low), float(found.high)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--steps", type=int, default=40)
    given = parser.parse_args()
    forms = programs()
    with tempfile.TemporaryDirectory() as scratch:
        steps = str(max(given.steps, SLOW_STEPS) + 1)
        runner = Runner(given.python, Path(scratch).resolve(), "cpu", 900.0, (steps,))
        sys.stdout.write("form       nodes/step     ms at 2      at 17    at last  steps\n")
        sys.stdout.write(row("original", timed(runner, forms["original"], SLOW_STEPS)) + "\n")
        ratios = []
        for number in range(given.rounds):
            order = ("rewritten", "by hand") if number % 2 == 0 else ("by hand", "rewritten")
            found = {name: timed(runner, forms[name], given.steps) for name in order}
            if number == 0:
                for name in ("rewritten", "by hand"):
                    sys.stdout.write(row(name, found[name]) + "\n")
            ratios.append(found["rewritten"].median / found["by hand"].median)
            sys.stdout.flush()
    low, high = interval(ratios)
    sys.stdout.write(
        f"rewritten / by hand, median step, {given.rounds} rounds in turn: "
        f"{statistics.median(ratios):.3f} (95 % interval {low:.3f} to {high:.3f})\n"
    )


if __name__ == "__main__":
    main()
