"""Runs TensorFlow 1.x scripts one after the other in this process and says what each did.

    python launch.py JOBS.json RESULTS.json

A job is {"id", "script", "folder", "path": [folders for local modules], "arguments": [...]}; the result of one is
{"output", "error", "runs": [[nodes in the graph, [first values of each fetch]], ...], "files": [...]}.
The syntax is what Python 2.7 and 3 share, since this runs under TensorFlow 1.15 too. On TensorFlow 2 the scripts see
`tensorflow.compat.v1` as `tensorflow`.
"""
from __future__ import absolute_import, division, print_function

import io
import json
import os
import re
import runpy
import sys
import traceback

os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

if tf.__version__.startswith("2"):
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    sys.modules["tensorflow"] = tf

from tensorflow.python.client.session import BaseSession
from tensorflow.python.framework import ops

tf.logging.set_verbosity(tf.logging.ERROR)
KEPT_VALUES = 4
original_run = BaseSession.run
runs = []


def numbers(fetched):
    """The first few of each array of numbers in what a run returned."""
    if isinstance(fetched, dict):
        fetched = [fetched[key] for key in sorted(fetched, key=str)]
    if isinstance(fetched, (list, tuple)):
        return [value for part in fetched for value in numbers(part)]
    array = np.asarray(fetched)
    return [float(value) for value in array.ravel()[:KEPT_VALUES]] if array.dtype.kind in "fiub" else []


def counting_run(self, *arguments, **options):
    fetched = original_run(self, *arguments, **options)
    runs.append([len(self.graph.get_operations()), numbers(fetched)])
    return fetched


def files_below(folder):
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(place, name), folder) for name in names]
    return sorted(re.sub(r"tfevents\..*", "tfevents", name).replace(os.sep, "/") for name in found)


class Output:
    """Standard output, kept as text; of bytes, which Python 2 prints, as UTF-8."""

    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)

    def flush(self):
        pass

    def lines(self):
        return "".join(self.parts).splitlines()


def run_script(job):
    ops._default_graph_stack.reset()
    ops.reset_default_graph()
    del runs[:]
    modules_before = set(sys.modules)
    local_folders = [os.path.dirname(job["script"])] + job["path"]
    old_path, old_arguments, old_folder, old_output = list(sys.path), sys.argv, os.getcwd(), sys.stdout
    sys.path[:0] = local_folders
    sys.argv = [job["script"]] + job["arguments"]
    os.chdir(job["folder"])
    error = None
    output = sys.stdout = Output()
    try:
        runpy.run_path(job["script"], run_name="__main__")
    except Exception:
        error = traceback.format_exc()
    finally:
        sys.stdout = old_output
        os.chdir(old_folder)
        sys.path[:], sys.argv = old_path, old_arguments
        for name in set(sys.modules) - modules_before:
            place = getattr(sys.modules[name], "__file__", None) or ""
            if place.startswith(tuple(folder + os.sep for folder in local_folders)):
                del sys.modules[name]
    return {"output": output.lines(), "error": error, "runs": list(runs), "files": files_below(job["folder"])}


def main(jobs_file, results_file):
    with io.open(jobs_file, encoding="utf-8") as source:
        jobs = json.load(source)
    BaseSession.run = counting_run
    sys.dont_write_bytecode = True
    results = {job["id"]: run_script(job) for job in jobs}
    with io.open(results_file, "wb") as target:
        target.write(json.dumps(results).encode("utf-8"))


if __name__ == "__main__":
    main(*sys.argv[1:])
