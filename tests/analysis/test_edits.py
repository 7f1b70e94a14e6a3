"""Edits of one loop belong together: what a build that moves reads moves with it, whether or not it adds nodes."""

from __future__ import annotations

from pathlib import Path
from typing import TypeGuard

import pytest

from hoist.edits import Edit, LiftExpression, MoveStatement
from hoist.examine import examine
from tests.analysis.programs_text import all_programs

PROGRAMS = {text.name: text for text in all_programs()}


@pytest.mark.parametrize("program", ["sessions-scope_around_session_in_function"])
def test_a_shared_variable_moves_with_what_is_built_on_it(program: str, tmp_path: Path) -> None:
    script = PROGRAMS[program].write(tmp_path)
    lines = script.read_text().splitlines()
    edits = [edit for one in examine([script]).edits for edit in one.edits]
    moved = [edit.statement if isinstance(edit, MoveStatement) else edit.expression for edit in edits if _moves(edit)]
    assert any("get_variable" in lines[span.line - 1] for span in moved)


def test_what_is_left_alone_keeps_back_what_is_built_on_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        """\
import tensorflow as tf
x = tf.placeholder(tf.float32, [])
with tf.Session() as sess:
    for step in range(3):
        y = tf.square(x)  # hoist: ignore
        print(sess.run(tf.sqrt(y), {x: step}))
        print(sess.run(tf.exp(x), {x: step}))
"""
    )
    edits = [edit for one in examine([script]).edits for edit in one.edits]
    assert [edit.expression.line for edit in edits if isinstance(edit, LiftExpression)] == [7]
    assert len(edits) == 1


def _moves(edit: Edit) -> TypeGuard[MoveStatement | LiftExpression]:
    return isinstance(edit, (MoveStatement, LiftExpression))
