"""Calls that give several tensors: tuples whose length is known, and what may be a tensor or a nest of them.

A subscript of a tensor adds nodes, a subscript of a tuple, list or dict does not.
"""

from __future__ import annotations

from functools import lru_cache

from hoist.tensorflow_api.symbol import Kind

_TUPLES = {
    2: """
tf.nn.moments tf.nn.weighted_moments tf.nn.normalize_moments tf.nn.top_k tf.nn.approx_max_k tf.nn.approx_min_k tf.unique
tf.nn.ctc_unique_labels tf.nn.max_pool_with_argmax tf.setdiff1d tf.self_adjoint_eig tf.qr tf.linalg.lu
tf.linalg.slogdet tf.linalg.normalize tf.image.image_gradients tf.image.non_max_suppression_with_scores
tf.image.non_max_suppression_padded tf.image.generate_bounding_box_proposals tf.sparse_fill_empty_rows
tf.audio.decode_wav tf.strings.unicode_decode_with_offsets tf.strings.unicode_split_with_offsets
tf.required_space_to_batch_paddings
""",
    3: """
tf.nn.fused_batch_norm tf.unique_with_counts tf.quantize tf.quantize_v2 tf.quantized_concat tf.nn.quantized_avg_pool
tf.nn.quantized_conv2d tf.nn.quantized_max_pool tf.nn.quantized_relu_x tf.nn.fractional_avg_pool
tf.nn.fractional_max_pool tf.image.sample_distorted_bounding_box tf.nn.all_candidate_sampler
tf.nn.fixed_unigram_candidate_sampler tf.nn.log_uniform_candidate_sampler tf.nn.uniform_candidate_sampler
tf.nn.learned_unigram_candidate_sampler
""",
    4: "tf.nn.sufficient_statistics tf.image.combined_non_max_suppression",
}
#: Their elements are not all tensors.
_MIXED: dict[str, tuple[Kind, ...]] = {
    "tf.clip_by_global_norm": (Kind.TENSOR_LIST, Kind.TENSOR),
    "tf.contrib.opt.clip_gradients_by_global_norm": (Kind.TENSOR_LIST, Kind.TENSOR_LIST),
    "tf.nn.ctc_beam_search_decoder": (Kind.TENSOR_LIST, Kind.TENSOR),
    "tf.nn.ctc_beam_search_decoder_v2": (Kind.TENSOR_LIST, Kind.TENSOR),
    "tf.nn.ctc_greedy_decoder": (Kind.TENSOR_LIST, Kind.TENSOR),
    "tf.nn.dynamic_rnn": (Kind.TENSOR, Kind.NEST),
    "queue.read": (Kind.TENSOR, Kind.TENSOR),
    "queue.read_up_to": (Kind.TENSOR, Kind.TENSOR),
}
_EITHER = """
tf.case tf.cond tf.foldl tf.foldr tf.map_fn tf.scan tf.switch_case tf.vectorized_map tf.while_loop
tf.contrib.framework.smart_cond tf.contrib.framework.smart_case tf.svd
tf.import_graph_def
tf.py_func tf.py_function tf.numpy_function tf.contrib.framework.py_func tf.data.experimental.get_single_element
tf.train.batch tf.train.batch_join tf.train.maybe_batch tf.train.maybe_batch_join tf.train.shuffle_batch
tf.train.shuffle_batch_join tf.train.maybe_shuffle_batch tf.train.maybe_shuffle_batch_join
tf.nn.bidirectional_dynamic_rnn tf.nn.raw_rnn tf.nn.static_bidirectional_rnn tf.nn.static_rnn
tf.nn.static_state_saving_rnn tf.io.decode_proto tf.linalg.experimental.conjugate_gradient
tf.image.stateless_sample_distorted_bounding_box
iterator.get_next queue.dequeue queue.dequeue_many queue.dequeue_up_to layer.zero_state dataset.reduce
"""
_EITHER_BELOW = ("tf.contrib.legacy_seq2seq.", "tf.contrib.rnn.")
#: Fields of the named tuples among them.
FIELDS = frozenset("values indices mean variance y idx count output state eigenvalues eigenvectors q r".split())


@lru_cache(maxsize=1)
def _lengths() -> dict[str, int]:
    return {name: length for length, names in _TUPLES.items() for name in names.split()}


def tuple_of(path: str) -> tuple[Kind, ...] | None:
    """The kinds of the elements, where a call of the symbol gives a tuple of known length."""
    if path in _MIXED:
        return _MIXED[path]
    length = _lengths().get(path)
    return None if length is None else (Kind.TENSOR,) * length


def may_be_nest(path: str) -> bool:
    """Whether a call of the symbol gives a tensor, or a tuple, list or dict of tensors, depending on its arguments."""
    return path in _either() or path.startswith(_EITHER_BELOW)


@lru_cache(maxsize=1)
def _either() -> frozenset[str]:
    return frozenset(_EITHER.split())
