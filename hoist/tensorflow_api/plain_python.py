"""What adds no node: dtypes, shapes, protobufs, files, logging, flags, tests, host-side helpers."""

from hoist.tensorflow_api.family import (
    BUILDS,
    CALLS_BACK,
    CHANGES_GRAPH,
    CLOCK,
    DRAWS,
    FILES,
    PRINTS,
    READS_GRAPH,
    RUNS,
    THREADS,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

CONSTANTS = """
AUTO_REUSE COMPILER_VERSION CXX11_ABI_FLAG CXX_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER
GRAPH_DEF_VERSION_MIN_PRODUCER MONOLITHIC_BUILD QUANTIZED_DTYPES VERSION bfloat16 bool complex128 complex64 double
float16 float32 float64 half int16 int32 int64 int8 newaxis qint16 qint32 qint8 quint16 quint8 resource string uint16
uint32 uint64 uint8 variant data.AUTOTUNE data.INFINITE_CARDINALITY data.UNKNOWN_CARDINALITY
data.experimental.AUTOTUNE data.experimental.INFINITE_CARDINALITY data.experimental.UNKNOWN_CARDINALITY
dtypes.QUANTIZED_DTYPES logging.DEBUG logging.ERROR logging.FATAL logging.INFO
logging.WARN distributions.FULLY_REPARAMETERIZED distributions.NOT_REPARAMETERIZED version.COMPILER_VERSION
version.GIT_VERSION version.GRAPH_DEF_VERSION version.VERSION
version.GRAPH_DEF_VERSION_MIN_CONSUMER version.GRAPH_DEF_VERSION_MIN_PRODUCER
sysconfig.CXX11_ABI_FLAG sysconfig.CXX_VERSION sysconfig.MONOLITHIC_BUILD
saved_model.ASSETS_DIRECTORY saved_model.ASSETS_KEY saved_model.CLASSIFY_INPUTS saved_model.CLASSIFY_METHOD_NAME
saved_model.CLASSIFY_OUTPUT_CLASSES saved_model.CLASSIFY_OUTPUT_SCORES saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY
saved_model.GPU saved_model.LEGACY_INIT_OP_KEY saved_model.MAIN_OP_KEY saved_model.PREDICT_INPUTS
saved_model.PREDICT_METHOD_NAME saved_model.PREDICT_OUTPUTS saved_model.REGRESS_INPUTS
saved_model.REGRESS_METHOD_NAME saved_model.REGRESS_OUTPUTS saved_model.SERVING saved_model.TPU saved_model.TRAINING
"""

#: Enumerations and names: their members are constants (`tf.GraphKeys.LOSSES`, `tf.image.ResizeMethod.AREA`).
ENUMERATIONS = """
AggregationMethod GraphKeys UnconnectedGradients VariableAggregation VariableSynchronization image.ResizeMethod
losses.Reduction lookup.TextFileIndex io.TFRecordCompressionType distribute.ReduceOp estimator.ModeKeys
random.Algorithm data.experimental.AutoShardPolicy
"""

VALUES = """
DType as_dtype Dimension TensorShape dimension_at_index dimension_value TensorSpec SparseTensorSpec RaggedTensorSpec
IndexedSlicesSpec TensorArraySpec TypeSpec NoneTensorSpec OptionalSpec SparseTensorValue ragged.RaggedTensorValue
type_spec_from_value
FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature io.RaggedFeature DeviceSpec layers.InputSpec
is_numeric_tensor is_tensor is_symbolic_tensor get_static_value contrib.util.constant_value
assert_proper_iterable broadcast_static_shape ragged.constant_value nn.scale_regularization_loss
sysconfig.get_compile_flags sysconfig.get_include sysconfig.get_lib sysconfig.get_link_flags
debugging.get_log_device_placement debugging.is_numeric_tensor
contrib.training.HParams distributions.ReparameterizationType

"""

ARRAYS = "make_ndarray keras.utils.to_categorical keras.utils.normalize"
NESTS = "nest.assert_same_structure nest.flatten nest.is_nested nest.pack_sequence_as"

PROTOBUFS = """
AttrValue NameAttrList GraphDef NodeDef HistogramProto Summary SummaryMetadata summary.SummaryDescription
ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions MetaGraphDef TensorInfo Event LogMessage
SessionLog summary.TaggedRunMetadata train.Example train.SequenceExample train.BytesList train.Feature
train.FeatureList train.FeatureLists train.Features train.FloatList train.Int64List train.ClusterDef train.JobDef
train.SaverDef train.ServerDef profiler.OpLogProto profiler.AdviceProto profiler.GraphNodeProto
profiler.MultiGraphNodeProto Summary.Value Summary.Image Summary.Audio Summary.FromString make_tensor_proto
train.Example.FromString train.SequenceExample.FromString GraphDef.FromString ConfigProto.Experimental
contrib.tensorboard.plugins.projector.ProjectorConfig contrib.tensorboard.plugins.projector.EmbeddingInfo
contrib.tensorboard.plugins.projector.SpriteMetadata
"""

FILE_ACCESS = """
gfile.Copy gfile.DeleteRecursively gfile.Exists gfile.Glob gfile.IsDirectory gfile.ListDirectory gfile.MakeDirs
gfile.MkDir gfile.Remove gfile.Rename gfile.Stat gfile.Walk gfile.FastGFile gfile.Open io.gfile.copy io.gfile.exists
io.gfile.glob io.gfile.isdir io.gfile.join io.gfile.listdir io.gfile.makedirs io.gfile.mkdir io.gfile.remove
io.gfile.rename io.gfile.rmtree io.gfile.stat io.gfile.walk io.gfile.get_registered_schemes
io.TFRecordWriter io.tf_record_iterator train.summary_iterator
train.checkpoint_exists train.generate_checkpoint_state_proto train.get_checkpoint_mtimes train.get_checkpoint_state
train.latest_checkpoint train.remove_checkpoint train.update_checkpoint_state train.checkpoints_iterator
train.list_variables train.load_checkpoint train.load_variable train.NewCheckpointReader
contrib.framework.list_variables contrib.framework.load_checkpoint contrib.framework.load_variable
load_file_system_library load_library load_op_library experimental.register_filesystem_plugin
resource_loader.get_data_files_path resource_loader.get_path_to_datafile
resource_loader.get_root_dir_with_all_resources resource_loader.load_resource resource_loader.readahead_file_path
test.get_temp_dir test.test_src_dir_path summary.FileWriterCache saved_model.contains_saved_model
"""

LOGGING = """
get_logger logging.TaskLevelStatusMessage logging.debug logging.error logging.fatal logging.flush
logging.info logging.log logging.log_every_n logging.log_first_n logging.log_if logging.vlog
logging.warn logging.warning logging.set_verbosity logging.get_verbosity
"""

FLAGS = """
DEFINE_bool DEFINE_boolean DEFINE_enum DEFINE_float DEFINE_integer DEFINE_list DEFINE_multi_integer
DEFINE_multi_string DEFINE_string DEFINE_multi_float DEFINE_spaceseplist DEFINE_enum_class DEFINE_alias
mark_flag_as_required mark_flags_as_required
"""

ERRORS = """
AbortedError AlreadyExistsError CancelledError DataLossError DeadlineExceededError FailedPreconditionError
InternalError InvalidArgumentError NotFoundError OpError OutOfRangeError PermissionDeniedError
ResourceExhaustedError UnauthenticatedError UnavailableError UnimplementedError UnknownError
"""

FEATURE_COLUMNS = """
bucketized_column categorical_column_with_hash_bucket categorical_column_with_identity
categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list crossed_column embedding_column
indicator_column numeric_column shared_embedding_columns weighted_categorical_column make_parse_example_spec
sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity
sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list
sequence_numeric_column
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.PYTHON, (), CONSTANTS, callable=False),
    family(Kind.CLASS, (), ENUMERATIONS, callable=False),
    family(Kind.PYTHON, (), VALUES),
    family(Kind.ARRAY, (), ARRAYS),
    family(Kind.UNKNOWN, (), NESTS),
    family(Kind.UNKNOWN, {CALLS_BACK}, "nest.map_structure"),
    family(Kind.PROTOBUF, (), PROTOBUFS),
    family(Kind.UNKNOWN, {FILES}, FILE_ACCESS),
    family(Kind.UNKNOWN, (), "io.TFRecordOptions data.DatasetSpec"),
    family(Kind.PYTHON, {PRINTS}, LOGGING),
    family(Kind.FLAGS, (), "flags.FLAGS", callable=False),
    family(Kind.FLAGS, {CHANGES_GRAPH}, FLAGS, under="tf.flags"),
    family(Kind.PYTHON, {CALLS_BACK, PRINTS, FILES, RUNS, BUILDS}, "app.run test.main"),
    family(Kind.CLASS, (), ERRORS, under="tf.errors"),
    # classes named in isinstance(); calling them is for the library itself
    family(Kind.CLASS, {BUILDS, READS_GRAPH}, "Tensor Operation RaggedTensor"),
    family(Kind.CLASS, {CHANGES_GRAPH}, "VariableScope"),
    family(
        Kind.CLASS, {CALLS_BACK, BUILDS, CHANGES_GRAPH, RUNS}, "test.TestCase test.Benchmark test.StubOutForTesting"
    ),
    family(
        Kind.PYTHON,
        {CLOCK},
        """test.gpu_device_name test.is_built_with_cuda test.is_built_with_gpu_support test.is_built_with_rocm
        test.is_gpu_available test.is_built_with_xla test.is_cpu_target_available test.benchmark_config""",
    ),
    family(Kind.PYTHON, {RUNS, BUILDS, DRAWS}, "test.compute_gradient test.compute_gradient_error"),
    family(Kind.PYTHON, {THREADS}, "test.create_local_cluster"),
    family(Kind.PYTHON, (), "test.assert_equal_graph_def"),
    family(Kind.PYTHON, (), FEATURE_COLUMNS, under="tf.feature_column"),
    family(
        Kind.PROTOBUF,
        (),
        """graph_util.extract_sub_graph graph_util.remove_training_nodes graph_util.must_run_on_cpu
        graph_util.tensor_shape_from_node_def_name""",
    ),
    family(Kind.UNKNOWN, {READS_GRAPH, FILES, PRINTS}, "profiler.profile profiler.advise profiler.write_op_log"),
    family(Kind.UNKNOWN, (), "profiler.ProfileOptionBuilder"),
    family(Kind.UNKNOWN, {READS_GRAPH}, "profiler.Profiler"),
    family(
        Kind.PYTHON,
        {READS_GRAPH, PRINTS},
        """contrib.slim.model_analyzer.analyze_vars
        contrib.slim.model_analyzer.analyze_ops""",
    ),
    family(Kind.PYTHON, {CLOCK}, "config.experimental_list_devices config.list_physical_devices"),
    family(Kind.PYTHON, {READS_GRAPH}, "summary.get_summary_description summary.all_v2_summary_ops"),
    family(Kind.PYTHON, {READS_GRAPH, RUNS}, "summary.initialize"),
)
