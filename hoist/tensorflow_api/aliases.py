# ruff: noqa: E501 -- one line a symbol, however long
"""Other names for what is described under its canonical path. Generated from the exports of TensorFlow 1.15 and 2.21.

Each line of `_TABLE` gives a canonical path, then its other names; the leading `tf.` is left out.
"""

from __future__ import annotations

#: Modules that stand for another one, the longer before the shorter.
MODULE_ALIASES: tuple[tuple[str, str], ...] = (
    ("tensorflow", "tf"),
    ("tf.compat.v1", "tf"),
    ("tf_slim", "tf.contrib.slim"),
    ("tf.app.flags", "tf.flags"),
    ("tf.rnn_cell", "tf.nn.rnn_cell"),
    ("tf.contrib.slim.losses", "tf.contrib.losses"),
    ("tf.contrib.slim.metrics", "tf.contrib.metrics"),
)

_TABLE = """
Assert: debugging.Assert
DType: dtypes.DType
Event: summary.Event
FIFOQueue: queue.FIFOQueue
FixedLenFeature: io.FixedLenFeature
FixedLenSequenceFeature: io.FixedLenSequenceFeature
NoGradient: NotDifferentiable no_gradient
OptionalSpec: data.experimental.OptionalStructure
PaddingFIFOQueue: io.PaddingFIFOQueue queue.PaddingFIFOQueue
PriorityQueue: io.PriorityQueue queue.PriorityQueue
QueueBase: io.QueueBase queue.QueueBase
RandomShuffleQueue: io.RandomShuffleQueue queue.RandomShuffleQueue
SessionLog: summary.SessionLog
SparseConditionalAccumulator: sparse.SparseConditionalAccumulator
SparseFeature: io.SparseFeature
SparseTensor: sparse.SparseTensor
Summary: summary.Summary
TensorSpec: contrib.framework.TensorSpec
TypeSpec: data.experimental.Structure
VarLenFeature: io.VarLenFeature
abs: complex_abs math.abs
accumulate_n: math.accumulate_n
acos: math.acos
acosh: math.acosh
add: math.add
add_n: math.add_n
angle: math.angle
argmax: math.argmax
argmin: math.argmin
argsort: contrib.framework.argsort
as_dtype: dtypes.as_dtype
as_string: dtypes.as_string strings.as_string
asin: math.asin
asinh: math.asinh
assert_equal: debugging.assert_equal
assert_greater: debugging.assert_greater
assert_greater_equal: debugging.assert_greater_equal
assert_integer: debugging.assert_integer
assert_less: debugging.assert_less
assert_less_equal: debugging.assert_less_equal
assert_near: debugging.assert_near
assert_negative: debugging.assert_negative
assert_non_negative: debugging.assert_non_negative
assert_non_positive: debugging.assert_non_positive
assert_none_equal: debugging.assert_none_equal
assert_positive: debugging.assert_positive
assert_proper_iterable: debugging.assert_proper_iterable
assert_rank: debugging.assert_rank
assert_rank_at_least: debugging.assert_rank_at_least
assert_rank_in: debugging.assert_rank_in
assert_same_float_dtype: contrib.framework.assert_same_float_dtype debugging.assert_same_float_dtype
assert_scalar: contrib.framework.assert_scalar debugging.assert_scalar
assert_type: debugging.assert_type
atan: math.atan
atan2: math.atan2
atanh: math.atanh
audio_summary: contrib.deprecated.audio_summary
batch_to_space_nd: manip.batch_to_space_nd
betainc: math.betainc
bfloat16: dtypes.bfloat16
bincount: math.bincount
bool: dtypes.bool
cast: dtypes.cast
ceil: math.ceil
check_numerics: debugging.check_numerics
cholesky: batch_cholesky linalg.cholesky
cholesky_solve: linalg.cholesky_solve
complex: dtypes.complex
complex128: dtypes.complex128
complex64: dtypes.complex64
concat: concat_v2
config.list_physical_devices: config.experimental.list_physical_devices
confusion_matrix: math.confusion_matrix
conj: math.conj
constant_initializer: initializers.constant keras.initializers.constant
contrib.framework.add_arg_scope: contrib.slim.add_arg_scope
contrib.framework.add_model_variable: contrib.slim.add_model_variable
contrib.framework.arg_scope: contrib.slim.arg_scope
contrib.framework.assert_global_step: contrib.slim.assert_global_step
contrib.framework.assert_or_get_global_step: contrib.slim.assert_or_get_global_step
contrib.framework.assign_from_checkpoint: contrib.slim.assign_from_checkpoint
contrib.framework.assign_from_checkpoint_fn: contrib.slim.assign_from_checkpoint_fn
contrib.framework.assign_from_values: contrib.slim.assign_from_values
contrib.framework.assign_from_values_fn: contrib.slim.assign_from_values_fn
contrib.framework.create_global_step: contrib.slim.create_global_step
contrib.framework.filter_variables: contrib.slim.filter_variables
contrib.framework.get_global_step: contrib.slim.get_global_step
contrib.framework.get_local_variables: contrib.slim.get_local_variables
contrib.framework.get_model_variables: contrib.slim.get_model_variables
contrib.framework.get_or_create_global_step: contrib.slim.get_or_create_global_step
contrib.framework.get_trainable_variables: contrib.slim.get_trainable_variables
contrib.framework.get_unique_variable: contrib.slim.get_unique_variable
contrib.framework.get_variables: contrib.slim.get_variables
contrib.framework.get_variables_by_name: contrib.slim.get_variables_by_name
contrib.framework.get_variables_by_suffix: contrib.slim.get_variables_by_suffix
contrib.framework.get_variables_to_restore: contrib.slim.get_variables_to_restore
contrib.framework.global_variable: contrib.slim.global_variable
contrib.framework.local_variable: contrib.slim.local_variable
contrib.framework.model_variable: contrib.slim.model_variable
contrib.framework.variable: contrib.slim.variable
contrib.layers.apply_regularization: contrib.slim.apply_regularization
contrib.layers.avg_pool2d: contrib.slim.avg_pool2d
contrib.layers.avg_pool3d: contrib.slim.avg_pool3d
contrib.layers.batch_norm: contrib.slim.batch_norm
contrib.layers.bias_add: contrib.slim.bias_add
contrib.layers.bow_encoder: contrib.slim.bow_encoder
contrib.layers.conv1d: contrib.layers.convolution1d contrib.slim.conv1d contrib.slim.convolution1d
contrib.layers.conv2d: contrib.layers.convolution2d contrib.slim.conv2d contrib.slim.convolution2d
contrib.layers.conv2d_in_plane: contrib.layers.convolution2d_in_plane contrib.slim.conv2d_in_plane contrib.slim.convolution2d_in_plane
contrib.layers.conv2d_transpose: contrib.layers.convolution2d_transpose contrib.slim.conv2d_transpose contrib.slim.convolution2d_transpose
contrib.layers.conv3d: contrib.layers.convolution3d contrib.slim.conv3d contrib.slim.convolution3d
contrib.layers.conv3d_transpose: contrib.layers.convolution3d_transpose contrib.slim.conv3d_transpose contrib.slim.convolution3d_transpose
contrib.layers.convolution: contrib.slim.convolution
contrib.layers.dense_to_sparse: contrib.slim.dense_to_sparse
contrib.layers.dropout: contrib.slim.dropout
contrib.layers.elu: contrib.slim.elu
contrib.layers.embed_sequence: contrib.slim.embed_sequence
contrib.layers.embedding_lookup_unique: contrib.slim.embedding_lookup_unique
contrib.layers.flatten: contrib.slim.flatten
contrib.layers.fully_connected: contrib.slim.fully_connected
contrib.layers.gdn: contrib.slim.gdn
contrib.layers.group_norm: contrib.slim.group_norm
contrib.layers.images_to_sequence: contrib.slim.images_to_sequence
contrib.layers.instance_norm: contrib.slim.instance_norm
contrib.layers.l1_l2_regularizer: contrib.slim.l1_l2_regularizer
contrib.layers.l1_regularizer: contrib.slim.l1_regularizer
contrib.layers.l2_regularizer: contrib.slim.l2_regularizer
contrib.layers.layer_norm: contrib.slim.layer_norm
contrib.layers.legacy_fully_connected: contrib.slim.legacy_fully_connected
contrib.layers.legacy_linear: contrib.slim.legacy_linear
contrib.layers.legacy_relu: contrib.slim.legacy_relu
contrib.layers.linear: contrib.slim.linear
contrib.layers.max_pool2d: contrib.slim.max_pool2d
contrib.layers.max_pool3d: contrib.slim.max_pool3d
contrib.layers.maxout: contrib.slim.maxout
contrib.layers.one_hot_encoding: contrib.slim.one_hot_encoding
contrib.layers.optimize_loss: contrib.slim.optimize_loss
contrib.layers.relu: contrib.slim.relu
contrib.layers.relu6: contrib.slim.relu6
contrib.layers.repeat: contrib.slim.repeat
contrib.layers.safe_embedding_lookup_sparse: contrib.slim.safe_embedding_lookup_sparse
contrib.layers.scale_gradient: contrib.slim.scale_gradient
contrib.layers.separable_conv2d: contrib.layers.separable_convolution2d contrib.slim.separable_conv2d contrib.slim.separable_convolution2d
contrib.layers.sequence_to_images: contrib.slim.sequence_to_images
contrib.layers.softmax: contrib.slim.softmax
contrib.layers.spatial_softmax: contrib.slim.spatial_softmax
contrib.layers.stack: contrib.slim.stack
contrib.layers.sum_regularizer: contrib.slim.sum_regularizer
contrib.layers.summarize_activation: contrib.slim.summarize_activation
contrib.layers.summarize_activations: contrib.slim.summarize_activations
contrib.layers.summarize_collection: contrib.slim.summarize_collection
contrib.layers.summarize_tensor: contrib.slim.summarize_tensor
contrib.layers.summarize_tensors: contrib.slim.summarize_tensors
contrib.layers.unit_norm: contrib.slim.unit_norm
contrib.layers.variance_scaling_initializer: contrib.slim.variance_scaling_initializer
contrib.layers.xavier_initializer: contrib.slim.xavier_initializer contrib.slim.xavier_initializer_conv2d
contrib.losses.mean_squared_error: contrib.slim.losses.sum_of_squares
contrib.training.clip_gradient_norms: contrib.slim.learning.clip_gradient_norms
convert_to_tensor_or_sparse_tensor: contrib.framework.convert_to_tensor_or_sparse_tensor
cos: math.cos
cosh: math.cosh
count_nonzero: math.count_nonzero
cross: linalg.cross
cumprod: math.cumprod
cumsum: math.cumsum
data.DatasetSpec: data.experimental.DatasetStructure
decode_base64: io.decode_base64
decode_compressed: io.decode_compressed
decode_csv: io.decode_csv
decode_json_example: io.decode_json_example
decode_raw: io.decode_raw
depth_to_space: nn.depth_to_space
dequantize: quantization.dequantize
deserialize_many_sparse: io.deserialize_many_sparse
diag: linalg.tensor_diag
diag_part: linalg.tensor_diag_part
digamma: math.digamma
distributions.Bernoulli: contrib.distributions.Bernoulli
distributions.Beta: contrib.distributions.Beta
distributions.Categorical: contrib.distributions.Categorical
distributions.Dirichlet: contrib.distributions.Dirichlet
distributions.DirichletMultinomial: contrib.distributions.DirichletMultinomial
distributions.Exponential: contrib.distributions.Exponential
distributions.Gamma: contrib.distributions.Gamma
distributions.Laplace: contrib.distributions.Laplace
distributions.Multinomial: contrib.distributions.Multinomial
distributions.Normal: contrib.distributions.Normal
distributions.ReparameterizationType: contrib.distributions.ReparameterizationType
distributions.StudentT: contrib.distributions.StudentT
distributions.Uniform: contrib.distributions.Uniform
distributions.kl_divergence: contrib.distributions.kl_divergence
div_no_nan: math.divide_no_nan
divide: math.divide
double: dtypes.double
einsum: linalg.einsum
encode_base64: io.encode_base64
equal: math.equal
erf: math.erf
erfc: math.erfc
errors.OpError: OpError
exp: math.exp
expm1: math.expm1
extract_image_patches: image.extract_image_patches
eye: linalg.eye
fake_quant_with_min_max_args: quantization.fake_quant_with_min_max_args
fake_quant_with_min_max_args_gradient: quantization.fake_quant_with_min_max_args_gradient
fake_quant_with_min_max_vars: quantization.fake_quant_with_min_max_vars
fake_quant_with_min_max_vars_gradient: quantization.fake_quant_with_min_max_vars_gradient
fake_quant_with_min_max_vars_per_channel: quantization.fake_quant_with_min_max_vars_per_channel
fake_quant_with_min_max_vars_per_channel_gradient: quantization.fake_quant_with_min_max_vars_per_channel_gradient
fft: signal.fft spectral.fft
fft2d: signal.fft2d spectral.fft2d
fft3d: signal.fft3d spectral.fft3d
float16: dtypes.float16
float32: dtypes.float32
float64: dtypes.float64
floor: math.floor
floordiv: math.floordiv
gather_nd: manip.gather_nd
get_seed: random.get_seed
gfile.Open: gfile.GFile io.gfile.GFile
global_norm: linalg.global_norm
global_variables_initializer: initializers.global_variables
glorot_normal_initializer: initializers.glorot_normal
glorot_uniform_initializer: initializers.glorot_uniform
greater: math.greater
greater_equal: math.greater_equal
half: dtypes.half
histogram_summary: contrib.deprecated.histogram_summary
ifft: signal.ifft spectral.ifft
ifft2d: signal.ifft2d spectral.ifft2d
ifft3d: signal.ifft3d spectral.ifft3d
igamma: math.igamma
igammac: math.igammac
imag: math.imag
image.resize: image.resize_images
image.resize_with_crop_or_pad: image.resize_image_with_crop_or_pad
image.transpose: image.transpose_image
image_summary: contrib.deprecated.image_summary
import_graph_def: graph_util.import_graph_def
initializers.identity: keras.initializers.identity
int16: dtypes.int16
int32: dtypes.int32
int64: dtypes.int64
int8: dtypes.int8
invert_permutation: math.invert_permutation
io.TFRecordCompressionType: python_io.TFRecordCompressionType
io.TFRecordOptions: python_io.TFRecordOptions
io.TFRecordWriter: python_io.TFRecordWriter
io.decode_and_crop_jpeg: image.decode_and_crop_jpeg
io.decode_bmp: image.decode_bmp
io.decode_gif: image.decode_gif
io.decode_image: image.decode_image
io.decode_jpeg: image.decode_jpeg
io.decode_jxl: image.decode_jxl
io.decode_png: image.decode_png
io.decode_webp: image.decode_webp
io.encode_jpeg: image.encode_jpeg
io.encode_png: image.encode_png
io.extract_jpeg_shape: image.extract_jpeg_shape
io.is_jpeg: image.is_jpeg
io.tf_record_iterator: python_io.tf_record_iterator
is_finite: debugging.is_finite math.is_finite
is_inf: debugging.is_inf math.is_inf
is_nan: debugging.is_nan math.is_nan
is_non_decreasing: debugging.is_non_decreasing math.is_non_decreasing
is_strictly_increasing: debugging.is_strictly_increasing math.is_strictly_increasing
is_tensor: contrib.framework.is_tensor
keras.initializers.RandomNormal: keras.initializers.normal keras.initializers.random_normal
keras.initializers.RandomUniform: keras.initializers.random_uniform keras.initializers.uniform
keras.initializers.TruncatedNormal: keras.initializers.truncated_normal
keras.layers.Conv1D: keras.layers.Convolution1D
keras.layers.Conv2D: keras.layers.Convolution2D
keras.layers.Conv2DTranspose: keras.layers.Convolution2DTranspose
keras.layers.Conv3D: keras.layers.Convolution3D
keras.layers.Conv3DTranspose: keras.layers.Convolution3DTranspose
keras.layers.SeparableConv1D: keras.layers.SeparableConvolution1D
keras.layers.SeparableConv2D: keras.layers.SeparableConvolution2D
keras.losses.MAE: keras.losses.mae keras.losses.mean_absolute_error keras.metrics.MAE keras.metrics.mae keras.metrics.mean_absolute_error
keras.losses.MAPE: keras.losses.mape keras.losses.mean_absolute_percentage_error keras.metrics.MAPE keras.metrics.mape keras.metrics.mean_absolute_percentage_error
keras.losses.MSE: keras.losses.mean_squared_error keras.losses.mse keras.metrics.MSE keras.metrics.mean_squared_error keras.metrics.mse
keras.losses.MSLE: keras.losses.mean_squared_logarithmic_error keras.losses.msle keras.metrics.MSLE keras.metrics.mean_squared_logarithmic_error keras.metrics.msle
keras.losses.binary_crossentropy: keras.metrics.binary_crossentropy
keras.losses.categorical_crossentropy: keras.metrics.categorical_crossentropy
keras.losses.hinge: keras.metrics.hinge
keras.losses.logcosh: keras.losses.log_cosh keras.metrics.log_cosh keras.metrics.logcosh
keras.losses.poisson: keras.metrics.poisson
keras.losses.sparse_categorical_crossentropy: keras.metrics.sparse_categorical_crossentropy
keras.losses.squared_hinge: keras.metrics.squared_hinge
keras.regularizers.l1: keras.regularizers.L1
keras.regularizers.l2: keras.regularizers.L2
layers.InputSpec: keras.layers.InputSpec
lbeta: math.lbeta
less: math.less
less_equal: math.less_equal
lgamma: math.lgamma
linspace: lin_space
local_variables_initializer: initializers.local_variables
log: math.log
log1p: math.log1p
log_sigmoid: math.log_sigmoid
logical_and: math.logical_and
logical_not: math.logical_not
logical_or: math.logical_or
logical_xor: math.logical_xor
lookup.KeyValueTensorInitializer: contrib.lookup.KeyValueTensorInitializer
lookup.TextFileIndex: contrib.lookup.TextFileIndex
lookup.TextFileInitializer: contrib.lookup.TextFileInitializer
lookup.experimental.DenseHashTable: contrib.lookup.MutableDenseHashTable
make_ndarray: contrib.util.make_ndarray
make_tensor_proto: contrib.util.make_tensor_proto
matching_files: io.matching_files
math.bessel_i0: math.special.bessel_i0
math.bessel_i0e: math.special.bessel_i0e
math.bessel_i1: math.special.bessel_i1
math.bessel_i1e: math.special.bessel_i1e
matmul: batch_matmul linalg.matmul
matrix_band_part: linalg.band_part
matrix_determinant: linalg.det
matrix_diag: batch_matrix_diag linalg.diag
matrix_diag_part: linalg.diag_part
matrix_inverse: batch_matrix_inverse linalg.inv
matrix_set_diag: linalg.set_diag
matrix_solve: linalg.solve
matrix_solve_ls: linalg.lstsq
matrix_square_root: linalg.sqrtm
matrix_transpose: linalg.matrix_transpose linalg.transpose
matrix_triangular_solve: linalg.triangular_solve
maximum: math.maximum
merge_all_summaries: contrib.deprecated.merge_all_summaries get_summary_op
merge_summary: contrib.deprecated.merge_summary
minimum: math.minimum
mod: floormod math.floormod math.mod
multinomial: random.multinomial
multiply: math.multiply mul
name_scope: keras.backend.name_scope
negative: math.negative neg
nn.all_candidate_sampler: random.all_candidate_sampler
nn.approx_max_k: math.approx_max_k
nn.approx_min_k: math.approx_min_k
nn.avg_pool: nn.avg_pool2d
nn.conv3d_backprop_filter: nn.conv3d_backprop_filter_v2
nn.depthwise_conv2d_backprop_filter: nn.depthwise_conv2d_native_backprop_filter
nn.depthwise_conv2d_backprop_input: nn.depthwise_conv2d_native_backprop_input
nn.fixed_unigram_candidate_sampler: random.fixed_unigram_candidate_sampler
nn.in_top_k: math.in_top_k
nn.l2_normalize: linalg.l2_normalize math.l2_normalize
nn.learned_unigram_candidate_sampler: random.learned_unigram_candidate_sampler
nn.log_softmax: math.log_softmax
nn.log_uniform_candidate_sampler: random.log_uniform_candidate_sampler
nn.lrn: nn.local_response_normalization
nn.silu: nn.swish
nn.softmax: math.softmax
nn.softplus: math.softplus
nn.softsign: math.softsign
nn.static_bidirectional_rnn: nn.bidirectional_rnn
nn.static_rnn: nn.rnn
nn.top_k: math.top_k
nn.uniform_candidate_sampler: random.uniform_candidate_sampler
nn.zero_fraction: math.zero_fraction
norm: linalg.norm
not_equal: math.not_equal
ones_initializer: initializers.ones keras.initializers.ones
orthogonal_initializer: initializers.orthogonal keras.initializers.orthogonal
parse_example: io.parse_example
parse_single_example: io.parse_single_example
parse_single_sequence_example: io.parse_single_sequence_example
parse_tensor: io.parse_tensor
polygamma: math.polygamma
pow: math.pow
qint16: dtypes.qint16
qint32: dtypes.qint32
qint8: dtypes.qint8
qr: linalg.qr
quantize: quantization.quantize
quantized_concat: quantization.quantized_concat
quint16: dtypes.quint16
quint8: dtypes.quint8
random.Algorithm: random.experimental.Algorithm
random.Generator: random.experimental.Generator
random.create_rng_state: random.experimental.create_rng_state
random.fold_in: random.experimental.stateless_fold_in
random.get_global_generator: random.experimental.get_global_generator
random.set_global_generator: random.experimental.set_global_generator
random.split: random.experimental.stateless_split
random_crop: image.random_crop
random_gamma: random.gamma
random_normal: random.normal
random_normal_initializer: initializers.random_normal
random_poisson: random.poisson
random_shuffle: random.shuffle
random_uniform: random.uniform
random_uniform_initializer: initializers.random_uniform
read_file: io.read_file
real: math.real
reciprocal: inv math.reciprocal
reduce_all: math.reduce_all
reduce_any: math.reduce_any
reduce_join: strings.reduce_join
reduce_logsumexp: math.reduce_logsumexp
reduce_max: math.reduce_max
reduce_mean: math.reduce_mean
reduce_min: math.reduce_min
reduce_prod: math.reduce_prod
reduce_sum: math.reduce_sum
regex_replace: strings.regex_replace
reshape: manip.reshape
resource: dtypes.resource
reverse: manip.reverse reverse_v2
rint: math.rint
roll: manip.roll
round: math.round
rsqrt: math.rsqrt
saturate_cast: dtypes.saturate_cast
saved_model.ASSETS_DIRECTORY: saved_model.constants.ASSETS_DIRECTORY
saved_model.ASSETS_KEY: saved_model.constants.ASSETS_KEY
saved_model.Builder: saved_model.builder.SavedModelBuilder
saved_model.CLASSIFY_INPUTS: saved_model.signature_constants.CLASSIFY_INPUTS
saved_model.CLASSIFY_METHOD_NAME: saved_model.signature_constants.CLASSIFY_METHOD_NAME
saved_model.CLASSIFY_OUTPUT_CLASSES: saved_model.signature_constants.CLASSIFY_OUTPUT_CLASSES
saved_model.CLASSIFY_OUTPUT_SCORES: saved_model.signature_constants.CLASSIFY_OUTPUT_SCORES
saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY: saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
saved_model.GPU: saved_model.tag_constants.GPU
saved_model.LEGACY_INIT_OP_KEY: saved_model.constants.LEGACY_INIT_OP_KEY
saved_model.MAIN_OP_KEY: saved_model.constants.MAIN_OP_KEY
saved_model.PREDICT_INPUTS: saved_model.signature_constants.PREDICT_INPUTS
saved_model.PREDICT_METHOD_NAME: saved_model.signature_constants.PREDICT_METHOD_NAME
saved_model.PREDICT_OUTPUTS: saved_model.signature_constants.PREDICT_OUTPUTS
saved_model.REGRESS_INPUTS: saved_model.signature_constants.REGRESS_INPUTS
saved_model.REGRESS_METHOD_NAME: saved_model.signature_constants.REGRESS_METHOD_NAME
saved_model.REGRESS_OUTPUTS: saved_model.signature_constants.REGRESS_OUTPUTS
saved_model.SERVING: saved_model.tag_constants.SERVING
saved_model.TPU: saved_model.tag_constants.TPU
saved_model.TRAINING: saved_model.tag_constants.TRAINING
saved_model.build_signature_def: saved_model.signature_def_utils.build_signature_def
saved_model.build_tensor_info: saved_model.utils.build_tensor_info
saved_model.classification_signature_def: saved_model.signature_def_utils.classification_signature_def
saved_model.contains_saved_model: saved_model.loader.maybe_saved_model_directory saved_model.maybe_saved_model_directory
saved_model.predict_signature_def: saved_model.signature_def_utils.predict_signature_def
saved_model.regression_signature_def: saved_model.signature_def_utils.regression_signature_def
scalar_mul: math.scalar_mul
scalar_summary: contrib.deprecated.scalar_summary
scatter_nd: manip.scatter_nd
segment_max: math.segment_max
segment_mean: math.segment_mean
segment_min: math.segment_min
segment_prod: math.segment_prod
segment_sum: math.segment_sum
self_adjoint_eig: linalg.eigh
self_adjoint_eigvals: linalg.eigvalsh
serialize_many_sparse: io.serialize_many_sparse
serialize_sparse: io.serialize_sparse
serialize_tensor: io.serialize_tensor
set_random_seed: random.set_random_seed
setdiff1d: listdiff
sets.difference: contrib.metrics.set_difference sets.set_difference
sets.intersection: contrib.metrics.set_intersection sets.set_intersection
sets.size: contrib.metrics.set_size sets.set_size
sets.union: contrib.metrics.set_union sets.set_union
sigmoid: math.sigmoid nn.sigmoid
sign: math.sign
signal.dct: spectral.dct
signal.frame: contrib.signal.frame
signal.hamming_window: contrib.signal.hamming_window
signal.hann_window: contrib.signal.hann_window
signal.idct: spectral.idct
signal.inverse_stft: contrib.signal.inverse_stft
signal.inverse_stft_window_fn: contrib.signal.inverse_stft_window_fn
signal.irfft: spectral.irfft
signal.irfft2d: spectral.irfft2d
signal.irfft3d: spectral.irfft3d
signal.linear_to_mel_weight_matrix: contrib.signal.linear_to_mel_weight_matrix
signal.mfccs_from_log_mel_spectrograms: contrib.signal.mfccs_from_log_mel_spectrograms
signal.overlap_and_add: contrib.signal.overlap_and_add
signal.rfft: spectral.rfft
signal.rfft2d: spectral.rfft2d
signal.rfft3d: spectral.rfft3d
signal.stft: contrib.signal.stft
sin: math.sin
sinh: math.sinh
sort: contrib.framework.sort
space_to_batch: nn.space_to_batch
space_to_batch_nd: manip.space_to_batch_nd
space_to_depth: nn.space_to_depth
sparse_add: sparse.add
sparse_concat: sparse.concat
sparse_fill_empty_rows: sparse.fill_empty_rows
sparse_mask: sparse.mask
sparse_maximum: sparse.maximum
sparse_merge: sparse.merge
sparse_minimum: sparse.minimum
sparse_placeholder: sparse.placeholder
sparse_reduce_max: sparse.reduce_max
sparse_reduce_max_sparse: sparse.reduce_max_sparse
sparse_reduce_sum: sparse.reduce_sum
sparse_reduce_sum_sparse: sparse.reduce_sum_sparse
sparse_reorder: sparse.reorder
sparse_reset_shape: sparse.reset_shape
sparse_reshape: sparse.reshape
sparse_retain: sparse.retain
sparse_segment_mean: sparse.segment_mean
sparse_segment_sqrt_n: sparse.segment_sqrt_n
sparse_segment_sum: sparse.segment_sum
sparse_slice: sparse.slice
sparse_softmax: sparse.softmax
sparse_split: sparse.split
sparse_tensor_dense_matmul: sparse.matmul sparse.sparse_dense_matmul
sparse_tensor_to_dense: sparse.to_dense
sparse_to_indicator: sparse.to_indicator
sparse_transpose: sparse.transpose
sqrt: math.sqrt
square: math.square
squared_difference: math.squared_difference
stack: pack
string: dtypes.string
string_join: strings.join
string_strip: strings.strip
string_to_hash_bucket: strings.to_hash_bucket
string_to_hash_bucket_fast: strings.to_hash_bucket_fast
string_to_hash_bucket_strong: strings.to_hash_bucket_strong
string_to_number: strings.to_number
subtract: math.subtract sub
svd: linalg.svd
tables_initializer: initializers.tables_initializer
tan: math.tan
tanh: math.tanh nn.tanh
tensor_scatter_add: tensor_scatter_nd_add
tensor_scatter_sub: tensor_scatter_nd_sub
tensor_scatter_update: tensor_scatter_nd_update
tensordot: linalg.tensordot
tile: manip.tile
trace: linalg.trace
train.CheckpointSaverHook: estimator.CheckpointSaverHook
train.CheckpointSaverListener: estimator.CheckpointSaverListener
train.FeedFnHook: estimator.FeedFnHook
train.FinalOpsHook: estimator.FinalOpsHook
train.GlobalStepWaiterHook: estimator.GlobalStepWaiterHook
train.LoggingTensorHook: estimator.LoggingTensorHook
train.NanLossDuringTrainingError: estimator.NanLossDuringTrainingError
train.NanTensorHook: estimator.NanTensorHook
train.ProfilerHook: estimator.ProfilerHook
train.QueueRunner: train.queue_runner.QueueRunner
train.SecondOrStepTimer: estimator.SecondOrStepTimer
train.Server: distribute.Server
train.SessionRunArgs: estimator.SessionRunArgs
train.SessionRunContext: estimator.SessionRunContext
train.SessionRunHook: estimator.SessionRunHook
train.SessionRunValues: estimator.SessionRunValues
train.StepCounterHook: estimator.StepCounterHook
train.StopAtStepHook: estimator.StopAtStepHook
train.SummarySaverHook: estimator.SummarySaverHook
train.VocabInfo: estimator.VocabInfo
train.add_queue_runner: train.queue_runner.add_queue_runner
train.match_filenames_once: io.match_filenames_once
train.piecewise_constant: train.piecewise_constant_decay
train.start_queue_runners: train.queue_runner.start_queue_runners
train.write_graph: io.write_graph
truediv: math.truediv
truncated_normal: random.truncated_normal
truncated_normal_initializer: initializers.truncated_normal
uint16: dtypes.uint16
uint32: dtypes.uint32
uint64: dtypes.uint64
uint8: dtypes.uint8
uniform_unit_scaling_initializer: initializers.uniform_unit_scaling
unsorted_segment_max: math.unsorted_segment_max
unsorted_segment_mean: math.unsorted_segment_mean
unsorted_segment_min: math.unsorted_segment_min
unsorted_segment_prod: math.unsorted_segment_prod
unsorted_segment_sqrt_n: math.unsorted_segment_sqrt_n
unsorted_segment_sum: math.unsorted_segment_sum
unstack: unpack
variables_initializer: initializers.variables
variance_scaling_initializer: initializers.variance_scaling
variant: dtypes.variant
verify_tensor_all_finite: debugging.assert_all_finite
where: select
write_file: io.write_file
zeros_initializer: initializers.zeros keras.initializers.zeros
zeta: math.zeta
"""

