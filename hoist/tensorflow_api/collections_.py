"""Graph collections: their keys, what registers in them at each call (losses, summaries, metrics), what reads them."""

from collections.abc import Mapping
from types import MappingProxyType

from hoist.tensorflow_api.family import (
    BUILDS,
    CHANGES_GRAPH,
    FILES,
    MAKES_VARIABLE,
    READS_GRAPH,
    READS_VARIABLES,
    SHARES_VARIABLE,
    Family,
    family,
)
from hoist.tensorflow_api.symbol import Kind

GRAPH_KEYS: Mapping[str, str] = MappingProxyType(
    {
        "ACTIVATIONS": "activations",
        "ASSET_FILEPATHS": "asset_filepaths",
        "BIASES": "biases",
        "CONCATENATED_VARIABLES": "concatenated_variables",
        "COND_CONTEXT": "cond_context",
        "EVAL_STEP": "eval_step",
        "GLOBAL_STEP": "global_step",
        "GLOBAL_VARIABLES": "variables",
        "INIT_OP": "init_op",
        "LOCAL_INIT_OP": "local_init_op",
        "LOCAL_RESOURCES": "local_resources",
        "LOCAL_VARIABLES": "local_variables",
        "LOSSES": "losses",
        "METRIC_VARIABLES": "metric_variables",
        "MODEL_VARIABLES": "model_variables",
        "MOVING_AVERAGE_VARIABLES": "moving_average_variables",
        "QUEUE_RUNNERS": "queue_runners",
        "READY_FOR_LOCAL_INIT_OP": "ready_for_local_init_op",
        "READY_OP": "ready_op",
        "REGULARIZATION_LOSSES": "regularization_losses",
        "RESOURCES": "resources",
        "SAVEABLE_OBJECTS": "saveable_objects",
        "SAVERS": "savers",
        "SUMMARIES": "summaries",
        "SUMMARY_OP": "summary_op",
        "TABLE_INITIALIZERS": "table_initializer",
        "TRAINABLE_RESOURCE_VARIABLES": "trainable_resource_variables",
        "TRAINABLE_VARIABLES": "trainable_variables",
        "TRAIN_OP": "train_op",
        "UPDATE_OPS": "update_ops",
        "VARIABLES": "variables",
        "WEIGHTS": "weights",
        "WHILE_CONTEXT": "while_context",
    }
)

LOSSES = """
absolute_difference compute_weighted_loss cosine_distance hinge_loss huber_loss log_loss mean_pairwise_squared_error
mean_squared_error sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy
"""
CONTRIB_LOSSES = """
absolute_difference compute_weighted_loss cosine_distance hinge_loss log_loss mean_pairwise_squared_error
mean_squared_error sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy
"""

METRICS = """
accuracy auc average_precision_at_k false_negatives false_negatives_at_thresholds false_positives
false_positives_at_thresholds mean mean_absolute_error mean_cosine_distance mean_iou mean_per_class_accuracy
mean_relative_error mean_squared_error mean_tensor percentage_below precision precision_at_k precision_at_thresholds
precision_at_top_k recall recall_at_k recall_at_thresholds recall_at_top_k root_mean_squared_error
sensitivity_at_specificity sparse_average_precision_at_k sparse_precision_at_k specificity_at_sensitivity
true_negatives true_negatives_at_thresholds true_positives true_positives_at_thresholds
"""
STREAMING_METRICS = """
count cohen_kappa streaming_accuracy streaming_auc streaming_concat streaming_covariance streaming_curve_points
streaming_false_negative_rate streaming_false_negatives streaming_false_positive_rate streaming_false_positives
streaming_mean streaming_mean_absolute_error streaming_mean_cosine_distance streaming_mean_iou
streaming_mean_relative_error streaming_mean_squared_error streaming_mean_tensor streaming_pearson_correlation
streaming_percentage_less streaming_precision streaming_recall streaming_recall_at_k
streaming_root_mean_squared_error streaming_sensitivity_at_specificity streaming_sparse_precision_at_k
streaming_sparse_recall_at_k streaming_specificity_at_sensitivity streaming_true_negatives streaming_true_positives
streaming_false_negative_rate_at_thresholds streaming_false_negatives_at_thresholds
streaming_false_positive_rate_at_thresholds streaming_false_positives_at_thresholds streaming_precision_at_thresholds
streaming_recall_at_thresholds streaming_true_negatives_at_thresholds streaming_true_positives_at_thresholds
streaming_sparse_average_precision_at_k streaming_sparse_average_precision_at_top_k streaming_sparse_precision_at_top_k
f1_score precision_at_recall recall_at_precision sparse_recall_at_top_k streaming_dynamic_auc auc_using_histogram
precision_recall_at_equal_thresholds
"""

