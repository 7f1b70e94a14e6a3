"""Lays the original's trace beside the rewritten program's and finds the first difference.

Pure functions: traces in, differences out. The order is the order of what a person would look at: session runs as they
came, then how the programs ended, then what they left.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hoist.verify.noise import Noise, files_by_name, other_threads, tokens
from hoist.verify.tolerance import close, close_numbers, is_number
from hoist.verify.trace import Fetch, Node, Run, State, Trace, differing, race
from hoist.verify.verdict import Difference

ABSENT = "(none)"


def first_difference(original: Trace, rewritten: Trace, noise: Noise, loop: str) -> Difference | None:
    """The first difference that is not noise, or None."""
    for found in (
        _sessions(original, rewritten, noise),
        _runs(original, rewritten, noise, loop),
        _ends(original, rewritten, loop),
        _states(original, rewritten, noise, loop),
        _saves(original, rewritten, noise),
        _files(original, rewritten, noise),
        _output(original, rewritten, noise),
        _graphs(original, rewritten, noise),
    ):
        difference = next(found, None)
        if difference is not None:
            return difference
    return None


def raced(original: Trace, rewritten: Trace) -> tuple[str, ...]:
    """Fetches and summaries that differ between the two programs, and that the script lets race with an update."""
    found = []
    for a, b in zip(original.main_runs, rewritten.main_runs, strict=False):
        for x, y in zip(a.fetches, b.fetches, strict=False):
            if differing(x, y) and race(x, y):
                found.append(f"{x.title} ({a.where})")
    return tuple(dict.fromkeys(found))


def loop_evidence(original: Trace, noise: Noise, loop: str) -> bool:
    """Whether anything that the session loop computes is the same twice, so that a change of it could be seen."""
    runs = [(number, run) for number, run in enumerate(original.main_runs) if run.turn(loop) is not None]
    for number, run in runs:
        if run.targets and (number, -1) not in noise.prints:
            return True
        if any((number, place) not in noise.prints & noise.values for place, _ in enumerate(run.fetches)):
            return True
    return not runs and not noise.threads


def evidence(original: Trace, noise: Noise) -> int:
    """How many fetched values and variables there are that noise does not hide."""
    values = sum(
        (number, place) not in noise.values or bool(noise.tolerance(number) and fetch.sketch)
        for number, run in enumerate(original.main_runs)
        for place, fetch in enumerate(run.fetches)
    )
    variables = sum(
        (number, name) not in noise.variables
        for number, state in enumerate(original.states)
        for name, (hashed, _) in state.variables.items()
        if hashed != "uninitialized"
    )
    return values + variables


def _sessions(original: Trace, rewritten: Trace, noise: Noise) -> Iterator[Difference]:
    """Sessions that are made otherwise; that one is missing, the runs tell."""
    for number, (a, b) in enumerate(zip(original.configs, rewritten.configs, strict=False)):
        if a != b and number not in noise.configs:
            name = f"configuration of session {number + 1}"
            yield Difference("runs", None, None, "", "", name, a or ABSENT, b or ABSENT)


def _runs(original: Trace, rewritten: Trace, noise: Noise, loop: str) -> Iterator[Difference]:
    pairs = zip(original.main_runs, rewritten.main_runs, strict=False)
    # With other threads about, which session comes first may be the scheduler's choice.
    sessions = all(run.main_thread for run in (*original.runs, *rewritten.runs))
    for number, (a, b) in enumerate(pairs):
        if sessions and a.session != b.session:
            values = (f"session {a.session + 1}", f"session {b.session + 1}")
            yield Difference("runs", a.turn(loop), number + 1, a.where, b.line, "session that runs it", *values)
        yield from _run(number, a, b, noise, loop, missing_loop=not rewritten.session_turns.get(loop))
    count_a, count_b = len(original.main_runs), len(rewritten.main_runs)
    if count_a != count_b:
        longer = original.main_runs if count_a > count_b else rewritten.main_runs
        extra = longer[min(count_a, count_b)]
        values = (_describe(extra), ABSENT) if count_a > count_b else (ABSENT, _describe(extra))
        places = (extra.where, "") if count_a > count_b else ("", extra.line)
        yield Difference("runs", extra.turn(loop), min(count_a, count_b) + 1, *places, "number of runs", *values)
    if not noise.threads and other_threads(original) != other_threads(rewritten):
        yield Difference("computation", None, None, "", "", "runs of other threads", "as in two runs", "others")


def _run(number: int, a: Run, b: Run, noise: Noise, loop: str, *, missing_loop: bool) -> Iterator[Difference]:
    def differ(what: str, name: str, x: str, y: str, nodes: Sequence[Node | None] = (None, None)) -> Difference:
        node, other = nodes
        return Difference(
            *(what, a.turn(loop), number + 1, a.where, b.line, name, x, y),
            node=node.title if node else "",
            node_rewritten=other.title if other else "",
            built_at=node.built_at if node else (),
            built_at_rewritten=other.built_at if other else (),
        )

    if len(a.fetches) != len(b.fetches) or len(a.targets) != len(b.targets):
        yield differ("runs", "what is fetched", _describe(a), _describe(b))
        return
    if a.error != b.error:
        yield differ("error", "exception of the run", a.error or ABSENT, b.error or ABSENT)
    for place, (x, y) in enumerate(zip(a.fetches, b.fetches, strict=True)):
        if x.fingerprint != y.fingerprint and (number, place) not in noise.prints:
            computed = f"{x.shown} by {x.name}", f"{y.shown} by {y.name}"
            yield differ("computation", x.title, *computed, _first_other_nodes(a, b))
        values = differing(x, y)
        if values and not race(x, y) and not _noisy_value(number, place, (x, y), noise):
            yield differ("value", x.title, *values, (_fetched(a, x), _fetched(b, y)))
    prints = [sorted(print_ for _, print_ in run.targets) for run in (a, b)]
    if prints[0] != prints[1] and (number, -1) not in noise.prints:
        lone = [
            ", ".join(name for name, print_ in run.targets if print_ not in others)
            for run, others in ((a, prints[1]), (b, prints[0]))
        ]
        values = lone[0] or ABSENT, lone[1] or ABSENT
        yield differ("computation", lone[0] or "targets", *values, _first_other_nodes(a, b))
    if a.structure != b.structure and number not in noise.structures:
        # Only here where noise hides the fingerprints: what goes in is not the same twice, what is done with it is.
        yield differ("computation", _describe(a), f"structure {a.structure[:8]}", f"structure {b.structure[:8]}")
    elif a.skeleton != b.skeleton and a.feeds == b.feeds and _hidden(number, noise):
        # The same, constants kept; where a constant became a feed, they say nothing.
        yield differ("computation", _describe(a), f"constants {a.skeleton[:8]}", f"constants {b.skeleton[:8]}")
    if a.turns.get(loop) != b.turns.get(loop) and not missing_loop:
        yield differ("turns", "turn of the run", str(a.turn(loop)), str(b.turn(loop)))


def _hidden(number: int, noise: Noise) -> bool:
    """Whether noise hides fingerprints of this run, and does not reach its skeleton."""
    return number not in noise.skeletons and any(run == number for run, _ in noise.prints)


def _noisy_value(number: int, place: int, pair: tuple[Fetch, Fetch], noise: Noise) -> bool:
    """Whether two values that differ are no evidence: by no more than the original's own do, or noise."""
    x, y = pair
    tolerance, noisy = noise.tolerance(number), (number, place) in noise.values
    if tolerance and x.sketch and y.sketch:
        return close(x.sketch, y.sketch, tolerance)
    if tolerance and x.parts.keys() == y.parts.keys() and x.parts:
        sides = ((x.parts[tag], y.parts[tag]) for tag in x.parts)
        return all(a[0] == b[0] or _noisy_text(a[1], b[1], noisy, tolerance) for a, b in sides)
    return noisy


