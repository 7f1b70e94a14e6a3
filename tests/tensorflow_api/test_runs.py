"""What each symbol is said to do is what it does: both TensorFlows build it in a fresh graph, twice."""

from __future__ import annotations

from typing import Any

import pytest

from hoist.tensorflow_api import Effect, Kind, operator_builds
from tests.tensorflow_api import cases, claims
from tests.tensorflow_api.conftest import claimed_cases

pytestmark = pytest.mark.slow

#: What cannot be run in one of the two, with the reason.
CANNOT_RUN = {
    "2": {'slim.batch_norm(x, scope="named")': "tf_slim 1.1 reads ops.Tensor, which 2.21 no longer has"},
    "1": {},
}


@pytest.fixture(params=["modern_results", "legacy_results"])
def results(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = request.getfixturevalue(request.param)
    return found


def test_that_every_case_runs(results: dict[str, Any]) -> None:
    failed = {text: case["error"] for text, case in results["cases"].items() if "error" in case}
    assert set(failed) == set(CANNOT_RUN[results["version"][0]]), failed


def test_that_claims_hold(results: dict[str, Any]) -> None:
    problems = []
    for symbol, text in claimed_cases():
        case = results["cases"][text]
        if "error" not in case:
            problems += [f"{text} ({symbol.path}): {problem}" for problem in claims.broken(symbol, text, case)]
    assert not problems, "\n".join(problems)


def test_that_what_changes_no_graph_leaves_the_default_graph(results: dict[str, Any]) -> None:
    for symbol, text in claimed_cases():
        for call in results["cases"][text].get("calls", ()):
            assert call["same_graph"] or Effect.CHANGES_GRAPH in symbol.effects, text


def test_that_operators_build(results: dict[str, Any]) -> None:
    assert operator_builds(Kind.TENSOR)
    assert operator_builds(Kind.VARIABLE)
    for text in cases.operator_cases():
        for call in results["cases"][text]["calls"]:
            assert call["nodes"] > 0, text
            assert not call["variables"], text


def test_that_the_sample_is_large() -> None:
    assert len({symbol.path for symbol, _ in claimed_cases()}) > 500


def test_that_exceptions_are_needed(results: dict[str, Any]) -> None:
    needed = {
        symbol.path
        for symbol, text in claimed_cases()
        if "error" not in results["cases"][text]
        and claims.broken(symbol, text, results["cases"][text], claims.Exceptions())
    }
    named = set()
    for group in vars(claims.EXCEPTIONS).values():
        named |= set(group)
    assert needed == named
