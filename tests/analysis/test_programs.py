"""What hoist does with each of the small programs that try to mislead it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.examine import Examination, examine
from hoist.findings import RemedyKind
from hoist.fix import Plan, plan
from hoist.refusals import REFUSALS
from tests.analysis.programs_text import PYTHON_2, Text, all_programs

PROGRAMS = {text.name: text for text in all_programs()}
IN_PYTHON_2 = {text.name: text for text in all_programs(PYTHON_2)}
WORDS = {RemedyKind.HOIST: "moves", RemedyKind.FEED: "fed", RemedyKind.ONCE: "once"}
CHANGED = frozenset(WORDS.values())
FIXTURES = Path(__file__).parents[2] / "fixtures"
REFUSED = sorted((FIXTURES / "refused").glob("*.py"))


def outcome(found_in: Examination | Plan) -> frozenset[str]:
    """`moves`, `fed`, `once`, codes of refusals, or `silent`."""
    found = {WORDS.get(finding.remedy.kind, str(finding.remedy.reason)) for finding in found_in.findings}
    return frozenset(found or {"silent"})


def test_more_programs_are_left_alone_than_changed() -> None:
    kept = [text for text in PROGRAMS.values() if not text.expected & CHANGED]
    assert len(PROGRAMS) > 400
    assert len(kept) > len(PROGRAMS) / 2


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(text: Text, tmp_path: Path) -> None:
    script = text.write(tmp_path / "program")
    files = [script, *(script.parent / name for name in text.modules)]
    examination = examine(files)
    assert not examination.problems
    assert outcome(examination) == text.expected
    assert bool(examination.edits) == bool(text.expected & CHANGED)


@pytest.mark.parametrize("text", IN_PYTHON_2.values(), ids=IN_PYTHON_2.keys())
def test_program_in_python_2(text: Text, tmp_path: Path) -> None:
    script = text.write(tmp_path / "program")
    examination = examine([script, *(script.parent / name for name in text.modules)])
    assert not examination.problems
    planned = plan(examination, tmp_path)
    assert outcome(planned) == text.expected
    assert bool(planned.changes) == bool(text.expected & CHANGED)


def test_more_programs_in_python_2_are_left_alone_than_changed() -> None:
    kept = [text for text in IN_PYTHON_2.values() if not text.expected & CHANGED]
    assert len(kept) > len(IN_PYTHON_2) / 2


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_fixture_that_must_not_change(path: Path) -> None:
    header = path.read_text().splitlines()[0]
    examination = examine([path])
    assert not examination.edits
    if header.startswith("# silent:"):
        assert not examination.findings
    else:
        assert examination.findings
        assert all(finding.remedy.kind is RemedyKind.REFUSE for finding in examination.findings)
    if header.startswith("# will raise:"):
        assert any(finding.will_raise for finding in examination.findings)


def test_every_refusal_is_met() -> None:
    met = {code for text in (*PROGRAMS.values(), *IN_PYTHON_2.values()) for code in text.expected}
    for path in (*REFUSED, *(FIXTURES / "refused").glob("*.ipynb")):
        met |= outcome(examine([path]))
    of_training = {code for code in REFUSALS if code >= "HSR40"}  # met in tests/training
    assert sorted(set(REFUSALS) - of_training - met) == []
