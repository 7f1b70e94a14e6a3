"""Which scripts are run to prove a group of changes: those that are named, else those with a main part."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from hoist.examine import local_files
from hoist.fix import Group
from hoist.migrate.sources import EntryPoint
from hoist.source.files import UnreadableSource
from hoist.source.parsing import load

# What a module may hold at its top that does nothing but define: to import it is all that a run would do.
_DEFINES = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign,
    ast.AugAssign, ast.Pass, ast.Assert, ast.Delete,
)  # fmt: skip


def entry_points(group: Group, named: tuple[EntryPoint, ...] | None, folder: Path) -> list[EntryPoint]:
    """Return the scripts that a run of shows something about a group of changes.

    Args:
        group: the changes, and the scripts that reach them.
        named: what the user says; None if nothing.
        folder: the repository.
    """
    if named is not None:
        changed = {change.path.resolve() for change in group.changes}
        return [one for one in named if not changed.isdisjoint(reached(folder / one.script))]
    return [EntryPoint(script.relative_to(folder).as_posix()) for script in group.scripts if has_main_part(script)]


def missing(named: Iterable[EntryPoint], folder: Path) -> list[str]:
    """Return the scripts, and folders to run them in, that are named and not there."""
    return [
        *(one.script for one in named if not (folder / one.script).is_file()),
        *(one.folder for one in named if not (folder / one.folder).is_dir()),
    ]


def reached(script: Path) -> set[Path]:
    """Return the files that a script consists of: itself, and the local modules that it imports."""
    return {script.resolve(), *(path.resolve() for path in local_files(script))}


def has_main_part(script: Path) -> bool:
    """Whether a script does something when it is run, rather than only define."""
    try:
        _, tree = load(script)
    except UnreadableSource:
        return False
    return any(not _only_defines(statement) for statement in tree.body)


def _only_defines(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
            # `try: import a` / `except ImportError: import b`
            inner = [*body, *orelse, *final, *(one for handler in handlers for one in handler.body)]
            return all(_only_defines(one) for one in inner)
        case ast.If() if not _asks_for_main(statement.test):
            return all(_only_defines(one) for one in [*statement.body, *statement.orelse])
    return isinstance(statement, _DEFINES)


def _asks_for_main(test: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(test))
