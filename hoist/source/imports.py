"""Which local file an import means, decided from the file system alone: nothing is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path


class Resolver:
    """Answers `resolve`, and asks the file system each thing once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, int, Path, tuple[Path, ...]], Path | None] = {}
        self._listed: dict[Path, frozenset[str]] = {}
        self._near: dict[tuple[Path, ...], frozenset[str]] = {}

    def __call__(self, module: str | None, level: int, importer: Path, roots: tuple[Path, ...]) -> Path | None:
        """What `resolve` gives."""
        key = (module, level, importer.parent, roots)
        if key not in self._known:
            there = level > 0 or not module or first_part(module) in self.near(importer, roots)
            self._known[key] = resolve(module, level, importer, roots) if there else None
        return self._known[key]

    def near(self, importer: Path, roots: tuple[Path, ...]) -> frozenset[str]:
        """What may begin a dotted name that means a file here, in small letters."""
        folders = (importer.parent, *roots)
        if folders not in self._near:
            names = frozenset().union(*map(self._names, folders))
            self._near[folders] = names | {name.removesuffix(".py") for name in names}
        return self._near[folders]

    def _names(self, folder: Path) -> frozenset[str]:
        if folder not in self._listed:
            try:
                self._listed[folder] = frozenset(name.lower() for name in os.listdir(folder))  # noqa: PTH208 -- faster
            except OSError:
                self._listed[folder] = frozenset()
        return self._listed[folder]


def first_part(module: str) -> str:
    """What a dotted name begins with, in small letters."""
    return module.split(".", 1)[0].lower()


def resolve(module: str | None, level: int, importer: Path, roots: Sequence[Path]) -> Path | None:
    """Give the file that an import in ``importer`` means, or None where it is not a file below ``roots``.

    Args:
        module: the dotted name as written (``from ..pkg import x`` has ``pkg``; ``from . import x`` has None). Whether
            ``x`` is a module too is for the caller to ask, with ``pkg.x``.
        level: the number of leading dots.
        importer: the file that imports.
        roots: the folders in which local code lies, in the order in which Python would search them: usually the
            script's own folder and the top of the project.

    Absolute imports are looked for as Python would: a package before a module of the same name, both before a namespace
    package, in the script's own folder first. A folder that is a package is the script's own folder only where a script
    in it is run directly, so there ``roots`` come first.
    """
    parts = module.split(".") if module else []
    if not all(part.isidentifier() for part in parts):
        return None
    here = importer.parent
    if level > 0:
        base = here
        for _ in range(level - 1):
            base = _parent(base)
        found = _find(parts, [base]) if parts else _package(base)
    elif not parts or parts[0] in sys.builtin_module_names or parts[0] == "__main__":
        return None
    else:
        bases = [*roots, here] if _package(here) is not None else [here, *roots]
        found = _find(parts, list(dict.fromkeys(bases)))
    return found if found is not None and _is_below(found, roots) else None


def _parent(folder: Path) -> Path:
    # ``Path('.').parent`` is ``.`` again.
    return folder.parent if folder.name not in ("", "..") else folder / ".."


def _find(parts: Sequence[str], bases: Sequence[Path]) -> Path | None:
    """Walk down a dotted name. Once a part is found as package or module, other search folders no longer count."""
    for position, part in enumerate(parts):
        last = position == len(parts) - 1
        namespaces: list[Path] = []
        package: Path | None = None
        for base in bases:
            package = _package(base / part)
            if package is not None:
                break
            if _is_file(base / f"{part}.py"):
                # What lies below a plain module is no file.
                return base / f"{part}.py" if last else None
            if _is_folder(base / part):
                namespaces.append(base / part)
        if last:
            return package
        bases = [package.parent] if package is not None else namespaces
    return None


def _package(folder: Path) -> Path | None:
    return folder / "__init__.py" if _is_file(folder / "__init__.py") else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _is_below(path: Path, roots: Sequence[Path]) -> bool:
    """Say whether the file lies below one of ``roots``, links followed: a link must not lead out of the project."""
    real = os.path.realpath(path)
    return any(os.path.commonpath([real, top]) == top for top in map(os.path.realpath, roots))
