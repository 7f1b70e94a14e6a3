from __future__ import annotations

from hoist.report.style import PLAIN, Style
from hoist.report.terminal import diff_text

DIFF = """\
--- a/train.py
+++ b/train.py
@@ -1,3 +1,2 @@
 x = 1
--- y
-z = 2
+++ y
\\ No newline at end of file
--- a/more.py
+++ b/more.py
@@ -1 +1 @@
-é
+e
"""


def test_without_colours_a_diff_is_left_to_the_letter() -> None:
    assert diff_text(DIFF, PLAIN) == DIFF


def test_colours_tell_headers_from_lines_that_look_like_them() -> None:
    cyan, green, red, bold, end = "\x1b[36m", "\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[0m"
    assert diff_text(DIFF, Style(color=True)).splitlines() == [
        f"{bold}--- a/train.py{end}",
        f"{bold}+++ b/train.py{end}",
        f"{cyan}@@ -1,3 +1,2 @@{end}",
        " x = 1",
        f"{red}--- y{end}",
        f"{red}-z = 2{end}",
        f"{green}+++ y{end}",
        "\\ No newline at end of file",
        f"{bold}--- a/more.py{end}",
        f"{bold}+++ b/more.py{end}",
        f"{cyan}@@ -1 +1 @@{end}",
        f"{red}-é{end}",
        f"{green}+e{end}",
    ]
