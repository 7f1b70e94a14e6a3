"""Apply edits to a text, and tell where each new line comes from.

The text is assembled from slices of the old one, not printed from a changed syntax tree. libcst's own printing is close
to exact, but it drops form feeds at the start of a line, and re-indenting a node between blocks of tabs and blocks of
spaces means rewriting the whitespace of every node inside it anyway. With slices, what no edit touches is unchanged by
construction. libcst says where comments and strings are (``layout``), ``ast`` says where statements and expressions are
(``blocks``), in the same columns in which the analysis gave the edits.

That the slices were put together rightly is then checked, not assumed: the same edits are done a second time on the
syntax tree, where they are trivial, and the new text must parse to exactly that tree. What Python refused to compile
only afterwards (a ``break`` outside its loop, a ``return`` outside its function) fails too.
"""

from __future__ import annotations

import ast
import itertools
import keyword
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from hoist.edits import AddArgument, Edit, LiftExpression, MoveStatement, ReplaceExpression, Rewritten, Span
from hoist.rewrite.arguments import insertions
from hoist.rewrite.blocks import Block, Program, Statement, indent_width
from hoist.rewrite.layout import Layout, UnreadableLayout
from hoist.rewrite.syntax import expression, keyword_argument, parse
from hoist.source.files import split_lines

_Shift = Callable[[str], str]

_CLOSING = re.compile(r"\s*\)")
_LAST_WORD = re.compile(r"\w+\Z")


class RewriteFailed(Exception):
    """The edits cannot be applied; nothing was changed."""

    def __init__(self, reason: str) -> None:
        """Say why, in one line."""
        super().__init__(reason)
        self.reason = reason


def apply(text: str, edits: Sequence[Edit]) -> Rewritten:
    """Give the text with all edits done.

    Raises:
        RewriteFailed: an edit names no statement or expression of the text, edits contradict each other, or the result
            would not be the program that the edits describe.
    """
    if not edits:
        return Rewritten(text=text, line_map={line: line for line in range(1, len(split_lines(text)) + 1)})
    try:
        tree = parse(text)
    except (SyntaxError, ValueError) as error:
        raise RewriteFailed(f"the file does not parse ({error})") from error
    except (RecursionError, MemoryError) as error:
        raise RewriteFailed("an expression is nested too deeply") from error
    try:
        program = Program(Layout(text), tree)
        plan = _Plan(program, edits)
        pieces = _Renderer(plan).whole()
        rewritten = _assemble(pieces)
        _check(text, plan, rewritten)
    except UnreadableLayout as error:
        raise RewriteFailed(str(error)) from error
    except RecursionError as error:
        raise RewriteFailed("an expression is nested too deeply") from error
    return rewritten


# ---------------------------------------------------------------------------------------------------------------------
# The plan: what is cut, what goes where


@dataclass(eq=False)
class _Unit:
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


@dataclass(eq=False)
class _Substitution:
    """An expression that is replaced by ``text``; a lifted one has ``lift``."""

    span: Span
    node: ast.expr
    start: int
    end: int
    text: str
    value: ast.expr
    lift: LiftExpression | None = None
    before: Statement | None = None
    in_call: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """Order as units are."""
        return (self.end, -self.start)


@dataclass(eq=False)
class _Addition:
    """A call that is given one more argument."""

    span: Span
    node: ast.Call
    start: int
    end: int
    text: str
    argument: ast.keyword


@dataclass(frozen=True)
class _Insertion:
    """Text that is put in for the sake of an addition."""

    addition: _Addition
    offset: int
    text: str


@dataclass(eq=False)
class _Landing:
    """What goes in front of the statement ``before``.

    ``head`` is this statement, or the first bare string that belongs to it; ``own`` is the unit that moves with it as
    its first statement, so that what lands in front of it travels along.
    """

    before: Statement
    head: Statement
    offset: int
    own: _Unit | None
    items: list[_Unit | _Substitution] = field(default_factory=list)


@dataclass(frozen=True)
class _Drop:
    """Text that is taken out and lands nowhere: blank lines around a moved statement."""

    start: int
    end: int


