"""How many repositories an hour a campaign does on this machine, without and with proof, and what takes the time.

    python -m tests.benchmarks.campaign [--python PATH] [--python2 PATH] [--jobs N] [--every N] [--proof-every N]

The repositories are those of the tests (`tests/migrate/repositories.py`); `--every N` takes each Nth of them. With
proof only those are counted whose scripts are run to a good end: what hangs, or is refused, says nothing of the speed.
The seconds of the parts are those that the results hold; what is left of the time is the start of a process for each
repository and its end. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.migrate.result import Outcome
from tests.migrate.campaigns import Place, mapping, place, results, run
from tests.migrate.made import Made
from tests.migrate.repositories import write_all

PROVED = (Outcome.PROVED, Outcome.PROVED_IN_PART)


@dataclass(frozen=True)
class Took:
    """What a campaign took: repositories, seconds by the clock, and the seconds of its parts, of all processes."""

    count: int
    seconds: float
    parts: dict[str, float]

    def lines(self, jobs: int) -> list[str]:
        """What is printed of it."""
        found = [f"{self.count} repositories in {self.seconds:.1f} s: {3600 * self.count / self.seconds:.0f} an hour"]
        whole = self.seconds * jobs
        parts = {**self.parts, "start and end": max(0.0, whole - sum(self.parts.values()))}
        for name, seconds in sorted(parts.items(), key=lambda part: -part[1]):
            each = seconds / self.count
            found.append(f"  {name:14} {100 * seconds / whole:3.0f} %  {each:6.2f} s a repository")
        return found


def timed(here: Place, made: Sequence[Made], pythons: dict[str, str], name: str, options: list[str]) -> Took:
    """Run a campaign and give what it took."""
    listed = mapping(here.folder / f"{name}.toml", made, pythons)
    begun = time.monotonic()
    code, output = run(here, "migrate", listed, "--campaign", name, *options, timeout=24 * 3600)
    seconds = time.monotonic() - begun
    if code not in (0, 1, 3):
        raise SystemExit(output)
    parts: Counter[str] = Counter()
    for one in results(here.folder / name).values():
        parts.update(one["seconds"])
    return Took(len(made), seconds, dict(parts))


def main() -> None:
    """Run both campaigns and print what they took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", default=os.environ.get("HOIST_LEGACY_PYTHON") or sys.executable)
    parser.add_argument("--python2", default=os.environ.get("HOIST_PYTHON2"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--proof-every", type=int, default=1)
    options = parser.parse_args()
    pythons = {"legacy": options.python, "python2": options.python2 or options.python, "own": sys.executable}
    with tempfile.TemporaryDirectory(prefix="hoist-benchmark-") as name, place(Path(name) / "campaigns") as here:
        made = write_all(Path(name) / "sources")
        proved = [
            one for one in made if one.runs and one.outcome in PROVED and (one.python != "python2" or options.python2)
        ]
        for title, chosen, more in (
            ("without proof", made[:: options.every], ["--no-verify"]),
            ("with proof", proved[:: options.proof_every], []),
        ):
            took = timed(here, chosen, pythons, title.replace(" ", "-"), [*more, "--jobs", str(options.jobs)])
            sys.stdout.write("\n".join([f"{title}, {options.jobs} at a time:", *took.lines(options.jobs)]) + "\n")


if __name__ == "__main__":
    main()
