"""Find the spans of statements and expressions by their text, so that tests can name them."""

from __future__ import annotations

import ast

import pytest

from hoist.edits import AddArgument, Edit, LiftExpression, MoveStatement, ReplaceExpression, Span
from hoist.rewrite.apply import RewriteFailed, apply
from hoist.source.files import split_lines


def span_of(text: str, node: ast.stmt | ast.expr) -> Span:
    lines = split_lines(text)
    end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0

    def column(line: int, byte_column: int) -> int:
        return len(lines[line - 1].encode()[:byte_column].decode())

    return Span(node.lineno, column(node.lineno, node.col_offset), end_line, column(end_line, end_column))


def statement(text: str, beginning: str) -> Span:
    """The first statement whose source begins so."""
    lines = split_lines(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            span = span_of(text, node)
            if "".join([lines[span.line - 1][span.column :], *lines[span.line :]]).startswith(beginning):
                return span
    raise AssertionError(beginning)


def expression(text: str, unparsed: str) -> Span:
    """The first expression that reads so."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.expr) and ast.unparse(node) == unparsed:
            return span_of(text, node)
    raise AssertionError(unparsed)


def move(text: str, beginning: str, before: str) -> Edit:
    return MoveStatement(statement(text, beginning), statement(text, before))


def lift(text: str, unparsed: str, name: str, before: str) -> Edit:
    return LiftExpression(expression(text, unparsed), name, statement(text, before))


def substitute(text: str, unparsed: str, new: str) -> Edit:
    return ReplaceExpression(expression(text, unparsed), new)


def add(text: str, unparsed: str, argument: str) -> Edit:
    return AddArgument(expression(text, unparsed), argument)


def moved(text: str, *beginnings: str, before: str) -> str:
    return apply(text, [move(text, one, before) for one in beginnings]).text


def reason(text: str, *edits: Edit) -> str:
    """Why the edits cannot be applied."""
    with pytest.raises(RewriteFailed) as caught:
        apply(text, edits)
    assert "\n" not in str(caught.value)
    return caught.value.reason
