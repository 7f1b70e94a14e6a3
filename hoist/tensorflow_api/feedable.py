"""Parameters that go straight into a tensor, so that a placeholder can stand for a value of Python or NumPy.

A parameter is on this list only if the function looks at the argument in no other way than by converting it: it
branches on no value and uses none as a static shape. How the dtype comes about is part of the list, because a
placeholder must have the dtype that the baked constant has (TensorFlow 1.15.5 and 2.21):

The reductions are not here: of an array they take the rank by ops of its own, of a tensor of known rank by a constant.

- ``LIKE + parameter``: the argument is converted to the dtype of that other argument, a variable or a tensor.
- ``TEXT``: the argument is one byte string.
- ``TENSOR``: the argument is not fed; a tensor in its place is looked at for its static shape alone.
- ``GIVEN``: the argument is converted to the dtype that is given beside it, or keeps its own.
- ``OWN``: the argument keeps its own dtype.
- ``AS + dtype``: the argument is converted to that dtype, whatever its own (1.15.5), or keeps its own (2.21); it is an
  index, and how wide its numbers are is no part of what is computed.
"""

from __future__ import annotations

LIKE = "like "
TEXT = "text"
OWN = "own"
AS = "as "
SELF = "self"
GIVEN = "given"
TENSOR = "tensor"

_OWN = """
argmax: input
argmin: input
exp: x
abs: x
square: x
sqrt: x
log: x
sign: x
tanh: x
sigmoid: x
nn.softmax: logits
nn.log_softmax: logits
nn.sigmoid: x
nn.relu: features
nn.tanh: x
nn.l2_loss: t
image.resize_bilinear: images
image.resize_bicubic: images
image.resize_nearest_neighbor: images
image.resize_area: images
"""
#: These build the same whatever static shape they find: none that flattens, unstacks, makes zeros alike or the like.
WITHOUT_SHAPE = """
cast to_float to_int32 to_int64 reduce_mean reduce_sum reduce_max reduce_min reduce_all reduce_any logical_and
logical_or logical_not div divide
"""
_PAIRS = """
equal: x y
not_equal: x y
less: x y
less_equal: x y
greater: x y
greater_equal: x y
maximum: x y
minimum: x y
add: x y
subtract: x y
multiply: x y
squared_difference: x y
floordiv: x y
realdiv: x y
mod: x y
floormod: x y
pow: x y
atan2: y x
"""
# Of these the static shape of the argument counts: its placeholder has the whole shape of the value. Not `cast`, which
# gives what it is given where that has the dtype already: of a number that is fed and fetched, an array comes back.
# What is marked by a plus is not fed, but may be built on what is.
_SHAPED = """
ceil: x
clip_by_norm: t
clip_by_value: t
cos: x
cumprod: x
cumsum: x
diag: diagonal
erf: x
expm1: x
floor: x
is_finite: x
is_inf: x
is_nan: x
log1p: x
log_sigmoid: x
matmul: a +b
matrix_band_part: input
matrix_diag: diagonal
negative: x
nn.avg_pool: value
nn.bias_add: value +bias
nn.conv2d: input +filter
nn.depthwise_conv2d: input +filter
nn.elu: features
nn.relu6: features
nn.selu: features
nn.softmax_cross_entropy_with_logits: logits +labels
nn.softmax_cross_entropy_with_logits_v2: logits +labels
nn.sigmoid_cross_entropy_with_logits: logits +labels
nn.sparse_softmax_cross_entropy_with_logits: labels +logits
nn.softplus: features
nn.softsign: features
nn.xw_plus_b: x +weights +biases
norm: tensor
ones_like: tensor
reciprocal: x
rint: x
rsqrt: x
sin: x
tensordot: a +b
zeros_like: tensor
expand_dims: input
gather: indices +params
identity: input
image.adjust_brightness: image
image.adjust_contrast: images
image.adjust_hue: image
image.adjust_saturation: image
image.central_crop: image
image.convert_image_dtype: image
image.crop_to_bounding_box: image
image.flip_left_right: image
image.flip_up_down: image
image.pad_to_bounding_box: image
image.per_image_standardization: image
image.resize_image_with_crop_or_pad: image
image.resize_images: images
image.rgb_to_grayscale: images
image.rot90: image
image.transpose_image: image
nn.embedding_lookup: ids +params
nn.l2_normalize: x
nn.top_k: input
pad: tensor
reshape: tensor
reverse: tensor
slice: input_
squeeze: input
tile: input
transpose: a
"""
_TEXTS = """
image.decode_jpeg: contents
image.decode_png: contents
image.decode_gif: contents
image.decode_bmp: contents
decode_raw: input_bytes
read_file: filename
"""
_ASSIGNS = ("assign", "assign_add", "assign_sub")


def _table() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for lines, rule in ((_OWN, OWN), (_TEXTS, TEXT)):
        for line in lines.split("\n"):
            name, _, parameter = line.partition(": ")
            if name:
                table[f"tf.{name}"] = {parameter: rule}
    for line in _PAIRS.split("\n"):
        name, _, parameters = line.partition(": ")
        if name:
            first, second = parameters.split()
            table[f"tf.{name}"] = {first: OWN, second: LIKE + first}
    table["tf.one_hot"] = {"indices": AS + "int64"}
    for name in _ASSIGNS:
        table[f"tf.{name}"] = {"value": LIKE + "ref"}
    table["variable.assign"] = {"value": LIKE + SELF}
    table["variable.assign_add"] = {"delta": LIKE + SELF}
    table["variable.assign_sub"] = {"delta": LIKE + SELF}
    return table


def _shaped() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for line in _SHAPED.strip().split("\n"):
        name, _, parameters = line.partition(": ")
        table[f"tf.{name}"] = {p.removeprefix("+"): TENSOR if p.startswith("+") else OWN for p in parameters.split()}
    return {**table, "tf.constant": {"value": GIVEN}, "tf.convert_to_tensor": {"value": GIVEN}}


FEEDABLE = _table()
"""Canonical path of a function or method -> parameter -> where its dtype comes from."""
SHAPED = _shaped()
"""The same of functions that ask for the static shape of what they are given."""
INSTEAD = {"tf.constant": "convert_to_tensor"}
"""What takes a tensor where a function takes none, and gives it as it is."""
