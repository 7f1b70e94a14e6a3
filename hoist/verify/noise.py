"""What differs between two runs of the original: no evidence for or against a rewrite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hoist.verify.trace import Run, Trace

TOKEN = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[^\W\d]\w*|\S")


@dataclass(frozen=True)
class Noise:
    """The noise floor.

    Attributes:
        values: (run, fetch) whose value is not the same twice.
        prints: (run, fetch) whose fingerprint is not; fetch -1 stands for the targets.
        variables: (state, name).
        files: paths.
        tokens: line of the output -> positions of its words that are not the same twice.
        output: whether even the number of lines is not the same twice.
        threads: whether the runs of other threads are not.
        graphs: loops whose graph after the first turn is not.
        unstable: why the two runs cannot be laid side by side at all; empty if they can.
    """

    values: frozenset[tuple[int, int]]
    prints: frozenset[tuple[int, int]]
    variables: frozenset[tuple[int, str]]
    files: frozenset[str]
    tokens: dict[int, frozenset[int]]
    output: bool
    threads: bool
    graphs: frozenset[str]
    unstable: str = ""

    def lines(self) -> tuple[str, ...]:
        """The noise in words, shortest first."""
        found = []
        if self.values:
            found.append(f"values of {len(self.values)} fetches")
        if self.prints:
            found.append(f"what {len({run for run, _ in self.prints})} runs compute")
        if self.variables:
            names = sorted({name for _, name in self.variables})
            found.append("variables: " + ", ".join(names[:5]) + (" ..." if len(names) > 5 else ""))
        if self.files:
            found.append("files: " + ", ".join(sorted(self.files)[:5]) + (" ..." if len(self.files) > 5 else ""))
        if self.output:
            found.append("the number of lines printed")
        elif self.tokens:
            found.append(f"words in {len(self.tokens)} lines printed")
        if self.threads:
            found.append("runs of other threads")
        return tuple(found)


def other_threads(trace: Trace) -> frozenset[tuple[str, ...]]:
    """What threads beside the main one computed, without order or number: those are the scheduler's."""
    return frozenset(fingerprints(run) for run in trace.runs if not run.main_thread)


def fingerprints(run: Run) -> tuple[str, ...]:
    """What a run computes: its fetches, then its targets."""
    return (*(fetch.fingerprint for fetch in run.fetches), "|", *sorted(print_ for _, print_ in run.targets))


def tokens(line: str) -> list[str]:
    """The words, numbers and marks of a printed line."""
    return TOKEN.findall(line)


def noise_of(first: Trace, second: Trace) -> Noise:
    """The noise floor of two runs of the same program."""
    unstable = _unstable(first, second)
    values, prints = _noisy_runs(first.main_runs, second.main_runs)
    variables = {
        (number, name)
        for number, (a, b) in enumerate(zip(first.states, second.states, strict=False))
        for name in {*a.variables, *b.variables}
        if a.variables.get(name) != b.variables.get(name)
    }
    files = {path for path in {*first.files, *second.files} if first.files.get(path) != second.files.get(path)}
    words: dict[int, frozenset[int]] = {}
    same_length = len(first.output) == len(second.output)
    if same_length:
        for number, (a_line, b_line) in enumerate(zip(first.output, second.output, strict=True)):
            if a_line != b_line:
                words[number] = _noisy_words(tokens(a_line), tokens(b_line))
    graphs = {
        loop
        for loop in {*first.graphs_at_turn_2, *second.graphs_at_turn_2}
        if first.graphs_at_turn_2.get(loop) != second.graphs_at_turn_2.get(loop)
    }
    return Noise(
        values=frozenset(values),
        prints=frozenset(prints),
        variables=frozenset(variables),
        files=frozenset(files),
        tokens=words,
        output=not same_length,
        threads=other_threads(first) != other_threads(second),
        graphs=frozenset(graphs),
        unstable=unstable,
    )


def _unstable(first: Trace, second: Trace) -> str:
    if first.end != second.end:
        return f"two runs of the original end differently: {first.end} and {second.end}"
    if len(first.main_runs) != len(second.main_runs):
        return f"two runs of the original run the session {len(first.main_runs)} and {len(second.main_runs)} times"
    for number, (a, b) in enumerate(zip(first.main_runs, second.main_runs, strict=True), 1):
        if len(a.fetches) != len(b.fetches) or a.error != b.error:
            return f"two runs of the original differ in what session run {number} ({a.where}) fetches"
    if [state.saved for state in first.states] != [state.saved for state in second.states]:
        return "two runs of the original save at different times"
    return ""


def _noisy_runs(first: Sequence[Run], second: Sequence[Run]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    values, prints = set(), set()
    for number, (a, b) in enumerate(zip(first, second, strict=False)):
        for place, (x, y) in enumerate(zip(a.fetches, b.fetches, strict=False)):
            if x.value_hash != y.value_hash:
                values.add((number, place))
            if x.fingerprint != y.fingerprint:
                prints.add((number, place))
        if sorted(p for _, p in a.targets) != sorted(p for _, p in b.targets):
            prints.add((number, -1))
    return values, prints


def _noisy_words(first: Sequence[str], second: Sequence[str]) -> frozenset[int]:
    if len(first) != len(second):
        return frozenset({-1})
    return frozenset(n for n, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