SUMMARIES = "summary.audio summary.histogram summary.image summary.scalar summary.tensor_summary summary.text"
#: TensorFlow 0.x; their parameters stand in another order.
OLD_SUMMARIES = "audio_summary histogram_summary image_summary scalar_summary"

FAMILIES: tuple[Family, ...] = (
    family(Kind.TENSOR, {BUILDS}, LOSSES, under="tf.losses", registers={"losses"}),
    family(Kind.TENSOR, {BUILDS}, CONTRIB_LOSSES, under="tf.contrib.losses", registers={"losses"}),
    family(Kind.PYTHON, (), "losses.add_loss contrib.losses.add_loss", registers={"losses"}),
    family(
        Kind.TENSOR_LIST,
        {READS_GRAPH},
        "losses.get_losses contrib.losses.get_losses",
        reads={"losses"},
    ),
    family(
        Kind.TENSOR_LIST,
        {READS_GRAPH},
        "losses.get_regularization_losses contrib.losses.get_regularization_losses",
        reads={"regularization_losses"},
    ),
    family(Kind.TENSOR, {BUILDS}, "losses.get_regularization_loss", reads={"regularization_losses"}),
    family(
        Kind.TENSOR,
        {BUILDS},
        "losses.get_total_loss contrib.losses.get_total_loss",
        reads={"losses", "regularization_losses"},
    ),
    family(
        Kind.TENSOR,
        {BUILDS},
        "contrib.layers.apply_regularization",
        registers={"regularization_losses"},
        reads={"weights"},
    ),
    family(
        Kind.TENSOR_LIST,
        {BUILDS, MAKES_VARIABLE},
        METRICS,
        under="tf.metrics",
        registers={"local_variables", "metric_variables"},
    ),
    family(
        Kind.TENSOR_LIST,
        {BUILDS, MAKES_VARIABLE},
        STREAMING_METRICS,
        under="tf.contrib.metrics",
        registers={"local_variables", "metric_variables"},
    ),
    family(Kind.TENSOR_LIST, (), "aggregate_metric_map aggregate_metrics", under="tf.contrib.metrics"),
    family(Kind.TENSOR_LIST, {BUILDS}, "add_gradients_summaries", under="tf.contrib.training", registers={"summaries"}),
    family(Kind.TENSOR, {BUILDS}, "accuracy confusion_matrix", under="tf.contrib.metrics"),
    family(Kind.TENSOR, {BUILDS}, SUMMARIES, registers={"summaries"}),
    family(Kind.TENSOR, {BUILDS}, OLD_SUMMARIES, registers={"summaries"}),
    family(Kind.TENSOR, {BUILDS}, "summary.merge merge_summary"),
    family(Kind.TENSOR, {BUILDS}, "summary.merge_all merge_all_summaries", reads={"summaries"}),
    family(
        Kind.TENSOR,
        {BUILDS},
        "summarize_activation summarize_tensor",
        under="tf.contrib.layers",
        registers={"summaries"},
    ),
    family(
        Kind.TENSOR_LIST,
        {BUILDS},
        "summarize_activations summarize_collection summarize_tensors",
        under="tf.contrib.layers",
        registers={"summaries"},
        reads={"*"},
    ),
    family(Kind.TENSOR_LIST, {READS_GRAPH}, "get_collection", reads={"*"}),
    # the list itself: who holds it can change the collection
    family(Kind.UNKNOWN, {READS_GRAPH, CHANGES_GRAPH}, "get_collection_ref", reads={"*"}),
    family(Kind.PYTHON, (), "add_to_collection add_to_collections", registers={"*"}),
    # an op that checks every float tensor that the graph holds
    family(Kind.TENSOR, {BUILDS, READS_GRAPH, READS_VARIABLES}, "add_check_numerics_ops", reads={"*"}),
    family(Kind.TENSOR, {BUILDS, READS_GRAPH}, "tables_initializer initialize_all_tables", reads={"table_initializer"}),
    # train op, global step, summaries, update ops and slots in one
    family(
        Kind.TENSOR,
        {BUILDS, MAKES_VARIABLE, SHARES_VARIABLE, READS_VARIABLES},
        """contrib.layers.optimize_loss contrib.training.create_train_op contrib.slim.learning.create_train_op""",
        registers={"summaries", "train_op"},
        reads={"update_ops", "global_step", "trainable_variables"},
    ),
    family(Kind.PYTHON, {FILES}, "contrib.tensorboard.plugins.projector.visualize_embeddings"),
)