class _Plan:
    """All edits, resolved to places of the text and checked against each other."""

    def __init__(self, program: Program, edits: Sequence[Edit]) -> None:
        self.program = program
        self.layout = program.layout
        moves: dict[Statement, Statement] = {}
        self.substitutions: list[_Substitution] = []
        self.additions: list[_Addition] = []
        for edit in edits:
            if isinstance(edit, MoveStatement):
                statement = self._statement(edit.statement)
                if statement in moves:
                    raise RewriteFailed(f"the statement at line {edit.statement.line} would move twice")
                moves[statement] = self._before(edit.before)
            elif isinstance(edit, AddArgument):
                self.additions.append(self._addition(edit))
            else:
                self.substitutions.append(self._substitution(edit))
        self._check_nesting()
        self.insertions = [insertion for one in self.additions for insertion in self._insertions(one)]
        landings = [one.before for one in self.substitutions if one.before is not None]
        self._kept = frozenset([*moves, *moves.values(), *landings])
        self.units = self._units(moves)
        self._check_cycles()
        self._check_blocks()
        self.landings = self._landings()
        self.drops = [drop for block in self._touched_blocks() for drop in self._blank_lines(block)]

    # Resolving ------------------------------------------------------------------------------------------------------

    def _statement(self, span: Span) -> Statement:
        statement = self.program.by_start.get((span.line, span.column))
        if statement is None or statement.span != span:
            raise RewriteFailed(f"no statement stands at {_place(span)}")
        if self.program.is_elif(statement):
            raise RewriteFailed(f"the elif at line {span.line} cannot move without its if")
        return statement

    def _before(self, span: Span) -> Statement:
        statement = self.program.by_start.get((span.line, span.column))
        if statement is None:
            raise RewriteFailed(f"no statement starts at line {span.line}, column {span.column}")
        if self.program.is_elif(statement):
            raise RewriteFailed(f"nothing can go in front of the elif at line {span.line}")
        if not self.program.opens_line(statement):
            raise RewriteFailed(
                f"nothing can go in front of the statement at line {span.line}, column {span.column}: it shares its"
                " line with what stands before it"
            )
        return statement

    def _substitution(self, edit: LiftExpression | ReplaceExpression) -> _Substitution:
        span = edit.expression
        node, start, end = self._expression_at(span)
        text = edit.name if isinstance(edit, LiftExpression) else edit.text
        value = expression(text)
        if value is None:
            raise RewriteFailed(f"{text!r} is no expression")
        lift = edit if isinstance(edit, LiftExpression) else None
        if lift is not None and not (isinstance(value, (ast.Name, ast.Attribute)) and not keyword.iskeyword(text)):
            raise RewriteFailed(f"{text!r} is no name that can be assigned to")
        before = self._before(lift.before) if lift is not None else None
        in_call = span in self.program.generator_arguments
        return _Substitution(span, node, start, end, text, value, lift, before, in_call)

    def _addition(self, edit: AddArgument) -> _Addition:
        node, start, end = self._expression_at(edit.call)
        if not isinstance(node, ast.Call):
            raise RewriteFailed(f"what stands at {_place(edit.call)} is no call")
        argument = keyword_argument(edit.argument)
        if argument is None:
            raise RewriteFailed(f"{edit.argument!r} is no keyword argument")
        return _Addition(edit.call, node, start, end, edit.argument, argument)

    def _expression_at(self, span: Span) -> tuple[ast.expr, int, int]:
        """Give the expression that has just this span, and its bounds as offsets."""
        node = self.program.expressions.get(span)
        if node is None:
            raise RewriteFailed(f"no expression stands at {_place(span)}")
        layout = self.layout
        start, end = layout.offset(span.line, span.column), layout.offset(span.end_line, span.end_column)
        seen = expression(layout.text[start:end])
        if seen is None or ast.dump(seen) != ast.dump(node):
            # A name that is assigned, a slice, a starred argument; or Python's own position of it is wrong, as it can
            # be in an f-string.
            raise RewriteFailed(f"what stands at {_place(span)} is no expression that can be replaced")
        return node, start, end

    def _check_nesting(self) -> None:
        """Edits of expressions may stand inside each other, but not inside one that is replaced."""
        # A call that is lifted or replaced comes before what is added to it.
        edited: list[_Substitution | _Addition] = [*self.substitutions, *self.additions]
        around: list[_Substitution | _Addition] = []
        for one in sorted(edited, key=lambda one: (one.start, -one.end)):
            while around and around[-1].end <= one.start:
                around.pop()
            if around:
                outer = around[-1]
                if outer.end < one.end or (outer.span == one.span and type(outer) is type(one)):
                    raise RewriteFailed(f"two edits of the same text at {_place(one.span)}")
                if isinstance(outer, _Substitution) and outer.lift is None:
                    raise RewriteFailed(f"an edit at {_place(one.span)} lies inside an expression that is replaced")
            around.append(one)
            if isinstance(one, _Substitution) and one.lift is None:
                self._check_comments(one)

    def _check_comments(self, replaced: _Substitution) -> None:
        for line in range(replaced.span.line, replaced.span.end_line):
            column = self.layout.comments.get(line)
            if column is not None and self.layout.lines[line - 1][column:].strip() not in replaced.text:
                raise RewriteFailed(f"the comment at line {line} would be lost")

    def _insertions(self, one: _Addition) -> list[_Insertion]:
        first = one.node.args[0] if one.node.args else None
        first_is_edited = any(other.node is first for other in self.substitutions)
        found = insertions(self.program, one.node, one.text, first_is_edited=first_is_edited)
        return [_Insertion(one, offset, text) for offset, text in found]

    # Units ----------------------------------------------------------------------------------------------------------

    def _units(self, moves: dict[Statement, Statement]) -> list[_Unit]:
        units: list[_Unit] = []
        done: set[Statement] = set()
        carried: set[Statement] = set()
        for statement in sorted(moves, key=lambda one: (one.start, -one.end)):
            if statement in done:
                continue
            line = self.program.joined(statement)
            moving = [one for one in line if one in moves]
            done.update(moving)
            if len(moving) < len(line) or not self.program.opens_line(line[0]):
                units += [self._partial(line, one, moves) for one in moving]
                continue
            if len({moves[one] for one in moving}) > 1:
                raise RewriteFailed(f"the statements on line {statement.span.line} would move to different places")
            unit = self._whole(moving, moves[statement])
            carried.update(unit.carried)
            units.append(unit)
        return units

    def _whole(self, statements: list[Statement], before: Statement) -> _Unit:
        top = self.program.top(statements[0], self._kept)
        bottom = self.program.bottom(statements[-1])
        carried = [one for one in self.program.owned_strings(statements[0], top) if one not in self._kept]
        return _Unit(
            statements=statements,
            carried=carried[::-1],
            before=before,
            start=self.layout.line_start(top),
            end=self.layout.line_start(bottom + 1),
            whole=True,
            top=top,
            bottom=bottom,
        )

    def _partial(self, line: list[Statement], one: Statement, moves: dict[Statement, Statement]) -> _Unit:
        """One of several statements on a line: it takes a semicolon along, the comments stay with the others."""
        place = line.index(one)
        start, end = one.start, one.end
        if any(other not in moves for other in line[place + 1 :]):
            end = line[place + 1].start
        elif place:
            start = line[place - 1].end
        return _Unit([one], [], moves[one], start, end, whole=False, top=one.first_line, bottom=one.last_line)

    def _check_blocks(self) -> None:
        gone = {one for unit in self.units for one in (*unit.statements, *unit.carried)}
        for block in self._touched_blocks():
            if all(one in gone for one in block.statements):
                raise RewriteFailed(f"would leave the block at line {block.line} empty")

    def _touched_blocks(self) -> Iterable[Block]:
        return dict.fromkeys(unit.statements[0].block for unit in self.units)

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

    def _unit_around(self, statement: Statement) -> _Unit | None:
        """Give the innermost moving unit that holds a statement."""
        holding = [
            unit
            for unit in self.units
            if any(
                one.start <= statement.start and statement.end <= one.end for one in (*unit.statements, *unit.carried)
            )
        ]
        return min(holding, key=lambda unit: unit.end - unit.start, default=None)

    def _landings(self) -> list[_Landing]:
        landings: dict[Statement, _Landing] = {}
        lifts = [one for one in self.substitutions if one.before is not None]
        items: list[_Unit | _Substitution] = [*self.units, *lifts]
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
                landings[before] = _Landing(before, head, self.layout.line_start(top), own)
            landings[before].items.append(item)
        return list(landings.values())

    # Blank lines ----------------------------------------------------------------------------------------------------

    def _blank_lines(self, block: Block) -> list[_Drop]:
        """Give the blank lines around the units of a block that would be one too many once these are gone."""
        units = sorted(
            (unit for unit in self.units if unit.whole and unit.statements[0].block is block), key=lambda one: one.top
        )
        drops: list[_Drop] = []
        index = 0
        while index < len(units):
            run = [units[index]]
            while index + 1 < len(units) and self._first_text_below(run[-1].bottom) == units[index + 1].top:
                index += 1
                run.append(units[index])
            index += 1
            drops += [self._drop(left.bottom + 1, right.top) for left, right in itertools.pairwise(run)]
            drops += self._around(run[0], run[-1])
        return [drop for drop in drops if drop.start < drop.end]

    def _around(self, first: _Unit, last: _Unit) -> list[_Drop]:
        layout = self.layout
        above = first.top
        while layout.is_blank(above - 1):
            above -= 1
        below = self._first_text_below(last.bottom)
        drop_above, drop_below = self._drop(above, first.top), self._drop(last.bottom + 1, below)
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

    def _first_text_below(self, line: int) -> int:
        below = line + 1
        while self.layout.is_blank(below):
            below += 1
        return below

    def _drop(self, first: int, behind: int) -> _Drop:
        return _Drop(self.layout.line_start(first), self.layout.line_start(behind))

    def blank_above(self, line: int, statement: Statement) -> bool:
        """Say whether a paragraph starts at ``line``, where what belongs to ``statement`` begins."""
        if not self.layout.is_blank(line - 1):
            return False
        above = line - 1
        while self.layout.is_blank(above - 1):
            above -= 1
        return statement.position > 0 or self.layout.is_comment(above - 1)


