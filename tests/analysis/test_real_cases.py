"""The table of what real code looks like and what is hard about it: every line says what hoist does."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from hoist.examine import examine
from tests.analysis.programs_text import all_programs
from tests.analysis.test_programs import FIXTURES, outcome

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGES = {text.name: text for text in all_programs()}
TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("real_cases.toml").read_text(encoding="utf-8")
)
SHOWN = sorted({line for rows in TABLE.values() for row in rows for line in row["shown"]})
OF_PAGES = [line for line in SHOWN if " " not in line.partition(":")[0]]
OF_FIXTURES = [line for line in SHOWN if line not in OF_PAGES]
LINE = re.compile(r"(?:(fixture|refused) )?([\w-]+): (moves|fed|once|silent|HSR\d\d)( (moves|fed|once|HSR\d\d))*")


def _files(kind: str, name: str) -> list[Path]:
    if kind == "refused":
        return [FIXTURES / "refused" / f"{name}.py"]
    folder = FIXTURES / name
    return sorted((folder / "before" if (folder / "before").is_dir() else folder).glob("*.py"))


def test_the_table_has_every_kind_of_case() -> None:
    assert {kind: len(rows) for kind, rows in TABLE.items()} == {
        "real": 13,
        "place": 7,
        "hard": 19,
        "run": 3,
        "function": 5,
    }
    assert all(row["case"] and row["shown"] for rows in TABLE.values() for row in rows)


@pytest.mark.parametrize("line", OF_PAGES)
def test_program_of_the_table(line: str) -> None:
    assert LINE.fullmatch(line)
    name, _, what = line.partition(": ")
    assert PAGES[name].expected == frozenset(what.split())  # which test_programs.py holds to what hoist does


@pytest.mark.parametrize("line", OF_FIXTURES)
def test_fixture_of_the_table(line: str) -> None:
    assert LINE.fullmatch(line)
    of, _, what = line.partition(": ")
    examination = examine(_files(*of.split()))
    assert not examination.problems
    assert outcome(examination) == frozenset(what.split())
