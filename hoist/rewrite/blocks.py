"""The statements of a text with their blocks and exact places, and which comments belong to which statement."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hoist.edits import Span
from hoist.rewrite.layout import Layout

_JOINT = re.compile(r"[ \t\f]*;(?:[ \t\f]|\\(?:\r\n|\r|\n))*")
_CODING = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+")
_DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(eq=False)
class Block:
    """A run of statements of one indentation: a body, an ``else``, a ``finally`` ..."""

    owner: ast.AST
    nodes: list[ast.stmt]
    line: int
    statements: list[Statement] = field(default_factory=list)


@dataclass(eq=False)
class Statement:
    """One statement; ``first_line`` counts its decorators in."""

    node: ast.stmt
    span: Span
    start: int
    end: int
    first_line: int
    last_line: int
    block: Block
    position: int

    @property
    def is_compound(self) -> bool:
        """Say whether it has a block of its own."""
        return hasattr(self.node, "body") or isinstance(self.node, ast.Match)

    @property
    def is_bare_string(self) -> bool:
        """Say whether it is a string that stands alone, used as a comment (or as a docstring)."""
        node = self.node
        return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)

    @property
    def is_docstring(self) -> bool:
        """Say whether Python keeps it as the documentation of its module, class or function."""
        return self.position == 0 and self.is_bare_string and isinstance(self.block.owner, _DOCUMENTED)

    @property
    def previous(self) -> Statement | None:
        """Give the statement before it in its block."""
        return self.block.statements[self.position - 1] if self.position else None

    @property
    def next(self) -> Statement | None:
        """Give the statement behind it in its block."""
        after = self.position + 1
        return self.block.statements[after] if after < len(self.block.statements) else None


class Program:
    """The syntax tree of a text, with the places of its statements and expressions in characters."""

    def __init__(self, layout: Layout, tree: ast.Module) -> None:
        """Index ``tree``, which was parsed from the text of ``layout``."""
        self.layout = layout
        self.tree = tree
        self.statements: list[Statement] = []
        self.by_start: dict[tuple[int, int], Statement] = {}
        self.expressions: dict[Span, ast.expr] = {}
        self.generator_arguments: set[Span] = set()
        self._by_node: dict[ast.stmt, Statement] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.expr):
                # The walk goes outside in: of several nodes in one place the outermost is meant.
                self.expressions.setdefault(self.span(node), node)
                if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
                    argument = self.span(node.args[0])
                    span = self.span(node)
                    if (argument.end_line, argument.end_column) == (span.end_line, span.end_column):
                        self.generator_arguments.add(argument)
            for value in vars(node).values():
                if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                    self._add_block(node, value)

    def _add_block(self, owner: ast.AST, nodes: list[ast.stmt]) -> None:
        is_body = nodes is getattr(owner, "body", None)
        line = getattr(owner, "lineno", 1) if is_body else nodes[0].lineno
        block = Block(owner=owner, nodes=nodes, line=line)
        for position, node in enumerate(nodes):
            span = self.span(node)
            statement = Statement(
                node=node,
                span=span,
                start=self.layout.offset(span.line, span.column),
                end=self.layout.offset(span.end_line, span.end_column),
                first_line=self._first_line(node),
                last_line=span.end_line,
                block=block,
                position=position,
            )
            block.statements.append(statement)
            self.statements.append(statement)
            self._by_node[node] = statement
            self.by_start[span.line, span.column] = statement

    def _first_line(self, node: ast.stmt) -> int:
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        if not decorators:
            return node.lineno
        line = decorators[0].lineno
        # In ``@(`` the expression may stand on a line of its own.
        while not self.layout.lines[line - 1].lstrip(" \t\f").startswith("@") and line > 1:
            line -= 1
        return line

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> Span:
        """Give the place of a node in characters."""
        end_line = node.end_lineno if node.end_lineno is not None else node.lineno
        end_column = node.end_col_offset if node.end_col_offset is not None else node.col_offset
        column = self.layout.column
        return Span(node.lineno, column(node.lineno, node.col_offset), end_line, column(end_line, end_column))

    def line_of_statement(self, offset: int) -> int:
        """Give the line on which the innermost statement that holds an offset starts."""
        holding = [one for one in self.statements if one.start <= offset < one.end]
        return max(one.first_line for one in holding)

    def is_elif(self, statement: Statement) -> bool:
        """Say whether an ``if`` statement is spelt ``elif``, so that it is no statement of its own."""
        return isinstance(statement.node, ast.If) and self.layout.text.startswith("elif", statement.start)

    def joined(self, statement: Statement) -> list[Statement]:
        """Give the statements that semicolons join to this one, itself included, in order."""
        siblings = statement.block.statements
        first = last = statement.position
        while first > 0 and self._are_joined(siblings[first - 1], siblings[first]):
            first -= 1
        while last + 1 < len(siblings) and self._are_joined(siblings[last], siblings[last + 1]):
            last += 1
        return siblings[first : last + 1]

    def _are_joined(self, left: Statement, right: Statement) -> bool:
        return _JOINT.fullmatch(self.layout.text, left.end, right.start) is not None

    def opens_line(self, statement: Statement) -> bool:
        """Say whether a statement is the first on its line, so that something can be put in front of it."""
        layout = self.layout
        line = statement.first_line
        if statement.is_compound and line != statement.span.line:
            return True
        before = layout.lines[line - 1][: statement.span.column]
        return not before.strip() and not layout.is_continued(line - 1)

    def top(self, statement: Statement, not_owned: frozenset[Statement] = frozenset()) -> int:
        """Give the first line of what belongs to a statement: comments and bare strings directly above it."""
        layout = self.layout
        line = statement.first_line
        above = statement.previous
        width = _width(layout.indent(line))
        while line > 1:
            if layout.is_comment(line - 1):
                # A deeper comment below a compound statement is the end of that one's block.
                if above is not None and above.is_compound and _width(layout.indent(line - 1)) > width:
                    break
                line -= 1
            elif (
                above is not None
                and above.last_line == line - 1
                and above.is_bare_string
                and not above.is_docstring
                and above not in not_owned
                and len(self.joined(above)) == 1
                and self.opens_line(above)
            ):
                line = above.first_line
                above = above.previous
            else:
                break
        if line == 1:
            # What the file begins with (interpreter, encoding, licence) is about the file.
            while line < statement.first_line and layout.is_comment(line):
                line += 1
        elif line == 2 and _CODING.match(layout.lines[1]) and layout.is_comment(2):
            line += 1
        return line

    def bottom(self, statement: Statement) -> int:
        """Give the last line of what belongs to a statement: deeper comments directly below a compound one."""
        line = statement.last_line
        if statement.is_compound and line > statement.span.line:
            width = _width(self.layout.indent(statement.first_line))
            while self.layout.is_comment(line + 1) and _width(self.layout.indent(line + 1)) > width:
                line += 1
        return line

    def owned_strings(self, statement: Statement, top: int) -> Iterator[Statement]:
        """Give the bare strings between ``top`` and a statement, last first."""
        above = statement.previous
        while above is not None and above.first_line >= top:
            yield above
            above = above.previous


def _width(indent: str) -> int:
    return len(indent.expandtabs(8))


def indent_width(indent: str) -> int:
    """Give the column that an indentation reaches, tabs at every eighth."""
    return _width(indent)