_MODULES = """
tf tf.app tf.app.flags tf.audio tf.autograph tf.autograph.experimental tf.bitwise tf.compat tf.compat.v1 tf.config
tf.config.experimental tf.config.optimizer tf.config.threading tf.contrib tf.contrib.crf tf.contrib.cudnn_rnn
tf.contrib.data tf.contrib.deprecated tf.contrib.distributions tf.contrib.framework tf.contrib.graph_editor
tf.contrib.image tf.contrib.layers tf.contrib.legacy_seq2seq tf.contrib.lookup tf.contrib.losses tf.contrib.metrics
tf.contrib.nn tf.contrib.opt tf.contrib.rnn tf.contrib.seq2seq tf.contrib.signal tf.contrib.slim
tf.contrib.slim.evaluation tf.contrib.slim.learning tf.contrib.slim.losses tf.contrib.slim.metrics
tf.contrib.slim.model_analyzer tf.contrib.slim.nets tf.contrib.slim.queues tf.contrib.summary tf.contrib.tensorboard
tf.contrib.tensorboard.plugins tf.contrib.tensorboard.plugins.projector tf.contrib.training tf.contrib.util tf.data
tf.data.experimental tf.data.experimental.service tf.debugging tf.debugging.experimental tf.distribute
tf.distribute.cluster_resolver tf.distribute.experimental tf.distributions tf.dtypes tf.dtypes.experimental tf.errors
tf.estimator tf.estimator.experimental tf.estimator.export tf.estimator.inputs tf.estimator.tpu
tf.estimator.tpu.experimental tf.experimental tf.experimental.extension_type tf.feature_column tf.flags tf.gfile
tf.graph_util tf.image tf.initializers tf.io tf.io.gfile tf.keras tf.keras.activations tf.keras.applications
tf.keras.applications.convnext tf.keras.applications.densenet tf.keras.applications.efficientnet
tf.keras.applications.efficientnet_v2 tf.keras.applications.imagenet_utils tf.keras.applications.inception_resnet_v2
tf.keras.applications.inception_v3 tf.keras.applications.mobilenet tf.keras.applications.mobilenet_v2
tf.keras.applications.mobilenet_v3 tf.keras.applications.nasnet tf.keras.applications.regnet
tf.keras.applications.resnet tf.keras.applications.resnet50 tf.keras.applications.resnet_rs
tf.keras.applications.resnet_v2 tf.keras.applications.vgg16 tf.keras.applications.vgg19 tf.keras.applications.xception
tf.keras.backend tf.keras.callbacks tf.keras.callbacks.experimental tf.keras.constraints tf.keras.datasets
tf.keras.datasets.boston_housing tf.keras.datasets.cifar10 tf.keras.datasets.cifar100 tf.keras.datasets.fashion_mnist
tf.keras.datasets.imdb tf.keras.datasets.mnist tf.keras.datasets.reuters tf.keras.estimator tf.keras.experimental
tf.keras.export tf.keras.initializers tf.keras.layers tf.keras.layers.experimental
tf.keras.layers.experimental.preprocessing tf.keras.losses tf.keras.metrics tf.keras.mixed_precision
tf.keras.mixed_precision.experimental tf.keras.models tf.keras.optimizers tf.keras.optimizers.legacy
tf.keras.optimizers.schedules tf.keras.preprocessing tf.keras.preprocessing.image tf.keras.preprocessing.sequence
tf.keras.preprocessing.text tf.keras.regularizers tf.keras.saving tf.keras.utils tf.keras.utils.legacy
tf.keras.wrappers tf.keras.wrappers.scikit_learn tf.layers tf.layers.experimental tf.linalg tf.linalg.experimental
tf.lite tf.lite.constants tf.lite.experimental tf.lite.experimental.authoring tf.lite.experimental.nn tf.logging
tf.lookup tf.lookup.experimental tf.losses tf.manip tf.math tf.math.special tf.metrics tf.mixed_precision
tf.mixed_precision.experimental tf.mlir tf.mlir.experimental tf.nest tf.nn tf.nn.experimental tf.nn.rnn_cell
tf.profiler tf.python_io tf.quantization tf.quantization.experimental tf.queue tf.ragged tf.random
tf.random.experimental tf.raw_ops tf.resource_loader tf.saved_model tf.saved_model.builder tf.saved_model.constants
tf.saved_model.experimental tf.saved_model.loader tf.saved_model.main_op tf.saved_model.signature_constants
tf.saved_model.signature_def_utils tf.saved_model.tag_constants tf.saved_model.utils tf.sets tf.signal tf.sparse
tf.spectral tf.strings tf.summary tf.sysconfig tf.test tf.test.experimental tf.tpu tf.tpu.experimental
tf.tpu.experimental.embedding tf.train tf.train.experimental tf.train.queue_runner tf.types tf.types.experimental
tf.user_ops tf.version tf.xla tf.xla.experimental
"""


def _read(table: str) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for line in table.strip().splitlines():
        path, _, others = line.partition(": ")
        for other in others.split():
            aliases["tf." + other] = "tf." + path
    return aliases


ALIASES: dict[str, str] = _read(_TABLE)
MODULES: frozenset[str] = frozenset(_MODULES.split())
