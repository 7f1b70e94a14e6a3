"""Starting hoist costs little."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line.conftest import ROOT, Hoist

HEAVY = (
    "tensorflow",
    "libcst",
    "numpy",
    "scipy",
    "rich",
    "plotext",
    "jinja2",
    "msgspec",
    "psutil",
    "distributed",
    "sqlite3",
)


@pytest.mark.parametrize("module", ["hoist.cli", "hoist.examine", "hoist.migrate.command", "hoist.verify"])
def test_importing_it_imports_nothing_heavy(module: str) -> None:
    heavy = HEAVY if module != "hoist.verify" else tuple(name for name in HEAVY if name != "numpy")
    asked = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_help_names_the_commands(hoist: Hoist) -> None:
    answer = hoist("--help")
    assert answer.returncode == 0
    for command in ("check", "fix", "verify", "trace", "migrate", "report", "rules", "explain"):
        assert command in answer.stdout


def test_nothing_asked_shows_the_help(hoist: Hoist) -> None:
    assert "Usage: hoist" in (answer := hoist()).stdout + answer.stderr


def test_version(hoist: Hoist) -> None:
    from hoist import __version__

    assert hoist("--version").stdout == f"hoist {__version__}\n"


def test_rules_and_refusals_are_explained(hoist: Hoist) -> None:
    listed = hoist("rules").stdout
    assert "HST101" in listed
    assert "saver-in-loop" in listed
    assert "max_to_keep=None" in hoist("explain", "HST101").stdout
    assert "op-level seed" in hoist("explain", "hsr08").stdout
    unknown = hoist("explain", "HSR99")
    assert unknown.returncode == 2
    assert unknown.stderr.startswith("hoist: HSR99: no such rule")


def test_no_rule_is_missing_from_the_list(hoist: Hoist) -> None:
    files = [path for path in (ROOT / "hoist" / "rules").glob("*.py") if path.name != "__init__.py"]
    files += [path for path in (ROOT / "hoist" / "training").glob("*.py") if "\nCODE = " in path.read_text()]
    assert len(hoist("rules").stdout.splitlines()) == len(files)
    assert Path(__file__).is_file()
