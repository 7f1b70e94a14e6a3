"""Methods and attributes of each kind of value. An attribute, read without a call, has `callable=False`."""

from collections.abc import Mapping

from hoist.tensorflow_api.family import (
    BUILDS,
    CALLS_BACK,
    CHANGES_GRAPH,
    DRAWS,
    FILES,
    LOOKS_UP_NAMES,
    PRINTS,
    READS_GRAPH,
    READS_VARIABLES,
    RUNS,
    SHARES_VARIABLE,
    STATEFUL,
    THREADS,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

TENSOR: tuple[Family, ...] = (
    family(Kind.ARRAY, {RUNS}, "eval", under="tensor"),
    family(Kind.PYTHON, {RUNS}, "run", under="tensor"),
    # a shape known when the graph is built
    family(Kind.PYTHON, (), "get_shape", under="tensor"),
    family(Kind.PYTHON, (), "shape dtype", under="tensor", callable=False),
    family(Kind.PYTHON, {LOOKS_UP_NAMES}, "name", under="tensor", callable=False),
    family(Kind.PYTHON, {READS_GRAPH}, "device type node_def op_def traceback", under="tensor", callable=False),
    # the static shape of the object is changed
    family(Kind.PYTHON, {CHANGES_GRAPH}, "set_shape", under="tensor"),
    family(Kind.TENSOR, (), "op indices values dense_shape", under="tensor", callable=False),
    family(Kind.TENSOR_LIST, (), "inputs outputs control_inputs", under="tensor", callable=False),
    family(Kind.TENSOR_LIST, {READS_GRAPH}, "consumers", under="tensor"),
    family(Kind.PYTHON, (), "get_attr", under="tensor"),
    family(Kind.GRAPH, (), "graph", under="tensor", callable=False),
)

VARIABLE: tuple[Family, ...] = (
    family(
        Kind.TENSOR,
        {BUILDS},
        """assign assign_add assign_sub scatter_sub scatter_add scatter_update scatter_nd_sub scatter_nd_add
        scatter_nd_update batch_scatter_update scatter_max scatter_min scatter_mul scatter_div sparse_read gather_nd""",
        under="variable",
    ),
    # 1.x: a snapshot that was made with the variable; a resource variable adds a read at each call
    family(Kind.TENSOR, {BUILDS}, "value read_value is_initialized", under="variable"),
    # builds a copy of the initial value's nodes where these read other variables
    family(Kind.TENSOR, {BUILDS}, "initialized_value", under="variable"),
    family(Kind.TENSOR, {BUILDS}, "count_up_to", under="variable"),
    family(Kind.PYTHON, {RUNS}, "load", under="variable"),
    family(Kind.ARRAY, {RUNS}, "eval", under="variable"),
    family(Kind.PYTHON, (), "get_shape", under="variable"),
    family(Kind.PYTHON, (), "shape dtype trainable synchronization aggregation", under="variable", callable=False),
    family(Kind.PYTHON, {LOOKS_UP_NAMES}, "name device", under="variable", callable=False),
    family(Kind.TENSOR, (), "initializer initial_value op handle constraint", under="variable", callable=False),
    family(Kind.GRAPH, (), "graph", under="variable", callable=False),
    family(Kind.PROTOBUF, {LOOKS_UP_NAMES}, "to_proto", under="variable"),
    family(Kind.PYTHON, {CHANGES_GRAPH}, "set_shape", under="variable"),
)

_MINIMIZE: tuple[Family, ...] = (
    family(Kind.TENSOR_LIST, {BUILDS, READS_VARIABLES}, "compute_gradients", under="optimizer"),
    family(Kind.UNKNOWN, {READS_GRAPH}, "get_slot variables", under="optimizer"),
    family(Kind.PYTHON, (), "get_slot_names get_name", under="optimizer"),
)
OPTIMIZER: tuple[Family, ...] = (
    *_MINIMIZE,
    family(Kind.TENSOR, {BUILDS, READS_VARIABLES}, "minimize", under="optimizer", registers={"train_op"}),
    family(Kind.TENSOR, {BUILDS}, "apply_gradients", under="optimizer", registers={"train_op"}),
)
#: The slots are kept on the optimizer: a second call with the same variables makes none.
OPTIMIZER_WITH_SLOTS: tuple[Family, ...] = (
    *_MINIMIZE,
    family(
        Kind.TENSOR,
        {BUILDS, READS_VARIABLES, SHARES_VARIABLE},
        "minimize",
        under="optimizer",
        registers={"train_op"},
    ),
    family(Kind.TENSOR, {BUILDS, SHARES_VARIABLE}, "apply_gradients", under="optimizer", registers={"train_op"}),
)

MOVING_AVERAGE: tuple[Family, ...] = (
    # with no list of its own it averages all trainable variables; the averages are kept on the object
    family(
        Kind.TENSOR,
        {BUILDS, SHARES_VARIABLE, READS_VARIABLES},
        "apply",
        under="average",
        registers={"moving_average_variables"},
    ),
    family(Kind.VARIABLE, (), "average", under="average"),
    family(Kind.PYTHON, {LOOKS_UP_NAMES}, "average_name", under="average"),
    family(Kind.UNKNOWN, {READS_VARIABLES, LOOKS_UP_NAMES}, "variables_to_restore", under="average"),
)

SAVER: tuple[Family, ...] = (
    # it writes down the graph as it stands beside the checkpoint, and counts its checkpoints on the object
    family(Kind.PYTHON, {RUNS, FILES, READS_GRAPH, LOOKS_UP_NAMES}, "save", under="saver"),
    family(Kind.PYTHON, {RUNS, FILES}, "restore", under="saver"),
    family(Kind.UNKNOWN, {READS_GRAPH}, "last_checkpoints", under="saver", callable=False),
    family(Kind.PYTHON, {CHANGES_GRAPH}, "set_last_checkpoints set_last_checkpoints_with_time", under="saver"),
    family(Kind.PYTHON, {CHANGES_GRAPH, FILES}, "recover_last_checkpoints", under="saver"),
    family(Kind.PROTOBUF, {READS_GRAPH, LOOKS_UP_NAMES, FILES}, "export_meta_graph", under="saver", reads={"*"}),
    family(Kind.PROTOBUF, {LOOKS_UP_NAMES}, "as_saver_def to_proto", under="saver"),
    family(Kind.PROTOBUF, {LOOKS_UP_NAMES}, "saver_def", under="saver", callable=False),
)

SESSION: tuple[Family, ...] = (
    family(Kind.ARRAY, {RUNS}, "run partial_run", under="session"),
    family(Kind.UNKNOWN, {RUNS}, "partial_run_setup make_callable", under="session"),
    family(Kind.PYTHON, {CHANGES_GRAPH, RUNS}, "close reset", under="session"),
    family(Kind.PYTHON, {RUNS}, "list_devices", under="session"),
    family(Kind.CONTEXT, (), "as_default", under="session"),
    family(Kind.GRAPH, (), "graph", under="session", callable=False),
    family(Kind.PROTOBUF, {READS_GRAPH, LOOKS_UP_NAMES}, "graph_def", under="session", callable=False),
    family(Kind.PYTHON, (), "sess_str", under="session", callable=False),
)
MONITORED_SESSION: tuple[Family, ...] = (
    family(Kind.ARRAY, {RUNS}, "run", under="session"),
    family(Kind.ARRAY, {RUNS, CALLS_BACK}, "run_step_fn", under="session"),
    family(Kind.PYTHON, {READS_GRAPH}, "should_stop", under="session"),
    family(Kind.PYTHON, {CHANGES_GRAPH, RUNS, FILES}, "close", under="session"),
    family(Kind.GRAPH, (), "graph", under="session", callable=False),
    family(Kind.SESSION, (), "raw_session", under="session"),
)

GRAPH: tuple[Family, ...] = (
    family(
        Kind.CONTEXT,
        (),
        "as_default control_dependencies name_scope device colocate_with container gradient_override_map",
        under="graph",
    ),
    family(Kind.PYTHON, {CHANGES_GRAPH}, "finalize clear_collection prevent_feeding prevent_fetching", under="graph"),
    family(Kind.UNKNOWN, {BUILDS, READS_GRAPH, LOOKS_UP_NAMES}, "create_op", under="graph"),
    family(Kind.TENSOR_LIST, {READS_GRAPH, LOOKS_UP_NAMES}, "get_operations", under="graph"),
    family(
        Kind.TENSOR,
        {LOOKS_UP_NAMES, READS_GRAPH},
        "get_tensor_by_name get_operation_by_name as_graph_element",
        under="graph",
    ),
    family(Kind.PROTOBUF, {READS_GRAPH, LOOKS_UP_NAMES}, "as_graph_def", under="graph"),
    family(Kind.TENSOR_LIST, {READS_GRAPH}, "get_collection", under="graph", reads={"*"}),
    family(Kind.UNKNOWN, {READS_GRAPH, CHANGES_GRAPH}, "get_collection_ref", under="graph", reads={"*"}),
    family(Kind.PYTHON, {READS_GRAPH}, "get_all_collection_keys", under="graph"),
    family(Kind.PYTHON, (), "add_to_collection add_to_collections", under="graph", registers={"*"}),
    family(Kind.PYTHON, {READS_GRAPH, CHANGES_GRAPH}, "unique_name", under="graph"),
    family(Kind.PYTHON, {READS_GRAPH}, "get_name_scope is_feedable is_fetchable", under="graph"),
    family(Kind.PYTHON, {READS_GRAPH}, "finalized seed version", under="graph", callable=False),
    family(Kind.UNKNOWN, {READS_GRAPH}, "collections versions graph_def_versions", under="graph", callable=False),
)

WRITER: tuple[Family, ...] = (
    family(Kind.PYTHON, {FILES}, "add_summary add_event add_session_log add_run_metadata", under="writer"),
    family(Kind.PYTHON, {FILES, READS_GRAPH, LOOKS_UP_NAMES}, "add_graph add_meta_graph", under="writer"),
    family(Kind.PYTHON, {FILES, THREADS}, "flush close reopen", under="writer"),
    family(Kind.PYTHON, (), "get_logdir", under="writer"),
)

DATASET: tuple[Family, ...] = (
    family(
        Kind.DATASET,
        {BUILDS},
        """batch cache concatenate enumerate padded_batch prefetch repeat shard skip take unbatch window with_options
        rebatch unique ignore_errors""",
        under="dataset",
    ),
    family(Kind.DATASET, {BUILDS, DRAWS}, "shuffle", under="dataset"),
    family(
        Kind.DATASET,
        {BUILDS, CALLS_BACK},
        """map filter flat_map interleave apply map_with_legacy_function filter_with_legacy_function group_by_window
        bucket_by_sequence_length scan take_while""",
        under="dataset",
    ),
    family(Kind.TENSOR, {BUILDS, CALLS_BACK}, "reduce", under="dataset"),
    family(
        Kind.ITERATOR,
        {BUILDS, STATEFUL},
        "make_one_shot_iterator make_initializable_iterator",
        under="dataset",
        registers={"iterators"},
    ),
    family(Kind.PYTHON, (), "options", under="dataset"),
    family(
        Kind.PYTHON,
        (),
        "output_shapes output_types output_classes element_spec",
        under="dataset",
        callable=False,
    ),
)
ITERATOR: tuple[Family, ...] = (
    # each run of the read advances, whoever built it
    family(Kind.TENSOR, {BUILDS}, "get_next", under="iterator"),
    family(Kind.TENSOR, {BUILDS}, "make_initializer string_handle", under="iterator"),
    family(Kind.TENSOR, (), "initializer", under="iterator", callable=False),
    family(
        Kind.PYTHON,
        (),
        "output_shapes output_types output_classes element_spec",
        under="iterator",
        callable=False,
    ),
)

COORDINATOR: tuple[Family, ...] = (
    family(Kind.PYTHON, {READS_GRAPH}, "should_stop", under="coordinator"),
    family(Kind.PYTHON, {THREADS}, "request_stop join clear_stop register_thread wait_for_stop", under="coordinator"),
    family(Kind.CONTEXT, {THREADS}, "stop_on_exception", under="coordinator"),
    family(Kind.PYTHON, {THREADS}, "raise_requested_exception", under="coordinator"),
    family(Kind.UNKNOWN, {THREADS}, "joined", under="coordinator", callable=False),
)

#: The weights are kept on the object: made at the first call, shared by the next.
LAYER: tuple[Family, ...] = (
    family(
        Kind.TENSOR, {BUILDS, SHARES_VARIABLE, DRAWS, CALLS_BACK}, "__call__ apply call", under="layer", registers={"*"}
    ),
    family(Kind.PYTHON, {BUILDS, SHARES_VARIABLE, CALLS_BACK}, "build", under="layer"),
    family(Kind.TENSOR, {BUILDS}, "zero_state", under="layer"),
    family(
        Kind.VARIABLE_LIST,
        {READS_GRAPH},
        "variables weights trainable_variables trainable_weights non_trainable_variables non_trainable_weights",
        under="layer",
        callable=False,
    ),
    family(
        Kind.VARIABLE,
        {READS_GRAPH},
        "kernel bias gamma beta moving_mean moving_variance",
        under="layer",
        callable=False,
    ),
    family(Kind.TENSOR_LIST, {READS_GRAPH}, "losses updates", under="layer", callable=False),
    family(Kind.PYTHON, (), "count_params compute_output_shape get_config", under="layer"),
    family(
        Kind.PYTHON,
        (),
        "name scope_name dtype units built trainable state_size output_size",
        under="layer",
        callable=False,
    ),
    family(Kind.ARRAY, {RUNS, BUILDS, READS_GRAPH}, "get_weights set_weights", under="layer"),
)

QUEUE: tuple[Family, ...] = (
    family(
        Kind.TENSOR,
        {BUILDS, STATEFUL},
        """enqueue enqueue_many dequeue dequeue_many dequeue_up_to close size is_closed read read_up_to
        num_records_produced num_work_units_completed reset restore_state serialize_state lookup insert export
        apply_grad take_grad set_global_step num_accumulated""",
        under="queue",
    ),
    family(
        Kind.PYTHON, (), "dtypes names shapes key_dtype value_dtype supports_serialize", under="queue", callable=False
    ),
    family(Kind.PYTHON, {LOOKS_UP_NAMES}, "name", under="queue", callable=False),
    family(Kind.TENSOR, (), "queue_ref reader_ref init initializer", under="queue", callable=False),
)

TENSOR_ARRAY: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS, STATEFUL}, "read gather stack concat size close", under="array"),
    family(Kind.TENSOR_ARRAY, {BUILDS, STATEFUL}, "write unstack scatter split identity grad", under="array"),
    family(Kind.PYTHON, (), "dtype element_shape dynamic_size", under="array", callable=False),
    family(Kind.TENSOR, (), "handle flow", under="array", callable=False),
)

