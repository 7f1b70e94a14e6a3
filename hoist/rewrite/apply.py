"""Apply edits to a text, and tell where each new line comes from.

The edits are resolved to places of the text (``resolve``) and become a plan of what is cut and what goes where
(``plan``). The new text is assembled from slices of the old one, not printed from a changed syntax tree. libcst's own
printing is close to exact, but it drops form feeds at the start of a line, and re-indenting a node between blocks of
tabs and blocks of spaces means rewriting the whitespace of every node inside it anyway. With slices, what no edit
touches is unchanged by construction. libcst says where comments and strings are (``layout``), ``ast`` says where
statements and expressions are (``blocks``), in the same columns in which the analysis gave the edits.

That the slices were put together rightly is then checked, not assumed: the same edits are done a second time on the
syntax tree (``check``), where they are trivial, and the new text must parse to exactly that tree. What Python refused
to compile only afterwards (a ``break`` outside its loop, a ``return`` outside its function) fails too.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoist.edits import Edit, Rewritten
from hoist.rewrite.blocks import Program
from hoist.rewrite.check import check
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.layout import Layout, UnreadableLayout
from hoist.rewrite.plan import Plan
from hoist.rewrite.render import render
from hoist.rewrite.syntax import parse
from hoist.source.files import split_lines

__all__ = ["RewriteFailed", "apply"]


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
        plan = Plan(program, edits)
        rewritten = render(plan)
        check(text, plan, rewritten)
    except UnreadableLayout as error:
        raise RewriteFailed(str(error)) from error
    except RecursionError as error:
        raise RewriteFailed("an expression is nested too deeply") from error
    return rewritten
