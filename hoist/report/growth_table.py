"""What a traced run showed, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoist.report.style import render
from hoist.report.verdict_table import MEGABYTE, milliseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from rich.console import Console

    from hoist.report.style import Style
    from hoist.verify.growth import GrowingLine, Growth

MOST_LINES = 40


def growth_text(
    growth: Growth, style: Style, source: Callable[[str, int], str], known: Collection[GrowingLine] | None
) -> str:
    """Return the loop, the lines that add nodes to the graph, and how steps, nodes and memory go.

    Args:
        growth: what was seen.
        style: how it is written.
        source: gives the text of a line of a file.
        known: the lines of which ``hoist check`` speaks too; None if it was not asked.
    """
    parts = []
    if growth.cause:
        parts.append(style.paint(f"The run came to no good end: {growth.cause}", "yellow", bold=True))
    if growth.loop:
        parts.append(style.paint(f"Loop at {growth.loop}: {growth.turns} turns", bold=True))
        parts.append(_lines(growth, style, source, known) if growth.lines else _flat(growth, style))
        parts.append("\n".join(_course(growth)))
    versions = (("TensorFlow", growth.tensorflow), ("Python", growth.python))
    parts.append(", ".join(f"{name} {version}" for name, version in versions if version))
    return style.fit("\n\n".join(part for part in parts if part)) + "\n"


def _flat(growth: Growth, style: Style) -> str:
    if growth.turns < 2:
        return "One turn does not show whether the graph grows."
    return style.paint("No line adds nodes to the graph after the first turn.", "green")


def _lines(
    growth: Growth, style: Style, source: Callable[[str, int], str], known: Collection[GrowingLine] | None
) -> str:
    """Return a table of the lines, the most nodes first."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("nodes/turn", justify="right", no_wrap=True)
    table.add_column("line", overflow="fold")
    table.add_column("called by way of", overflow="fold")
    for line in growth.lines[:MOST_LINES]:
        unknown = known is not None and line not in known
        code = Text(style.fit_source(source(line.path, line.line).strip()))
        where = Text(f"{_at(line)}{'  (not found by hoist check)' if unknown else ''}\n").append_text(code)
        seldom = f"\nin {line.turns} turns" if line.turns < growth.turns - 1 else ""
        table.add_row(f"{line.nodes_per_turn:.4g}{seldom}", where, Text(" -> ".join(line.chain)))

    def draw(console: Console) -> None:
        console.print(table)

    text = render(draw, style).rstrip("\n")
    more = len(growth.lines) - MOST_LINES
    rest = [f"and {more} lines more"] if more > 0 else []
    return "\n".join([text, *rest, f"{growth.nodes_per_turn:.4g} nodes per turn in all"])


def _at(line: GrowingLine) -> str:
    cell = line.cell
    return f"{line.path}:{line.line}" if cell is None else f"{line.path}:cell {cell.number}:{cell.line}"


def _course(growth: Growth) -> list[str]:
    """Return nodes, memory and step time at the second and the last turn."""
    if not growth.seconds:
        return []
    first = min(1, len(growth.seconds) - 1)
    return [
        f"turn {turn + 1}: {milliseconds(growth.seconds[turn])}, {growth.nodes[turn]} nodes,"
        f" {growth.memory[turn] / MEGABYTE:.0f} MB"
        for turn in dict.fromkeys((first, len(growth.seconds) - 1))
    ]
