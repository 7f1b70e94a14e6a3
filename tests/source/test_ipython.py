"""What only IPython takes: which lines these are, what stands for them, and how far they reach."""

from __future__ import annotations

import pytest

from hoist.source.ipython import Reach, specials

NOTHING, OUTSIDE, ANYTHING = Reach.NOTHING, Reach.OUTSIDE, Reach.ANYTHING


@pytest.mark.parametrize(
    "lines",
    [
        ("a = b % c",),
        ("print('%s'", "    % (step, loss))"),
        ("print('%s'", "%time)"),
        ("print('50%!')",),
        ("x != 3",),
        ("text = '''", "%matplotlib inline", "!ls", "'''"),
        ('text = r"""\\"""', '%time"""'),
        ("x = a \\", "%b"),
        ("f(  # it's (", "!x", ")"),
        ("d = {'(': [", "?", "]}"),
        ("",),
    ],
)
def test_python_is_left_as_it_is(lines: tuple[str, ...]) -> None:
    assert specials(lines) == {}


@pytest.mark.parametrize(
    ("line", "python", "reach"),
    [
        ("%matplotlib inline", "pass", NOTHING),
        ("tf.train.Saver?", "pass", NOTHING),
        ("?tf.train", "pass", NOTHING),
        ("!pip install tensorflow==1.15", "pass", OUTSIDE),
        ("%cd data", "pass", OUTSIDE),
        ("files = !ls", "files = get_ipython()", OUTSIDE),
        ("here = %pwd", "here = get_ipython()", OUTSIDE),
        ("%time x = f(2)", "x = f(2)", NOTHING),
        ("x = %time f(2)", "x = get_ipython()", ANYTHING),
        ("%time", "pass", ANYTHING),
        ("%timeit f(2)", "pass", ANYTHING),
        ("%run other.py", "pass", ANYTHING),
        ("%pylab inline", "pass", ANYTHING),
        ("%reset -f", "pass", ANYTHING),
        ("%mine", "pass", ANYTHING),
    ],
)
def test_a_line_of_ipythons(line: str, python: str, reach: Reach) -> None:
    (found,) = specials([line]).values()
    assert (found.python, found.reach) == (python, reach)


@pytest.mark.parametrize(
    ("head", "reach"),
    [
        ("if colab:", OUTSIDE),
        ("try:", OUTSIDE),
        ("for name in names:", ANYTHING),
        ("while True:", ANYTHING),
        ("def fetch():", ANYTHING),
        ("with tf.Session() as sess:", ANYTHING),
    ],
)
def test_a_shell_command_that_may_be_run_again_may_do_anything(head: str, reach: Reach) -> None:
    found = specials([head, "    !ls"])
    assert found[1].python == "    pass"
    assert found[1].reach is reach


def test_the_lines_of_a_command_that_goes_on_are_one() -> None:
    found = specials(["  !pip install \\", "      numpy \\", "  scipy", "a = 1"])
    assert [found[at].python for at in sorted(found)] == ["  pass", "  pass", "  pass"]


@pytest.mark.parametrize(
    ("lines", "python", "reach"),
    [
        (("%%time", "a = 1"), {0: "pass"}, NOTHING),
        (("", "%%capture out", "a = 1", "%matplotlib inline"), {1: "pass", 3: "pass"}, NOTHING),
        (("%%timeit", "a = 1"), {0: "pass"}, ANYTHING),
        (("%%bash", "ls | head"), {0: "", 1: ""}, OUTSIDE),
        (("%%html", "<b>a</b>"), {0: "", 1: ""}, NOTHING),
        (("%%writefile model.py", "import os"), {0: "", 1: ""}, ANYTHING),
        (("%%cython", "cdef int a"), {0: "", 1: ""}, ANYTHING),
    ],
)
def test_a_magic_that_has_its_cell(lines: tuple[str, ...], python: dict[int, str], reach: Reach) -> None:
    found = specials(lines)
    assert {at: one.python for at, one in found.items()} == python
    assert {one.reach for one in found.values()} == {reach}
