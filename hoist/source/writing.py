"""Write source files whole or not at all, as they were encoded."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.source.files import SourceFile, UnwritableSource, strerror

_NEWLINE = re.compile(r"\r\n|\r|\n")


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


def write_generated(path: Path, data: bytes) -> None:
    """Write a file that hoist makes, such as a report; it is seen whole, old or new.

    Raises:
        OSError: it cannot be written; nothing is changed then.
    """
    target = Path(os.path.realpath(path))
    temporary = _temporary(target, data, target.stat() if target.exists() else None)
    try:
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


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
    if before is not None and path == source.path and before != source.encode(source.held):
        raise UnwritableSource(path, "has changed since it was read, so nothing was written; run hoist again")
    if status is not None and not os.access(target, os.W_OK):
        raise UnwritableSource(path, "is read-only; make it writable (chmod u+w), or use --diff and git apply")
    with _said(path):
        temporary = _temporary(target, data, status)
    return _Prepared(path=path, target=target, temporary=temporary, before=before)


def _temporary(target: Path, data: bytes, status: os.stat_result | None) -> Path:
    """Return a file beside the target that holds the data, on the disk, ready to take its place."""
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
    return temporary


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
        raise UnwritableSource(path, f"cannot be written ({strerror(error)}); nothing was changed") from error
