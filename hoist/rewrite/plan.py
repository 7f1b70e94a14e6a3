"""The plan of a rewrite: what is cut, and what goes where; checked for moves that contradict each other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from hoist.edits import Edit
from hoist.rewrite.blank_lines import surplus_blank_lines
from hoist.rewrite.blocks import Block, Program, Statement
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.resolve import Inserted, ResolvedEdits, Substitution
from hoist.rewrite.units import Unit, moving_units


@dataclass(eq=False)
class Landing:
    """What goes in front of the statement ``before``.

    ``head`` is this statement, or the first bare string that belongs to it; ``own`` is the unit that moves with it as
    its first statement, so that what lands in front of it travels along.
    """

    before: Statement
    head: Statement
    offset: int
    own: Unit | None
    items: list[Unit | Substitution | Inserted] = field(default_factory=list)


class Plan:
    """All that is done to a text."""

    def __init__(self, program: Program, edits: Sequence[Edit]) -> None:
        """Plan the edits; raises ``RewriteFailed``."""
        self.program = program
        self.layout = program.layout
        resolved = ResolvedEdits(program, edits)
        self.substitutions = resolved.substitutions
        self.additions = resolved.additions
        self.guards = resolved.guards
        self.insertions = resolved.insertions
        self.inserted = resolved.inserted
        moves = resolved.moves
        landings = [one.before for one in self.substitutions if one.before is not None]
        landings += [one.before for one in self.inserted]
        self._kept = frozenset([*moves, *moves.values(), *landings])
        self.units = moving_units(program, moves, self._kept)
        self._check_cycles()
        self._check_guards()
        by_block = self._by_block()
        self.emptied = self._emptied(by_block)
        self.landings = self._landings()
        self.drops = [drop for units in by_block.values() for drop in surplus_blank_lines(self.layout, units)]

    def _emptied(self, by_block: dict[Block, list[Unit]]) -> frozenset[Unit]:
        """The last unit of each block that would be left without a statement: a ``pass`` takes its place."""
        gone = {one for unit in self.units for one in (*unit.statements, *unit.carried)}
        empty = [units for block, units in by_block.items() if all(one in gone for one in block.statements)]
        return frozenset(max(units, key=lambda unit: unit.end) for units in empty)

    def _check_guards(self) -> None:
        """A guarded statement stays where it is, and stands under one guard only."""
        ordered = sorted(self.guards, key=lambda guard: guard.start)
        for guard, following in itertools.pairwise(ordered):
            if following.start < guard.end:
                raise RewriteFailed(f"two edits of the statement at line {following.edit.first.line}")
        for guard in self.guards:
            if any(unit.start < guard.end and guard.start < unit.end for unit in self.units):
                raise RewriteFailed(f"two edits of the statement at line {guard.edit.first.line}")

    def _by_block(self) -> dict[Block, list[Unit]]:
        by_block: dict[Block, list[Unit]] = {}
        for unit in self.units:
            by_block.setdefault(unit.statements[0].block, []).append(unit)
        return by_block

    def _check_cycles(self) -> None:
        for unit in self.units:
            seen = {unit}
            around = self._unit_around(unit.before)
            while around is not None:
                if around in seen:
                    raise RewriteFailed(
                        f"the statement at line {unit.statements[0].span.line} would move in front of itself"
                    )
                seen.add(around)
                around = self._unit_around(around.before)

    def _unit_around(self, statement: Statement) -> Unit | None:
        """Give the innermost moving unit that holds a statement."""
        holding = [
            unit
            for unit in self.units
            if any(
                one.start <= statement.start and statement.end <= one.end for one in (*unit.statements, *unit.carried)
            )
        ]
        return min(holding, key=lambda unit: unit.end - unit.start, default=None)

    def _landings(self) -> list[Landing]:
        landings: dict[Statement, Landing] = {}
        lifts = [one for one in self.substitutions if one.before is not None]
        items: list[Unit | Substitution | Inserted] = [*self.units, *lifts, *self.inserted]
        for item in sorted(items, key=lambda one: one.key):
            before = item.before
            if before is None:
                continue
            if before not in landings:
                around = self._unit_around(before)
                if around is not None and not around.whole and before in around.statements:
                    raise RewriteFailed(
                        f"nothing can go in front of the statement at line {before.span.line}: it moves out of its line"
                    )
                own = around if around is not None and before is around.statements[0] else None
                top = own.top if own is not None else self.program.top(before, self._kept)
                strings = list(self.program.owned_strings(before, top))
                head = strings[-1] if strings else before
                landings[before] = Landing(before, head, self.layout.line_start(top), own)
            landings[before].items.append(item)
        return list(landings.values())
