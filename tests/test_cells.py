"""What is told of a run of a notebook names its cells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoist.cells import InCells, place_to_run, read_notebook
from hoist.source.notebooks import Notebook, notebook_of
from hoist.verify import Difference, Report, Verdict, VerifyError


def notebook(*sources: str) -> Notebook:
    return notebook_of(json.dumps({"cells": [{"cell_type": "code", "source": source} for source in sources]}))


OLD = notebook("a = 1\nb = 2", "!ls\nc = 3")
NEW = notebook("a = 1", "!ls\nb = 2\nc = 3")
CELLS = InCells({"sub/train.ipynb": OLD}, {"sub/train.ipynb": NEW})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sub/train.ipynb:3", "sub/train.ipynb:cell 1:2"),
        ("sub/train.ipynb:7#1 and sub/train.ipynb:2", "sub/train.ipynb:cell 2:2#1 and sub/train.ipynb:cell 1:1"),
        ("sub/train.ipynb:1", "sub/train.ipynb:1"),
        ("more/sub/train.ipynb:4", "more/sub/train.ipynb:4"),
        ("train.ipynb:4", "train.ipynb:4"),
        ("sub/train.py:4", "sub/train.py:4"),
    ],
)
def test_a_line_of_the_code_is_told_by_its_cell(text: str, told: str) -> None:
    assert CELLS.told(text) == told


def test_in_a_report_each_program_has_its_own_cells() -> None:
    place = "sub/train.ipynb:6"
    difference = Difference("value", 1, 2, place, place, "y", "1", "2", built_at=(place,), built_at_rewritten=(place,))
    report = CELLS.told(Report(Verdict.DIFFERENT, difference=difference, turns=3, loop=place, notes=(place,)))
    assert report.difference is not None
    old, new = "sub/train.ipynb:cell 2:1", "sub/train.ipynb:cell 2:2"
    assert (report.loop, report.notes, report.turns, report.verdict) == (old, (old,), 3, Verdict.DIFFERENT)
    assert (report.difference.where, report.difference.built_at) == (old, (old,))
    assert (report.difference.where_rewritten, report.difference.built_at_rewritten) == (new, (new,))


def test_what_is_not_run_is_told_once() -> None:
    assert CELLS.notes() == ("sub/train.ipynb: not run, for only IPython takes it: line 1 of cell 2 (!ls)",)


def test_of_much_that_is_not_run_the_first_is_told() -> None:
    many = notebook("\n".join(f"!touch {number}" for number in range(12)))
    (note,) = InCells({"a.ipynb": many}, {}).notes()
    assert note.count("!touch") == 10
    assert note.endswith("line 10 of cell 1 (!touch) and 2 more")


def test_a_notebook_is_run_in_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    for name in ("train.ipynb", "train.py"):
        (tmp_path / "sub" / name).touch()
    assert place_to_run(tmp_path / "sub" / "train.ipynb", tmp_path).cwd == Path("sub")
    assert place_to_run(tmp_path / "sub" / "train.py", tmp_path).cwd == Path()


def test_what_is_no_notebook_cannot_be_run(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text("{}")
    with pytest.raises(VerifyError, match="no notebook of Python code"):
        read_notebook(tmp_path / "a.ipynb")
