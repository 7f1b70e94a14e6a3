"""Line maps, copies, step times: the parts of the proof that need no TensorFlow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoist.verify import Difference, Program, Report, Verdict, working_folder
from hoist.verify.linemap import line_map, touched_lines
from hoist.verify.noise import tokens
from hoist.verify.program import TooLargeError, check_size, copied_files, copy_program
from hoist.verify.times import least, step_times

OLD = "import a\nwith s:\n    for i in r:\n        y = b(x)\n        run(y)\n"
NEW = "import a\ny = b(x)\nwith s:\n    for i in r:\n        run(y)\n"


def test_a_moved_line_is_mapped() -> None:
    assert line_map(OLD, NEW) == {1: 1, 2: 4, 3: 2, 4: 3, 5: 5}


def test_a_changed_line_stands_for_the_one_most_like_it() -> None:
    assert line_map("a = 1\nx = [run(mean(x)) for x in y]\n", "a = 1\nm = mean(x)\nx = [run(m) for x in y]\n")[3] == 2


def test_lines_that_left_the_loop_are_touched() -> None:
    assert touched_lines(OLD, NEW) == [4]
    assert touched_lines(OLD, OLD) == []


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


def test_a_folder_too_large_to_copy_is_named(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 100)
    with pytest.raises(TooLargeError, match=str(tmp_path)):
        check_size(tmp_path, limit=99)


def test_flat_and_growing_step_times() -> None:
    flat = step_times([(0.01 * n, 50, 1000) for n in range(30)])
    assert flat is not None
    assert flat.flat
    assert flat.nodes_per_turn == 0
    slower = step_times([(0.01 * n + 0.001 * n * n, 50 + 7 * n, 1000) for n in range(30)])
    assert slower is not None
    assert not slower.flat
    assert slower.nodes_per_turn == 7
    assert slower.slope_low > 0
    assert step_times([(0.0, 1, 1), (1.0, 1, 1)]) is None


def test_growth_without_slope_is_not_flat() -> None:
    times = step_times([(0.01 * n, 50 + n, 1000) for n in range(30)])
    assert times is not None
    assert not times.flat


def test_several_runs_count_by_their_least_times() -> None:
    runs = [step_times([(n * 0.01 + (0.5 if n > k else 0), 5, 9) for n in range(20)]) for k in (5, 9)]
    combined = least([run for run in runs if run])
    assert max(combined.seconds) == pytest.approx(0.01)
    assert combined.flat


def test_printed_lines_fall_into_words() -> None:
    assert tokens("loss1:-0.5e-3, t=12s") == ["loss1", ":", "-0.5e-3", ",", "t", "=", "12s"]
    assert tokens("0.5, -0.5. 7.") == ["0.5", ",", "-0.5", ".", "7", "."]
    assert tokens("id 79ac3e81-a35c-4ec2 x+1") == ["id", "79ac3e81-a35c-4ec2", "x", "+1"]


def test_a_report_is_plain_values() -> None:
    report = Report(Verdict.DIFFERENT, difference=Difference("value", 2, 4, "a.py:3", "b.py:2", "loss", "1", "2"))
    plain = json.loads(json.dumps(report.to_json()))
    assert plain["verdict"] == "different"
    assert plain["difference"]["turn"] == 2
    assert plain["equal"] is False
