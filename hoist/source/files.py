r"""Read a source file so that it can be written back byte for byte.

The text of a :class:`SourceFile` keeps its newlines (``\n``, ``\r\n``, lone ``\r``, mixed) and form feeds; only a
byte order mark is taken off, and remembered. Python itself counts lines the way :func:`split_lines` does, which is not
the way ``str.splitlines`` does: a form feed or U+2028 ends no line.
"""

from __future__ import annotations

import codecs
import re
import stat
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path

from hoist.source.notebooks import Notebook, notebook_of

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_BYTE_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_FOR_PYTHON_2 = re.compile(r"#![^\r\n]*\bpython2")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


@dataclass(frozen=True)
class SourceFile:
    """The text of one file, and what is needed to write it back as it was.

    Attributes:
        path: the file.
        text: what it holds; if ``read_as`` is set, what that was translated to.
        encoding: how it is encoded.
        bom: whether it begins with a byte order mark.
        read_as: what the file is where it is no Python 3, such as "Python 2" or "a notebook".
        original: of Python 2, the code as it was written.
        notebook: of a notebook, its text and its cells; the code is that of all cells.
        flaw: why Python does not run it, where that does not keep hoist from reading it.
    """

    path: Path
    text: str
    encoding: str
    bom: bool
    read_as: str = ""
    original: str | None = None
    notebook: Notebook | None = None
    flaw: UnreadableSource | None = None

    @property
    def held(self) -> str:
        """What the file holds, whatever it is read as."""
        return self.notebook.document if self.notebook is not None else self.code

    @property
    def code(self) -> str:
        """The code as it was written, in whatever version of Python."""
        return self.text if self.original is None else self.original

    @property
    def unwritten(self) -> str:
        """Why hoist does not write the file, in a few words; empty if it may."""
        if self.flaw is not None:
            return f"this is {self.read_as}"
        if self.notebook is not None and self.python_2 and self.notebook.late:
            return "in Python 2, an import from __future__ behind other code holds for what follows only"
        return self.notebook.unsure if self.notebook is not None else ""

    @property
    def python_2(self) -> bool:
        """Whether the file is for Python 2, by its syntax, or by the interpreter that it names."""
        if self.notebook is not None and self.notebook.version.startswith("2"):
            return True
        return "Python 2" in self.read_as or _FOR_PYTHON_2.match(self.code) is not None

    def column(self, line: int, column: int) -> int:
        """The column in the file of a character of the text: another one only in lines that were translated."""
        if self.original is None:
            return column
        ours, theirs = (text[line - 1] for text in self._lines)
        lead = len(theirs) - len(theirs.lstrip(" \t"))
        if column <= len(ours) - len(ours.lstrip(" \t")):
            return min(column, lead)
        found = lead
        for at, there, size in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
            if at <= column and size:
                found = there + min(column - at, size)
        return found

    @cached_property
    def _lines(self) -> tuple[list[str], list[str]]:
        return split_lines(self.text), split_lines(self.code)

    def cell(self, line: int) -> tuple[int, int] | None:
        """The cell of a notebook, and the line in it, of a line of the text; None in any other file."""
        return self.notebook.place(line) if self.notebook is not None else None

    def stand_together(self, line: int, other: int) -> bool:
        """Whether what stands at one line may go to another one: in a notebook, within a cell and its Python."""
        return self.notebook is None or self.notebook.hold_together(line, other)

    def spoken(self, line: int) -> str:
        """A line as a message names it."""
        cell = self.cell(line)
        return f"line {line}" if cell is None else f"line {cell[1]} of cell {cell[0]}"

    def encode(self, text: str) -> bytes:
        """Give ``text`` as the bytes that this file would hold; raises ``UnicodeEncodeError``."""
        return (codecs.BOM_UTF8 if self.bom else b"") + text.encode(self.encoding)


class UnreadableSource(Exception):
    """A file or folder that cannot be read or parsed; its text is one line: where, what, and what to do about it."""

    def __init__(self, path: Path, line: int | None, cause: str) -> None:
        """Say where (``path`` and, if it is known, ``line``) and what (``cause``, on one line)."""
        super().__init__(path, line, cause)
        self.path = path
        self.line = line
        self.cause = cause

    def __str__(self) -> str:
        """Give ``path:line: cause``."""
        return f"{shown(self.path)}{'' if self.line is None else f':{self.line}'}: {self.cause}"


class WrongEncoding(UnreadableSource):
    """A file that is not text in the encoding that it declares; Python does not run it."""

    def __init__(self, path: Path, line: int | None, cause: str, data: bytes) -> None:
        """Keep the bytes (``data``) beside where and what."""
        super().__init__(path, line, cause)
        self.data = data


class UnwritableSource(Exception):
    """A file that cannot be written; its text is one line: where, what, and what to do about it."""

    def __init__(self, path: Path, cause: str) -> None:
        """Say where (``path``) and what (``cause``, on one line)."""
        super().__init__(path, cause)
        self.path = path
        self.cause = cause

    def __str__(self) -> str:
        """Give ``path: cause``."""
        return f"{shown(self.path)}: {self.cause}"


