"""hoist fix and verify as they are used: both programs are run, on TensorFlow 2 and 1.15."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import FIXTURES, ROOT, Hoist

EQUAL = {"same_bits", "same_under_common_random_numbers"}
SOME = ("solution_1_saver_only", "under_try", "noise_in_loop", "imported_builder", "cells_of_a_notebook")
ALL = tuple(sorted(path.parent.name for path in FIXTURES.glob("*/before")))


@pytest.fixture(params=[pytest.param("tensorflow 2", marks=pytest.mark.nightly), "tensorflow 1.15"])
def interpreter(request: pytest.FixtureRequest) -> list[str]:
    """Give the arguments that choose the interpreter which runs the scripts."""
    if request.param == "tensorflow 2":
        return []
    return ["--python", str(request.getfixturevalue("legacy_python"))]


def fixture_copy(name: str, target: Path) -> Path:
    source = FIXTURES / name if name == "plate_recognition" else FIXTURES / name / "before"
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("golden", "__pycache__"))
    return target


def golden(name: str) -> Path:
    return FIXTURES / name / ("golden" if name == "plate_recognition" else "after")


def fix(hoist: Hoist, work: Path, *arguments: str) -> dict[str, Any]:
    answer = hoist("fix", "--output-format", "json", *arguments, cwd=work)
    assert "Traceback" not in answer.stderr
    document: dict[str, Any] = json.loads(answer.stdout)
    return document


def assert_proved(work: Path, name: str, document: dict[str, Any]) -> None:
    assert {script["verdict"] for script in document["scripts"]} <= EQUAL, document["scripts"]
    assert document["scripts"]
    for script in document["scripts"]:
        assert script["rewritten"]["nodes_per_turn"] == 0
        assert script["original"]["nodes_per_turn"] > 0
    for path in (*golden(name).glob("*.py"), *golden(name).glob("*.ipynb")):
        assert (work / path.name).read_bytes() == path.read_bytes()


@pytest.mark.slow
def test_the_plate_fixture_is_proved_and_written(hoist: Hoist, tmp_path: Path, interpreter: list[str]) -> None:
    work = fixture_copy("plate_recognition", tmp_path / "work")
    document = fix(hoist, work, *interpreter, "train.py")
    assert_proved(work, "plate_recognition", document)
    assert document["verdict"] == "same_under_common_random_numbers"
    assert document["turns"] == 20
    assert "loss" in document["loss"]["name"]
    assert document["original"]["nodes_per_turn"] > 300
    assert document["rewritten"]["seconds"][16] * 10 < document["original"]["seconds"][16]


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_a_fixture_is_proved_and_written(hoist: Hoist, tmp_path: Path, interpreter: list[str], name: str) -> None:
    work = fixture_copy(name, tmp_path / "work")
    assert_proved(work, name, fix(hoist, work, *interpreter, "."))


@pytest.mark.slow
def test_a_fixture_is_proved_and_written_by_the_interpreter_that_runs_hoist(hoist: Hoist, tmp_path: Path) -> None:
    work = fixture_copy("imported_builder", tmp_path / "work")
    assert_proved(work, "imported_builder", fix(hoist, work, "."))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ALL)
def test_every_fixture_is_proved_and_written(hoist: Hoist, tmp_path: Path, interpreter: list[str], name: str) -> None:
    work = fixture_copy(name, tmp_path / "work")
    assert_proved(work, name, fix(hoist, work, *interpreter, "."))


def test_a_rewrite_that_computes_something_else_is_different(hoist: Hoist, tmp_path: Path) -> None:
    work = fixture_copy("solution_2_model", tmp_path / "work")
    text = (work / "train.py").read_text(encoding="utf-8")
    (work / "other.py").write_text(text.replace("tf.reduce_mean(", "2.0 * tf.reduce_mean("), encoding="utf-8")
    answer = hoist("verify", "--output-format", "json", "train.py", "other.py", cwd=work)
    document = json.loads(answer.stdout)
    assert document["verdict"] == "different"
    assert answer.returncode == 3
    assert document["difference"]["where"].startswith("train.py:")


def test_a_script_that_cannot_be_run_is_not_written(hoist: Hoist, tmp_path: Path) -> None:
    work = fixture_copy("run_argument", tmp_path / "work")
    script = work / "train.py"
    text = "import no_such_module\n" + script.read_text(encoding="utf-8")
    script.write_text(text, encoding="utf-8")
    answer = hoist("fix", "train.py", cwd=work)
    assert answer.returncode == 3
    assert "could not be run" in answer.stdout
    assert "no_such_module" in answer.stdout
    assert script.read_text(encoding="utf-8") == text


def test_a_seeded_script_that_must_keep_its_numbers_is_not_written(hoist: Hoist, tmp_path: Path) -> None:
    work = fixture_copy("noise_in_loop", tmp_path / "work")
    before = (work / "train.py").read_bytes()
    answer = hoist("fix", "--keep-numbers", "train.py", cwd=work)
    assert answer.returncode == 3
    assert "the same under common random numbers" in answer.stdout
    assert (work / "train.py").read_bytes() == before


def test_arguments_go_to_the_script_and_steps_stop_it(hoist: Hoist, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(
        "import sys\nimport tensorflow as tf\n\nx = tf.placeholder(tf.float32, [])\nscale = float(sys.argv[1])\n"
        "with tf.Session() as sess:\n    k = 0\n    while True:\n        try:\n            y = x * 2.0\n"
        "            print(sess.run(y, {x: k * scale}))\n        except KeyboardInterrupt:\n            pass\n"
        "        k += 1\n"
    )
    answer = hoist("fix", "--output-format", "json", "--steps", "5", "train.py", "--", "0.5")
    document = json.loads(answer.stdout)
    assert document["verdict"] == "same_bits", document
    assert document["turns"] == 5
    assert answer.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_being_stopped_writes_nothing_and_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    work = fixture_copy("plate_recognition", tmp_path / "work")
    before = (work / "train.py").read_bytes()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "hoist", "fix", "train.py", "--", "100000"],
        cwd=work,
        env={"PYTHONPATH": str(ROOT), "TMPDIR": str(scratch), "PATH": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not list(scratch.glob("hoist-*/run/*")) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert errors.splitlines()[-1] == "hoist: stopped"
    assert (work / "train.py").read_bytes() == before
    assert sorted(path.name for path in work.iterdir()) == ["network_model.py", "train.py"]
    assert list(scratch.iterdir()) == []
