"""The cause of a run that came to no good end, in one line, from what the probe wrote."""

from __future__ import annotations

from typing import Any

import pytest

from hoist.verify.causes import failure, will_raise
from hoist.verify.runner import Outcome

FRAMES = [["model.py", 1, 2, "build()"], ["train.py", 9, 9, "x = step(y)"]]


def raised(kind: str, message: str, python: str = "3.11.9", **changed: Any) -> Outcome:
    error = {"type": kind, "message": message, "frames": FRAMES, **changed}
    return Outcome({"end": "raised", "error": error, "python": python, "counts": [2]})


@pytest.mark.parametrize(
    ("outcome", "cause"),
    [
        (Outcome({"end": "normal"}), ""),
        (Outcome({"end": "limit"}), ""),
        (
            Outcome({"end": "normal"}, timed_out=True),
            "it did not end within 2.5 seconds (--timeout), nor reach the limit of turns",
        ),
        (Outcome({}, exit_code=-11), "the interpreter ended with code -11"),
        (
            Outcome({}, last_error_line="Killed", exit_code=137),
            "the interpreter ended with code 137; its last line: Killed",
        ),
        (
            Outcome({"end": "normal", "probe_error": "Traceback:\n  line\nKeyError: 'x'\n"}),
            "the probe failed: KeyError: 'x'",
        ),
    ],
)
def test_how_a_run_ended(outcome: Outcome, cause: str) -> None:
    assert failure(outcome, 2.5) == cause


OLD_PRINT = [["train.py", 9, 9, "print 'step'"]]
OLD_CATCH = [["train.py", 9, 9, "except ValueError, e:"]]
MISSING = "Missing parentheses in call to 'print'"
OLD = "train.py:9: the syntax is that of Python 2: {}; run it with --python PATH of a Python 2"


@pytest.mark.parametrize(
    ("outcome", "cause"),
    [
        (
            raised("ModuleNotFoundError", "No module named 'scipy.misc'"),
            "train.py:9: the module scipy.misc is missing (Python 3.11.9)",
        ),
        (
            raised("ImportError", "No module named cPickle", "2.7.18"),
            "train.py:9: the module cPickle is missing (Python 2.7.18)",
        ),
        (
            raised("ImportError", "cannot import name 'imresize'"),
            "train.py:9: cannot import name 'imresize' (Python 3.11.9)",
        ),
        (raised("SyntaxError", MISSING, frames=OLD_PRINT), OLD.format("print 'step'")),
        (raised("SyntaxError", MISSING, frames=[["train.py", 9, 9, ""]]), OLD.format(MISSING)),
        (raised("SyntaxError", "invalid syntax", frames=OLD_CATCH), OLD.format("except ValueError, e:")),
        (raised("TabError", "inconsistent use of tabs"), OLD.format("x = step(y)")),
        (
            raised("SyntaxError", "invalid syntax"),
            "train.py:9: not valid in Python 3.11.9: invalid syntax",
        ),
        (
            raised("IndentationError", "unexpected indent"),
            "train.py:9: not valid in Python 3.11.9: unexpected indent",
        ),
        (
            raised("SyntaxError", "invalid syntax", "2.7.18", frames=OLD_PRINT),
            "train.py:9: not valid in Python 2.7.18: invalid syntax",
        ),
        (
            raised("EOFError", "EOF when reading a line"),
            "train.py:9: it asks for input on stdin: x = step(y)",
        ),
        (
            raised("Abort", "EOF when reading a line"),
            "train.py:9: Abort: EOF when reading a line (x = step(y))",
        ),
        (raised("EOFError", "Ran out of input"), "train.py:9: EOFError: Ran out of input (x = step(y))"),
        (
            raised("FileNotFoundError", "[Errno 2] No such file or directory: 'a.gz'"),
            "train.py:9: a file is missing: [Errno 2] No such file or directory: 'a.gz'",
        ),
        (
            raised("NotFoundError", "NewRandomAccessFile failed to create: a"),
            "train.py:9: a file is missing: NewRandomAccessFile failed to create: a",
        ),
        (raised("OSError", "Disk full"), "train.py:9: OSError: Disk full (x = step(y))"),
        (
            raised("ValueError", "the shape does not exist"),
            "train.py:9: ValueError: the shape does not exist (x = step(y))",
        ),
        (raised("URLError", "no host"), "train.py:9: it downloads what cannot be had here: no host"),
        (
            raised("Exception", "URL fetch failure on http://x"),
            "train.py:9: it downloads what cannot be had here: URL fetch failure on http://x",
        ),
        (
            raised("IndexError", "\n  out of range  \nat all\n"),
            "train.py:9: IndexError: out of range (x = step(y))",
        ),
        (raised("IndexError", "no", frames=[["train.py", 9, 9, ""]]), "train.py:9: IndexError: no"),
        (raised("IndexError", "", frames=[]), "IndexError: "),
        (raised("IndexError", "x" * 400, frames=[]), "IndexError: " + "x" * 300),
    ],
)
def test_what_a_program_raised(outcome: Outcome, cause: str) -> None:
    assert failure(outcome, 60.0) == cause


def test_the_line_that_is_named_is_that_of_the_program_which_ran() -> None:
    assert failure(raised("KeyError", "'x'", frames=[["train.py", 3, 5, ""]]), 60.0) == "train.py:5: KeyError: 'x'"


FINALIZED = "Graph is finalized and cannot be modified."
AGAIN = "Variable w already exists, disallowed."
UNSET = "Attempting to use uninitialized value Adam/beta1_power"


@pytest.mark.parametrize(
    ("message", "counts", "cause"),
    [
        (FINALIZED, [2], f"train.py:9: RuntimeError: {FINALIZED}"),
        (FINALIZED, [1], f"train.py:9: RuntimeError: {FINALIZED}"),
        (AGAIN, [2], f"train.py:9: RuntimeError: {AGAIN}"),
        (AGAIN, [1, 2], f"train.py:9: RuntimeError: {AGAIN}"),
        (AGAIN, [1], ""),
        (AGAIN, [3], ""),
        (AGAIN, [], ""),
        (UNSET, [2], f"train.py:9: RuntimeError: {UNSET}"),
        (UNSET, [1], ""),
        ("no data", [2], ""),
    ],
)
def test_an_original_that_cannot_take_a_second_turn(message: str, counts: list[int], cause: str) -> None:
    error = {"type": "RuntimeError", "message": message, "frames": FRAMES}
    assert will_raise(Outcome({"end": "raised", "error": error, "counts": counts})) == cause


def test_it_has_raised_nothing_unless_it_ended_so() -> None:
    error = {"type": "RuntimeError", "message": FINALIZED, "frames": []}
    assert will_raise(Outcome({"end": "raised", "error": error})) == f"RuntimeError: {FINALIZED}"
    assert will_raise(Outcome({"end": "normal", "error": error})) == ""
    assert will_raise(Outcome({"end": "raised", "error": None})) == ""
    assert will_raise(Outcome({})) == ""
