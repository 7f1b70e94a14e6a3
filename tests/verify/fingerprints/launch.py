# -*- coding: utf-8 -*-
"""Runs pairs of small programs under the probe and says of which the fingerprints are not as they must be.

    python launch.py PROBE CASES RESULTS [--stop]

CASES is a folder. Each ``.txt`` file in it holds cases, each begun by a line that says what must come out:

    == same: a constant and the same value fed
    x = tf.constant([1.0, 2.0])
    run(x * 2.0)
    --
    x = tf.placeholder(tf.float32)
    run(x * 2.0, {x: [1.0, 2.0]})

``same``: fingerprints, structures and values of the two programs' runs are equal. ``differs``: fingerprints and
structures are not. ``differs in values``: the fingerprints only; ``differs in structure``: the structures. ``holds``:
there is one program, and each line below ``--`` is an expression that is true of its ``rows``. ``not`` in front of
these words begins a case that must come out otherwise. ``on 1.x`` or ``on 2.x`` behind them leaves the other TensorFlow
out, ``on python 3`` Python 2. What stands above a line ``..`` begins both programs.

Lines of the second program are those of the first that read the same, as a line map would have it. ``run`` runs the
program's one session; ``session()`` is that session, ``defun`` makes a function as TensorFlow 1 does.

RESULTS is JSON: {title: what is wrong, or ""}, and ends with 1 if something is. With ``--stop`` it ends at the first.
"""

from __future__ import absolute_import, division, print_function

import io
import json
import os
import re
import shutil
import sys
import tempfile
import traceback
import types
import warnings
import weakref

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
warnings.simplefilter("ignore")

HEAD = re.compile(
    r"== ((?:not )?(?:same|differs in values|differs in structure|differs|holds))(?: on (1\.x|2\.x|python 3))?: (.+)"
)
EXPECTED = {  # what must be equal, and what must not
    "same": (["fingerprints", "structures", "values"], []),
    "differs": ([], ["fingerprints", "structures"]),
    "differs in values": (["structures"], ["fingerprints"]),
    "differs in structure": (["fingerprints"], ["structures"]),
}
PROGRAM = "program.py"


def read_cases(folder):
    """(title, what must come out, where it runs, beginning of both programs, first one, second one) of each case."""
    cases = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".txt"):
            continue
        with io.open(os.path.join(folder, name), encoding="ascii") as stream:
            parts = re.split("^(== .+)\n", stream.read(), flags=re.MULTILINE)
        for head, body in zip(parts[1::2], parts[2::2]):
            kind, where, title = HEAD.match(head).groups()
            first, second = re.split("^--\n", body, flags=re.MULTILINE)
            both, first = re.split("^[.][.]\n", first, flags=re.MULTILINE) if "\n..\n" in first else ("", first)
            cases.append((title, kind, where or "", both, first, second))
    return cases


def load_probe(path, root):
    """The probe as a module, its hooks in place."""
    probe = types.ModuleType("probe")
    probe.__file__ = path
    with open(path, "rb") as stream:
        exec(compile(stream.read(), path, "exec", 0, 1), probe.__dict__)
    probe.ROOT = root
    originals = os.path.join(root, "originals")
    os.mkdir(originals)
    probe.ORDERS.update(
        mode="aligned", root=root, originals=originals, line_maps={}, steps=10**6, progress=os.devnull, script=PROGRAM
    )
    probe.RUNS_PLACED = 0
    probe.prepare()
    return probe


class Fresh(object):
    """What the probe knows, as it was before the first program."""

    KINDS = (dict, list, set, weakref.WeakKeyDictionary)

    def __init__(self, probe):
        kept = ("ORDERS", "REAL", "DRAWS", "RESULT")
        names = [name for name in vars(probe) if name.isupper() and name not in kept]
        self.probe = probe
        values = [value for value in [getattr(probe, name) for name in names] if isinstance(value, self.KINDS)]
        self.known = [(value, value.__class__(value)) for value in values]

    def restore(self):
        for now, before in self.known:
            if isinstance(now, list):
                now[:] = before
            else:
                now.clear()
                now.update(before)
        self.probe.SEEDED.__dict__.clear()
        self.probe.tf.disable_control_flow_v2()


