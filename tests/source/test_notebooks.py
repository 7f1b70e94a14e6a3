"""The code of notebooks, cell by cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoist.source.files import UnreadableSource, read
from hoist.source.notebooks import code_of
from hoist.source.parsing import load


def notebook(*cells: dict[str, Any], **metadata: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def code(*lines: str) -> dict[str, Any]:
    return {"cell_type": "code", "source": [f"{line}\n" for line in lines[:-1]] + [lines[-1]]}


PROSE = {"cell_type": "markdown", "source": ["x = 1\n"]}


def test_cells_stand_below_each_other_under_their_number() -> None:
    found = code_of(notebook(PROSE, code("import os", "a = 1"), PROSE, code("b = 2")))
    assert found.text == "# cell 2\nimport os\na = 1\n\n# cell 4\nb = 2\n\n"
    assert found.cells == ((2, 2), (4, 6))


@pytest.mark.parametrize(
    ("line", "python"),
    [
        ("%matplotlib inline", "pass"),
        ("    !pip install tensorflow==1.15", "    pass"),
        ("files = !ls", "pass"),
        ("names = %who_ls", "pass"),
        ("tf.train.Saver?", "pass"),
        ("a = b % c", "a = b % c"),
        ("    % (step, loss))", "    % (step, loss))"),
        ("print('50%!')", "print('50%!')"),
        ("x != 3", "x != 3"),
    ],
)
def test_what_only_ipython_takes_becomes_pass(line: str, python: str) -> None:
    assert code_of(notebook(code("if a:", line))).text == f"# cell 1\nif a:\n{python}\n\n"


def test_the_body_of_a_cell_magic() -> None:
    timed = code_of(notebook(code("%%time", "a = 1"))).text
    shell = code_of(notebook(code("%%bash", "ls | head"))).text
    assert timed == "# cell 1\npass\na = 1\n\n"
    assert shell == "# cell 1\n\n\n\n"


def test_a_notebook_of_version_3() -> None:
    sheet = {"cells": [{"cell_type": "code", "input": "a = 1\nb = 2"}]}
    assert code_of(json.dumps({"worksheets": [sheet], "nbformat": 3})).text == "# cell 1\na = 1\nb = 2\n\n"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", "3", notebook(code("1"), kernelspec={"language": "R"}), "[" * 100_000],
    ids=["empty", "cut", "list", "no cells", "number", "R", "deep"],
)
def test_what_is_no_notebook_of_python(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(UnreadableSource, match="no notebook of Python code"):
        read(path)


def test_a_line_of_a_notebook_is_named_by_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(PROSE, code("a = 1", "b = 2"), code("c = 3")))
    source = read(path)
    assert [source.cell(line) for line in (1, 2, 3, 6)] == [None, (2, 1), (2, 2), (3, 1)]
    assert source.spoken(3) == "line 2 of cell 2"
    assert source.read_as == "a notebook"


def test_a_notebook_in_python_2(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(code("%matplotlib inline", "print 'x'")))
    assert load(path)[0].read_as == "a notebook in Python 2"
