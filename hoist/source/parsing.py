"""Parse a source file with the running Python, and say of what it cannot parse what it is."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from dataclasses import replace
from pathlib import Path

from hoist.source.files import SourceFile, UnreadableSource, WrongEncoding, read, split_lines
from hoist.source.python2 import NotPython2, as_python_3

_PYTHON_2 = (
    (re.compile(r"(?:^|[;:])\s*print\b(?!\s*[(=.,)\]:])"), "print statement"),
    (re.compile(r"(?:^|[;:])\s*exec\b(?!\s*[(=.,)\]:])"), "exec statement"),
    (re.compile(r"^\s*except\b[^:#]*,\s*\w+\s*:"), "except ..., name"),
    (re.compile(r"(?:^|[;:])\s*raise\s+[\w.]+(?:\(.*\))?\s*,"), "raise ..., value"),
    (re.compile(r"`"), "backticks"),
    (re.compile(r"<>"), "<> operator"),
    (re.compile(r"(?<![\w.])0[0-7]+[lL]?\b"), "octal number without 0o"),
    (re.compile(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+)[lL]\b"), "long number"),
    (re.compile(r"\b[uU][rR]['\"]"), "ur'' string"),
    (re.compile(r"\bdef\s+\w+\s*\(.*\([\w\s,]+\).*\)\s*:"), "tuple parameter"),
    (re.compile(r"\blambda\s*\("), "tuple parameter"),
)


def load(path: Path) -> tuple[SourceFile, ast.Module]:
    """Read a file and parse it.

    What is in Python 2 is translated, line by line. Of what is in another encoding than it declares, comments and texts
    are read as Latin-1, which has a character for every byte: what grows the graph can still be told.

    Raises:
        UnreadableSource: as for :func:`read` and :func:`parse`.
    """
    try:
        source = read(path)
    except WrongEncoding as problem:
        flaw = UnreadableSource(problem.path, problem.line, problem.cause)
        text = problem.data.decode("latin-1")
        source = SourceFile(path, text, "latin-1", bom=False, read_as="text in another encoding", flaw=flaw)
    try:
        return source, parse(source)
    except UnreadableSource as problem:
        if not isinstance(problem.__cause__, SyntaxError):
            raise
        try:
            text = as_python_3(source.text)
            read_as = f"{source.read_as} in Python 2" if source.read_as else "Python 2"
            original = source.text if source.flaw is None else None
            source = replace(source, text=text, read_as=read_as, original=original)
            return source, parse(source)
        except (NotPython2, UnreadableSource):
            raise source.flaw or problem from None


def parse(source: SourceFile) -> ast.Module:
    """Parse a file with the running Python.

    Raises:
        UnreadableSource: it is no Python 3, or nested so deeply that Python gives up.
    """
    try:
        with warnings.catch_warnings():
            # Invalid escapes ('\d') are the script's business, and it has run with them so far.
            warnings.simplefilter("ignore")
            return ast.parse(source.text, filename=str(source.path).replace("\0", ""))
    except SyntaxError as error:
        raise UnreadableSource(source.path, error.lineno, _syntax_cause(source.text, error)) from error
    except (RecursionError, MemoryError) as error:
        cause = "an expression is nested too deeply for Python to parse; split it into several statements"
        raise UnreadableSource(source.path, None, cause) from error
    except ValueError as error:
        raise UnreadableSource(source.path, None, f"Python cannot parse it ({error}); save it as UTF-8") from error


def _syntax_cause(text: str, error: SyntaxError) -> str:
    lines = split_lines(text)
    number = error.lineno or 0
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    message = str(error.msg)
    kind = _python_2_kind(line, message)
    if kind is not None:
        return f"Python 2 syntax at line {number} ({kind}); convert it with 2to3 or futurize first"
    if isinstance(error, TabError):
        return "tabs and spaces are mixed, which only Python 2 takes; indent with one (python -m tabnanny finds them)"
    if "too many nested" in message or "too many statically nested" in message:
        return f"{message}; split the expression into several statements"
    running = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    return f"not Python that {running} takes ({message}); correct it, or run hoist under a Python that does"


def _python_2_kind(line: str, message: str) -> str | None:
    for call in ("print", "exec"):
        if f"Missing parentheses in call to '{call}'" in message:
            return f"{call} statement"
    if "multiple exception types must be parenthesized" in message:
        return "except ..., name"
    if "leading zeros in decimal integer" in message:
        return "octal number without 0o"
    bare = re.sub(r"'[^'\\]*'|\"[^\"\\]*\"", "''", line)
    bare = bare if re.search(r"\b[uU][rR]['\"]", line) is None else line
    bare = bare.split("#", 1)[0]
    for pattern, kind in _PYTHON_2:
        if pattern.search(bare):
            return kind
    return None
