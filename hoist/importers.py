"""The files of a project that import, directly or through others, what would change, though nobody gave them.

Such a file may call a function with what its other callers never give it, or derive a class, and so has a say.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from hoist.crew import Crew
from hoist.source.walk import python_files
from hoist.survey import Survey, project_of

_SUFFIXES = (".py", ".ipynb")
_IMPORT = re.compile(rb"\b(?:import|from)\b(?:\([^)]*\)|\\\r?\n|[^\n(])*")
_WORD = re.compile(rb"\w+")


def importers(changed: frozenset[Path], known: frozenset[Path], crew: Crew) -> list[Path]:
    """The files beside those that import a changed one, in sorted order.

    Looked through is the project of each changed file; where nothing marks one, its folder and the one above. Only what
    names a module in an import is parsed.

    Args:
        changed: the files that would change.
        known: the files that need not be looked for, as they have been examined.
        crew: who reads the files.
    """
    mentions: dict[str, set[Path]] = {}
    for path in sorted({path.resolve() for path in _around(changed)} - known):
        for word in _imported_words(path):
            mentions.setdefault(word, set()).add(path)
    found: set[Path] = set()
    survey = Survey()
    wanted: set[Path] = set(changed)
    while wanted:
        named = {path for file in wanted for path in mentions.get(_module_name(file), ())} - found
        survey.read(sorted(named - survey.summaries.keys() - survey.problems.keys()), crew)
        wanted = {path for path in named if not survey.runs(path).isdisjoint(wanted)}
        found |= wanted
    return sorted(found)


def _around(files: frozenset[Path]) -> Iterator[Path]:
    """The files of the projects of some files, each project looked through once."""
    projects = {file: project_of(file) for file in files}
    yield from python_files(sorted({project for project in projects.values() if project is not None})).files
    unmarked = {file.parent for file, project in projects.items() if project is None}
    for folder in unmarked | {folder.parent for folder in unmarked}:
        with contextlib.suppress(OSError):  # what cannot be listed imports nothing that is known
            yield from (path for path in folder.iterdir() if path.suffix in _SUFFIXES and path.is_file())


def _imported_words(path: Path) -> set[str]:
    try:
        text = path.read_bytes()
    except OSError:
        return set()
    found = {word for statement in _IMPORT.findall(text) for word in _WORD.findall(statement)}
    return {word.decode("utf-8", "replace") for word in found}


def _module_name(path: Path) -> str:
    return path.parent.name if path.stem == "__init__" else path.stem
