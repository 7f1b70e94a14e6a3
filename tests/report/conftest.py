"""A real browser for the tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hoist.migrate.result import Summary
from tests.report.summaries import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSER = "HOIST_BROWSER"
REQUIRE_BROWSER = "HOIST_REQUIRE_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Opened:
    """A page in a browser, with what it asked for and what its console said."""

    page: Page
    address: str
    requests: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


Open = Callable[..., Opened]


def browser_program() -> tuple[str, str]:
    """Return the path of a browser; else what is missing."""
    if find_spec("playwright") is None:
        return "", "the package playwright is not installed (pip install playwright)"
    asked = os.environ.get(BROWSER, "")
    found = shutil.which(asked) if asked else next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found, ""
    return (
        "",
        f"{BROWSER}={asked} is no program" if asked else f"{BROWSER} is not set, and PATH has no {', '.join(NAMES)}",
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give a browser without a window; skip where there is none, or fail where it is required."""
    program, problem = browser_program()
    if problem and os.environ.get(REQUIRE_BROWSER) == "1":
        pytest.fail(f"{problem}, and {REQUIRE_BROWSER}=1", pytrace=False)
    if problem:
        pytest.skip(f"{problem}: install Chromium, or set {BROWSER} to its path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Give a function that opens a summary's page, which may ask for nothing else and complain of nothing."""
    every: list[Opened] = []

    def opened(summary: Summary, fragment: str = "", **context: Any) -> Opened:
        page = browser.new_context(**context).new_page()
        address = written(summary, tmp_path / f"report{len(every)}.html").as_uri()
        one = Opened(page, address)
        every.append(one)
        page.on("request", lambda request: one.requests.append(request.url))
        page.on("console", lambda message: one.said.append(message.text))
        page.on("pageerror", lambda error: one.said.append(str(error)))
        page.goto(address + fragment)
        return one

    yield opened
    for one in every:
        one.page.context.close()
    assert [request for one in every for request in one.requests if not request.startswith(one.address)] == []
    assert [line for one in every for line in one.said] == []
