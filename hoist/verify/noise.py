"""What differs between two runs of the original: no evidence for or against a rewrite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from hoist.verify.tolerance import tolerances
from hoist.verify.trace import Run, Trace

# A number by itself; a word, with the points and hyphens in it, so that a name drawn by chance is one; a mark.
TOKEN = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\w|[.-]\w)|\w+(?:[.-]\w+)*|\S")


@dataclass(frozen=True)
class Noise:
    """The noise floor.

    Attributes:
        values: (run, fetch) whose value is not the same twice.
        prints: (run, fetch) whose fingerprint is not; fetch -1 stands for the targets.
        variables: (state, name).
        files: paths.
        names: beginning and end of the names of files that are named anew each time, and how many there are.
        saves: numbers of the checkpoints whose path is not the same twice.
        structures: runs whose structure is not.
        skeletons: runs whose skeleton is not.
        configs: sessions whose configuration is not.
        tolerances: see ``tolerance``; only where a GPU ran.
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
    names: tuple[tuple[str, str, int], ...] = ()
    saves: frozenset[int] = frozenset()
    structures: frozenset[int] = frozenset()
    skeletons: frozenset[int] = frozenset()
    configs: frozenset[int] = frozenset()
    tolerances: tuple[float, ...] = ()

    def tolerance(self, run: int | None = None) -> float:
        """How far numbers may lie apart, relatively: at a run of the main thread, or in what is left at the end."""
        if not self.tolerances:
            return 0.0
        return self.tolerances[-1 if run is None else min(run, len(self.tolerances) - 1)]

    def lines(self) -> tuple[str, ...]:
        """The noise in words: of the runs, then of what they leave, then of what they print."""
        return tuple(filter(None, (*self._of_runs(), *self._left(), *self._printed())))

    def _of_runs(self) -> Iterator[str]:
        if self.values:
            yield f"values of {len(self.values)} fetches"
        if self.prints:
            runs = {run for run, _ in self.prints}
            yield f"the values that go into {len(runs - self.structures)} runs" if runs - self.structures else ""
            yield f"what {len(runs & self.structures)} runs compute" if runs & self.structures else ""

    def _left(self) -> Iterator[str]:
        if self.variables:
            names = sorted({name for _, name in self.variables})
            yield "variables: " + ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")
        if self.files:
            yield "files: " + ", ".join(sorted(self.files)[:5]) + (" ..." if len(self.files) > 5 else "")
        for start, end, count in self.names:
            yield f"names of {count} files: {start}*{end}"
        if self.saves:
            yield f"paths of {len(self.saves)} checkpoints"
        if self.configs:
            yield f"configurations of {len(self.configs)} sessions"
        if self.graphs:
            yield "what the first turn leaves in the graph: " + ", ".join(sorted(self.graphs))

    def _printed(self) -> Iterator[str]:
        if self.output:
            yield "the number of lines printed"
        elif self.tokens:
            yield f"words in {len(self.tokens)} lines printed"
        if self.threads:
            yield "runs of other threads"
        if self.tolerance():
            yield f"numbers on the GPU, compared within {self.tolerance():.1e} of their size, ten times the noise"


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
    names = _names(sorted({*first.files} - {*second.files}), sorted({*second.files} - {*first.files}))
    a_files, b_files = files_by_name(first, names), files_by_name(second, names)
    files = {path for path in {*a_files, *b_files} if a_files.get(path) != b_files.get(path)}
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
    runs = list(enumerate(zip(first.main_runs, second.main_runs, strict=False)))
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
        names=names,
        saves=frozenset(n for n, (a, b) in enumerate(zip(first.saves, second.saves, strict=False)) if a[0] != b[0]),
        structures=frozenset(n for n, (a, b) in runs if a.structure != b.structure),
        skeletons=frozenset(n for n, (a, b) in runs if a.skeleton != b.skeleton),
        configs=frozenset(n for n, (a, b) in enumerate(zip(first.configs, second.configs, strict=False)) if a != b),
        tolerances=tolerances(first, second),
    )


def files_by_name(trace: Trace, names: Sequence[tuple[str, str, int]]) -> dict[str, Mapping[str, Any]]:
    """The files that a run left; those named anew each time stand under what their names share, ordered by content."""
    found: dict[str, Mapping[str, Any]] = {}
    anew: dict[str, list[Mapping[str, Any]]] = {}
    for path, content in trace.files.items():
        for start, end, _ in names:
            if len(path) > len(start) + len(end) and path.startswith(start) and path.endswith(end):
                anew.setdefault(f"{start}*{end}", []).append(content)
                break
        else:
            found[path] = content
    for shared, contents in anew.items():
        for number, content in enumerate(sorted(contents, key=repr)):
            found[shared + (f" ({number + 1})" if number else "")] = content
    return found


def _names(first: Sequence[str], second: Sequence[str]) -> tuple[tuple[str, str, int], ...]:
    """What the names of files that only one of two runs left have in common, and how many files have it."""
    found: dict[tuple[str, str], int] = {}
    left = list(second)
    for path in first:
        best = max(left, key=lambda other: sum(map(len, _common(path, other))), default=None)
        if best is not None and any(_common(path, best)):
            left.remove(best)
            found[_common(path, best)] = found.get(_common(path, best), 0) + 1
    return tuple((start, end, count) for (start, end), count in sorted(found.items()))


def _common(a: str, b: str) -> tuple[str, str]:
    """The beginning and the end that two names share, whole words of them."""
    start = re.sub(r"[0-9a-zA-Z]*$", "", _beginning(a, b))
    end = _beginning(a[len(start) :][::-1], b[len(start) :][::-1])[::-1]
    return start, re.sub(r"^[0-9a-zA-Z]*", "", end)


def _beginning(a: str, b: str) -> str:
    return "".join(x for x, _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def _unstable(first: Trace, second: Trace) -> str:
    if first.end != second.end:
        return f"two runs of the original end differently: {first.end} and {second.end}"
    if len(first.main_runs) != len(second.main_runs):
        return f"two runs of the original run the session {len(first.main_runs)} and {len(second.main_runs)} times"
    for number, (a, b) in enumerate(zip(first.main_runs, second.main_runs, strict=True), 1):
        if len(a.fetches) != len(b.fetches) or len(a.targets) != len(b.targets) or a.error != b.error:
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