INITIALIZER: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS, DRAWS}, "__call__", under="initializer"),
    family(Kind.PYTHON, (), "get_config", under="initializer"),
)
REGULARIZER: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS}, "__call__", under="regularizer"),
    family(Kind.PYTHON, (), "get_config", under="regularizer"),
)

DISTRIBUTION: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS, DRAWS}, "sample", under="distribution"),
    family(
        Kind.TENSOR,
        {BUILDS},
        """batch_shape_tensor cdf covariance cross_entropy entropy event_shape_tensor kl_divergence log_cdf log_prob
        log_survival_function mean mode prob quantile stddev survival_function variance""",
        under="distribution",
    ),
    family(
        Kind.TENSOR,
        (),
        "loc scale probs logits concentration rate low high total_count df alpha",
        under="distribution",
        callable=False,
    ),
    family(Kind.PYTHON, (), "batch_shape event_shape dtype name", under="distribution", callable=False),
)

CONTEXT: tuple[Family, ...] = (
    family(Kind.CONTEXT, {CHANGES_GRAPH}, "__enter__ __exit__", under="context"),
    # of the VariableScope that `variable_scope` gives
    family(
        Kind.PYTHON,
        {CHANGES_GRAPH},
        """reuse_variables set_initializer set_regularizer set_caching_device
        set_custom_getter set_dtype set_partitioner set_use_resource""",
        under="context",
    ),
    family(Kind.VARIABLE, {BUILDS, SHARES_VARIABLE}, "get_variable", under="context", shares_by="name"),
    family(
        Kind.VARIABLE_LIST, {READS_VARIABLES}, "global_variables trainable_variables local_variables", under="context"
    ),
    family(Kind.TENSOR_LIST, {READS_GRAPH}, "get_collection", under="context", reads={"*"}),
    family(
        Kind.PYTHON, {READS_GRAPH}, "name reuse original_name_scope dtype initializer", under="context", callable=False
    ),
)

