"""Pure builds: they add nodes that depend on their arguments alone, and do nothing else.

Control-flow contexts (`BOOKKEEPING` in the package) and `Assert` ops that some of them add beside their result are
no state: see `hoist.tensorflow_api`.
"""

from hoist.tensorflow_api.family import BUILDS, CALLS_BACK, Family, family
from hoist.tensorflow_api.symbol import Kind

MATH = """
abs accumulate_n acos acosh add add_n angle arg_max arg_min argmax argmin argsort asin asinh atan atan2 atanh betainc
bincount bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.invert bitwise.left_shift
bitwise.right_shift cast ceil clip_by_average_norm clip_by_norm clip_by_value complex
confusion_matrix conj cos cosh count_nonzero cross cumprod cumsum digamma div div_no_nan divide equal erf erfc
exp expm1 floor floor_div floordiv global_norm greater greater_equal histogram_fixed_width histogram_fixed_width_bins
igamma igammac imag is_finite is_inf is_nan lbeta less less_equal lgamma linspace log log1p log_sigmoid logical_and
logical_not logical_or logical_xor math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e
math.cumulative_logsumexp math.erfcinv math.erfinv math.multiply_no_nan math.ndtri math.nextafter math.polyval
math.reciprocal_no_nan math.reduce_euclidean_norm math.reduce_std math.reduce_variance math.sobol_sample
math.special.bessel_j0 math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1
math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1 math.special.dawsn math.special.expint
math.special.fresnel_cos math.special.fresnel_sin math.special.spence math.xdivy math.xlog1py math.xlogy matmul
maximum minimum mod multiply negative not_equal polygamma pow range real realdiv reciprocal reduce_all
reduce_any reduce_join reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum rint round rsqrt
saturate_cast scalar_mul segment_max segment_mean segment_min segment_prod segment_sum sigmoid sign sin sinh
sort sparse_matmul sparse_segment_mean sparse_segment_sqrt_n sparse_segment_sum sqrt square squared_difference
subtract tan tanh tensordot to_bfloat16 to_complex128 to_complex64 to_double to_float to_int32 to_int64 trace truediv
truncatediv truncatemod unsorted_segment_max unsorted_segment_mean unsorted_segment_min unsorted_segment_prod
unsorted_segment_sqrt_n unsorted_segment_sum zeta
"""

ARRAY = """
approx_top_k conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2 random_index_shuffle
batch_gather batch_to_space batch_to_space_nd bitcast boolean_mask broadcast_dynamic_shape broadcast_to
check_numerics concat constant convert_to_tensor convert_to_tensor_or_indexed_slices
convert_to_tensor_or_sparse_tensor depth_to_space dequantize diag diag_part dynamic_stitch
edit_distance ensure_shape expand_dims extract_image_patches extract_volume_patches fake_quant_with_min_max_args
fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient
fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient fill fingerprint gather
gather_nd identity image.extract_patches invert_permutation is_non_decreasing
is_strictly_increasing matrix_band_part matrix_diag matrix_diag_part matrix_set_diag matrix_transpose no_op
one_hot ones ones_like pad parallel_stack quantization.quantize_and_dequantize
quantization.quantize_and_dequantize_v2 quantize quantize_v2 quantized_concat rank repeat
required_space_to_batch_paddings
reshape reverse reverse_sequence roll scatter_nd searchsorted sequence_mask setdiff1d shape size slice
space_to_batch space_to_batch_nd space_to_depth squeeze stack stop_gradient strided_slice tensor_scatter_add
tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_sub tensor_scatter_update tile transpose unique
unique_with_counts unravel_index verify_tensor_all_finite where where_v2 zeros zeros_like
"""

LISTS = """
decode_csv io.parse_sequence_example parse_example parse_single_example parse_single_sequence_example
clip_by_global_norm dynamic_partition gradients hessians identity_n meshgrid shape_n
sparse_split split tuple unstack
"""

LINALG = """
cholesky cholesky_solve einsum eye linalg.adjoint linalg.eigh_tridiagonal linalg.expm linalg.logdet linalg.logm
linalg.lu linalg.lu_matrix_inverse linalg.lu_reconstruct linalg.lu_solve linalg.matrix_rank linalg.matvec
linalg.normalize linalg.pinv linalg.slogdet linalg.tridiagonal_matmul linalg.tridiagonal_solve matrix_determinant
matrix_inverse matrix_solve matrix_solve_ls matrix_square_root matrix_triangular_solve norm qr self_adjoint_eig
self_adjoint_eigvals svd linalg.experimental.conjugate_gradient
"""

