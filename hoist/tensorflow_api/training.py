"""Optimizers, savers, coordinators, sessions and graphs."""

from hoist.tensorflow_api.family import (
    BUILDS,
    CALLS_BACK,
    CHANGES_GRAPH,
    FILES,
    LOOKS_UP_NAMES,
    MAKES_VARIABLE,
    READS_GRAPH,
    READS_VARIABLES,
    RUNS,
    STATEFUL,
    THREADS,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

WITHOUT_SLOTS = "train.GradientDescentOptimizer train.ProximalGradientDescentOptimizer"
WITH_SLOTS = """
train.AdadeltaOptimizer train.AdagradDAOptimizer train.AdagradOptimizer train.AdamOptimizer train.FtrlOptimizer
train.MomentumOptimizer train.ProximalAdagradOptimizer train.RMSPropOptimizer
contrib.opt.AdaMaxOptimizer contrib.opt.AdamWOptimizer contrib.opt.AddSignOptimizer contrib.opt.LARSOptimizer
contrib.opt.LazyAdamOptimizer contrib.opt.MomentumWOptimizer contrib.opt.NadamOptimizer contrib.opt.PowerSignOptimizer
contrib.opt.RegAdagradOptimizer contrib.opt.ShampooOptimizer contrib.opt.GGTOptimizer
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.OPTIMIZER, (), WITHOUT_SLOTS),
    family(Kind.OPTIMIZER_WITH_SLOTS, (), WITH_SLOTS),
    family(Kind.SAVER, {BUILDS, READS_VARIABLES}, "train.Saver"),
    family(Kind.COORDINATOR, (), "train.Coordinator"),
    family(Kind.PYTHON, {THREADS}, "train.start_queue_runners", reads={"queue_runners"}),
    family(Kind.PYTHON, (), "train.add_queue_runner", registers={"queue_runners"}),
    family(Kind.WRITER, {FILES, THREADS}, "summary.FileWriter train.SummaryWriter"),
    family(Kind.SESSION, (), "Session"),
    family(Kind.SESSION, {CHANGES_GRAPH}, "InteractiveSession"),
    family(
        Kind.MONITORED_SESSION,
        {BUILDS, READS_VARIABLES, CHANGES_GRAPH, FILES, THREADS, RUNS},
        "train.MonitoredSession train.MonitoredTrainingSession train.SingularMonitoredSession",
    ),
    family(
        Kind.UNKNOWN,
        {BUILDS, READS_VARIABLES, CHANGES_GRAPH, FILES, THREADS, RUNS},
        "train.Supervisor",
    ),
    family(Kind.PYTHON, {BUILDS, READS_VARIABLES}, "train.Scaffold"),
    family(Kind.GRAPH, (), "Graph"),
    family(Kind.GRAPH, (), "get_default_graph"),
    family(Kind.SESSION, {READS_GRAPH}, "get_default_session"),
    family(
        Kind.PYTHON,
        {CHANGES_GRAPH},
        """reset_default_graph set_random_seed enable_eager_execution disable_eager_execution disable_v2_behavior
        enable_v2_behavior disable_control_flow_v2 enable_control_flow_v2 disable_tensor_equality
        enable_tensor_equality disable_v2_tensorshape enable_v2_tensorshape
        layers.experimental.set_keras_style experimental.output_all_intermediates
        experimental.function_executor_type experimental.enable_strict_mode
        random.set_global_generator register_tensor_conversion_function NoGradient""",
    ),
    # reading the seed advances the count of the graph's unseeded ops
    family(Kind.PYTHON, {READS_GRAPH}, "get_seed"),
    family(
        Kind.PYTHON,
        {READS_GRAPH},
        """executing_eagerly control_flow_v2_enabled executing_eagerly_outside_functions""",
    ),
    family(Kind.CLASS, {CHANGES_GRAPH}, "RegisterGradient"),
    family(
        Kind.CONTEXT,
        (),
        """variable_scope name_scope device control_dependencies colocate_with op_scope variable_op_scope container
        init_scope variable_creator_scope contrib.framework.arg_scope layers.experimental.keras_style_scope
        xla.experimental.jit_scope""",
    ),
    family(
        Kind.UNKNOWN, {CALLS_BACK}, "contrib.framework.add_arg_scope custom_gradient grad_pass_through recompute_grad"
    ),
    family(
        Kind.TENSOR,
        {BUILDS, STATEFUL, LOOKS_UP_NAMES},
        "import_graph_def",
    ),
    family(
        Kind.SAVER,
        {BUILDS, STATEFUL, MAKES_VARIABLE, READS_GRAPH, LOOKS_UP_NAMES, FILES, READS_VARIABLES},
        "train.import_meta_graph",
        registers={"*"},
    ),
    family(
        Kind.PROTOBUF,
        {READS_GRAPH, LOOKS_UP_NAMES, FILES, READS_VARIABLES},
        "train.export_meta_graph",
        reads={"*"},
    ),
    family(Kind.PYTHON, {READS_GRAPH, LOOKS_UP_NAMES, FILES}, "train.write_graph"),
    family(
        Kind.PROTOBUF,
        {RUNS, READS_GRAPH, LOOKS_UP_NAMES},
        "graph_util.convert_variables_to_constants",
    ),
    family(
        Kind.PYTHON,
        {BUILDS, READS_GRAPH, LOOKS_UP_NAMES, FILES, RUNS, READS_VARIABLES},
        """saved_model.simple_save saved_model.loader.load saved_model.load""",
    ),
    family(Kind.UNKNOWN, {FILES}, "saved_model.Builder"),
    family(
        Kind.PROTOBUF,
        (),
        """saved_model.build_tensor_info saved_model.build_signature_def saved_model.predict_signature_def
        saved_model.classification_signature_def saved_model.regression_signature_def""",
    ),
    family(Kind.TENSOR, {BUILDS, READS_VARIABLES, READS_GRAPH}, "saved_model.main_op.main_op"),
    family(Kind.UNKNOWN, {THREADS, STATEFUL}, "train.Server"),
    family(
        Kind.PYTHON,
        (),
        """train.CheckpointSaverHook train.FeedFnHook train.FinalOpsHook train.LoggingTensorHook train.NanTensorHook
        train.StopAtStepHook train.StepCounterHook train.SummarySaverHook train.ProfilerHook
        train.GlobalStepWaiterHook train.SecondOrStepTimer train.SessionRunArgs train.SessionRunHook
        train.SessionRunContext train.SessionRunValues train.CheckpointSaverListener train.ClusterSpec
        train.ChiefSessionCreator train.WorkerSessionCreator train.SessionCreator train.VocabInfo""",
    ),
    family(Kind.UNKNOWN, {READS_GRAPH}, "train.replica_device_setter"),
    family(
        Kind.CLASS, (), "train.NanLossDuringTrainingError train.LooperThread train.Optimizer train.CheckpointOptions"
    ),
    family(Kind.OPTIMIZER_WITH_SLOTS, (), "train.SyncReplicasOptimizer"),
    # object-based checkpoints keep a saver and its nodes on the object, and count what they save
    family(Kind.UNKNOWN, {BUILDS, MAKES_VARIABLE, READS_GRAPH}, "train.Checkpoint"),
    family(Kind.UNKNOWN, {FILES}, "train.CheckpointManager"),
    family(Kind.UNKNOWN, {BUILDS, READS_VARIABLES, RUNS, FILES}, "train.SessionManager"),
    family(Kind.UNKNOWN, {RUNS, CALLS_BACK, THREADS}, "train.basic_train_loop"),
    family(Kind.PYTHON, {READS_GRAPH}, "keras.backend.epsilon keras.backend.floatx keras.backend.image_data_format"),
    family(
        Kind.PYTHON,
        {CHANGES_GRAPH},
        "keras.backend.clear_session keras.backend.set_session keras.backend.set_learning_phase",
    ),
    family(Kind.SESSION, {READS_GRAPH, BUILDS, RUNS}, "keras.backend.get_session"),
)