def shown(path: Path) -> str:
    """Give a path for a message: on one line and encodable, whatever characters the name holds."""
    text = str(path)
    if text.isprintable():
        return text
    return text.encode("unicode_escape", "backslashreplace").decode("ascii")


def split_lines(text: str) -> list[str]:
    """Split into lines as Python's tokenizer counts them, each with its newline."""
    return _LINE.findall(text)


def read(path: Path) -> SourceFile:
    """Read a file in the encoding that it declares (PEP 263).

    Raises:
        UnreadableSource: there is no such file, it is no regular file, may not be read, or is not text in its encoding.
    """
    data = _read_bytes(path)
    if data.startswith(_UTF16_MARKS):
        raise UnreadableSource(path, None, "is UTF-16 or UTF-32, which Python does not read; save it as UTF-8")
    if b"\0" in data:
        line = _line_at(data, data.index(b"\0"))
        raise UnreadableSource(
            path, line, "holds a NUL byte: it is binary or damaged; leave it out, or save it as UTF-8"
        )
    bom = data.startswith(codecs.BOM_UTF8)
    encoding = _encoding(path, data)
    body = data[len(codecs.BOM_UTF8) :] if bom else data
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        line = _line_at(body, error.start)
        cause = (
            f"is not {encoding} here (byte 0x{body[error.start]:02x}); save it as UTF-8, or declare its encoding on"
            " line 1 (# -*- coding: ... -*-)"
        )
        raise WrongEncoding(path, line, cause, body) from error
    except (LookupError, UnicodeError, ValueError) as error:
        raise UnreadableSource(
            path, 1, f"declares {encoding!r}, which is no text encoding; save it as UTF-8"
        ) from error
    if path.suffix == ".ipynb":
        return _notebook(path, text, encoding, bom=bom)
    return SourceFile(path, text, encoding, bom)


def _notebook(path: Path, document: str, encoding: str, *, bom: bool) -> SourceFile:
    try:
        notebook = notebook_of(document)
    except (ValueError, RecursionError) as error:
        raise UnreadableSource(path, None, f"is no notebook of Python code ({error}); leave it out") from error
    return SourceFile(path, notebook.code, encoding, bom, read_as="a notebook", notebook=notebook)


def _read_bytes(path: Path) -> bytes:
    try:
        # Opening a pipe or a device could block for ever, so the kind comes first.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise UnreadableSource(path, None, "is a folder, not a file; give a Python file")
        if not stat.S_ISREG(mode):
            raise UnreadableSource(path, None, "is a pipe, socket or device, not a file; give a Python file")
        return path.read_bytes()
    except FileNotFoundError as error:
        if path.is_symlink():
            target = shown(path.readlink())
            raise UnreadableSource(
                path, None, f"is a link to {target}, which is not there; mend or remove it"
            ) from error
        raise UnreadableSource(path, None, "no such file; check the spelling and the working folder") from error
    except PermissionError as error:
        raise UnreadableSource(path, None, "permission denied; make it readable for you") from error
    except NotADirectoryError as error:
        raise UnreadableSource(path, None, "one of its parent folders is a file; check the spelling") from error
    except OSError as error:
        raise UnreadableSource(path, None, f"cannot be read ({strerror(error)}); check the path") from error
    except ValueError as error:
        # A NUL character in the path.
        raise UnreadableSource(path, None, "is no possible file name; check the spelling") from error


def strerror(error: OSError) -> str:
    """What the system says of an error, for a message."""
    return (error.strerror or str(error) or type(error).__name__).lower()


def _line_at(data: bytes, offset: int) -> int:
    head = data[:offset]
    return 1 + head.count(b"\n") + head.count(b"\r") - head.count(b"\r\n")


def _encoding(path: Path, data: bytes) -> str:
    """Give the encoding that the file declares, ``utf-8`` by default and with a byte order mark."""
    # ``detect_encoding`` decodes the line with the declaration as UTF-8 and splits at \n only. CPython's own tokenizer
    # does neither, so it is given lines split at any newline, their bytes beyond ASCII masked.
    lines: Iterator[bytes] = (match.group() for match in _BYTE_LINE.finditer(data))

    def readline() -> bytes:
        line = next(lines)
        mark = codecs.BOM_UTF8 if line.startswith(codecs.BOM_UTF8) else b""
        return mark + re.sub(rb"[\x80-\xff]", b"?", line[len(mark) :])

    try:
        found, _ = tokenize.detect_encoding(readline)
    except SyntaxError as error:
        declared = str(error.msg).split(": ", 1)[-1]
        if "utf-8" in str(error.msg).lower() and "problem" in str(error.msg):
            cause = "has a UTF-8 byte order mark but declares another encoding; remove one of the two"
        else:
            cause = f"declares an encoding that Python does not know ({declared}); save it as UTF-8"
        raise UnreadableSource(path, 1, cause) from error
    return "utf-8" if found == "utf-8-sig" else found