NN = """
atrous_conv2d atrous_conv2d_transpose avg_pool avg_pool1d avg_pool3d avg_pool_v2
batch_norm_with_global_normalization batch_normalization bias_add collapse_repeated compute_accidental_hits conv1d
conv1d_transpose conv2d conv2d_backprop_filter conv2d_backprop_input conv2d_transpose conv3d
conv3d_backprop_filter conv3d_transpose conv_transpose convolution crelu ctc_beam_search_decoder
ctc_beam_search_decoder_v2 ctc_greedy_decoder ctc_loss ctc_loss_v2 ctc_unique_labels depthwise_conv2d
depthwise_conv2d_backprop_filter depthwise_conv2d_backprop_input depthwise_conv2d_native dilation2d elu
embedding_lookup embedding_lookup_sparse erosion2d experimental.stateless_dropout fused_batch_norm in_top_k l2_loss
l2_normalize leaky_relu log_poisson_loss log_softmax lrn max_pool max_pool1d max_pool2d max_pool3d max_pool_v2
max_pool_with_argmax moments normalize_moments pool quantized_avg_pool quantized_conv2d quantized_max_pool
quantized_relu_x relu relu6 relu_layer safe_embedding_lookup_sparse selu separable_conv2d
sigmoid_cross_entropy_with_logits silu softmax softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2
softplus softsign sparse_softmax_cross_entropy_with_logits sufficient_statistics top_k
weighted_cross_entropy_with_logits weighted_moments xw_plus_b zero_fraction approx_max_k approx_min_k
"""

IMAGE = """
adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation central_crop
combined_non_max_suppression convert_image_dtype crop_and_resize crop_to_bounding_box draw_bounding_boxes
flip_left_right flip_up_down generate_bounding_box_proposals grayscale_to_rgb hsv_to_rgb
image_gradients non_max_suppression non_max_suppression_overlaps non_max_suppression_padded
non_max_suppression_with_scores pad_to_bounding_box per_image_standardization psnr resize resize_area resize_bicubic
resize_bilinear resize_image_with_pad resize_nearest_neighbor resize_with_crop_or_pad rgb_to_grayscale rgb_to_hsv
rgb_to_yiq rgb_to_yuv rot90 sobel_edges ssim ssim_multiscale total_variation transpose yiq_to_rgb yuv_to_rgb
"""

STRINGS_AND_CODECS = """
as_string audio.decode_wav audio.encode_wav decode_base64 decode_compressed decode_json_example decode_raw
encode_base64 io.decode_and_crop_jpeg io.decode_bmp io.decode_gif io.decode_image io.decode_jpeg
io.decode_png io.decode_webp io.decode_jxl io.encode_jpeg io.encode_png io.extract_jpeg_shape io.is_jpeg parse_tensor
regex_replace serialize_tensor string_join string_split string_strip string_to_hash_bucket
string_to_hash_bucket_fast string_to_hash_bucket_strong string_to_number strings.bytes_split strings.format
strings.length strings.lower strings.ngrams strings.regex_full_match strings.split strings.substr
strings.unicode_decode strings.unicode_decode_with_offsets strings.unicode_encode strings.unicode_script
strings.unicode_split strings.unicode_split_with_offsets strings.unicode_transcode strings.unsorted_segment_join
strings.upper substr
"""

SPARSE_AND_RAGGED = """
IndexedSlices SparseTensor deserialize_many_sparse ragged.boolean_mask ragged.constant ragged.cross
ragged.cross_hashed ragged.range ragged.row_splits_to_segment_ids ragged.segment_ids_to_row_splits ragged.stack
serialize_many_sparse serialize_sparse sets.difference sets.intersection sets.size sets.union sparse.bincount
sparse.cross sparse.cross_hashed sparse.expand_dims sparse.eye sparse.from_dense sparse_add sparse_concat
sparse_fill_empty_rows sparse_mask sparse_maximum sparse_merge sparse_minimum sparse_reduce_max
sparse_reduce_max_sparse sparse_reduce_sum sparse_reduce_sum_sparse sparse_reorder sparse_reset_shape sparse_reshape
sparse_retain sparse_slice sparse_softmax sparse_tensor_dense_matmul sparse_tensor_to_dense sparse_to_dense
sparse_to_indicator sparse_transpose ragged_fill_empty_rows ragged_fill_empty_rows_grad
"""

SIGNAL = """
fftnd ifftnd irfftnd rfftnd fft fft2d fft3d ifft ifft2d ifft3d signal.dct signal.idct signal.fftnd signal.ifftnd
signal.irfftnd signal.rfftnd
signal.fftshift signal.ifftshift signal.irfft signal.irfft2d signal.irfft3d signal.rfft signal.rfft2d signal.rfft3d
signal.linear_to_mel_weight_matrix signal.mfccs_from_log_mel_spectrograms signal.overlap_and_add signal.frame
signal.inverse_mdct signal.inverse_stft signal.mdct signal.stft signal.hamming_window signal.hann_window
signal.kaiser_bessel_derived_window signal.kaiser_window signal.vorbis_window
"""

