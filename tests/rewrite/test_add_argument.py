"""One more argument for a call: wherever the call stands, however its arguments are written."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoist.edits import AddArgument, Span
from hoist.examine import examine
from hoist.fix import plan
from hoist.rewrite.apply import apply
from tests.rewrite.places import add, lift, move, reason, span_of, substitute

SAVE = "for e in x:\n    tf.train.Saver().save(sess, p, e)\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f()", "f(k=None)"),
        ("f( )", "f(k=None )"),
        ("f ()", "f (k=None)"),
        ("(f)()", "(f)(k=None)"),
        ("f(a)", "f(a, k=None)"),
        ("f( a )", "f( a, k=None )"),
        ("f(a,)", "f(a, k=None,)"),
        ("f(a, )", "f(a, k=None, )"),
        ("f(a , )", "f(a, k=None , )"),
        ("f((a))", "f((a), k=None)"),
        ("f(( (a) ) ,)", "f(( (a) ), k=None ,)"),
        ("f(((a, b)))", "f(((a, b)), k=None)"),
        ("f(a, b=(1))", "f(a, b=(1), k=None)"),
        ("f(b=1, *a)", "f(b=1, *a, k=None)"),
        ("f(*a)", "f(*a, k=None)"),
        ("f(*(a))", "f(*(a), k=None)"),
        ("f(**a)", "f(**a, k=None)"),
        ("f(**(a),)", "f(**(a), k=None,)"),
        ("f(lambda: 0)", "f(lambda: 0, k=None)"),
        ("f(a if b else c)", "f(a if b else c, k=None)"),
        ("f(a := 1)", "f(a := 1, k=None)"),
        ("f('é', 'ü)')", "f('é', 'ü)', k=None)"),
        ("f(a for a in b)", "f((a for a in b), k=None)"),
        ("f((a for a in b))", "f((a for a in b), k=None)"),
        ("f((a for a in b),)", "f((a for a in b), k=None,)"),
        ("f((a for a in b), c)", "f((a for a in b), c, k=None)"),
        ("f(a)if b else c", "f(a, k=None)if b else c"),
        ("f\\\n  ( \\\n  )", "f\\\n  (k=None \\\n  )"),
    ],
)
def test_behind_the_last_argument(old: str, new: str) -> None:
    text = f"x = [0, {old}]\n"
    call = next(n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call))
    assert apply(text, [AddArgument(span_of(text, call), "k=None")]).text == f"x = [0, {new}]\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f(\n    a,\n    b,\n)", "f(\n    a,\n    b, k=None,\n)"),
        ("f(\n    a,\n    b\n)", "f(\n    a,\n    b, k=None\n)"),
        ("f(a,\n  b)", "f(a,\n  b, k=None)"),
        ("f(a,\n  b,  # why (not)\n)", "f(a,\n  b, k=None,  # why (not)\n)"),
        ("f(a,\n  b  # why (not)\n)", "f(a,\n  b, k=None  # why (not)\n)"),
        ("f(a,\n  b  # why, not\n  ,  # so\n)", "f(a,\n  b, k=None  # why, not\n  ,  # so\n)"),
        ("f((a  # one )\n  # two )\n  ),\n)", "f((a  # one )\n  # two )\n  ), k=None,\n)"),
        ("f(\n    # nothing (yet)\n)", "f(k=None\n    # nothing (yet)\n)"),
        ("(f  # which (one)\n )(  # none\n)", "(f  # which (one)\n )(k=None  # none\n)"),
        ("f(a for a\n  in b\n)", "f((a for a\n  in b\n), k=None)"),
        ("f('''one\n''')", "f('''one\n''', k=None)"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_over_several_lines_it_joins_the_last_argument(old: str, new: str, newline: str) -> None:
    text = f"y = 0\n{old}\n".replace("\n", newline)
    last = old.rpartition("\n")[2]
    rewritten = apply(text, [AddArgument(Span(2, 0, 2 + old.count("\n"), len(last)), "k=None")])
    assert rewritten.text == f"y = 0\n{new}\n".replace("\n", newline)
    assert rewritten.line_map == {line: line for line in range(1, 3 + old.count("\n"))}


def test_an_argument_over_several_lines_takes_the_newlines_of_the_file() -> None:
    text = "a = f(b)\r\nc\r\n"
    rewritten = apply(text, [add(text, "f(b)", "k=[\n  1]")])
    assert rewritten.text == "a = f(b, k=[\r\n  1])\r\nc\r\n"
    assert rewritten.line_map == {1: 1, 2: 1, 3: 2}


def test_inside_a_statement_that_moves() -> None:
    text = "for i in x:\n    # one\n    s = f(\n        a,\n    )\n    s.g()\n"
    assert apply(text, [move(text, "s =", "for"), add(text, "f(a)", "k=None")]).text == (
        "# one\ns = f(\n    a, k=None,\n)\nfor i in x:\n    s.g()\n"
    )


def test_inside_one_of_several_statements_on_a_line() -> None:
    text = "for i in x:\n    s = f(); t = f(1); s.g()\n"
    edits = [move(text, "s =", "for"), add(text, "f()", "k=None"), add(text, "f(1)", "k=0")]
    assert apply(text, edits).text == "s = f(k=None)\nfor i in x:\n    t = f(1, k=0); s.g()\n"


def test_the_lifted_expression_itself() -> None:
    edits = [lift(SAVE, "tf.train.Saver()", "saver", "for"), add(SAVE, "tf.train.Saver()", "max_to_keep=None")]
    expected = "saver = tf.train.Saver(max_to_keep=None)\nfor e in x:\n    saver.save(sess, p, e)\n"
    assert apply(SAVE, edits).text == expected
    assert apply(SAVE, edits[::-1]).text == expected


def test_the_lifted_expression_in_brackets_and_over_lines() -> None:
    text = "for e in x:\n    (f(a,  # one\n       b,  # two\n       )).save(e)\n"
    assert apply(text, [lift(text, "f(a, b)", "new", "for"), add(text, "f(a, b)", "k=None")]).text == (
        "new = f(a,  # one\n        b, k=None,  # two\n        )\nfor e in x:\n    new.save(e)\n"
    )


def test_inside_the_lifted_expression() -> None:
    text = "for e in x:\n    run(g(f(), 1))\n"
    assert apply(text, [lift(text, "g(f(), 1)", "new", "for"), add(text, "f()", "k=None")]).text == (
        "new = g(f(k=None), 1)\nfor e in x:\n    run(new)\n"
    )


def test_around_the_lifted_expression() -> None:
    text = "for e in x:\n    run(g(0, (a + b)))\n"
    assert apply(text, [lift(text, "a + b", "new", "for"), add(text, "g(0, a + b)", "k=None")]).text == (
        "new = a + b\nfor e in x:\n    run(g(0, new, k=None))\n"
    )


def test_around_a_lifted_generator() -> None:
    text = "for e in x:\n    run(a for a in b)\n"
    edits = [lift(text, "(a for a in b)", "new", "for"), add(text, "run((a for a in b))", "k=None")]
    assert apply(text, edits).text == "new = (a for a in b)\nfor e in x:\n    run(new, k=None)\n"


def test_behind_a_generator_with_a_lift_inside() -> None:
    text = "for e in x:\n    run(g(1) for a in b)\n"
    edits = [lift(text, "g(1)", "new", "for"), add(text, "run((g(1) for a in b))", "k=None")]
    assert apply(text, edits).text == "new = g(1)\nfor e in x:\n    run((new for a in b), k=None)\n"


def test_with_a_replaced_argument() -> None:
    text = "f(a, (b))\n"
    assert apply(text, [substitute(text, "b", "c"), add(text, "f(a, b)", "k=None")]).text == "f(a, (c), k=None)\n"


def test_calls_inside_each_other() -> None:
    text = "f(f(f()))\n"
    edits = [add(text, one, f"k={number}") for number, one in enumerate(["f()", "f(f())", "f(f(f()))"])]
    assert apply(text, edits).text == "f(f(f(k=0), k=1), k=2)\n"


def test_in_front_of_a_landing() -> None:
    text = "f(a)\nfor i in x:\n    b = g()\n    c\n"
    edits = [add(text, "f(a)", "k=0"), move(text, "b =", "for"), add(text, "g()", "k=1")]
    assert apply(text, edits).text == "f(a, k=0)\nb = g(k=1)\nfor i in x:\n    c\n"


def test_inside_an_f_string() -> None:
    text = "x = f'{f(a)!r:>10}'\n"
    assert apply(text, [add(text, "f(a)", "k=None")]).text == "x = f'{f(a, k=None)!r:>10}'\n"


def test_of_a_decorator_and_of_a_base_class() -> None:
    text = "@f(1)\nclass K(f(2)): pass\n"
    assert apply(text, [add(text, "f(1)", "k=1"), add(text, "f(2)", "k=2")]).text == (
        "@f(1, k=1)\nclass K(f(2, k=2)): pass\n"
    )


@pytest.mark.parametrize(
    "argument",
    ["", "1", "*a", "**a", "k", "k=", "k=1, j=2", "k=1,", "k=1  # why", "k=1)(j=2", "k=1)\nf(j=2", " k=1", "if=1"],
)
def test_what_is_no_keyword_argument(argument: str) -> None:
    text = "f(a)\n"
    assert reason(text, add(text, "f(a)", argument)) == f"{argument!r} is no keyword argument"


def test_what_is_no_call() -> None:
    text = "f(a)\n"
    assert reason(text, add(text, "a", "k=1")) == "what stands at line 1, column 2 to line 1, column 3 is no call"
    assert "no expression stands" in reason(text, AddArgument(Span(1, 0, 1, 3), "k=1"))


def test_an_argument_that_the_call_has() -> None:
    text = "f(k=1)\n"
    assert "keyword argument repeated" in reason(text, add(text, "f(k=1)", "k=1"))


def test_two_arguments_for_one_call() -> None:
    text = "f()\n"
    assert "two edits" in reason(text, add(text, "f()", "k=1"), add(text, "f()", "j=1"))


def test_a_call_that_is_replaced() -> None:
    text = "g(f(1))\n"
    added = add(text, "f(1)", "k=1")
    assert "inside an expression that is replaced" in reason(text, added, substitute(text, "f(1)", "h"))
    assert "inside an expression that is replaced" in reason(text, substitute(text, "g(f(1))", "h"), added)


def test_debugging_f_string_shows_its_source() -> None:
    text = "print(f'{f(a)=}')\n"
    assert reason(text, add(text, "f(a)", "k=1"))


@pytest.mark.parametrize(
    ("old", "made", "left"),
    [
        ("tf.train.Saver().save(sess, 'm/p', e)", "saver = tf.train.Saver(max_to_keep=None)", "saver.save"),
        (
            "tf.train.Saver([w]).save(sess, 'm/p', e)",
            "saver = tf.train.Saver([w], max_to_keep=None)",
            "saver.save",
        ),
        (
            "tf.train.Saver(max_to_keep=3).save(sess, 'm/p', e)",
            "saver = tf.train.Saver(max_to_keep=None)",
            "saver.save",
        ),
        (
            "s = tf.train.Saver(\n    [w],\n)\ns.save(sess, 'm/p', e)",
            "s = tf.train.Saver(\n    [w], max_to_keep=None,\n)",
            "s.save",
        ),
    ],
)
def test_a_saver_that_must_keep_every_checkpoint(old: str, made: str, left: str, tmp_path: Path) -> None:
    head = "import tensorflow as tf\nw = tf.Variable(1.0)\n"
    loop = "with tf.Session() as sess:\n    sess.run(tf.global_variables_initializer())\n    for e in range(9):\n"
    script = tmp_path / "train.py"
    script.write_text(head + loop + "".join(f"        {line}\n" for line in old.split("\n")))
    changes = plan(examine([script]), tmp_path).changes
    assert [one.rewritten.text for one in changes] == [f"{head}{made}\n{loop}        {left}(sess, 'm/p', e)\n"]
