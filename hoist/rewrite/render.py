"""The new text, assembled from slices of the old one."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hoist.edits import Rewritten
from hoist.rewrite.blank_lines import Drop, opens_paragraph
from hoist.rewrite.blocks import Statement, indent_width
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.plan import Landing, Plan
from hoist.rewrite.resolve import Addition, Guard, Inserted, Insertion, Substitution, place_of
from hoist.rewrite.syntax import parse
from hoist.rewrite.units import Unit

_Shift = Callable[[str], str]

_Piece = tuple[str, "int | None"]
"""Some text without a newline inside, and the old line that it comes from."""

# In the order in which they are met at one place: what lands in front of a statement that moves is inside its cut.
_INSERT, _GUARD, _CUT, _INSERT_INSIDE, _SUBSTITUTE, _ADD = range(6)

_CLOSING = re.compile(r"\s*\)")
_LAST_WORD = re.compile(r"\w+\Z")


@dataclass(frozen=True)
class _Event:
    start: int
    end: int
    rank: int
    what: Landing | Guard | Unit | Drop | Substitution | Insertion


def render(plan: Plan) -> Rewritten:
    """Give the new text and where its lines come from."""
    return _assemble(_Renderer(plan).whole())


class _Renderer:
    """Puts the slices together."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layout = plan.layout
        events = [
            _Event(one.offset, one.offset, _INSERT if one.own is None else _INSERT_INSIDE, one) for one in plan.landings
        ]
        events += [_Event(one.start, one.end, _GUARD, one) for one in plan.guards]
        cuts: list[Unit | Drop] = [*plan.units, *plan.drops]
        events += [_Event(one.start, one.end, _CUT, one) for one in cuts]
        events += [self._substitution_event(one) for one in plan.substitutions]
        events += [_Event(one.offset, one.offset, _ADD, one) for one in plan.insertions]
        self.events = sorted(events, key=lambda event: (event.start, event.rank, -event.end))

    def _substitution_event(self, one: Substitution) -> _Event:
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

    def _region(self, start: int, end: int, shift: _Shift, own: Guard | Unit | Substitution | None) -> list[_Piece]:
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
            if isinstance(event.what, Landing) and (event.start >= end or isinstance(own, Substitution)):
                continue
            if isinstance(event.what, Insertion) and not self._holds(start, end, event.what.addition):
                continue
            pieces += self._slice(position, event.start, shift)
            position = event.end
            if isinstance(event.what, Landing):
                pieces += self._landing(event.what, shift)
            elif isinstance(event.what, Guard):
                pieces += self._guard(event.what, shift)
            elif isinstance(event.what, Substitution):
                pieces += self._replacement(event)
            elif isinstance(event.what, Insertion):
                pieces += self._lines(event.what.text, self.layout.line_at(event.start))
            elif isinstance(event.what, Unit) and event.what in self.plan.emptied:
                pieces += self._left_empty(event.what, shift)
        return pieces + self._slice(position, end, shift)

    @staticmethod
    def _is_around(event: _Event, start: int, end: int, own: Guard | Unit | Substitution | None) -> bool:
        """Say whether an event with just the bounds of the region holds it, not the other way round."""
        return isinstance(own, Substitution) and event.rank == _CUT and (event.start, event.end) == (start, end)

    @staticmethod
    def _holds(start: int, end: int, addition: Addition) -> bool:
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

    def _left_empty(self, unit: Unit, shift: _Shift) -> list[_Piece]:
        """Give what stands in a block that nothing else is left in."""
        line = unit.statements[0].first_line
        if not unit.whole:
            return [("pass", None)]
        return [(shift(self.layout.indent(line)) + "pass" + self.layout.newline(line), None)]

    def _replacement(self, event: _Event) -> list[_Piece]:
        one = event.what
        assert isinstance(one, Substitution)
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

    def _guard(self, guard: Guard, shift: _Shift) -> list[_Piece]:
        """Give statements under a condition, and what stands around them for its sake."""
        layout, edit = self.layout, guard.edit
        old = layout.indent(guard.statements[0].first_line)
        indent = shift(old)
        deeper = indent + self._unit_of_indent(guard.statements[0])
        newline = layout.newline(guard.statements[0].first_line)
        first, last = guard.statements[0].first_line, guard.statements[-1].last_line
        pieces: list[_Piece] = [(indent + line + newline, first) for line in edit.before]
        pieces += [(deeper + line + newline, first) for line in edit.opening]
        pieces += _with_newline(self._region(guard.start, guard.end, _shift(old, deeper), guard), newline)
        pieces += [(deeper + line + newline, last) for line in edit.inside]
        return pieces + [(indent + line + newline, last) for line in edit.behind]

    def _unit_of_indent(self, statement: Statement) -> str:
        """Give by what the body of a statement is indented: as its own block is, or as another of the text."""
        layout = self.layout
        for one in (statement, *self.plan.program.statements):
            owner = one.block.owner
            if not isinstance(owner, ast.Module) and one.first_line > one.block.line:
                outer, inner = layout.indent(_line_of(owner, one.block.line)), layout.indent(one.first_line)
                if inner.startswith(outer) and len(inner) > len(outer):
                    return inner[len(outer) :]
        return "    "

    # Landings -------------------------------------------------------------------------------------------------------

    def _landing(self, landing: Landing, shift: _Shift) -> list[_Piece]:
        indent = shift(self.layout.indent(landing.before.first_line))
        newline = self.layout.newline(self.layout.line_at(landing.offset))
        pieces: list[_Piece] = []
        last: Unit | Substitution | Inserted | None = None
        for item in landing.items:
            if isinstance(item, Substitution):
                pieces += self._assignment(item, indent, newline)
            elif isinstance(item, Inserted):
                unit, line = self._unit_of_indent(item.before), item.edit.origin.line
                pieces += [(indent + unit * depth + text + newline, line) for depth, text in item.edit.lines]
            else:
                # Paragraphs stay paragraphs. What lands joins the paragraph of the statement that it is for.
                starts_paragraph = item.whole and opens_paragraph(self.layout, item.top, item.head)
                if starts_paragraph and isinstance(last, Unit):
                    pieces.append((newline, None))
                pieces += self._unit(item, indent, newline)
            last = item
        return pieces

    def _unit(self, unit: Unit, indent: str, newline: str) -> list[_Piece]:
        layout = self.layout
        shift = _shift(layout.indent(unit.statements[0].first_line), indent)
        if unit.whole:
            pieces = self._region(unit.start, unit.end, shift, unit)
        else:
            one = unit.statements[0]
            pieces = [(indent, None), *self._region(one.start, one.end, shift, unit)]
        return _with_newline(pieces, newline)

    def _assignment(self, one: Substitution, indent: str, newline: str) -> list[_Piece]:
        """Give ``name = expression``, in brackets where the expression would not stand without them."""
        lead = one.lift.lead if one.lift is not None else ()
        first: list[_Piece] = [(indent + line + newline, one.span.line) for line in lead]
        if lead and lead[-1].endswith(":") and one.before is not None:
            indent += self._unit_of_indent(one.before)
        for opening, closing in (("", ""), ("(", ")")):
            head = f"{one.text} = {opening}"
            value = self._region(one.start, one.end, self._lift_shift(one, indent, head), one)
            if _is_assignment(head + "".join(text for text, _ in value) + closing):
                line = one.span.line
                return first + _with_newline([(indent + head, line), *value, (closing, one.span.end_line)], newline)
        raise RewriteFailed(f"the expression at {place_of(one.span)} cannot be assigned to a name")

    def _lift_shift(self, one: Substitution, indent: str, head: str) -> _Shift:
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


def _line_of(owner: ast.AST, line: int) -> int:
    """Give the line that a block hangs from: an ``else`` has none of its own and hangs from what it belongs to."""
    return getattr(owner, "lineno", line)


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
