"""Builds what the table of feedable parameters lists twice, on a constant and on a placeholder. Runs on any TensorFlow.

Reads a JSON list of [path, {parameter: rule}, whether the shape counts] and prints, for each path, what differs. What
has the rule "tensor" is built on a tensor both times, once on a constant and once on a placeholder.
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
FILTER = np.ascontiguousarray(IMAGE.transpose(0, 1, 3, 2))
COLOURS = np.linspace(0.1, 0.9, 48, dtype=np.float32).reshape(4, 4, 3)
# What else a function has to be given.
MORE = {
    "tf.argmax": {"axis": 1},
    "tf.argmin": {"axis": 1},
    "tf.nn.sparse_softmax_cross_entropy_with_logits": {"logits": IMAGE[0, 0]},
    "tf.nn.xw_plus_b": {"weights": IMAGE[0, 0, :2], "biases": IMAGE[0, 0, 0]},
    "tf.one_hot": {"depth": 4},
    "tf.clip_by_value": {"clip_value_min": 0.2, "clip_value_max": 0.5},
    "tf.expand_dims": {"axis": 0},
    "tf.clip_by_norm": {"clip_norm": 0.5},
    "tf.matmul": {"b": IMAGE.reshape(1, 2, 2, 8)[:, :, :, :4]},
    "tf.nn.avg_pool": {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"},
    "tf.nn.bias_add": {"bias": IMAGE[0, 0, 0]},
    "tf.nn.conv2d": {"filter": FILTER, "strides": [1, 1, 1, 1], "padding": "VALID"},
    "tf.nn.depthwise_conv2d": {"filter": FILTER, "strides": [1, 1, 1, 1], "padding": "VALID"},
    "tf.nn.softmax_cross_entropy_with_logits": {"labels": IMAGE[:1]},
    "tf.nn.softmax_cross_entropy_with_logits_v2": {"labels": IMAGE[:1]},
    "tf.nn.sigmoid_cross_entropy_with_logits": {"labels": IMAGE[:1]},
    "tf.norm": {},
    "tf.tensordot": {"b": IMAGE, "axes": [[1], [1]]},
    "tf.matrix_band_part": {"num_lower": 1, "num_upper": 1},
    "tf.gather": {"params": IMAGE},
    "tf.image.adjust_brightness": {"delta": 0.1},
    "tf.image.adjust_contrast": {"contrast_factor": 2.0},
    "tf.image.adjust_hue": {"delta": 0.1},
    "tf.image.adjust_saturation": {"saturation_factor": 2.0},
    "tf.image.central_crop": {"central_fraction": 0.5},
    "tf.image.convert_image_dtype": {"dtype": tf.uint8},
    "tf.image.crop_to_bounding_box": {"offset_height": 1, "offset_width": 1, "target_height": 2, "target_width": 2},
    "tf.image.pad_to_bounding_box": {"offset_height": 1, "offset_width": 1, "target_height": 6, "target_width": 6},
    "tf.image.resize_image_with_crop_or_pad": {"target_height": 2, "target_width": 6},
    "tf.image.resize_images": {"size": [3, 3]},
    "tf.nn.embedding_lookup": {"params": IMAGE},
    "tf.nn.l2_normalize": {"axis": 0},
    "tf.nn.top_k": {"k": 2},
    "tf.pad": {"paddings": [[1, 0]] * 4},
    "tf.reshape": {"shape": [-1, 4]},
    "tf.reverse": {"axis": [0]},
    "tf.slice": {"begin": [0] * 4, "size": [1] * 4},
    "tf.squeeze": {},
    "tf.tile": {"multiples": [2] * 4},
    "tf.transpose": {"perm": [1, 0, 2, 3]},
}
# What is given to a function that takes no picture.
OTHERS = {
    "tf.argmax": IMAGE[0, 0],
    "tf.argmin": IMAGE[0, 0],
    "tf.gather": np.array([[0, 1], [1, 1]]),
    "tf.nn.embedding_lookup": np.array([[0, 1], [1, 1]]),
    "tf.nn.sparse_softmax_cross_entropy_with_logits": np.array([1, 0, 1, 1]),
    "tf.nn.xw_plus_b": IMAGE[0, 0],
    "tf.one_hot": np.array([[0, 2], [1, 3]]),
}
TEXTS = {
    "tf.decode_raw": ({"input_bytes": b"12345678"}, {"out_type": tf.uint8}),
    "tf.read_file": ({"filename": __file__.encode()}, {}),
}
FORMATS = {"jpeg": "jpeg", "png": "png", "image": "png", "bmp": "", "gif": ""}


def values(path, rules):
    """Arrays for the parameters that may be fed, and what else the function must be given."""
    if path in TEXTS:
        return TEXTS[path]
    if any(rule == "text" for rule in rules.values()):
        kind = FORMATS[path.rpartition("_")[2]]
        if not kind:
            return None, None
        with tf.Graph().as_default(), tf.Session() as sess:
            encode = tf.image.encode_jpeg if kind == "jpeg" else tf.image.encode_png
            return {next(iter(rules)): sess.run(encode(np.zeros([2, 2, 3], np.uint8)))}, {}
    if path.startswith("tf.image.resize") and path != "tf.image.resize_image_with_crop_or_pad":
        return {"images": IMAGE}, {"size": [3, 3]}
    if path in OTHERS:
        return {next(iter(rules)): OTHERS[path]}, MORE[path]
    if path.startswith("tf.image.") or path in MORE:
        return {next(iter(rules)): COLOURS if path.startswith("tf.image.") else IMAGE[:1]}, MORE.get(path, {})
    return {name: IMAGE[0] * (1 + number) for number, name in enumerate(rules)}, {}


def built(path, arrays, more, fed, own=None, whole=False, tensors=()):
    """The op types that a build adds, constants and placeholders left out, and its value."""
    with tf.Graph().as_default() as graph:
        function = tf
        for part in path.split(".")[1:]:
            function = getattr(function, part)
        feed = {}
        given = dict(arrays)
        for name in tensors:
            array = np.asarray(more[name])
            given[name] = tf.placeholder(array.dtype, array.shape) if fed else tf.constant(array)
            feed.update({given[name]: array} if fed else {})
        if fed:
            first = None
            for name, array in arrays.items():
                text = isinstance(array, bytes)
                dtype = tf.string if text else first or own or array.dtype
                first = first or dtype
                shape = [] if text else array.shape if whole else [None] * array.ndim
                given[name] = tf.placeholder(dtype, shape)
                feed[given[name]] = array
        if fed and path == "tf.constant":
            function = tf.convert_to_tensor  # which takes a tensor
        out = function(**dict(more, **given))
        ops = [op.type for op in graph.get_operations() if op.type not in ("Const", "Placeholder")]
        with tf.Session(config=BOX) as sess:
            gives = sess.run(out, feed)
            return ops, [np.asarray(one).tobytes() for one in (gives if isinstance(gives, tuple) else [gives])]


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


class Held:
    """Something of which NumPy makes an array."""

    def __array__(self, dtype=None, copy=None):
        return np.array([[1.5, 2.5], [3.5, 0.5]], dtype or np.float64)


def kinds(array):
    """The same numbers in many forms, as a program might have them."""
    yield array
    for dtype in ("float16", "float64", "int8", "int32", "int64", "uint8", "uint16", "bool", "complex64", ">f4", "<U3"):
        yield array.astype(dtype)
    yield from (array.tolist(), (array * 9).astype(int).tolist(), list(array), tuple(array), np.asfortranarray(array))
    yield from (array[..., ::2], array.T, array[:0], array.ravel()[0], float(array.ravel()[0]), 3, True, 2**40, Held())
    yield from (np.ma.array(array), array.astype(object), None, "text", b"bytes", [b"a"], {1: 2}, [[1], [2, 3]], 1j)
    yield from ([np.float32(0.1), np.float64(0.1)], [np.int64(3), 2.5], float("nan"), [1e300], -1, [True, 2])


def converted(value, dtype):
    """The array that a constant of a value would hold; or the kind of error that there would be instead."""
    try:
        return tf.make_ndarray(tf.make_tensor_proto(value, dtype))
    except (TypeError, ValueError) as error:
        return error


def unlike(build, value, dtype):
    """What differs between the constant that a build makes of a value and the array that is fed in its place."""
    mine = converted(value, dtype)
    with tf.Graph().as_default() as graph:
        try:
            build(value)
        except (TypeError, ValueError, AttributeError, IndexError):
            # What a build refuses further on, of a dtype or shape that does not suit it, it refuses of a feed as well.
            return ""
        ops = [op for op in graph.get_operations() if op.type == "Const"]
        constants = [tf.make_ndarray(op.get_attr("value")) for op in ops]
    if isinstance(mine, Exception):
        return f"fed: {mine!r}"
    same = [c for c in constants if c.dtype == mine.dtype and c.shape == mine.shape and c.tobytes() == mine.tobytes()]
    texts = mine.dtype == object and any(c.dtype == object and c.tolist() == mine.tolist() for c in constants)
    return "" if same or texts else f"no constant {mine!r} of {value!r}"


def baked(path, arrays, more, rules):
    """What differs, for values of many kinds, between what a build bakes and what would be fed."""
    function = tf
    for part in path.split(".")[1:]:
        function = getattr(function, part)
    for name, rule in rules.items():
        for value in kinds(arrays[name]):
            if rule.startswith("like "):
                first = arrays[rule[5:]]
                yield unlike(lambda v, f=first: function(f, v, **more), value, first.dtype)
            elif rule == "given":
                for dtype in (None, "float32", "float64", "int32", "uint8", "bool", "string"):
                    yield unlike(lambda v, d=dtype: function(v, dtype=d), value, dtype)
            elif rule == "own":
                given = {n: converted(value, None) for n in arrays if n != name}
                yield unlike(lambda v, n=name, g=given: function(**dict(more, **dict(g, **{n: v}))), value, None)


def given(path):
    """The same of what is assigned."""
    name = path.rpartition(".")[2]
    for dtype in ("float32", "float64", "int32", "int64", "uint8", "bool", "string"):
        for resource in (False, True):
            for value in kinds(np.array([[0.1, 7.9], [2.0, 3.0]], np.float32)):

                def build(value, dtype=dtype, resource=resource):
                    first = tf.placeholder(dtype, [2, 2])
                    variable = tf.Variable(first, use_resource=resource, trainable=False)
                    if path.startswith("variable"):
                        return getattr(variable, name)(value)
                    return getattr(tf, name)(variable, value)

                yield unlike(build, value, dtype)


found = {}
for path, described, whole in json.load(sys.stdin):
    rules = {name: rule for name, rule in described.items() if rule != "tensor"}
    if "assign" in path:
        both = [assigned(path, fed) for fed in (False, True)]
        differs = [what for what in given(path) if what]
    else:
        arrays, more = values(path, rules)
        if arrays is None:
            continue
        own = next((rule[3:] for rule in rules.values() if rule.startswith("as ")), None)
        both = [built(path, arrays, more, fed, own, whole, set(described) - set(rules)) for fed in (False, True)]
        differs = [] if "text" in rules.values() else [what for what in baked(path, arrays, more, rules) if what]
    found[path] = "; ".join(differs)[:400] if both[0] == both[1] else repr(both)[:400]
sys.stdout.write(json.dumps(found))
