"""Runs expressions in fresh graphs and reports what each added. Runs under Python 3.7 (TensorFlow 1.15) and newer.

Usage: python launch.py ORDERS RESULTS. ORDERS is JSON: {"cases": [[path, expression, reuse], ...], "walk": bool}.
"""

from __future__ import absolute_import, print_function

import json
import os
import sys
import types
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
warnings.simplefilter("ignore")

import numpy as np  # noqa: E402

if sys.version_info >= (3, 8):
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
else:
    import tensorflow as tf
tf.logging.set_verbosity(tf.logging.ERROR)
try:
    import tf_slim as slim
except ImportError:
    try:
        from tensorflow.contrib import slim
    except ImportError:
        slim = None

VARIABLE_OPS = ("VariableV2", "Variable", "VarHandleOp", "AutoReloadVariable", "TemporaryVariable")


def prelude():
    """The values that the expressions use, all of them built before the first snapshot."""
    names = {"tf": tf, "np": np, "slim": slim}
    names["image"] = tf.placeholder(tf.float32, [2, 8, 8, 3], name="image")
    names["one_image"] = tf.placeholder(tf.float32, [8, 8, 3], name="one_image")
    names["volume"] = tf.placeholder(tf.float32, [2, 4, 4, 4, 3], name="volume")
    names["x"] = tf.placeholder(tf.float32, [4, 4], name="x")
    names["y"] = tf.placeholder(tf.float32, [4, 4], name="y")
    names["z"] = tf.placeholder(tf.complex64, [4, 4], name="z")
    names["v"] = tf.placeholder(tf.float32, [4], name="v")
    names["free"] = tf.placeholder(tf.float32, [None, 4], name="free")
    names["scalar"] = tf.placeholder(tf.float32, [], name="scalar")
    names["i"] = tf.placeholder(tf.int32, [4], name="i")
    names["i64"] = tf.placeholder(tf.int64, [4], name="i64")
    names["b"] = tf.placeholder(tf.bool, [4], name="b")
    names["flag"] = tf.placeholder(tf.bool, [], name="flag")
    names["s"] = tf.placeholder(tf.string, [4], name="s")
    names["text"] = tf.placeholder(tf.string, [], name="text")
    names["sequence"] = tf.placeholder(tf.float32, [2, 5, 3], name="sequence")
    names["sparse"] = tf.sparse_placeholder(tf.float32, [4, 4], name="sparse")
    names["w"] = tf.get_variable("w", [4, 4])
    names["step"] = tf.train.get_or_create_global_step()
    names["loss"] = tf.reduce_sum(tf.matmul(names["x"], names["w"]))
    names["sgd"] = tf.train.GradientDescentOptimizer(0.1)
    names["adam"] = tf.train.AdamOptimizer(0.1)
    names["saver"] = tf.train.Saver()
    names["summary"] = tf.summary.scalar("prelude", names["loss"])
    names["dataset"] = tf.data.Dataset.from_tensor_slices(np.zeros((4, 2), np.float32))
    names["iterator"] = tf.data.make_initializable_iterator(names["dataset"])
    names["graph"] = tf.get_default_graph()
    names["average"] = tf.train.ExponentialMovingAverage(0.9)
    names["average"].apply([names["w"]])
    names["dense"] = tf.layers.Dense(3, name="kept")
    names["cell"] = tf.nn.rnn_cell.BasicLSTMCell(3)
    names["normal"] = tf.distributions.Normal(names["v"], 1.0)
    names["structured"] = tf.data.Iterator.from_structure(tf.float32, [2])
    tf.losses.add_loss(names["loss"])
    small = tf.Graph()
    with small.as_default():
        tf.constant(1.0)
    names["small"] = small
    return names


def functions_of(graph):
    return len(graph.as_graph_def().library.function)


def collections_of(graph):
    return {key: len(graph.get_collection_ref(key)) for key in graph.get_all_collection_keys()}


def grown(before, after):
    return sorted(str(key) for key in after if after[key] > before.get(key, 0))


def describe(ops):
    stateful = sorted({op.type for op in ops if op.op_def is not None and op.op_def.is_stateful})
    seeds = []
    for op in ops:
        try:
            pair = [int(op.get_attr("seed")), int(op.get_attr("seed2"))]
        except Exception:
            continue
        # what initialises a new variable is not drawn by the expression itself
        if "/Initializer/" not in op.name:
            seeds.append(pair)
    return {
        "nodes": len(ops),
        "types": sorted({op.type for op in ops}),
        "stateful": stateful,
        "seeds": seeds,
        "variables": len([op for op in ops if op.type in VARIABLE_OPS]),
    }


def run_case(expression, reuse):
    graph = tf.Graph()
    with graph.as_default():
        names = prelude()
        code = compile(expression, "<case>", "eval")
        calls = []
        for _ in range(2):
            count = len(graph.get_operations())
            had = collections_of(graph)
            default = tf.get_default_graph()
            with tf.variable_scope("scope_of_case", reuse=tf.AUTO_REUSE if reuse else None, auxiliary_name_scope=False):
                value = eval(code, names)
            call = describe(graph.get_operations()[count:])
            call["collections"] = grown(had, collections_of(graph))
            call["value"] = type(value).__name__
            call["same_graph"] = default is tf.get_default_graph()
            calls.append(call)
    return {"calls": calls}


def walk():
    """Every public name under tf, without modules."""
    found = []

    def is_module(value):
        name = type(value).__name__
        return isinstance(value, types.ModuleType) or "Wrapper" in name or "Lazy" in name

    def visit(module, path, depth, above):
        if id(module) in above or depth > 5:
            return
        for name in dir(module):
            if name.startswith("_") or name in ("compat", "v1", "v2", "contrib", "absolute_import", "division"):
                continue
            if name in ("print_function", "pywrap_tensorflow", "tf_decorator", "user_ops"):
                continue
            try:
                value = getattr(module, name)
            except Exception:
                continue
            if is_module(value):
                visit(value, path + "." + name, depth + 1, above + (id(module),))
            else:
                found.append(path + "." + name)

    visit(tf, "tf", 0, ())
    return sorted(found)


def main(orders_path, results_path):
    with open(orders_path) as stream:
        orders = json.load(stream)
    results = {"cases": {}, "walk": [], "version": tf.__version__}
    for _, expression, reuse in orders["cases"]:
        try:
            results["cases"][expression] = run_case(expression, reuse)
        except Exception as error:
            results["cases"][expression] = {"error": "%s: %s" % (type(error).__name__, str(error)[:300])}
    if orders.get("walk"):
        results["walk"] = walk()
    with open(results_path, "w") as stream:
        json.dump(results, stream)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