def line_map(first, second):
    """The line of the first program that reads as a line of the second one does, of several the next."""
    lines = {}
    for number, line in enumerate(first.splitlines(), 1):
        lines.setdefault(line.strip(), []).append(number)
    found = {}
    for number, line in enumerate(second.splitlines(), 1):
        same = lines.get(line.strip(), [])
        if same:
            found[number] = same.pop(0) if len(same) > 1 else same[0]
    return found


def rows_of(fresh, text, lines):
    """The rows that the probe writes of the runs of one program."""
    fresh.restore()
    probe = fresh.probe
    tf = probe.tf
    probe.ORDERS["line_maps"] = {PROGRAM: lines}
    made = []
    graph = tf.Graph()

    def session():
        if not made:
            made.append(tf.Session(graph=graph))
        return made[0]

    def run(fetches, feeds=None):
        return session().run(fetches, feeds)

    def defun(*types):
        from tensorflow.python.framework import function

        def made(body):
            body.__name__ = "body"  # that of a lambda is no name for TensorFlow
            return function.Defun(*types)(body)

        return made

    names = {"tf": tf, "np": probe.np, "probe": probe, "run": run, "session": session, "graph": graph, "defun": defun}
    names["__name__"] = "program"
    code = probe.compile_program(os.path.join(probe.ROOT, PROGRAM), text)
    try:
        with graph.as_default():
            exec(code, names)
        names["rows"] = list(probe.RUNS)
        return names
    finally:
        for one in made:
            one._hoist_noted = True  # its state is none of the case's
            one.close()


def prints(row):
    return [entry[2] for entry in row["fetches"]], sorted(print_ for _, print_ in row["targets"])


def results(row):
    return row["error"], [entry[3:7] for entry in row["fetches"]], row["racy"]


def judged(fresh, kind, both, first, second):
    """What is wrong with the rows of a case, or ''."""
    first = both + first
    with open(os.path.join(fresh.probe.ORDERS["originals"], PROGRAM), "w") as stream:
        stream.write(first)
    if kind == "holds":
        names = rows_of(fresh, first, {})
        wrong = [line for line in second.splitlines() if line.strip() and not eval(line, names)]
        return "not true: " + "; ".join(wrong) if wrong else ""
    second = both + second
    a, b = rows_of(fresh, first, {})["rows"], rows_of(fresh, second, line_map(first, second))["rows"]
    if not a or len(a) != len(b):
        return "%d runs and %d runs" % (len(a), len(b))
    parts = ("fingerprints", prints), ("structures", lambda row: row["structure"]), ("values", results)
    equal = [name for name, part in parts if [part(row) for row in a] == [part(row) for row in b]]
    must_equal, must_differ = EXPECTED[kind]
    wrong = ["%s are equal" % name for name in must_differ if name in equal]
    wrong += ["%s differ" % name for name in must_equal if name not in equal]
    return "; ".join(wrong)


def main():
    path, folder, results_path = sys.argv[1:4]
    stop = "--stop" in sys.argv
    cases = read_cases(folder)
    root = os.path.realpath(tempfile.mkdtemp(prefix="hoist-fingerprints-"))
    found = {}
    try:
        fresh = Fresh(load_probe(os.path.abspath(path), root))
        major = "2.x" if fresh.probe.MODERN[0] else "1.x"
        runs_on = ("", major) if sys.version_info[0] == 2 else ("", major, "python 3")
        for title, kind, where, both, first, second in cases:
            if where not in runs_on:
                continue
            try:
                wrong = judged(fresh, kind.replace("not ", ""), both, first, second)
                if kind.startswith("not "):
                    wrong = "" if wrong else "it does"
                found[title] = wrong
            except Exception:
                found[title] = traceback.format_exc()
            if found[title] and stop:
                break
    finally:
        shutil.rmtree(root, ignore_errors=True)
    with open(results_path, "w") as stream:
        stream.write(json.dumps(found))
    sys.stdout.flush()
    sys.exit(1 if any(found.values()) else 0)


if __name__ == "__main__":
    main()
