"""How far a campaign is: bars at the foot of a terminal, a line for each repository elsewhere."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from hoist.report.style import style_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID

    from hoist.migrate.campaign import Watcher
    from hoist.migrate.result import Result
    from hoist.report.style import Style

SHOWN = {
    "proved": "proved",
    "proved_in_part": "proved in part",
    "rewritten": "rewritten, not run",
    "refused": "refused",
    "clean": "clean",
    "failed": "failed",
}
COLOURS = {
    "proved": "green",
    "proved_in_part": "green",
    "rewritten": "yellow",
    "refused": "yellow",
    "clean": "bright_black",
    "failed": "red",
}


@contextmanager
def campaign_progress(stream: TextIO, total: int, say: Callable[[str], None]) -> Iterator[Watcher]:
    """Give a watcher of a campaign.

    Args:
        stream: where bars are drawn, if it is a terminal.
        total: how many repositories are to be done.
        say: prints a line that stays.
    """
    style = style_for(stream)
    if not style.color:
        yield _Lines(total, say)
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(file=stream, highlight=False)
    workers = Progress(TextColumn("  {task.description}", markup=False), console=console)
    overall = Progress(
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=False),
        TextColumn("{task.fields[counts]}", markup=False),
        console=console,
    )
    with Live(Group(workers, overall), console=console, transient=True, refresh_per_second=4):
        yield _Bars(overall, workers, total, style)


def line_of(result: Result) -> str:
    """Return what became of a repository, in one line."""
    nodes = [
        f"{proof['script']}: {proof['original']['nodes_per_turn']:g} -> {proof['rewritten']['nodes_per_turn']:g} nodes"
        " per turn"
        for rewrite in result.rewrites
        for proof in rewrite.proofs
        if proof.get("original") and proof.get("rewritten")
    ]
    told = [*nodes[:1], *filter(None, [result.reason])]
    return f"{result.name}: {SHOWN[result.outcome.value]}" + (f" ({'; '.join(told)})" if told else "")


class _Lines:
    """A line for each repository that is done."""

    def __init__(self, total: int, say: Callable[[str], None]) -> None:
        self.total, self.count, self.say = total, 0, say

    def begun(self, name: str, where: str) -> None:
        """Say nothing."""

    def at(self, name: str, line: str) -> None:
        """Say nothing."""

    def done(self, result: Result) -> None:
        """Say what became of it."""
        self.count += 1
        self.say(f"[{self.count}/{self.total}] {line_of(result)}")


class _Bars:
    """A bar for all, a line for each repository that is being worked on, and how many came to what."""

    def __init__(self, overall: Progress, workers: Progress, total: int, style: Style) -> None:
        self.overall, self.workers, self.style = overall, workers, style
        self.bar = overall.add_task("", total=total, counts="")
        self.lines: dict[str, TaskID] = {}
        self.counts: Counter[str] = Counter()
        self.lock = threading.Lock()

    def begun(self, name: str, where: str) -> None:
        """Show the repository."""
        with self.lock:
            if name not in self.lines:
                self.lines[name] = self.workers.add_task(self.style.fit(f"{name} {where}".rstrip()))

    def at(self, name: str, line: str) -> None:
        """Show what is being done about it."""
        with self.lock:
            if name in self.lines:
                self.workers.update(self.lines[name], description=self.style.fit(f"{name}: {line}"))

    def done(self, result: Result) -> None:
        """Count what became of it."""
        with self.lock:
            line = self.lines.pop(result.name, None)
            if line is not None:
                self.workers.remove_task(line)
            self.counts[result.outcome.value] += 1
            counts = ", ".join(f"{count} {SHOWN[outcome]}" for outcome, count in self.counts.most_common())
            self.overall.update(self.bar, advance=1, counts=self.style.fit(counts))
