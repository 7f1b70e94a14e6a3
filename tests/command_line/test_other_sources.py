"""Notebooks: what grows the graph is found, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command_line.conftest import Hoist

CELLS = [
    {"cell_type": "markdown", "source": ["# Training"]},
    {"cell_type": "code", "source": ["%matplotlib inline\n", "import tensorflow as tf\n", "x = tf.zeros([2])"]},
    {"cell_type": "code", "source": ["sess = tf.Session()\n", "for step in range(1000):\n", "    sess.run(x * 2)"]},
]


def test_a_notebook_is_read_by_its_cells(hoist: Hoist, tmp_path: Path) -> None:
    notebook = tmp_path / "train.ipynb"
    notebook.write_text(json.dumps({"cells": CELLS, "nbformat": 4}))
    answer = hoist("check", ".")
    assert "--> train.ipynb:cell 3:3:14" in answer.stdout
    assert "session loop at line 2 of cell 3" in answer.stdout
    (finding,) = json.loads(hoist("check", ".", "--output-format", "json").stdout)["findings"]
    assert finding["cell"] == {"number": 3, "line": 3}
    assert finding["loop"]["cell"] == {"number": 3, "line": 2}
    assert finding["remedy"]["reason"] == "HSR31"
    before = notebook.read_bytes()
    assert hoist("fix", ".", "--no-verify").returncode == 1
    assert notebook.read_bytes() == before


def test_saved_states_of_a_notebook_are_left_out(hoist: Hoist, tmp_path: Path) -> None:
    folder = tmp_path / ".ipynb_checkpoints"
    folder.mkdir()
    (folder / "train-checkpoint.ipynb").write_text(json.dumps({"cells": CELLS, "nbformat": 4}))
    assert "No findings" in hoist("check", ".").stdout
