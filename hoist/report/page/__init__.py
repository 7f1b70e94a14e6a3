"""A campaign as one page that needs nothing but a browser: no network, no other file."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.migrate.result import Summary

HEAD_SCRIPT = "live.js"
SCRIPTS = ("uplot/uPlot.iife.min.js", "plots.js", "details.js", "page.js")
STYLES = ("uplot/uPlot.min.css", "page.css")


def page_html(summary: Summary) -> str:
    """Return the page; everything that comes from repositories stands in it as text."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    from hoist.report.page.text import all_visible, json_for_script, visible
    from hoist.report.page.view import code_counts, details, outcome_counts, row, when

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    rows = [row(result) for result in summary.results]
    first, *scripts = [_own(name) for name in (HEAD_SCRIPT, *SCRIPTS)]
    style = "\n".join(_own(name) for name in STYLES)
    return environment.from_string(_own("page.html.j2")).render(
        name=visible(summary.name),
        hoist=visible(summary.hoist),
        started=visible(summary.started),
        when=when(summary.started),
        rows=rows,
        outcomes=outcome_counts(summary),
        codes=code_counts(rows),
        pending=[visible(name) for name in summary.pending],
        policy=_policy([first, *scripts], style),
        style=Markup(style),  # noqa: S704 - files of this package
        first_script=Markup(first),  # noqa: S704 - the same
        scripts=[Markup(script) for script in scripts],  # noqa: S704 - the same
        data=Markup(json_for_script(all_visible([details(result) for result in summary.results]))),  # noqa: S704 - escaped
    )


def _own(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")


def _policy(scripts: list[str], style: str) -> str:
    """Return what the browser may do: run these scripts, use this style, and load nothing at all."""
    allowed = " ".join(map(_hash, scripts))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; img-src data:; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
