"""The step times of both scripts, drawn in the terminal."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hoist.report.verdict_table import milliseconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoist.report.style import Style
    from hoist.verify.verdict import Report, StepTimes

HEIGHT = 18
WIDEST = 100
MOST_TICKS = 10
ASCII_AXES = str.maketrans("┌┐└┘─│┤├┬┴┼", "++++-|+++++")
ORIGINAL, REWRITTEN = "o", "x"


def curves_text(report: Report, style: Style) -> str:
    """Return both step-time curves and the nodes at their ends; empty if the scripts were not timed."""
    if report.original is None or report.rewritten is None:
        return ""
    series = ((ORIGINAL, "original", report.original), (REWRITTEN, "rewritten", report.rewritten))
    legend = [_legend(mark, name, times, style) for mark, name, times in series if times.seconds]
    if not legend:
        return ""
    title = style.paint("Step time in ms, by step", bold=True)
    # plotext comes with the extra `verify`, which is not needed where the scripts run in an interpreter of their own.
    drawn = len(legend) == len(series) and find_spec("plotext") is not None
    plot = [_plot(report.original.seconds, report.rewritten.seconds, style)] if drawn else []
    return style.fit("\n".join([title, *plot, *legend])) + "\n"


def _legend(mark: str, name: str, times: StepTimes, style: Style) -> str:
    label = style.paint(f"{mark} {name:<9}", "red" if mark == ORIGINAL else "green")
    ends = f"{milliseconds(times.seconds[0])} at step 1, {milliseconds(times.seconds[-1])} at step {len(times.seconds)}"
    return f"{label}  {ends}; {times.nodes_per_turn:g} nodes added per step"


def _plot(original: Sequence[float], rewritten: Sequence[float], style: Style) -> str:
    """Return both curves over the steps that both made: the rewritten script is measured for longer."""
    import plotext

    last = min(len(original), len(rewritten))
    original, rewritten = original[:last], rewritten[:last]
    plot: Any = plotext
    plot.clear_figure()
    plot.limit_size(False, False)  # by what it takes for the terminal's size
    plot.plot_size(min(style.width, WIDEST), HEIGHT)
    plot.theme("clear")
    for seconds, mark, colour in ((original, ORIGINAL, "red"), (rewritten, REWRITTEN, "green")):
        plot.plot(
            list(range(1, last + 1)),
            [1000 * second for second in seconds],
            marker=mark,
            color=colour if style.color else "default",
        )
    plot.xticks(_ticks(last))
    plot.ylim(0, 1000 * max(*original, *rewritten))
    text = plot.build()
    plot.clear_figure()
    text = text if style.color else plot.uncolorize(text)
    text = text if style.unicode else text.translate(ASCII_AXES)
    return "\n".join(line.rstrip() for line in text.splitlines())


def _ticks(last: int) -> list[int]:
    """Return the steps that are named on the axis: the first, the last, and round numbers between."""
    apart = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, last) if last / size <= MOST_TICKS)
    return sorted({1, *range(apart, last - apart // 2, apart), last})
