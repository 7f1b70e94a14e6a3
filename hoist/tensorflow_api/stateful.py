"""Nodes with state of their own (queues, readers, tables, accumulators, host functions), and datasets."""

from hoist.tensorflow_api.family import (
    BUILDS,
    CALLS_BACK,
    DRAWS,
    FILES,
    MAKES_VARIABLE,
    PRINTS,
    READS_GRAPH,
    STATEFUL,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

QUEUES = """
FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase ConditionalAccumulator
ConditionalAccumulatorBase SparseConditionalAccumulator FixedLengthRecordReader IdentityReader LMDBReader ReaderBase
TFRecordReader TextLineReader WholeFileReader
"""
TABLES = """
lookup.StaticHashTable lookup.StaticVocabularyTable lookup.experimental.DenseHashTable
lookup.experimental.MutableHashTable contrib.lookup.HashTable contrib.lookup.MutableHashTable
contrib.lookup.IdTableWithHashBuckets contrib.lookup.index_table_from_file contrib.lookup.index_table_from_tensor
contrib.lookup.index_to_string_table_from_file contrib.lookup.index_to_string_table_from_tensor
contrib.lookup.string_to_index_table_from_file contrib.lookup.string_to_index_table_from_tensor
"""
TABLE_INITIALIZERS = """
lookup.KeyValueTensorInitializer lookup.TextFileInitializer contrib.lookup.TextFileIdTableInitializer
contrib.lookup.TextFileStringTableInitializer
"""
INPUT_PIPELINES = "train.batch train.batch_join train.maybe_batch train.maybe_batch_join"
#: They shuffle unless told otherwise; with `num_epochs` a local variable counts the epochs.
INPUT_PRODUCERS = """
train.range_input_producer train.string_input_producer train.input_producer
"""
SHUFFLED_INPUT_PIPELINES = """
train.shuffle_batch train.shuffle_batch_join train.maybe_shuffle_batch train.maybe_shuffle_batch_join
"""
DATASETS = "data.FixedLengthRecordDataset data.TFRecordDataset data.TextLineDataset data.experimental.CsvDataset"
DATASET_TRANSFORMATIONS = """
contrib.data.ignore_errors contrib.data.unbatch contrib.data.unique contrib.data.enumerate_dataset
contrib.data.dense_to_sparse_batch contrib.data.prefetch_to_device contrib.data.batch_and_drop_remainder
contrib.data.assert_element_shape
data.experimental.ignore_errors data.experimental.unbatch data.experimental.unique
data.experimental.enumerate_dataset data.experimental.dense_to_sparse_batch data.experimental.prefetch_to_device
data.experimental.copy_to_device
"""
DATASET_TRANSFORMATIONS_BY_FUNCTION = """
contrib.data.map_and_batch contrib.data.parallel_interleave contrib.data.sloppy_interleave contrib.data.scan
contrib.data.group_by_window contrib.data.bucket_by_sequence_length
data.experimental.map_and_batch data.experimental.parallel_interleave data.experimental.scan
data.experimental.take_while data.experimental.group_by_window data.experimental.group_by_reducer
data.experimental.bucket_by_sequence_length
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.QUEUE, {BUILDS, STATEFUL}, QUEUES),
    family(Kind.QUEUE, {BUILDS, STATEFUL, DRAWS}, "RandomShuffleQueue"),
    family(Kind.QUEUE, {BUILDS, STATEFUL}, TABLES, registers={"table_initializer"}),
    family(Kind.UNKNOWN, {BUILDS}, TABLE_INITIALIZERS),
    family(Kind.TENSOR, {BUILDS, STATEFUL}, INPUT_PIPELINES, registers={"queue_runners", "summaries"}),
    family(
        Kind.TENSOR,
        {BUILDS, STATEFUL, DRAWS, MAKES_VARIABLE},
        INPUT_PRODUCERS,
        registers={"queue_runners", "summaries"},
    ),
    family(
        Kind.TENSOR_LIST,
        {BUILDS, STATEFUL, DRAWS, MAKES_VARIABLE},
        "train.slice_input_producer",
        registers={"queue_runners", "summaries"},
    ),
    family(
        Kind.TENSOR,
        {BUILDS, STATEFUL, DRAWS},
        SHUFFLED_INPUT_PIPELINES,
        registers={"queue_runners", "summaries"},
    ),
    # a local variable counts the epochs
    family(Kind.TENSOR, {BUILDS, MAKES_VARIABLE}, "train.limit_epochs"),
    # the matched names are kept in a local variable
    family(Kind.VARIABLE, {BUILDS, MAKES_VARIABLE, FILES}, "train.match_filenames_once"),
    family(Kind.UNKNOWN, {BUILDS, STATEFUL}, "train.QueueRunner"),
    family(Kind.TENSOR, {BUILDS, STATEFUL, CALLS_BACK}, "py_func py_function numpy_function contrib.framework.py_func"),
    family(Kind.TENSOR, {BUILDS, STATEFUL, PRINTS}, "Print print"),
    family(Kind.TENSOR, {BUILDS, STATEFUL}, "timestamp guarantee_const"),
    family(Kind.TENSOR, {BUILDS, FILES}, "read_file", fed=("filename",)),
    family(Kind.TENSOR, {BUILDS, FILES}, "matching_files", fed=("pattern",)),
    family(Kind.TENSOR, {BUILDS, FILES, STATEFUL}, "write_file"),
    family(Kind.TENSOR, {BUILDS, STATEFUL}, "get_session_handle get_session_tensor delete_session_tensor"),
    family(Kind.TENSOR_ARRAY, {BUILDS, STATEFUL}, "TensorArray"),
    family(Kind.UNKNOWN, {BUILDS, STATEFUL}, "CriticalSection"),
    family(Kind.UNKNOWN, {CALLS_BACK, STATEFUL}, "nondifferentiable_batch_function function wrap_function"),
    family(Kind.TENSOR, {BUILDS, STATEFUL}, "train.sdca_optimizer train.sdca_shrink_l1"),
    family(Kind.TENSOR, {BUILDS}, "train.sdca_fprint"),
    # datasets add nodes for themselves and functions for what they map; they are read through iterators
    family(Kind.DATASET, {BUILDS}, DATASETS),
    family(Kind.DATASET, {BUILDS, DRAWS}, "data.experimental.RandomDataset"),
    family(Kind.CLASS, {BUILDS}, "data.Dataset"),
    family(
        Kind.DATASET,
        {BUILDS},
        """data.Dataset.from_tensor_slices data.Dataset.from_tensors data.Dataset.from_sparse_tensor_slices
        data.Dataset.range data.Dataset.zip""",
    ),
    family(Kind.DATASET, {BUILDS, STATEFUL, CALLS_BACK}, "data.Dataset.from_generator"),
    family(Kind.DATASET, {BUILDS, DRAWS, STATEFUL, FILES}, "data.Dataset.list_files"),
    family(Kind.DATASET, {BUILDS}, "data.experimental.choose_from_datasets data.experimental.Counter"),
    family(Kind.DATASET, {BUILDS, DRAWS}, "data.experimental.sample_from_datasets"),
    family(
        Kind.DATASET,
        {BUILDS, DRAWS, FILES},
        """data.experimental.make_batched_features_dataset
        data.experimental.make_csv_dataset""",
    ),
    family(Kind.UNKNOWN, {BUILDS}, DATASET_TRANSFORMATIONS),
    family(Kind.UNKNOWN, {BUILDS, DRAWS}, "data.experimental.shuffle_and_repeat contrib.data.shuffle_and_repeat"),
    family(Kind.UNKNOWN, {BUILDS, CALLS_BACK}, DATASET_TRANSFORMATIONS_BY_FUNCTION),
    family(
        Kind.ITERATOR,
        {BUILDS, STATEFUL},
        "data.make_initializable_iterator data.make_one_shot_iterator",
        registers={"iterators"},
    ),
    family(
        Kind.ITERATOR,
        {BUILDS, STATEFUL},
        "data.Iterator.from_structure data.Iterator.from_string_handle",
        registers={"iterators"},
    ),
    family(Kind.CLASS, {BUILDS, STATEFUL}, "data.Iterator"),
    family(Kind.TENSOR, {BUILDS, STATEFUL}, "data.experimental.get_single_element"),
    family(
        Kind.PYTHON,
        (),
        """data.get_output_classes data.get_output_shapes data.get_output_types data.Options
        data.experimental.get_structure""",
    ),
    family(Kind.TENSOR, {BUILDS}, "data.experimental.cardinality"),
    family(Kind.PYTHON, {READS_GRAPH, BUILDS}, "data.experimental.make_saveable_from_iterator"),
)
