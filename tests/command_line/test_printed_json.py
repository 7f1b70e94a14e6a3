"""What the commands print as JSON keeps to the published schemas."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import FIXTURES, Hoist
from tests.report.test_schemas import check

SLOW = FIXTURES / "solution_2_model" / "before" / "train.py"
FAST = FIXTURES / "solution_2_model" / "after" / "train.py"


@pytest.mark.slow
def test_check_verify_and_fix_print_what_their_schemas_say(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_bytes(SLOW.read_bytes())
    (tmp_path / "other.py").write_bytes(FAST.read_bytes())
    assert check("check", hoist("check", "--output-format", "json", "train.py").stdout)["findings"]
    arguments = ("--output-format", "json", "--device", "cpu")
    shown = check("verify", hoist("verify", *arguments, "train.py", "other.py").stdout)
    assert shown["equal"]
    assert shown["original"]["nodes_per_turn"] > 0
    (tmp_path / "other.py").unlink()
    fixed = check("fix", hoist("fix", *arguments, "train.py").stdout)
    assert fixed["written"] == ["train.py"]
    assert fixed["verdict"] == shown["verdict"]
