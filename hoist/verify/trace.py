"""What the probe wrote about one aligned run, as typed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hoist.verify.runner import Outcome

# Where a random op was built: kind of op, the user's call stack, the how many-eth of its site.
Site = tuple[str, tuple[str, ...], int]


@dataclass(frozen=True)
class Numbers:
    """Where the numbers of a value lie in the file that its run kept them in.

    Attributes:
        dtype: NumPy's name of their type.
        shape: of the whole value.
        at: the byte of the file where they begin.
        count: how many were kept; of a large array only some are, evenly spaced.
    """

    dtype: str
    shape: tuple[int, ...]
    at: int
    count: int


@dataclass(frozen=True)
class Fetch:
    """One fetched tensor of one run.

    Attributes:
        name: of the tensor.
        label: what the script calls it, where that could be seen.
        fingerprint: of the computation.
        value_hash: of type, shape and bits.
        shown: the value, readable.
        racy: the value depends on whether an update of a variable in the same run comes first, and no order says so.
        parts: of a summary: tag -> (hash, readable, racy).
        sketch: what stands for a floating-point array where a GPU runs (see ``tolerance``); else empty.
        numbers: where its numbers were kept, if they were.
    """

    name: str
    label: str
    fingerprint: str
    value_hash: str
    shown: str
    racy: bool = False
    parts: Mapping[str, tuple[str, str, bool]] = field(default_factory=dict)
    sketch: Sequence[float] = ()
    numbers: Numbers | None = None

    @property
    def title(self) -> str:
        """What a person would call it."""
        return f"{self.label} ({self.name})" if self.label else self.name


def differing(a: Fetch, b: Fetch) -> tuple[str, str] | None:
    """Both values, readable, if they differ; of summaries only the tags that do."""
    if a.value_hash == b.value_hash:
        return None
    if not a.parts or not b.parts:
        if a.shown != b.shown:
            return a.shown, b.shown
        # Only some of a large array is shown.
        return f"{a.shown} (bits {a.value_hash[:8]})", f"{b.shown} (bits {b.value_hash[:8]})"
    tags = [tag for tag in {**a.parts, **b.parts} if a.parts.get(tag, ("",))[0] != b.parts.get(tag, ("",))[0]]
    sides = (", ".join(f"{tag}={side.parts[tag][1]}" for tag in tags if tag in side.parts) for side in (a, b))
    first, second = sides
    return first or "(none)", second or "(none)"


def race(a: Fetch, b: Fetch) -> bool:
    """Whether all that differs between two values is what the script lets race with an update in the same run."""
    if not a.parts or not b.parts:
        return a.racy or b.racy
    if a.parts.keys() != b.parts.keys():
        return False
    return all(x[0] == y[0] or x[2] or y[2] for x, y in ((a.parts[tag], b.parts[tag]) for tag in a.parts))


@dataclass(frozen=True)
class Node:
    """One op that a run computes.

    Attributes:
        name: of the op.
        kind: its type.
        fingerprint: the beginning of its fingerprint.
        built_at: lines of this program that built it, innermost first; empty where no line of it did.
    """

    name: str
    kind: str
    fingerprint: str
    built_at: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Type and name."""
        return f"{self.kind} {self.name}"


@dataclass(frozen=True)
class Run:
    """One call into a session.

    Attributes:
        main_thread: whether the main thread made it.
        session: number of the session.
        turns: the loops that it stands in, outermost first -> their turns.
        where: ``path:line`` in the original.
        line: the same in this program.
        nodes: nodes in the graph.
        error: type of the exception that it raised.
        fetches: what was fetched.
        targets: name and fingerprint of what was run and not fetched.
        ops: what it computes, inputs first; of the first runs only.
        structure: a fingerprint that leaves aside the values of what is fed and of constants.
        skeleton: one that leaves aside the values of what is fed only.
        feeds: how many of the values that are fed it needs.
    """

    main_thread: bool
    session: int
    turns: Mapping[str, int]
    where: str
    line: str
    nodes: int
    error: str
    fetches: tuple[Fetch, ...]
    targets: tuple[tuple[str, str], ...]
    ops: tuple[Node, ...] = ()
    structure: str = ""
    skeleton: str = ""
    feeds: int = 0

    def turn(self, loop: str) -> int | None:
        """The turn of this loop that the run belongs to, if it stands in it."""
        return self.turns.get(loop)


