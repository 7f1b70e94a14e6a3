"""Reports as the proof would give them, for the tests of what is drawn from them."""

from __future__ import annotations

from dataclasses import replace

from hoist.verify.verdict import Difference, Drift, Loss, Report, StepTimes, Verdict

MIB = 1 << 20
GROWING = StepTimes(
    seconds=(1.88, *(1.55 + 0.014 * step for step in range(19))),
    nodes=tuple(812 * step for step in range(20)),
    memory_bytes=tuple((400 + 10 * step) * MIB for step in range(20)),
    median=1.66,
    slope=0.0138,
    slope_low=0.0131,
    slope_high=0.0146,
    nodes_per_turn=812,
    flat=False,
)
FLAT = StepTimes(
    seconds=(1.98, *[0.097] * 19),
    nodes=(812,) * 20,
    memory_bytes=(400 * MIB,) * 20,
    median=0.097,
    slope=0.0,
    slope_low=-0.00001,
    slope_high=0.00001,
    nodes_per_turn=0,
    flat=True,
)
SAME = Report(
    verdict=Verdict.SAME_BITS,
    runs_compared=40,
    turns=20,
    loop="train.py:43",
    loss=Loss("total_loss", "train.py:61", (17.204123, 16.9, 12.25)),
    original=GROWING,
    rewritten=FLAT,
    tensorflow="2.21.0",
    python="3.11.7",
    device="CPU:0",
    notes=("max_to_keep=None keeps every checkpoint that the original kept",),
)
COMMON = replace(
    SAME,
    verdict=Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS,
    random_draws=True,
    noise=("output line 3, word 5",),
    notes=(),
)
DRIFT = Drift(
    compared=24288,
    differing=14018,
    largest=7.949e-4,
    of_array=9.442e-7,
    name="y (mul:0)",
    where="train.py:61",
    turn=5,
    original_value="-0.00037838644",
    rewritten_value="-0.00037868746",
    own=Drift(compared=24288),
)
DRIFTED = replace(SAME, drift=DRIFT, loss=None, notes=())
DIFFERENT = replace(
    SAME,
    verdict=Verdict.DIFFERENT,
    difference=Difference(
        what="value",
        turn=3,
        run=5,
        where="train.py:41",
        where_rewritten="train.py:44",
        name="loss:0",
        original_value="0.3869",
        rewritten_value="0.6633",
    ),
    loss=None,
    original=None,
    rewritten=None,
    notes=(),
)
NOT_RUN = Report(
    verdict=Verdict.COULD_NOT_BE_RUN,
    cause="train.py needs the module horovod, which /usr/bin/python3 does not have",
    tensorflow="2.21.0",
    python="3.11.7",
)
