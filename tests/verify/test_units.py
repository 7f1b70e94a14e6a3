"""Line maps, copies, reports: the parts of the proof that need no TensorFlow."""

from __future__ import annotations

import json
import os
import re
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest

from hoist.verify import Difference, Drift, Loss, Program, Report, StepTimes, Verdict, WorkingFolder, working_folder
from hoist.verify.drift import Kept, _Pair
from hoist.verify.linemap import line_map, touched_lines
from hoist.verify.noise import Noise
from hoist.verify.program import TooLargeError, check_size, copied_files, copy_program, size_of
from hoist.verify.prove import _Compared, _Proof
from hoist.verify.runner import Outcome, Runner
from hoist.verify.trace import Fetch, Node, Numbers, Run, State, Trace
from tests.verify.traces import NEW, OLD


def test_a_moved_line_is_mapped() -> None:
    assert line_map(OLD, NEW) == {1: 1, 2: 4, 3: 2, 4: 3, 5: 5}


def test_lines_that_are_as_they_were_are_mapped_by_their_order() -> None:
    assert line_map("a\nb\n", "a\nb\n") == {1: 1, 2: 2}
    assert line_map("a\nb\n", "x = 1\na\n\nb\n") == {2: 1, 4: 2}
    assert line_map("a\n\n\nb\n", "a\nb\n") == {1: 1, 2: 4}


def test_lines_of_the_same_text_that_were_moved_are_mapped_in_their_order() -> None:
    assert line_map("x = 1\nb\nc\nd\nx = 1\n", "b\nc\nd\nx = 1\nx = 1\nx = 1\n") == {1: 2, 2: 3, 3: 4, 4: 5, 5: 1}
    assert line_map("y\n\nb\nc\n", "b\nc\n\ny\n") == {1: 3, 2: 4, 4: 1}


@pytest.mark.parametrize(
    ("old", "new", "mapped"),
    [
        ("a = 1\n", "b = 1\n", {}),
        ("a = f(x, y)\n", "a = 2\n", {1: 1}),
        ("a = f(x, yz)\n", "a = 2\n", {}),
        ("a = 12\n", "a = 2\n", {1: 1}),
        ("ab\n", "ac\n", {}),
        ("a b\n", "a c\n", {1: 1}),
        ("a xy\n", "a zw\n", {1: 1}),
        ("a xyz\n", "a uvw\n", {}),
        ("a = f(x)\na = f(y)\n", "a = f(z)\na = f(w)\n", {1: 1, 2: 2}),
        ("a = f(x)\na = g(y)\n", "a = g(z)\na = f(w)\n", {1: 2}),
        ("z\nz\na = f(x)\n", "z\nz\na = f(y)\n", {1: 1, 2: 2, 3: 3}),
    ],
)
def test_changed_lines_stand_for_one_another_if_they_begin_alike_and_half_of_them_agrees(
    old: str, new: str, mapped: dict[int, int]
) -> None:
    assert line_map(old, new) == mapped


def test_lines_and_characters_that_come_often_count_in_long_texts_too() -> None:
    assert line_map("x\n" * 100 + "y\n" * 100, "y\n" + "x\n" * 100 + "y\n" * 100) == {n + 1: n for n in range(1, 201)}
    assert touched_lines("x\n" * 250, "y\n" + "x\n" * 250) == []
    assert line_map("x 1" + " x" * 150, "x 2" + " x" * 150) == {1: 1}


def test_a_changed_line_stands_for_the_one_most_like_it() -> None:
    assert line_map("a = 1\nx = [run(mean(x)) for x in y]\n", "a = 1\nm = mean(x)\nx = [run(m) for x in y]\n")[3] == 2


def test_lines_that_left_the_loop_are_touched() -> None:
    assert touched_lines(OLD, NEW) == [4]
    assert touched_lines(OLD, OLD) == []


@pytest.mark.parametrize(
    ("old", "new", "touched"),
    [
        ("a\nb\nc\n", "a\nc\n", [2]),
        ("a\nb\nc\n", "a\nx\ny\nc\n", [2]),
        ("a\nb\nc\nd\n", "d\n", [1, 2, 3]),
        ("a\nc\n", "a\nb\nc\n", []),
        ("  a\n", "a\n", [1]),
        ("# a\n\n@b\ndef f():\n)\nelse:\nx = 1\nexcept E:\n", "\n" * 9, [7]),
    ],
)
def test_touched_lines(old: str, new: str, touched: list[int]) -> None:
    assert touched_lines(old, new) == touched


def test_a_program_s_text_is_what_replaces_its_file_else_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"a = '\xff'\n")
    program = Program(tmp_path, Path("a.py"), replaced={"b.py": b"b = '\xff'\n"})
    texts = [program.text(name) for name in ("a.py", "b.py", "c.py")]
    assert texts == ["a = '\N{REPLACEMENT CHARACTER}'\n", "b = '\N{REPLACEMENT CHARACTER}'\n", ""]


def test_the_repository_around_the_script_is_copied(tmp_path: Path) -> None:
    script = tmp_path / "pkg" / "train.py"
    script.parent.mkdir()
    script.write_text("")
    assert working_folder(script, tmp_path).folder == script.parent.resolve()
    (tmp_path / ".git").mkdir()
    found = working_folder(script, tmp_path)
    assert (found.folder, found.script, found.cwd) == (tmp_path.resolve(), Path("pkg/train.py"), Path())
    assert working_folder(script, Path("/")).cwd == Path("pkg")


