"""What is made of what runs showed: whether it tells anything, and what a reader is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoist.recorded import Recorded, Seen, recorded_note, together

PLACE = (Path("/train.py"), 3, "values")


def seen(**told: Any) -> Seen:
    return Seen(*PLACE, **{"times": 20, "kinds": ("number float32",), "shape": (32, None), **told})


@pytest.mark.parametrize(
    "told",
    [
        {"times": 1},
        {"times": 0, "kinds": ()},
        {"kinds": ("number float32", "tensor")},
        {"kinds": ("number float32", "number float64")},
        {"kinds": ("tensor",), "shape": ()},
        {"kinds": ("str",), "shape": ()},
        {"kinds": ("bytes",), "shape": ()},
        {"kinds": ("NoneType",), "shape": ()},
        {"kinds": ("list",), "shape": ()},
        {"kinds": ("array of object",)},
        {"kinds": ("number uint32",), "shape": ()},
        {"shape": None},
        {"nodes": 1},
    ],
)
def test_that_is_no_number_for_certain(told: dict[str, Any]) -> None:
    assert not seen(**told).is_number


def test_numbers_are_told_from_text() -> None:
    assert seen().is_number
    assert seen(kinds=("number uint32",), shape=(2,)).is_number
    assert not seen().is_bytes
    assert seen(kinds=("bytes",), shape=()).is_bytes
    assert not seen(kinds=("bytes", "str"), shape=()).is_bytes


def test_what_two_scripts_show_is_all_that_it_was_in_either() -> None:
    one, other = seen(shape=(2, 3)), seen(times=4, kinds=("tensor",), shape=(2, 4), nodes=2, effects=("run",))
    both = seen(times=24, kinds=("number float32", "tensor"), shape=(2, None), nodes=2, effects=("run",))
    assert together([[one], [other]]) == Recorded({PLACE: both})
    assert together([[one], [seen(shape=(2,))]]).seen[PLACE].shape is None


def test_a_reader_is_told_dtype_shape_and_times() -> None:
    scalar = Seen(Path("/train.py"), 4, "f('\N{LATIN SMALL LETTER E WITH ACUTE}')", 3, ("number int32",), ())
    assert recorded_note([seen(), scalar]) == "recorded: values float32 [32, None], 20 times; f('\\xe9') int32, 3 times"
    assert recorded_note([]) == ""
    inner = Seen(Path("/train.py"), 5, "f(x)", 3, ("tensor",), (), 2)
    outer = Seen(Path("/train.py"), 5, "f(x) * 2.0", 3, ("tensor",), (), 4)
    assert recorded_note([inner, outer, outer]) == "recorded: f(x) * 2.0 builds 4 nodes, 3 times"
    assert seen(kinds=("bytes",), shape=()).note == "values bytes, 20 times"
    assert len(Seen(Path("/train.py"), 4, "long_name" * 20, 3, ("number int32",), ()).note) < 70
