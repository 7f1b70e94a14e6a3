"""Pieces of source text, parsed."""

from __future__ import annotations

import ast
import warnings


def parse(text: str) -> ast.Module:
    """Parse a text without a word about what Python warns of in it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def expression(text: str) -> ast.expr | None:
    """Parse an expression as it would be read inside brackets."""
    try:
        # Both kinds of brackets, or ``a)(b`` would pass for a call.
        parse(f"[\n{text}\n]")
        tree = parse(f"(\n{text}\n)")
    except (SyntaxError, ValueError, MemoryError):
        return None
    only = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(only, ast.Expr):
        return None
    # Nothing, or a comment alone, would become an empty tuple by the brackets around it.
    is_empty = isinstance(only.value, ast.Tuple) and not only.value.elts and not text.lstrip().startswith("(")
    return None if is_empty else only.value


def keyword_argument(text: str) -> ast.keyword | None:
    """Parse a keyword argument; None if the text is anything else."""
    source = f"f(\n{text}\n)"
    try:
        only = parse(source).body[0]
    except (SyntaxError, ValueError, MemoryError):
        return None
    call = only.value if isinstance(only, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args or len(call.keywords) != 1:
        return None
    argument = call.keywords[0]
    # Nor may a comma or a comment follow it.
    is_all = argument.arg is not None and ast.get_source_segment(source, argument) == text
    return argument if is_all else None


def compiles(text: str) -> str | None:
    """Give None where Python compiles the text, else its complaint."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<rewritten>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return str(error)
    return None
