"""Notebooks, rewritten: the cells that change, and every byte beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from hoist.edits import Edit, MoveStatement, Rewritten, Span
from hoist.examine import examine
from hoist.fix import Plan, plan
from hoist.rewrite.apply import apply
from hoist.rewrite.errors import UnwritableNotebook
from hoist.rewrite.notebook_json import with_sources
from hoist.rewrite.notebooks import in_cells
from hoist.source.parsing import load

MODEL = "import tensorflow as tf\nx = tf.placeholder(tf.float32, [])"
SESSION = "sess = tf.Session()"
LOOP = "for k in range(4):\n    y = tf.square(x)\n    print(sess.run(y, {x: k}))"
HOISTED = "y = tf.square(x)\nfor k in range(4):\n    print(sess.run(y, {x: k}))"
PICTURE = {
    "data": {"image/png": "iVBORw0KGgo" * 20_000},
    "metadata": {},
    "output_type": "display_data",
}


def code(text: str, **more: Any) -> dict[str, Any]:
    source = text.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": 3, "metadata": {}, "outputs": [], "source": source, **more}


def prose(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def document(*cells: dict[str, Any]) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 2}


def dumped(*cells: dict[str, Any]) -> str:
    """A notebook as nbformat writes it."""
    return json.dumps(document(*cells), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def planned(folder: Path, text: str | bytes) -> Plan:
    path = folder / "train.ipynb"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return plan(examine([path]), folder)


def fixed(folder: Path, text: str | bytes) -> str:
    """What becomes of a notebook, on which a second look finds nothing more to do."""
    (change,) = planned(folder, text).changes
    assert planned(folder, change.data).changes == ()
    return change.data.decode()


def reasons(folder: Path, text: str | bytes) -> set[str]:
    found = planned(folder, text)
    assert found.changes == ()
    return {f"{one.remedy.reason} {one.remedy.explanation.partition(': ')[2]}" for one in found.findings}


# Where nothing may happen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("%run settings.py", "%run"),
        ("%pylab inline", "%pylab"),
        ("%reset -f", "%reset"),
        ("%store -r", "%store"),
        ("%timeit sess.run(x)", "%timeit"),
        ("z = %time sess.run(x)", "%time"),
        ("%mine", "%mine"),
    ],
)
def test_a_magic_that_may_do_anything_leaves_all_as_it_is(tmp_path: Path, line: str, name: str) -> None:
    text = dumped(code(MODEL), code(f"{SESSION}\n{line}"), code(LOOP))
    assert reasons(tmp_path, text) == {f"HSR31 what {name} does at line 2 of cell 2 is not known"}


@pytest.mark.parametrize("magic", ["%%timeit", "%%writefile model.py", "%%cython", "%%mine"])
def test_so_does_one_that_has_its_cell(tmp_path: Path, magic: str) -> None:
    text = dumped(code(MODEL), code(f"{magic}\nimport os"), code(SESSION), code(LOOP))
    name = magic.split(maxsplit=1)[0]
    assert reasons(tmp_path, text) == {f"HSR31 what {name} does at line 1 of cell 2 is not known"}


def test_so_does_a_shell_command_in_the_loop(tmp_path: Path) -> None:
    text = dumped(code(MODEL), code(SESSION), code(f"{LOOP}\n    !touch done"))
    assert reasons(tmp_path, text) == {"HSR31 what !touch does at line 4 of cell 3 is not known"}


def test_what_a_shell_command_gives_is_no_value_that_is_known(tmp_path: Path) -> None:
    loop = "for k in range(4):\n    if k:\n        rate = 0.5\n    print(sess.run(x * rate, {x: k}))"
    text = dumped(code(MODEL), code(SESSION), code("rate = 0.1"), code("rate = !cat rate.txt"), code(loop))
    assert not planned(tmp_path, text).changes


def test_nothing_is_kept_from_its_first_use_since_the_cell_may_be_changed_and_run_again(tmp_path: Path) -> None:
    function = "def show(k):\n    y = tf.square(x)\n    print(sess.run(y, {x: k}))"
    text = dumped(code(MODEL), code(SESSION), code(function), code("for k in range(4):\n    show(k)"))
    assert {reason.split()[0] for reason in reasons(tmp_path, text)} == {"HSR22"}


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("print('begun')", {"once"}),
        ("%matplotlib inline", {"once"}),
        ("%autoreload 2", {"refuse"}),
        ("%run more.py", {"refuse"}),
    ],
)
def test_a_module_of_a_notebook_keeps_nothing_where_it_may_be_reloaded(
    tmp_path: Path, line: str, kinds: set[str]
) -> None:
    function = "def show(sess, k):\n    y = tf.square(x)\n    print(sess.run(y, {x: k}))\n"
    (tmp_path / "model.py").write_text(f"{MODEL}\n\n\n{function}")
    loop = "for k in range(4):\n    model.show(sess, k)"
    text = dumped(code(f"import tensorflow as tf\nimport model\n{line}"), code(SESSION), code(loop))
    assert {one.remedy.kind.value for one in planned(tmp_path, text).findings} == kinds


def test_a_statement_that_goes_from_cell_to_cell_is_run_by_no_kernel(tmp_path: Path) -> None:
    text = dumped(code(MODEL), code(f"{SESSION}\nnames = ["), code("'a']"), code(LOOP))
    assert reasons(tmp_path, text) == {"HSR31 cell 2 alone is no Python"}


@pytest.mark.parametrize("source", [["import tensorflow as tf\n", 3], {"text": "a"}, None])
def test_a_source_of_another_form_is_not_written(source: object) -> None:
    text = json.dumps(document({"cell_type": "code", "source": source}))
    with pytest.raises(UnwritableNotebook, match="neither a text nor a list of texts"):
        with_sources(text, {1: "a = 1"})


def moved(folder: Path, text: str, statement: tuple[int, str], before: tuple[int, str]) -> Rewritten:
    """Move a statement, named by its line and its text, in front of another one."""
    path = folder / "train.ipynb"
    path.write_text(text)
    source, _ = load(path)
    edits: list[Edit] = [MoveStatement(*(Span(line, 0, line, len(words)) for line, words in (statement, before)))]
    return in_cells(source, apply(source.text, edits), "train.ipynb").rewritten


def test_no_statement_goes_to_another_cell(tmp_path: Path) -> None:
    with pytest.raises(UnwritableNotebook, match="a statement would come to stand in cell 1"):
        moved(tmp_path, dumped(code("a = 1"), code("b = 2")), (5, "b = 2"), (2, "a = 1"))


def test_no_line_of_ipythons_is_moved(tmp_path: Path) -> None:
    text = dumped(code("if True:\n    %time a = 1\n    b = 2"))
    path = tmp_path / "train.ipynb"
    path.write_text(text)
    source, _ = load(path)
    rewritten = apply(source.text, [MoveStatement(Span(3, 4, 3, 9), Span(2, 0, 4, 9))])
    with pytest.raises(UnwritableNotebook, match="touches what only IPython takes, at line 2 of cell 1"):
        in_cells(source, rewritten, "train.ipynb")


def test_nothing_goes_in_front_of_the_magic_of_a_cell(tmp_path: Path) -> None:
    with pytest.raises(UnwritableNotebook, match="in front of the magic of cell 1"):
        moved(tmp_path, dumped(code("%%time\na = 1\nb = 2")), (4, "b = 2"), (2, "pass"))


# What is written ----------------------------------------------------------------------------------------------------


def test_the_lines_of_the_cell_change_and_nothing_else(tmp_path: Path) -> None:
    cells = [prose("# Größe"), code(MODEL), prose("then"), code(SESSION), code(LOOP, outputs=[PICTURE])]
    after = [*cells[:-1], code(HOISTED, outputs=[PICTURE])]
    assert fixed(tmp_path, dumped(*cells)) == dumped(*after)


def test_it_goes_no_further_than_its_own_cell(tmp_path: Path) -> None:
    text = dumped(code(f"{MODEL}\n{SESSION}"), code(f"print(1)\n{LOOP}"))
    assert fixed(tmp_path, text) == dumped(code(f"{MODEL}\n{SESSION}"), code(f"print(1)\n{HOISTED}"))


def test_in_its_cell_it_goes_in_front_of_the_session(tmp_path: Path) -> None:
    text = dumped(code(MODEL), code(f"{SESSION}\n{LOOP}"))
    hoisted = f"y = tf.square(x)\n{SESSION}\nfor k in range(4):\n    print(sess.run(y, {{x: k}}))"
    assert fixed(tmp_path, text) == dumped(code(MODEL), code(hoisted))


def test_but_over_no_line_of_ipythons(tmp_path: Path) -> None:
    text = dumped(code(MODEL), code(f"{SESSION}\n!touch begun\n{LOOP}"))
    assert fixed(tmp_path, text) == dumped(code(MODEL), code(f"{SESSION}\n!touch begun\n{HOISTED}"))


def test_lines_of_ipythons_come_back_as_they_were(tmp_path: Path) -> None:
    setup = (
        f"%matplotlib inline\n!pip install  \\\n   numpy\n{MODEL}\ntf.square?\nfrom __future__ import print_function"
    )
    timed = "%%time -r 1\n%config  InlineBackend.figure_format = 'svg'\n%time n = 4\n\n"
    shell = code("%%bash\n\n  ls | head\n")
    cells = [code(setup), shell, code(SESSION), code(f"{timed}{LOOP}\n%matplotlib inline")]
    after = [*cells[:-1], code(f"{timed}{HOISTED}\n%matplotlib inline")]
    assert fixed(tmp_path, dumped(*cells)) == dumped(*after)


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("indent", [None, 1, 2, "\t"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_the_json_is_of_the_form_that_it_had(
    tmp_path: Path, indent: int | str | None, end: str, *, ascii_only: bool
) -> None:
    def text(loop: str) -> str:
        content = document(prose("é"), code(MODEL), code(SESSION), code(f"{loop}\nprint('größer →')"))
        return json.dumps(content, indent=indent, ensure_ascii=ascii_only) + end

    assert fixed(tmp_path, text(LOOP)) == text(HOISTED)


def test_a_source_that_is_one_text_stays_one(tmp_path: Path) -> None:
    def text(loop: str) -> str:
        return dumped(code(MODEL), {**code(""), "source": SESSION}, {**code(""), "source": f"{loop}\nprint('é\\t')"})

    assert fixed(tmp_path, text(LOOP)) == text(HOISTED)


def test_a_list_that_is_cut_otherwise_than_into_lines(tmp_path: Path) -> None:
    first, rest = LOOP[:30], LOOP[30:]
    text = dumped(code(MODEL), code(SESSION), {**code(""), "source": [first, rest]})
    cells = json.loads(fixed(tmp_path, text))["cells"]
    assert cells[2]["source"] == HOISTED.splitlines(keepends=True)


def test_a_notebook_of_version_3(tmp_path: Path) -> None:
    def text(loop: str) -> str:
        cells = [
            {"cell_type": "code", "collapsed": False, "input": one.splitlines(keepends=True), "language": "python"}
            for one in (MODEL, SESSION, loop)
        ]
        sheets = [{"cells": cells[:1]}, {"cells": cells[1:], "metadata": {}}]
        return json.dumps(
            {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": sheets}, indent=1
        )

    assert fixed(tmp_path, text(LOOP)) == text(HOISTED)


def test_newlines_of_windows_in_the_cell_and_in_the_file(tmp_path: Path) -> None:
    def text(loop: str) -> bytes:
        inside = dumped(code(MODEL), code(SESSION), code(loop.replace("\n", "\r\n")))
        return b"\xef\xbb\xbf" + inside.replace("\n", "\r\n").encode()

    (change,) = planned(tmp_path, text(LOOP)).changes
    assert change.data == text(HOISTED)


def test_lines_that_stay_keep_the_escapes_that_they_had(tmp_path: Path) -> None:
    def text(loop: str) -> str:
        marked = f"# a slash\n{loop}"
        return dumped(code(MODEL), code(SESSION), code(marked)).replace("# a slash", r"# a \/ and an \u00E9")

    assert fixed(tmp_path, text(LOOP)).count(r"# a \/ and an \u00E9") == 1


def test_an_empty_line_at_the_head_of_a_cell_does_not_come_of_it(tmp_path: Path) -> None:
    loop = "with tf.Session() as s:\n\n    for k in range(4):\n        y = tf.square(x)\n\n        s.run(y, {x: k})\n"
    text = dumped(code(MODEL), code(loop), code("print(1)"))
    source = "".join(json.loads(fixed(tmp_path, text))["cells"][1]["source"])
    assert source == ("y = tf.square(x)\nwith tf.Session() as s:\n\n    for k in range(4):\n        s.run(y, {x: k})\n")


def test_a_notebook_in_python_2(tmp_path: Path) -> None:
    def text(loop: str) -> str:
        return dumped(code(f"%matplotlib inline\n{MODEL}\nprint 'début'"), code(SESSION), code(f"%%time\n{loop}"))

    loop, hoisted = (one.replace("print(sess.run(y, {x: k}))", "print sess.run(y, {x: k})") for one in (LOOP, HOISTED))
    assert fixed(tmp_path, text(loop)) == text(hoisted)


def test_the_diff_shows_the_changed_cells_as_they_are_written(tmp_path: Path) -> None:
    text = dumped(prose("a"), code(f"%matplotlib inline\n{MODEL}"), code(SESSION), code(f"%%time\n{LOOP}"))
    assert planned(tmp_path, text).diff == (
        "--- a/train.ipynb\n"
        "+++ b/train.ipynb\n"
        "@@ -1,4 +1,4 @@ cell 4\n"
        " %%time\n"
        "+y = tf.square(x)\n"
        " for k in range(4):\n"
        "-    y = tf.square(x)\n"
        "     print(sess.run(y, {x: k}))\n"
    )


def test_new_lines_come_from_the_lines_that_they_came_from(tmp_path: Path) -> None:
    rewritten = moved(tmp_path, dumped(code("a = 1\nb = 2"), code("c = 3")), (3, "b = 2"), (2, "a = 1"))
    assert rewritten.text == "# cell 1\nb = 2\na = 1\n# cell 2\n\nc = 3\n"
    assert rewritten.line_map == {1: 1, 2: 3, 3: 2, 4: 4, 5: 5, 6: 6}


TEXTS = st.text(st.sampled_from("a\n\r\t'\"\\/é\u2028\U0001f600 "), max_size=12)
SOURCES = st.one_of(TEXTS, st.lists(TEXTS, min_size=1, max_size=4))
FORMS = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 0, 1, "\t"]),
        "ensure_ascii": st.booleans(),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" ,\r\n", " : ")]),
    }
)


@settings(max_examples=60, deadline=None)
@given(st.lists(SOURCES, min_size=1, max_size=4), FORMS, TEXTS, st.data())
def test_of_any_json_only_the_source_is_another(
    sources: list[str | list[str]], form: dict[str, Any], new: str, data: st.DataObject
) -> None:
    cells = [{"source": source, "outputs": [{"source": source, "n": [1.50, True]}]} for source in sources]
    number = data.draw(st.integers(1, len(cells)))
    text = json.dumps({"nbformat": 4, "cells": cells}, **form)
    after = with_sources(text, {number: new})
    content = json.loads(after)
    found = content["cells"][number - 1]["source"]
    assert "".join(found) == new
    assert isinstance(found, str) == isinstance(sources[number - 1], str)
    content["cells"][number - 1]["source"] = sources[number - 1]
    assert json.dumps(content, **form) == text


def test_every_real_form_is_given_back_to_the_byte() -> None:
    text = dumped(prose("a"), code(MODEL), code(""), code("a\n\n\tb"), {"cell_type": "code"}, code("\n"))
    sources = {2: MODEL, 4: "a\n\n\tb", 6: "\n"}
    assert with_sources(text, sources) == text
