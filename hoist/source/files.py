r"""Read a source file so that it can be written back byte for byte, and write it so that no half file is ever seen.

The text of a :class:`SourceFile` keeps its newlines (``\n``, ``\r\n``, lone ``\r``, mixed) and form feeds; only a
byte order mark is taken off, and remembered. Python itself counts lines the way :func:`split_lines` does, which is not
the way ``str.splitlines`` does: a form feed or U+2028 ends no line.
"""

from __future__ import annotations

import ast
import codecs
import contextlib
import os
import re
import stat
import sys
import tempfile
import tokenize
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_BYTE_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


@dataclass(frozen=True)
class SourceFile:
    """The text of one file, and what is needed to write it back as it was."""

    path: Path
    text: str
    encoding: str
    bom: bool

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
        raise UnreadableSource(path, line, cause) from error
    except (LookupError, UnicodeError, ValueError) as error:
        raise UnreadableSource(
            path, 1, f"declares {encoding!r}, which is no text encoding; save it as UTF-8"
        ) from error
    return SourceFile(path=path, text=text, encoding=encoding, bom=bom)


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
        raise UnreadableSource(path, None, f"cannot be read ({_strerror(error)}); check the path") from error
    except ValueError as error:
        # A NUL character in the path.
        raise UnreadableSource(path, None, "is no possible file name; check the spelling") from error


def _strerror(error: OSError) -> str:
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


# ---------------------------------------------------------------------------------------------------------------------
# Parsing

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


# ---------------------------------------------------------------------------------------------------------------------
# Writing


@dataclass
class _Prepared:
    """One file about to be replaced."""

    path: Path
    target: Path
    temporary: Path
    before: bytes | None
    renamed: bool = False


def write_whole(path: Path, source: SourceFile, new_text: str) -> None:
    """Replace the file at ``path`` by ``new_text``, encoded as ``source`` was; it is seen whole, old or new.

    Raises:
        UnwritableSource: the folder or file may not be written, the encoding lacks a character, or the file is no
            longer what was read.
    """
    write_all([(path, source, new_text)])


def write_all(items: Sequence[tuple[Path, SourceFile, str]]) -> None:
    """Write several files so that either all are new or all are as they were.

    All temporary files are written first, beside their targets; then they are renamed. If a rename fails, the files
    that were renamed before it get their old bytes back.

    Raises:
        UnwritableSource: as for :func:`write_whole`.
    """
    encoded = [(path, source, _encoded(path, source, text)) for path, source, text in items]
    prepared: list[_Prepared] = []
    try:
        for path, source, data in encoded:
            prepared.append(_prepare(path, source, data))
        for one in prepared:
            with _said(one.path):
                one.temporary.replace(one.target)
            one.renamed = True
    except BaseException:
        _undo(prepared)
        raise
    for folder in dict.fromkeys(one.target.parent for one in prepared):
        _sync_folder(folder)


def _encoded(path: Path, source: SourceFile, text: str) -> bytes:
    try:
        return source.encode(text)
    except UnicodeEncodeError as error:
        line = 1 + len(_NEWLINE.findall(text[: error.start]))
        cause = (
            f"line {line} would hold {text[error.start]!r}, which {source.encoding} lacks; save the file as UTF-8 first"
        )
        raise UnwritableSource(path, cause) from error


def _prepare(path: Path, source: SourceFile, data: bytes) -> _Prepared:
    with _said(path):
        target = Path(os.path.realpath(path))
        before: bytes | None = None
        status: os.stat_result | None = None
        with contextlib.suppress(FileNotFoundError):
            status = target.stat()
            before = target.read_bytes()
    if before is not None and path == source.path and before != source.encode(source.text):
        raise UnwritableSource(path, "has changed since it was read, so nothing was written; run hoist again")
    if status is not None and not os.access(target, os.W_OK):
        raise UnwritableSource(path, "is read-only; make it writable (chmod u+w), or use --diff and git apply")
    with _said(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".hoist-", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                _keep_mode(temporary, status)
                os.fsync(stream.fileno())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return _Prepared(path=path, target=target, temporary=temporary, before=before)


def _keep_mode(temporary: Path, status: os.stat_result | None) -> None:
    """Give the new file the owner and permissions of the old one, or those that a new file would have."""
    if status is None:
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        return
    chown: Callable[[Path, int, int], None] | None = getattr(os, "chown", None)
    if chown is not None:
        # Only root may give files away; then the file belongs to who wrote it, as with any editor.
        with contextlib.suppress(OSError):
            chown(temporary, status.st_uid, status.st_gid)
    # After the owner: a change of owner takes the set-id bits away.
    temporary.chmod(stat.S_IMODE(status.st_mode))


def _undo(prepared: Iterable[_Prepared]) -> None:
    for one in prepared:
        with contextlib.suppress(OSError):
            if not one.renamed:
                one.temporary.unlink(missing_ok=True)
            elif one.before is None:
                one.target.unlink(missing_ok=True)
            else:
                status = one.target.stat()
                one.temporary.write_bytes(one.before)
                _keep_mode(one.temporary, status)
                one.temporary.replace(one.target)


def _sync_folder(folder: Path) -> None:
    # The files are written and renamed by now; a file system that cannot sync a folder is no reason to fail.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _said(path: Path) -> Iterator[None]:
    """Turn an ``OSError`` into one line that says what to do."""
    try:
        yield
    except PermissionError as error:
        raise UnwritableSource(
            path, "permission denied; make its folder writable, or use --diff and git apply"
        ) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UnwritableSource(path, "its folder is not there; make it first") from error
    except IsADirectoryError as error:
        raise UnwritableSource(path, "is a folder; give a Python file") from error
    except OSError as error:
        raise UnwritableSource(path, f"cannot be written ({_strerror(error)}); nothing was changed") from error
