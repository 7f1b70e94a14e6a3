"""``hoist trace``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, Hoist
from tests.report.test_schemas import check

BEFORE = FIXTURES / "solution_2_model" / "before" / "train.py"
AFTER = FIXTURES / "solution_2_model" / "after" / "train.py"
HIDDEN = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])


class Line(object):
    def __init__(self):
        self.cost = None

    def compile(self):
        if self.cost is None:
            self.cost = tf.reduce_sum(x * 2.0)


with tf.Session() as sess:
    for step in range(100):
        line = Line()
        line.compile()
        sess.run(line.cost, {x: [1.0, 2.0]})
"""


@pytest.mark.slow
def test_the_lines_that_add_nodes_are_shown(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_bytes(BEFORE.read_bytes())
    answer = hoist("trace", "train.py", "--steps", "4", "--device", "cpu")
    assert answer.returncode == 1, answer.stderr
    assert "Loop at train.py:" in answer.stdout
    assert "4 turns" in answer.stdout
    assert "nodes per turn in all" in answer.stdout
    assert "not found" not in answer.stdout
    assert answer.stderr == ""
    assert [path.name for path in tmp_path.iterdir()] == ["train.py"]


@pytest.mark.slow
def test_a_script_that_does_not_grow(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_bytes(AFTER.read_bytes())
    answer = hoist("trace", "train.py", "--steps", "4", "--device", "cpu")
    assert answer.returncode == 0, answer.stderr
    assert "No line adds nodes to the graph after the first turn." in answer.stdout


@pytest.mark.slow
def test_what_check_does_not_find_is_marked(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(HIDDEN)
    assert "No findings" in hoist("check", "train.py").stdout
    answer = hoist("trace", "train.py", "--steps", "4", "--device", "cpu")
    assert "train.py:12  (not found by hoist check)" in answer.stdout
    document = check("trace", hoist("trace", "train.py", "--steps", "4", "--output-format", "json").stdout)
    (line,) = document["lines"]
    assert (line["line"], line["found_by_check"], line["chain"]) == (12, False, ["train.py:18"])
    assert document["nodes_per_turn"] == line["nodes_per_turn"] > 0


@pytest.mark.slow
def test_arguments_go_to_the_script(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import sys\n" + HIDDEN.replace("range(100)", "range(int(sys.argv[1]))"))
    answer = hoist("trace", "train.py", "--device", "cpu", "--", "6")
    assert "Loop at train.py:17: 6 turns" in answer.stdout


SCRIPTS = [path for path in sorted(FIXTURES.glob("*/before/*.py")) if path.name != "model.py"]
SCRIPTS.append(FIXTURES / "plate_recognition" / "train.py")
# A silent one builds for what it keeps, once for each, if it builds at all.
SCRIPTS += [p for p in sorted((FIXTURES / "refused").glob("*.py")) if not p.read_text().startswith("# silent:")]


@pytest.mark.nightly
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_no_line_of_a_fixture_adds_nodes_that_check_does_not_find(hoist: Hoist, tmp_path: Path, script: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(script.parent, work) if script.parent.name != "refused" else work.mkdir()
    (work / script.name).write_bytes(script.read_bytes())
    answer = hoist("trace", script.name, "--steps", "6", "--device", "cpu", "--output-format", "json", cwd=work)
    lines = [line for line in json.loads(answer.stdout)["lines"] if line["turns"] > 1]
    assert [(line["line"], line["chain"]) for line in lines if not line["found_by_check"]] == []


REWRITTEN = [path for path in sorted(FIXTURES.glob("*/after/*.py")) if path.name != "model.py"]
REWRITTEN.append(FIXTURES / "plate_recognition" / "golden" / "train.py")


@pytest.mark.nightly
@pytest.mark.parametrize("script", REWRITTEN, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_no_line_of_a_rewritten_fixture_adds_nodes_turn_after_turn(hoist: Hoist, tmp_path: Path, script: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(script.parent, work)
    if script.parent.name == "golden":
        shutil.copy(script.parents[1] / "network_model.py", work)
    answer = hoist("trace", script.name, "--steps", "6", "--device", "cpu", "--output-format", "json", cwd=work)
    document = json.loads(answer.stdout)
    assert document["turns"] >= 3
    assert [(line["line"], line["chain"]) for line in document["lines"] if line["turns"] > 1] == []


@pytest.mark.slow
def test_a_script_without_a_session_loop(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import tensorflow as tf\nprint(tf.Session().run(tf.constant(1.0)))\n")
    answer = hoist("trace", "train.py", "--device", "cpu")
    assert answer.returncode == 3
    assert "no loop of it runs a session" in answer.stdout


def test_a_script_that_is_not_there(hoist: Hoist) -> None:
    answer = hoist("trace", "nowhere.py")
    assert answer.returncode == 2
    assert answer.stderr == "hoist: nowhere.py: no such file\n"
