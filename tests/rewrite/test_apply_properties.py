"""Random programs and random edits: nothing but what moves may change, and nothing may get lost."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from dataclasses import dataclass

from hypothesis import event, given, settings, strategies as st

from hoist.edits import AddArgument, Edit, LiftExpression, MoveStatement
from hoist.rewrite.apply import RewriteFailed, apply
from hoist.source.files import split_lines
from tests.rewrite.places import span_of

SIMPLE = (
    "a = f(1)",
    "b = f(g(2),\n{i}      x[3])",
    "c = [\n{i}{u}1,  # inner\n{i}{u}h(4),\n{i}]",
    "d = '''one\n   two\n# no comment'''",
    "'''载入模型'''",
    "run(f('é', \"数据\"), k=g(5))  # trailing ü",
    "e = 1; run(f(6)); x = 2  # three",
    "t = a + \\\n{i}  g(7)",
    "s = f'{f(8)} {x!r}'",
    "y = f('p'\n{i}      'q')",
    "del z;",
)
HEADERS = ("for i in f(9):", "with s(g(1)) as t:  # session", "while f(2):", "if x:", "def m(p):", "class K(g(3)):")
# Why a random edit may fail; everything else is a fault.
ALLOWED = re.compile(
    r"shares its line|different places|a docstring$|Python would not compile|in front of itself|out of its line"
)


@dataclass
class Style:
    unit: str
    newline: str
    final: bool


@st.composite
def programs(draw: st.DrawFn) -> str:
    style = Style(
        draw(st.sampled_from([" ", "  ", "    ", "\t"])),
        draw(st.sampled_from(["\n", "\r\n", "\r"])),
        draw(st.booleans()),
    )

    def filler(indent: str) -> list[str]:
        kinds = draw(st.lists(st.sampled_from(["", "", "  ", "comment", "outer", "\x0c"]), max_size=2))
        number = draw(st.integers(0, 99))
        named = {"comment": f"{indent}# note {number}", "outer": f"# outer {number}"}
        return [named.get(kind, kind) for kind in kinds]

    def block(indent: str, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(draw(st.integers(1, 4))):
            lines += filler(indent)
            if depth < 3 and draw(st.booleans()):
                header = draw(st.sampled_from(HEADERS))
                lines.append(indent + header)
                lines += block(indent + style.unit, depth + 1)
                if header.startswith(("for", "if")) and draw(st.booleans()):
                    lines.append(f"{indent}else:")
                    lines += block(indent + style.unit, depth + 1)
            elif draw(st.integers(0, 9)) == 0:
                lines.append(f"{indent}if f(x): a = g(1); b = 2")
            else:
                statement = draw(st.sampled_from(SIMPLE)).replace("{i}", indent).replace("{u}", style.unit)
                lines += (indent + statement).split("\n")
        return lines + filler(indent)

    text = style.newline.join(["import tensorflow as tf", *block("", 0)])
    return text + style.newline if style.final else text


def enclosing(tree: ast.Module) -> list[tuple[ast.stmt, list[ast.stmt]]]:
    """Each statement, with the statements in front of which it can go: itself or before it, in its block or around."""
    found: list[tuple[ast.stmt, list[ast.stmt]]] = []

    def visit(node: ast.AST, above: list[ast.stmt]) -> None:
        for value in vars(node).values():
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for position, statement in enumerate(value):
                    places = [*above, *value[: position + 1]]
                    found.append((statement, places))
                    visit(statement, places)

    visit(tree, [])
    return found


def expect(failure: RewriteFailed) -> None:
    event(failure.reason.rstrip("0123456789 ")[:30])
    assert ALLOWED.search(failure.reason), failure.reason


def comments(text: str) -> Counter[str]:
    shaped = "".join(line.rstrip("\r\n") + "\n" for line in split_lines(text))
    tokens = tokenize.generate_tokens(io.StringIO(shaped).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def statements(text: str) -> Counter[str]:
    simple = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt) and not hasattr(node, "body"))
    return Counter(ast.dump(node) for node in simple)


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_moves_lose_nothing_and_change_nothing_else(data: st.DataObject) -> None:
    text = data.draw(programs())
    candidates = [(one, places) for one, places in enclosing(ast.parse(text)) if len(places) > 1]
    if not candidates:
        return
    chosen = data.draw(st.lists(st.sampled_from(candidates), min_size=1, max_size=4, unique_by=lambda one: id(one[0])))
    edits = [
        MoveStatement(span_of(text, one), span_of(text, data.draw(st.sampled_from(places[:-1]))))
        for one, places in chosen
    ]
    try:
        rewritten = apply(text, edits)
    except RewriteFailed as failure:
        expect(failure)
        return
    event("moved")
    assert comments(rewritten.text) == comments(text)
    left = statements(rewritten.text)
    left.pop("Pass()", None)  # in a block of which everything moved
    assert left == statements(text)
    assert rewritten.text.endswith(("\n", "\r")) == text.endswith(("\n", "\r"))

    old, new = split_lines(text), split_lines(rewritten.text)
    came = Counter(rewritten.line_map.values())
    joined = {number for number, line in enumerate(old, 1) if "; " in line}
    for number, line in enumerate(old, 1):
        if line.strip(" \t\r\n"):
            assert came[number] >= 1, f"line {number} is lost"
            assert came[number] == 1 or number in joined, f"line {number} is doubled"

    touched = {number for edit in edits for number in range(edit.statement.line, edit.statement.end_line + 1)} | joined
    stays: list[int] = []
    for number, line in enumerate(new, 1):
        origin = rewritten.line_map.get(number)
        if origin is None:
            assert line.strip() in ("", "pass")
        elif origin not in touched:
            was = old[origin - 1]
            is_note = was.strip().startswith(("#", "'''"))
            assert line.strip() == was.strip()
            if not is_note:
                # The last line may have no newline.
                assert line == was or number == len(new) or origin == len(old)
                stays.append(origin)
    assert stays == sorted(stays)


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_lifts_moves_and_arguments_together(data: st.DataObject) -> None:
    text = data.draw(programs())
    edits: list[Edit] = []
    found = enclosing(ast.parse(text))
    calls = [
        (node, places)
        for statement, places in found
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and not hasattr(statement, "body")
    ]
    if calls:
        chosen = data.draw(st.lists(st.sampled_from(calls), max_size=4, unique_by=lambda one: id(one[0])))
        for number, (node, places) in enumerate(chosen):
            landing = span_of(text, data.draw(st.sampled_from(places)))
            edits.append(LiftExpression(span_of(text, node), f"hoisted_{number}", landing))
        given = data.draw(st.lists(st.sampled_from(calls), max_size=3, unique_by=lambda one: id(one[0])))
        edits += [AddArgument(span_of(text, node), "added=None") for node, _ in given]
    movable = [(one, places) for one, places in found if len(places) > 1]
    if movable:
        picked = data.draw(st.lists(st.sampled_from(movable), max_size=3, unique_by=lambda one: id(one[0])))
        for statement, places in picked:
            landing = span_of(text, data.draw(st.sampled_from(places[:-1])))
            edits.append(MoveStatement(span_of(text, statement), landing))
    try:
        rewritten = apply(text, edits)
    except RewriteFailed as failure:
        expect(failure)
        return
    event(f"lifted {sum(isinstance(edit, LiftExpression) for edit in edits)}")
    assert comments(rewritten.text) == comments(text)
    assert rewritten.text.count("hoisted_") == 2 * sum(isinstance(edit, LiftExpression) for edit in edits)
    assert rewritten.text.count("added=None") == sum(isinstance(edit, AddArgument) for edit in edits)
    assert set(rewritten.line_map.values()) >= {
        number for number, line in enumerate(split_lines(text), 1) if line.strip(" \t\r\n") and not edits
    }


@settings(deadline=None, max_examples=100)
@given(programs())
def test_no_edits_keep_every_byte(text: str) -> None:
    rewritten = apply(text, [])
    assert rewritten.text == text
    assert list(rewritten.line_map) == list(rewritten.line_map.values())