def _first_other_nodes(a: Run, b: Run) -> list[Node | None]:
    """In each of two runs the first node, inputs first, that computes what nothing in the other run does."""
    lone = []
    for run, other in ((a, b), (b, a)):
        known = {node.fingerprint for node in other.ops}
        lone.append([node for node in run.ops if node.fingerprint not in known])
    firsts = [next(iter(nodes), None) for nodes in lone]
    first, other_first = firsts
    if first is None or other_first is None or first.name == other_first.name:
        return firsts
    named = [{node.name: node for node in nodes} for nodes in lone]
    if other_first.name in named[0] and first.name in named[1]:
        # Both have both: only the order is another one, that of an initializer's control inputs, say.
        return [first, named[1][first.name]]
    return firsts


def _fetched(run: Run, fetch: Fetch) -> Node | None:
    name = fetch.name.partition(":")[0]
    return next((node for node in run.ops if node.name == name), None)


def _describe(run: Run) -> str:
    names = [fetch.title for fetch in run.fetches] + [name for name, _ in run.targets]
    return "run of " + (", ".join(names[:6]) or "nothing")


def _ends(original: Trace, rewritten: Trace, loop: str) -> Iterator[Difference]:
    if original.end != rewritten.end:
        frames = rewritten.error.get("frames") if rewritten.error else None
        where = f"{frames[-1][0]}:{frames[-1][2]}" if frames else ""
        yield Difference("end", None, None, "", where, "end", _end(original), _end(rewritten))
    a, b = original.session_turns.get(loop), rewritten.session_turns.get(loop)
    if b and a != b:  # a loop that the rewritten program has in another form is counted by its runs alone
        yield Difference("turns", None, None, loop, "", "turns of the session loop", str(a or 0), str(b or 0))


