"""Edits to text, by situation: nothing to do, what must fail, what moves along, layout, newlines, line map."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from textwrap import dedent
from types import FrameType

import pytest

from hoist.edits import Edit, LiftExpression, MoveStatement, ReplaceExpression, Span
from hoist.rewrite.apply import RewriteFailed, apply
from tests.rewrite.places import expression, lift, move, moved, reason, statement, substitute

LOOP = dedent(
    """\
    import tensorflow as tf

    x = tf.placeholder(tf.float32)

    with tf.Session() as sess:
        for step in range(10):
            loss = tf.square(x)
            saver = tf.train.Saver()
            sess.run(loss)
            saver.save(sess, "m", step)
    """
)


# Nothing to do


@pytest.mark.parametrize("text", ["", "\n", "x = 1", "x = 1\r\n\r\n", "\x0c\n", "not python ((("])
def test_no_edits_change_nothing(text: str) -> None:
    assert apply(text, []).text == text


def test_without_edits_each_line_is_its_own() -> None:
    assert apply("a\r\nb\rc\n\x0cd", []).line_map == {1: 1, 2: 2, 3: 3, 4: 4}


def test_moving_to_where_it_stands_changes_nothing() -> None:
    text = "a = 1\nb = 2\n\n# c\nc = 3\n"
    assert moved(text, "a = 1", before="b = 2") == text


def test_replacing_by_itself_changes_nothing() -> None:
    assert apply(LOOP, [substitute(LOOP, "tf.square(x)", "tf.square(x)")]).text == LOOP


# What fails


def test_no_statement_at_the_span() -> None:
    assert reason(LOOP, MoveStatement(Span(7, 9, 7, 12), statement(LOOP, "with"))) == (
        "no statement stands at line 7, column 9 to line 7, column 12"
    )


def test_a_span_that_ends_too_early_is_no_statement() -> None:
    assert "no statement stands" in reason(LOOP, MoveStatement(Span(7, 8, 7, 12), statement(LOOP, "with")))


def test_landing_is_no_statement() -> None:
    assert reason(LOOP, MoveStatement(statement(LOOP, "loss"), Span(99, 0, 99, 1))) == (
        "no statement starts at line 99, column 0"
    )


def test_no_expression_at_the_span() -> None:
    assert "no expression stands" in reason(LOOP, ReplaceExpression(Span(7, 15, 7, 21), "y"))


def test_file_that_does_not_parse() -> None:
    assert "does not parse" in reason("print 'x'\n", ReplaceExpression(Span(1, 0, 1, 5), "y"))


def test_expression_nested_too_deeply() -> None:
    text = "x = " + "-" * 50_000 + "1\ny = 2\n"
    assert "nested too deeply" in reason(text, ReplaceExpression(Span(2, 4, 2, 5), "y"))


def test_moving_twice() -> None:
    one = move(LOOP, "loss", "with")
    assert reason(LOOP, one, one) == "the statement at line 7 would move twice"


def test_moving_in_front_of_itself() -> None:
    assert "in front of itself" in reason(LOOP, move(LOOP, "for", "loss"))
    assert "in front of itself" in reason(LOOP, move(LOOP, "loss", "loss"))


def test_moving_in_front_of_each_other() -> None:
    assert "in front of itself" in reason(LOOP, move(LOOP, "loss", "saver ="), move(LOOP, "saver =", "loss"))


def test_block_left_empty() -> None:
    text = "import s\nwith s:\n    for i in x:\n        '''build'''\n        a = 1\n"
    after = apply(text, [move(text, "a = 1", "with")])
    assert after.text == "import s\n'''build'''\na = 1\nwith s:\n    for i in x:\n        pass\n"


def test_one_line_body_left_empty() -> None:
    text = "for i in x: a = 1\n"
    assert apply(text, [move(text, "a = 1", "for")]).text == "a = 1\nfor i in x: pass\n"


def test_branches_left_empty_by_several_moves() -> None:
    text = "for i in x:\n\tif i:\n\t\ta = 1\n\n\t\tb = 2  # two\n\telse: c = 3; d = 4\n\tf(i)\n"
    moves = [move(text, one, "for") for one in ("a = 1", "b = 2", "c = 3", "d = 4")]
    after = apply(text, moves).text
    assert after.startswith("a = 1\n\nb = 2  # two\nc = 3\nd = 4\nfor i in x:\n\tif i:\n")
    assert after.replace("\n\n", "\n").endswith("\tif i:\n\t\tpass\n\telse: pass\n\tf(i)\n")


def test_landing_in_a_one_line_body() -> None:
    text = "for i in x: a = f(1)\n"
    assert "shares its line" in reason(text, lift(text, "f(1)", "b", "a ="))


def test_landing_behind_a_semicolon() -> None:
    text = "for i in x:\n    a = 1; b = 2\n    c = 3\n"
    assert "shares its line" in reason(text, move(text, "c = 3", "b = 2"))


def test_landing_behind_a_backslash() -> None:
    text = "if x: \\\n    y = 1; z = 2\nw = 3\n"
    assert "shares its line" in reason(text, move(text, "w", "y"))


def test_elif_is_no_statement_of_its_own() -> None:
    text = "if a:\n    b\nelif c:\n    d = 1\n    e\n"
    assert "elif" in reason(text, move(text, "d = 1", "elif"))
    assert "elif" in reason(text, move(text, "elif", "if a"))


def test_same_expression_twice() -> None:
    assert "two edits" in reason(LOOP, lift(LOOP, "tf.square(x)", "a", "with"), lift(LOOP, "tf.square(x)", "b", "with"))


def test_edit_inside_what_is_replaced() -> None:
    inside = Span(7, 25, 7, 26)
    assert "inside an expression that is replaced" in reason(
        LOOP, substitute(LOOP, "tf.square(x)", "y"), ReplaceExpression(inside, "z")
    )


@pytest.mark.parametrize("name", ["", "1", "a b", "if", "a + b", "f(x)", "None", "a = b", "a\nb"])
def test_lifting_to_what_is_no_name(name: str) -> None:
    assert reason(LOOP, LiftExpression(expression(LOOP, "tf.square(x)"), name, statement(LOOP, "with")))


@pytest.mark.parametrize(
    "new", ["", "a +", "(", ")", "a)(b", "a; b", "*a", "# only a comment", "a:b", "x = 1", "return"]
)
def test_replacing_by_what_is_no_expression(new: str) -> None:
    assert "is no expression" in reason(LOOP, substitute(LOOP, "tf.square(x)", new))


def test_replacement_that_would_bind_differently() -> None:
    text = "y = x * 2\n"
    assert "would not be the program" in reason(text, substitute(text, "x", "a + b"))


def test_assigned_name_is_no_expression_to_lift() -> None:
    text = "for i in x:\n    a[0] = 1\n"
    assert "no expression that can be replaced" in reason(text, lift(text, "a[0]", "b", "for"))


def test_starred_argument_cannot_be_lifted() -> None:
    text = "for i in x:\n    f(*a)\n"
    assert "no expression that can be replaced" in reason(text, lift(text, "*a", "b", "for"))


def test_break_out_of_its_loop() -> None:
    text = "while a:\n    b = 1\n    break\n"
    assert "would not compile" in reason(text, move(text, "break", "while"))


def test_debugging_f_string_shows_its_source() -> None:
    text = "for i in x:\n    print(f'{a+b=}')\n"
    assert reason(text, lift(text, "a + b", "c", "for"))


def test_comment_inside_what_is_replaced() -> None:
    text = "a = f(b,  # the rate\n      c)\n"
    assert reason(text, substitute(text, "f(b, c)", "g")) == "the comment at line 1 would be lost"


def test_bare_string_that_would_become_a_docstring() -> None:
    text = "def f():\n    a = 1\n    '''then'''\n\n    b = 2\n\nf()\n"
    assert "docstring" in reason(text, move(text, "a = 1", "def f"))


def test_joined_statements_to_different_places() -> None:
    text = "with s:\n    for i in x:\n        a = 1; b = 2\n        c\n"
    assert "different places" in reason(text, move(text, "a = 1", "with"), move(text, "b = 2", "for"))


# What moves, and what moves along


def test_statements_keep_their_order() -> None:
    assert apply(LOOP, [move(LOOP, "saver =", "with"), move(LOOP, "loss", "with")]).text == dedent(
        """\
        import tensorflow as tf

        x = tf.placeholder(tf.float32)

        loss = tf.square(x)
        saver = tf.train.Saver()
        with tf.Session() as sess:
            for step in range(10):
                sess.run(loss)
                saver.save(sess, "m", step)
        """
    )


def test_one_statement_is_put_directly_above() -> None:
    assert moved(LOOP, "saver =", before="for").endswith(
        dedent(
            """\
            with tf.Session() as sess:
                saver = tf.train.Saver()
                for step in range(10):
                    loss = tf.square(x)
                    sess.run(loss)
                    saver.save(sess, "m", step)
            """
        )
    )


def test_the_document_this_tool_comes_from() -> None:
    text = dedent(
        """\
        '''建立会话'''
        with tf.Session() as sess:
         for i in range(STEPS):
          '''预测值'''
          train_logits= network_model.inference(inputs, keep_prob)
          '''损失值'''
          train_loss = network_model.losses(train_logits)
          '''模型输入'''
          feed_dict = {inputs: x_batch, labels: y_batch, keep_prob: 0.5}
          '''载入模型结构:最关键的一步'''
          saver = tf.train.Saver()
          '''开始训练'''
          _, loss_1 = sess.run([train_op, train_loss], feed_dict=feed_dict)
          '''保存模型'''
          saver.save(sess, save_path="./model/path", i=i)
        """
    )
    text = "import tensorflow as tf\n" + text
    assert moved(text, "train_logits", "train_loss", "saver =", before="with") == dedent(
        """\
        import tensorflow as tf
        '''预测值'''
        train_logits= network_model.inference(inputs, keep_prob)
        '''损失值'''
        train_loss = network_model.losses(train_logits)
        '''载入模型结构:最关键的一步'''
        saver = tf.train.Saver()
        '''建立会话'''
        with tf.Session() as sess:
         for i in range(STEPS):
          '''模型输入'''
          feed_dict = {inputs: x_batch, labels: y_batch, keep_prob: 0.5}
          '''开始训练'''
          _, loss_1 = sess.run([train_op, train_loss], feed_dict=feed_dict)
          '''保存模型'''
          saver.save(sess, save_path="./model/path", i=i)
        """
    )


def test_own_comments_move_and_separate_ones_stay() -> None:
    text = dedent(
        """\
        a = 0

        for i in x:
            # about the loop

            # about b, one
            # about b, two
            b = 1  # trailing

            # about c
            c = 2
            # the end
        """
    )
    assert moved(text, "b = 1", before="for") == dedent(
        """\
        a = 0

        # about b, one
        # about b, two
        b = 1  # trailing
        for i in x:
            # about the loop

            # about c
            c = 2
            # the end
        """
    )


def test_licence_and_encoding_stay_at_the_top() -> None:
    text = "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# Licence: MIT\nfor i in x:\n    a = 1\n    b\n"
    assert moved(text, "a = 1", before="for") == (
        "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# Licence: MIT\na = 1\nfor i in x:\n    b\n"
    )


def test_module_docstring_stays_the_first() -> None:
    text = "'''About.'''\nfor i in x:\n    a = 1\n    b\n"
    assert moved(text, "a = 1", before="for") == "'''About.'''\na = 1\nfor i in x:\n    b\n"


def test_line_of_a_string_that_looks_like_a_comment() -> None:
    text = "for i in x:\n    s = '''\n# not a comment'''\n    b = 1\n"
    assert moved(text, "b = 1", before="for") == "b = 1\nfor i in x:\n    s = '''\n# not a comment'''\n"


def test_comment_at_the_end_of_the_block_above_stays_there() -> None:
    text = "for i in x:\n    if a:\n        b\n        # end of if\n    # about c\n    c = 1\n"
    assert moved(text, "c = 1", before="for") == (
        "# about c\nc = 1\nfor i in x:\n    if a:\n        b\n        # end of if\n"
    )


def test_compound_statement_with_comments_inside() -> None:
    text = dedent(
        """\
        for i in x:
            # reuse
            with tf.variable_scope("m",
                                   reuse=True):  # same weights

                # the weights
                w = get(
                    "w",
                )
                # end
            print(w)
        """
    )
    assert moved(text, "with", before="for") == dedent(
        """\
        # reuse
        with tf.variable_scope("m",
                               reuse=True):  # same weights

            # the weights
            w = get(
                "w",
            )
            # end
        for i in x:
            print(w)
        """
    )


def test_decorated_function() -> None:
    text = dedent(
        """\
        with s:
            for i in x:
                # model
                @cached
                @(
                    other
                )
                def f(): return 1
                f()
        """
    )
    assert moved(text, "def f", before="with") == (
        "# model\n@cached\n@(\n    other\n)\ndef f(): return 1\nwith s:\n    for i in x:\n        f()\n"
    )


def test_landing_above_a_decorated_function() -> None:
    text = "@d\ndef f():\n    a = 1\n    b\n"
    assert moved(text, "a = 1", before="def f") == "a = 1\n@d\ndef f():\n    b\n"


def test_moving_out_of_else_and_except_and_finally() -> None:
    text = dedent(
        """\
        try:
            a
        except E:
            b = 1
            c
        else:
            d = 2
            e

        finally:
            f

            g = 3
        """
    )
    assert moved(text, "b = 1", "d = 2", "g = 3", before="try") == dedent(
        """\
        b = 1
        d = 2

        g = 3
        try:
            a
        except E:
            c
        else:
            e

        finally:
            f
        """
    )


def test_nested_moves_take_what_is_left_along() -> None:
    text = "for i in x:\n    with scope:\n        a = 1\n        b = 2\n    c\n"
    assert moved(text, "with", "a = 1", before="for") == "a = 1\nwith scope:\n    b = 2\nfor i in x:\n    c\n"


def test_landing_in_front_of_a_statement_that_moves() -> None:
    text = "with s:\n    for i in x:\n        # loss\n        loss = f(\n            g(1))\n        run(loss)\n"
    edits = [lift(text, "g(1)", "part", "loss"), move(text, "loss", "with")]
    assert apply(text, edits).text == (
        "part = g(1)\n# loss\nloss = f(\n    part)\nwith s:\n    for i in x:\n        run(loss)\n"
    )


def test_landing_inside_a_compound_that_moves() -> None:
    text = "for i in x:\n  with scope:\n    a = f(g(1))\n  c\n"
    edits = [lift(text, "g(1)", "b", "a ="), move(text, "with", "for")]
    assert apply(text, edits).text == "with scope:\n  b = g(1)\n  a = f(b)\nfor i in x:\n  c\n"


# Semicolons


@pytest.mark.parametrize(
    ("which", "left"),
    [
        (["a"], "b = 2; c = 3  # note"),
        (["b"], "a = 1; c = 3  # note"),
        (["c"], "a = 1; b = 2  # note"),
        (["a", "b"], "c = 3  # note"),
        (["b", "c"], "a = 1  # note"),
        (["a", "c"], "b = 2  # note"),
    ],
)
def test_some_of_the_statements_on_a_line(which: list[str], left: str) -> None:
    text = "for i in x:\n    # above\n    a = 1; b = 2; c = 3  # note\n"
    values = {"a": "a = 1\n", "b": "b = 2\n", "c": "c = 3\n"}
    expected = "".join(values[one] for one in which) + f"for i in x:\n    # above\n    {left}\n"
    assert moved(text, *which, before="for") == expected


def test_all_statements_on_a_line() -> None:
    text = "for i in x:\n    # above\n    a = 1; b = 2;  # note\n    c\n"
    assert moved(text, "a = 1", "b = 2", before="for") == "# above\na = 1; b = 2;  # note\nfor i in x:\n    c\n"


def test_part_of_a_one_line_body() -> None:
    text = "for i in x: a = 1; run(a)\n"
    assert moved(text, "a = 1", before="for") == "a = 1\nfor i in x: run(a)\n"


def test_joined_statement_over_several_lines() -> None:
    text = "for i in x:\n    a = f(1,\n          2); b = 2\n    c\n"
    assert moved(text, "a = f", before="for") == "a = f(1,\n      2)\nfor i in x:\n    b = 2\n    c\n"


# Blank lines


def test_paragraphs_are_kept_but_not_piled_up() -> None:
    text = dedent(
        """\
        import a


        with s:

            for i in x:

                # one
                b = 1



                # two
                c = 2

                d


                e = 3

                f
        """
    )
    assert moved(text, "b = 1", "c = 2", "e = 3", before="with") == dedent(
        """\
        import a


        # one
        b = 1

        # two
        c = 2

        e = 3
        with s:

            for i in x:
                d


                f
        """
    )


def test_last_statement_of_a_file() -> None:
    assert moved("for i in x:\n    a\n\n    b = 1\n", "b = 1", before="for") == "b = 1\nfor i in x:\n    a\n"


# Indentation


def test_tabs_stay_tabs() -> None:
    text = "with s:\n\tfor i in x:\n\t\ta = f(1,\n\t\t      2)\n\t\tb\n"
    assert moved(text, "a =", before="for") == "with s:\n\ta = f(1,\n\t      2)\n\tfor i in x:\n\t\tb\n"
    assert moved(text, "a =", before="with") == "a = f(1,\n      2)\nwith s:\n\tfor i in x:\n\t\tb\n"


def test_tabs_inside_spaces() -> None:
    text = "def f():\n    with s:\n    \tif y:\n    \t\ta = 1\n    \t\tb\n    \tc\n"
    assert moved(text, "if y", before="with") == "def f():\n    if y:\n    \ta = 1\n    \tb\n    with s:\n    \tc\n"


def test_deeper_block_of_spaces_below_a_block_of_tabs() -> None:
    text = "while w:\n\tif a:\n\t        b = 1\n\t        c\n\td\n"
    assert moved(text, "if a", before="while") == "if a:\n        b = 1\n        c\nwhile w:\n\td\n"


def test_text_inside_strings_is_not_indented() -> None:
    text = "for i in x:\n    a = f('''one\n    two''', \"three\\\n    four\",\n          b)\n    c\n"
    assert moved(text, "a =", before="for") == (
        "a = f('''one\n    two''', \"three\\\n    four\",\n      b)\nfor i in x:\n    c\n"
    )


def test_text_inside_f_strings_is_not_indented() -> None:
    text = "for i in x:\n    a = f'''{b\n    } {\"q\"}\n    '''\n    c\n"
    assert moved(text, "a =", before="for") == "a = f'''{b\n    } {\"q\"}\n    '''\nfor i in x:\n    c\n"


def test_lines_that_stand_further_left_than_their_statement() -> None:
    text = "if z:\n    for i in x:\n        a = [\n      1,\n# one\n    ]\n        c\n"
    assert moved(text, "a =", before="for") == "if z:\n    a = [\n  1,\n# one\n]\n    for i in x:\n        c\n"


def test_lines_joined_by_backslashes() -> None:
    text = "for i in x:\n    a = b + \\\n        c + \\\n  d\n    e\n"
    assert moved(text, "a =", before="for") == "a = b + \\\n    c + \\\nd\nfor i in x:\n    e\n"


# Newlines and odd characters


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_newlines_of_a_file(newline: str) -> None:
    text = LOOP.replace("\n", newline)
    edits = [move(text, "saver =", "with"), lift(text, "tf.square(x)", "square", "with")]
    assert apply(text, edits).text == (
        apply(LOOP, [move(LOOP, "saver =", "with"), lift(LOOP, "tf.square(x)", "square", "with")]).text.replace(
            "\n", newline
        )
    )


def test_no_newline_at_the_end() -> None:
    assert moved("for i in x:\n    a\n    b = 1", "b = 1", before="for") == "b = 1\nfor i in x:\n    a"
    assert moved("for i in x:\n    b = 1\n    a", "b = 1", before="for") == "b = 1\nfor i in x:\n    a"


def test_no_newline_at_the_end_of_a_file_with_crlf() -> None:
    assert moved("for i in x:\r\n    a\r\n    b = 1", "b = 1", before="for") == "b = 1\r\nfor i in x:\r\n    a"


def test_form_feeds() -> None:
    text = "a = 0\n\x0c\nfor i in x:\n    b = 1\n\x0c    c = 2\n    d\n\x0c\x0c# e\ng\x0b=1\n".replace("\x0b", " \x0c ")
    assert moved(text, "b = 1", "c = 2", before="for") == (
        "a = 0\n\x0c\nb = 1\n\x0cc = 2\nfor i in x:\n    d\n\x0c\x0c# e\ng \x0c =1\n"
    )


def test_characters_beyond_ascii_count_as_one() -> None:
    text = "for i in x:\n    s = '数据😀'; t = f('é', g('ü')); u\n"
    edits = [lift(text, "g('ü')", "größe", "for"), move(text, "t =", "for")]
    assert apply(text, edits).text == "größe = g('ü')\nt = f('é', größe)\nfor i in x:\n    s = '数据😀'; u\n"


def test_line_separator_is_no_newline() -> None:
    text = "for i in x:\n    s = 'a\u2028b\x85c'  # \u2029\n    t = 1\n    u\n"
    assert moved(text, "t = 1", before="for") == "t = 1\nfor i in x:\n    s = 'a\u2028b\x85c'  # \u2029\n    u\n"


def test_type_comments_and_pragmas_stay_with_their_line() -> None:
    text = "for i in x:\n    a = []  # type: List[int]  # noqa\n    b\n"
    assert moved(text, "a =", before="for") == "a = []  # type: List[int]  # noqa\nfor i in x:\n    b\n"


# Lifting


def lifted(text: str, unparsed: str, before: str = "for") -> str:
    return apply(text, [lift(text, unparsed, "new", before)]).text


def test_lift_takes_the_exact_text() -> None:
    assert lifted("for i in x:\n    run( f( 1,2 ) )\n", "f(1, 2)") == "new = f( 1,2 )\nfor i in x:\n    run( new )\n"


def test_lift_of_aligned_lines_keeps_them_aligned() -> None:
    text = "for i in x:\n    run([a,\n         f(1,  # one\n           2)])\n"
    assert lifted(text, "f(1, 2)") == "new = f(1,  # one\n        2)\nfor i in x:\n    run([a,\n         new])\n"


def test_lift_of_hanging_lines_follows_the_statement() -> None:
    text = "for i in x:\n    run(a, f(\n        1,  # one\n        2,\n    ))\n"
    assert lifted(text, "f(1, 2)") == "new = f(\n    1,  # one\n    2,\n)\nfor i in x:\n    run(a, new)\n"


def test_lift_of_what_needs_its_brackets() -> None:
    assert (
        lifted("for i in x:\n    run(a +\n        b)\n", "a + b")
        == "new = (a +\n       b)\nfor i in x:\n    run(new)\n"
    )
    assert (
        lifted("for i in x:\n    run(a\n        - b)\n", "a - b")
        == "new = (a\n       - b)\nfor i in x:\n    run(new)\n"
    )


def test_lift_of_a_generator_leaves_the_call_its_brackets() -> None:
    assert lifted("for i in x:\n    run(a for a in b)\n", "(a for a in b)") == (
        "new = (a for a in b)\nfor i in x:\n    run(new)\n"
    )


def test_lift_of_a_generator_in_brackets_of_its_own() -> None:
    assert lifted("for i in x:\n    run((a for a in b), 1)\n", "(a for a in b)") == (
        "new = (a for a in b)\nfor i in x:\n    run(new, 1)\n"
    )


def test_lift_of_a_tuple() -> None:
    assert lifted("for i in x:\n    y = a[1, 2]\n", "(1, 2)") == "new = 1, 2\nfor i in x:\n    y = a[new]\n"
    assert lifted("for i in x:\n    y = 1 if(a, b)else 2\n", "(a, b)") == (
        "new = (a, b)\nfor i in x:\n    y = 1 if new else 2\n"
    )


def test_lift_of_joined_strings() -> None:
    assert lifted("for i in x:\n    run('a'\n        'b')\n", "'ab'") == (
        "new = ('a'\n       'b')\nfor i in x:\n    run(new)\n"
    )


def test_lift_out_of_an_f_string() -> None:
    assert (
        lifted("for i in x:\n    run(f'{g(1)!r:>10}')\n", "g(1)")
        == "new = g(1)\nfor i in x:\n    run(f'{new!r:>10}')\n"
    )


def test_lift_out_of_a_one_line_body() -> None:
    assert lifted("for i in x: run(f(1))\n", "f(1)") == "new = f(1)\nfor i in x: run(new)\n"


def test_lift_out_of_a_lift() -> None:
    text = "for i in x:\n    run(f(g(1)), h(2))\n"
    edits = [
        lift(text, "h(2)", "c", "for"),
        lift(text, "f(g(1))", "b", "for"),
        lift(text, "g(1)", "a", "for"),
    ]
    assert apply(text, edits).text == "a = g(1)\nb = f(a)\nc = h(2)\nfor i in x:\n    run(b, c)\n"


def test_lift_with_a_replacement_inside() -> None:
    text = "for i in x:\n    run(tf.assign(lr, 0.1 * i))\n"
    edits = [lift(text, "tf.assign(lr, 0.1 * i)", "op", "for"), substitute(text, "0.1 * i", "value")]
    assert apply(text, edits).text == "op = tf.assign(lr, value)\nfor i in x:\n    run(op)\n"


def test_lift_to_an_attribute() -> None:
    text = "for i in x:\n    run(f(1))\n"
    assert (
        apply(text, [lift(text, "f(1)", "self._op", "for")]).text == "self._op = f(1)\nfor i in x:\n    run(self._op)\n"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(a * b).eval()", "new.eval()"),
        ("return_((a * b))", "return_(new)"),
        ("x = not(a * b)", "x = not new"),
        ("x = 1 if(a * b)else 2", "x = 1 if new else 2"),
        ("x = ((a * b)) + c", "x = new + c"),
        ("x = (a * b,)", "x = (new,)"),
        ("x = f[0](a * b)", "x = f[0](new)"),
        ("x = f()(a * b)", "x = f()(new)"),
        ("x = print (a * b)", "x = print (new)"),
        ("x = (\n        a * b\n    )", "x = new"),
        ("x = (  # why\n        a * b)", "x = (  # why\n        new)"),
        ("x = (a * b  # why\n        )", "x = (new  # why\n        )"),
        ("x = f'{(a * b)}'", "x = f'{new}'"),
        ("class K(a * b): pass", "class K(new): pass"),
    ],
)
def test_lift_takes_brackets_away_that_only_held_it_together(old: str, new: str) -> None:
    text = f"for i in x:\n    {old}\n"
    assert lifted(text, "a * b") == f"new = a * b\nfor i in x:\n    {new}\n"


def test_lift_of_a_walrus() -> None:
    assert lifted("for i in x:\n    run((y := 1))\n", "(y := 1)") == "new = (y := 1)\nfor i in x:\n    run(new)\n"


def test_replacement_over_several_lines_takes_the_newlines_of_the_file() -> None:
    text = "a = f(1)\r\n"
    assert apply(text, [substitute(text, "1", "[\n  2]")]).text == "a = f([\r\n  2])\r\n"


# The line map


def test_line_map_of_moves_and_lifts() -> None:
    text = dedent(
        """\
        a = 0

        with s:
            for i in x:
                # b
                b = f(1,
                      2)
                run(b, g(
                    3,
                ), i)
                c = 1; d = 2
        """
    )
    edits = [move(text, "b =", "with"), lift(text, "g(3)", "new", "with"), move(text, "d =", "for")]
    rewritten = apply(text, edits)
    shown = [
        f"{rewritten.line_map.get(number, '-'):>2} {line}".rstrip()
        for number, line in enumerate(rewritten.text.splitlines(), 1)
    ]
    assert "\n".join(shown) == dedent(
        """\
         1 a = 0
         2
         5 # b
         6 b = f(1,
         7       2)
         8 new = g(
         9     3,
        10 )
         3 with s:
        11     d = 2
         4     for i in x:
         8         run(b, new, i)
        11         c = 1"""
    )


# The whole


def test_doing_it_in_two_steps_is_the_same() -> None:
    first = moved(LOOP, "loss", before="with")
    assert moved(first, "saver =", before="with").replace("\n\n", "\n") == (
        moved(LOOP, "loss", "saver =", before="with").replace("\n\n", "\n")
    )


def test_failure_carries_its_reason() -> None:
    failure = RewriteFailed("why")
    assert (failure.reason, str(failure)) == ("why", "why")


def many_edits(count: int) -> str:
    body = "".join(f"    a = f({number})\n    run(g())\n" for number in range(count))
    landing = Span(1, 0, 2 * count + 1, 12)
    edits: list[Edit] = []
    for number in range(count):
        edits.append(MoveStatement(Span(2 + 2 * number, 4, 2 + 2 * number, 9 + len(f"{number}") + 2), landing))
        edits.append(LiftExpression(Span(3 + 2 * number, 8, 3 + 2 * number, 11), f"g{number}", landing))
    return apply(f"for i in x:\n{body}", edits).text


def calls_of(work: Callable[[], object]) -> int:
    """How many calls of functions some work takes: the same whatever else the machine does."""
    count = 0

    def counted(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_many_edits_of_a_long_file_are_done_whole() -> None:
    text = many_edits(300)
    assert text.startswith("a = f(0)\ng0 = g()\na = f(1)\n")
    assert text.endswith("    run(g298)\n    run(g299)\n")


def test_four_times_the_edits_take_less_than_eight_times_the_calls() -> None:
    assert calls_of(partial(many_edits, 200)) < 8 * calls_of(partial(many_edits, 50))


def test_the_diff_needs_no_libcst() -> None:
    modules = "hoist.rewrite.diff, hoist.source.files, hoist.source.walk, hoist.source.imports"
    code = f"import sys, {modules}; assert 'libcst' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