def _place(span: Span) -> str:
    return f"line {span.line}, column {span.column} to line {span.end_line}, column {span.end_column}"


# ---------------------------------------------------------------------------------------------------------------------
# The new text

_Piece = tuple[str, "int | None"]
"""Some text without a newline inside, and the old line that it comes from."""

# In the order in which they are met at one place: what lands in front of a statement that moves is inside its cut.
_INSERT, _CUT, _INSERT_INSIDE, _SUBSTITUTE, _ADD = range(5)


@dataclass(frozen=True)
class _Event:
    start: int
    end: int
    rank: int
    what: _Landing | _Unit | _Drop | _Substitution | _Insertion


class _Renderer:
    """Puts the slices together."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.layout = plan.layout
        events = [
            _Event(one.offset, one.offset, _INSERT if one.own is None else _INSERT_INSIDE, one) for one in plan.landings
        ]
        cuts: list[_Unit | _Drop] = [*plan.units, *plan.drops]
        events += [_Event(one.start, one.end, _CUT, one) for one in cuts]
        events += [self._substitution_event(one) for one in plan.substitutions]
        events += [_Event(one.offset, one.offset, _ADD, one) for one in plan.insertions]
        self.events = sorted(events, key=lambda event: (event.start, event.rank, -event.end))

    def _substitution_event(self, one: _Substitution) -> _Event:
        start, end = one.start, one.end
        if one.in_call:
            # The brackets of a lone generator argument are the call's as well, and stay with the call.
            start, end = start + 1, end - 1
        elif one.lift is not None:
            # ``(a * b).eval()`` becomes ``name.eval()``: a name needs nothing that holds it together.
            while (around := _brackets_around(self.layout.text, start, end)) is not None:
                start, end = around
        return _Event(start, end, _SUBSTITUTE, one)

    def whole(self) -> list[_Piece]:
        """Give the whole new text."""
        pieces = self._region(0, len(self.layout.text), lambda indent: indent, None)
        old = self.layout.text
        if pieces and old and not old.endswith(("\n", "\r")):
            text, line = pieces[-1]
            pieces[-1] = (text.rstrip("\r\n"), line)
        return pieces

    def _region(self, start: int, end: int, shift: _Shift, own: _Unit | _Substitution | None) -> list[_Piece]:
        """Render a stretch of the old text with all that happens inside it."""
        pieces: list[_Piece] = []
        position = start
        for event in self.events:
            if (
                event.start < position
                or event.end > end
                or event.what is own
                or self._is_around(event, start, end, own)
            ):
                continue
            if isinstance(event.what, _Landing) and (event.start >= end or isinstance(own, _Substitution)):
                continue
            if isinstance(event.what, _Insertion) and not self._holds(start, end, event.what.addition):
                continue
            pieces += self._slice(position, event.start, shift)
            position = event.end
            if isinstance(event.what, _Landing):
                pieces += self._landing(event.what, shift)
            elif isinstance(event.what, _Substitution):
                pieces += self._replacement(event)
            elif isinstance(event.what, _Insertion):
                pieces += self._lines(event.what.text, self.layout.line_at(event.start))
        return pieces + self._slice(position, end, shift)

    @staticmethod
    def _is_around(event: _Event, start: int, end: int, own: _Unit | _Substitution | None) -> bool:
        """Say whether an event with just the bounds of the region holds it, not the other way round."""
        return isinstance(own, _Substitution) and event.rank == _CUT and (event.start, event.end) == (start, end)

    @staticmethod
    def _holds(start: int, end: int, addition: _Addition) -> bool:
        """Say whether a call lies in a region; if not, that is an argument of it."""
        return start <= addition.start and addition.end <= end

    def _slice(self, start: int, end: int, shift: _Shift) -> list[_Piece]:
        """Give old text line by line, its indentation shifted where it is not inside a string."""
        pieces: list[_Piece] = []
        layout = self.layout
        while start < end:
            line = layout.line_at(start)
            stop = min(end, layout.line_start(line + 1))
            text = layout.text[start:stop]
            if start == layout.line_start(line) and not layout.is_blank(line) and not layout.in_string(start):
                indent = layout.lead(line)
                feeds = indent[: indent.rfind("\f") + 1]
                if len(text) >= len(indent):
                    text = feeds + shift(indent[len(feeds) :]) + text[len(indent) :]
            pieces.append((text, line))
            start = stop
        return pieces

    def _replacement(self, event: _Event) -> list[_Piece]:
        one = event.what
        assert isinstance(one, _Substitution)
        text = one.text
        # ``return(a, b)`` and ``(a, b)if c``: the brackets were part of the expression and kept the words apart.
        before, after = self.layout.text[event.start - 1 : event.start], self.layout.text[event.end : event.end + 1]
        if _is_word(before) and _is_word(text[:1]):
            text = f" {text}"
        if _is_word(after) and _is_word(text[-1:]):
            text = f"{text} "
        return self._lines(text, one.span.line)

    def _lines(self, text: str, line: int) -> list[_Piece]:
        """Give new text line by line, all of it for the sake of one old line."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        newline = self.layout.newline(line)
        pieces: list[_Piece] = [(part + newline, line) for part in lines[:-1]]
        return [*pieces, (lines[-1], line)]

    # Landings -------------------------------------------------------------------------------------------------------

    def _landing(self, landing: _Landing, shift: _Shift) -> list[_Piece]:
        indent = shift(self.layout.indent(landing.before.first_line))
        newline = self.layout.newline(self.layout.line_at(landing.offset))
        pieces: list[_Piece] = []
        last: _Unit | _Substitution | None = None
        for item in landing.items:
            if isinstance(item, _Substitution):
                pieces += self._assignment(item, indent, newline)
            else:
                # Paragraphs stay paragraphs. What lands joins the paragraph of the statement that it is for.
                starts_paragraph = item.whole and self.plan.blank_above(item.top, item.head)
                if starts_paragraph and isinstance(last, _Unit):
                    pieces.append((newline, None))
                pieces += self._unit(item, indent, newline)
            last = item
        return pieces

    def _unit(self, unit: _Unit, indent: str, newline: str) -> list[_Piece]:
        layout = self.layout
        shift = _shift(layout.indent(unit.statements[0].first_line), indent)
        if unit.whole:
            pieces = self._region(unit.start, unit.end, shift, unit)
        else:
            one = unit.statements[0]
            pieces = [(indent, None), *self._region(one.start, one.end, shift, unit)]
        return _with_newline(pieces, newline)

    def _assignment(self, one: _Substitution, indent: str, newline: str) -> list[_Piece]:
        """Give ``name = expression``, in brackets where the expression would not stand without them."""
        for opening, closing in (("", ""), ("(", ")")):
            head = f"{one.text} = {opening}"
            value = self._region(one.start, one.end, self._lift_shift(one, indent, head), one)
            if _is_assignment(head + "".join(text for text, _ in value) + closing):
                line = one.span.line
                return _with_newline([(indent + head, line), *value, (closing, one.span.end_line)], newline)
        raise RewriteFailed(f"the expression at {_place(one.span)} cannot be assigned to a name")

    def _lift_shift(self, one: _Substitution, indent: str, head: str) -> _Shift:
        """Give how the continuation lines of a lifted expression are indented.

        Lines that hang from an opening bracket follow the indentation of the statement, lines that are aligned to
        something in the first line follow that.
        """
        layout, line = self.layout, one.span.line
        old = layout.indent(line)
        column = layout.comments.get(line)
        behind = layout.line_start(line + 1) if column is None else layout.line_start(line) + column
        hangs = layout.text[one.start : behind].rstrip().endswith(("(", "[", "{"))
        inside = [
            layout.indent(number)
            for number in range(line + 1, one.span.end_line + 1)
            if not layout.is_blank(number) and not layout.in_string(layout.line_start(number))
        ]
        if not inside:
            return _shift(old, indent)
        start = indent_width(old) + one.start - layout.line_start(line) - len(layout.lead(line))
        if not hangs and min(map(indent_width, inside)) >= start:
            return lambda ws: indent + " " * max(0, indent_width(ws) - start + len(head))
        if layout.lines[one.span.end_line - 1].lstrip(" \t\f").startswith((")", "]", "}")):
            # The closing bracket stands where the line that opened it began.
            return _shift(inside[-1], indent)
        if min(map(indent_width, inside)) > indent_width(old):
            return _shift(old, indent)
        return _shift(layout.indent(self.plan.program.line_of_statement(one.start)), indent)


