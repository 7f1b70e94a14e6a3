"""Names, aliases, methods, parameters: no TensorFlow is needed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from hoist.tensorflow_api import (
    GRAPH_KEYS,
    Effect,
    Kind,
    canonical,
    is_module,
    known_paths,
    lookup,
    lookup_method,
    operator_builds,
)
from hoist.tensorflow_api.aliases import ALIASES
from hoist.tensorflow_api.methods import METHODS
from hoist.tensorflow_api.signatures import SIGNATURES


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("tf.nn.relu", "tf.nn.relu"),
        ("tf.compat.v1.nn.relu", "tf.nn.relu"),
        ("tensorflow.compat.v1.train.Saver", "tf.train.Saver"),
        ("tf.math.add", "tf.add"),
        ("tf.random.normal", "tf.random_normal"),
        ("tf.contrib.slim.conv2d", "tf.contrib.layers.conv2d"),
        ("tf_slim.conv2d", "tf.contrib.layers.conv2d"),
        ("tf_slim.losses.softmax_cross_entropy", "tf.contrib.losses.softmax_cross_entropy"),
        ("tf.mul", "tf.multiply"),
        ("tf.pack", "tf.stack"),
        ("tf.app.flags.DEFINE_string", "tf.flags.DEFINE_string"),
        ("tf.python_io.TFRecordWriter", "tf.io.TFRecordWriter"),
        ("tf.dtypes.float32", "tf.float32"),
    ],
)
def test_that_other_names_lead_to_one(written: str, path: str) -> None:
    assert canonical(written) == path
    found = lookup(written)
    assert found is not None
    assert found.path == path


@pytest.mark.parametrize(
    "path", ["tf.nonsense", "tf.keras.Model", "tf.nn", "np.zeros", "tf.GraphKeys.NONSENSE", "tf", ""]
)
def test_that_what_is_not_known_is_none(path: str) -> None:
    assert lookup(path) is None


def test_modules() -> None:
    for path in (
        "tf",
        "tf.nn",
        "tf.train",
        "tf.compat.v1",
        "tf.compat.v1.nn",
        "tf.contrib.slim",
        "tf_slim",
        "tf.app.flags",
    ):
        assert is_module(path), path
    assert not is_module("tf.nn.relu")
    assert not is_module("tf.nonsense")


def test_constants() -> None:
    for path in (
        "tf.float32",
        "tf.AUTO_REUSE",
        "tf.GraphKeys.LOSSES",
        "tf.image.ResizeMethod.AREA",
        "tf.flags.FLAGS.rate",
    ):
        found = lookup(path)
        assert found is not None, path
        assert not found.callable
        assert not found.effects
    assert GRAPH_KEYS["SUMMARIES"] == "summaries"
    assert GRAPH_KEYS["GLOBAL_VARIABLES"] == "variables"


@pytest.mark.parametrize(
    ("path", "effects"),
    [
        ("tf.nn.relu", {Effect.BUILDS}),
        ("tf.assign", {Effect.BUILDS}),
        ("tf.summary.merge", {Effect.BUILDS}),
        ("tf.cond", {Effect.BUILDS, Effect.CALLS_BACK}),
        ("tf.nn.dropout", {Effect.BUILDS, Effect.DRAWS}),
        ("tf.Variable", {Effect.BUILDS, Effect.MAKES_VARIABLE}),
        ("tf.get_variable", {Effect.BUILDS, Effect.SHARES_VARIABLE}),
        ("tf.layers.dense", {Effect.BUILDS, Effect.SHARES_VARIABLE}),
        ("tf.train.Saver", {Effect.BUILDS, Effect.READS_VARIABLES}),
        ("tf.global_variables", {Effect.READS_VARIABLES}),
        ("tf.train.AdamOptimizer", set()),
        ("tf.ConfigProto", set()),
        ("tf.contrib.crf.viterbi_decode", set()),
        ("tf.read_file", {Effect.BUILDS, Effect.FILES}),
        ("tf.py_func", {Effect.BUILDS, Effect.STATEFUL, Effect.CALLS_BACK}),
    ],
)
def test_effects(path: str, effects: set[Effect]) -> None:
    found = lookup(path)
    assert found is not None
    assert found.effects == effects


def test_what_registers_or_reads_is_not_pure() -> None:
    for path in (
        "tf.losses.mean_squared_error",
        "tf.summary.scalar",
        "tf.summary.merge_all",
        "tf.layers.batch_normalization",
    ):
        found = lookup(path)
        assert found is not None
        assert not found.pure, path
    relu = lookup("tf.nn.relu")
    assert relu is not None
    assert relu.pure


@pytest.mark.parametrize(
    ("path", "parameter", "position"),
    [
        ("tf.random_normal", "seed", 4),
        ("tf.nn.dropout", "seed", 3),
        ("tf.layers.dropout", "seed", 3),
        ("tf.layers.dense", "reuse", 13),
        ("tf.layers.dense", "name", 12),
        ("tf.get_variable", "trainable", 5),
        ("tf.train.Saver", "max_to_keep", 3),
        ("tf.nn.rnn_cell.DropoutWrapper", "seed", 7),
        ("tf.contrib.layers.relu", "scope", 13),
    ],
)
def test_positions(path: str, parameter: str, position: int) -> None:
    found = lookup(path)
    assert found is not None
    assert found.position(parameter) == position


def test_what_draws_has_its_parameters() -> None:
    for path in known_paths():
        found = lookup(path)
        assert found is not None
        if Effect.DRAWS in found.effects:
            assert found.parameters, path


def test_what_is_shared_by_a_parameter_has_that_parameter() -> None:
    for path in known_paths():
        found = lookup(path)
        assert found is not None
        by_keyword_only = path in {"tf.contrib.layers.repeat", "tf.contrib.layers.stack"}
        if found.shares_by and found.parameters and not by_keyword_only:
            assert found.shares_by in found.parameters, path
        for parameter in found.fed:
            assert parameter in found.parameters, path


@pytest.mark.parametrize(
    ("kind", "name", "effect"),
    [
        (Kind.TENSOR, "eval", Effect.RUNS),
        (Kind.PLACEHOLDER, "eval", Effect.RUNS),
        (Kind.VARIABLE, "assign", Effect.BUILDS),
        (Kind.VARIABLE, "load", Effect.RUNS),
        (Kind.OPTIMIZER_WITH_SLOTS, "minimize", Effect.SHARES_VARIABLE),
        (Kind.OPTIMIZER, "minimize", Effect.READS_VARIABLES),
        (Kind.SAVER, "save", Effect.FILES),
        (Kind.SESSION, "run", Effect.RUNS),
        (Kind.MONITORED_SESSION, "run", Effect.RUNS),
        (Kind.GRAPH, "finalize", Effect.CHANGES_GRAPH),
        (Kind.GRAPH, "get_tensor_by_name", Effect.LOOKS_UP_NAMES),
        (Kind.DATASET, "make_one_shot_iterator", Effect.STATEFUL),
        (Kind.ITERATOR, "get_next", Effect.BUILDS),
        (Kind.WRITER, "add_summary", Effect.FILES),
        (Kind.LAYER, "__call__", Effect.SHARES_VARIABLE),
        (Kind.QUEUE, "dequeue", Effect.STATEFUL),
    ],
)
def test_methods(kind: Kind, name: str, effect: Effect) -> None:
    found = lookup_method(kind, name)
    assert found is not None
    assert effect in found.effects


def test_methods_of_what_is_unknown() -> None:
    assert lookup_method(Kind.UNKNOWN, "run") is None
    assert lookup_method(Kind.TENSOR, "nonsense") is None
    read = lookup_method(Kind.TENSOR, "shape")
    assert read is not None
    assert not read.callable


def test_operators() -> None:
    assert operator_builds(Kind.PLACEHOLDER)
    assert not operator_builds(Kind.PYTHON)
    assert not operator_builds(Kind.TENSOR_LIST)


def test_that_each_name_is_described_once() -> None:
    from hoist.tensorflow_api import (
        collections_,
        layers,
        plain_python,
        pure_ops,
        random_ops,
        stateful,
        training,
        variables,
    )

    modules = (collections_, layers, plain_python, pure_ops, random_ops, stateful, training, variables)
    names = Counter(name for module in modules for one in module.FAMILIES for name in one.names)
    assert not [name for name, count in names.items() if count > 1]
    for families in METHODS.values():
        methods = Counter(name for one in families for name in one.names)
        assert not [name for name, count in methods.items() if count > 1]


def test_that_data_refer_to_what_is_described() -> None:
    paths = set(known_paths())
    assert set(ALIASES.values()) <= paths
    assert not set(ALIASES) & paths
    methods = {name for families in METHODS.values() for one in families for name in one.names}
    assert set(SIGNATURES) <= paths | methods


def test_that_collections_are_named_as_tensorflow_names_them() -> None:
    names = set(GRAPH_KEYS.values()) | {"*", "iterators"}
    for path in known_paths():
        found = lookup(path)
        assert found is not None
        assert found.registers | found.reads <= names, path


def test_that_neither_tensorflow_nor_numpy_is_imported() -> None:
    asked = (
        "import sys, hoist.tensorflow_api as t; t.lookup('tf.nn.relu'); "
        "print('tensorflow' in sys.modules or 'numpy' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
