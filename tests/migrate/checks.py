"""What holds of every campaign when it has ended."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hoist.migrate.result import Outcome
from tests.migrate.campaigns import applied, difference, fetched, report, results, state_of
from tests.migrate.made import Made

# A few of each outcome, for what has to be done many times.
FEW = {
    "saver", "shared-module", "fresh-adam", "keras", "nowhere", "links", "bare", "no-repository", "branch-taken",
    "odd-names",
}  # fmt: skip


def to_compare(made: Iterable[Made]) -> list[Made]:
    """Those whose results with proof can be compared: how much memory one had taken when it was seen, is chance."""
    return [one for one in made if (one.gate or one.name in FEW) and one.name != "eats-memory"]


def chosen(made: Iterable[Made], names: set[str]) -> list[Made]:
    found = [one for one in made if one.name in names]
    assert len(found) == len(names)
    return found


def assert_as_made(campaign: Path, made: list[Made], *, verified: bool) -> None:
    """Every repository has the outcome that it was made for, and where it was run, the reason too."""
    found = results(campaign)
    assert found.keys() == {one.source for one in made}
    wrong = []
    for one in made:
        result = found[one.source]
        expected = one.outcome if verified else one.unverified
        said = " ".join([result["reason"], *result["problems"], *(r["reason"] for r in result["rewrites"])])
        told = one.reason if verified or expected is not Outcome.REWRITTEN else ""
        if result["outcome"] != expected.value or told not in said:
            wrong.append(f"{one.name}: {result['outcome']} ({said}), not {expected.value} ({one.reason})")
    assert not wrong, "\n".join(wrong)
    assert report(campaign)["pending"] == []


def assert_commits_are_as_told(campaign: Path, folder: Path) -> None:
    """What is committed can be had from its patch and from its bundle, and both give the same."""
    told = 0
    for result in results(campaign).values():
        patch, bundle = (
            campaign / at / f"{result['name']}{end}" for at, end in (("patches", ".patch"), ("branches", ".bundle"))
        )
        committed = any(one["committed"] for one in result["rewrites"])
        assert committed == bool(result["commit"]) == patch.exists() == bundle.exists(), result["name"]
        if committed:
            told += 1
            work = folder / f"check-{told}"
            work.mkdir(parents=True)
            tree = applied(result["source"], result["base"], patch, work)
            assert fetched(result["source"], bundle, result["branch"], work) == tree, result["name"]
    assert told


def assert_untouched(before: dict[str, str], folder: Path) -> None:
    assert difference(before, state_of(folder)) == []
