"""The published schemas: they accept what is printed, and nothing else."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoist.examine import examine
from hoist.findings import RemedyKind, Tier
from hoist.fix import plan
from hoist.migrate.result import Outcome, Result
from hoist.report.json_output import findings_json, fix_json, verdict_json
from hoist.verify import Difference, Drift, Report, Verdict
from tests.command_line.conftest import FIXTURES
from tests.report.reports import COMMON, DIFFERENT, DRIFTED, FLAT, NOT_RUN, SAME
from tests.report.summaries import CLEAN, LEFT, PROVED, RESULTS, REWRITTEN, SUMMARY, only, proof
from tests.report.test_findings_text import FED, REFUSED, SAVER

COMMANDS = ("check", "verify", "fix", "trace", "report")
WILL_RAISE = Report(Verdict.WILL_RAISE, cause="train.py:5: RuntimeError: Graph is finalized")
UNKNOWN = dataclasses.replace(
    SAME, rewritten=dataclasses.replace(FLAT, slope_low=-float("inf"), slope_high=float("inf"))
)
NOT_FINITE = dataclasses.replace(
    SAME, drift=Drift(compared=2, differing=1, largest=float("inf"), of_array=float("inf"))
)
REPORTS = (SAME, COMMON, DIFFERENT, NOT_RUN, WILL_RAISE, UNKNOWN, DRIFTED, NOT_FINITE)


def schema(command: str) -> dict[str, Any]:
    text = (files("hoist.report") / "schemas" / f"{command}.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def valid(command: str, document: object) -> bool:
    validator = jsonschema.Draft202012Validator(schema(command))
    return bool(validator.is_valid(document))


def check(command: str, text: str) -> Any:
    document = json.loads(text)
    jsonschema.validate(document, schema(command), jsonschema.Draft202012Validator)
    return document


@pytest.mark.parametrize("command", COMMANDS)
def test_they_are_schemas(command: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(command))


def test_what_two_of_them_describe_they_describe_alike() -> None:
    parts = {command: schema(command)["$defs"] for command in COMMANDS}
    assert parts["fix"] == {**parts["check"], **parts["verify"]}
    own = {name: parts["report"][name] for name in ("repository", "rewrite", "proof")}
    assert parts["report"] == {**parts["fix"], **own}


def test_their_words_are_those_of_the_code() -> None:
    parts = schema("fix")["$defs"]
    assert parts["report"]["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert parts["remedy"]["properties"]["kind"]["enum"] == [kind.value for kind in RemedyKind]
    assert parts["remedy"]["properties"]["tier"]["enum"] == [tier.value for tier in Tier]
    assert {*parts["difference"]["properties"]} == {field.name for field in dataclasses.fields(Difference)}
    assert {*parts["drift"]["properties"]} == {field.name for field in dataclasses.fields(Drift)}
    assert {*parts["report"]["properties"]} == {field.name for field in dataclasses.fields(Report)} | {"equal"}
    report = schema("report")["$defs"]
    assert report["repository"]["properties"]["outcome"]["enum"] == [outcome.value for outcome in Outcome]
    assert {*report["repository"]["properties"]} == {f.name for f in dataclasses.fields(Result)} - {"patch", "bundle"}
    documented = (Difference.__doc__ or "").partition("what:")[2].partition("turn:")[0]
    assert {
        word for word in parts["difference"]["properties"]["what"]["enum"] if f"``{word}``" not in documented
    } == set()


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.verdict.value)
def test_every_verdict(report: Report) -> None:
    check("verify", verdict_json(report))
    check("fix", fix_json([(Path("a.py"), SAME), (Path("b.py"), report)], findings=[SAVER], diff="", written=[]))


def test_findings_of_every_fixture() -> None:
    count = 0
    for folder in (*sorted(FIXTURES.glob("*/before")), FIXTURES / "refused", FIXTURES / "plate_recognition"):
        findings = plan(examine(sorted(folder.glob("*.py"))), folder).findings
        count += len(check("check", findings_json(findings))["findings"])
    assert count > 50
    check("check", findings_json([SAVER, REFUSED, FED]))


def test_a_fix_that_ran_nothing() -> None:
    for will_raise in (False, True):
        check("fix", fix_json([], findings=[SAVER], diff="", written=[], will_raise=will_raise))


def without(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document without each of its keys, and with one key more in each of its objects."""

    def walk(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(node, dict):
            yield path
            for key, value in node.items():
                yield from walk(value, (*path, key))
        elif isinstance(node, list) and node:
            yield from walk(node[0], (*path, 0))

    for path in walk(document, ()):
        for key in [None, *at(document, path)]:
            changed = copy.deepcopy(document)
            if key is None:
                at(changed, path)["more"] = 1
            else:
                del at(changed, path)[key]
            yield f"{path} {key}", changed


def at(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("check", findings_json([FED, REFUSED])),
        ("verify", verdict_json(SAME)),
        ("verify", verdict_json(DIFFERENT)),
        ("verify", verdict_json(DRIFTED)),
        ("fix", fix_json([(Path("a.py"), SAME)], findings=[SAVER], diff="", written=[Path("a.py")])),
        ("fix", fix_json([], findings=[], diff="", written=[])),
    ],
)
def test_no_key_is_missing_and_none_is_more(command: str, text: str) -> None:
    accepted = [change for change, document in without(check(command, text)) if valid(command, document)]
    assert accepted == []


