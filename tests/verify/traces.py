"""Traces as the probe would have left them, for the tests of what reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from hoist.verify.noise import noise_of
from hoist.verify.program import Program
from hoist.verify.prove import _Proof
from hoist.verify.runner import Outcome, Runner
from hoist.verify.trace import Fetch, Node, Run, State, Trace

LOOP = "train.py:3"
INNER = "train.py:9"
OLD = "import a\nwith s:\n    for i in r:\n        y = b(x)\n        run(y)\n"
NEW = "import a\ny = b(x)\nwith s:\n    for i in r:\n        run(y)\n"
ORIGINAL = Program(Path("code"), Path("train.py"), replaced={"train.py": OLD.encode()})
REWRITTEN = Program(Path("code"), Path("train.py"), replaced={"train.py": NEW.encode()})
LOSS = Fetch("Mean:0", "loss", "f1", "hash 1.5", "1.5")
OPS = (Node("x", "Placeholder", "p1"), Node("Mean", "Mean", "f1", ("train.py:2", "model.py:8")))


def run(turn: int, value: str = "1.5", **changed: Any) -> Run:
    """One call into the session: it fetches the loss and runs the training op."""
    fetch = replace(LOSS, value_hash=f"hash {value}", shown=value)
    plain = Run(True, 0, {LOOP: turn}, "train.py:4", "train.py:5", 10, "", (fetch,), (("train", "t1"),))
    return replace(plain, **changed)


def state(variables: Mapping[str, tuple[str, str]] | None = None, **changed: Any) -> State:
    """What the session holds at its end: name -> (hash, readable)."""
    kept = {"w": ("h", "1.0")} if variables is None else variables
    return replace(State(0, False, "train.py:8", "train.py:9", {}, kept), **changed)


def trace(**changed: Any) -> Trace:
    """A run of three turns, with a checkpoint, a log, summaries, and two lines printed."""
    runs = tuple(run(turn) for turn in (1, 2, 3))
    plain = Trace(
        end="normal",
        error=None,
        runs=runs,
        states=(state(),),
        saves=(("model/m-1", "train.py:6", "train.py:7", True),),
        files={
            "log.txt": {"kind": "file", "hash": "abcdefghij", "size": 3},
            "m-1.index": {"kind": "checkpoint", "entries": {"w": ["h", "1.0"]}},
            "logs/events": {"kind": "events", "entries": [["loss", 1, "h", "0.5"]]},
        },
        output=("step 1: 0.5", "time: 12"),
        counts={LOOP: 3},
        session_turns={LOOP: 3},
        session_loops=(LOOP,),
        concerned=(),
        touched_run=frozenset(),
        late=False,
        stop={},
        graphs_at_turn_2={LOOP: {"variables": ["w"], "collections": {"losses": 1}}},
        drew=False,
        unaligned=(),
        collapsed=(),
        tensorflow="",
        python="",
        devices=(),
        main_runs=runs,
    )
    return replace(plain, **changed)


def ran(*runs: Run, **changed: Any) -> Trace:
    """The trace with other runs; those of other threads are told by themselves."""
    return trace(runs=runs, main_runs=tuple(one for one in runs if one.main_thread), **changed)


def with_run(number: int, **changed: Any) -> Trace:
    """The trace with one run changed, counted from 0."""
    runs = list(trace().main_runs)
    runs[number] = replace(runs[number], **changed)
    return ran(*runs)


def with_file(name: str, **changed: Any) -> Trace:
    """The trace with one file changed."""
    files: dict[str, Any] = dict(trace().files)
    files[name] = {**files[name], **changed}
    return trace(files=files)


QUIET = noise_of(trace(), trace())


def row(turn: int, value: str = "1.5", **changed: Any) -> dict[str, Any]:
    """One call into the session, as the probe writes it."""
    fetch = ["Mean:0", "loss", "f1", f"hash {value}", value, False, {}, []]
    plain = {"thread": 0, "session": 0, "turns": [[0, turn]], "where": "train.py:4", "line": "train.py:5", "nodes": 10}
    return {**plain, "error": "", "fetches": [fetch], "targets": [["train", "t1"]], **changed}


def outcome(*rows: Mapping[str, Any], output: Sequence[str] = (), **changed: Any) -> Outcome:
    """What a run leaves, as the probe writes it: three turns, unless there are other rows."""
    result: dict[str, Any] = {
        "end": "normal",
        "error": None,
        "tensorflow": "2.21.0",
        "python": "3.11.9",
        "runs": list(rows) or [row(turn) for turn in (1, 2, 3)],
        "loops": [LOOP],
        "counts": [4],
        "session_turns": [3],
        "session_loops": [LOOP],
        "devices": ["cpu:0"],
        **changed,
    }
    return Outcome(result, tuple(output))


def reached(*rows: dict[str, Any], **changed: Any) -> Outcome:
    """An original's run that comes by the touched line."""
    return outcome(*rows, **{"touched_run": ["train.py:4"], **changed})


class Prepared:
    """Stands for a runner: gives outcomes that were prepared, in order, and keeps what was run with which orders."""

    python = "python3"
    timeout = 60.0

    def __init__(self, *outcomes: Outcome) -> None:
        self.left = list(outcomes)
        self.asked: list[tuple[Program, Mapping[str, Any]]] = []

    def run(self, program: Program, orders: Mapping[str, Any], tell: Callable[[str], None]) -> Outcome:
        """The next outcome."""
        self.asked.append((program, orders))
        tell("turn 1 of 3")
        return self.left.pop(0)


def proof(runner: Prepared, **changed: Any) -> _Proof:
    """A proof whose runs were prepared."""
    plain = _Proof(cast("Runner", runner), ORIGINAL, REWRITTEN, 20, {"train.py": [4]}, lambda _: None)
    return replace(plain, **changed)
