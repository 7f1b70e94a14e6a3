"""Layers: functions that make or share variables, and objects that make theirs when first called."""

from hoist.tensorflow_api.family import (
    BUILDS,
    CALLS_BACK,
    DRAWS,
    SHARES_VARIABLE,
    STATEFUL,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

WEIGHTED = """
conv1d conv2d conv2d_transpose conv3d conv3d_transpose dense separable_conv1d separable_conv2d
"""
POOLING = """
average_pooling1d average_pooling2d average_pooling3d flatten max_pooling1d max_pooling2d max_pooling3d
"""
LAYER_CLASSES = """
AveragePooling1D AveragePooling2D AveragePooling3D BatchNormalization Conv1D Conv2D Conv2DTranspose Conv3D
Conv3DTranspose Dense Dropout Flatten Layer MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv1D SeparableConv2D
"""

#: They call the `normalizer_fn` that is given to them, or that an `arg_scope` around them sets: with `batch_norm` there
#: each call registers its update ops.
CONTRIB_WEIGHTED = """
conv1d conv2d conv2d_in_plane conv2d_transpose conv3d conv3d_transpose convolution fully_connected linear relu relu6 elu
separable_conv2d
"""
CONTRIB_WEIGHTED_PLAIN = """
bow_encoder embed_sequence group_norm instance_norm layer_norm
"""
#: Not in a variable scope, or without variables: pure. (`unit_norm` and `softmax` open a scope for their names only.)
CONTRIB_PURE = """
dense_to_sparse embedding_lookup_unique images_to_sequence maxout one_hot_encoding safe_embedding_lookup_sparse
scale_gradient sequence_to_images softmax
"""
#: They register what they return in a collection only when `outputs_collections` names one.
CONTRIB_OUTPUTS = "avg_pool2d avg_pool3d flatten max_pool2d max_pool3d unit_norm"

CELLS = """
BasicLSTMCell BasicRNNCell DeviceWrapper GRUCell LSTMCell MultiRNNCell RNNCell ResidualWrapper
"""
CONTRIB_CELLS = """
AttentionCellWrapper BidirectionalGridLSTMCell CompiledWrapper Conv1DLSTMCell Conv2DLSTMCell Conv3DLSTMCell
ConvLSTMCell CoupledInputForgetGateLSTMCell EmbeddingWrapper GLSTMCell GRUBlockCell GRUBlockCellV2 GridLSTMCell
HighwayWrapper IndRNNCell IndyGRUCell IndyLSTMCell InputProjectionWrapper IntersectionRNNCell LSTMBlockCell
LSTMBlockFusedCell LayerRNNCell NASCell OutputProjectionWrapper PhasedLSTMCell SRUCell TimeFreqLSTMCell
UGRNNCell BasicLSTMCell BasicRNNCell DeviceWrapper GRUCell LSTMCell MultiRNNCell RNNCell ResidualWrapper
"""

RECURRENT = """
bidirectional_dynamic_rnn dynamic_rnn raw_rnn static_bidirectional_rnn static_rnn static_state_saving_rnn
"""
LEGACY_SEQ2SEQ = """
attention_decoder basic_rnn_seq2seq embedding_attention_decoder embedding_attention_seq2seq embedding_rnn_decoder
embedding_rnn_seq2seq embedding_tied_rnn_seq2seq model_with_buckets one2many_rnn_seq2seq rnn_decoder tied_rnn_seq2seq
"""

KERAS_LAYERS = """
Activation Add Average AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D
BatchNormalization Concatenate Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM2D
Cropping1D Cropping2D Cropping3D Dense DepthwiseConv2D Dot ELU Embedding Flatten GRU GRUCell
GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D
GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D LSTM LSTMCell
LayerNormalization LeakyReLU LocallyConnected1D LocallyConnected2D Masking MaxPool1D MaxPool2D MaxPool3D MaxPooling1D
MaxPooling2D MaxPooling3D Maximum Minimum Multiply PReLU Permute ReLU RepeatVector Reshape SeparableConv1D
SeparableConv2D SimpleRNN SimpleRNNCell Softmax Subtract ThresholdedReLU UpSampling1D UpSampling2D
UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D Dropout SpatialDropout1D SpatialDropout2D SpatialDropout3D
AlphaDropout GaussianDropout GaussianNoise
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS, SHARES_VARIABLE}, WEIGHTED, under="tf.layers", shares_by="name"),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE},
        "layers.batch_normalization",
        registers={"update_ops"},
        shares_by="name",
    ),
    family(Kind.TENSOR, {BUILDS}, POOLING, under="tf.layers"),
    family(Kind.LAYER, (), LAYER_CLASSES, under="tf.layers"),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE, CALLS_BACK},
        CONTRIB_WEIGHTED,
        under="tf.contrib.layers",
        registers={"update_ops"},
        shares_by="scope",
    ),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE},
        CONTRIB_WEIGHTED_PLAIN,
        under="tf.contrib.layers",
        shares_by="scope",
    ),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE},
        "batch_norm",
        under="tf.contrib.layers",
        registers={"update_ops"},
        shares_by="scope",
    ),
    family(Kind.TENSOR, {BUILDS, SHARES_VARIABLE}, "bias_add", under="tf.contrib.layers", shares_by="scope"),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE},
        "gdn spatial_softmax legacy_fully_connected legacy_linear legacy_relu",
        under="tf.contrib.layers",
        shares_by="name",
    ),
    family(Kind.TENSOR, {BUILDS}, CONTRIB_PURE, under="tf.contrib.layers"),
    family(Kind.TENSOR, {BUILDS}, CONTRIB_OUTPUTS, under="tf.contrib.layers"),
    family(
        Kind.TENSOR, {BUILDS, SHARES_VARIABLE, CALLS_BACK}, "repeat stack", under="tf.contrib.layers", shares_by="scope"
    ),
    family(Kind.LAYER, (), CELLS, under="tf.nn.rnn_cell"),
    family(Kind.LAYER, {BUILDS, DRAWS}, "DropoutWrapper", under="tf.nn.rnn_cell"),
    family(Kind.LAYER, (), CONTRIB_CELLS, under="tf.contrib.rnn"),
    family(Kind.LAYER, {BUILDS, DRAWS}, "DropoutWrapper LayerNormBasicLSTMCell", under="tf.contrib.rnn"),
    family(Kind.PYTHON, (), "nn.rnn_cell.LSTMStateTuple contrib.rnn.LSTMStateTuple"),
    # they call the cell, which draws where it is wrapped in dropout
    family(Kind.TENSOR, {BUILDS, SHARES_VARIABLE, CALLS_BACK, DRAWS}, RECURRENT, under="tf.nn"),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE, CALLS_BACK, DRAWS},
        """static_rnn static_bidirectional_rnn static_state_saving_rnn stack_bidirectional_dynamic_rnn
        stack_bidirectional_rnn""",
        under="tf.contrib.rnn",
    ),
    family(Kind.TENSOR, {BUILDS}, "best_effort_input_batch_size transpose_batch_time", under="tf.contrib.rnn"),
    family(
        Kind.TENSOR, {BUILDS, SHARES_VARIABLE, CALLS_BACK, DRAWS}, LEGACY_SEQ2SEQ, under="tf.contrib.legacy_seq2seq"
    ),
    family(
        Kind.TENSOR,
        {BUILDS, CALLS_BACK},
        "sequence_loss sequence_loss_by_example",
        under="tf.contrib.legacy_seq2seq",
    ),
    family(Kind.TENSOR, {BUILDS, SHARES_VARIABLE, CALLS_BACK, DRAWS}, "dynamic_decode", under="tf.contrib.seq2seq"),
    family(Kind.TENSOR, {BUILDS, CALLS_BACK}, "sequence_loss", under="tf.contrib.seq2seq"),
    # their constructors build the parts that do not change from step to step
    family(
        Kind.UNKNOWN,
        {BUILDS, SHARES_VARIABLE, CALLS_BACK},
        """AttentionWrapper BahdanauAttention BahdanauMonotonicAttention BasicDecoder BeamSearchDecoder CustomHelper
        GreedyEmbeddingHelper InferenceHelper LuongAttention LuongMonotonicAttention TrainingHelper""",
        under="tf.contrib.seq2seq",
    ),
    family(
        Kind.UNKNOWN,
        {BUILDS, SHARES_VARIABLE, CALLS_BACK, DRAWS},
        "SampleEmbeddingHelper ScheduledEmbeddingTrainingHelper ScheduledOutputTrainingHelper",
        under="tf.contrib.seq2seq",
    ),
    family(
        Kind.TENSOR,
        {BUILDS},
        "gather_tree hardmax monotonic_attention safe_cumprod tile_batch",
        under="tf.contrib.seq2seq",
    ),
    family(
        Kind.TENSOR,
        {BUILDS},
        "crf_binary_score crf_log_norm crf_multitag_sequence_score crf_sequence_score crf_unary_score",
        under="tf.contrib.crf",
    ),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE},
        "crf_log_likelihood",
        under="tf.contrib.crf",
    ),
    # its recurrent part stands in a scope of its own
    family(Kind.TENSOR, {BUILDS, SHARES_VARIABLE}, "crf_decode", under="tf.contrib.crf"),
    family(Kind.ARRAY, (), "viterbi_decode", under="tf.contrib.crf"),
    family(Kind.LAYER, (), KERAS_LAYERS, under="tf.keras.layers"),
    family(
        Kind.LAYER,
        {BUILDS, SHARES_VARIABLE, STATEFUL},
        "CudnnGRU CudnnLSTM CudnnRNNRelu CudnnRNNTanh",
        under="tf.contrib.cudnn_rnn",
    ),
    family(Kind.LAYER, (), "CudnnCompatibleGRUCell CudnnCompatibleLSTMCell", under="tf.contrib.cudnn_rnn"),
    family(
        Kind.TENSOR,
        {BUILDS},
        """angles_to_projective_transforms compose_transforms dense_image_warp flat_transforms_to_matrices
        interpolate_spline matrices_to_flat_transforms rotate sparse_image_warp transform translate
        translations_to_projective_transforms""",
        under="tf.contrib.image",
    ),
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE},
        "input_layer linear_model",
        under="tf.feature_column",
    ),
)
