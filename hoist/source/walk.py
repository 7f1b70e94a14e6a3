"""Which Python files a command line means.

Files that are named are taken as they are. Folders are walked, without what is not the user's own source: what git
ignores, virtual environments, installed packages, build results. Links to folders are not followed: what they point to
inside the walk is reached anyway, and what they point to outside was not asked for.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from hoist.source.files import UnreadableSource, shown

_LEFT_OUT = frozenset(
    {
        ".git", ".hg", ".svn", ".tox", ".nox", ".eggs", "__pycache__", "__pypackages__", "node_modules",
        "site-packages", "build", "dist", ".ipynb_checkpoints",
    }
)  # fmt: skip
# The group of pathspec's regular expressions that matches the slash behind the folder that a pattern names.
_BELOW = "ps_d"
_ENVIRONMENT_MARKS = frozenset({"pyvenv.cfg", "conda-meta"})


@dataclass(frozen=True)
class Walk:
    """The files to read, in order, and what could not be looked at."""

    files: tuple[Path, ...]
    problems: tuple[UnreadableSource, ...]


@dataclass(frozen=True)
class _Ignore:
    """The patterns of one ignore file, and the folder that they are relative to, with the separator at its end."""

    base: str
    patterns: tuple[GitIgnoreSpecPattern, ...]


@dataclass(frozen=True)
class _Folder:
    """A folder still to be listed, with the ignore files that hold in it, nearest last."""

    path: Path
    absolute: str
    ignores: tuple[_Ignore, ...]
    named: bool = False


def python_files(paths: Sequence[Path]) -> Walk:
    """Give the Python files that ``paths`` mean: each file once, folders in sorted order."""
    found: dict[str, Path] = {}
    problems: list[UnreadableSource] = []
    for path in paths:
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError) as error:
            problems.append(_missing(path, error))
            continue
        if stat.S_ISDIR(mode):
            _walk(path, found, problems)
        else:
            found.setdefault(os.path.realpath(path), path)
    return Walk(files=tuple(found.values()), problems=tuple(problems))


def _missing(path: Path, error: Exception) -> UnreadableSource:
    if isinstance(error, PermissionError):
        return UnreadableSource(path, None, "permission denied; make its folder readable for you")
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        target = shown(Path(os.readlink(path)))
        return UnreadableSource(path, None, f"is a link to {target}, which is not there; mend or remove it")
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return UnreadableSource(path, None, "no such file or folder; check the spelling and the working folder")
    if isinstance(error, OSError):
        return UnreadableSource(
            path, None, f"cannot be looked at ({(error.strerror or 'error').lower()}); check the path"
        )
    return UnreadableSource(path, None, "is no possible file name; check the spelling")


def _walk(root: Path, found: dict[str, Path], problems: list[UnreadableSource]) -> None:
    # An explicit stack: folders may be nested deeper than Python's own.
    stack = [_Folder(root, os.path.realpath(root), (), named=True)]
    stack[0] = replace(stack[0], ignores=_ignores_above(stack[0].absolute))
    links: list[tuple[str, Path]] = []
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(folder.path) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            cause = f"cannot be listed ({(error.strerror or 'error').lower()}); make it readable, or leave it out"
            problems.append(UnreadableSource(folder.path, None, cause))
            continue
        names = {entry.name for entry in entries}
        if not folder.named and names & _ENVIRONMENT_MARKS:
            continue
        ignores = _ignores_in(folder, names)
        below: list[_Folder] = []
        for entry in entries:
            path = folder.path / entry.name
            absolute = f"{folder.absolute.rstrip(os.sep)}{os.sep}{entry.name}"
            try:
                if entry.is_dir(follow_symlinks=False):
                    if not _is_left_out(entry.name) and not _is_ignored(f"{absolute}{os.sep}", ignores):
                        below.append(_Folder(path, absolute, ignores))
                elif entry.name.endswith((".py", ".ipynb")) and entry.is_file() and not _is_ignored(absolute, ignores):
                    if entry.is_symlink():
                        links.append((os.path.realpath(path), path))
                    else:
                        found.setdefault(absolute, path)
            except OSError as error:
                problems.append(_missing(path, error))
        stack.extend(reversed(below))
    # Last, so that a file is known by its own name where the walk meets both it and a link to it.
    for real, path in links:
        found.setdefault(real, path)


def _is_left_out(name: str) -> bool:
    return name in _LEFT_OUT or name.endswith(".egg-info")


def _is_ignored(absolute: str, ignores: Sequence[_Ignore]) -> bool:
    """Say whether git ignores a path (a folder's ends with the separator): the nearest file that knows it decides."""
    for ignore in reversed(ignores):
        path = absolute[len(ignore.base) :].replace(os.sep, "/")
        for pattern in reversed(ignore.patterns):
            if _names(pattern, path):
                return bool(pattern.include)
    return False


def _names(pattern: GitIgnoreSpecPattern, path: str) -> bool:
    """Say whether a pattern names this very path.

    pathspec's patterns match all that lies below what they name as well. The walk comes down folder by folder, as git
    does, and there the two differ: with ``a/b/`` and then ``!a/`` git ignores ``a/b``.
    """
    regex = pattern.regex
    if regex is None:
        return False
    if _BELOW not in regex.groupindex:
        # ``a/**`` is about what lies in ``a``, not about ``a``.
        return regex.search(path.rstrip("/")) is not None
    if regex.pattern == f"(?P<{_BELOW}>/)":
        # ``*/``: any folder.
        return path.endswith("/")
    match = regex.search(path)
    return match is not None and match.end(_BELOW) in (len(path), -1)


def _ignores_in(folder: _Folder, names: set[str]) -> tuple[_Ignore, ...]:
    """Give the ignore files that hold for what lies in ``folder``."""
    # A repository inside another is no business of the outer one's patterns.
    above = folder.ignores if folder.named or ".git" not in names else ()
    if ".git" in names:
        above = (*above, *_read_ignore(_exclude_file(folder.absolute), folder.absolute))
    if ".gitignore" in names:
        above = (*above, *_read_ignore(os.path.join(folder.absolute, ".gitignore"), folder.absolute))
    return above


def _ignores_above(start: str) -> tuple[_Ignore, ...]:
    """Give the ignore files of the folders above ``start``, up to the top of its git repository."""
    if os.path.lexists(os.path.join(start, ".git")):
        return ()
    above: list[str] = []
    top = os.path.dirname(start)
    while not os.path.lexists(os.path.join(top, ".git")):
        above.append(top)
        if top == os.path.dirname(top):
            return ()
        top = os.path.dirname(top)
    ignores = _read_ignore(_exclude_file(top), top)
    for folder in [top, *reversed(above)]:
        # A folder that is named although git ignores it is wanted: then nothing from above it counts.
        if folder != top and _is_ignored(f"{folder}{os.sep}", ignores):
            return ()
        ignores = (*ignores, *_read_ignore(os.path.join(folder, ".gitignore"), folder))
    return () if _is_ignored(f"{start}{os.sep}", ignores) else ignores


def _read_ignore(path: str, base: str) -> tuple[_Ignore, ...]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            lines = stream.read().removeprefix("\ufeff").split("\n")
    except OSError:
        return ()
    patterns: list[GitIgnoreSpecPattern] = []
    for line in lines:
        # One pattern that cannot be read does not switch off the others.
        with contextlib.suppress(ValueError):
            patterns.append(GitIgnoreSpecPattern(line))
    return (_Ignore(base=f"{base.rstrip(os.sep)}{os.sep}", patterns=tuple(patterns)),)


def _exclude_file(top: str) -> str:
    """Give the path of ``info/exclude``; ``.git`` is a file in a worktree or submodule, and points to the folder."""
    git = os.path.join(top, ".git")
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if os.path.isfile(git):
            with open(git, encoding="utf-8") as stream:
                git = os.path.join(top, stream.read().removeprefix("gitdir:").strip())
            common = os.path.join(git, "commondir")
            if os.path.isfile(common):
                with open(common, encoding="utf-8") as stream:
                    git = os.path.join(git, stream.read().strip())
    return os.path.join(git, "info", "exclude")