PROTOBUF: tuple[Family, ...] = (
    family(
        Kind.PYTHON, (), "SerializeToString ByteSize HasField WhichOneof ListFields IsInitialized", under="protobuf"
    ),
    # they change the object itself
    family(
        Kind.UNKNOWN,
        {CHANGES_GRAPH},
        "ParseFromString MergeFromString CopyFrom MergeFrom Clear ClearField add append extend SetInParent",
        under="protobuf",
    ),
)

FLAGS: tuple[Family, ...] = (
    family(Kind.PYTHON, {CHANGES_GRAPH}, "__setattr__ set_default", under="flags"),
    family(Kind.UNKNOWN, {PRINTS}, "flag_values_dict", under="flags"),
)

METHODS: Mapping[Kind, tuple[Family, ...]] = {
    Kind.TENSOR: TENSOR,
    Kind.NEST: TENSOR,
    Kind.PLACEHOLDER: TENSOR,
    Kind.VARIABLE: VARIABLE,
    Kind.OPTIMIZER: OPTIMIZER,
    Kind.OPTIMIZER_WITH_SLOTS: OPTIMIZER_WITH_SLOTS,
    Kind.MOVING_AVERAGE: MOVING_AVERAGE,
    Kind.SAVER: SAVER,
    Kind.SESSION: SESSION,
    Kind.MONITORED_SESSION: MONITORED_SESSION,
    Kind.GRAPH: GRAPH,
    Kind.WRITER: WRITER,
    Kind.DATASET: DATASET,
    Kind.ITERATOR: ITERATOR,
    Kind.COORDINATOR: COORDINATOR,
    Kind.LAYER: LAYER,
    Kind.QUEUE: QUEUE,
    Kind.TENSOR_ARRAY: TENSOR_ARRAY,
    Kind.DISTRIBUTION: DISTRIBUTION,
    Kind.INITIALIZER: INITIALIZER,
    Kind.REGULARIZER: REGULARIZER,
    Kind.CONTEXT: CONTEXT,
    Kind.PROTOBUF: PROTOBUF,
    Kind.FLAGS: FLAGS,
}
