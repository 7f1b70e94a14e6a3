"""Builds what the table of feedable parameters lists twice, on a constant and on a placeholder. Runs on any TensorFlow.

Reads a JSON list of [path, [parameters in order], {parameter: rule}] and prints, for each path, what differs.
"""

from __future__ import annotations

import json
import os
import sys

os.environ.update(CUDA_VISIBLE_DEVICES="", TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")

import numpy as np
import tensorflow as tf

if tf.__version__.startswith("2"):
    tf.compat.v1.disable_v2_behavior()
    tf = tf.compat.v1
BOX = tf.ConfigProto()
BOX.graph_options.rewrite_options.disable_meta_optimizer = True
BOX.graph_options.optimizer_options.opt_level = -1
IMAGE = np.linspace(0.1, 0.9, 32, dtype=np.float32).reshape(2, 2, 4, 2)
FORMATS = {"jpeg": "jpeg", "png": "png", "image": "png", "bmp": "", "gif": ""}


def values(path, parameters, rules):
    """Arrays for the parameters that may be fed, and what else the function must be given."""
    if any(rule == "text" for rule in rules.values()):
        kind = FORMATS[path.rpartition("_")[2]]
        if not kind:
            return None, None
        with tf.Graph().as_default(), tf.Session() as sess:
            encode = tf.image.encode_jpeg if kind == "jpeg" else tf.image.encode_png
            return {next(iter(rules)): sess.run(encode(np.zeros([2, 2, 3], np.uint8)))}, {}
    if path.startswith("tf.image.resize"):
        return {"images": IMAGE}, {"size": [3, 3]}
    if path in ("tf.argmax", "tf.argmin"):
        return {"input": IMAGE[0, 0]}, {"axis": 1}
    if path == "tf.cast":
        return {"x": IMAGE[0]}, {"dtype": tf.int32}
    return {name: IMAGE[0] * (1 + number) for number, name in enumerate(rules)}, {}


def built(path, arrays, more, fed):
    """The op types that a build adds, constants and placeholders left out, and its value."""
    with tf.Graph().as_default() as graph:
        function = tf
        for part in path.split(".")[1:]:
            function = getattr(function, part)
        feed = {}
        given = dict(arrays)
        if fed:
            first = None
            for name, array in arrays.items():
                text = isinstance(array, bytes)
                dtype = tf.string if text else first or array.dtype
                first = first or dtype
                given[name] = tf.placeholder(dtype, [] if text else [None] * array.ndim)
                feed[given[name]] = array
        out = function(**dict(given, **more))
        ops = [op.type for op in graph.get_operations() if op.type not in ("Const", "Placeholder")]
        with tf.Session(config=BOX) as sess:
            return ops, sess.run(out, feed).tobytes()


def assigned(path, fed):
    """The same of an assign to a variable."""
    with tf.Graph().as_default() as graph:
        variable = tf.Variable([1.0, 2.0])
        value = tf.placeholder(variable.dtype.base_dtype, variable.get_shape()) if fed else [0.1, 7]
        name = path.rpartition(".")[2]
        out = getattr(variable, name)(value) if path.startswith("variable") else getattr(tf, name)(variable, value)
        ops = [op.type for op in graph.get_operations() if op.type not in ("Const", "Placeholder")]
        with tf.Session(config=BOX) as sess:
            sess.run(variable.initializer)
            return ops, sess.run(out, {value: [0.1, 7]} if fed else {}).tobytes()


found = {}
for path, parameters, rules in json.load(sys.stdin):
    if "assign" in path:
        both = [assigned(path, fed) for fed in (False, True)]
    else:
        arrays, more = values(path, parameters, rules)
        if arrays is None:
            continue
        both = [built(path, arrays, more, fed) for fed in (False, True)]
    found[path] = "" if both[0] == both[1] else repr(both)[:400]
sys.stdout.write(json.dumps(found))
