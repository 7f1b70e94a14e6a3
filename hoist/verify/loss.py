"""The fetched scalar that looks like the loss."""

from __future__ import annotations

import re

from hoist.verify.trace import Trace
from hoist.verify.verdict import Loss

LOSS = re.compile(r"loss|cost|xent|entropy|objective|error|mse|nll", re.IGNORECASE)
LEAST_RANK = 2  # "total" alone makes no loss


def loss_of(trace: Trace, loop: str) -> Loss | None:
    """The scalar of the session loop that looks like the loss: by what the script calls it, then by its name."""
    found: dict[tuple[str, str], list[float]] = {}
    titles: dict[tuple[str, str], tuple[str, str]] = {}
    for run in trace.main_runs:
        if run.turn(loop) is None:
            continue
        for place, fetch in enumerate(run.fetches):
            try:
                value = float(fetch.shown)
            except ValueError:
                continue
            key = (run.where, str(place))
            found.setdefault(key, []).append(value)
            titles.setdefault(key, (fetch.label, fetch.name))

    def rank(key: tuple[str, str]) -> tuple[int, int]:
        label, name = titles[key]
        score = 3 * bool(LOSS.search(label)) + 2 * bool(LOSS.search(name)) + ("total" in (label + name).lower())
        return score, len(found[key])

    best = max(found, key=rank, default=None)
    if best is None or rank(best)[0] < LEAST_RANK:
        return None
    label, name = titles[best]
    return Loss(label or name, best[0], tuple(found[best]))
