"""Which source lines of a running script add nodes to the graph at each turn of its session loop."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hoist.findings import Cell
from hoist.verify.alone import How, run_alone
from hoist.verify.causes import failure
from hoist.verify.program import Program
from hoist.verify.runner import Outcome


@dataclass(frozen=True)
class GrowingLine:
    """One line that adds nodes at the turns of the loop, after the first.

    Attributes:
        path: the file, relative to the folder that was run.
        line: the line.
        nodes_per_turn: that it adds, on average over the turns after the first.
        turns: in how many of these it adds some.
        chain: the lines that lead to it, outermost first, each ``path:line``.
        cell: where the line stands in a notebook; None in any other file.
    """

    path: str
    line: int
    nodes_per_turn: float
    turns: int
    chain: tuple[str, ...]
    cell: Cell | None = None


@dataclass(frozen=True)
class Growth:
    """What a traced run showed.

    Attributes:
        loop: ``path:line`` of the session loop; empty if there is none.
        turns: that it took from beginning to end.
        lines: what adds nodes, the most first.
        seconds: from the start of each turn to that of the next.
        nodes: in the session's graph, at the start of each turn.
        memory: bytes of the process, at the start of each turn.
        tensorflow, python: versions.
        cause: why the run came to no good end; empty if it did.
    """

    loop: str
    turns: int
    lines: tuple[GrowingLine, ...] = ()
    seconds: tuple[float, ...] = ()
    nodes: tuple[int, ...] = ()
    memory: tuple[int, ...] = ()
    tensorflow: str = ""
    python: str = ""
    cause: str = ""

    @property
    def nodes_per_turn(self) -> float:
        """Added in all."""
        return sum(line.nodes_per_turn for line in self.lines)


def trace_growth(
    program: Program,
    *,
    python: str | None = None,
    device: str = "auto",
    steps: int = 20,
    timeout: float = 900.0,
    arguments: Sequence[str] = (),
    progress: Callable[[str], None] | None = None,
) -> Growth:
    """Run a program for some turns of its session loop, and say which lines add nodes.

    Args:
        program: the program; it is run in a copy of its folder.
        python: the interpreter, hoist's own if None.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        steps: turns of the session loop after which the run is stopped.
        timeout: seconds that it may take.
        arguments: what the script is given.
        progress: called with short lines while it runs.

    Raises:
        VerifyError: the interpreter, its TensorFlow or the device is not there, or the folder is too large.
    """
    how = How(python, device, timeout, tuple(arguments))
    return read_growth(run_alone(program, {"mode": "trace", "steps": steps}, how, progress), timeout)


def read_growth(outcome: Outcome, timeout: float) -> Growth:
    """What the probe wrote of a traced run, as typed values."""
    result = outcome.result
    cause = failure(outcome, timeout)
    versions = (str(result.get("tensorflow", "")), str(result.get("python", "")))
    loop = _session_loop(result)
    if not loop:
        return Growth("", 0, tensorflow=versions[0], python=versions[1], cause=cause or "no loop of it runs a session")
    at_start = result["traced_turns"].get(loop, [])
    times = [time for time, _, _ in at_start]
    whole = len(at_start) - (result.get("end") != "normal")  # the turn in which it was stopped or raised was cut
    return Growth(
        loop,
        whole,
        tuple(_lines(result, loop, whole)),
        tuple(after - before for before, after in itertools.pairwise(times)),
        tuple(nodes for _, nodes, _ in at_start),
        tuple(memory for _, _, memory in at_start),
        *versions,
        cause,
    )


def _session_loop(result: Mapping[str, Any]) -> str:
    """The loop that ended the run, else that whose turns ran the session most often."""
    if result.get("stop"):
        return str(result["stop"]["loop"])
    turns = dict(zip(result.get("loops", ()), result.get("session_turns", ()), strict=False))
    found = [loop for loop in result.get("session_loops", ()) if turns.get(loop)]
    return max(found, key=lambda loop: turns[loop], default="")


def _lines(result: Mapping[str, Any], loop: str, turns: int) -> list[GrowingLine]:
    """What adds nodes after the first turn, in graphs that more than one turn adds to."""
    index = result["loops"].index(loop)
    added = [(graph, turn, stack, count) for graph, at, turn, stack, count in result["traced"] if at == index]
    touched: dict[int, set[int]] = defaultdict(set)
    for graph, turn, _, _ in added:
        touched[graph].add(turn)
    per_stack: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for graph, turn, stack, count in added:
        if 1 < turn <= turns and len(touched[graph]) > 1:
            per_stack[stack][turn] += count
    found = []
    for stack, by_turn in per_stack.items():
        lines = [str(line) for line in result["built"][stack]]
        if lines:
            path, _, line = lines[0].rpartition(":")
            each = sum(by_turn.values()) / max(1, turns - 1)
            found.append(GrowingLine(path, int(line), each, len(by_turn), tuple(reversed(lines[1:]))))
    return sorted(found, key=lambda line: (-line.nodes_per_turn, line.path, line.line))
