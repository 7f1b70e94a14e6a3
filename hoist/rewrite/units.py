"""Which statements move as one, and what goes with them: comments, bare strings, semicolons."""

from __future__ import annotations

from dataclasses import dataclass

from hoist.rewrite.blocks import Program, Statement
from hoist.rewrite.errors import RewriteFailed


@dataclass(eq=False)
class Unit:
    """Statements that move as one, with the stretch of text that is theirs.

    ``whole`` units own their lines, comments included; the others are one of several statements on a line.
    """

    statements: list[Statement]
    carried: list[Statement]
    before: Statement
    start: int
    end: int
    whole: bool
    top: int
    bottom: int

    @property
    def head(self) -> Statement:
        """Give the first statement, carried bare strings included."""
        return (*self.carried, *self.statements)[0]

    @property
    def key(self) -> tuple[int, int]:
        """Order by the end, so that what stands inside another comes first; ties go to the inner one."""
        return (self.statements[-1].end, -self.statements[0].start)


def moving_units(program: Program, moves: dict[Statement, Statement], kept: frozenset[Statement]) -> list[Unit]:
    """Give the units in which statements move.

    Args:
        program: the program that they stand in.
        moves: the statements, each with the one in front of which it goes.
        kept: statements that no other takes along.
    """
    units: list[Unit] = []
    done: set[Statement] = set()
    for statement in sorted(moves, key=lambda one: (one.start, -one.end)):
        if statement in done:
            continue
        line = program.joined(statement)
        moving = [one for one in line if one in moves]
        done.update(moving)
        if len(moving) < len(line) or not program.opens_line(line[0]):
            units += [_partial(line, one, moves) for one in moving]
            continue
        if len({moves[one] for one in moving}) > 1:
            raise RewriteFailed(f"the statements on line {statement.span.line} would move to different places")
        units.append(_whole(program, moving, moves[statement], kept))
    return units


def _whole(program: Program, statements: list[Statement], before: Statement, kept: frozenset[Statement]) -> Unit:
    top = program.top(statements[0], kept)
    bottom = program.bottom(statements[-1])
    carried = [one for one in program.owned_strings(statements[0], top) if one not in kept]
    return Unit(
        statements=statements,
        carried=carried[::-1],
        before=before,
        start=program.layout.line_start(top),
        end=program.layout.line_start(bottom + 1),
        whole=True,
        top=top,
        bottom=bottom,
    )


def _partial(line: list[Statement], one: Statement, moves: dict[Statement, Statement]) -> Unit:
    """One of several statements on a line: it takes a semicolon along, the comments stay with the others."""
    place = line.index(one)
    start, end = one.start, one.end
    if any(other not in moves for other in line[place + 1 :]):
        end = line[place + 1].start
    elif place:
        start = line[place - 1].end
    return Unit([one], [], moves[one], start, end, whole=False, top=one.first_line, bottom=one.last_line)