@dataclass(frozen=True)
class State:
    """The variables of a session, at a save or at its end: name -> (hash, readable), -> sketch, -> numbers kept."""

    session: int
    saved: bool
    where: str
    line: str
    turns: Mapping[str, int]
    variables: Mapping[str, tuple[str, str]]
    sketches: Mapping[str, Sequence[float]] = field(default_factory=dict)
    numbers: Mapping[str, Numbers | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Trace:
    """Everything that one aligned run recorded."""

    end: str
    error: Mapping[str, Any] | None
    runs: tuple[Run, ...]
    states: tuple[State, ...]
    saves: tuple[tuple[str, str, str, bool], ...]
    files: Mapping[str, Mapping[str, Any]]
    output: tuple[str, ...]
    counts: Mapping[str, int]
    session_turns: Mapping[str, int]
    session_loops: tuple[str, ...]
    concerned: tuple[str, ...]
    touched_run: frozenset[str]
    late: bool
    stop: Mapping[str, Any]
    graphs_at_turn_2: Mapping[str, Mapping[str, Any]]
    drew: bool
    unaligned: tuple[str, ...]
    collapsed: tuple[str, ...]
    tensorflow: str
    python: str
    devices: tuple[str, ...]
    racy_tags: frozenset[str] = frozenset()
    configs: tuple[str, ...] = ()
    built_not_run: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    main_runs: tuple[Run, ...] = ()
    sites: tuple[Site, ...] = ()


def _fetch(entry: Sequence[Any]) -> Fetch:
    fetch = Fetch(*entry[:8])
    parts = {tag: (hashed, text, racy) for tag, (hashed, text, racy) in fetch.parts.items()}
    return replace(fetch, parts=parts, numbers=_numbers(entry[8:]))


def _numbers(kept: Sequence[Any]) -> Numbers | None:
    """What stands behind the rest of an entry, if numbers were kept."""
    if not kept or kept[0] is None:
        return None
    dtype, shape, at, count = kept[0]
    return Numbers(dtype, tuple(shape), at, count)


def read_trace(outcome: Outcome) -> Trace:
    """Turn the probe's result into a trace."""
    data = outcome.result
    loops: Sequence[str] = data.get("loops", [])
    built = [tuple(lines) for lines in data.get("built", [])]

    def turns(pairs: Sequence[Sequence[int]]) -> dict[str, int]:
        return {loops[index]: turn for index, turn in pairs}

    runs = tuple(
        Run(
            main_thread=not row["thread"],
            session=row["session"],
            turns=turns(row["turns"]),
            where=row["where"],
            line=row["line"],
            nodes=row["nodes"],
            error=row["error"],
            fetches=tuple(_fetch(entry) for entry in row["fetches"]),
            targets=tuple((name, print_) for name, print_ in row["targets"]),
            structure=row.get("structure", ""),
            skeleton=row.get("skeleton", ""),
            feeds=row.get("feeds", 0),
            ops=tuple(
                Node(name, kind, print_, built[place] if place >= 0 else ())
                for name, kind, print_, place in row.get("ops", [])
            ),
        )
        for row in data.get("runs", [])
    )
    states = tuple(
        State(
            session=row["session"],
            saved=row["when"] == "saved",
            where=row["where"],
            line=row["line"],
            turns=turns(row["turns"]),
            variables={name: (entry[0], entry[1]) for name, entry in row["variables"].items()},
            sketches={name: entry[2] for name, entry in row["variables"].items()},
            numbers={name: _numbers(entry[3:]) for name, entry in row["variables"].items()},
        )
        for row in data.get("states", [])
    )
    return Trace(
        end=data["end"],
        error=data.get("error"),
        runs=runs,
        states=states,
        saves=tuple((path, where, line, exists) for path, where, line, exists in data.get("saves", [])),
        files=data.get("files", {}),
        output=outcome.output,
        counts=dict(zip(loops, data.get("counts", []), strict=False)),
        session_turns=dict(zip(loops, data.get("session_turns", []), strict=False)),
        session_loops=tuple(data.get("session_loops", [])),
        concerned=tuple(data.get("concerned", [])),
        touched_run=frozenset(data.get("touched_run", [])),
        late=data.get("late", False),
        stop=data.get("stop", {}),
        graphs_at_turn_2=data.get("graphs_at_turn_2", {}),
        drew=data.get("drew", False),
        unaligned=tuple(data.get("unaligned", [])),
        collapsed=tuple(data.get("collapsed", [])),
        tensorflow=data.get("tensorflow", ""),
        python=data.get("python", ""),
        devices=tuple(data.get("placed") or data.get("devices", [])),
        configs=tuple(data.get("configs", [])),
        built_not_run=frozenset(data.get("built_not_run", [])),
        racy_tags=frozenset(tag for row in data.get("runs", []) for tag in row.get("racy", ())),
        sites=tuple((kind, tuple(site), ordinal) for kind, site, ordinal in data.get("sites", [])),
        main_runs=tuple(run for run in runs if run.main_thread),
        notes=tuple(data.get("notes", [])),
    )


def session_loop(trace: Trace) -> str:
    """The loop that the report speaks of.

    Of the loops in which the session ran, those that the rewrite concerns come first; of these, the one whose turns ran
    the session most often; of equals, the innermost.
    """
    chosen = [loop for loop in trace.concerned if trace.session_turns.get(loop)]
    if not chosen:
        innermost = {list(run.turns)[-1] for run in trace.main_runs if run.turns}
        chosen = sorted(innermost) or sorted(loop for loop in trace.session_loops if trace.session_turns.get(loop))
    if not chosen:
        return ""
    depth = {loop: position for run in trace.main_runs for position, loop in enumerate(run.turns)}
    return max(chosen, key=lambda loop: (trace.session_turns[loop], depth.get(loop, 0)))


def aliases(original: Trace, rewritten: Trace) -> list[list[object]]:
    """Pair the sites of random ops that only one of the programs has: of each kind, in the order in which they came.

    Which stream an op draws from is free to choose, as long as no two sites share one: if the programs agree under any
    pairing, they compute the same of the same independent draws.
    """
    known, used = set(original.sites), set(rewritten.sites)
    pairs: list[list[object]] = []
    for kind in dict.fromkeys(site[0] for site in rewritten.sites):
        lone = [site for site in rewritten.sites if site[0] == kind and site not in known]
        free = [site for site in original.sites if site[0] == kind and site not in used]
        pairs.extend([kind, a[1], a[2], b[1], b[2]] for a, b in zip(lone, free, strict=False))
    return pairs
