"""hoist check: what it prints, what it says with its exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.command_line.conftest import FIXTURES, Hoist

SAVER = FIXTURES / "solution_1_saver_only" / "before"


def test_nothing_to_find(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("print('nothing to do with graphs')\n")
    answer = hoist("check", ".")
    assert answer.returncode == 0
    assert answer.stdout == "No findings: no session loop grows the graph.\n"
    assert answer.stderr == ""


def test_a_finding_shows_its_source_line_loop_and_remedy(hoist: Hoist) -> None:
    answer = hoist("check", "train.py", cwd=SAVER)
    assert answer.returncode == 1
    assert "HST101" in answer.stdout
    assert "saver = tf.train.Saver()" in answer.stdout
    assert "= loop: train.py:" in answer.stdout
    assert "max_to_keep=None" in answer.stdout


def test_a_refusal_shows_its_reason_and_what_to_do(hoist: Hoist) -> None:
    answer = hoist("check", FIXTURES / "refused" / "op_level_seed.py")
    assert answer.returncode == 1
    assert "refused HSR08" in answer.stdout
    assert "what you can do" in answer.stdout


def test_json_has_the_published_keys(hoist: Hoist) -> None:
    answer = hoist("check", "--output-format", "json", "train.py", cwd=SAVER)
    [finding] = json.loads(answer.stdout)["findings"]
    assert finding["path"] == "train.py"
    assert finding["rule"] == "HST101"
    assert finding["line"] == finding["end_line"]
    assert finding["message"]
    assert finding["remedy"]["kind"] == "hoist"
    assert finding["remedy"]["reason"] is None
    assert finding["remedy"]["tier"] == "proved"


def test_a_build_in_a_monitored_session_will_raise(hoist: Hoist) -> None:
    answer = hoist("check", "--output-format", "json", FIXTURES / "refused" / "monitored_session_loop.py")
    findings = json.loads(answer.stdout)["findings"]
    assert findings
    assert all(finding["will_raise"] for finding in findings)


def test_rules_are_selected_and_ignored(hoist: Hoist, tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "plate_recognition", tmp_path / "plate", ignore=shutil.ignore_patterns("golden"))
    everything = json.loads(hoist("check", "--output-format", "json", "plate").stdout)["findings"]
    savers = json.loads(hoist("check", "--output-format", "json", "--select", "HST101", "plate").stdout)["findings"]
    others = json.loads(hoist("check", "--output-format", "json", "--ignore", "HST101", "plate").stdout)["findings"]
    assert {finding["rule"] for finding in savers} == {"HST101"}
    assert "HST101" not in {finding["rule"] for finding in others}
    assert len(savers) + len(others) == len(everything)


def test_a_comment_suppresses_a_finding(hoist: Hoist, tmp_path: Path) -> None:
    text = (SAVER / "train.py").read_text(encoding="utf-8")
    for comment, left in (("# hoist: ignore", 0), ("# hoist: ignore[HST101]", 0), ("# hoist: ignore[HST102]", 1)):
        silenced = text.replace("saver = tf.train.Saver()", f"saver = tf.train.Saver()  {comment}")
        assert silenced != text
        (tmp_path / "train.py").write_text(silenced, encoding="utf-8")
        answer = hoist("check", "--output-format", "json", "train.py")
        assert len(json.loads(answer.stdout)["findings"]) == left


def test_a_folder_is_walked_without_what_git_ignores(hoist: Hoist, tmp_path: Path) -> None:
    for folder in ("src", "ignored", "node_modules"):
        shutil.copytree(SAVER, tmp_path / folder)
    (tmp_path / ".gitignore").write_text("ignored/\n")
    answer = hoist("check", "--output-format", "json", ".")
    assert {finding["path"] for finding in json.loads(answer.stdout)["findings"]} == {"src/train.py"}
