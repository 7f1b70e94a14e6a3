"""Notebooks that are run: the script in place of each, and the cells in what is told of the runs.

A run takes the code of all cells from top to bottom, as "Restart & Run All" does, in the notebook's folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from hoist.source.files import UnreadableSource, read
from hoist.source.notebooks import Notebook
from hoist.verify import VerifyError, WorkingFolder, working_folder

Told = TypeVar("Told")

ENDING = ".ipynb"
MOST_NAMED = 10


@dataclass(frozen=True)
class InCells:
    """Names the cells of notebooks where something is told of their lines, by the path of each in the folder."""

    notebooks: Mapping[str, Notebook]
    rewritten: Mapping[str, Notebook]

    def told(self, value: Told, *, of_rewritten: bool = False) -> Told:
        """The value, with ``train.ipynb:12`` as ``train.ipynb:cell 3:4`` in its texts, however deep in it."""
        found: Any = value
        if isinstance(value, str):
            for name, notebook in (self.rewritten if of_rewritten else self.notebooks).items():
                found = re.sub(rf"(?<![\w/.-]){re.escape(name)}:(\d+)", partial(_named, name, notebook), found)
        elif isinstance(value, tuple):
            found = tuple(self.told(one, of_rewritten=of_rewritten) for one in value)
        elif is_dataclass(value) and not isinstance(value, type):
            new = {one.name: getattr(value, one.name) for one in fields(value)}
            told = {name: self.told(part, of_rewritten=name.endswith("_rewritten")) for name, part in new.items()}
            found = replace(value, **told)
        return cast(Told, found)

    def notes(self) -> tuple[str, ...]:
        """What the runs leave out, a line for each notebook."""
        found = []
        for name, notebook in {**self.rewritten, **self.notebooks}.items():
            left_out = notebook.left_out
            more = f" and {len(left_out) - MOST_NAMED} more" if len(left_out) > MOST_NAMED else ""
            if left_out:
                what = ", ".join(left_out[:MOST_NAMED])
                found.append(f"{name}: not run, for only IPython takes it: {what}{more}")
        return tuple(found)


def is_notebook(path: Path) -> bool:
    """Whether a file is a notebook."""
    return path.suffix == ENDING


def read_notebook(path: Path) -> Notebook:
    """Read a notebook that is to be run.

    Raises:
        VerifyError: it is none, or cannot be read.
    """
    try:
        notebook = read(path).notebook
    except UnreadableSource as error:
        raise VerifyError(str(error)) from error
    assert notebook is not None
    return notebook


def place_to_run(script: Path, caller: Path | None = None) -> WorkingFolder:
    """What is copied for a run of a script, and where it is run: a notebook in its own folder, as Jupyter does."""
    return working_folder(script, script.absolute().parent.resolve() if is_notebook(script) else caller)


def _named(name: str, notebook: Notebook, at: re.Match[str]) -> str:
    place = notebook.place(int(at[1]))
    return at.group() if place is None else f"{name}:cell {place[0]}:{place[1]}"