def _brackets_around(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Give the bounds of the round brackets directly around an expression, if they do no more than group."""
    head = text[:start].rstrip()
    closing = _CLOSING.match(text, end)
    if closing is None or not head.endswith("("):
        return None
    before = head[:-1].rstrip(" \t\f")
    # No keyword is as long as what is looked at.
    word = _LAST_WORD.search(before[-40:])
    called = before.endswith((")", "]", "}", '"', "'")) if word is None else not keyword.iskeyword(word.group())
    return None if called else (len(head) - 1, closing.end())


def _is_word(text: str) -> bool:
    return text.isalnum() or text == "_"


def _is_assignment(text: str) -> bool:
    try:
        tree = parse(text)
    except (SyntaxError, ValueError, MemoryError):
        return False
    return len(tree.body) == 1 and isinstance(tree.body[0], ast.Assign) and len(tree.body[0].targets) == 1


def _with_newline(pieces: list[_Piece], newline: str) -> list[_Piece]:
    text, line = pieces[-1]
    return pieces if text.endswith(("\n", "\r")) else [*pieces[:-1], (text + newline, line)]


def _shift(old: str, new: str) -> _Shift:
    """Give how to indent the lines of a statement that moves from the indentation ``old`` to ``new``."""

    def shifted(indent: str) -> str:
        if indent.startswith(old):
            return new + indent[len(old) :]
        if old.startswith(indent):
            # A continuation line or comment that stands further left than its statement.
            return new[: max(0, len(new) - (len(old) - len(indent)))]
        return new + " " * max(0, indent_width(indent) - indent_width(old))

    return shifted


def _assemble(pieces: Iterable[_Piece]) -> Rewritten:
    """Join the pieces and number their lines."""
    line_map: dict[int, int] = {}
    number = 1
    parts: list[str] = []
    for text, line in pieces:
        parts.append(text)
        if line is not None and text:
            line_map.setdefault(number, line)
        if text.endswith(("\n", "\r")):
            number += 1
    return Rewritten(text="".join(parts), line_map=line_map)


# ---------------------------------------------------------------------------------------------------------------------
# The check


class _Substitute(ast.NodeTransformer):
    """Does the expression edits on the tree; the lifted expressions keep the edits inside them."""

    def __init__(self, substitutions: Iterable[_Substitution]) -> None:
        self.values = {id(one.node): one.value for one in substitutions}

    def visit(self, node: ast.AST) -> ast.AST:
        """Go through the children first, so that what is inside a lifted expression is done as well."""
        visited = super().generic_visit(node)
        return self.values.get(id(node), visited)


def _check(text: str, plan: _Plan, rewritten: Rewritten) -> None:
    """Fail unless the new text is exactly the program that the edits describe."""
    program = plan.program
    documented = _documented(program.tree)
    expected = _expected(plan)
    try:
        tree = parse(rewritten.text)
    except (SyntaxError, ValueError, MemoryError) as error:
        raise RewriteFailed(f"the result would not parse ({error})") from error
    if ast.dump(tree) != ast.dump(expected):
        raise RewriteFailed("the result would not be the program that the edits describe")
    if _documented(expected) != documented:
        raise RewriteFailed("a bare string would become, or cease to be, a docstring")
    if _compiles(text) is None:
        reason = _compiles(rewritten.text)
        if reason is not None:
            raise RewriteFailed(f"Python would not compile the result ({reason})")


def _expected(plan: _Plan) -> ast.Module:
    """Do the edits on the tree."""
    program = plan.program
    _Substitute(plan.substitutions).visit(program.tree)
    for addition in plan.additions:
        addition.node.keywords.append(addition.argument)
    for unit in plan.units:
        nodes = unit.statements[0].block.nodes
        for one in (*unit.carried, *unit.statements):
            nodes.remove(one.node)
    inside: dict[_Unit | None, _Landing] = {
        landing.own: landing for landing in plan.landings if landing.own is not None
    }
    for landing in plan.landings:
        if landing.own is None:
            nodes = landing.head.block.nodes
            place = nodes.index(landing.head.node)
            nodes[place:place] = _landed(landing, inside)
    return program.tree


def _landed(landing: _Landing, inside: dict[_Unit | None, _Landing]) -> list[ast.stmt]:
    """Give the statements that a landing adds."""
    nodes: list[ast.stmt] = []
    for item in landing.items:
        if isinstance(item, _Unit):
            if item in inside:
                nodes += _landed(inside[item], inside)
            nodes += [one.node for one in (*item.carried, *item.statements)]
        else:
            assignment = parse(f"{item.text} = 0").body[0]
            assert isinstance(assignment, ast.Assign)
            assignment.value = item.node
            nodes.append(assignment)
    return nodes


def _documented(tree: ast.Module) -> set[str]:
    """Give the docstrings of a module, its classes and functions, by what they document."""
    kinds = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {f"{id(node)}:{ast.get_docstring(node)}" for node in ast.walk(tree) if isinstance(node, kinds)}


def _compiles(text: str) -> str | None:
    """Give None where Python compiles the text, else its complaint."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<rewritten>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return str(error)
    return None
