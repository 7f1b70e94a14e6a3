"""What is done in the translation of Python 2 is done in the file's own lines, or not at all."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from hoist.edits import Edit, LiftExpression, MoveStatement, ReplaceExpression
from hoist.rewrite.apply import apply
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.python_2 import carried_back, check_syntax
from hoist.source.python2 import as_python_3
from tests.rewrite.places import expression, statement

LOOP = "for i in range(3):\n"


def rewritten(text: str, edits: Sequence[Edit]) -> str:
    new = as_python_3(text)
    return carried_back(text, new, apply(new, edits)).text


def moved(text: str, what: str, before: str) -> str:
    new = as_python_3(text)
    return rewritten(text, [MoveStatement(statement(new, what), statement(new, before))])


def lifted(text: str, what: str) -> str:
    new = as_python_3(text)
    return rewritten(text, [LiftExpression(expression(new, what), "n", statement(new, "for"))])


def test_a_statement_moves_with_its_tabs_and_comment() -> None:
    text = "def f():\n\tfor i in x:\n\t\t# why\n\t\ty = g(\n\t\t\t1,\n\t\t      2)\n\t\tprint y\n"
    wanted = "def f():\n\t# why\n\ty = g(\n\t\t1,\n\t      2)\n\tfor i in x:\n\t\tprint y\n"
    assert moved(text, "y = g(", "for i") == wanted


def test_tabs_and_spaces_of_one_width_keep_their_forms() -> None:
    text = "if a:\n\tprint 1\n        print 2\n\tfor i in x:\n\t    y = 3\n            print y\n"
    assert (
        moved(text, "y = 3", "for")
        == "if a:\n\tprint 1\n        print 2\n\ty = 3\n\tfor i in x:\n            print y\n"
    )


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("    print 'a', run(g(1)), 'b'", "    print 'a', run(n), 'b'"),
        ("    print 'a', run((g(1)))", "    print 'a', run(n)"),
        ("    print >>out, run(g(1)),", "    print >>out, run(n),"),
        ("    print `run(g(1))`, `i`", "    print `run(n)`, `i`"),
        ("    if i <> run(g(1)): print 1", "    if i <> run(n): print 1"),
        ("    raise E, run(g(1))", "    raise E, run(n)"),
        ("    exec run(g(1)) in space", "    exec run(n) in space"),
        ("    print u'a', 2L, run(g(1)), 0777", "    print u'a', 2L, run(n), 0777"),
        ("    y = [j for j in 1, run(g(1))]; print y", "    y = [j for j in 1, run(n)]; print y"),
        ("    print run(g(1)) # it's (here", "    print run(n) # it's (here"),
        ("    print(run(g(1)))", "    print(run(n))"),
        ("    print (run(g(1)), 2)", "    print (run(n), 2)"),
    ],
)
def test_an_expression_is_lifted_out_of_a_line_that_was_translated(line: str, wanted: str) -> None:
    text = f"{LOOP}{line}\nprint 'end'\n"
    assert lifted(text, "g(1)") == f"n = g(1)\n{LOOP}{wanted}\nprint 'end'\n"


def test_what_is_lifted_keeps_what_python_2_calls_otherwise() -> None:
    text = f"{LOOP}    print run(g(u'a', 10L, `i`, 1 <> 2))\n"
    assert lifted(text, "g('a', 10, repr(i), 1 != 2)") == f"n = g(u'a', 10L, `i`, 1 <> 2)\n{LOOP}    print run(n)\n"


def test_a_statement_over_several_lines_is_joined() -> None:
    text = f"{LOOP}    print 'a', run(g(1,\n        2)), 'b'\n"
    assert lifted(text, "g(1, 2)") == f"n = g(1,\n    2)\n{LOOP}    print 'a', run(n), 'b'\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_newlines_stay(newline: str, end: str) -> None:
    text = f"for i in x:\n    print 1\n    y = 2{end}".replace("\n", newline)
    wanted = f"y = 2\nfor i in x:\n    print 1{end}".replace("\n", newline)
    assert moved(text, "y = 2", "for") == wanted


def test_the_last_line_leaves_an_empty_one_behind() -> None:
    text = "for i in x:\n    print 1\n\n    y = 2"
    assert moved(text, "y = 2", "for").rstrip("\n") == "y = 2\nfor i in x:\n    print 1"


def test_a_string_over_lines_keeps_its_tabs() -> None:
    text = 'for i in x:\n    y = """\n\ta\n"""\n    print y\n'
    assert moved(text, "y =", "for") == 'y = """\n\ta\n"""\nfor i in x:\n    print y\n'


def test_the_text_is_the_same_where_nothing_is_done() -> None:
    text = "print 'a'\n\tif\n".replace("\tif\n", "if a <> b:\n\tprint `c`,\n")
    assert rewritten(text, []) == text


def replaced(text: str, old: str, new: str) -> str:
    return rewritten(text, [ReplaceExpression(expression(as_python_3(text), old), new)])


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        ("print u'a', f(1)\n", "f(1)", "g('a')", "'a' would be written anew"),
        ("print 10L\nf(1)\n", "f(1)", "g(10)", "10 would be written anew"),
        ("print 0x10L\nf(1)\n", "f(1)", "g(16)", "16 would be written anew"),
        ("print unicode(1)\nf(1)\n", "f(1)", "str(1)", "str would be written anew"),
        ("print unichr(1)\nf(1)\n", "f(1)", "chr(1)", "chr would be written anew"),
        ("def repr(a): return `a`\nf(1)\n", "f(1)", "2", "backticks and repr"),
        ('print 1\nf(1, """\n\ta""")\n', "f(1, '\\n        a')", "g('\\n        a')", "would be written anew"),
        ("print 'a'u'b'\nf(1)\n", "f(1)", "g('b')", "'b' would be written anew"),
        ("# coding: latin-1\nprint 1\nf(1)\n", "f(1)", "g('ä')", "beyond ASCII would be written anew"),
        ("print 'a', g(u'a', f(1))\n", "f(1)", "2", "in two forms"),
        ("print 'a'\nf(1)\n", "f(1)", "print(1, 2)", "reads otherwise"),
        ("print 'ä'\nf(1)\n", "f(1)", "2", "asks for an encoding line"),
        ("print 1\n\n\n# coding: latin-1\nf('ä')\n", "f('ä')", "2", "asks for an encoding line"),
        ("print 1\n\ff(1)\n", "f(1)", "2", "a form feed"),
        ("def h():\n    from a import *\n    print f(1)\n", "f(1)", "2", "would not compile"),
    ],
)
def test_what_python_2_may_read_otherwise_is_refused(text: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(RewriteFailed, match=reason):
        replaced(text, old, new)


@pytest.mark.parametrize(
    "new",
    [
        "f({**a})",
        "f(**a, b=1)",
        "f(*a, *b)",
        "x = [*a]",
        "x = f'{a}'",
        "x: int = 1",
        "f(a := 1)",
        "a @ b",
    ],
)
def test_what_only_python_3_reads_is_refused(new: str) -> None:
    with pytest.raises(RewriteFailed, match="be Python 3 only"):
        check_syntax("f(a)\n", f"{new}\n")


@pytest.mark.parametrize("new", ["f(*a, b=1, **c)", "x = a.b = {}", "a, b = c[d]", "f({a: 1}, b=dict([(a, 1)]))"])
def test_what_both_read_is_taken(new: str, python2: Path) -> None:
    check_syntax("f(a)\n", f"{new}\n")
    compiled = subprocess.run([python2, "-c", f"compile('''{new}''', 'x', 'exec')"], capture_output=True, check=False)
    assert compiled.returncode == 0, compiled.stderr


def test_a_name_of_python_that_the_file_binds_is_not_used_anew() -> None:
    check_syntax("list = 1\nf(a)\n", "list = 1\nf(b)\n")
    with pytest.raises(RewriteFailed, match="list is another"):
        check_syntax("list = 1\nf(a)\n", "list = 1\nf(list(a))\n")
