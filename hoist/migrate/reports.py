"""The report of a campaign: ``report.json`` and ``report.html`` in its folder."""

from __future__ import annotations

import json
from pathlib import Path

from hoist.migrate.result import Summary
from hoist.migrate.store import Store
from hoist.report.page import page_html
from hoist.source.writing import write_generated


def write_reports(store: Store) -> list[Path]:
    """Write the reports of a campaign as it is now, and return their paths."""
    summary = store.summary()
    documents = {"report.json": json_of(summary), "report.html": page_html(summary)}
    for name, text in documents.items():
        write_generated(store.folder / name, text.encode("utf-8"))
    return [store.folder / name for name in documents]


def json_of(summary: Summary) -> str:
    """Return what ``report.json`` holds, in ASCII."""
    return json.dumps(summary.to_json(), indent=1, allow_nan=False) + "\n"
