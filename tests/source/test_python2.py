"""Python 2 read as Python 3, each statement on its line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoist.source.files import UnreadableSource
from hoist.source.parsing import load
from hoist.source.python2 import NotPython2, as_python_3

OLD = """\
import sys

def show(step, loss):
\tprint 'step %d' % step,
        print >>sys.stderr, `loss`
\tif step <> 3:
\t    print
\t    raise ValueError, 'no'
\ttry:
\t    exec 'x = 1' in {}
\texcept (KeyError, ValueError), error:
\t    print error, 0777, 10L, ur'a', u'b'
\treturn [n for n in 1, 2]

area = lambda (a, b): a * b
"""


def test_every_statement_stays_on_its_line() -> None:
    new = as_python_3(OLD)
    assert new.count("\n") == OLD.count("\n")
    lines = new.split("\n")
    assert lines[4].strip().startswith("print(repr(loss)")
    assert lines[10].strip() == "except (KeyError, ValueError) as error:"
    assert lines[12].strip() == "return [n for n in (1, 2)]"
    assert [node.lineno for node in ast.parse(new).body] == [1, 3, 15]


def test_what_an_indent_of_tabs_means_is_kept() -> None:
    body = ast.parse(as_python_3(OLD)).body[1]
    assert isinstance(body, ast.FunctionDef)
    assert len(body.body) == 5


@pytest.mark.parametrize("text", ["def f(:\n", "a b\n", "def f(a, (b, c)):\n    return b\n", "x = (\n"])
def test_what_cannot_be_read_line_by_line_is_refused(text: str) -> None:
    with pytest.raises(NotPython2):
        as_python_3(text)


def test_a_file_without_a_newline_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    path.write_text("print 'x'")
    source, tree = load(path)
    assert source.read_as == "Python 2"
    assert source.held == "print 'x'"
    assert source.python_2
    assert not source.unwritten
    assert isinstance(tree.body[0], ast.Expr)


def test_python_3_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "new.py"
    path.write_text("print('x')\n")
    source = load(path)[0]
    assert source.read_as == ""
    assert source.held == "print('x')\n"
    assert not source.python_2
    assert not source.unwritten


def test_a_first_line_may_ask_for_python_2(tmp_path: Path) -> None:
    path = tmp_path / "new.py"
    path.write_text("#!/usr/bin/env python2.7\nprint('x')\n")
    assert load(path)[0].python_2


def test_python_2_in_another_encoding_than_it_declares_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    path.write_bytes(b"# coding: utf-8\nprint '\xff'\n")
    assert load(path)[0].unwritten == "this is text in another encoding in Python 2"


def test_a_fault_is_told_as_python_3_tells_it(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import os\nx = (\n")
    with pytest.raises(UnreadableSource, match="'\\(' was never closed"):
        load(path)


def test_columns_of_a_translated_line_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    lines = ["if x:\n", "\tprint 'a', run(y), `z`\n", "\t`y`\n", "y = 1\n"]
    path.write_text("".join(lines))
    source, _ = load(path)
    text = source.text.splitlines()
    for number, word in ((1, "x"), (2, "print"), (2, "run"), (2, "y"), (2, "z"), (3, "y"), (4, "1")):
        there = source.column(number, text[number - 1].index(word))
        assert lines[number - 1][there:].startswith(word)
    assert source.column(3, text[2].index("repr") + 1) <= 1
