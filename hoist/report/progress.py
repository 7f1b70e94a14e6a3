"""What hoist is at, while it is at it: a line at the foot of a terminal, nothing in a pipe."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO

from hoist.report.style import style_for

if TYPE_CHECKING:
    from collections.abc import Iterator


class Show(Protocol):
    """Says what hoist is at."""

    def __call__(self, task: str, done: int = 0, total: int | None = None) -> None:
        """Say that ``done`` of ``total`` parts of ``task`` are done; a new task takes the place of the one before."""


@contextmanager
def progress(stream: TextIO) -> Iterator[Show]:
    """Give a function that shows progress on a terminal, and that does nothing elsewhere.

    The line is gone, and the cursor is back, when the block ends, by Ctrl-C too.
    """
    style = style_for(stream)
    if not style.color:
        yield _be_quiet
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn("dots" if style.unicode else "line"),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[parts]}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(file=stream, highlight=False), transient=True) as bars:
        line = bars.add_task("", total=None, parts="", visible=False)
        shown = ""

        def show(task: str, done: int = 0, total: int | None = None) -> None:
            nonlocal shown
            if task != shown:
                bars.reset(line)
                shown = task
            parts = "" if total is None else f"{done}/{total}"
            bars.update(line, description=style.fit(task), completed=done, total=total, parts=parts, visible=True)

        yield show


def _be_quiet(task: str, done: int = 0, total: int | None = None) -> None:
    """Show nothing."""
