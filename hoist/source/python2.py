"""Python 2 read as Python 3: every statement stays on its line.

fissix (lib2to3, kept on) does the work; of its fixers only those are used that change syntax. What a program calls is
left as it is: hoist looks for TensorFlow's names and runs nothing of this text.
"""

from __future__ import annotations

import io
import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fissix.refactor import RefactoringTool

_FIXERS = (
    "except", "exec", "ne", "numliterals", "paren", "print", "raise", "repr", "throw", "tuple_params", "unicode",
)  # fmt: skip


class NotPython2(Exception):
    """A text that is no Python 2 either."""


def as_python_3(text: str) -> str:
    """Give the text in the syntax of Python 3, with as many lines.

    Raises:
        NotPython2: it cannot be read as Python 2, or not line by line.
    """
    tool = _tool()
    try:
        tree = tool.refactor_string(text if text.endswith("\n") else text + "\n", "<text>")
    except Exception as error:  # lib2to3 has no common class for what it raises on bad input
        raise NotPython2(str(error)) from error
    found = _INDENT.sub(lambda indent: indent.group().expandtabs(8), str(tree))
    if found.count("\n") != text.count("\n") + (not text.endswith("\n")):
        raise NotPython2("a statement would need more lines")
    return found


def literals(text: str) -> list[str]:
    """The texts and numbers of a text in Python 2, as they are written.

    Raises:
        NotPython2: it is none.
    """
    from fissix.pgen2 import token, tokenize

    try:
        found = [(one[0], one[1]) for one in tokenize.generate_tokens(io.StringIO(text, newline="").readline)]
    except Exception as error:  # of tokenize's own, or an IndentationError
        raise NotPython2(str(error)) from error
    return [str(written) for kind, written in found if kind in (token.STRING, token.NUMBER)]


_INDENT = re.compile(r"^[ \t\f]+", re.MULTILINE)


@cache
def _tool() -> RefactoringTool:
    import logging

    from fissix import refactor

    logging.getLogger("fissix").setLevel(logging.ERROR)
    logging.getLogger("RefactoringTool").setLevel(logging.ERROR)
    tool: Any = refactor.RefactoringTool([f"fissix.fixes.fix_{name}" for name in _FIXERS])
    return tool
