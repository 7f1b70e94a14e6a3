"""Where in the text of a call a further argument goes."""

from __future__ import annotations

import ast
import re

from hoist.rewrite.blocks import Program

# What may stand between an argument and the bracket or comma behind it.
_BETWEEN = r"(?:\s|\\|#[^\r\n]*[\r\n])*"
_CLOSING = re.compile(_BETWEEN + r"\)")
_OPENING = re.compile(_BETWEEN + r"\(")


def insertions(program: Program, call: ast.Call, argument: str, *, first_is_edited: bool) -> list[tuple[int, str]]:
    """Give what to put in at which offsets, so that ``argument`` is the last argument of a call.

    Args:
        program: the program that the call stands in.
        call: the call.
        argument: the argument, with its name.
        first_is_edited: whether another expression takes the place of the call's first argument.
    """
    text = program.layout.text
    stop = _end(program, call) - 1
    given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    if not given:
        opening = _OPENING.match(text, _behind_brackets(text, _end(program, call.func), stop), stop)
        return [(opening.end() if opening is not None else stop, argument)]
    if program.span(given[0]) in program.generator_arguments:
        # Only as the lone argument can a generator do without brackets of its own.
        if first_is_edited:
            return [(stop, f", {argument}")]
        return [(_start(program, given[0]), "("), (stop + 1, f", {argument})")]
    last = max(_end(program, one) for one in given)
    return [(_behind_brackets(text, last, stop), f", {argument}")]


def _behind_brackets(text: str, offset: int, stop: int) -> int:
    """Skip the brackets that close what ends at ``offset``."""
    while (closing := _CLOSING.match(text, offset, stop)) is not None:
        offset = closing.end()
    return offset


def _start(program: Program, node: ast.expr | ast.keyword) -> int:
    span = program.span(node)
    return program.layout.offset(span.line, span.column)


def _end(program: Program, node: ast.expr | ast.keyword) -> int:
    span = program.span(node)
    return program.layout.offset(span.end_line, span.end_column)
