"""Variables, what makes them, what lists them, what they are made with, and what averages them."""

from hoist.tensorflow_api.family import (
    BUILDS,
    CALLS_BACK,
    CHANGES_GRAPH,
    FILES,
    MAKES_VARIABLE,
    READS_GRAPH,
    READS_VARIABLES,
    RUNS,
    SHARES_VARIABLE,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

INITIALIZERS = """
constant_initializer glorot_normal_initializer glorot_uniform_initializer initializers.he_normal
initializers.he_uniform initializers.identity initializers.lecun_normal initializers.lecun_uniform ones_initializer
orthogonal_initializer random_normal_initializer random_uniform_initializer truncated_normal_initializer
uniform_unit_scaling_initializer variance_scaling_initializer zeros_initializer
contrib.layers.xavier_initializer contrib.layers.xavier_initializer_conv2d
contrib.layers.variance_scaling_initializer contrib.framework.convolutional_delta_orthogonal
contrib.framework.convolutional_orthogonal_1d contrib.framework.convolutional_orthogonal_2d
contrib.framework.convolutional_orthogonal_3d
keras.initializers.Constant keras.initializers.Identity keras.initializers.Ones keras.initializers.Zeros
keras.initializers.Orthogonal keras.initializers.RandomNormal keras.initializers.RandomUniform
keras.initializers.TruncatedNormal keras.initializers.VarianceScaling keras.initializers.glorot_normal
keras.initializers.glorot_uniform keras.initializers.he_normal keras.initializers.he_uniform
keras.initializers.lecun_normal keras.initializers.lecun_uniform
"""

REGULARIZERS = """
no_regularizer contrib.layers.l1_regularizer contrib.layers.l2_regularizer contrib.layers.l1_l2_regularizer
contrib.layers.sum_regularizer keras.regularizers.L1L2 keras.regularizers.l1 keras.regularizers.l2
keras.regularizers.l1_l2
"""

LISTS_OF_VARIABLES = """
all_variables global_variables local_variables model_variables moving_average_variables trainable_variables
contrib.framework.get_local_variables contrib.framework.get_model_variables contrib.framework.get_trainable_variables
contrib.framework.get_variables contrib.framework.get_variables_by_name contrib.framework.get_variables_by_suffix
contrib.framework.get_variables_to_restore
"""

#: They read the list of all variables and add the nodes of their initializers or of a test for each.
OVER_ALL_VARIABLES = """
global_variables_initializer local_variables_initializer initialize_all_variables initialize_local_variables
report_uninitialized_variables assert_variables_initialized
"""

GLOBAL_STEP_MAKERS = """
train.get_or_create_global_step train.create_global_step contrib.framework.get_or_create_global_step
contrib.framework.create_global_step contrib.framework.assert_or_get_global_step
"""

FAMILIES: tuple[Family, ...] = (
    family(Kind.INITIALIZER, (), INITIALIZERS),
    family(Kind.REGULARIZER, (), REGULARIZERS),
    family(Kind.VARIABLE, {BUILDS, MAKES_VARIABLE}, "Variable"),
    family(Kind.VARIABLE, {BUILDS, SHARES_VARIABLE}, "get_variable get_local_variable", shares_by="name"),
    family(
        Kind.VARIABLE,
        {BUILDS, SHARES_VARIABLE},
        """contrib.framework.variable contrib.framework.model_variable contrib.framework.local_variable
        contrib.framework.global_variable""",
        shares_by="name",
    ),
    family(Kind.VARIABLE_LIST, {BUILDS, MAKES_VARIABLE}, "create_partitioned_variables"),
    family(Kind.VARIABLE_LIST, {READS_VARIABLES}, LISTS_OF_VARIABLES),
    family(Kind.VARIABLE, {READS_VARIABLES}, "contrib.framework.get_unique_variable"),
    family(Kind.VARIABLE_LIST, (), "contrib.framework.filter_variables"),
    family(Kind.TENSOR, {BUILDS, READS_VARIABLES}, OVER_ALL_VARIABLES),
    family(Kind.TENSOR, {BUILDS}, "variables_initializer initialize_variables is_variable_initialized"),
    family(Kind.TENSOR, {BUILDS}, "count_up_to"),
    family(Kind.VARIABLE, {BUILDS, SHARES_VARIABLE}, GLOBAL_STEP_MAKERS, reads={"global_step"}),
    family(
        Kind.VARIABLE, {READS_GRAPH}, "train.get_global_step contrib.framework.get_global_step", reads={"global_step"}
    ),
    family(Kind.PYTHON, (), "train.assert_global_step contrib.framework.assert_global_step"),
    # it runs the session that it is given
    family(Kind.PYTHON, {RUNS}, "train.global_step"),
    family(Kind.UNKNOWN, {CALLS_BACK, BUILDS, SHARES_VARIABLE}, "make_template"),
    family(
        Kind.PYTHON,
        (),
        "fixed_size_partitioner min_max_variable_partitioner variable_axis_size_partitioner",
    ),
    family(Kind.PYTHON, (), "contrib.framework.add_model_variable", registers={"model_variables"}),
    family(Kind.MOVING_AVERAGE, (), "train.ExponentialMovingAverage"),
    family(Kind.CONTEXT, {READS_GRAPH}, "get_variable_scope"),
    family(
        Kind.PYTHON,
        {CHANGES_GRAPH},
        "disable_resource_variables enable_resource_variables",
    ),
    family(Kind.PYTHON, {READS_GRAPH}, "resource_variables_enabled"),
    family(Kind.PYTHON, {BUILDS, FILES, READS_VARIABLES}, "train.init_from_checkpoint train.warm_start"),
    family(Kind.PYTHON, {BUILDS, FILES, READS_VARIABLES}, "contrib.framework.init_from_checkpoint"),
    family(
        Kind.UNKNOWN,
        {BUILDS, FILES, READS_VARIABLES},
        """contrib.framework.assign_from_checkpoint contrib.framework.assign_from_checkpoint_fn""",
    ),
    family(
        Kind.UNKNOWN,
        {BUILDS},
        "contrib.framework.assign_from_values contrib.framework.assign_from_values_fn",
    ),
)
