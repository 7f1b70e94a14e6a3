"""What ``hoist check`` finds in labelled public repositories: recall, false reports, and what nobody labelled.

    python -m tests.benchmarks.corpus SITES.tsv CHECKOUTS [--only OWNER/NAME] [--unlabelled]

SITES.tsv has the columns repo, commit, path, line, kind and verdict: ``tp`` rows are places that grow the graph, ``fp``
rows only look so. CHECKOUTS holds one folder for each repository, named ``OWNER__NAME``. Each repository is checked as
a user would, by one command on its folder. A row is found if a finding holds its line, or if the calls that a finding
names between the loop and the build do. The lines of a notebook are those of its code cells,
each under one line and followed by an empty one.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Site:
    """One labelled place."""

    repo: str
    path: str
    line: int
    kind: str
    true: bool

    def __str__(self) -> str:
        return f"{self.repo} {self.path}:{self.line} ({self.kind})"


@dataclass(frozen=True)
class Checked:
    """What one repository gave."""

    findings: Sequence[Mapping[str, Any]]
    seconds: float
    problem: str = ""

    def at(self, path: str, line: int) -> Mapping[str, Any] | None:
        """The finding whose lines hold this one, or that is reached by way of it."""
        found = (f for f in self.findings if f["path"] == path and f["line"] <= line <= f["end_line"])
        passed = (f for f in self.findings if any((c["path"], c["line"]) == (path, line) for c in f["chain"]))
        return next(found, None) or next(passed, None)


def read_sites(path: Path) -> list[Site]:
    """The rows of the table."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t")
        return [Site(r["repo"], r["path"], int(r["line"]), r["kind"], r["verdict"] == "tp") for r in rows]


def check(folder: Path) -> Checked:
    """Run ``hoist check`` on a folder."""
    command = [sys.executable, "-c", "from hoist.cli import main; main()", "check", ".", "--output-format", "json"]
    begun = time.monotonic()
    root = Path(__file__).parents[2]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(root), "PATH": ""}
    )
    took = time.monotonic() - begun
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return Checked((), took, f"exit code {done.returncode}: {(done.stderr.splitlines() or ['?'])[-1]}")
    return Checked(found["findings"], took)


def unlabelled(sites: Sequence[Site], repo: str, checked: Checked) -> Iterator[Mapping[str, Any]]:
    """Findings that hold no labelled line."""
    lines = [(site.path, site.line) for site in sites if site.repo == repo]
    for finding in checked.findings:
        if not any(path == finding["path"] and finding["line"] <= line <= finding["end_line"] for path, line in lines):
            yield finding


def report(sites: Sequence[Site], results: Mapping[str, Checked]) -> None:
    """Print the tables."""
    known = [site for site in sites if site.repo in results]
    hits = {site: results[site.repo].at(site.path, site.line) for site in known}
    all_, found = Counter[str](), Counter[str]()
    for site in known:
        if site.true:
            all_[site.kind] += 1
            found[site.kind] += hits[site] is not None
    write(f"{'kind':20} {'found':>6} {'of':>4}")
    for kind, count in sorted(all_.items(), key=lambda pair: -pair[1]):
        write(f"{kind:20} {found[kind]:6} {count:4}")
    write(f"{'all':20} {found.total():6} {all_.total():4}   {found.total() / max(1, all_.total()):.1%}")
    remedies([(site, hits[site]) for site in known if site.true])
    for site in known:
        if site.true and hits[site] is None:
            write(f"missed: {site}")
    false = [site for site in known if not site.true and hits[site] is not None]
    write(f"false reports: {len(false)} of {sum(not site.true for site in known)}")
    for site in false:
        write(f"false: {site}")


def remedies(rows: Sequence[tuple[Site, Mapping[str, Any] | None]]) -> None:
    """Print what would be done about the rows that were found; weights loaded by name, which ends, counted apart."""
    for title, wanted in (("rows", False), ("rows that load weights", True)):
        kinds = Counter[str]()
        for site, finding in rows:
            if (site.kind == "weights_load") == wanted:
                remedy = finding["remedy"] if finding is not None else {"kind": "not found", "reason": None}
                kinds[str(remedy["reason"] or remedy["kind"])] += 1
        cured = sum(count for kind, count in kinds.items() if kind in ("hoist", "feed", "split", "once"))
        write(f"{title}: {cured} of {kinds.total()} cured; " + ", ".join(f"{k} {n}" for k, n in kinds.most_common()))


def tell(repo: str, checked: Checked, others: Sequence[Mapping[str, Any]]) -> None:
    """Print what one repository gave, and the findings that no row labels."""
    counts = f"{len(checked.findings)} findings, {len(others)} of them unlabelled"
    write(f"{repo}: {counts}, {checked.seconds:.1f} s {checked.problem}")
    for finding in others:
        reason = finding["remedy"]["reason"] or finding["remedy"]["kind"]
        write(f"  {finding['path']}:{finding['line']} {finding['rule']} {reason}: {finding['message']}")


def write(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sites", type=Path, metavar="SITES.tsv")
    parser.add_argument("checkouts", type=Path, metavar="CHECKOUTS")
    parser.add_argument("--only", action="append", metavar="OWNER/NAME")
    given = parser.parse_args()
    sites = read_sites(given.sites)
    wanted = given.only or sorted({site.repo for site in sites})
    folders = {repo: given.checkouts / repo.replace("/", "__") for repo in wanted}
    for repo in [repo for repo, folder in folders.items() if not folder.is_dir()]:
        write(f"{repo}: no folder {folders.pop(repo)}")
    results = {}
    for repo, folder in folders.items():
        results[repo] = check(folder)
        tell(repo, results[repo], list(unlabelled(sites, repo, results[repo])))
    report(sites, results)


if __name__ == "__main__":
    main()
