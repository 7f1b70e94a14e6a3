"""Statements put under a condition, new lines, and entries of dict displays: in every style of text."""

from __future__ import annotations

import pytest

from hoist.edits import AddEntry, Edit, GuardStatements, InsertLines, LiftExpression
from hoist.rewrite.apply import apply
from tests.rewrite.places import add, expression, move, reason, statement, substitute

HEAD = ("built = cache()", "if key not in built:")


def guard(text: str, first: str, last: str, *, opening: tuple[str, ...] = ()) -> Edit:
    return GuardStatements(
        statement(text, first), statement(text, last), HEAD, ("built[key] = b",), ("b = built[key]",), opening
    )


def guarded(text: str, first: str, last: str, *more: Edit) -> str:
    return apply(text, [guard(text, first, last), *more]).text


def test_statements_go_one_deeper_and_keep_their_comments() -> None:
    text = "def f(x):\n    # why\n    a = g(x)  # first\n\n    # then\n    b = h(a)\n    return b\n"
    assert guarded(text, "a = g", "b = h") == (
        "def f(x):\n    # why\n    built = cache()\n    if key not in built:\n        a = g(x)  # first\n\n"
        "        # then\n        b = h(a)\n        built[key] = b\n    b = built[key]\n    return b\n"
    )


def test_lines_that_hang_from_a_bracket_go_along_and_strings_do_not() -> None:
    text = "def f():\n  b = g(\n      1,\n  'x' '''\nraw\n  raw''')\n  return b\n"
    assert guarded(text, "b = g", "b = g") == (
        "def f():\n  built = cache()\n  if key not in built:\n    b = g(\n        1,\n    'x' '''\nraw\n  raw''')\n"
        "    built[key] = b\n  b = built[key]\n  return b\n"
    )


@pytest.mark.parametrize(("newline", "indent"), [("\r\n", "    "), ("\n", "\t"), ("\r", " ")])
def test_newlines_and_indentation_are_those_of_the_file(newline: str, indent: str) -> None:
    text = newline.join(["def f():", f"{indent}b = g(1)", f"{indent}return b", ""])
    expected = [
        "def f():",
        f"{indent}built = cache()",
        f"{indent}if key not in built:",
        f"{indent}{indent}b = g(1)",
        f"{indent}{indent}built[key] = b",
        f"{indent}b = built[key]",
        f"{indent}return b",
        "",
    ]
    assert guarded(text, "b = g", "b = g") == newline.join(expected)


def test_at_the_top_level_the_indentation_is_that_of_another_block() -> None:
    text = "if a:\n  pass\nb = g(1)\n"
    assert guarded(text, "b = g", "b = g").startswith(
        "if a:\n  pass\nbuilt = cache()\nif key not in built:\n  b = g(1)\n"
    )


def test_the_last_line_of_a_file_without_a_newline() -> None:
    text = "def f():\n    b = g(1)"
    assert guarded(text, "b = g", "b = g").endswith("        built[key] = b\n    b = built[key]")


def test_statements_go_into_a_context() -> None:
    text = "# The network.\nm = f()\nm.add(1)\n\nm.fit()\n"
    lines = ("s = new()", "with s.scope():")
    edit = GuardStatements(statement(text, "m = f"), statement(text, "m.add"), lines, (), ())
    assert apply(text, [edit]).text == (
        "# The network.\ns = new()\nwith s.scope():\n    m = f()\n    m.add(1)\n\nm.fit()\n"
    )


def test_edits_inside_and_lines_that_open_the_block() -> None:
    text = "def f(x):\n    b = g(x)\n    return run(b, {y: 1})\n"
    edits = [
        guard(text, "b = g", "b = g", opening=("p = new()",)),
        substitute(text, "x", "p"),
        AddEntry(expression(text, "{y: 1}"), "p: x"),
    ]
    assert apply(text, edits).text == (
        "def f(x):\n    built = cache()\n    if key not in built:\n        p = new()\n        b = g(p)\n"
        "        built[key] = b\n    b = built[key]\n    return run(b, {p: x, y: 1})\n"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [("{}", "{k: 1}"), ("{a: b}", "{k: 1, a: b}"), ("{\n a: b}", "{k: 1, \n a: b}"), ("{**a}", "{k: 1, **a}")],
)
def test_an_entry_comes_first(old: str, new: str) -> None:
    text = f"x = [{old}]\n"
    display = old.replace("\n ", "")
    assert apply(text, [AddEntry(expression(text, display), "k: 1")]).text == f"x = [{new}]\n"


def test_new_lines_and_what_is_lifted_stand_in_the_order_of_what_they_are_for() -> None:
    text = "for i in x:\n    run(f(1), g(2))\n"
    edits: list[Edit] = [
        InsertLines(
            statement(text, "for"), ((0, "p = new()"), (0, "if p:"), (1, "q = g(p)")), expression(text, "g(2)")
        ),
        LiftExpression(expression(text, "f(1)"), "r", statement(text, "for")),
        substitute(text, "g(2)", "q"),
    ]
    assert apply(text, edits).text == "r = f(1)\np = new()\nif p:\n    q = g(p)\nfor i in x:\n    run(r, q)\n"


def test_a_lifted_expression_may_be_kept_under_a_condition() -> None:
    text = "def f():\n    return run(g(1))\n"
    edit = LiftExpression(expression(text, "g(1)"), "built[key]", statement(text, "return"), HEAD)
    assert apply(text, [edit]).text == (
        "def f():\n    built = cache()\n    if key not in built:\n        built[key] = g(1)\n"
        "    return run(built[key])\n"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = 1; b = g(1)\n", "shares its line with what stands before it"),
        ("b = g(1); a = 1\n", "shares its line with what stands behind it"),
        ("if a: b = g(1)\n", "shares its line with what stands before it"),
    ],
)
def test_a_statement_that_shares_its_line_stays(text: str, told: str) -> None:
    assert told in reason(text, guard(text, "b = g", "b = g"))


def test_what_moves_cannot_be_guarded_as_well() -> None:
    text = "c = 1\nfor i in x:\n    b = g(1)\n    d = 2\n"
    assert "two edits" in reason(text, guard(text, "b = g", "b = g"), move(text, "b = g", "for"))


def test_statements_of_two_blocks_are_no_sequence() -> None:
    text = "a = 1\nif a:\n    b = g(1)\n"
    assert "are no sequence" in reason(text, guard(text, "a = 1", "b = g"))


def test_what_is_no_dict_gets_no_entry() -> None:
    text = "x = [a]\n"
    assert "is no dict display" in reason(text, AddEntry(expression(text, "[a]"), "k: 1"))
    assert "is no call" in reason(text, add(text, "[a]", "k=1"))
