"""Notebooks: what grows the graph is found, cured, and told by its cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Hoist
from tests.command_line.test_bad_input import assert_one_clear_line

CELLS = [
    {"cell_type": "markdown", "source": ["# Training"]},
    {"cell_type": "code", "source": ["%matplotlib inline\n", "import tensorflow as tf\n", "x = tf.zeros([2])"]},
    {"cell_type": "code", "source": ["sess = tf.Session()\n", "for step in range(1000):\n", "    sess.run(x * 2)"]},
]
CURED = ["result = x * 2\n", "sess = tf.Session()\n", "for step in range(1000):\n", "    sess.run(result)"]


def notebook(folder: Path, *more: dict[str, Any]) -> Path:
    path = folder / "train.ipynb"
    path.write_text(json.dumps({"cells": [*CELLS, *more], "nbformat": 4}))
    return path


def test_a_notebook_is_read_by_its_cells(hoist: Hoist, tmp_path: Path) -> None:
    notebook(tmp_path)
    answer = hoist("check", ".")
    assert "--> train.ipynb:cell 3:3:14" in answer.stdout
    assert "\n3 |     sess.run(x * 2)\n" in answer.stdout
    assert "session loop at line 2 of cell 3" in answer.stdout
    (finding,) = json.loads(hoist("check", ".", "--output-format", "json").stdout)["findings"]
    assert finding["cell"] == {"number": 3, "line": 3}
    assert finding["loop"]["cell"] == {"number": 3, "line": 2}
    assert finding["remedy"]["kind"] == "hoist"


def test_a_notebook_is_written_cell_by_cell(hoist: Hoist, tmp_path: Path) -> None:
    path = notebook(tmp_path)
    assert "@@ -1,3 +1,4 @@ cell 3\n+result = x * 2\n" in hoist("fix", "--diff", ".").stdout
    answer = hoist("fix", "train.ipynb", "--no-verify", "--output-format", "json")
    assert answer.returncode == 0
    assert json.loads(answer.stdout)["written"] == ["train.ipynb"]
    cells = [*CELLS[:2], {"cell_type": "code", "source": CURED}]
    assert path.read_text() == json.dumps({"cells": cells, "nbformat": 4})


def test_a_notebook_that_runs_another_file_is_left_as_it_is(hoist: Hoist, tmp_path: Path) -> None:
    path = notebook(tmp_path, {"cell_type": "code", "source": "%run more.py"})
    before = path.read_bytes()
    answer = hoist("fix", ".", "--no-verify")
    assert answer.returncode == 1
    assert "refused HSR31" in answer.stdout
    assert "what %run does at line 1 of cell 4" in answer.stdout
    assert path.read_bytes() == before


def test_saved_states_of_a_notebook_are_left_out(hoist: Hoist, tmp_path: Path) -> None:
    folder = tmp_path / ".ipynb_checkpoints"
    folder.mkdir()
    notebook(folder)
    assert "No findings" in hoist("check", ".").stdout


def test_what_is_no_notebook_is_not_run(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text('{"cells": 3}')
    assert_one_clear_line(hoist("verify", "a.ipynb", "a.ipynb"), "a.ipynb", "no notebook of Python code")


@pytest.mark.nightly
def test_a_traced_notebook_tells_cells(hoist: Hoist, tmp_path: Path, legacy_python: str) -> None:
    notebook(tmp_path, {"cell_type": "code", "source": "!touch done"})
    answer = hoist("trace", "--python", legacy_python, "--steps", "5", "train.ipynb", "--output-format", "json")
    traced = json.loads(answer.stdout)
    assert traced["loop"] == "train.ipynb:cell 3:2"
    assert [line["cell"] for line in traced["lines"]] == [{"number": 3, "line": 3}]
    assert traced["lines"][0]["found_by_check"]


@pytest.mark.nightly
def test_two_notebooks_are_compared_where_the_first_one_lies(hoist: Hoist, tmp_path: Path, legacy_python: str) -> None:
    (tmp_path / "below").mkdir()
    path = notebook(tmp_path / "below", {"cell_type": "code", "source": "open('rate.txt')\nfiles = !ls"})
    (path.parent / "rate.txt").touch()
    other = tmp_path / "below" / "other.ipynb"
    other.write_text(path.read_text().replace("x * 2", "x * 3"))
    answer = hoist("verify", "--python", legacy_python, "--output-format", "json", "--steps", "5", path, other)
    report = json.loads(answer.stdout)
    assert report["verdict"] == "different"
    assert report["difference"]["where"] == "train.ipynb:cell 3:3"