def _end(trace: Trace) -> str:
    if trace.error:
        return f"{trace.error['type']}: {trace.error['message']}".splitlines()[0][:300]
    return {"normal": "ended by itself", "limit": "was stopped at the limit"}.get(trace.end, trace.end)


def _states(original: Trace, rewritten: Trace, noise: Noise, loop: str) -> Iterator[Difference]:
    for number, (a, b) in enumerate(zip(original.states, rewritten.states, strict=False)):
        when = "at a save" if a.saved else "at the session's end"
        for name in sorted({*a.variables, *b.variables}):
            if a.variables.get(name) == b.variables.get(name) or _noisy_variable(number, name, (a, b), noise):
                continue
            values = _apart(_entry(a, name), _entry(b, name))
            yield Difference("variable", a.turns.get(loop), None, a.where, b.line, f"{name} {when}", *values)
        if a.saved != b.saved:
            yield Difference("variable", None, None, a.where, b.line, "order of saves and ends", when, "otherwise")
    if len(original.states) != len(rewritten.states):
        counts = (str(len(original.states)), str(len(rewritten.states)))
        yield Difference("variable", None, None, "", "", "number of saves and session ends", *counts)


def _noisy_variable(number: int, name: str, pair: tuple[State, State], noise: Noise) -> bool:
    a, b = (state.sketches.get(name, ()) for state in pair)
    if noise.tolerance() and a and b:
        return close(a, b, noise.tolerance())
    return (number, name) in noise.variables


def _entry(state: State, name: str) -> tuple[str, str]:
    return state.variables.get(name, ("", ABSENT))


def _apart(a: Sequence[str], b: Sequence[str]) -> tuple[str, str]:
    """Two readable values; where what is shown of them is the same, with their hashes (hash, readable)."""
    if a[1] != b[1]:
        return a[1], b[1]
    return f"{a[1]} (bits {a[0][:8]})", f"{b[1]} (bits {b[0][:8]})"


def _saves(original: Trace, rewritten: Trace, noise: Noise) -> Iterator[Difference]:
    for number, (a, b) in enumerate(zip(original.saves, rewritten.saves, strict=False)):
        if a[0] != b[0] and number not in noise.saves:
            yield Difference("checkpoint", None, None, a[1], b[2], "path of a checkpoint", a[0], b[0])
        elif a[3] != b[3]:
            words = [("kept" if save[3] else "deleted") for save in (a, b)]
            yield Difference("checkpoint", None, None, a[1], b[2], a[0], *words)


def _files(original: Trace, rewritten: Trace, noise: Noise) -> Iterator[Difference]:
    a_files, b_files = files_by_name(original, noise.names), files_by_name(rewritten, noise.names)
    for path in sorted({*a_files, *b_files}):
        a, b = a_files.get(path), b_files.get(path)
        kinds = {side["kind"] for side in (a, b) if side}
        within = noise.tolerance() if a and b and kinds in ({"checkpoint"}, {"events"}) else 0.0
        if a == b or (path in noise.files and not within):
            continue
        if a is None or b is None or a["kind"] != b["kind"]:
            yield Difference("file", None, None, "", "", path, *(x["kind"] if x else ABSENT for x in (a, b)))
        elif a["kind"] == "checkpoint":
            yield from _checkpoint(path, a["entries"], b["entries"], within)
        elif a["kind"] == "events":
            racy = original.racy_tags | rewritten.racy_tags
            yield from _events(path, a["entries"], b["entries"], racy, noise)
        else:
            yield Difference("file", None, None, "", "", path, *(f"{x['size']} bytes {x['hash'][:8]}" for x in (a, b)))


def _checkpoint(path: str, a: Mapping[str, Any], b: Mapping[str, Any], within: float) -> Iterator[Difference]:
    for name in sorted({*a, *b}):
        x, y = a.get(name) or ("", ABSENT), b.get(name) or ("", ABSENT)
        if x != y and not close(_sketch(x), _sketch(y), within):
            yield Difference("checkpoint", None, None, "", "", f"{name} in {path}", *_apart(x, y))


