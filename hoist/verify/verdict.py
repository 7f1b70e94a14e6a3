"""What running both programs showed, as data.

Nothing here is heavy to import: the terminal report and the JSON report read these values only.
"""

from __future__ import annotations

import dataclasses
import enum
from dataclasses import KW_ONLY, dataclass, field
from typing import Any


class Verdict(enum.Enum):
    """The closed list of what a comparison can say."""

    SAME_BITS = "same_bits"
    SAME_UNDER_COMMON_RANDOM_NUMBERS = "same_under_common_random_numbers"
    DIFFERENT = "different"
    COULD_NOT_BE_RUN = "could_not_be_run"
    WILL_RAISE = "will_raise"


class VerifyError(Exception):
    """Wrong use: no such interpreter, no TensorFlow in it, no such device. The message says what there is instead."""


@dataclass(frozen=True)
class Difference:
    """The first place at which the two programs differ.

    Attributes:
        what: the kind of thing that differs: ``computation``, ``value``, ``runs``, ``error``, ``variable``,
            ``checkpoint``, ``file``, ``output``, ``end``, ``turns`` or ``graph``.
        turn: turn of the session loop, from 1; None outside of it.
        run: number of the session run, from 1; None if it is not about a run.
        where: ``path:line`` in the original.
        where_rewritten: ``path:line`` in the rewritten program.
        name: the fetch, variable, file or node.
        original_value: what the original had there.
        rewritten_value: what the rewritten program had there.
        node: type and name of the original's node that is meant: of a computation, the first one, inputs first, that
            computes what nothing in the rewritten program's run does; of a value, the one that was fetched.
        node_rewritten: the same of the rewritten program.
        built_at: lines of the original that built its node, as ``path:line``, innermost first.
        built_at_rewritten: lines of the rewritten program that built its node.
    """

    what: str
    turn: int | None
    run: int | None
    where: str
    where_rewritten: str
    name: str
    original_value: str
    rewritten_value: str
    _: KW_ONLY
    node: str = ""
    node_rewritten: str = ""
    built_at: tuple[str, ...] = ()
    built_at_rewritten: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepTimes:
    """Times of the turns of the session loop of one program, run as it is.

    Attributes:
        seconds: what each turn took; a last turn whose end is not known is left out.
        nodes: nodes in the graph at the start of each turn.
        memory_bytes: resident memory at the start of each turn.
        median: of the seconds, without the first turn.
        slope: robust estimate of how much longer each turn takes than the one before, in seconds.
        slope_low: lower end of the slope's 95 % interval.
        slope_high: upper end of it.
        nodes_per_turn: nodes added for each turn, after the first.
        flat: no nodes are added, and the interval allows no more than 1 % of the median step per 10 steps.
    """

    seconds: tuple[float, ...]
    nodes: tuple[int, ...]
    memory_bytes: tuple[int, ...]
    median: float
    slope: float
    slope_low: float
    slope_high: float
    nodes_per_turn: float
    flat: bool


@dataclass(frozen=True)
class Loss:
    """The fetched scalar that looks like the loss; both programs gave these values.

    Attributes:
        name: what the script calls it, else the tensor's name.
        where: ``path:line`` of the run that fetched it, in the original.
        values: one for each time it was fetched.
    """

    name: str
    where: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Drift:
    """How far the numbers of two programs lie apart where TensorFlow's optimizers are as the program has them.

    What two runs of the original do not give alike, or what races with an update, is not among the numbers.

    Attributes:
        compared: numbers that were compared: those that were fetched, and the variables at each save and at the end.
        differing: how many of them are not the same to the last bit.
        largest: the largest difference, relative to the larger of both numbers; infinite where only one is finite.
        of_array: the largest difference relative to the root mean square of the array that it stands in.
        name: the fetch or variable that has the largest difference.
        where: ``path:line`` in the original of the run, or of the save, that gave it.
        turn: turn of the session loop, from 1; None outside of it.
        original_value: the number in the original.
        rewritten_value: the number in the rewritten program.
        others: values that differ and are no numbers, have other shapes, or differ in what was left out.
        left_out: numbers of large arrays that were not compared.
        parted: where the programs begin to run something else, since what they compute decides it; empty if nowhere.
        own: the same of two runs of the original; None where the programs do not drift.
    """

    compared: int = 0
    differing: int = 0
    largest: float = 0.0
    of_array: float = 0.0
    name: str = ""
    where: str = ""
    turn: int | None = None
    original_value: str = ""
    rewritten_value: str = ""
    others: int = 0
    left_out: int = 0
    parted: str = ""
    own: Drift | None = None

    @property
    def none(self) -> bool:
        """Whether nothing that was compared differs."""
        return not (self.differing or self.others or self.parted)


@dataclass(frozen=True)
class Report:
    """The outcome of a proof.

    Attributes:
        verdict: what was shown.
        cause: one line that says why not, for ``could_not_be_run`` and ``will_raise``.
        difference: the first difference, for ``different``.
        runs_compared: session runs of the main thread that were compared.
        turns: turns of the session loop that both programs made.
        loop: ``path:line`` of the session loop, in the original.
        loss: the loss and its values.
        original: step times of the original.
        rewritten: step times of the rewritten program.
        tensorflow: version that ran.
        python: version of the interpreter that ran.
        device: devices that the session placed ops on, or had, where that could not be read.
        random_draws: whether an op drew unseeded random numbers.
        noise: what differs between two runs of the original, and so is no evidence.
        tolerance: how far floating-point numbers were allowed to lie apart, relative to their size: 0 where kernels
            repeat to the last bit, as on a CPU.
        unreached: lines of the original that the rewrite touches and that no run reached.
        notes: what else a reader of the verdict should know.
        drift: how far the numbers lie apart with TensorFlow's optimizers as the program has them; None where the
            rewrite feeds no more than the original, or where it was not measured. It has no part in the verdict.
    """

    verdict: Verdict
    cause: str = ""
    difference: Difference | None = None
    runs_compared: int = 0
    turns: int = 0
    loop: str = ""
    loss: Loss | None = None
    original: StepTimes | None = None
    rewritten: StepTimes | None = None
    tensorflow: str = ""
    python: str = ""
    device: str = ""
    random_draws: bool = False
    noise: tuple[str, ...] = ()
    tolerance: float = 0.0
    unreached: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
    drift: Drift | None = None

    @property
    def equal(self) -> bool:
        """Whether the two programs were shown to compute the same."""
        return self.verdict in (Verdict.SAME_BITS, Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS)

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        plain = dataclasses.asdict(self)
        plain["verdict"] = self.verdict.value
        plain["equal"] = self.equal
        return plain
