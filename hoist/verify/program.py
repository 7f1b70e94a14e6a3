"""A program to be run: a script, the folder that it lives in, and what is different from what lies there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

LEFT_OUT = frozenset({".git", "node_modules", "__pycache__"})
SIZE_LIMIT = 2_000_000_000


class TooLargeError(Exception):
    """The folder that would have to be copied is larger than the limit."""


@dataclass(frozen=True)
class WorkingFolder:
    """What is copied for a run of a script.

    Attributes:
        folder: the folder that is copied.
        script: the script, relative to it.
        cwd: where the run starts, relative to it.
    """

    folder: Path
    script: Path
    cwd: Path


@dataclass(frozen=True)
class Program:
    """One of the two programs that are compared.

    Attributes:
        folder: the root that is copied.
        script: what is run, relative to the folder.
        cwd: where it is run, relative to the folder.
        replaced: path relative to the folder, with forward slashes -> content that the copy has there.
        line_maps: the same paths -> {line in this program: line in the original}; none for a file means that its lines
            are the original's.
    """

    folder: Path
    script: Path
    cwd: Path = Path()
    replaced: Mapping[str, bytes] = field(default_factory=dict)
    line_maps: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    def text(self, path: str) -> str:
        """The text of one file of this program, empty if it has none."""
        if path in self.replaced:
            return self.replaced[path].decode("utf-8", "replace")
        try:
            return (self.folder / path).read_bytes().decode("utf-8", "replace")
        except OSError:
            return ""


def working_folder(script: Path, caller: Path | None = None) -> WorkingFolder:
    """The git repository around the script, else the script's folder; run where the caller is, if that lies within."""
    script = script.absolute()
    script = script.parent.resolve() / script.name
    folder = next((p for p in script.parents if (p / ".git").exists()), script.parent)
    caller = (caller or Path.cwd()).resolve()
    cwd = caller if caller.is_relative_to(folder) else script.parent
    return WorkingFolder(folder, script.relative_to(folder), cwd.relative_to(folder))


def copied_files(folder: Path) -> Iterator[Path]:
    """Every file and link below the folder that a copy takes, relative to it."""
    for parent, folders, files in os.walk(folder):
        here = Path(parent)
        kept = []
        for name in sorted(folders):
            path = here / name
            if name in LEFT_OUT or (path / "pyvenv.cfg").exists():
                continue
            if path.is_symlink():
                yield path.relative_to(folder)
            else:
                kept.append(name)
        folders[:] = kept
        for name in sorted(files):
            yield (here / name).relative_to(folder)


def size_of(folder: Path) -> int:
    """Bytes that a copy of the folder takes."""
    return sum((folder / path).lstat().st_size for path in copied_files(folder))


def check_size(folder: Path, limit: int = SIZE_LIMIT) -> None:
    """Refuse to copy a folder that is larger than the limit.

    Raises:
        TooLargeError: it is, with the folder and its size.
    """
    size = size_of(folder)
    if size > limit:
        raise TooLargeError(
            f"{folder} holds {size / 1e9:.1f} GB, and each run needs a copy; at most {limit / 1e9:.0f} GB are copied"
        )


def copy_program(program: Program, target: Path) -> None:
    """Make the program's own copy of its folder at ``target``, with the replaced files in their new form."""
    target.mkdir(parents=True)
    for path in copied_files(program.folder):
        source, copy = program.folder / path, target / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            _copy_link(source, copy, program.folder, target)
        elif source.is_file():
            shutil.copy2(source, copy)
    for parent, folders, _ in os.walk(program.folder):  # empty folders count: scripts write into them
        folders[:] = [f for f in folders if f not in LEFT_OUT and not (Path(parent) / f / "pyvenv.cfg").exists()]
        (target / Path(parent).relative_to(program.folder)).mkdir(parents=True, exist_ok=True)
    for name, content in program.replaced.items():
        copy = target / PurePosixPath(name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)


def _copy_link(source: Path, copy: Path, root: Path, target: Path) -> None:
    """Copy a link; one that points into the folder points into the copy, so that no run writes to the original."""
    aim = source.readlink()
    if aim.is_absolute() and aim.is_relative_to(root):
        aim = target / aim.relative_to(root)
    copy.symlink_to(aim)
