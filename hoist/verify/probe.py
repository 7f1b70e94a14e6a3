# -*- coding: utf-8 -*-
# ruff: noqa: E501, C401, C402, D102, D103, E731, ICN001, PLW0108, RUF021, SIM114
"""Runs one script in the user's interpreter and writes down what it computed: ``PYTHON probe.py ORDERS.json``.

One file, standard library and TensorFlow (with the NumPy that it brings) only, in the syntax that Python 2.7 and
3.6 to 3.13 share, because it runs in *the user's* interpreter.  Everything is said in the lines of the *original*
program: the orders carry a map from this program's lines to those.

Four modes.  ``plain`` runs the script as it is and notes time, nodes and memory at the start of each turn of the session
loop.  ``aligned`` makes two runs comparable to the last bit: Grappler and oneDNN off, one intra-op thread, Python's and
NumPy's generators seeded, the clock replaced by one that advances by a hundredth of a second a call, and every unseeded random
op drawing from a host stream of its *site*.  It records, for each call into a session, what was computed
(fingerprints), what came out (bits), and what was left behind (variables, checkpoints, event files, other files).  With
``numbers``, the name of a file, in its orders, TensorFlow's optimizers stay as the program has them, and the numbers
themselves are written to that file.
``trace`` runs the script as it is and notes which lines of it add how many nodes at each turn of each loop.
``record`` runs it as it is and notes what the expressions gave that its orders ask for.

**The session loop.**  A call into the session belongs to every loop whose body holds a line of the current call stack.  A
loop is *concerned* if a statement that the rewrite touched runs directly in it (it is the innermost loop around that
statement, through calls); without a rewrite to look at, every loop is.  The run stops at the first turn of a concerned loop
behind ``steps`` turns with session calls, so of nested loops the inner one is counted, through all epochs, unless only the
outer one is touched.  Loops that are not concerned (an evaluation before the training, say) may go on ten times as long
before they end the run.  Where the original stopped, the other runs stop: at the same turn of the same loop.
"""

from __future__ import absolute_import, division, print_function

import ast
import bisect
import gc
import hashlib
import io
import json
import os
import random
import re
import sys
import threading
import time
import traceback
import types
import weakref
import zlib

PY2 = sys.version_info[0] == 2
REAL_TIME = time.time
COUNTER = getattr(time, "perf_counter", time.time)
BEGUN = COUNTER()
HERE = os.path.abspath(__file__)

ORDERS = {}
ROOT = ""
FINISHED = threading.Event()
FINISH_LOCK = threading.RLock()


def to_bytes(text):
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass" if not PY2 else "replace")