#: They take their randomness from the `seed` tensor or value that is an argument: the same at each run.
STATELESS_RANDOM = """
random.fold_in random.split random.stateless_binomial random.stateless_categorical random.stateless_gamma
random.stateless_multinomial random.stateless_normal random.stateless_parameterized_truncated_normal
random.stateless_poisson random.stateless_truncated_normal random.stateless_uniform image.stateless_random_brightness
image.stateless_random_contrast image.stateless_random_crop image.stateless_random_flip_left_right
image.stateless_random_flip_up_down image.stateless_random_hue image.stateless_random_jpeg_quality
image.stateless_random_saturation image.stateless_sample_distorted_bounding_box random.experimental.stateless_shuffle
random.experimental.index_shuffle
"""

#: Their nodes write to a variable when run; building them only adds nodes.
ASSIGNS = """
assign assign_add assign_sub batch_scatter_update scatter_add scatter_div scatter_max scatter_min
scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update scatter_sub scatter_update group
"""

#: They add an `Assert`, or nothing where the check can be made from static shapes.
ASSERTS = """
Assert assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal assert_near
assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_rank
assert_rank_at_least assert_rank_in assert_scalar assert_type debugging.assert_shapes assert_same_float_dtype
"""

#: Learning-rate schedules over a global step that is given to them.
DECAYS = """
cosine_decay cosine_decay_restarts exponential_decay inverse_time_decay linear_cosine_decay natural_exp_decay
piecewise_constant polynomial_decay
"""

CONTROL_FLOW = """
case cond foldl foldr map_fn scan switch_case vectorized_map while_loop nn.with_space_to_batch
"""

KERAS_BACKEND = """
abs all any argmax argmin cast clip concatenate cos dot elu equal exp expand_dims flatten gather greater greater_equal
hard_sigmoid l2_normalize less less_equal log max maximum mean min minimum not_equal one_hot permute_dimensions pow prod
relu repeat_elements reshape round sigmoid sign sin softmax softplus softsign sqrt square squeeze stack std sum tanh
tile
transpose var binary_crossentropy categorical_crossentropy sparse_categorical_crossentropy
"""
KERAS_ACTIVATIONS = "elu exponential hard_sigmoid relu selu sigmoid softmax softplus softsign tanh"
KERAS_LOSSES = """
MAE MAPE MSE MSLE binary_crossentropy categorical_crossentropy categorical_hinge hinge logcosh poisson
sparse_categorical_crossentropy squared_hinge
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS}, MATH),
    family(Kind.TENSOR, {BUILDS}, ARRAY),
    family(Kind.TENSOR_LIST, {BUILDS}, LISTS),
    family(Kind.TENSOR, {BUILDS}, LINALG),
    family(Kind.TENSOR, {BUILDS}, NN, under="tf.nn"),
    family(Kind.TENSOR, {BUILDS}, IMAGE, under="tf.image"),
    family(Kind.TENSOR, {BUILDS}, STRINGS_AND_CODECS),
    family(Kind.TENSOR, {BUILDS}, SPARSE_AND_RAGGED),
    family(Kind.TENSOR, {BUILDS}, SIGNAL),
    family(Kind.TENSOR, {BUILDS}, STATELESS_RANDOM),
    family(Kind.TENSOR, {BUILDS}, ASSIGNS),
    family(Kind.TENSOR, {BUILDS}, ASSERTS),
    family(Kind.TENSOR, {BUILDS}, DECAYS, under="tf.train"),
    family(Kind.TENSOR, {BUILDS}, KERAS_BACKEND, under="tf.keras.backend"),
    family(Kind.TENSOR, {BUILDS}, KERAS_ACTIVATIONS, under="tf.keras.activations"),
    family(Kind.TENSOR, {BUILDS}, KERAS_LOSSES, under="tf.keras.losses"),
    family(
        Kind.TENSOR_LIST, {BUILDS}, "contrib.training.clip_gradient_norms contrib.opt.clip_gradients_by_global_norm"
    ),
    family(Kind.TENSOR_LIST, {BUILDS}, "contrib.training.multiply_gradients"),
    family(
        Kind.TENSOR, {BUILDS}, "nn.compute_average_loss io.decode_proto io.encode_proto contrib.framework.with_shape"
    ),
    family(Kind.TENSOR, {BUILDS}, "contrib.framework.reduce_sum_n"),
    family(Kind.TENSOR, {BUILDS, CALLS_BACK}, "contrib.framework.smart_cond contrib.framework.smart_case"),
    family(Kind.TENSOR, {BUILDS, CALLS_BACK}, "ragged.map_flat_values signal.inverse_stft_window_fn"),
    family(Kind.TENSOR, {BUILDS}, "ragged.stack_dynamic_partitions"),
    family(Kind.PLACEHOLDER, {BUILDS}, "placeholder placeholder_with_default sparse_placeholder ragged.placeholder"),
    family(Kind.TENSOR, {BUILDS, CALLS_BACK}, CONTROL_FLOW),
)
