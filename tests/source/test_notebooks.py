"""The code of notebooks, cell by cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoist.source.files import UnreadableSource, read
from hoist.source.notebooks import notebook_of
from hoist.source.parsing import load


def notebook(*cells: dict[str, Any], **metadata: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def code(*lines: str) -> dict[str, Any]:
    return {"cell_type": "code", "source": [f"{line}\n" for line in lines[:-1]] + [lines[-1]]}


PROSE = {"cell_type": "markdown", "source": ["x = 1\n"]}


def test_cells_stand_below_each_other_under_their_number() -> None:
    found = notebook_of(notebook(PROSE, code("import os", "a = 1"), PROSE, code("b = 2")))
    assert found.code == "# cell 2\nimport os\na = 1\n# cell 4\n\nb = 2\n"
    assert [(cell.number, cell.start, cell.last) for cell in found.cells] == [(2, 2, 3), (4, 6, 6)]


def test_a_notebook_of_version_3() -> None:
    sheet = {"cells": [{"cell_type": "code", "input": "a = 1\nb = 2"}]}
    assert notebook_of(json.dumps({"worksheets": [sheet], "nbformat": 3})).code == "# cell 1\na = 1\nb = 2\n"


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
    assert [source.cell(line) for line in (1, 2, 3, 4, 5, 6)] == [None, (2, 1), (2, 2), None, None, (3, 1)]
    assert source.spoken(3) == "line 2 of cell 2"
    assert source.read_as == "a notebook"


def test_a_notebook_in_python_2(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(code("%matplotlib inline", "print 'x'")))
    assert load(path)[0].read_as == "a notebook in Python 2"


def test_a_notebook_in_python_2_keeps_its_own_code(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(code("print 'x'")))
    source = load(path)[0]
    assert source.code == "# cell 1\nprint 'x'\n"
    assert not source.unwritten
    assert source.encode(source.held) == path.read_bytes()


def test_a_kernel_of_python_2_makes_a_notebook_one_in_python_2(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(code("a = 1"), language_info={"name": "python", "version": "2.7.12"}))
    assert read(path).python_2


def test_as_a_script_it_imports_from_the_future_first_and_leaves_out_what_is_ipythons() -> None:
    lines = ("%matplotlib inline", "files = !ls", "from __future__ import division, print_function", "a = 1 / 2")
    found = notebook_of(notebook(code(*lines)))
    assert found.script == "\ufefffrom __future__ import division, print_function\npass\npass\npass\na = 1 / 2\n"
    assert found.left_out == ("line 2 of cell 1 (!ls)",)
    assert found.script.count("\n") == found.code.count("\n")


def test_an_import_from_the_future_in_its_place_stays_there() -> None:
    found = notebook_of(notebook(code("# first", "from __future__ import division", "a = 1")))
    assert found.futures == ()
    assert "from __future__ import division\n" in found.code


def test_in_python_2_an_import_from_the_future_holds_for_what_follows(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    old = {"name": "python", "version": "2.7.12"}
    path.write_text(notebook(code("a = 1 / 2", "from __future__ import division"), language_info=old))
    assert "an import from __future__" in read(path).unwritten
    path.write_text(notebook(code("%matplotlib inline", "from __future__ import division"), language_info=old))
    assert not read(path).unwritten


def test_lines_stand_together_in_one_cell_with_nothing_of_ipythons_between() -> None:
    found = notebook_of(notebook(code("a = 1", "b = 2"), code("c = 3", "%matplotlib inline", "d = 4")))
    assert found.hold_together(2, 3)
    assert not found.hold_together(3, 6)
    assert not found.hold_together(6, 8)
    assert not found.hold_together(1, 2)


@pytest.mark.parametrize("source", ["a\nb", "a\n", "a\r\nb\rc\n\n", "", "\n", " \x0ca\u2028b"])
def test_a_cell_is_its_lines_and_what_ends_them(source: str) -> None:
    (cell,) = notebook_of(json.dumps({"cells": [{"cell_type": "code", "source": source}]})).cells
    assert cell.text == source
    assert len(cell.lines) == len(cell.ends)


def test_a_notebook_of_no_code() -> None:
    found = notebook_of(notebook(PROSE))
    assert (found.code, found.script, found.left_out, found.unsure) == ("", "", (), "")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"cells": [], "metadata": []}, ""),
        ({"cells": [3, {"cell_type": "code", "source": None}], "metadata": {"kernelspec": 3}}, "# cell 2\n\n"),
        ({"worksheets": [3, {}, {"cells": 3}, {"cells": [{"cell_type": "code", "input": [1]}]}]}, "# cell 1\n1\n"),
    ],
)
def test_what_else_a_notebook_may_hold_does_no_harm(content: dict[str, Any], code: str) -> None:
    assert notebook_of(json.dumps(content)).code == code