@pytest.mark.parametrize(
    ("report", "changed"),
    [
        (SAME, {"verdict": "equal"}),
        (SAME, {"equal": False}),
        (DIFFERENT, {"equal": True}),
        (DIFFERENT, {"difference": None}),
        (NOT_RUN, {"cause": ""}),
        (SAME, {"turns": 2.5}),
        (SAME, {"original": {}}),
        (DRIFTED, {"drift": {}}),
        (
            DRIFTED,
            {"verdict": "different", "equal": False, "difference": json.loads(verdict_json(DIFFERENT))["difference"]},
        ),
    ],
)
def test_what_no_proof_says(report: Report, changed: dict[str, Any]) -> None:
    document = json.loads(verdict_json(report))
    assert valid("verify", document)
    assert not valid("verify", {**document, **changed})


def test_a_campaign() -> None:
    document = check("report", json.dumps(SUMMARY.to_json()))
    assert [one["name"] for one in document["repositories"]] == [result.name for result in RESULTS]
    check("report", json.dumps(dataclasses.replace(SUMMARY, results=()).to_json()))


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.verdict.value)
def test_every_verdict_of_a_campaign(report: Report) -> None:
    rewrite = dataclasses.replace(REWRITTEN.rewrites[0], proofs=(proof(report),))
    check("report", json.dumps(only(dataclasses.replace(REWRITTEN, rewrites=(rewrite,))).to_json()))


@pytest.mark.parametrize("result", [PROVED, LEFT], ids=lambda result: result.name)
def test_no_key_of_a_campaign_is_missing_and_none_is_more(result: Result) -> None:
    document = check("report", json.dumps(only(dataclasses.replace(result, seconds={})).to_json()))
    accepted = [change for change, changed in without(document) if valid("report", changed)]
    assert accepted == ["('repositories', 0, 'seconds') None"]  # the parts of the work are an open list


@pytest.mark.parametrize(
    ("result", "changed"),
    [
        (PROVED, {"outcome": "equal"}),
        (PROVED, {"rewrites": []}),
        (PROVED, {"rewrites": REWRITTEN.to_json()["rewrites"]}),
        (PROVED, {"name": ""}),
        (PROVED, {"seconds": {"prove": "long"}}),
        (CLEAN, {"findings": list(LEFT.findings)}),
        (REWRITTEN, {"rewrites": [{**REWRITTEN.to_json()["rewrites"][0], "outcome": "proved"}]}),
        (REWRITTEN, {"rewrites": [{**REWRITTEN.to_json()["rewrites"][0], "outcome": "clean"}]}),
    ],
)
def test_what_no_campaign_says(result: Result, changed: dict[str, Any]) -> None:
    document = json.loads(json.dumps(only(result).to_json()))
    assert valid("report", document)
    document["repositories"][0].update(changed)
    assert not valid("report", document)
