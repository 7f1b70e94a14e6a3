"""Reports as the proof would give them, for the tests of what is drawn from them."""

from __future__ import annotations

from dataclasses import replace

from hoist.verify.verdict import Difference, Report, StepTimes, Verdict

MIB = 1 << 20
GROWING = StepTimes(
    seconds=[1.88, *(1.55 + 0.014 * step for step in range(19))],
    nodes=[812 * step for step in range(1, 21)],
    memory_bytes=[(400 + 10 * step) * MIB for step in range(20)],
    median=1.66,
    slope=0.0138,
    slope_low=0.0131,
    slope_high=0.0146,
    nodes_per_turn=812,
    flat=False,
)
FLAT = StepTimes(
    seconds=[1.98] + [0.097] * 19,
    nodes=[812] * 20,
    memory_bytes=[400 * MIB] * 20,
    median=0.097,
    slope=0.0,
    slope_low=-0.00001,
    slope_high=0.00001,
    nodes_per_turn=0,
    flat=True,
)
SAME = Report(
    verdict=Verdict.SAME_BITS,
    cause="",
    difference=None,
    runs_compared=40,
    turns=20,
    loss="total_loss 17.204",
    original=GROWING,
    rewritten=FLAT,
    tensorflow="2.21.0",
    python="3.11.7",
    device="cpu",
    random_draws=140,
    noise="",
    notes=["max_to_keep=None keeps every checkpoint that the original kept"],
)
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
    original=None,
    rewritten=None,
    notes=[],
)
NOT_RUN = replace(
    SAME,
    verdict=Verdict.COULD_NOT_BE_RUN,
    cause="train.py needs the module horovod, which /usr/bin/python3 does not have",
    runs_compared=0,
    turns=0,
    loss="",
    original=None,
    rewritten=None,
    random_draws=0,
    notes=[],
)
