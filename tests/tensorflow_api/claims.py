"""What a run must show for a claim to hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hoist.tensorflow_api import BOOKKEEPING, Effect, Kind, Symbol

#: Stateful by the op registry, yet no state outlives a run: variables and their reads and assigns, placeholders,
#: random ops, checks, what lives for one run of a loop, summaries and the read of an iterator.
ALLOWED_STATEFUL = frozenset(
    """
    Variable VariableV2 VarHandleOp ReadVariableOp AssignVariableOp AssignAddVariableOp AssignSubVariableOp
    VarIsInitializedOp IsVariableInitialized ResourceGather ResourceScatterUpdate ResourceScatterAdd ResourceScatterSub
    ResourceApplyAdam ResourceApplyGradientDescent DestroyTemporaryVariable TemporaryVariable
    ResourceCountUpTo Assert CheckNumerics IteratorGetNext MakeIterator IteratorToStringHandle SaveV2 RestoreV2
    TensorArrayV3 TensorArrayReadV3 TensorArrayWriteV3 TensorArrayGatherV3 TensorArrayScatterV3 TensorArraySizeV3
    TensorArrayConcatV3 TensorArraySplitV3 TensorArrayGradV3 StackV2 StackPushV2 StackPopV2
    """.split()
)
RANDOM_OPS = frozenset(
    """
    RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal RandomGamma RandomPoissonV2 RandomShuffle
    Multinomial ParameterizedTruncatedNormal SampleDistortedBoundingBoxV2 SampleDistortedBoundingBox
    LogUniformCandidateSampler UniformCandidateSampler
    """.split()
)
VARIABLE_COLLECTIONS = frozenset(
    """
    variables trainable_variables local_variables metric_variables model_variables moving_average_variables
    global_step regularization_losses trainable_resource_variables
    """.split()
)


#: Types of values, by the kind that is claimed for them.
TYPES_OF_KIND: dict[Kind, frozenset[str]] = {
    Kind.TENSOR_LIST: frozenset({"list", "dict", "tuple"}),
    Kind.VARIABLE_LIST: frozenset({"list"}),
    Kind.VARIABLE: frozenset({"RefVariable", "ResourceVariable", "Variable"}),
    Kind.OPTIMIZER: frozenset({"GradientDescentOptimizer"}),
    Kind.SAVER: frozenset({"Saver"}),
    Kind.SESSION: frozenset({"Session", "NoneType"}),
    Kind.GRAPH: frozenset({"Graph"}),
    Kind.PLACEHOLDER: frozenset({"Tensor", "SymbolicTensor", "SparseTensor"}),
}
#: What a value said to be an (immutable) tensor may not be: mutable, or another kind.
NOT_TENSORS = frozenset({"list", "dict", "RefVariable", "Variable", "ResourceVariable", "int", "float", "ndarray"})


@dataclass(frozen=True)
class Exceptions:
    """Symbols whose claim is wider than what one run shows, with the reason."""

    #: They claim nodes; here they added none.
    may_add_none: dict[str, str] = field(default_factory=dict)
    #: They claim a registration that this call does not make.
    may_register_none: dict[str, str] = field(default_factory=dict)
    #: They claim state or draws that this call does not show.
    may_show_no_state: dict[str, str] = field(default_factory=dict)
    #: They claim a variable that only some arguments ask for.
    may_make_no_variable: dict[str, str] = field(default_factory=dict)


EXCEPTIONS = Exceptions(
    may_add_none={
        "tf.to_float": "a cast to the dtype that the tensor has is the tensor itself",
        "tf.convert_to_tensor": "a tensor is given back as it is",
        "tf.train.get_or_create_global_step": "the global step is there already",
        "tf.contrib.framework.get_or_create_global_step": "the global step is there already",
        "variable.value": "a reference variable made its snapshot when it was made itself",
    },
    may_register_none={
        "tf.contrib.layers.conv2d": "update ops come from a normalizer_fn only",
        "tf.contrib.layers.fully_connected": "update ops come from a normalizer_fn only",
        "tf.contrib.layers.separable_conv2d": "update ops come from a normalizer_fn only",
    },
    may_show_no_state={
        "tf.image.extract_glimpse": "the noise is drawn inside of the op, which has no seed",
        "tf.nn.rnn_cell.DropoutWrapper": "it draws when it is called",
        "tf.nn.dynamic_rnn": "it draws where its cell does",
        "tf.nn.bidirectional_dynamic_rnn": "it draws where its cells do",
        "tf.nn.static_rnn": "it draws where its cell does",
        "tf.TensorArray": "its node lives for one run only",
        "tf.data.Dataset.from_generator": "the host function stands in a function body",
        "tf.import_graph_def": "it has the state that the imported graph has",
        "dataset.shuffle": "its seeds are constants, not attributes",
        "layer.__call__": "it draws where the layer does",
        "layer.apply": "it draws where the layer does",
        "initializer.__call__": "it draws where the initializer does",
    },
    may_make_no_variable={
        "tf.train.string_input_producer": "num_epochs makes the variable",
        "tf.train.slice_input_producer": "num_epochs makes the variable",
        "tf.train.range_input_producer": "num_epochs makes the variable",
    },
)


def broken(symbol: Symbol, expression: str, result: dict[str, Any], exceptions: Exceptions = EXCEPTIONS) -> list[str]:
    """Say what in a run contradicts the claim; empty where all agrees."""
    first, second = result["calls"]
    return [
        *_kind(symbol, second),
        *_nodes(symbol, first, second, exceptions),
        *_variables(symbol, first, second, exceptions),
        *_collections(symbol, first, second, exceptions),
        *_state(symbol, second, exceptions),
        *_draws(symbol, expression, first, second, exceptions),
    ]


def _kind(symbol: Symbol, second: dict[str, Any]) -> list[str]:
    name = second["value"]
    allowed = TYPES_OF_KIND.get(symbol.result)
    wrong = name not in allowed if allowed is not None else symbol.result is Kind.TENSOR and name in NOT_TENSORS
    return [f"claims to give a {symbol.result.value} and gave a {name}"] if wrong else []


def _nodes(symbol: Symbol, first: dict[str, Any], second: dict[str, Any], exceptions: Exceptions) -> list[str]:
    added = first["nodes"] + second["nodes"]
    if Effect.BUILDS in symbol.effects:
        if not added and symbol.path not in exceptions.may_add_none:
            return ["claims to build and added no node"]
        return []
    return [f"claims not to build and added {added} nodes: {first['types']}"] if added else []


def _variables(symbol: Symbol, first: dict[str, Any], second: dict[str, Any], exceptions: Exceptions) -> list[str]:
    if Effect.MAKES_VARIABLE in symbol.effects:
        if second["variables"] or symbol.path in exceptions.may_make_no_variable:
            return []
        return ["claims a new variable at each call and made none at the second"]
    if Effect.SHARES_VARIABLE in symbol.effects:
        return ["claims to share its variables and made more at the second call"] if second["variables"] else []
    if first["variables"] or second["variables"]:
        return ["made a variable that it does not claim"]
    return []


def _collections(symbol: Symbol, first: dict[str, Any], second: dict[str, Any], exceptions: Exceptions) -> list[str]:
    grown = set(second["collections"]) - BOOKKEEPING
    if Effect.MAKES_VARIABLE in symbol.effects:
        grown -= VARIABLE_COLLECTIONS - symbol.registers
    grew_once = set(first["collections"]) - BOOKKEEPING - VARIABLE_COLLECTIONS
    problems = []
    if "*" not in symbol.registers:
        extra = (grown | grew_once) - symbol.registers
        if extra:
            problems.append(f"registers in {sorted(extra)} without claiming it")
        missing = symbol.registers - grown
        if missing and symbol.path not in exceptions.may_register_none:
            problems.append(f"claims to register in {sorted(missing)} and did not")
    return problems


def _state(symbol: Symbol, second: dict[str, Any], exceptions: Exceptions) -> list[str]:
    stateful = set(second["stateful"]) - ALLOWED_STATEFUL - RANDOM_OPS
    # a dataset is a description: marked so that it is not folded
    stateful = {kind for kind in stateful if not kind.rstrip("V23").endswith("Dataset") or kind.startswith("Generator")}
    if Effect.STATEFUL in symbol.effects:
        if not stateful and symbol.path not in exceptions.may_show_no_state:
            return ["claims a stateful node and added none"]
        return []
    return [f"added stateful nodes {sorted(stateful)} without claiming it"] if stateful else []


def _draws(
    symbol: Symbol, expression: str, first: dict[str, Any], second: dict[str, Any], exceptions: Exceptions
) -> list[str]:
    if Effect.DRAWS not in symbol.effects:
        return ["draws random numbers without claiming it"] if second["seeds"] else []
    if symbol.path in exceptions.may_show_no_state:
        return []
    if not second["seeds"]:
        return ["claims to draw and added no random op"]
    seeded = "seed=" in expression
    if seeded and (first["seeds"] != second["seeds"] or [0, 0] in second["seeds"]):
        return [f"with a seed, two builds had different streams: {first['seeds']} {second['seeds']}"]
    if not seeded and any(pair != [0, 0] for pair in second["seeds"]):
        return [f"without a seed, a stream was fixed: {second['seeds']}"]
    return []
