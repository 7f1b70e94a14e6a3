"""Every public name of the installed TensorFlow is described, or on a short list with its reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hoist.tensorflow_api import is_module, lookup

pytestmark = pytest.mark.slow

COMPLETE = frozenset(
    """
    tf tf.nn tf.math tf.train tf.layers tf.losses tf.summary tf.random tf.image tf.metrics tf.strings tf.sparse
    tf.initializers tf.logging tf.gfile tf.manip tf.bitwise tf.spectral tf.sets tf.nn.rnn_cell tf.python_io tf.queue
    tf.dtypes tf.graph_util tf.nest tf.io tf.audio tf.quantization
    """.split()
)

#: Not described, so never moved.
UNCLASSIFIED: dict[str, str] = {
    "tf.GradientTape": "records what runs eagerly; in a graph its methods depend on what stood inside it",
    "tf.Module": "a base class: what its instances do is up to their methods",
    "tf.check_pinned": "an internal op that 2.21 exports",
    "tf.train.do_quantize_training_on_graphdef": "rewrites a graph in compiled code",
}


@pytest.fixture(params=["modern_results", "legacy_results"])
def walked(request: pytest.FixtureRequest) -> list[str]:
    found: list[str] = request.getfixturevalue(request.param)["walk"]
    return found


def test_that_core_modules_are_complete(walked: list[str]) -> None:
    unknown = {path for path in walked if path.rpartition(".")[0] in COMPLETE and lookup(path) is None}
    assert unknown <= set(UNCLASSIFIED), sorted(unknown - set(UNCLASSIFIED))


def test_that_the_share_known_is_reported(walked: list[str], record_property: Any) -> None:
    all_names: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for path in walked:
        module = ".".join(path.split(".")[:2]) if path.count(".") > 1 else "tf"
        all_names[module] += 1
        known[module] += lookup(path) is not None
    for module, count in sorted(all_names.items()):
        share = known[module] / count
        record_property(module, f"{known[module]}/{count}")
        print(f"{module:28} {known[module]:5} of {count:5}  {share:6.1%}")  # noqa: T201
    assert known["tf"] / all_names["tf"] > 0.9


def test_that_no_module_is_described_as_a_symbol(walked: list[str]) -> None:
    for path in walked:
        assert not (is_module(path) and lookup(path)), path


def test_that_unclassified_names_are_still_there(
    modern_results: dict[str, Any], legacy_results: dict[str, Any]
) -> None:
    public = set(modern_results["walk"]) | set(legacy_results["walk"])
    assert set(UNCLASSIFIED) <= public
    assert not [path for path in UNCLASSIFIED if lookup(path) is not None]
