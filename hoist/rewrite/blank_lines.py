"""Blank lines around statements that move: which go away, and where a paragraph starts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from hoist.rewrite.blocks import Statement, indent_width
from hoist.rewrite.layout import Layout
from hoist.rewrite.units import Unit


@dataclass(frozen=True)
class Drop:
    """Text that is taken out and lands nowhere: blank lines around a moved statement."""

    start: int
    end: int


def surplus_blank_lines(layout: Layout, units: Iterable[Unit]) -> list[Drop]:
    """Give the blank lines that would be one too many once units of one block are gone."""
    units = sorted((unit for unit in units if unit.whole), key=lambda one: one.top)
    drops: list[Drop] = []
    index = 0
    while index < len(units):
        run = [units[index]]
        while index + 1 < len(units) and _first_text_below(layout, run[-1].bottom) == units[index + 1].top:
            index += 1
            run.append(units[index])
        index += 1
        drops += [_drop(layout, left.bottom + 1, right.top) for left, right in itertools.pairwise(run)]
        drops += _around(layout, run[0], run[-1])
    return [drop for drop in drops if drop.start < drop.end]


def _around(layout: Layout, first: Unit, last: Unit) -> list[Drop]:
    above = first.top
    while layout.is_blank(above - 1):
        above -= 1
    below = _first_text_below(layout, last.bottom)
    drop_above, drop_below = _drop(layout, above, first.top), _drop(layout, last.bottom + 1, below)
    opens = first.head.position == 0 and not layout.is_comment(above - 1)
    following = last.statements[-1].next
    closes = following is None and not (
        layout.is_comment(below)
        and indent_width(layout.indent(below)) >= indent_width(layout.indent(first.statements[0].first_line))
    )
    if closes:
        return [drop_above]
    if opens:
        return [drop_above, drop_below]
    blank_above, blank_below = first.top - above, below - last.bottom - 1
    return [drop_below if blank_below <= blank_above else drop_above]


def _first_text_below(layout: Layout, line: int) -> int:
    below = line + 1
    while layout.is_blank(below):
        below += 1
    return below


def _drop(layout: Layout, first: int, behind: int) -> Drop:
    return Drop(layout.line_start(first), layout.line_start(behind))


def opens_paragraph(layout: Layout, line: int, statement: Statement) -> bool:
    """Say whether a paragraph starts at ``line``, where what belongs to ``statement`` begins."""
    if not layout.is_blank(line - 1):
        return False
    above = line - 1
    while layout.is_blank(above - 1):
        above -= 1
    return statement.position > 0 or layout.is_comment(above - 1)
