"""`hoist fix --try`: what the source does not show to be right is written only if both runs agree, and is marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Hoist

SCRIPT = """\
import json
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
TENSORS = (
    SCRIPT.replace("GIVEN", "held[step % 2]")
    .replace("import json\n", "from collections import deque\n")
    .replace("\n\n\ndef", "\nheld = deque([np.ones([1, 2]), tf.ones([1, 2])])\n\n\ndef")
)


def written(tmp_path: Path, text: str) -> Path:
    script = tmp_path / "train.py"
    script.write_text(text)
    return script


def test_it_needs_the_runs(hoist: Hoist, tmp_path: Path) -> None:
    written(tmp_path, ARRAYS)
    answer = hoist("fix", "--try", "--no-verify", "train.py")
    assert answer.returncode == 2
    assert answer.stderr == "hoist: --try needs the runs: leave out --no-verify\n"
    assert (tmp_path / "train.py").read_text() == ARRAYS


def test_without_it_an_unknown_value_is_not_fed(hoist: Hoist, tmp_path: Path) -> None:
    written(tmp_path, ARRAYS)
    diff = hoist("fix", "--diff", "train.py").stdout
    assert "values_fed" not in diff
    tried = hoist("fix", "--try", "--diff", "train.py").stdout
    assert "values_fed = tf.placeholder(values_now.dtype, [None] * values_now.ndim" in tried
    assert "# hoist: tried, not shown from the source" in tried


@pytest.mark.slow
def test_what_agrees_is_written_and_marked(hoist: Hoist, tmp_path: Path) -> None:
    script = written(tmp_path, ARRAYS)
    answer = hoist("fix", "--try", "--output-format", "json", "train.py")
    document = json.loads(answer.stdout)
    assert answer.returncode == 0, answer.stderr
    assert document["verdict"] == "same_bits"
    tiers = {finding["rule"]: finding["remedy"]["tier"] for finding in document["findings"]}
    assert tiers == {"HST110": "proved", "HST199": "tried"}
    assert "values_fed" in script.read_text()
    assert document["scripts"][0]["rewritten"]["nodes_per_turn"] == 0


@pytest.mark.slow
def test_what_does_not_agree_is_taken_back_and_the_rest_is_written(hoist: Hoist, tmp_path: Path) -> None:
    script = written(tmp_path, TENSORS)
    answer = hoist("fix", "--try", "train.py")
    assert answer.returncode == 1, answer.stderr
    assert "What was tried did not agree." in answer.stdout
    text = script.read_text()
    assert "values_fed" not in text
    assert "square = tf.square(y)" in text
