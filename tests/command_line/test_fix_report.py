"""hoist fix --report: the page of one script or folder."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import FIXTURES, Hoist

GROWS = (FIXTURES / "run_argument" / "before" / "train.py").read_bytes()
CALM = "import tensorflow as tf\n\nprint(tf.constant(1))\n"
REFUSED = (FIXTURES / "refused" / "op_level_seed.py").read_bytes()


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "train.py"
    path.write_bytes(GROWS)
    return path


def shown(page: Path) -> tuple[str, dict[str, Any]]:
    """The outcome that a page of one result shows, and what opens below it."""
    text = page.read_text("utf-8")
    (outcome,) = re.findall(r'<tr role="row" class="row" data-outcome="(\w+)"', text)
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    (details,) = json.loads(data)
    return outcome, details


def test_what_is_written_from_the_source_alone(hoist: Hoist, script: Path, tmp_path: Path) -> None:
    answer = hoist("fix", "--no-verify", "--report", "report.html", "train.py")
    assert answer.returncode == 0, answer.stderr
    outcome, details = shown(tmp_path / "report.html")
    assert outcome == "rewritten"
    (rewrite,) = details["rewrites"]
    assert rewrite["files"] == ["train.py"]
    assert rewrite["words"] == "not run; written"
    assert rewrite["diff"].startswith("--- a/train.py\n+++ b/train.py\n@@")
    assert rewrite["diff"] in answer.stdout
    assert [finding["where"].partition(":")[0] for finding in details["findings"]] == ["train.py"]
    assert script.read_bytes() != GROWS


def test_nothing_found(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "calm.py").write_text(CALM)
    assert hoist("fix", "--report", "report.html", "calm.py").returncode == 0
    assert shown(tmp_path / "report.html") == ("clean", {"facts": [["Source", str(tmp_path)]]})


def test_what_is_refused_has_its_advice(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "noise.py").write_bytes(REFUSED)
    assert hoist("fix", "--report", "report.html", "noise.py").returncode == 1
    outcome, details = shown(tmp_path / "report.html")
    assert outcome == "refused"
    notes = dict(details["findings"][0]["notes"])
    assert notes["refused HSR08"].startswith("a random op with an op-level seed")
    assert notes["what you can do"].startswith("If the same value each turn was not meant")


def test_what_cannot_be_read_is_not_called_clean(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_bytes(b"x = '\xff'\n")
    assert hoist("fix", "--report", "report.html", "bad.py").returncode == 2
    outcome, details = shown(tmp_path / "report.html")
    assert outcome == "failed"
    assert "bad.py:1: is not utf-8" in details["problems"][0]


def test_json_is_still_all_that_is_printed(hoist: Hoist, script: Path, tmp_path: Path) -> None:
    answer = hoist("fix", "--no-verify", "--output-format", "json", "--report", "report.html", "train.py")
    assert json.loads(answer.stdout)["diff"] == shown(tmp_path / "report.html")[1]["rewrites"][0]["diff"]


def test_an_old_report_is_replaced_and_nothing_is_left_beside_it(hoist: Hoist, script: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text("old")
    assert hoist("fix", "--no-verify", "--report", page, "train.py").returncode == 0
    assert shown(page)[0] == "rewritten"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "train.py"]


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("train.py", "give it a name that ends in .html"),
        ("report", "give it a name that ends in .html"),
        ("folder.html", "is a folder; give the name of a file"),
        ("pipe.html", "is no plain file; give another name"),
        ("missing/report.html", "its folder is not there; make it first"),
        ("link.html", "its folder is not there; make it first"),
        ("a" * 300 + ".html", "cannot be written (file name too long); give another place"),
    ],
)
def test_a_bad_place_is_said_before_anything_is_done(
    hoist: Hoist, script: Path, tmp_path: Path, place: str, problem: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "link.html").symlink_to("missing/other.html")
    there = sorted(tmp_path.iterdir())
    answer = hoist("fix", "--no-verify", "--report", place, "train.py")
    assert answer.stderr == f"hoist: --report {place}: {problem}\n"
    assert (answer.returncode, answer.stdout) == (2, "")
    assert script.read_bytes() == GROWS
    assert sorted(tmp_path.iterdir()) == there


def test_a_script_is_not_taken_for_the_report(hoist: Hoist, script: Path) -> None:
    assert hoist("fix", "--no-verify", "--report", "train.py").returncode == 2  # the page's name was forgotten
    assert script.read_bytes() == GROWS


def test_a_diff_alone_has_no_report(hoist: Hoist, script: Path, tmp_path: Path) -> None:
    answer = hoist("fix", "--diff", "--report", "report.html", "train.py")
    assert answer.returncode == 2
    assert answer.stderr.startswith("hoist: --report tells what was done, and --diff does nothing")
    assert not (tmp_path / "report.html").exists()


@pytest.mark.slow
def test_what_was_proved(hoist: Hoist, script: Path, tmp_path: Path) -> None:
    answer = hoist("fix", "--device", "cpu", "--report", "report.html", "train.py", "--", "--fast")
    assert answer.returncode == 0, answer.stderr
    outcome, details = shown(tmp_path / "report.html")
    assert outcome == "proved"
    (rewrite,) = details["rewrites"]
    assert rewrite["words"] == "proved: run, and the same; written"
    (proof,) = rewrite["proofs"]
    assert (proof["script"], proof["arguments"], proof["equal"]) == ("train.py", ["--fast"], True)
    assert [one["question"] for one in proof["questions"]] == [
        "The same computation?",
        "The same numbers?",
        "Does it still grow?",
        "Is the step time flat?",
    ]
    nodes = proof["curves"]["original"]["nodes"]
    assert nodes == sorted({*nodes})
    assert len({*proof["curves"]["rewritten"]["nodes"]}) == 1


def test_what_could_not_be_run_says_why(hoist: Hoist, script: Path, tmp_path: Path) -> None:
    script.write_bytes(b"import no_such_module\n" + GROWS)
    answer = hoist("fix", "--device", "cpu", "--report", "report.html", "train.py")
    assert answer.returncode == 3, answer.stdout
    outcome, details = shown(tmp_path / "report.html")
    assert outcome == "rewritten"
    (rewrite,) = details["rewrites"]
    assert rewrite["words"] == "not run; not written"
    assert "no_such_module" in rewrite["reason"]
    assert rewrite["reason"] == rewrite["proofs"][0]["cause"]
    assert rewrite["proofs"][0]["curves"] is None
