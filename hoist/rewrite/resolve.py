"""Edits resolved to the statements, expressions and offsets of a text; edits of expressions checked for nesting."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Sequence
from dataclasses import dataclass

from hoist.edits import (
    AddArgument,
    AddEntry,
    Edit,
    GuardStatements,
    InsertLines,
    LiftExpression,
    MoveStatement,
    ReplaceExpression,
    Span,
)
from hoist.rewrite.arguments import insertions
from hoist.rewrite.blocks import Program, Statement
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.syntax import expression, keyword_argument


@dataclass(eq=False)
class Substitution:
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
class Addition:
    """A call that is given one more argument, or a dict display that is given one more entry."""

    span: Span
    node: ast.Call | ast.Dict
    start: int
    end: int
    text: str
    argument: ast.keyword | ast.Dict


@dataclass(frozen=True)
class Insertion:
    """Text that is put in for the sake of an addition."""

    addition: Addition
    offset: int
    text: str


@dataclass(eq=False)
class Guard:
    """Statements that go under a condition; ``start`` and ``end`` are the bounds of their lines."""

    edit: GuardStatements
    statements: list[Statement]
    start: int
    end: int


@dataclass(eq=False)
class Inserted:
    """New lines in front of a statement."""

    edit: InsertLines
    before: Statement
    start: int
    end: int

    @property
    def key(self) -> tuple[int, int]:
        """Order as units are."""
        return (self.end, -self.start)


class ResolvedEdits:
    """All edits of a text, by kind.

    Attributes:
        moves: the statements that move, each with the one in front of which it goes.
        substitutions: the expressions that are lifted or replaced.
        guards: the statements that go under a condition.
        inserted: new lines.
        additions: the calls that are given an argument, the displays that are given an entry.
        insertions: what is put into the text for the additions.
    """

    def __init__(self, program: Program, edits: Sequence[Edit]) -> None:
        """Resolve the edits; raises ``RewriteFailed``."""
        self._program = program
        self._layout = program.layout
        self.moves: dict[Statement, Statement] = {}
        self.substitutions: list[Substitution] = []
        self.guards: list[Guard] = []
        self.inserted: list[Inserted] = []
        self.additions: list[Addition] = []
        for edit in edits:
            if isinstance(edit, MoveStatement):
                statement = self._statement(edit.statement)
                if statement in self.moves:
                    raise RewriteFailed(f"the statement at line {edit.statement.line} would move twice")
                self.moves[statement] = self._before(edit.before)
            elif isinstance(edit, GuardStatements):
                self.guards.append(self._guard(edit))
            elif isinstance(edit, InsertLines):
                start = self._layout.offset(edit.origin.line, edit.origin.column)
                end = self._layout.offset(edit.origin.end_line, edit.origin.end_column)
                self.inserted.append(Inserted(edit, self._before(edit.before), start, end))
            elif isinstance(edit, AddEntry):
                self.additions.append(self._entry(edit))
            elif isinstance(edit, AddArgument):
                self.additions.append(self._addition(edit))
            else:
                self.substitutions.append(self._substitution(edit))
        self._check_nesting()
        self.insertions = [insertion for one in self.additions for insertion in self._insertions(one)]

    def _statement(self, span: Span) -> Statement:
        statement = self._program.by_start.get((span.line, span.column))
        if statement is None or statement.span != span:
            raise RewriteFailed(f"no statement stands at {place_of(span)}")
        if self._program.is_elif(statement):
            raise RewriteFailed(f"the elif at line {span.line} cannot move without its if")
        return statement

    def _before(self, span: Span) -> Statement:
        statement = self._program.by_start.get((span.line, span.column))
        if statement is None:
            raise RewriteFailed(f"no statement starts at line {span.line}, column {span.column}")
        if self._program.is_elif(statement):
            raise RewriteFailed(f"nothing can go in front of the elif at line {span.line}")
        if not self._program.opens_line(statement):
            raise RewriteFailed(
                f"nothing can go in front of the statement at line {span.line}, column {span.column}: it shares its"
                " line with what stands before it"
            )
        return statement

    def _guard(self, edit: GuardStatements) -> Guard:
        first, last = self._statement(edit.first), self._statement(edit.last)
        if first.block is not last.block or last.position < first.position:
            raise RewriteFailed(f"the statements at {place_of(edit.first)} and {place_of(edit.last)} are no sequence")
        program, layout = self._program, self._layout
        if not program.opens_line(first) or program.joined(first)[0] is not first:
            raise RewriteFailed(f"the statement at line {edit.first.line} shares its line with what stands before it")
        if program.joined(last)[-1] is not last:
            raise RewriteFailed(f"the statement at line {edit.last.line} shares its line with what stands behind it")
        statements = first.block.statements[first.position : last.position + 1]
        start, end = layout.line_start(first.first_line), layout.line_start(last.last_line + 1)
        return Guard(edit, statements, start, end)

    def _substitution(self, edit: LiftExpression | ReplaceExpression) -> Substitution:
        span = edit.expression
        node, start, end = self._expression_at(span)
        text = edit.name if isinstance(edit, LiftExpression) else edit.text
        value = expression(text)
        if value is None:
            raise RewriteFailed(f"{text!r} is no expression")
        lift = edit if isinstance(edit, LiftExpression) else None
        if lift is not None and not (
            isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)) and not keyword.iskeyword(text)
        ):
            raise RewriteFailed(f"{text!r} is no name that can be assigned to")
        before = self._before(lift.before) if lift is not None else None
        in_call = span in self._program.generator_arguments
        return Substitution(span, node, start, end, text, value, lift, before, in_call)

    def _addition(self, edit: AddArgument) -> Addition:
        node, start, end = self._expression_at(edit.call)
        if not isinstance(node, ast.Call):
            raise RewriteFailed(f"what stands at {place_of(edit.call)} is no call")
        argument = keyword_argument(edit.argument)
        if argument is None:
            raise RewriteFailed(f"{edit.argument!r} is no keyword argument")
        return Addition(edit.call, node, start, end, edit.argument, argument)

    def _entry(self, edit: AddEntry) -> Addition:
        node, start, end = self._expression_at(edit.display)
        if not isinstance(node, ast.Dict):
            raise RewriteFailed(f"what stands at {place_of(edit.display)} is no dict display")
        entry = expression(f"{{{edit.entry}}}")
        if not isinstance(entry, ast.Dict) or not entry.keys:
            raise RewriteFailed(f"{edit.entry!r} is no entry of a dict")
        return Addition(edit.display, node, start, end, edit.entry, entry)

    def _expression_at(self, span: Span) -> tuple[ast.expr, int, int]:
        """Give the expression that has just this span, and its bounds as offsets."""
        node = self._program.expressions.get(span)
        if node is None:
            raise RewriteFailed(f"no expression stands at {place_of(span)}")
        layout = self._layout
        start, end = layout.offset(span.line, span.column), layout.offset(span.end_line, span.end_column)
        seen = expression(layout.text[start:end])
        if seen is None or ast.dump(seen) != ast.dump(node):
            # A name that is assigned, a slice, a starred argument; or Python's own position of it is wrong, as it can
            # be in an f-string.
            raise RewriteFailed(f"what stands at {place_of(span)} is no expression that can be replaced")
        return node, start, end

    def _check_nesting(self) -> None:
        """Edits of expressions may stand inside each other, but not inside one that is replaced."""
        # A call that is lifted or replaced comes before what is added to it.
        edited: list[Substitution | Addition] = [*self.substitutions, *self.additions]
        around: list[Substitution | Addition] = []
        for one in sorted(edited, key=lambda one: (one.start, -one.end)):
            while around and around[-1].end <= one.start:
                around.pop()
            if around:
                outer = around[-1]
                if outer.end < one.end or (outer.span == one.span and type(outer) is type(one)):
                    raise RewriteFailed(f"two edits of the same text at {place_of(one.span)}")
                if isinstance(outer, Substitution) and outer.lift is None:
                    raise RewriteFailed(f"an edit at {place_of(one.span)} lies inside an expression that is replaced")
            around.append(one)
            if isinstance(one, Substitution) and one.lift is None:
                self._check_comments(one)

    def _check_comments(self, replaced: Substitution) -> None:
        for line in range(replaced.span.line, replaced.span.end_line):
            column = self._layout.comments.get(line)
            if column is not None and self._layout.lines[line - 1][column:].strip() not in replaced.text:
                raise RewriteFailed(f"the comment at line {line} would be lost")

    def _insertions(self, one: Addition) -> list[Insertion]:
        if isinstance(one.node, ast.Dict):
            return [Insertion(one, one.start + 1, f"{one.text}, " if one.node.keys else one.text)]
        first = one.node.args[0] if one.node.args else None
        first_is_edited = any(other.node is first for other in self.substitutions)
        found = insertions(self._program, one.node, one.text, first_is_edited=first_is_edited)
        return [Insertion(one, offset, text) for offset, text in found]


def place_of(span: Span) -> str:
    """Say where a span is."""
    return f"line {span.line}, column {span.column} to line {span.end_line}, column {span.end_column}"