def test_a_copy_leaves_out_what_no_script_needs(tmp_path: Path) -> None:
    folder = tmp_path / "code"
    for name in (".git/config", "venv/pyvenv.cfg", "venv/lib/x.py", "node_modules/a.js", "data/x.bin", "empty/.keep"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    (folder / "link").symlink_to(folder / "data")
    assert [p.as_posix() for p in copied_files(folder)] == ["link", "data/x.bin", "empty/.keep"]
    copy_program(Program(folder, Path("t.py"), replaced={"new/t.py": b"1"}), tmp_path / "copy")
    assert (tmp_path / "copy/new/t.py").read_bytes() == b"1"
    assert (tmp_path / "copy/link").resolve() == (tmp_path / "copy/data").resolve()
    assert not (tmp_path / "copy/venv").exists()


def test_a_run_starts_where_the_caller_is_if_that_lies_within(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "pkg" / "train.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert working_folder(Path("pkg/train.py")).cwd == Path()
    assert working_folder(Path("pkg/train.py"), tmp_path / "pkg").cwd == Path("pkg")


def test_a_script_that_is_a_link_lies_where_the_link_does(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "train.py").write_text("")
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "train.py").symlink_to(tmp_path / "real" / "train.py")
    (tmp_path / "link").symlink_to(tmp_path / "code")
    found = working_folder(tmp_path / "link" / "train.py", Path("/"))
    assert (found.folder, found.script, found.cwd) == ((tmp_path / "code").resolve(), Path("train.py"), Path())


def test_a_copy_holds_empty_folders_and_links_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "code"
    for name in ("logs/old", "sub/venv", "sub/node_modules", "deep/er"):
        (folder / name).mkdir(parents=True)
    (folder / "sub/venv/pyvenv.cfg").write_text("")
    (folder / "a.txt").write_text("a")
    (folder / "deep/er/b.txt").write_text("b")
    (folder / "near").symlink_to("a.txt")
    (folder / "far").symlink_to(tmp_path / "data")
    (folder / "within").symlink_to(folder / "a.txt")
    copy_program(
        Program(folder, Path("t.py"), replaced={"a.txt": b"b", "new/sub/t.py": b"1"}), tmp_path / "copies" / "copy"
    )
    copy = tmp_path / "copies" / "copy"
    assert sorted(p.relative_to(copy).as_posix() for p in copy.rglob("*")) == [
        *(
            "a.txt",
            "deep",
            "deep/er",
            "deep/er/b.txt",
            "far",
            "logs",
            "logs/old",
            "near",
            "new",
            "new/sub",
            "new/sub/t.py",
            "sub",
            "within",
        ),
    ]
    assert [(copy / name).readlink() for name in ("near", "far", "within")] == [
        *(Path("a.txt"), tmp_path / "data", copy / "a.txt"),
    ]
    assert (copy / "a.txt").read_bytes() == b"b"
    assert (folder / "a.txt").read_text() == "a"


def test_a_copy_is_made_once(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "copy").mkdir()
    with pytest.raises(FileExistsError):
        copy_program(Program(tmp_path / "code", Path("t.py")), tmp_path / "copy")


def test_the_times_of_copied_files_are_kept(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.txt").write_text("a")
    os.utime(tmp_path / "code" / "a.txt", (1, 1))
    copy_program(Program(tmp_path / "code", Path("t.py")), tmp_path / "copy")
    assert (tmp_path / "copy" / "a.txt").stat().st_mtime == 1


def test_a_folder_too_large_to_copy_is_named(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 60)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "big").write_bytes(b"x" * 40)
    assert size_of(tmp_path) == 100
    check_size(tmp_path, limit=100)
    with pytest.raises(TooLargeError, match=f"^{re.escape(str(tmp_path))} holds 0.0 GB"):
        check_size(tmp_path, limit=99)


def test_two_gigabytes_are_copied_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoist.verify.program.size_of", lambda _: 2_000_000_000)
    check_size(tmp_path)
    for size, told in ((2_000_000_001, r"2\.0"), (2_300_000_000, r"2\.3")):
        monkeypatch.setattr("hoist.verify.program.size_of", lambda _, size=size: size)
        with pytest.raises(TooLargeError, match=f"holds {told} GB, and each run needs a copy; at most 2 GB are copied"):
            check_size(tmp_path)


def test_a_report_is_plain_values() -> None:
    report = Report(Verdict.DIFFERENT, difference=Difference("value", 2, 4, "a.py:3", "b.py:2", "loss", "1", "2"))
    plain = json.loads(json.dumps(report.to_json()))
    assert plain["verdict"] == "different"
    assert plain["difference"]["turn"] == 2
    assert plain["equal"] is False


@pytest.mark.parametrize("verdict", Verdict)
def test_two_verdicts_say_that_the_programs_are_equal(verdict: Verdict) -> None:
    equal = verdict in (Verdict.SAME_BITS, Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS)
    assert Report(verdict).equal == equal
    assert Report(verdict).to_json()["equal"] == equal


def test_of_what_was_not_found_out_a_report_says_nothing() -> None:
    assert Report(Verdict.SAME_BITS) == Report(
        *(Verdict.SAME_BITS, "", None, 0, 0, "", None, None, None, "", "", "", False, (), 0.0, (), ())
    )


@pytest.mark.parametrize(
    "data",
    [
        *(Difference, Fetch, Loss, Node, Noise, Outcome, Program, Report, Run, Runner, State, StepTimes, Trace),
        *(WorkingFolder, _Proof, Drift, Kept, Numbers, _Pair, _Compared),
    ],
)
def test_what_a_stage_hands_on_does_not_change(data: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        object.__new__(data).__setattr__(fields(data)[0].name, None)
