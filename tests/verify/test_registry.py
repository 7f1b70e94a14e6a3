"""Every random op that TensorFlow registers is drawn from a host stream, or is known to the probe with a reason."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hoist.verify import Program, Verdict, prove

PROBE = Path(__file__).parents[2] / "hoist" / "verify" / "probe.py"
# What an interpreter's TensorFlow registers, and what the probe says of it.
LIST = """
import json, runpy, sys
probe = runpy.run_path(sys.argv[1], run_name="probe")
import tensorflow
from tensorflow.core.framework import op_def_pb2
from tensorflow.python.framework import op_def_registry
try:
    from tensorflow.python.client import pywrap_tf_session as client
    buffer = client.TF_GetAllOpList()
    found = op_def_pb2.OpList()
    found.ParseFromString(client.TF_GetBuffer(buffer))
    ops = list(found.op)
except (ImportError, AttributeError):
    ops = op_def_registry.get_registered_ops().values()
random = []
for op in ops:
    seeds = [a.name for a in op.attr if "seed" in a.name and a.name != "Tseed"]
    given = [a.name for a in op.input_arg if "seed" in a.name]
    if seeds or op.is_stateful and (given or "Random" in op.name):
        random.append(op.name)
streams = sorted(set(probe["DRAWS"]) | probe["KERNEL_DRAWS"] | probe["DRAWS_NOTHING"])
reasons = dict((name, reason) for reason, names in probe["NO_STREAM"].items() for name in names.split())
print(json.dumps([len(ops), random, streams, reasons]))
"""


@pytest.fixture(params=["2.x", "1.x"])
def python(request: pytest.FixtureRequest) -> str:
    return sys.executable if request.param == "2.x" else str(request.getfixturevalue("legacy_python"))


@pytest.mark.slow
def test_no_random_op_is_unknown(python: str) -> None:
    done = subprocess.run([python, "-c", LIST, str(PROBE)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    count, random, streams, reasons = json.loads(done.stdout.splitlines()[-1])
    assert count > 1000
    assert len(random) > 40
    assert sorted(set(random) - {*streams, *reasons}) == []
    assert not {*streams} & {*reasons}
    assert all(len(reason) > 20 for reason in reasons.values())


LEARNED = """
import numpy as np
import tensorflow as tf

labels = tf.placeholder(tf.int64, [4, 1])
with tf.Session() as sess:
    for i in range(5):
        sampled = tf.nn.learned_unigram_candidate_sampler(labels, 1, 5, True, 50).sampled_candidates
        print(len(sess.run(sampled, {labels: np.full([4, 1], i)})))
"""


@pytest.mark.slow
def test_what_has_no_stream_is_said(tmp_path: Path, python: str) -> None:
    build = next(line for line in LEARNED.splitlines() if "sampled =" in line)
    (tmp_path / "train.py").write_text(LEARNED)
    hoisted = LEARNED.replace(build + "\n", "").replace("with tf", build.strip() + "\nwith tf")
    original = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": hoisted.encode()})
    report = prove(original, rewritten, python=python, device="cpu", steps=7, measure=False)
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert "draws of LearnedUnigramCandidateSampler cannot be made common" in report.cause