def _sketch(entry: Sequence[Any]) -> Sequence[float]:
    """Of a checkpoint's entry: (hash, readable, sketch)."""
    sketch: Sequence[float] = entry[2] if len(entry) > 2 else ()
    return sketch


def _events(
    path: str, a: list[list[Any]], b: list[list[Any]], racy: frozenset[str], noise: Noise
) -> Iterator[Difference]:
    for x, y in zip(a, b, strict=False):
        if x[:2] != y[:2] or (
            x[2] != y[2] and x[0] not in racy and not _noisy_text(x[3], y[3], path in noise.files, noise.tolerance())
        ):
            name = f"summary {x[0]} at step {x[1]} in {path}"
            yield Difference("file", None, None, "", "", name, x[3], f"{y[0]} at step {y[1]}: {y[3]}")
    if len(a) != len(b):
        yield Difference("file", None, None, "", "", f"summaries in {path}", str(len(a)), str(len(b)))


def _noisy_text(a: str, b: str, noisy: bool, tolerance: float) -> bool:
    """Whether two summaries, readable, that differ are no evidence: scalars by tolerance, others by noise."""
    return close_numbers(a, b, tolerance, rounded=False) if is_number(a) and is_number(b) else noisy


def _racing_numbers(original: Trace, rewritten: Trace) -> list[tuple[float, float]]:
    """Both programs' values of the fetched scalars that differ and that the script lets race with an update."""
    found = []
    for a, b in zip(original.main_runs, rewritten.main_runs, strict=False):
        for x, y in zip(a.fetches, b.fetches, strict=False):
            if differing(x, y) and race(x, y):
                with contextlib.suppress(ValueError):
                    found.append((float(x.shown), float(y.shown)))
    return found


def _printed(word: str, value: float) -> bool:
    """Whether a printed number is this value, rounded as it is printed."""
    if not is_number(word):
        return False
    number = float(word)
    if not (math.isfinite(number) and math.isfinite(value)):
        return number == value or (math.isnan(number) and math.isnan(value))
    mantissa, _, exponent = word.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    # A whole number may be a counter: it is not taken for a fraction that a format rounded away.
    rounding = 0.0 if word.lstrip("+-").isdigit() else 0.51 * 10.0 ** (int(exponent or 0) - digits)
    return abs(number - value) <= rounding + 1e-6 * abs(value)


def _same_word(x: str, y: str, racing: Sequence[tuple[float, float]]) -> bool:
    return x == y or any(_printed(x, a) and _printed(y, b) for a, b in racing)


def _output(original: Trace, rewritten: Trace, noise: Noise) -> Iterator[Difference]:
    if noise.output:
        return
    racing, tolerance = _racing_numbers(original, rewritten), noise.tolerance()
    for number, (a, b) in enumerate(zip(original.output, rewritten.output, strict=False)):
        if a == b:
            continue
        masked = noise.tokens.get(number, frozenset())
        words_a, words_b = tokens(a), tokens(b)
        if -1 in masked:
            continue
        same = len(words_a) == len(words_b) and all(
            _same_word(x, y, racing) or close_numbers(x, y, tolerance, rounded=True)
            for n, (x, y) in enumerate(zip(words_a, words_b, strict=True))
            if n not in masked
        )
        if not same:
            yield Difference("output", None, None, "", "", f"line {number + 1} printed", a, b)
    if len(original.output) != len(rewritten.output):
        counts = (str(len(original.output)), str(len(rewritten.output)))
        yield Difference("output", None, None, "", "", "number of lines printed", *counts)


def _graphs(original: Trace, rewritten: Trace, noise: Noise) -> Iterator[Difference]:
    for loop, a in original.graphs_at_turn_2.items():
        b = rewritten.graphs_at_turn_2.get(loop)
        if b is None or loop in noise.graphs:
            continue
        if a["variables"] != b["variables"]:
            names = sorted({*a["variables"]} ^ {*b["variables"]})
            yield Difference("graph", 2, None, loop, "", "variables after the first turn: " + ", ".join(names[:5]),
                             str(len(a["variables"])), str(len(b["variables"])))  # fmt: skip
        for key in sorted({*a["collections"], *b["collections"]}):
            counts = (str(side["collections"].get(key, 0)) for side in (a, b))
            if a["collections"].get(key, 0) != b["collections"].get(key, 0):
                yield Difference("graph", 2, None, loop, "", f"collection {key} after the first turn", *counts)
