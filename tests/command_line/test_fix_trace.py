"""`hoist fix --trace`: a run of each script tells what the source does not, and what leans on it is marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Hoist
from tests.report.test_schemas import check

SCRIPT = """\
import json
import sys
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_sum(x, 1)


def halved(sess, values):
    total = tf.square(values)
    return sess.run(total) * 0.5


with tf.Session() as sess:
    for step in range(8):
        got = sess.run(tf.square(y), {x: [[1.0, step]]})
        print(got, halved(sess, GIVEN))
"""
ARRAYS = SCRIPT.replace("GIVEN", "np.array(json.loads(json.dumps([[1.0, step]])))")
RAISES = ARRAYS.replace("        got", "        json.loads('[' if step > 3 else '[]')\n        got")
LISTS = SCRIPT.replace("GIVEN", "json.loads(json.dumps([1, step, 2] if len(sys.argv) < 2 else sys.argv[1:]))")
TENSORS = (
    SCRIPT.replace("GIVEN", "held[step % 2]")
    .replace("import json\n", "from collections import deque\n")
    .replace("\n\n\ndef", "\nheld = deque([np.ones([1, 2]), tf.ones([1, 2])])\n\n\ndef")
)
FED = "values_fed = tf.placeholder(values_now.dtype, [None] * values_now.ndim, name='hoist/values_fed')"
MOVED = "square = tf.square(y)"


def written(folder: Path, text: str, name: str = "train.py") -> Path:
    script = folder / name
    script.write_text(text)
    return script


def test_it_needs_the_runs(hoist: Hoist, tmp_path: Path) -> None:
    written(tmp_path, ARRAYS)
    answer = hoist("fix", "--trace", "--no-verify", "train.py")
    assert answer.returncode == 2
    assert answer.stderr == "hoist: --trace needs the runs: leave out --no-verify\n"
    assert (tmp_path / "train.py").read_text() == ARRAYS


def test_nothing_is_run_where_no_run_would_help(hoist: Hoist, tmp_path: Path) -> None:
    written(tmp_path, SCRIPT.replace("GIVEN", "[0.5 * step]"))
    answer = hoist("fix", "--trace", "--diff", "--python", "no-such-python", "train.py")
    assert (answer.returncode, answer.stderr) == (1, "")
    assert "hoist: tried" not in answer.stdout


def test_an_interpreter_that_is_not_there_is_told_of(hoist: Hoist, tmp_path: Path) -> None:
    written(tmp_path, ARRAYS)
    answer = hoist("fix", "--trace", "--diff", "--python", "no-such-python", "train.py")
    assert (answer.returncode, answer.stderr, answer.stdout) == (2, "hoist: no such interpreter: no-such-python\n", "")


@pytest.mark.slow
def test_each_script_is_run_once_and_one_that_raises_shows_nothing(hoist: Hoist, tmp_path: Path) -> None:
    written(tmp_path, ARRAYS, "arrays.py")
    written(tmp_path, RAISES, "raises.py")
    answer = hoist("fix", "--trace", "--diff", "--device", "cpu", ".")
    assert answer.returncode == 1
    arrays, _, raises = answer.stdout.partition("--- a/raises.py")
    assert FED in arrays
    assert "# hoist: tried, recorded: values float64 [1, 2], 8 times" in arrays
    assert MOVED in raises
    assert "values_fed" not in raises
    (said,) = answer.stderr.splitlines()
    assert said.startswith(
        "hoist: raises.py: nothing could be recorded, only what the source shows counts: raises.py:17: JSONDecodeError"
    )
    assert (tmp_path / "arrays.py").read_text() == ARRAYS


@pytest.mark.nightly
def test_what_agrees_is_written_and_marked(hoist: Hoist, tmp_path: Path) -> None:
    script = written(tmp_path, LISTS)
    answer = hoist("fix", "--trace", "--output-format", "json", "--report", "page.html", "train.py")
    assert answer.returncode == 0, answer.stderr
    document = check("fix", answer.stdout)
    remedies = {finding["rule"]: finding["remedy"] for finding in document["findings"]}
    assert {rule: remedy["tier"] for rule, remedy in remedies.items()} == {"HST110": "proved", "HST199": "tried"}
    assert remedies["HST199"]["note"] == "recorded: values int32 [3], 8 times"
    assert document["scripts"][0]["rewritten"]["nodes_per_turn"] == 0
    assert FED in script.read_text()
    assert "recorded: values int32 [3], 8 times" in (tmp_path / "page.html").read_text()
    assert hoist("fix", "--trace", "train.py").stdout.startswith("No findings")


@pytest.mark.nightly
def test_what_is_a_tensor_at_times_stays_and_the_rest_is_written(hoist: Hoist, tmp_path: Path) -> None:
    script = written(tmp_path, TENSORS)
    answer = hoist("fix", "--trace", "train.py")
    assert answer.returncode == 1, answer.stderr
    assert "What was tried did not agree." not in answer.stdout
    assert "Written: train.py" in answer.stdout
    assert "values_fed" not in script.read_text()
    assert MOVED in script.read_text()


@pytest.mark.nightly
def test_on_tensorflow_1(hoist: Hoist, tmp_path: Path, legacy_python: Path) -> None:
    script = written(tmp_path, ARRAYS)
    answer = hoist("fix", "--trace", "--python", legacy_python, "--output-format", "json", "train.py")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout)["verdict"] == "same_bits"
    assert FED in script.read_text()


@pytest.mark.nightly
def test_in_python_2(hoist: Hoist, tmp_path: Path, python2: Path) -> None:
    script = written(tmp_path, ARRAYS.replace("print(got, halved(", "print got, (halved("))
    answer = hoist("fix", "--trace", "--python", python2, "--output-format", "json", "train.py")
    assert answer.returncode == 0, answer.stderr
    assert FED in script.read_text()


LAYERS = """\
import tensorflow as tf


def scaled(tensor, rate):
    return tf.exp(tensor) * rate


class Opened(object):
    def __init__(self):
        self.session = tf.Session()
"""
LIBRARY = """\
import os
import sys
import tensorflow as tf

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries"))
import layers

x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_sum(x, 1)


def loss(sess, values):
    total = tf.square(layers.scaled(y, 0.5) * 2.0)
    return sess.run(total, {x: values})


def squared(sess, value):
    total = tf.square(value)
    return sess.run(total)


opened = layers.Opened().session
for step in range(8):
    print(loss(opened, [[1.0, step]]), squared(opened, 0.5 * step))
"""


@pytest.mark.nightly
def test_functions_and_sessions_of_another_library(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "libraries").mkdir()
    written(tmp_path / "libraries", LAYERS, "layers.py")
    script = written(tmp_path, LIBRARY)
    answer = hoist("fix", "--trace", "--output-format", "json", "train.py")
    assert answer.returncode == 0, answer.stdout
    notes = [finding["remedy"]["note"] for finding in check("fix", answer.stdout)["findings"]]
    assert any("layers.scaled(y, 0.5) * 2.0 builds 5 nodes, 8 times" in note for note in notes)
    assert any("sess session, 8 times" in note for note in notes)
    assert script.read_text().count("# hoist: tried, recorded: ") == 2
