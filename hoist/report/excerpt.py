"""Source lines with a mark under what is spoken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoist.edits import Span
    from hoist.report.style import Style

TAB = 4
MOST_LINES = 8  # of a longer span the first and the last lines are shown
KEPT_AT_AN_END = 3


def excerpt(lines: Sequence[str], span: Span, style: Style, above: int = 0) -> list[str]:
    """Return the lines of ``span`` with line numbers in a gutter, and a mark under it.

    Empty if the file has no such lines. The lines ``above`` are not counted: those above the cell of a notebook.
    """
    if not 1 <= span.line <= span.end_line <= len(lines):
        return []
    gutter = len(str(span.end_line - above))
    bar = style.paint(f"{'':{gutter}} |", "blue", bold=True)
    shown = [bar]
    if span.line == span.end_line:
        text, start, end = _crop(lines[span.line - 1], (span.column, span.end_column), style, style.width - gutter - 3)
        shown += [
            f"{_number(span.line - above, gutter, style)} {text}",
            f"{bar} {' ' * start}{_mark('^' * (end - start), style)}",
        ]
    else:
        shown += _several(lines, span, style, gutter, above)
    shown.append(bar)
    return [line.rstrip() for line in shown]


def _several(lines: Sequence[str], span: Span, style: Style, gutter: int, above: int) -> list[str]:
    """Return a span of several lines with a bracket to their left, closed under its end."""
    numbers: list[int | None] = list(range(span.line, span.end_line + 1))
    if len(numbers) > MOST_LINES:
        numbers[KEPT_AT_AN_END:-KEPT_AT_AN_END] = [None]
    room = style.width - gutter - 5
    shown = []
    for number in numbers:
        if number is None:
            shown.append(f"{'...':<{gutter + 2}} {_mark('|', style)}")
            continue
        bracket = _mark("/" if number == span.line else "|", style)
        text, _, _ = _crop(lines[number - 1], (0, 1), style, room)
        shown.append(f"{_number(number - above, gutter, style)} {bracket} {text}")
    _, _, end = _crop(lines[span.end_line - 1], (0, span.end_column), style, room)
    bar = style.paint(f"{'':{gutter}} |", "blue", bold=True)
    return [*shown, f"{bar} {_mark('|' + '_' * end + '^', style)}"]


def _number(number: int, gutter: int, style: Style) -> str:
    return style.paint(f"{number:>{gutter}} |", "blue", bold=True)


def _mark(text: str, style: Style) -> str:
    return style.paint(text, "red", bold=True)


def _crop(line: str, columns: tuple[int, int], style: Style, room: int) -> tuple[str, int, int]:
    """Return the part of a line that has room, and the cells at which the marked columns start and end in it."""
    from rich.cells import cell_len

    line = line.rstrip()
    before, marked, behind = (
        style.fit_source(part.replace("\t", " " * TAB))
        for part in (line[: columns[0]], line[columns[0] : columns[1]], line[columns[1] :])
    )
    if cell_len(before + marked + behind) > room:
        dots = "..."
        if cell_len(before + marked) > room - len(dots) and len(before) > room // 3:
            before = dots + before[len(before) - room // 3 + len(dots) :]
        whole = before + marked + behind
        while cell_len(whole) > room - len(dots):
            whole = whole[: -max(1, (cell_len(whole) - room + len(dots)) // 2)]
        whole += dots
        before, marked, behind = (
            whole[: len(before)],
            whole[len(before) :][: len(marked)],
            whole[len(before) + len(marked) :],
        )
    start = cell_len(before)
    return before + marked + behind, start, start + max(1, cell_len(marked))