def to_text(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else u"%s" % (value,)


def digest(*parts):
    """A hash of the parts that cannot confuse ``("ab", "c")`` with ``("a", "bc")``."""
    md5 = hashlib.md5()
    for part in parts:
        data = to_bytes(part)
        md5.update(to_bytes("%d:" % len(data)))
        md5.update(data)
    return md5.hexdigest()


def digest_texts(texts):
    """The same for many short ASCII texts, faster."""
    return hashlib.md5(to_bytes(u"".join([u"%d:%s" % (len(text), text) for text in texts]))).hexdigest()


SPENT = {}  # what the probe itself took, in seconds, by kind


class Spending(object):
    """``with Spending(kind):`` adds what the block takes to ``SPENT``."""

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        self.begun = COUNTER()

    def __exit__(self, *_):
        SPENT[self.kind] = SPENT.get(self.kind, 0.0) + COUNTER() - self.begun


# ---------------------------------------------------------------------------------------------------------------------
# The program's source: which loops there are, marks at the start of their turns, lines of the original
# ---------------------------------------------------------------------------------------------------------------------


def relative(filename):
    """The path below the program's folder, or None for a file that is no part of the program."""
    path = os.path.abspath(filename)
    if not path.startswith(ROOT + os.sep):
        return None
    return path[len(ROOT) + 1 :].replace(os.sep, "/")


def last_line(node):
    """The last line that the node reaches (``end_lineno`` came with Python 3.8)."""
    return max([getattr(n, "end_lineno", None) or getattr(n, "lineno", 0) for n in ast.walk(node)])


class SourceFile(object):
    """One source file: its loops, and the line of the original statement that each of its lines stems from."""

    LOOPS = tuple(getattr(ast, n) for n in ("For", "While", "AsyncFor") if hasattr(ast, n))
    COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    FUNCTIONS = tuple(getattr(ast, n) for n in ("FunctionDef", "AsyncFunctionDef") if hasattr(ast, n))

    def __init__(self, rel, text):
        self.rel = rel
        self.tree = ast.parse(text, os.path.join(ROOT, rel))
        if ORDERS.get("asked", {}).get(rel):
            self.tree = Watched(ORDERS["asked"][rel]).visit(self.tree)
        self.line_map = dict((int(k), v) for k, v in ORDERS["line_maps"].get(rel, {}).items())
        self.functions = []  # (first line, last line, is a lambda)
        self.loops = []  # (first line of the body, last line, index in LOOPS, function)
        self.enclosing = {}
        self.statements = None
        self.seen_heads = {}
        self.touched = set(ORDERS.get("touched", {}).get(rel, ()))
        self._visit(self.tree, None)

    def old_line(self, line):
        """The original's line for a line of this program; a line that is new here has none and keeps a marked number."""
        if not self.line_map:
            return line
        return self.line_map.get(line, -line)

    def site_line(self, line):
        """First line of the original's statement: one that does not depend on where in a statement a version points."""
        if self.statements is None:
            self.statements = original_statements(self.rel)
        line = self.old_line(line)
        position = bisect.bisect_right(self.statements, (line, float("inf"))) - 1
        best = line
        while position >= 0:
            start, end = self.statements[position]
            if start <= line <= end:
                best = start
                break
            position -= 1
        return best

    def _add_loop(self, head, first, last, function):
        key_line = self.old_line(head)
        ordinal = self.seen_heads.get(key_line, 0)
        self.seen_heads[key_line] = ordinal + 1
        key = "%s:%d%s" % (self.rel, key_line, "" if not ordinal else "#%d" % ordinal)
        index = loop_index(key)
        self.loops.append((first, last, index, function))
        return index

    def _visit(self, node, function):
        if isinstance(node, self.FUNCTIONS + (ast.Lambda,)):
            function = (node.lineno, last_line(node), isinstance(node, ast.Lambda))
            self.functions.append(function)
        index = None
        if isinstance(node, self.LOOPS):
            first = node.lineno if isinstance(node, ast.While) else node.body[0].lineno
            index = self._add_loop(node.lineno, first, max(last_line(part) for part in node.body), function)
        elif isinstance(node, self.COMPREHENSIONS):
            index = self._add_loop(node.lineno, node.lineno, last_line(node), function)
        for child in ast.iter_child_nodes(node):
            self._visit(child, function)
        if index is not None and wanted(index):
            self._mark(node, index)
        if self.touched:
            self._mark_touched(node)
        if isinstance(node, ast.If) and reads_version(node.test):
            VERSION_SWITCHES[(self.rel, node.lineno)] = False
            call = "__hoist_version__(%r, %d)" % (str(self.rel), node.lineno)
            node.body.insert(0, call_statement(call, node.body[0]))

    def _mark(self, node, index):
        if isinstance(node, self.LOOPS):
            node.body.insert(0, call_statement("__hoist_turn__(%d)" % index, node.body[0]))
            return
        field = "key" if isinstance(node, ast.DictComp) else "elt"
        element = getattr(node, field)
        pair = ast.parse("(__hoist_turn__(%d), 0)[1]" % index, mode="eval").body
        for part in ast.walk(pair):
            ast.copy_location(part, element)
        pair.value.elts[1] = element
        setattr(node, field, pair)

    def _mark_touched(self, node):
        """Put a call in front of each statement of this block that the rewrite touched."""
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if not isinstance(block, list) or not block:
                continue
            for position in range(len(block) - 1, -1, -1):
                statement = block[position]
                if not isinstance(statement, ast.stmt) or isinstance(statement, self.FUNCTIONS + (ast.ClassDef,)):
                    continue
                if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
                    continue
                inner = getattr(statement, "body", None)
                end = inner[0].lineno - 1 if isinstance(inner, list) and inner else last_line(statement)
                lines = [n for n in range(statement.lineno, max(end, statement.lineno) + 1) if n in self.touched]
                if lines and not (position == 0 and isinstance(node, ast.Module)):
                    block.insert(position, call_statement("__hoist_touch__(%r, %d)" % (str(self.rel), lines[0]), statement))

    def loops_at(self, line, in_lambda):
        """Indexes of the loops whose body holds the line, outermost first, within the function that the line is in."""
        key = (line, in_lambda)
        if key not in self.enclosing:
            around = [f for f in self.functions if f[0] <= line <= f[1] and f[2] <= in_lambda]
            innermost = min(around, key=lambda f: f[1] - f[0]) if around else None
            found = [m for m in self.loops if m[0] <= line <= m[1] and (m[3] == innermost or (m[3] and m[3][2]))]
            found.sort(key=lambda m: (m[0], -m[1]))
            self.enclosing[key] = tuple(m[2] for m in found)
        return self.enclosing[key]


VERSION_SWITCHES = {}  # (file, line) of an ``if`` that asks for TensorFlow's version -> whether its body was run
MODERN = [""]  # TensorFlow's version, where a script of 1.x meets 2.x


def reads_version(test):
    """Whether an expression asks for TensorFlow's version: ``tf.__version__``, ``tf.VERSION``, ``tf.version.VERSION``."""
    for node in ast.walk(test):
        if isinstance(node, ast.Attribute) and node.attr in ("__version__", "VERSION"):
            base = node.value.value if isinstance(node.value, ast.Attribute) else node.value
            if isinstance(base, ast.Name) and base.id in ("tf", "tensorflow"):
                return True
    return False


def on_version(rel, line):
    VERSION_SWITCHES[(rel, line)] = True


def version_notes():
    if not MODERN[0]:
        return []
    text = "%s:%d asks for TensorFlow's version and met %s: its condition %s; on 1.x it may go the other way"
    return [
        text % (rel, line, MODERN[0], "held" if held else "did not hold, or was not reached")
        for (rel, line), held in sorted(VERSION_SWITCHES.items())
    ]


def call_statement(text, place):
    statement = ast.parse(text).body[0]
    for part in ast.walk(statement):
        ast.copy_location(part, place)
    return statement


def original_statements(rel):
    """Spans of the original file's statements, compound ones with their head only, sorted."""
    path = os.path.join(ORDERS.get("originals", ""), rel)
    if not os.path.exists(path):
        path = os.path.join(ROOT, rel)
    spans = []
    try:
        with open(path, "rb") as stream:
            tree = ast.parse(stream.read())
    except (SyntaxError, ValueError, IOError):
        return spans
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = max(node.lineno, body[0].lineno - 1) if isinstance(body, list) and body else last_line(node)
            spans.append((node.lineno, end))
    return sorted(spans)


FILES = {}  # path below the folder -> SourceFile
LOOP_KEYS = []  # index -> "path:line" in the original
LOOP_INDEX = {}
REL_CACHE = {}


def loop_index(key):
    if key not in LOOP_INDEX:
        LOOP_INDEX[key] = len(LOOP_KEYS)
        LOOP_KEYS.append(key)
        COUNTS.append(0)
        SESSION_TURNS.append(0)
        LAST_SESSION_TURN.append(0)
    return LOOP_INDEX[key]


def wanted(index):
    known = ORDERS.get("session_loops")
    return known is None or LOOP_KEYS[index] in known


def compile_program(path, text):
    """Compile a file of the program with marks; a file that is no part of it, or does not parse, as it is."""
    rel = relative(path)
    if rel is None:
        return compile(text, path, "exec", 0, 1)
    source = SourceFile(rel, text)
    FILES[rel] = source
    return compile(source.tree, path, "exec", 0, 1)


def install_import_hook():
    if PY2:
        import imp

        class Finder(object):
            def find_module(self, name, path=None):
                try:
                    stream, filename, kind = imp.find_module(name.rpartition(".")[2], path)
                except ImportError:
                    return None
                if stream:
                    stream.close()
                package = kind[2] == imp.PKG_DIRECTORY
                filename = os.path.join(filename, "__init__.py") if package else filename
                if not filename.endswith(".py") or relative(filename) is None or not os.path.exists(filename):
                    return None
                return Loader(os.path.abspath(filename), package)

        class Loader(object):
            def __init__(self, filename, package):
                self.filename, self.package = filename, package

            def load_module(self, name):
                if name in sys.modules:
                    return sys.modules[name]
                with open(self.filename, "rb") as stream:
                    code = compile_program(self.filename, stream.read())
                module = types.ModuleType(name)
                module.__file__, module.__loader__ = self.filename, self
                module.__package__ = name if self.package else name.rpartition(".")[0]
                if self.package:
                    module.__path__ = [os.path.dirname(self.filename)]
                sys.modules[name] = module
                try:
                    exec(code, module.__dict__)
                except BaseException:
                    del sys.modules[name]
                    raise
                return sys.modules[name]

        sys.meta_path.insert(0, Finder())
        return
    from importlib import machinery

    class SourceLoader(machinery.SourceFileLoader):
        def get_code(self, fullname):
            path = self.get_filename(fullname)
            return compile_program(path, self.get_data(path))

    class PathFinder(object):
        @classmethod
        def find_spec(cls, fullname, path=None, target=None):
            spec = machinery.PathFinder.find_spec(fullname, path, target)
            if spec is None or not spec.origin or type(spec.loader) is not machinery.SourceFileLoader:
                return None
            if relative(spec.origin) is None:
                return None
            spec.loader = SourceLoader(spec.loader.name, os.path.abspath(spec.loader.path))
            return spec

    sys.meta_path.insert(0, PathFinder)


# ---------------------------------------------------------------------------------------------------------------------
# Where the program is: the stack, its loops, the turn
# ---------------------------------------------------------------------------------------------------------------------

COUNTS = []  # turns begun, for each loop
SESSION_TURNS = []  # turns in which the session ran, for each loop
LAST_SESSION_TURN = []
SESSION_LOOPS = set()
CONCERNED = set()
TOUCHED_SEEN = {}
LATE = [False]  # a random node was built in a loop before the loop was known to be a session loop
DRAW_LOOPS = set()
STOP = {}
TURN_TIMES = []
GRAPHS_AT_TURN_2 = {}
PROGRESS = {"last": 0.0}


def frame_file(frame):
    filename = frame.f_code.co_filename
    if filename not in REL_CACHE:
        rel = relative(filename)
        REL_CACHE[filename] = FILES.get(rel) if rel else None
        if rel and rel not in FILES:
            return None
    return REL_CACHE[filename]


def user_frames():
    """(file, line, frame) of the program's frames, innermost first."""
    found = []
    frame = sys._getframe(1)
    while frame is not None:
        source = frame_file(frame)
        if source is not None:
            found.append((source, frame.f_lineno, frame))
        frame = frame.f_back
    return found


def active_loops(frames):
    """Indexes of the loops that the stack is in, outermost first."""
    found = []
    for source, line, frame in reversed(frames):
        for index in source.loops_at(line, frame.f_code.co_name == "<lambda>"):
            if index not in found:
                found.append(index)
    return found


def place(frames):
    """``path:line`` of the original, and of this program, for the innermost frame of the program."""
    if not frames:
        return "", ""
    source, line, _ = frames[0]
    return "%s:%d" % (source.rel, source.old_line(line)), "%s:%d" % (source.rel, line)


def site_of(frames):
    """The user's call stack in statements of the original."""
    return tuple("%s:%d" % (source.rel, source.site_line(line)) for source, line, _ in reversed(frames))


RAN = set()  # numbers of the stacks that built what some run computed
BUILT = {}  # the program's lines that were on the stack when ops were built, innermost first -> number


def built_at():
    """The number of the stack, in lines of this program, that builds an op now."""
    frame = sys._getframe(2)
    lines = []
    while frame is not None:
        source = frame_file(frame)
        if source is not None:
            lines.append((source.rel, frame.f_lineno))
        frame = frame.f_back
    return BUILT.setdefault(tuple(lines), len(BUILT))


def original_lines(number):
    """The stack of this number in statements of the original."""
    lines = next((lines for lines, n in BUILT.items() if n == number), ())
    return " ".join("%s:%d" % (rel, FILES[rel].site_line(line)) for rel, line in lines)


def built_not_run():
    """The program's lines, innermost ones, that built ops of which no run computed any."""
    ran = set(lines[0] for lines, number in BUILT.items() if lines and number in RAN)
    built = set(lines[0] for lines in BUILT if lines)
    return sorted("%s:%d" % line for line in built - ran)


def show_progress(index):
    now = REAL_TIME()
    if now - PROGRESS["last"] < 0.2:
        return
    PROGRESS["last"] = now
    with open(ORDERS["progress"], "w") as stream:
        stream.write("%d %d" % (COUNTS[index], STOP.get("turns") or ORDERS.get("expected") or ORDERS["steps"]))


def on_turn(index):
    """Called at the start of each turn of a loop of the program, in aligned runs."""
    turn = COUNTS[index] + 1
    COUNTS[index] = turn
    if index not in SESSION_LOOPS:
        return
    if STOP:
        if LOOP_KEYS[index] == STOP["loop"] and turn > STOP["turns"]:
            finish("limit")
    else:
        steps = ORDERS["steps"]
        ran = SESSION_TURNS[index]
        if ran >= steps and (not CONCERNED and not ORDERS.get("touched") or index in CONCERNED):
            STOP.update(loop=LOOP_KEYS[index], turns=turn - 1)
            finish("limit")
        if ran >= 10 * steps and all(SESSION_TURNS[c] >= 3 for c in CONCERNED):
            STOP.update(loop=LOOP_KEYS[index], turns=turn - 1)
            finish("limit")
    if turn == 2 and not any(COUNTS[i] >= 2 for i in SESSION_LOOPS if i != index):
        GRAPHS_AT_TURN_2[LOOP_KEYS[index]] = describe_graph()
    show_progress(index)


def on_touch(rel, line):
    """Called in front of a statement that the rewrite touched."""
    seen = TOUCHED_SEEN.get((rel, line), 0)
    if seen < 100:
        TOUCHED_SEEN[(rel, line)] = seen + 1
        loops = active_loops(user_frames())
        if loops:
            CONCERNED.add(loops[-1])


def on_plain_turn(index):
    """Called at the start of each turn of the session loop, in plain runs: as little as possible happens here."""
    now = COUNTER()
    if LOOP_KEYS[index] != STOP["loop"]:
        return
    TURN_TIMES.append((now, count_repeated_nodes(), memory()))
    turns = len(TURN_TIMES) - 1
    enough = ORDERS.get("budget", 0.0)
    if turns >= STOP["turns"] and (turns >= ORDERS["most_turns"] or now - TURN_TIMES[0][0] > enough):
        finish("limit")
    COUNTS[index] = len(TURN_TIMES)
    show_progress(index)


def memory():
    """Resident bytes of this process."""
    try:
        with open("/proc/self/statm") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (IOError, OSError, ValueError, IndexError):
        try:
            import resource

            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return peak if sys.platform == "darwin" else peak * 1024
        except ImportError:
            return 0


# ---------------------------------------------------------------------------------------------------------------------
# What makes two runs comparable outside TensorFlow: the clock and the generators
# ---------------------------------------------------------------------------------------------------------------------

CLOCK = {"now": 1600000000.0}


def virtual_now():
    CLOCK["now"] += 0.01
    return CLOCK["now"]


def from_program(depth=2):
    return frame_file(sys._getframe(depth)) is not None


def install_clock():
    """A clock that advances by a hundredth of a second with each look at it *by the program*; others see the real one."""

    def replaced(real):
        def clock():
            return virtual_now() if from_program() else real()

        return clock

    def replaced_ns(real):
        def clock():
            return int(virtual_now() * 1e9) if from_program() else real()

        return clock

    for name in ("time", "perf_counter", "monotonic", "clock", "process_time"):
        if hasattr(time, name):
            setattr(time, name, replaced(getattr(time, name)))
    for name in ("time_ns", "perf_counter_ns", "monotonic_ns", "process_time_ns"):
        if hasattr(time, name):
            setattr(time, name, replaced_ns(getattr(time, name)))
    gmtime, localtime, strftime, ctime, asctime = time.gmtime, time.localtime, time.strftime, time.ctime, time.asctime

    def with_seconds(real):
        def convert(seconds=None):
            return real(virtual_now() if seconds is None and from_program() else seconds)

        return convert

    time.gmtime, time.localtime, time.ctime = with_seconds(gmtime), with_seconds(localtime), with_seconds(ctime)
    time.strftime = lambda form, t=None: strftime(form, localtime(virtual_now()) if t is None else t)
    time.asctime = lambda t=None: asctime(localtime(virtual_now()) if t is None else t)
    install_datetime()


def install_datetime():
    import datetime

    real = datetime.datetime

    class Meta(type):
        def __instancecheck__(cls, instance):
            return isinstance(instance, real)

        def __subclasscheck__(cls, other):
            return issubclass(other, real)

    def now(cls, tz=None):
        return real.fromtimestamp(virtual_now(), tz)

    def utcnow(cls):
        return real.utcfromtimestamp(virtual_now())

    names = {"now": classmethod(now), "utcnow": classmethod(utcnow), "today": classmethod(lambda cls: now(cls))}
    datetime.datetime = Meta("datetime", (real,), names)


def seed_generators():
    random.seed(0)
    np.random.seed(0)
    if hasattr(np.random, "default_rng"):
        real = np.random.default_rng
        made = [0]

        def default_rng(seed=None):
            if seed is None and from_program():
                made[0] += 1
                seed = made[0]
            return real(seed)

        np.random.default_rng = default_rng


# ---------------------------------------------------------------------------------------------------------------------
# TensorFlow as the script expects it
# ---------------------------------------------------------------------------------------------------------------------

np = None
tf = None
ops = None
session_module = None


def load_tensorflow():
    """Import TensorFlow and, on 2.x, put its 1.x face in its place."""
    global np, tf, ops, session_module
    import numpy

    np = numpy
    import tensorflow as real

    version = getattr(real, "__version__", "") or real.version.VERSION
    if int(version.split(".")[0]) >= 2:
        import tensorflow.compat.v1 as face

        face.disable_v2_behavior()
        # ``import tensorflow.x`` looks submodules up on the path of the module that stands here.
        paths = list(getattr(face, "__path__", []))
        face.__path__ = paths + [p for p in getattr(real, "__path__", []) if p not in paths]
        face.__version__ = version
        sys.modules["tensorflow"] = face
        MODERN[0] = version
        stand_in_contrib(face)
        tf = face
    else:
        tf = real
    from tensorflow.python.client import session
    from tensorflow.python.framework import ops as framework_ops

    ops, session_module = framework_ops, session
    stand_in_mnist()
    try:
        import logging

        logging.getLogger("tensorflow").setLevel(logging.ERROR)
    except Exception:
        pass
    return version


def stand_in_contrib(face):
    """``tf.contrib.slim`` and ``tf.contrib.layers`` from tf_slim, imported when first asked for."""
    slim_parts = ("layers", "regularizers", "initializers", "optimizers", "summaries", "utils", "normalization")

    class Layers(types.ModuleType):
        """What tf_slim keeps in several modules and 1.x had in one."""

        def __getattr__(self, name):
            from importlib import import_module

            for part in slim_parts:
                try:
                    return getattr(import_module("tf_slim.layers." + part), name)
                except (ImportError, AttributeError):
                    continue
            raise AttributeError("module 'tensorflow.contrib.layers' has no attribute %r in tf_slim" % name)

    layers = Layers("tensorflow.contrib.layers")

    class Contrib(types.ModuleType):
        def __getattr__(self, name):
            if name == "slim":
                import tf_slim

                return tf_slim
            if name == "layers":
                return layers
            if name == "rnn":
                return tf.nn.rnn_cell
            raise AttributeError("module 'tensorflow.contrib' has no attribute %r (TensorFlow 2 has no contrib)" % name)

    contrib = Contrib("tensorflow.contrib")
    contrib.__path__ = []
    face.contrib = contrib
    sys.modules["tensorflow.contrib"] = contrib
    sys.modules["tensorflow.contrib.layers"] = layers

    class Finder(object):
        @staticmethod
        def find_spec(fullname, path=None, target=None):
            if fullname != "tensorflow.contrib.slim":
                return None
            from importlib import machinery

            return machinery.ModuleSpec(fullname, Finder)

        @staticmethod
        def create_module(spec):
            import tf_slim

            return tf_slim

        @staticmethod
        def exec_module(module):
            pass

    sys.meta_path.append(Finder)


NOTES = []  # what a reader of the verdict should know
MNIST = "tensorflow.examples.tutorials.mnist.input_data"
MNIST_FILES = ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz")


def stand_in_mnist():
    """``input_data`` of 1.x's tutorials, which 2.x has no more, and which would download its data if they are not there."""
    module = types.ModuleType(MNIST)
    module.read_data_sets = read_data_sets
    module.DataSet = DataSet
    packages = [MNIST.rsplit(".", n)[0] for n in (3, 2, 1)]

    def made(name):
        if name == MNIST:
            return module
        package = types.ModuleType(name)
        package.__path__ = []
        return package

    class First(object):
        """Takes the place of the module, whether TensorFlow has it or not."""

        names = (MNIST,)

        @classmethod
        def find_spec(cls, name, path=None, target=None):
            if name not in cls.names:
                return None
            from importlib import machinery

            return machinery.ModuleSpec(name, cls, is_package=name != MNIST)

        @staticmethod
        def create_module(spec):
            return made(spec.name)

        @staticmethod
        def exec_module(loaded):
            pass

        @classmethod
        def find_module(cls, name, path=None):
            return cls if name in cls.names else None

        @staticmethod
        def load_module(name):
            sys.modules[name] = made(name)
            return sys.modules[name]

    class Last(First):
        """Gives the packages around it, where TensorFlow has them no more."""

        names = packages

    sys.meta_path.insert(0, First)
    sys.meta_path.append(Last)


class DataSet(object):
    """Images and labels, given out in batches, each epoch in another order."""

    def __init__(self, images, labels):
        self.images, self.labels = images, labels
        self.num_examples = len(images)
        self.epochs_completed = 0
        self._order, self._next = np.arange(len(images)), 0

    def next_batch(self, batch_size, fake_data=False, shuffle=True):
        if self._next == 0 and self.epochs_completed == 0 and shuffle:
            self._order = np.random.permutation(self.num_examples)
        taken = self._order[self._next : self._next + batch_size]
        self._next += len(taken)
        if len(taken) < batch_size:  # an epoch ends within the batch
            self.epochs_completed += 1
            self._order = np.random.permutation(self.num_examples) if shuffle else np.arange(self.num_examples)
            self._next = batch_size - len(taken)
            taken = np.concatenate([taken, self._order[: self._next]])
        return self.images[taken], self.labels[taken]


def read_data_sets(train_dir, fake_data=False, one_hot=False, dtype=None, reshape=True, validation_size=5000, **_):
    """Train, validation and test data: those in the folder, else generated ones of the same shapes."""
    import collections

    paths = [os.path.join(str(train_dir), name) for name in MNIST_FILES]
    if all(os.path.exists(path) for path in paths):
        raw = [read_idx(path) for path in paths]
    else:
        raw = generated_digits(60000, 1) + generated_digits(10000, 2)
        note = "the data of %s are generated, of the same shapes: the real ones would have to be downloaded" % MNIST
        if note not in NOTES:
            NOTES.append(note)

    def data_set(images, labels):
        if reshape:
            images = images.reshape(len(images), -1)
        if dtype is None or tf.as_dtype(dtype) == tf.float32:
            images = images.astype(np.float32) * np.float32(1.0 / 255)
        return DataSet(images, np.eye(10)[labels] if one_hot else labels)

    kinds = collections.namedtuple("Datasets", ["train", "validation", "test"])
    train, labels = raw[0], raw[1]
    return kinds(
        data_set(train[validation_size:], labels[validation_size:]),
        data_set(train[:validation_size], labels[:validation_size]),
        data_set(raw[2], raw[3]),
    )


def read_idx(path):
    import gzip

    with gzip.open(path, "rb") as stream:
        data = bytearray(stream.read())
    shape = [int.from_bytes(data[at : at + 4], "big") if not PY2 else sum(data[at + n] << (24 - 8 * n) for n in range(4))
             for at in range(4, 4 + 4 * data[3], 4)]  # fmt: skip
    array = np.frombuffer(bytes(data[4 + 4 * data[3] :]), np.uint8).reshape(shape)
    return array.reshape(shape + [1]) if len(shape) == 3 else array


def generated_digits(count, seed):
    """Images of ten patterns under noise, and which pattern each shows."""
    patterns = np.random.RandomState(0).randint(0, 128, (10, 28, 28, 1)).astype(np.uint8)
    draw = np.random.RandomState(seed)
    labels = draw.randint(0, 10, count).astype(np.uint8)
    return [patterns[labels] + draw.randint(0, 128, (count, 28, 28, 1)).astype(np.uint8), labels]


LAST_GRAPH = [None]


def session_graph():
    graph = LAST_GRAPH[0]() if LAST_GRAPH[0] is not None else None
    return graph if graph is not None else ops.get_default_graph()


def count_nodes(graph=None):
    graph = graph if graph is not None else session_graph()
    nodes = getattr(graph, "_nodes_by_id", None)
    if nodes is not None:
        return len(nodes)
    try:
        return graph.num_operations()
    except AttributeError:
        return len(graph.get_operations())


FIRST_USES = {}  # number of the graph -> the builds that it keeps, its nodes at the last look, nodes of first uses


def count_repeated_nodes():
    """The nodes of the graph without those that a kept build added at its first use, which may come at any turn.

    A build that is kept anew for other inputs is no first use: its site is told by the name that stands in its key.
    """
    graph, nodes = session_graph(), count_nodes()
    kept = getattr(graph, "hoist", None)
    if not isinstance(kept, dict):
        return nodes
    sites = len(set(key[:2] for key in list(kept) if isinstance(key, tuple)))
    known, before, first = FIRST_USES.get(id(graph), (0, nodes, 0))
    if sites > known and TURN_TIMES:
        first += nodes - before
    FIRST_USES[id(graph)] = (sites, nodes, first)
    return nodes - first


def describe_graph():
    """Names of the variables and sizes of the collections of the session's graph."""
    graph = session_graph()
    variables = sorted(op.name for op in graph.get_operations() if op.type in VARIABLES)
    collections = {}
    for key in graph.get_all_collection_keys():
        if isinstance(key, str) and key not in ("while_context", "cond_context"):
            collections[to_text(key)] = len(graph.get_collection_ref(key))
    return {"variables": variables, "collections": collections}


# ---------------------------------------------------------------------------------------------------------------------
# Common random numbers
# ---------------------------------------------------------------------------------------------------------------------

VARIABLES = ("Variable", "VariableV2", "VarHandleOp")
SEEDED = threading.local()
HOST = {}  # token of a py_func -> HostNode
ORDINALS = {}
POSITIONS = {}
SITES = {}  # (kind, site, ordinal) -> in what order it came
ALIASES = {}  # the same -> the original's site and ordinal, where the lines alone do not say it
UNALIGNED = set()
KEEP = []
DREW = [False]


class HostNode(object):
    """A random node that draws from a host stream.

    The value is a function of the site, of how many runs drew at the site before this one, and of how often this node drew
    within the run: so nodes that one site built in different turns draw the same in one run, in whatever order they run.
    """

    def __init__(self, kind, site, graph_seed, dtype, kernel=None):
        self.kind, self.site, self.graph_seed, self.dtype = kind, site, graph_seed, dtype
        self.kernel = kernel
        self.position, self.drawn = None, 0
        self.lock = threading.Lock()

    def stream_key(self, session):
        return (self.site, self.kind, self.graph_seed, session_number(session) if self.graph_seed is not None and session is not None else None)

    def __call__(self, *inputs):
        with Spending("streams"):
            return self.draw(*inputs)

    def draw(self, *inputs):
        with self.lock:
            position = self.position
            drawn = self.drawn
            if position is None:  # inside a function: no run announces it, so all nodes of the site count together
                key = self.stream_key(None)
                position, drawn = POSITIONS.get(key, 0) + 1, 0
                POSITIONS[key] = position
            else:
                self.drawn += 1
        seed = zlib.crc32(to_bytes(repr((self.site, self.kind, self.graph_seed, position, drawn)))) & 0x7FFFFFFF
        if self.kernel is not None:
            return self.kernel.draw(seed, inputs)
        value = DRAWS[self.kind](np.random.RandomState(seed), self.dtype, *inputs)
        return np.asarray(value).astype(self.dtype)


def unit(r, dtype, shape):
    """Uniform in [0, 1) with as many bits as the type holds, so that rounding cannot give 1."""
    bits = {np.dtype(np.float16): 11, np.dtype(np.float32): 24, np.dtype(np.float64): 53}.get(np.dtype(dtype), 8)
    return r.randint(0, 2**bits, tuple(shape), dtype=np.int64) / float(2**bits)


def truncated(r, dtype, shape):
    x = np.asarray(r.standard_normal(tuple(shape)))
    while (abs(x) > 2).any():
        x = np.where(abs(x) > 2, r.standard_normal(x.shape), x)
    return x


def categorical(r, dtype, logits, count):
    uniform = unit(r, np.float64, (len(logits), int(count), logits.shape[1])) + 1e-300
    return np.argmax(np.asarray(logits, np.float64)[:, None, :] - np.log(-np.log(uniform)), -1)


def bounded(r, dtype, shape, means, deviations, low, high):
    shape = tuple(int(n) for n in shape)
    extend = lambda a: np.reshape(a, np.shape(a) + (1,) * (len(shape) - np.ndim(a))) if np.ndim(a) else a
    means, deviations, low, high = extend(means), extend(deviations), extend(low), extend(high)
    x = means + deviations * r.standard_normal(shape)
    for _ in range(10000):
        bad = (x < low) | (x > high)
        if not bad.any():
            break
        x = np.where(bad, means + deviations * r.standard_normal(shape), x)
    return np.clip(x, low, high)


DRAWS = {
    "RandomUniform": unit,
    "RandomStandardNormal": lambda r, d, shape: r.standard_normal(tuple(shape)),
    "TruncatedNormal": truncated,
    "RandomUniformInt": lambda r, d, shape, low, high: r.randint(int(low), int(high), tuple(shape), dtype=np.int64),
    "RandomShuffle": lambda r, d, value: value[r.permutation(len(value))] if np.ndim(value) else value,
    "Multinomial": categorical,
    "RandomGamma": lambda r, d, shape, alpha: r.gamma(alpha, size=tuple(shape) + np.shape(alpha)),
    "RandomPoissonV2": lambda r, d, shape, rate: r.poisson(rate, size=tuple(shape) + np.shape(rate)),
    "RandomPoisson": lambda r, d, shape, rate: r.poisson(rate, size=tuple(shape) + np.shape(rate)),
    "ParameterizedTruncatedNormal": bounded,
}
# Their gradients look at inputs, outputs and attributes only, which are the same here.
DIFFERENTIABLE = ("RandomGamma", "FractionalMaxPool", "FractionalAvgPool")
OUT_TYPE = {
    "RandomUniformInt": "Tout",
    "RandomShuffle": "T",
    "Multinomial": "output_dtype",
    "RandomGamma": "T",
}


# Ops with a seed whose own kernel draws, in a graph of its own and with a seed for each draw.
KERNEL_DRAWS = frozenset(
    ["UniformCandidateSampler", "LogUniformCandidateSampler", "FixedUnigramCandidateSampler", "SampleDistortedBoundingBox",
     "SampleDistortedBoundingBoxV2", "FractionalMaxPool", "FractionalAvgPool", "RandomCrop"]
)  # fmt: skip
# Ops that have a seed and draw nothing.
DRAWS_NOTHING = frozenset(
    ["AllCandidateSampler", "ComputeAccidentalHits", "CudnnRNNCanonicalToParams", "CudnnRNNCanonicalToParamsV2",
     "CudnnRNNParamsSize", "CudnnRNNParamsToCanonical", "CudnnRNNParamsToCanonicalV2", "StatelessRandomGetAlg",
     "DeleteRandomSeedGenerator"]
)  # fmt: skip
# Ops of a random kind that draw from no host stream: why, and what the verdict then is.
NO_STREAM = {
    "a learned distribution, a queue or a GPU's generator lives in the kernel: the op gets its site's seed; where values "
    "then differ, the verdict is that the programs could not be run": (
        "CudnnRNN CudnnRNNV2 CudnnRNNV3 CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3 "
        "LearnedUnigramCandidateSampler ThreadUnsafeUnigramCandidateSampler RandomShuffleQueue RandomShuffleQueueV2"
    ),
    "a dataset: its seed comes from get_seed of tf.data, where each site is given its own; compared as all values are": (
        "AnonymousRandomSeedGenerator AnonymousSeedGenerator ExperimentalRandomDataset GlobalShuffleDataset "
        "RandomDataset RandomDatasetV2 ShuffleAndRepeatDatasetV2 ShuffleDatasetV2 ShuffleDatasetV3 SnapshotDataset"
    ),
    "the seed is a number that the script or a default gives; an attribute and compared as one": (
        "RecordInput RiscRandomUniform"
    ),
    "the generator's state is a variable, which is compared as all variables are": "StatefulRandomBinomial",
}


class KernelDraw(object):
    """Draws by an op's own kernel: the op stands alone in a graph, with its inputs as constants and a seed of the draw."""

    def __init__(self, op_type, attrs, real, inputs):
        from tensorflow.core.framework import attr_value_pb2

        self.op_type, self.real, self.new_attr = op_type, real, attr_value_pb2.AttrValue
        self.attrs = dict((key, value) for key, value in attrs.items() if not key.startswith("_"))
        self.kinds = [t.dtype.base_dtype for t in inputs]
        op = self._built(1, [known_or_placeholder(t) for t in inputs])
        self.types = [out.dtype.base_dtype for out in op.outputs]
        self.shapes = [out.get_shape() for out in op.outputs]

    def _built(self, seed, makers):
        attrs = dict(self.attrs, seed=self.new_attr(i=seed), seed2=self.new_attr(i=1))
        if "deterministic" in attrs:  # fractional pooling takes no seed otherwise
            attrs["deterministic"] = self.new_attr(b=True)
        with tf.Graph().as_default() as graph, tf.device("/cpu:0"):
            return self.real(graph, self.op_type, [make() for make in makers], dtypes=None, attrs=attrs, name="draw")

    def draw(self, seed, inputs):
        op = self._built(seed | 1, [lambda v=v, k=k: tf.constant(v, k) for v, k in zip(inputs, self.kinds)])
        # Threads of its own: the program's may all be waiting for draws.
        session = session_module.Session(graph=op.graph, config=tf.ConfigProto(use_per_session_threads=True))
        session._hoist_noted = True  # it is none of the program's
        try:
            return REAL["_do_run"](session, None, [], list(op.outputs), {}, None, None)
        finally:
            REAL["close"](session)

    def described(self):
        """The attributes that say what is drawn."""
        skipped = ("seed", "seed2", "deterministic")
        kept = sorted(key for key in self.attrs if key not in skipped and key not in INDEX_ATTRS)
        return ["%s=%s" % (key, attr_text(None, key, self.attrs[key])) for key in kept]


def known_or_placeholder(tensor):
    from tensorflow.python.framework import tensor_util

    value, kind, shape = tensor_util.constant_value(tensor), tensor.dtype.base_dtype, tensor.get_shape()
    return (lambda: tf.placeholder(kind, shape)) if value is None else (lambda: tf.constant(value, kind))


def install_seed_hooks():
    """Learn whether an op's seed was given by the script: ``get_seed`` is where all op constructors come by."""
    from tensorflow.python.framework import random_seed

    real = random_seed.get_seed

    def get_seed(op_seed):
        pair = real(op_seed)
        SEEDED.last = (pair, op_seed is not None)
        return pair

    patched_everywhere(real, get_seed, "get_seed")
    try:
        from tensorflow.python.data.util import random_seed as data_seed
    except ImportError:
        return
    real_data = data_seed.get_seed

    def get_data_seed(seed):
        if seed is None:
            DREW[0] = True
            site, ordinal = numbered_site("dataset seed")
            seed = zlib.crc32(to_bytes(repr((site, ordinal)))) & 0x7FFFFFFF
        return real_data(seed)

    patched_everywhere(real_data, get_data_seed, "get_seed")


def patched_everywhere(real, replacement, name):
    for module in list(sys.modules.values()):
        try:
            if module is not None and module.__dict__.get(name) is real:
                setattr(module, name, replacement)
        except Exception:
            continue


def numbered_site(kind):
    """The site, and how many of its kind it made since the turn of the innermost session loop began."""
    frames = user_frames()
    site = site_of(frames)
    loops = active_loops(frames)
    DRAW_LOOPS.update(i for i in loops if i not in SESSION_LOOPS and COUNTS[i] > 1)
    turns = tuple((i, COUNTS[i]) for i in loops if i in SESSION_LOOPS)
    last, count = ORDINALS.get((site, kind), (turns, -1))
    count = count + 1 if last == turns else 0
    ORDINALS[(site, kind)] = (turns, count)
    if (kind in DRAWS or kind in KERNEL_DRAWS) and (kind, site, count) not in SITES:
        SITES[(kind, site, count)] = len(SITES)
    return ALIASES.get((kind, site, count), (site, count))


def is_seeded(attrs):
    pair = (attrs["seed"].i, attrs["seed2"].i)
    last = getattr(SEEDED, "last", None)
    if last is not None:
        given = tuple(0 if s is None else int(s) for s in last[0])
        if given == pair:
            return last[1]
    return pair != (0, 0)


def install_op_hook():
    """At the one place where ops are made, turn unseeded random ops into host draws of the same name."""
    from tensorflow.core.framework import attr_value_pb2
    from tensorflow.python.ops import script_ops

    name = "_create_op_internal" if hasattr(ops.Graph, "_create_op_internal") else "create_op"
    real = getattr(ops.Graph, name)
    positional = ("dtypes", "input_types", "name", "attrs", "op_def")  # the same in 1.13 to 2.21

    def create(self, op_type, inputs, *args, **kwargs):
        kwargs.update(zip(positional, args))
        rest = args[len(positional) :]
        attrs = kwargs.get("attrs")
        if op_type in ("Enter", "RefEnter", "While", "StatelessWhile") and attrs and "parallel_iterations" in attrs:
            attrs["parallel_iterations"].i = 1  # so that draws inside the loop come in order
        if attrs and "seed" in attrs and "seed2" in attrs and op_type not in DRAWS_NOTHING:
            if is_seeded(attrs):
                attrs["_hoist_seed"] = attr_value_pb2.AttrValue(i=1)
            elif op_type in DRAWS or op_type in KERNEL_DRAWS:
                return host_op(self, op_type, inputs, rest, kwargs)
            else:
                DREW[0] = True
                UNALIGNED.add(op_type)
                site, ordinal = numbered_site(op_type)
                attrs["seed"].i = zlib.crc32(to_bytes(repr((site, ordinal)))) & 0x7FFFFFFF
        op = call(self, op_type, inputs, rest, kwargs)
        op._hoist_built = built_at()
        if op_type in SUMMARIES:
            note_summary(op)
        return op

    def call(graph, op_type, inputs, rest, kwargs):
        if not rest:
            return real(graph, op_type, inputs, **kwargs)
        return real(graph, op_type, inputs, *([kwargs.get(key) for key in positional] + list(rest)))

    def host_op(graph, op_type, inputs, rest, kwargs):
        DREW[0] = True
        attrs = kwargs["attrs"]
        inputs = list(inputs)
        kernel = KernelDraw(op_type, attrs, real, inputs) if op_type in KERNEL_DRAWS else None
        kinds = [tf.as_dtype(attrs[OUT_TYPE.get(op_type, "dtype")].type)] if kernel is None else kernel.types
        site, ordinal = numbered_site(op_type)
        node = HostNode(op_type, (site, ordinal), graph.seed, kinds[0].as_numpy_dtype, kernel)
        KEEP.append(node)
        token = script_ops._py_funcs.insert(node)
        HOST[to_text(token)] = node
        new = {"token": attr_value_pb2.AttrValue(s=to_bytes(token))}
        new["Tin"] = attr_value_pb2.AttrValue()
        new["Tin"].list.type.extend([t.dtype.base_dtype.as_datatype_enum for t in inputs])
        new["Tout"] = attr_value_pb2.AttrValue()
        new["Tout"].list.type.extend([kind.as_datatype_enum for kind in kinds])
        if op_type in DIFFERENTIABLE:
            new["_gradient_op_type"] = attr_value_pb2.AttrValue(s=to_bytes(op_type))
        changed = dict(kwargs, attrs=new, op_def=None, name=kwargs.get("name") or op_type)
        op = call(graph, "PyFunc", inputs, rest, changed)
        op._hoist_built = built_at()
        shapes = [static_shape(op_type, op.inputs)] if kernel is None else kernel.shapes
        for out, shape in zip(op.outputs, shapes):
            out.set_shape(shape)
        real_get = op.get_attr
        op.get_attr = lambda key: real_get(key) if key not in attrs else attr_of(attrs, key)
        op._get_attr_type = op.get_attr
        return op

    setattr(ops.Graph, name, create)


def attr_of(attrs, key):
    value = attrs[key]
    return tf.as_dtype(value.type) if value.WhichOneof("value") == "type" else getattr(value, value.WhichOneof("value"))


def static_shape(kind, inputs):
    from tensorflow.python.framework import tensor_util

    if kind == "RandomShuffle":
        return inputs[0].get_shape()
    if kind == "Multinomial":
        count = tensor_util.constant_value(inputs[1])
        return tf.TensorShape([inputs[0].get_shape().with_rank(2)[0], None if count is None else int(count)])
    shape = tensor_util.constant_value_as_shape(inputs[0])
    if kind in ("RandomGamma", "RandomPoissonV2", "RandomPoisson"):
        return shape.concatenate(inputs[1].get_shape())
    return shape


def announce_draws(session, nodes):
    """A run begins: each site that takes part advances by one, once, however many nodes it has here."""
    advanced = {}
    for node in nodes:
        key = node.stream_key(session)
        if key not in advanced:
            advanced[key] = POSITIONS[key] = POSITIONS.get(key, 0) + 1
        node.position, node.drawn = advanced[key], 0


# ---------------------------------------------------------------------------------------------------------------------
# Summaries: the copies that a loop registers of one summary
# ---------------------------------------------------------------------------------------------------------------------

SUMMARIES = ("ScalarSummary", "HistogramSummary", "ImageSummary", "AudioSummary", "AudioSummaryV2", "TensorSummary",
             "TensorSummaryV2")  # fmt: skip
SUMMARY_GROUP = {}  # op -> its group
SUMMARY_TAG = {}  # op -> tag of the first copy
SUMMARY_FIRST = {}  # (graph, group) -> first op of it
FIRST_TAG = {}  # tag of a copy -> tag of the first copy
COLLAPSED = set()
MEDIA_TAG = re.compile(r"(.+?)(/(?:image|audio)(?:/\d+)?)$")


def note_summary(op):
    from tensorflow.python.framework import tensor_util

    given = getattr(SEEDED, "summary", None)  # the name that the script gave: another name is another summary
    SEEDED.summary = None
    kind = "summary %s %r" % (op.type, given)
    group = (id(op.graph), kind, numbered_site(kind))
    SUMMARY_GROUP[op] = group
    first = SUMMARY_FIRST.setdefault(group, op)
    if op.type != "TensorSummary":
        tag = tensor_util.constant_value(first.inputs[0])
        SUMMARY_TAG[op] = to_text(tag.item()) if tag is not None and np.ndim(tag) == 0 else ""
    if first is not op and op.type != "TensorSummary":
        tags = [tensor_util.constant_value(o.inputs[0]) for o in (first, op)]
        if all(tag is not None for tag in tags) and np.ndim(tags[0]) == 0 and np.ndim(tags[1]) == 0:
            FIRST_TAG[to_text(tags[1].item())] = to_text(tags[0].item())


def install_summary_hook():
    """Learn the name that the script gave a summary, before a number makes it unique."""
    from tensorflow.python.ops import summary_op_util

    real = summary_op_util.summary_scope

    def summary_scope(name, family=None, *args, **kwargs):
        SEEDED.summary = (to_text(name), to_text(family))
        return real(name, family, *args, **kwargs)

    patched_everywhere(real, summary_scope, "summary_scope")


def kept_inputs(op):
    """Inputs of a MergeSummary without the later copies of a summary that a loop wrote several times."""
    seen, kept = set(), []
    for tensor in op.inputs:
        group = SUMMARY_GROUP.get(tensor.op)
        if group is not None and group in seen:
            COLLAPSED.add(to_text(tensor.op.name))
            continue
        if group is not None:
            seen.add(group)
        kept.append(tensor)
    return kept


def first_tag(tag):
    """The first copy's tag for a tag; images and sounds append their kind and number to what the op is given."""
    if tag in FIRST_TAG:
        return FIRST_TAG[tag]
    match = MEDIA_TAG.match(tag)
    if match and match.group(1) in FIRST_TAG:
        return FIRST_TAG[match.group(1)] + match.group(2)
    return tag


def canonical_summary(data):
    """Tags and values of a serialized Summary, the first copy of each tag."""
    from tensorflow.core.framework import summary_pb2

    summary = summary_pb2.Summary()
    summary.ParseFromString(data)
    seen, values = set(), []
    for value in summary.value:
        own = to_text(value.tag)
        tag = first_tag(own)
        if tag in seen and own != tag:
            continue
        seen.add(tag)
        copy = summary_pb2.Summary.Value()
        copy.CopyFrom(value)
        copy.tag = ""
        copy.node_name = ""
        shown = repr(value.simple_value) if value.HasField("simple_value") else "%d bytes" % copy.ByteSize()
        values.append((tag, digest(copy.SerializeToString()), shown))
    return values


# ---------------------------------------------------------------------------------------------------------------------
# Fingerprints: a hash of what a run computes, whoever built it and when
# ---------------------------------------------------------------------------------------------------------------------

SKIPPED_ATTRS = frozenset(
    ["shared_name", "container", "_class", "_output_shapes", "allowed_devices", "_cloned", "debug_name", "frame_name",
     "stack_name", "tensor_array_name", "_gradient_op_type", "_hoist_seed", "metadata", "parallel_iterations",
     "_forward_func_name", "_backward_func_name", "_lower_using_switch_merge", "_XlaMustCompile", "handle_name", "config_proto"]
)  # fmt: skip
# Types of indices and shapes: they say how wide the numbers are, not what is computed.
INDEX_ATTRS = frozenset(["TI", "Index", "Tidx", "Tindices", "Tindex", "Tdim", "Tperm", "Tshape", "Tmultiples", "Tpaddings"])
TEMPORARY = re.compile(br"_temp_[0-9a-f]{32}")
LOCAL = {}  # op -> what it is by itself
STATE_IDS = {}
FUNCTIONS_SEEN = {}
CONSTANTS = {}
PLANS = weakref.WeakKeyDictionary()  # graph -> {what is asked for: Plan}


def hash_value(value):
    """A hash of type, shape and bits."""
    if isinstance(value, (bytes, type(u""))):
        value = np.array(value, dtype=object)
    array = np.asarray(value)
    if array.dtype.kind in "OSU":
        parts = [to_bytes(v) if isinstance(v, (bytes, type(u""))) else to_bytes(repr(v)) for v in array.ravel().tolist()]
        return digest("strings", repr(array.shape), *parts)
    kind = array.dtype.str if array.dtype.kind != "V" else str(array.dtype)  # small floats are all of kind "V1"
    return digest(kind, repr(array.shape), np.ascontiguousarray(array).tobytes())


def constant_hash(op, wide=False):
    if wide:
        from tensorflow.python.framework import tensor_util

        return "V" + hash_value(widened(tensor_util.MakeNdarray(op.node_def.attr["value"].tensor)))
    if op not in CONSTANTS:
        from tensorflow.python.framework import tensor_util

        value = tensor_util.MakeNdarray(op.node_def.attr["value"].tensor)
        if value.dtype.kind in "OSU" and value.ndim == 0:
            # A sharded Saver writes to a temporary name drawn by uuid; a failing Assert names its tensors in its message.
            # What is not text, a picture's bytes say, must stay as it is.
            value = b"assert message" if only_for_assert(op) else TEMPORARY.sub(b"_temp_", to_bytes(value.item()))
        CONSTANTS[op] = "V" + hash_value(value)
    return CONSTANTS[op]


def is_index(op, number):
    """Whether an input is an index or a shape; its value then counts, not its type.

    ``one_hot`` of an int32 array is an int64 constant in 1.15.5, and an int32 placeholder stays one.
    """
    arguments = op.op_def.input_arg if op.op_def is not None else ()
    if any(a.number_attr or a.type_list_attr for a in arguments) or number >= len(arguments):
        return False
    name = arguments[number].type_attr
    return name in INDEX_ATTRS and not gives(op, name)


def gives(op, attr):
    """Whether the op's output is of the type that an attribute names, as that of a range is."""
    return op.op_def is not None and any(a.type_attr == attr for a in op.op_def.output_arg)


def widened(value):
    array = np.asarray(value)
    return array.astype(np.int64) if array.dtype.kind in "iu" else array


def only_for_assert(op):
    users = [user for out in op.outputs for user in out.consumers()]
    for user in list(users):
        if user.type == "Switch":
            users.remove(user)
            users.extend(u for out in user.outputs for u in out.consumers())
    return bool(users) and all(user.type == "Assert" for user in users)


def local_description(op):
    """Type, attributes and device of one op, and its identity if it keeps state from one run to the next."""
    if op in LOCAL:
        return LOCAL[op]
    node = op.node_def
    parts = [type_text(op.graph, op.type), op.device or ""]
    token = node.attr["token"].s if "token" in node.attr else None
    host = HOST.get(to_text(token)) if token is not None else None
    seeded = "_hoist_seed" in node.attr
    if host is not None:
        parts = [host.kind, op.device or "", str(np.dtype(host.dtype))]
        parts.extend(host.kernel.described() if host.kernel is not None else ())
    else:
        for name in sorted(node.attr):
            if name in SKIPPED_ATTRS or (name in INDEX_ATTRS and not gives(op, name)) or (name in ("seed", "seed2") and not seeded):
                continue
            if op.type in ("Placeholder", "PlaceholderWithDefault") and name == "shape":
                continue
            if op.type.startswith("TensorArrayGrad") and name == "source":  # named after the gradient's scope
                continue
            if op.type == "MergeSummary" and name == "N":  # copies are left out, see kept_inputs
                continue
            parts.append(name + "=" + attr_text(op.graph, name, node.attr[name]))
    if op.type in VARIABLES:
        shared = to_text(node.attr["shared_name"].s) if "shared_name" in node.attr else ""
        parts.append("variable " + (shared or op.name))
    LOCAL[op] = (digest(*parts), host, seeded or keeps_state(op) or bool(STAGING.match(op.type)))
    return LOCAL[op]


# Tables that take the keys that mark their empty places as inputs.
MADE_OF_INPUTS = ("MutableDenseHashTable", "MutableDenseHashTableV2", "AnonymousMutableDenseHashTable")
# Ops of staging areas: they have no handle, and their shared name says which one is meant.
STAGING = re.compile(r"(Ordered)?(Map)?(Uns|S)tage|(Ordered)?Map(Peek|Size|IncompleteSize|Clear)$")


def kind_of(op):
    host = local_description(op)[1]
    return op.type if host is None else host.kind


def keeps_state(op):
    """A queue, reader, table or iterator; variables go by their names, stacks and tensor arrays live for one run."""
    if op.type in VARIABLES or op.type.startswith(("Stack", "TensorArray", "TemporaryVariable")):
        return False
    if op.inputs and op.type not in MADE_OF_INPUTS:
        return False
    kinds = [out.dtype.base_dtype.name for out in op.outputs]
    stateful = "Queue" in op.type or "Iterator" in op.type or "Reader" in op.type or "Table" in op.type
    return bool(kinds) and ("resource" in kinds or (stateful or "Accumulator" in op.type or "Barrier" in op.type))


def type_text(graph, op_type):
    """The op's type; where a function is called, whose name holds a hash or is the script's, what the function does."""
    known = getattr(graph, "_is_function", None)
    return "call " + function_hash(graph, op_type) if known is not None and known(op_type) else op_type


def attr_text(graph, name, value):
    if name == "token":
        return function_of_token(to_text(value.s))
    which = value.WhichOneof("value")
    if which == "func":
        return "function " + function_hash(graph, value.func.name)
    if which == "list" and value.list.func:
        return "functions " + " ".join(function_hash(graph, f.name) for f in value.list.func)
    if which == "tensor":  # one number for all elements, or each; both are the same value
        from tensorflow.python.framework import tensor_util

        return "V" + hash_value(tensor_util.MakeNdarray(value.tensor))
    return to_text(repr(value.SerializeToString(deterministic=True) if not PY2 else value.SerializeToString()))


def function_of_token(token):
    from tensorflow.python.ops import script_ops

    if token in HOST:
        node = HOST[token]
        described = node.kernel.described() if node.kernel is not None else ""
        return "draw %s %s %r %s" % (node.kind, np.dtype(node.dtype), node.site, described)
    registry = script_ops._py_funcs
    functions = getattr(registry, "_funcs", {})
    function = functions.get(token) or functions.get(to_bytes(token))
    return described_function(getattr(function, "_func", function), set())


def described_function(function, seen):
    """Which function of Python: where it stands, what it does if that is a lambda, and the values that it closes over."""
    seen.add(id(function))
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    if hasattr(function, "func") and hasattr(function, "keywords"):  # functools.partial
        bound = [function.func] + list(function.args) + [v for _, v in sorted((function.keywords or {}).items())]
        return "partial " + " ".join(described_value(value, seen) for value in bound)
    code = getattr(function, "__code__", None)
    if code is None:
        return "callable %s %s" % (type(function).__name__, getattr(function, "__name__", ""))
    source = FILES.get(relative(code.co_filename) or "")
    line = source.site_line(code.co_firstlineno) if source else 0
    parts = ["python %s:%d %s" % (source.rel if source else os.path.basename(code.co_filename), line, code.co_name)]
    if code.co_name == "<lambda>" and not any(name.startswith("__hoist_") for name in code.co_names):
        parts.append(digest(code.co_code, repr(code.co_names), *[described_value(value, seen) for value in code.co_consts]))
    for value in getattr(function, "__defaults__", None) or ():
        parts.append(described_value(value, seen))
    for cell in getattr(function, "__closure__", None) or ():
        try:
            parts.append(described_value(cell.cell_contents, seen))
        except ValueError:  # not filled yet
            parts.append("empty")
    return " ".join(parts)


def described_value(value, seen):
    """A value that a function closes over, as far as it can be compared: numbers, texts, arrays, functions."""
    if isinstance(value, (bool, int, float, complex, bytes, type(u""), type(None))):
        return repr(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return hash_value(value)
    if isinstance(value, (list, tuple)) and len(value) < 100:
        return "(%s)" % " ".join(described_value(part, seen) for part in value)
    if isinstance(value, type) or id(value) in seen:
        return type(value).__name__
    if callable(value):
        return described_function(value, seen)
    seen.add(id(value))
    held = [v for _, v in sorted(getattr(value, "__dict__", {}).items()) if isinstance(v, types.FunctionType)]
    return " ".join([type(value).__name__] + [described_function(v, seen) for v in held])  # a dataset's generator


def function_hash(graph, name):
    """Content of a function's body; names that a counter gave do not matter, neither do seeds that the script did not give."""
    key = (id(graph), name)
    if key in FUNCTIONS_SEEN:
        return FUNCTIONS_SEEN[key]
    FUNCTIONS_SEEN[key] = "recursive"
    definition = function_definition(graph, name)
    if definition is None:
        FUNCTIONS_SEEN[key] = "unknown"
        return "unknown"
    names = {}
    for number, arg in enumerate(definition.signature.input_arg):
        names[arg.name] = "a%d" % number
    for number, node in enumerate(definition.node_def):
        names[node.name] = "n%d" % number

    def renamed(reference):
        mark, body = ("^", reference[1:]) if reference.startswith("^") else ("", reference)
        head, colon, rest = body.partition(":")
        return mark + names.get(head, head) + colon + rest

    parts = ["%s" % arg.type for arg in definition.signature.input_arg]
    for node in definition.node_def:
        seeded = "_hoist_seed" in node.attr
        parts.extend([type_text(graph, node.op), node.device])
        parts.extend(renamed(to_text(i)) for i in node.input)
        for attr in sorted(node.attr):
            if attr not in SKIPPED_ATTRS and not (attr in ("seed", "seed2") and not seeded):
                parts.append(attr + "=" + attr_text(graph, attr, node.attr[attr]))
    ret = definition.ret
    parts.extend(renamed(to_text(ret[arg.name])) for arg in definition.signature.output_arg)
    gradient = getattr(known_function(graph, name), "grad_func_name", None)
    if gradient:
        parts.append("gradient " + function_hash(graph, gradient))
    FUNCTIONS_SEEN[key] = digest(*parts)
    return FUNCTIONS_SEEN[key]


def known_function(graph, name):
    try:
        return graph._get_function(name)
    except Exception:
        return None


def function_definition(graph, name):
    found = known_function(graph, name)
    for attr in ("cached_definition", "function_def", "definition"):
        definition = getattr(found, attr, None)
        if definition is not None:
            return definition
    for definition in graph.as_graph_def().library.function:
        if to_text(definition.signature.name) == to_text(name):
            return definition
    return None


class Plan(object):
    """The pruned subgraph of one run: its ops in order of need, cycles together, and its random draws numbered."""

    def __init__(self, graph, fetches, targets, fed, main):
        self.fed = fed
        self.main = main  # whether the main thread runs it
        self.links = {}  # op -> (inputs, ops it waits for)
        self.roots = [t.op for t in fetches if (t.op, t.value_index) not in fed] + list(targets)
        self.components = []
        self._order()
        self.anonymous = {}
        self._hash_all(self.anonymous, lambda op: "", lambda t, wide: "leaf")
        leaves = [self.is_leaf(t) for t in fetches]
        shapes = ["leaf" if leaf else "%s:%d" % (self.anonymous[t.op], t.value_index) for t, leaf in zip(fetches, leaves)]
        effects = sorted(self.anonymous[op] for op in self.links if has_effect(op))
        self.structure = digest_texts(shapes + ["targets"] + sorted(self.anonymous[op] for op in targets) + ["effects"] + effects)
        self.skeleton = self._skeleton(fetches, targets)
        needed = [t for inputs, _, _ in self.links.values() for t in inputs] + list(fetches)
        self.feeds = len(set((t.op, t.value_index) for t in needed) & fed)
        self.draws, self.states, self.hosts = {}, {}, []
        self._number()
        self.racy = self._races()
        self.moving = self._moving()
        self.fixed = None  # hashes of what no fed value reaches
        self.seen = None  # the fed values, hashed, that the hashes at hand belong to
        RAN.update(getattr(op, "_hoist_built", -1) for op in self.links)

    def _skeleton(self, fetches, targets):
        """What is computed whatever is fed, constants kept."""

        def leaf(tensor, wide):
            return "fed" if (tensor.op, tensor.value_index) in self.fed else constant_hash(tensor.op, wide)

        memo = {}
        self._hash_all(memo, lambda op: "", leaf)
        parts = [leaf(t, False) if self.is_leaf(t) else "%s:%d" % (memo[t.op], t.value_index) for t in fetches]
        return digest_texts(parts + ["targets"] + sorted(memo[op] for op in targets))

    def is_leaf(self, tensor):
        """Whether a fetched tensor is its value and nothing else; a constant that waits for something is more."""
        return (tensor.op, tensor.value_index) in self.fed or (tensor.op.type == "Const" and not tensor.op.control_inputs)

    def links_of(self, op):
        if op in self.links:
            return self.links[op]
        inputs = kept_inputs(op) if op.type == "MergeSummary" else list(op.inputs)
        waits = list(op.control_inputs)
        if op.type in ("StackPop", "StackPopV2"):
            waits.extend(pushed_onto(op.inputs[0]))
        known = []
        for tensor in inputs:
            if (tensor.op, tensor.value_index) in self.fed:
                continue
            if tensor.op.type == "Const" and op.type != "Merge":
                # What a constant waits for, its user waits for: a fed value in its place waits for nothing itself.
                waits.extend(tensor.op.control_inputs)
            else:
                known.append(tensor.op)
        waits = sorted(set(waits), key=lambda o: o.name)  # as they come, they are in the order of addresses
        self.links[op] = (inputs, waits, known)
        return self.links[op]

    def _order(self):
        """Tarjan's strongly connected components, without recursion; what is needed comes first."""
        index, low, on_stack, stack = {}, {}, set(), []
        for root in self.roots:
            if root in index:
                continue
            work = [(root, None)]
            while work:
                op, successors = work[-1]
                if successors is None:
                    index[op] = low[op] = len(index)
                    stack.append(op)
                    on_stack.add(op)
                    links = self.links_of(op)
                    successors = iter(links[2] + links[1])
                    work[-1] = (op, successors)
                pushed = False
                for successor in successors:
                    if successor not in index:
                        work.append((successor, None))
                        pushed = True
                        break
                    if successor in on_stack:
                        low[op] = min(low[op], index[successor])
                if pushed:
                    continue
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[op])
                if low[op] == index[op]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member is op:
                            break
                    cyclic = len(component) > 1 or op in self.links[op][2]
                    self.components.append((component, cyclic))

    def _number(self):
        """Number draws and stateful ops in the order of their first visit, later copies of summaries last."""
        seen = set()
        summaries = [r for r in self.roots if r.type in ("MergeSummary",) or r in SUMMARY_GROUP]
        plain = [r for r in self.roots if r not in summaries]
        sites = {}
        for late, roots in ((False, plain), (True, summaries)):
            stack = list(reversed(roots))
            while stack:
                op = stack.pop()
                if op in seen:
                    continue
                seen.add(op)
                _, host, keeps = local_description(op)
                if host is not None:
                    self.hosts.append(host)
                    if late and COLLAPSED and host.site in sites:
                        # The first copy of a summary stems from an earlier turn than what is fetched beside it.
                        self.draws[op] = sites[host.site]
                    else:
                        self.draws[op] = "draw %d" % (len(sites) if host.site not in sites else 10**6 + len(seen))
                        sites.setdefault(host.site, self.draws[op])
                elif keeps and self.main:
                    key = (op.type, id(op.graph), op.name)
                    if STAGING.match(op.type):
                        key = ("staging area", id(op.graph), to_text(op.node_def.attr["shared_name"].s))
                    number = STATE_IDS.setdefault(key, "%d" % sum(1 for k in STATE_IDS if k[0] == key[0]))
                    self.states[op] = "state " + number
                elif keeps:  # which thread comes first is the scheduler's choice: its order says nothing
                    self.states[op] = "state built at %s" % (original_lines(getattr(op, "_hoist_built", -1)),)
                _, waits, known = self.links_of(op)
                waits = sorted(waits, key=lambda o: self.anonymous[o])
                stack.extend(reversed(known + waits))

    def _races(self):
        """Ops whose value depends on whether an update of a variable in the same run comes first: no order says so."""
        writers, readers = {}, {}
        for op in self.links:
            for number, tensor in enumerate(op.inputs):
                if tensor.op.type not in VARIABLES:
                    continue
                if writes(op, number):
                    writers.setdefault(tensor.op, []).append(op)
                    continue
                readers.setdefault(tensor.op, set()).add(op)
                if op.type == "Identity" and tensor.dtype._is_ref_dtype:  # it gives the variable's own buffer on
                    users = [user for user in op.outputs[0].consumers() if user in self.links]
                    readers[tensor.op].update(users)
        racy = set()
        for variable, updates in writers.items():
            if variable in self.roots:
                racy.add(variable)
            for update in updates:
                before = self._needed_by(update)
                for reader in readers.get(variable, ()):
                    if reader in self.roots and reader.type == "Identity" and reader in before:
                        racy.add(reader)
                    elif reader not in before and reader is not update and update not in self._needed_by(reader):
                        racy.add(reader)
        if racy:
            for component, _ in self.components:
                if any(d in racy for op in component for d in self.links[op][2]):
                    racy.update(component)
        return racy

    def _moving(self):
        """The components that a fed value reaches; all others hash alike in each run."""
        reached, moving = set(), []
        for component, cyclic in self.components:
            for op in component:
                inputs, waits, known = self.links[op]
                if any(other in reached for other in known + waits) or any((t.op, t.value_index) in self.fed for t in inputs):
                    reached.update(component)
                    moving.append((component, cyclic))
                    break
        return moving

    def _needed_by(self, op):
        seen, stack = set(), [op]
        while stack:
            _, waits, known = self.links[stack.pop()]
            for other in known + waits:
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return seen

    def _hash_all(self, memo, identity, leaf, components=None):
        for component, cyclic in self.components if components is None else components:
            if not cyclic:
                memo[component[0]] = self._hash_one(component[0], memo, memo, identity, leaf)
                continue
            # Refine colours until they part no further; then once more, and bind each op to the set of all colours, so
            # that two different loops cannot look alike (equal sets make the two loops bisimilar).
            colours = dict((op, digest("cycle", local_description(op)[0], identity(op))) for op in component)
            classes = len(set(colours.values()))
            while True:
                colours = self._refine(component, colours, memo, identity, leaf)
                count = len(set(colours.values()))
                if count == classes:
                    break
                classes = count
            colours = self._refine(component, colours, memo, identity, leaf)
            everything = digest(*sorted(set(colours.values())))
            for op in component:
                memo[op] = digest(colours[op], everything)

    def _refine(self, component, colours, memo, identity, leaf):
        return dict((op, self._hash_one(op, memo, colours, identity, leaf)) for op in component)

    def _hash_one(self, op, memo, colours, identity, leaf):
        inputs, waits, _ = self.links[op]
        parts = [local_description(op)[0], identity(op)]
        tag_of = SUMMARY_FIRST.get(SUMMARY_GROUP.get(op))
        for number, tensor in enumerate(inputs):
            if number == 0 and tag_of is not None and tag_of is not op and op.type != "TensorSummary":
                first = tag_of.inputs[0]  # a later copy's tag, loss_1, reads as the first one's
                if first.op.type == "Const":
                    parts.append(leaf(first, False))
                    continue
            if (tensor.op, tensor.value_index) in self.fed or (tensor.op.type == "Const" and op.type != "Merge"):
                parts.append(leaf(tensor, is_index(op, number)))
            else:
                producer = tensor.op
                parts.append("%s:%d" % (colours[producer] if producer in colours else memo[producer], tensor.value_index))
            if op.type == "Merge" and tensor.op.type == "Const":
                parts.append(leaf(tensor, False))
        parts.append("waits")
        parts.extend(sorted(colours[w] if w in colours else memo[w] for w in waits))
        return digest_texts(parts)

    def hashes(self, fed):
        """Fingerprints of every op of the plan, with these fed values."""
        fed_hashes = dict((key, "V" + hash_value(value)) for key, value in fed.items())
        if self.seen == fed_hashes:
            return self.memo

        def leaf(tensor, wide=False):
            key = (tensor.op, tensor.value_index)
            if key in fed:
                return "V" + hash_value(widened(fed[key])) if wide else fed_hashes[key]
            return constant_hash(tensor.op, wide)

        def identity(op):
            return self.draws.get(op) or self.states.get(op) or ""

        memo = dict(self.fixed or ())
        self._hash_all(memo, identity, leaf, self.moving if self.fixed is not None else None)
        if self.fixed is None:
            moving = set(op for component, _ in self.moving for op in component)
            self.fixed = dict((op, hashed) for op, hashed in memo.items() if op not in moving)
        self.memo, self.leaf, self.seen = memo, leaf, fed_hashes
        return memo


def pushed_onto(handle):
    """The ops that push onto the stack that a pop takes from: all that says which values it may give."""
    while handle.op.type in ("Enter", "RefEnter"):
        handle = handle.op.inputs[0]
    pushes, handles = [], [handle]
    while handles:
        for user in handles.pop().consumers():
            if user.type in ("Enter", "RefEnter"):
                handles.append(user.outputs[0])
            elif user.type in ("StackPush", "StackPushV2"):
                pushes.append(user)
    return pushes


UPDATES = ("Assign", "ResourceApply", "ResourceSparseApply", "ResourceScatter", "ResourceStridedSliceAssign")


def writes(op, number):
    """Whether an op updates the variable that is its input of this number."""
    if op.inputs[number].op.type == "VarHandleOp":
        return op.type.startswith(UPDATES)
    arguments = op.op_def.input_arg if op.op_def is not None else ()
    return number < len(arguments) and arguments[number].is_ref and op.type not in ("IsVariableInitialized",)


def has_effect(op):
    """Whether it matters how often a run does this: updates, elements taken from a queue or an iterator, Python's functions."""
    if op.type in VARIABLES or op.type.startswith(("ReadVariable", "VarIsInitialized", "Stack", "TensorArray")):
        return False
    _, host, keeps = local_description(op)
    if host is not None or keeps:  # draws and states have their numbers
        return False
    return bool(op.op_def is not None and op.op_def.is_stateful) or any(writes(op, n) for n in range(len(op.inputs)))


def plan_for(graph, fetches, targets, fed):
    plans = PLANS.setdefault(graph, {})
    main = isinstance(threading.current_thread(), MAIN_THREAD)
    key = (tuple((t.op, t.value_index) for t in fetches), tuple(targets), frozenset(fed), main)
    if key not in plans:
        plans[key] = Plan(graph, fetches, targets, frozenset(fed), main)
    return plans[key]


# ---------------------------------------------------------------------------------------------------------------------
# The session: what runs, and what comes out
# ---------------------------------------------------------------------------------------------------------------------

RUNS = []
OPS_LEFT = [300000]  # ops of the first runs that are written down one by one, to name the first that differs
SESSIONS = {}  # number of the session -> weak reference
CONFIGS = {}  # number of the session -> the target and configuration that the script gave it
STATES = []
SAVES = []
DEVICES = []  # that the first session had
PLACED = set()  # that ops of the first runs were placed on
PARTIAL = {}  # session and handle of a partial run -> what it was fed so far
CURRENT = threading.local()
REAL = {}


def session_number(session):
    number = getattr(session, "_hoist_number", None)
    if number is None:
        number = session._hoist_number = len(SESSIONS)
        SESSIONS[number] = weakref.ref(session)
        CONFIGS[number] = getattr(session, "_hoist_config", "")
        if not DEVICES:
            note_devices(session)
    return number


def unwrapped(key):
    return key.deref() if hasattr(key, "deref") else key


def label_of(tensor, frames):
    """The name that the program's code has for a tensor, if it has one near the run."""
    if not frames:
        return ""
    frame = frames[0][2]
    scopes = [frame.f_locals, frame.f_globals]
    owner = frame.f_locals.get("self")
    if owner is not None and hasattr(owner, "__dict__"):
        scopes.insert(1, owner.__dict__)
    for scope in scopes:
        for name, value in list(scope.items()):
            if value is tensor and not name.startswith("__"):
                return to_text(name)
    return ""


def begin_run(session, fetches, targets, feeds):
    """Note place, turn and fingerprint of a run; the values come with ``end_run``."""
    frames = user_frames()
    loops = active_loops(frames)
    for index in loops:
        SESSION_LOOPS.add(index)
        if LAST_SESSION_TURN[index] != COUNTS[index]:
            LAST_SESSION_TURN[index] = COUNTS[index]
            SESSION_TURNS[index] += 1
    where, line = place(frames)
    graph = session.graph
    LAST_GRAPH[0] = weakref.ref(graph)
    thread = threading.current_thread()
    row = {
        "thread": "" if isinstance(thread, MAIN_THREAD) else "other",
        "session": session_number(session),
        "turns": [[i, COUNTS[i]] for i in loops],
        "where": where,
        "line": line,
        "nodes": count_nodes(graph),
        "error": "",
    }
    fed = dict(((tensor.op, tensor.value_index), value) for tensor, value in feeds)
    with Spending("fingerprints"):
        plan = plan_for(graph, fetches, targets, fed)
        memo = plan.hashes(fed)
    announce_draws(session, plan.hosts)
    row["targets"] = [[to_text(op.name), memo[op]] for op in targets]
    row["fetches"] = []
    for tensor in fetches:
        print_ = plan.leaf(tensor) if plan.is_leaf(tensor) else "%s:%d" % (memo[tensor.op], tensor.value_index)
        racy = tensor.op in plan.racy
        row["fetches"].append([to_text(tensor.name), label_of(tensor, frames), print_, "", "", racy, {}, []])
    row["structure"], row["skeleton"] = plan.structure, plan.skeleton
    row["feeds"] = plan.feeds
    row["racy"] = sorted(tag for op in plan.racy for tag in [SUMMARY_TAG.get(op)] if tag)
    row["ops"] = []
    if OPS_LEFT[0] > 0:
        row["ops"] = [
            [to_text(op.name), kind_of(op), memo[op][:12], getattr(op, "_hoist_built", -1)]
            for part, _ in plan.components for op in part
        ]  # fmt: skip
        OPS_LEFT[0] -= len(row["ops"])
    RUNS.append(row)
    return row, plan


def end_run(row, fetches, values):
    with Spending("values"):
        note_values(row, fetches, values)
        if asks_in_no_order(fetches):
            row["fetches"].sort(key=lambda entry: entry[2:4])
            row["structure"] = row["skeleton"] = digest_texts([entry[2] for entry in row["fetches"]])


def asks_in_no_order(fetches):
    """Whether this is Keras asking which variables are initialized: they come out of a set, in the order of addresses."""
    if not fetches or any(t.op.type not in ("IsVariableInitialized", "VarIsInitializedOp") for t in fetches):
        return False
    frame = sys._getframe(1)
    while frame is not None and frame_file(frame) is None:
        if frame.f_code.co_name == "_initialize_variables":
            return True
        frame = frame.f_back
    return False


def note_values(row, fetches, values):
    for entry, tensor, value in zip(row["fetches"], fetches, values or ()):
        if tensor.op.type == "MergeSummary" or tensor.op.type in SUMMARIES:
            content = canonical_summary(value if isinstance(value, bytes) else np.asarray(value).item())
            entry[5] = False
            entry[6] = dict((tag, [hashed, text, tag in row["racy"]]) for tag, hashed, text in content)
            entry[3] = digest(*[part for tag, hashed, _ in content for part in (tag, hashed)])
            entry[4] = ", ".join("%s=%s" % (tag, shown) for tag, _, shown in content)[:2000]
        else:
            entry[3] = hash_value(value)
            entry[4] = shown(value)
            entry[7] = sketch(value)
            if not row["thread"]:
                entry.append(kept_numbers(value))


def shown(value):
    """A short readable form, exact for scalars."""
    if isinstance(value, (bytes, type(u""))):
        return repr(value)[:200]
    array = np.asarray(value)
    if array.ndim == 0:
        return repr(array.item())[:200]
    if array.size == 0:
        return "%s%s" % (array.dtype, list(array.shape))
    head = ", ".join(repr(v)[:40] for v in array.ravel()[:4].tolist())
    return "%s%s [%s%s]" % (array.dtype, list(array.shape), head, ", ..." if array.size > 4 else "")


SIGNS = {}  # number of elements -> signs


def sketch(value):
    """Of floating-point numbers where a GPU runs: how many are not finite, their root mean square, mixed sums of them.

    Kernels of a GPU may not repeat to the last bit; these few numbers say how far two arrays lie apart.
    """
    array = np.asarray(value)
    if array.dtype.kind != "f" or not array.size or not any(name.startswith("GPU") for name in DEVICES):
        return []
    flat = array.ravel().astype(np.float64)
    finite = np.isfinite(flat)
    flat = np.where(finite, flat, 0.0)
    if flat.size not in SIGNS:
        draws = np.random.RandomState(flat.size % 2**32)
        SIGNS[flat.size] = [draws.randint(0, 2, flat.size).astype(np.int8) * 2 - 1 for _ in range(4)]
    with np.errstate(all="ignore"):
        mixed = [float(np.dot(flat, signs) / np.sqrt(flat.size)) for signs in SIGNS[flat.size]]
        return [float((~finite).sum()), float(np.sqrt(np.mean(flat * flat)))] + mixed


MOST_KEPT = 1 << 18  # numbers of one value
FEW_KEPT = 1 << 10  # of each value, where the file is full
BYTES_KEPT = 1 << 29
KEPT = [None]  # the file
KEPT_LOCK = threading.Lock()


def kept_numbers(value):
    """Where in the file the numbers of a value are: type, shape, place, how many; of large ones some, evenly spaced."""
    if not ORDERS.get("numbers") or os.getpid() != PROCESS or isinstance(value, (bytes, type(u""))):
        return None
    array = np.asarray(value)
    if array.dtype.kind == "V" and array.dtype.names is None:
        array = array.astype(np.float32)  # bfloat16 and smaller ones, which NumPy does not know by itself
    if array.dtype.kind not in "fciub":
        return None
    flat = np.ascontiguousarray(array).ravel()
    with KEPT_LOCK:
        if KEPT[0] is None:
            KEPT[0] = io.open(ORDERS["numbers"], "wb", 0)
        at = KEPT[0].tell()
        most = MOST_KEPT if at < BYTES_KEPT else FEW_KEPT
        flat = flat[:: max(1, -(-flat.size // most))]
        if KEPT[0].write(flat.tobytes()) != flat.nbytes:
            raise IOError("no space is left for the numbers of the run")
    return [array.dtype.str, list(array.shape), at, int(flat.size)]


MAIN_THREAD = type(threading.current_thread())


def install_session_hooks():
    base = session_module.BaseSession
    for name in ("__init__", "_do_run", "close", "__del__", "make_callable", "_make_callable_from_options"):
        if hasattr(base, name):
            REAL[name] = getattr(base, name)

    def init(self, target="", graph=None, config=None):
        given = tf.ConfigProto() if config is None else config
        optimized = common_config() if config is None and ORDERS.get("numbers") else given
        REAL["__init__"](self, target, graph, aligned_config(optimized))
        self._hoist_config = " ".join([to_text(target)] + to_text(given).split())

    def do_run(self, handle, target_list, fetch_list, feed_dict, options, run_metadata):
        fetches = [unwrapped(t) for t in fetch_list]
        feeds = [(unwrapped(k), v) for k, v in feed_dict.items()]
        if handle is not None:  # what a partial run was fed before, it still has
            feeds = PARTIAL.setdefault((session_number(self), handle), []) + feeds
            PARTIAL[(session_number(self), handle)] = feeds
        row, plan = begin_run(self, fetches, list(target_list), feeds)
        asks = handle is None and options is None and run_metadata is None and asks_for_placement(row, plan)
        run = run_and_note_placement if asks else REAL["_do_run"]
        try:
            values = run(self, handle, target_list, fetch_list, feed_dict, options, run_metadata)
        except BaseException as error:
            row["error"] = type(error).__name__
            raise
        end_run(row, fetches, values)
        return values

    def make_callable(self, fetches, feed_list=None, accept_options=False):
        # With a feed list, an empty one too, TensorFlow 1.13 to 2.21 go through ``run``, where the run is seen.
        return REAL["make_callable"](self, fetches, feed_list if feed_list is not None else [], accept_options)

    def make_callable_from_options(self, callable_options):
        call = REAL["_make_callable_from_options"](self, callable_options)
        element = self.graph.as_graph_element
        fetches = [element(name, allow_operation=False) for name in callable_options.fetch]
        feeds = [element(name, allow_operation=False) for name in callable_options.feed]
        targets = [element(name, allow_tensor=False) for name in callable_options.target]

        def seen(*args, **kwargs):
            row, _ = begin_run(self, fetches, targets, list(zip(feeds, args)))
            try:
                values = call(*args, **kwargs)
            except BaseException as error:
                row["error"] = type(error).__name__
                raise
            end_run(row, fetches, values)
            return values

        seen.handle = call  # what frees the handle must live as long as the caller holds it
        return seen

    def close(self):
        note_state(self, "closed")
        REAL["close"](self)

    def delete(self):
        try:
            note_state(self, "closed")
        except Exception:
            pass
        REAL["__del__"](self)

    base.__init__, base._do_run, base.make_callable = init, do_run, make_callable
    base._make_callable_from_options, base.close, base.__del__ = make_callable_from_options, close, delete
    hook_savers()


def common_config():
    """The configuration of a session that is given none: what ``tf.config`` was told, from 1.15 on."""
    from tensorflow.python.eager import context

    config = getattr(context.context(), "config", None)
    return config if isinstance(config, tf.ConfigProto) else tf.ConfigProto()


def aligned_config(config):
    copy = tf.ConfigProto()
    copy.CopyFrom(config)
    if not ORDERS.get("numbers"):
        copy.graph_options.rewrite_options.disable_meta_optimizer = True
        copy.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    copy.intra_op_parallelism_threads = 1
    # A py_func that runs the session keeps a thread while it waits for that run; so may a second one within it.
    copy.inter_op_parallelism_threads = max(4, copy.inter_op_parallelism_threads)
    copy.allow_soft_placement = True
    copy.gpu_options.allow_growth = True
    if hasattr(copy.experimental, "disable_output_partition_graphs"):
        copy.experimental.disable_output_partition_graphs = False  # a run that asks for placement would fail
    return copy


def note_devices(session):
    try:
        DEVICES.extend(sorted(set(d.name.partition("/device:")[2] for d in session.list_devices() if "XLA" not in d.name)))
    except Exception:
        DEVICES.append("")


RUNS_PLACED = 20  # runs of which TensorFlow is asked on which devices it placed their ops
MOVES_ONLY = frozenset(["_Arg", "_Retval", "NoOp", "Const", "_Send", "_Recv", "_HostSend", "_HostRecv"])
BYTES_PLACED = 1 << 26  # it answers with the whole graph, its constants too; of a larger one it is not asked


def asks_for_placement(row, plan):
    """Whether this run is one of those whose placement is read: the first ones, as long as the graph is no burden."""
    if len(RUNS) > RUNS_PLACED or row["thread"] or ORDERS.get("numbers"):
        return False
    size = 0
    for op in plan.links:
        size += 1000
        if op.type == "Const":
            size += (op.outputs[0].shape.num_elements() or 0) * (op.outputs[0].dtype.size or 64)
    return size < BYTES_PLACED


def run_and_note_placement(session, handle, targets, fetches, feeds, _options, _run_metadata):
    """A run that also asks the session on which devices it placed the ops."""
    client = session_module.tf_session
    request = tf.RunOptions(output_partition_graphs=True).SerializeToString()
    options, answer = client.TF_NewBufferFromString(request), client.TF_NewBuffer()
    metadata = tf.RunMetadata()
    try:
        values = REAL["_do_run"](session, handle, targets, fetches, feeds, options, answer)
        metadata.ParseFromString(client.TF_GetBuffer(answer))
    finally:
        client.TF_DeleteBuffer(options)
        client.TF_DeleteBuffer(answer)
    for part in metadata.partition_graphs:
        for node in part.node:
            if node.op not in MOVES_ONLY:
                PLACED.add(to_text(node.device).partition("/device:")[2])
    return values


def hook_savers():
    from tensorflow.python.training import saver as saver_module

    real = saver_module.Saver.save

    def save(self, sess, *args, **kwargs):
        path = real(self, sess, *args, **kwargs)
        where, line = place(user_frames())
        raw = sess
        while not isinstance(raw, session_module.BaseSession) and hasattr(raw, "_sess"):
            raw = raw._sess
        SAVES.append([to_text(path or ""), where, line])
        if isinstance(raw, session_module.BaseSession):
            note_state(raw, "saved", where, line)
        return path

    saver_module.Saver.save = save


def plain_hooks():
    """In plain runs only the graph of the last run is noted, for the number of its nodes."""
    base = session_module.BaseSession
    real = base._do_run

    def do_run(self, *args, **kwargs):
        if LAST_GRAPH[0] is None or LAST_GRAPH[0]() is not self._graph:
            LAST_GRAPH[0] = weakref.ref(self._graph)
        return real(self, *args, **kwargs)

    base._do_run = do_run


# ---------------------------------------------------------------------------------------------------------------------
# What is left behind: variables, checkpoints, event files, other files
# ---------------------------------------------------------------------------------------------------------------------


def note_state(session, when, where="", line=""):
    """The value of every variable of a session; nothing is added to its graph."""
    if getattr(session, "_closed", True) or getattr(session, "_session", None) is None:
        return
    if when == "closed" and getattr(session, "_hoist_noted", False):
        return
    if when == "closed":
        session._hoist_noted = True
    with Spending("state"):
        STATES.append(describe_state(session, when, where, line))


def describe_state(session, when, where, line):
    variables = {}
    names, tensors = [], []
    for op in session.graph.get_operations():
        if op.type in ("Variable", "VariableV2"):
            names.append(to_text(op.name))
            tensors.append(op.outputs[0])
        elif op.type == "VarHandleOp":
            reads = [u for u in op.outputs[0].consumers() if u.type == "ReadVariableOp"]
            reads = [u for u in reads if u._get_control_flow_context() is None and not u.control_inputs]
            if reads:
                names.append(to_text(op.node_def.attr["shared_name"].s or op.name))
                tensors.append(reads[0].outputs[0])
    for name, value in zip(names, read_tensors(session, tensors)):
        variables[name] = describe_value(value)
        if value is not None:
            variables[name].append(kept_numbers(value))
    loops = [[i, COUNTS[i]] for i in active_loops(user_frames())]
    return {"session": session_number(session), "when": when, "where": where, "line": line, "turns": loops,
            "variables": variables}  # fmt: skip


def describe_value(value):
    if value is None:
        return ["uninitialized", "uninitialized", []]
    return [hash_value(value), shown(value), sketch(value)]


def read_tensors(session, tensors):
    if not tensors:
        return []

    def fetch(wanted):
        return REAL["_do_run"](session, None, [], wanted, {}, None, None)

    try:
        return fetch(tensors)
    except Exception:
        values = []
        for tensor in tensors:
            try:
                values.append(fetch([tensor])[0])
            except Exception:
                values.append(None)
        return values


def flush_everything():
    """What is still in buffers of the script's files and event writers; ``os._exit`` would lose it."""
    for thing in gc.get_objects():
        try:
            if isinstance(thing, (io.TextIOWrapper, io.BufferedWriter)) or (PY2 and isinstance(thing, file)):  # noqa: F821
                if not thing.closed and thing not in (sys.stdin,):
                    thing.flush()
            elif type(thing).__name__ in ("EventFileWriter", "EventFileWriterV2", "FileWriter"):
                thing.flush()
        except Exception:
            continue


def folder_listing():
    found = {}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [f for f in folders if f != "__pycache__"]
        for name in files:
            path = os.path.join(folder, name)
            try:
                stat = os.stat(path)
            except OSError:
                continue
            found[os.path.relpath(path, ROOT).replace(os.sep, "/")] = (stat.st_size, stat.st_mtime)
    return found


def describe_files(before):
    """Files that the run made or changed, each with what can be compared of it."""
    after = folder_listing()
    files = {}
    events = {}
    for path in sorted(after):
        if before.get(path) == after[path]:
            continue
        base = path.rpartition("/")[2]
        full = os.path.join(ROOT, path)
        if "events.out.tfevents" in base:
            suffix = base.partition("events.out.tfevents")[0]
            events.setdefault(path[: len(path) - len(base)] + suffix + "events", []).append(full)
        elif base.endswith(".index"):
            files[path] = describe_checkpoint(full[: -len(".index")])
        elif base == "checkpoint" or base.endswith((".meta",)) or ".data-0" in base:
            files[path] = {"kind": "presence"}
        else:
            files[path] = describe_plain_file(full)
    for path, parts in events.items():
        files[path] = describe_events(sorted(parts))
    for path in before:
        if path not in after:
            files[path] = {"kind": "deleted"}
    return files


def describe_checkpoint(prefix):
    try:
        reader = tf.train.NewCheckpointReader(prefix)
        entries = {}
        for name in reader.get_variable_to_shape_map():
            if name == "_CHECKPOINTABLE_OBJECT_GRAPH":
                continue
            value = reader.get_tensor(name)
            entries[to_text(name)] = describe_value(value)
        return {"kind": "checkpoint", "entries": entries}
    except Exception:
        return describe_plain_file(prefix + ".index")


def describe_plain_file(path):
    md5 = hashlib.md5()
    size = 0
    with open(path, "rb") as stream:
        while True:
            data = stream.read(1 << 20)
            if not data:
                break
            size += len(data)
            md5.update(data)
    return {"kind": "file", "hash": md5.hexdigest(), "size": size}


def describe_events(paths):
    """Tags, steps and values of event files; graphs and times are left out, copies of summaries read as the first."""
    import struct

    from tensorflow.core.util import event_pb2

    entries = []
    for path in paths:
        with open(path, "rb") as stream:
            data = stream.read()
        position = 0
        while position + 12 <= len(data):
            (length,) = struct.unpack("<Q", data[position : position + 8])
            event = event_pb2.Event()
            try:
                event.ParseFromString(data[position + 12 : position + 12 + length])
            except Exception:
                break
            position += 12 + length + 4
            if event.WhichOneof("what") == "summary":
                for tag, hashed, text in canonical_summary(event.summary.SerializeToString()):
                    entries.append([tag, int(event.step), hashed, text])
    return {"kind": "events", "entries": entries}


# ---------------------------------------------------------------------------------------------------------------------
# Tracing: which lines add nodes at each turn
# ---------------------------------------------------------------------------------------------------------------------

TRACED = {}  # (number of the graph, loop, its turn, number of the stack) -> nodes
TRACED_TURNS = {}  # loop -> time, nodes and memory at the start of each turn
TRACED_GRAPHS = [0]
MOST_TRACED_TURNS = 10000


def on_traced_turn(index):
    """Called at the start of each turn of a loop of the program, in traced runs."""
    COUNTS[index] += 1
    turns = TRACED_TURNS.setdefault(index, [])
    if len(turns) < MOST_TRACED_TURNS:
        turns.append((COUNTER(), count_nodes(), memory()))
    if index not in SESSION_LOOPS:
        return
    if SESSION_TURNS[index] >= ORDERS["steps"]:
        STOP.update(loop=LOOP_KEYS[index], turns=COUNTS[index] - 1)
        finish("limit")
    show_progress(index)


def trace_hooks():
    name = "_create_op_internal" if hasattr(ops.Graph, "_create_op_internal") else "create_op"
    make = getattr(ops.Graph, name)
    base = session_module.BaseSession
    for method in ("_do_run", "make_callable", "_make_callable_from_options"):
        if hasattr(base, method):
            REAL[method] = getattr(base, method)

    def create(self, *args, **kwargs):
        op = make(self, *args, **kwargs)
        if ORDERS["mode"] == "record":
            DONE["nodes"] += 1
            DONE["stateful"] += is_stateful(op)
        elif not self.building_function:
            note_traced(self, user_frames(), built_at())
        return op

    def do_run(self, *args, **kwargs):
        note_traced_run(self)
        return REAL["_do_run"](self, *args, **kwargs)

    def make_callable(self, fetches, feed_list=None, accept_options=False):
        return REAL["make_callable"](self, fetches, feed_list if feed_list is not None else [], accept_options)

    def make_callable_from_options(self, callable_options):
        call = REAL["_make_callable_from_options"](self, callable_options)

        def seen(*args, **kwargs):
            note_traced_run(self)
            return call(*args, **kwargs)

        seen.handle = call  # what frees the handle must live as long as the caller holds it
        return seen

    setattr(ops.Graph, name, create)
    base._do_run, base.make_callable = do_run, make_callable
    base._make_callable_from_options = make_callable_from_options


def note_traced_run(session):
    DONE["run"] += 1
    if LAST_GRAPH[0] is None or LAST_GRAPH[0]() is not session._graph:
        LAST_GRAPH[0] = weakref.ref(session._graph)
    for index in active_loops(user_frames()):
        SESSION_LOOPS.add(index)
        if LAST_SESSION_TURN[index] != COUNTS[index]:
            LAST_SESSION_TURN[index] = COUNTS[index]
            SESSION_TURNS[index] += 1


def note_traced(graph, frames, number):
    place_of_graph = getattr(graph, "_hoist_traced", None)
    if place_of_graph is None:
        place_of_graph = graph._hoist_traced = TRACED_GRAPHS[0]
        TRACED_GRAPHS[0] += 1
    for index in active_loops(frames):
        key = (place_of_graph, index, COUNTS[index], number)
        TRACED[key] = TRACED.get(key, 0) + 1


def collect_trace():
    RESULT.update(
        loops=LOOP_KEYS,
        session_turns=SESSION_TURNS,
        session_loops=sorted(LOOP_KEYS[i] for i in SESSION_LOOPS),
        stop=STOP,
        traced=sorted(list(key) + [count] for key, count in TRACED.items()),
        traced_turns=dict((LOOP_KEYS[i], turns) for i, turns in TRACED_TURNS.items() if i in SESSION_LOOPS),
        built=[["%s:%d" % line for line in lines] for lines in sorted(BUILT, key=BUILT.get)],
    )


# ---------------------------------------------------------------------------------------------------------------------
# Recording: what the expressions gave that are asked for
# ---------------------------------------------------------------------------------------------------------------------

SEEN = {}  # number of what is asked for -> what was seen of it
DONE = {"nodes": 0, "stateful": 0, "run": 0}  # what has been done so far, in all
MOST_PARTS = 100000  # of a list that is looked through
MOST_TEXT = 1000  # characters of what is told by its value
MOST_KINDS = 8
PLAIN_NUMBERS = (bool, int, float, complex) + ((long,) if PY2 else ())  # noqa: F821


class Watched(ast.NodeTransformer):
    """Puts a call around each expression that is asked for: it begins on the line, and reads the same."""

    def __init__(self, asked):
        self.lines = {}
        for number, line, text in asked:
            try:
                wanted = ast.dump(ast.parse(text if not PY2 else to_bytes(text), mode="eval").body)
            except (SyntaxError, ValueError, TypeError):  # it is of another Python's syntax
                continue
            self.lines.setdefault(line, []).append((wanted, number))

    def visit(self, node):
        if type(node).__name__.startswith("Match"):  # a pattern holds no calls
            return node
        asked = self.lines.get(getattr(node, "lineno", None), ()) if isinstance(node, ast.expr) else ()
        shown = ast.dump(node) if asked else ""  # before what stands in it is changed
        node = self.generic_visit(node)
        for wanted, number in asked:
            if wanted == shown:
                call = ast.parse("__hoist_value__(%d, __hoist_done__(), 0)" % number, mode="eval").body
                for part in ast.walk(call):
                    ast.copy_location(part, node)
                call.args[2] = node
                node = call
        return node


def is_stateful(op):
    known = op.op_def
    return known is None or known.is_stateful


def done_so_far():
    """What may tell what the evaluation of an expression does: called in front of it, and behind."""
    graph = ops.get_default_graph()
    kept = sum(len(graph.get_collection_ref(key)) for key in graph.get_all_collection_keys())
    try:
        state = np.random.get_state()
        drawn = hash((random.getstate(), state[1].tobytes(), state[2:]))
    except Exception:  # the program has put another generator in its place
        drawn = float("nan")
    return dict(DONE, collection=kept, draw=drawn)


def on_value(number, before, value):
    """Called with each value of an expression that is asked for, which it gives back."""
    now = done_so_far()
    loops = active_loops(user_frames())
    if loops:
        CONCERNED.add(loops[-1])
    try:
        kind, shape = kind_of_value(value)
    except Exception:  # to look at an object of the program's may run code of its own
        kind, shape = "what cannot be looked at", None
    told = [type(value).__name__, repr(value)] if type(value) in (bool, int, float, str) else None
    seen = SEEN.setdefault(number, {"times": 0, "kinds": [], "shape": shape, "nodes": 0, "effects": [], "value": told})
    seen["times"] += 1
    if told != seen["value"] or told and len(told[1]) > MOST_TEXT:
        seen["value"] = None  # it is not the same each time
    if kind not in seen["kinds"] and len(seen["kinds"]) < MOST_KINDS:
        seen["kinds"].append(kind)
    seen["shape"] = common_shape(seen["shape"], shape)
    seen["nodes"] = max(seen["nodes"], now["nodes"] - before["nodes"])
    for effect in ("stateful", "run", "collection", "draw"):
        if now[effect] != before[effect] and effect not in seen["effects"]:
            seen["effects"].append(effect)
    return value


def common_shape(one, other):
    """The shape with None where two differ; None if their ranks do."""
    if one is None or other is None or len(one) != len(other):
        return None
    return [a if a == b else None for a, b in zip(one, other)]


def kind_of_value(value):
    """What a value is, and its shape: of numbers the dtype that a constant of them has."""
    if isinstance(value, np.generic) or type(value) is np.ndarray:
        kind = "number " + value.dtype.name if value.dtype.kind in "biufc" else "array of " + value.dtype.name
        return kind, list(value.shape)
    if type(value) is bytes:
        return "bytes", []
    if only_numbers(value):
        array = np.array(value)
        narrow = {"float64": "float32", "int64": "int32"}.get(array.dtype.name)
        if narrow == "float32" or (narrow and (array.astype(narrow) == array).all()):
            return "number " + narrow, list(array.shape)
        if array.dtype.kind in "biufc":
            return "number " + array.dtype.name, list(array.shape)
    if isinstance(value, (tf.Tensor, tf.Operation)):
        return "tensor", []
    if isinstance(value, session_module.BaseSession):
        return "session", []
    return type(value).__name__, []


def only_numbers(value):
    """Whether it is a number, or a nested list of numbers and arrays; one too long to look through is not."""
    todo, looked = [value], 0
    while todo and looked < MOST_PARTS:
        part = todo.pop()
        looked += 1
        if type(part) in (list, tuple):
            todo.extend(part[:MOST_PARTS])
        elif isinstance(part, np.generic) or type(part) is np.ndarray:
            if part.dtype.kind not in "biufc":
                return False
        elif type(part) not in PLAIN_NUMBERS:
            return False
    return not todo


def on_recorded_turn(index):
    """Called at the start of each turn of a loop of the program, in recorded runs: they end as the runs of a proof do."""
    COUNTS[index] += 1
    if index not in SESSION_LOOPS:
        return
    ran, steps = SESSION_TURNS[index], ORDERS["steps"]
    if (ran >= steps and index in CONCERNED) or (ran >= 10 * steps and all(SESSION_TURNS[c] >= 3 for c in CONCERNED)):
        STOP.update(loop=LOOP_KEYS[index], turns=COUNTS[index] - 1)
        finish("limit")
    show_progress(index)


# ---------------------------------------------------------------------------------------------------------------------
# The run
# ---------------------------------------------------------------------------------------------------------------------

RESULT = {}
PROCESS = os.getpid()


def describe_error(error):
    frames = []
    trace = sys.exc_info()[2]
    for filename, line, _, text in traceback.extract_tb(trace):
        rel = relative(filename)
        if rel:
            source = FILES.get(rel)
            frames.append([rel, source.old_line(line) if source else line, line, to_text(text or "")])
    if isinstance(error, SyntaxError) and error.filename and relative(error.filename):
        frames.append([relative(error.filename), error.lineno or 0, error.lineno or 0, to_text(error.text or "").strip()])
    message = to_text(error) if not isinstance(error, SystemExit) else "exit code %s" % (error.code,)
    return {"type": type(error).__name__, "message": message[:4000], "frames": frames[-20:]}


def finish(end, error=None):
    """Write the result and leave, whatever the script would catch or wait for."""
    if os.getpid() != PROCESS:  # a process that the script forked off; the run is not its to end
        return
    with FINISH_LOCK:
        if FINISHED.is_set():
            time.sleep(3600)
        FINISHED.set()
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except Exception:
            pass
        RESULT.update(end=end, error=error, turn_times=TURN_TIMES, spent=SPENT, nodes=count_nodes() if ops else 0)
        try:
            if ORDERS["mode"] == "aligned" and ops:
                collect()
            elif ORDERS["mode"] == "trace" and ops:
                collect_trace()
            elif ORDERS["mode"] == "record":
                RESULT["seen"] = [[n, dict(SEEN[n], value=SEEN[n]["value"] is not None)] for n in sorted(SEEN)]
        except BaseException:
            RESULT["probe_error"] = traceback.format_exc()
        try:
            write_result()
        finally:
            os._exit(0)


def collect():
    for reference in [SESSIONS[n] for n in sorted(SESSIONS)]:
        session = reference()
        if session is not None:
            note_state(session, "closed")
    with Spending("files"):
        flush_everything()
        RESULT["files"] = describe_files(RESULT.pop("before"))
    RESULT["saves"] = [
        [path, where, line, any(os.path.exists(os.path.join(CWD[0], path + e)) for e in ("", ".index"))]
        for path, where, line in SAVES
    ]
    RESULT.update(
        runs=RUNS,
        states=STATES,
        loops=LOOP_KEYS,
        counts=COUNTS,
        session_turns=SESSION_TURNS,
        session_loops=sorted(LOOP_KEYS[i] for i in SESSION_LOOPS),
        concerned=sorted(LOOP_KEYS[i] for i in CONCERNED),
        touched_run=sorted("%s:%d" % key for key in TOUCHED_SEEN),
        late=bool(DRAW_LOOPS & SESSION_LOOPS),
        stop=STOP,
        graphs_at_turn_2=GRAPHS_AT_TURN_2,
        drew=DREW[0],
        sites=[[kind, list(site), count] for kind, site, count in sorted(SITES, key=SITES.get)],
        unaligned=sorted(UNALIGNED),
        collapsed=sorted(COLLAPSED)[:50],
        configs=[CONFIGS[n] for n in sorted(CONFIGS)],
        devices=DEVICES,
        placed=sorted(PLACED - {""}),
        notes=NOTES + version_notes(),
        built_not_run=built_not_run(),
        built=[["%s:%d" % line for line in lines] for lines in sorted(BUILT, key=BUILT.get)],
    )


def write_result():
    temporary = ORDERS["result"] + ".part"
    with open(temporary, "wb") as stream:
        stream.write(to_bytes(json.dumps(RESULT, default=to_text)))
    os.rename(temporary, ORDERS["result"])


CWD = [""]


def run_script():
    """Run the script as ``python script.py arguments`` would."""
    script = os.path.join(ROOT, ORDERS["script"])
    sys.argv = [script] + list(ORDERS["arguments"])
    sys.path[0] = os.path.dirname(script)
    main = types.ModuleType("__main__")
    main.__file__ = script
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    with open(script, "rb") as stream:
        text = stream.read()
    code = compile_program(script, text)
    exec(code, main.__dict__)


def install_marks(on):
    """The names that marked code calls; they stand among the built-in ones, so that no module's names change."""
    names = __import__("__builtin__" if PY2 else "builtins")
    names.__hoist_turn__ = on
    names.__hoist_touch__ = on_touch
    names.__hoist_version__ = on_version
    names.__hoist_done__, names.__hoist_value__ = done_so_far, on_value


def fail(cause, message):
    RESULT.update(failed=cause, message=message)
    write_result()
    os._exit(0)


def prepare():
    """Everything that must stand before the script's first line; gives the name of what is missing, if something is."""
    marks = {"plain": on_plain_turn, "trace": on_traced_turn, "record": on_recorded_turn, "aligned": on_turn}
    for key in ORDERS.get("session_loops") or ():
        SESSION_LOOPS.add(loop_index(key))
    STOP.update(ORDERS.get("stop") or {})
    for kind, site, count, old_site, old_count in ORDERS.get("aliases") or ():
        ALIASES[(kind, tuple(site), count)] = (tuple(old_site), old_count)
    try:
        RESULT["tensorflow"] = load_tensorflow()
    except ImportError as error:
        fail("no tensorflow", to_text(error))
    RESULT["python"] = "%d.%d.%d" % sys.version_info[:3]
    install_marks(marks[ORDERS["mode"]])
    install_import_hook()
    if ORDERS["mode"] != "aligned":
        (plain_hooks if ORDERS["mode"] == "plain" else trace_hooks)()
        return
    RESULT["before"] = folder_listing()
    install_op_hook()
    install_seed_hooks()
    install_summary_hook()
    install_session_hooks()
    install_clock()
    seed_generators()


def main():
    with open(sys.argv[1], "rb") as stream:
        ORDERS.update(json.loads(stream.read().decode("utf-8")))
    global ROOT
    ROOT = os.path.abspath(ORDERS["root"])
    CWD[0] = os.getcwd()
    sys.dont_write_bytecode = True
    prepare()
    SPENT["start-up"] = COUNTER() - BEGUN
    try:
        run_script()
    except SystemExit as error:
        if error.code in (None, 0):
            finish("normal")
        finish("raised", describe_error(error))
    except BaseException as error:
        traceback.print_exc()
        finish("raised", describe_error(error))
    finish("normal")


if __name__ == "__main__":
    main()
