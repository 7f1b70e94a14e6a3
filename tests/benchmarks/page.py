"""The page of a campaign: its pictures in the README, and what a page of many repositories costs.

    python -m tests.benchmarks.page [--many 1000] [--pictures docs] [--keep FOLDER]

Each fixture is taken for a repository. Some are proved by running them, which takes a minute; the others are examined,
and rewritten from the source alone. With ``--pictures`` two PNG files are written; with ``--many`` these results are
repeated under other names, and the size of the page and the times in a browser are printed. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hoist import __version__
from hoist.examine import examine
from hoist.fix import Group, plan
from hoist.migrate.evidence import findings_of, outcome_of, rewrites_of
from hoist.migrate.result import Result, Summary
from hoist.proof import Outcome, Run, carry_out
from hoist.report.page import page_html
from tests.report.conftest import FLAGS, browser_program

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FIXTURES = Path(__file__).parents[2] / "fixtures"
SHOWN = "plate_recognition"
RUN = (SHOWN, "summaries_merge_all", "accuracy_in_loop", "kept_in_functions")
LOOKS: tuple[tuple[str, Literal["light", "dark"], int, int, int], ...] = (
    ("desk", "light", 1200, 1230, 1),
    ("phone", "dark", 360, 740, 2),
)
TIMES = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const [navigation] = performance.getEntriesByType("navigation");
  const took = async (act) => {
    const start = performance.now();
    act();
    await frame();
    return performance.now() - start;
  };
  const search = document.getElementById("search");
  return {
    "until it is ready": navigation.domContentLoadedEventEnd,
    "first filter": await took(() => document.querySelector("#counts button").click()),
    "second filter": await took(() => document.querySelector("#counts button").click()),
    "first search": await took(() => { search.value = "train.py"; search.dispatchEvent(new Event("input")); }),
    "order": await took(() => document.querySelector("th[data-key=findings] button").click()),
    "one row opened": await took(() => document.querySelector("tr.row:not([hidden]) button.name").click()),
  };
}"""


def sources() -> Iterator[tuple[str, Path]]:
    """Each fixture: its name and its file or folder."""
    for folder in sorted(FIXTURES.iterdir()):
        if (folder / "before").is_dir():
            yield folder.name, folder / "before"
    yield SHOWN, FIXTURES / SHOWN
    for path in sorted((FIXTURES / "refused").glob("*.py")):
        yield path.stem, path


def results() -> Iterator[Result]:
    """What becomes of each fixture."""
    run = Run(None, "cpu", 20, 300.0, ())
    for name, source in sources():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / name
            if source.is_dir():
                shutil.copytree(source, folder)
            else:
                folder.mkdir()
                shutil.copy(source, folder / "train.py")
            yield result(name, folder, run if name in RUN else None)


def kept_results(folder: Path | None) -> tuple[Result, ...]:
    """The results that are kept in the folder, else those of new runs, kept there."""
    kept = folder / "results.json" if folder else None
    if kept is not None and kept.exists():
        return tuple(Result.from_json(plain) for plain in json.loads(kept.read_text("utf-8")))
    found = tuple(results())
    if kept is not None:
        kept.write_text(json.dumps([one.to_json() for one in found]), "utf-8")
    return found


def result(name: str, folder: Path, run: Run | None) -> Result:
    """What becomes of one of them; without a run, what its source shows."""
    start = time.perf_counter()
    planned = plan(examine(sorted(folder.glob("*.py"))), folder)
    found = time.perf_counter()
    proved = [carried_out(group, run) for group in planned.groups]
    rewrites = rewrites_of(planned.groups, proved, folder)
    seconds = {"find": found - start} | ({"prove": time.perf_counter() - found} if run else {})
    outcome = outcome_of(rewrites, planned.findings)
    findings = findings_of(planned.findings, folder)
    return Result(name, f"fixtures/{name}", outcome, findings=findings, rewrites=rewrites, seconds=seconds)


def carried_out(group: Group, run: Run | None) -> Outcome:
    """A group of changes, proved or written as it is."""
    return carry_out(group, run, lambda *_: None)


def pictures(browser: Browser, page: Path, folder: Path) -> None:
    """Write what the page looks like on a desk and on a phone."""
    folder.mkdir(exist_ok=True)
    for name, scheme, width, height, scale in LOOKS:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=scale
        )
        opened = context.new_page()
        opened.goto(f"{page.as_uri()}#outcome=proved&order=-nodes&open={SHOWN}")
        opened.wait_for_selector("canvas")
        at = "scrollTo(0, 0)" if name == "desk" else "document.querySelectorAll('.questions tr')[2].scrollIntoView()"
        opened.evaluate(at)
        opened.evaluate("document.activeElement.blur()")
        opened.wait_for_timeout(300)
        picture = folder / f"report-{name}.png"
        opened.screenshot(path=picture)
        print(f"{picture}: {picture.stat().st_size // 1024} KiB")  # noqa: T201
        context.close()


def measure(browser: Browser, page: Path) -> None:
    """Print what a page costs."""
    print(f"page: {page.stat().st_size / 2**20:.1f} MiB")  # noqa: T201
    opened = browser.new_context().new_page()
    opened.goto(page.as_uri())
    times: dict[str, Any] = opened.evaluate(TIMES)
    for what, milliseconds in times.items():
        print(f"{what}: {milliseconds:.0f} ms")  # noqa: T201
    opened.context.close()


def many(found: Sequence[Result], count: int) -> list[Result]:
    """The results, repeated under other names."""
    return [replace(found[at % len(found)], name=f"{found[at % len(found)].name}-{at:04}") for at in range(count)]


def main() -> None:
    """Make the pages, and look at them in a browser."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument(
        "--keep", type=Path, help="a folder in which results and pages are left, and from which results are taken"
    )
    arguments = parser.parse_args()
    program, problem = browser_program()
    if problem:
        raise SystemExit(problem)
    found = kept_results(arguments.keep)
    summary = Summary("Fixtures of hoist", __version__, datetime.now(timezone.utc).isoformat(timespec="minutes"), found)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = arguments.keep or Path(temporary)
        few, page = folder / "fixtures.html", folder / "many.html"
        few.write_text(page_html(summary), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        run = [one for one in found if any(rewrite.proofs for rewrite in one.rewrites)]
        for what, repeated in (("as the fixtures are", found), ("each one run", run)):
            print(f"{arguments.many} repositories, {what}")  # noqa: T201
            start = time.perf_counter()
            page.write_text(page_html(replace(summary, results=tuple(many(repeated, arguments.many)))), "utf-8")
            print(f"made in {time.perf_counter() - start:.1f} s")  # noqa: T201
            measure(browser, page)
        if arguments.pictures:
            pictures(browser, few, arguments.pictures)
        browser.close()


if __name__ == "__main__":
    main()
