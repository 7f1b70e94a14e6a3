from __future__ import annotations

import subprocess
import sys


def test_reports_import_nothing_slow_before_they_are_drawn() -> None:
    code = """
import sys
import hoist.report.terminal, hoist.report.json_output, hoist.report.curves, hoist.report.progress, hoist.report.page
slow = {"jinja2", "libcst", "numpy", "plotext", "rich", "scipy", "tensorflow", "typer"}
print(sorted(slow & set(sys.modules)))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
