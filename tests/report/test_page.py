"""The page of a campaign, opened in a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from hoist.migrate.result import Outcome, Result, Summary
from tests.report.conftest import Open
from tests.report.reports import DIFFERENT
from tests.report.summaries import DIFF, LEFT, PROVED, RESULTS, SUMMARY, found, only, proof
from tests.report.test_findings_text import REFUSED

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

EVERY = "#" + "&".join(f"open={result.name}" for result in RESULTS)
BIDI = "\u202e"
HOSTILE = (
    "</script><script>window.taken = 1</script><!--<script>\u2028\"'`${window.taken=2}{{ 7 * 7 }}"
    "<img src=x onerror='window.taken=3'>&lt;\\u003c\x00\ud800]]>"
)
HOSTILE_SHOWN = HOSTILE.replace("\u2028", "<U+2028>").replace("\x00", "<U+0000>").replace("\ud800", "<U+D800>")

CONTRASTS = """() => {
  const parts = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const colour = parts(getComputedStyle(element).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
      if (colour[3] > 0) throw new Error("a background that shines through");
    }
    throw new Error("no background");
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.closest("script, style, .unseen")) continue;
    const [one, other] = [light(parts(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
    seen.push([walker.currentNode.data.trim().slice(0, 40), (one + 0.05) / (other + 0.05)]);
  }
  return seen;
}"""
COLOURS_IN_CANVAS = """([canvas, name]) => {
  const wanted = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16));
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    found += data[at] === r && data[at + 1] === g && data[at + 2] === b && data[at + 3] === 255;
  }
  return found;
}"""


def button(page: Page, name: str) -> Locator:
    return page.locator("#repositories button.name").filter(has_text=re.compile(f"^{re.escape(name)}$"))


def below(page: Page, name: str) -> Locator:
    """What is open below a repository's row."""
    return page.locator(f"#{button(page, name).get_attribute('aria-controls')}")


def shown(page: Page) -> list[str]:
    """The names in the table, in their order."""
    return page.locator("tr.row:visible .name").all_inner_texts()


def fragment(page: Page, expected: str) -> None:
    page.wait_for_function("expected => location.hash === expected", arg=expected)


def unfold(page: Page) -> None:
    """Open all that can be opened within what is open."""
    page.wait_for_selector("canvas")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.locator(".scroll table").last.wait_for(state="attached")


def many(count: int) -> Summary:
    return replace(
        SUMMARY,
        results=tuple(replace(RESULTS[at % len(RESULTS)], name=f"repository-{at:04}") for at in range(count)),
        pending=(),
    )


def test_it_says_what_became_of_each_repository(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    assert page.title() == "hoist: spring"
    assert shown(page) == ["plates", "digits", "pong", "words", "calm", "gone"]
    assert page.locator("tr.row .badge").all_inner_texts() == [
        "proved",
        "proved in part",
        "rewritten, not run",
        "refused",
        "clean",
        "failed",
    ]
    figures = page.locator("tr.row").first.locator(".number").all_inner_texts()
    assert figures == ["2\n1 refused", "812 → 0", "1,802 ms → 97 ms"]
    assert page.locator("#counts li").all_text_contents()[:2] == ["1 proved", "1 proved in part"]
    assert "6 repositories" in page.locator(".byline").inner_text()
    assert "1 March 2026, 09:30 UTC+01:00" in page.locator(".byline").inner_text()
    assert page.locator(".pending summary").inner_text() == "2 not done yet"
    assert page.get_by_text("A proof holds for the run that was made").is_visible()


def test_it_asks_for_nothing_but_itself(open_page: Open) -> None:
    opened = open_page(SUMMARY, EVERY)
    opened.page.wait_for_load_state("networkidle")
    assert opened.requests == [opened.address]


def test_its_policy_lets_nothing_in_or_out(open_page: Open) -> None:
    opened = open_page(SUMMARY)
    refused = opened.page.evaluate(
        """async () => {
          const refused = [];
          addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
          await fetch("http://127.0.0.1:9/").catch(() => null);
          const image = document.createElement("img");
          image.src = "http://127.0.0.1:9/x.png";
          const script = document.createElement("script");
          try { script.textContent = "window.taken = 1"; } catch { refused.push("text as script"); }
          try { document.body.innerHTML = "<p>x</p>"; } catch { refused.push("text as markup"); }
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.body.append(image, script, style);
          await new Promise((done) => setTimeout(done, 200));
          return refused;
        }"""
    )
    assert {"connect-src", "img-src", "style-src-elem", "text as script", "text as markup"} <= {*refused}
    assert opened.page.evaluate("window.taken") is None
    opened.said.clear()  # the browser's words on what it refused
    opened.requests.clear()  # and the image, which it did not fetch


def test_outcomes_filter_and_the_address_says_so(open_page: Open) -> None:
    opened = open_page(SUMMARY)
    page = opened.page
    button(page, "words").click()
    page.get_by_role("button", name="1 proved", exact=True).click()
    assert shown(page) == ["plates"]
    assert not below(page, "words").is_visible()
    button(page, "words").evaluate("one => one.click()")
    page.get_by_role("button", name="1 failed").click()
    assert shown(page) == ["plates", "gone"]
    assert page.get_by_role("button", pressed=True).all_text_contents() == ["1 proved", "1 failed"]
    assert page.locator("#shown").inner_text() == "2 of 6 shown"
    fragment(page, "#outcome=proved&outcome=failed")
    page.reload()
    assert shown(page) == ["plates", "gone"]
    page.get_by_role("button", name="1 failed").click()
    assert shown(page) == ["plates"]
    page.get_by_role("button", name="Show all").click()
    assert len(shown(page)) == 6
    fragment(page, "")


def test_rules_and_refusals_filter(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    options = page.locator("#code option").all_inner_texts()
    assert options[1:] == [
        "HST101 saver-in-loop (2)",
        "HST102 optimizer-in-loop (3)",
        "HSR02 it calls something unknown (3)",
    ]
    page.select_option("#code", "HSR02")
    assert shown(page) == ["plates", "digits", "words"]
    fragment(page, "#code=HSR02")
    page.reload()
    assert shown(page) == ["plates", "digits", "words"]
    assert page.locator("#code").input_value() == "HSR02"
    page.select_option("#code", "")
    assert len(shown(page)) == 6


def test_words_are_searched(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    for words, expected in (
        ("PLATES", ["plates"]),
        ("net/layers.py", ["plates"]),
        ("train.py horovod", ["pong"]),
        ("example.org", ["plates"]),
        ("hsr02 other.py", ["digits"]),
        ("old.py", ["words"]),
        ("no such thing", []),
    ):
        page.fill("#search", words)
        assert shown(page) == expected
    assert page.get_by_text("Nothing matches.").is_visible()
    fragment(page, "#search=no+such+thing")
    page.get_by_role("button", name="Show all").click()
    assert len(shown(page)) == 6
    assert not page.get_by_text("Nothing matches.").is_visible()


def test_rows_are_put_in_order_with_what_is_open_below_them(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    button(page, "pong").click()
    page.get_by_role("columnheader", name="Name").get_by_role("button").click()
    assert shown(page) == ["calm", "digits", "gone", "plates", "pong", "words"]
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    following = "row => row.nextElementSibling.id"
    opened = page.locator("tr.row.open").evaluate(following)
    assert opened == button(page, "pong").get_attribute("aria-controls")
    page.get_by_role("columnheader", name="Findings").get_by_role("button").click()
    assert shown(page)[0:2] == ["plates", "digits"]
    fragment(page, "#order=-findings&open=pong")
    page.reload()
    assert shown(page)[0:2] == ["plates", "digits"]
    assert page.locator("#order").input_value() == "-findings"
    page.select_option("#order", "")
    assert shown(page)[0:3] == ["plates", "digits", "pong"]


def test_a_repository_shows_what_was_found_and_proved(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    assert page.locator(".details").count() == 0
    button(page, "plates").click()
    opened = below(page, "plates")
    text = opened.inner_text()
    for part in (
        "tf.train.Saver() is built in each turn of the session loop",
        "train.py:7:11 in the loop at train.py:3",
        "max_to_keep=None keeps every checkpoint that the original kept",
        "tf.square(x) may have an effect that is seen each turn, and nothing is known of x",
        "model (train.py:4) → dense (net/layers.py:40)",
        "the same, to the last bit",
        "the same under common random numbers",
        "the fingerprints of 40 session runs in 20 turns agree",
        "nodes per turn: 812 → 0",
        "train.py --steps 20",
        "net/layers.py, eval.py",
        "git fetch CAMPAIGN/branches/plates.bundle hoist",
        "git am CAMPAIGN/patches/plates.patch",
        "Run on TensorFlow 2.21.0, Python 3.11.7, CPU:0.",
        "clone 1.5 s, find 0.2 s, prove 61.0 s",
    ):
        assert part in text
    left = opened.locator("section").filter(has=page.get_by_role("heading", name="Left as it is"))
    assert left.locator("dt").all_inner_texts() == ["called by way of", "refused HSR02", "what you can do"]
    assert left.locator("dd").last.inner_text() == "build it once in front of the loop"
    assert opened.locator(".questions").first.locator("tr").count() == 4
    assert opened.get_by_role("link", name="https://example.org/plates.git").count() == 1
    button(page, "plates").click()
    assert page.locator(".details").count() == 0


def test_code_in_messages_is_set_as_code(open_page: Open) -> None:
    finding = found(REFUSED)[0]
    finding["message"] = "`x = tf.ones(3)` adds nodes by `y`, and ` stays"
    page = open_page(only(replace(LEFT, findings=(finding,)))).page
    assert page.locator(".message").text_content() == "HST102 x = tf.ones(3) adds nodes by y, and ` stays"
    assert page.locator(".message code:not(.rule)").all_inner_texts() == ["x = tf.ones(3)", "y"]


def test_its_diff_is_marked_line_by_line(open_page: Open) -> None:
    minus = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1 @@\n--- a comment\n keep\n"
    rewrites = (replace(PROVED.rewrites[0], diff=DIFF + minus),)
    page = open_page(only(replace(PROVED, rewrites=rewrites))).page
    assert page.locator(".diff .added").all_text_contents() == ["+saver = tf.train.Saver(max_to_keep=None)\n"]
    assert page.locator(".diff .removed").all_text_contents() == [
        "-        saver = tf.train.Saver()\n",
        "--- a comment\n",
    ]
    assert page.locator(".diff .hunk").all_text_contents() == ["@@ -1,5 +1,5 @@\n", "@@ -1,2 +1 @@\n"]
    assert [text.strip() for text in page.locator(".diff summary").all_text_contents()] == [
        "train.py 1 added, 1 removed",
        "x.sql 0 added, 1 removed",
    ]
    colours = page.locator(".diff .line").evaluate_all("lines => lines.map((l) => getComputedStyle(l).backgroundColor)")
    assert len({*colours}) == 3


def test_a_long_diff_is_drawn_when_it_is_asked_for(open_page: Open) -> None:
    diff = "--- a/t.py\n+++ b/t.py\n@@ -0,0 +1,2000 @@\n" + "".join(f"+line{number}\n" for number in range(2000))
    page = open_page(only(replace(PROVED, rewrites=(replace(PROVED.rewrites[0], diff=diff),)))).page
    assert page.locator(".diff .line").count() == 0
    page.locator(".diff summary").click()
    page.locator(".diff .line").last.wait_for()
    assert page.locator(".diff .line").count() == 2001


def test_its_curves_are_drawn_in_both_colours(open_page: Open) -> None:
    page = open_page(only(PROVED)).page
    page.wait_for_selector("canvas")
    assert page.locator("figure canvas").count() == 4
    for at in range(4):
        canvas = page.locator("figure canvas").nth(at).element_handle()
        for name in ("--original", "--rewritten"):
            assert page.evaluate(COLOURS_IN_CANVAS, [canvas, name]) > 100
    assert page.locator("[role=img]").first.get_attribute("aria-label") == (
        "Step time in ms, by step. original: 1,880 ms at step 1, 1,802 ms at step 20."
        " rewritten: 1,980 ms at step 1, 97 ms at step 20."
    )
    page.locator(".numbers summary").first.click()
    first = page.locator(".numbers tbody tr").first
    first.wait_for()
    assert first.locator("th, td").all_inner_texts() == ["1", "1,880", "1,980", "0", "812"]


def test_what_could_not_be_shown_says_why(open_page: Open) -> None:
    page = open_page(SUMMARY, EVERY).page
    assert "could not be run: train.py needs the module horovod" in below(page, "pong").inner_text()
    assert "First difference: value, loss:0, turn 3, session run 5" in below(page, "digits").inner_text()
    assert "refused: run, and not the same; not in the commit" in below(page, "digits").inner_text()
    assert "old.py: not Python" in below(page, "words").inner_text()
    assert "What you can do: Run git init and commit in it." in below(page, "gone").inner_text()
    assert "../gone: is no repository" in page.locator("tr.row", has_text="gone").inner_text()
    assert "Nothing was found" in below(page, "calm").inner_text()


def test_a_link_leads_to_one_repository(open_page: Open) -> None:
    name = "a&b=c #d/é%20+"
    summary = replace(many(60), results=(*many(60).results, replace(LEFT, name=name)))
    opened = open_page(summary, "#outcome=clean")
    page = opened.page
    page.get_by_role("button", name="Show all").click()
    button(page, name).click()
    address = below(page, name).locator(".permalink").get_attribute("href") or ""
    page.goto("about:blank")
    page.goto(opened.address + address)
    assert page.locator(".details").count() == 1
    assert below(page, name).is_visible()
    assert page.evaluate("document.activeElement.innerText") == name
    assert button(page, name).evaluate("one => one.getBoundingClientRect().top < innerHeight")


def test_one_result_is_open_at_once(open_page: Open) -> None:
    page = open_page(only(PROVED)).page
    assert below(page, "plates").is_visible()
    assert page.locator("#search, .bar, #counts li").count() == 0
    assert page.locator(".byline").inner_text() == "1 March 2026, 09:30 UTC+01:00"


def test_a_campaign_of_which_nothing_is_done(open_page: Open) -> None:
    page = open_page(replace(SUMMARY, results=())).page
    assert page.get_by_text("Nothing is done yet.").is_visible()
    assert not page.get_by_text("Nothing matches.").is_visible()


def hostile() -> Result:
    finding: dict[str, Any] = found(REFUSED)[0]
    finding["message"] = finding["path"] = finding["loop"]["path"] = HOSTILE
    finding["remedy"] = {**finding["remedy"], "explanation": HOSTILE, "advice": HOSTILE, "note": HOSTILE}
    finding["chain"] = [{**finding["chain"][0], "name": HOSTILE}]
    difference = replace(DIFFERENT.difference, name=HOSTILE, original_value=HOSTILE) if DIFFERENT.difference else None
    report = replace(DIFFERENT, difference=difference, notes=(HOSTILE,), loop=HOSTILE)
    rewrite = replace(
        PROVED.rewrites[0],
        files=(HOSTILE,),
        reason=HOSTILE,
        diff=f"--- a/{HOSTILE}\n+++ b/{HOSTILE}\n@@ -1 +1 @@\n-{HOSTILE}\n+{BIDI}{HOSTILE}\n",
        proofs=(proof(report, HOSTILE, HOSTILE),),
    )
    return Result(
        HOSTILE,
        "javascript:window.taken=4",
        Outcome.REFUSED,
        HOSTILE,
        HOSTILE,
        branch=HOSTILE,
        commit=HOSTILE,
        findings=(finding,),
        rewrites=(rewrite,),
        problems=(HOSTILE,),
        python=HOSTILE,
    )


def test_what_a_repository_holds_stays_text(open_page: Open) -> None:
    page = open_page(Summary(HOSTILE, HOSTILE, HOSTILE, (hostile(), PROVED), (HOSTILE,))).page
    page.locator("button.name").first.click()
    page.wait_for_timeout(200)
    assert page.evaluate("window.taken") is None
    assert page.locator("img, iframe, object, body > script:not([id]) ~ script ~ script ~ script ~ script").count() == 0
    assert page.locator("a[href^=javascript]").count() == 0
    assert page.title() == f"hoist: {HOSTILE_SHOWN}"
    for place in ("h1", "tr.row .name", ".reason", ".message", ".problems li", "h3", ".advice", "dd.can-do"):
        assert HOSTILE_SHOWN in (page.locator(place).first.text_content() or ""), place
    assert page.locator(".diff .removed").text_content() == f"-{HOSTILE_SHOWN}\n"
    assert page.locator(".diff .added").text_content() == f"+<U+202E>{HOSTILE_SHOWN}\n"
    page.fill("#search", "window.taken")
    assert shown(page) == [HOSTILE_SHOWN]


def test_the_keyboard_is_enough(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("train.py/")
    assert page.locator("#search").input_value() == "train.py/"
    page.keyboard.press("Escape")
    page.keyboard.type("o")
    page.keyboard.press("ArrowDown")
    focused = "document.activeElement.innerText"
    assert page.evaluate(focused) == shown(page)[0]
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == shown(page)[1]
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    name = shown(page)[1]
    assert button(page, name).get_attribute("aria-expanded") == "false"
    page.keyboard.press("Enter")
    assert button(page, name).get_attribute("aria-expanded") == "true"
    assert below(page, name).is_visible()
    page.keyboard.press("Tab")
    assert below(page, name).evaluate("opened => opened.contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert page.evaluate(focused) == name
    assert button(page, name).get_attribute("aria-expanded") == "false"
    page.keyboard.press("ArrowRight")
    assert button(page, name).get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert page.evaluate(focused) == shown(page)[-1]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "search"


def test_outcomes_are_chosen_by_keyboard(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "1 proved"
    page.keyboard.press("Space")
    assert shown(page) == ["plates"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(open_page: Open, scheme: str) -> None:
    page = open_page(SUMMARY, EVERY + "&outcome=proved&outcome=refused&outcome=rewritten", color_scheme=scheme).page
    unfold(page)
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 150
    assert [(text, ratio) for text, ratio in contrasts if ratio < 4.5] == []


def test_dark_is_dark_and_its_curves_are_drawn_anew(open_page: Open) -> None:
    page = open_page(only(PROVED), color_scheme="light").page
    page.wait_for_selector("canvas")
    behind = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(behind)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(behind) != light
    assert sum(map(int, re.findall(r"\d+", page.evaluate(behind)))) < 150
    drawn = f"() => ({COLOURS_IN_CANVAS})([document.querySelector('figure canvas'), '--original']) > 100"
    page.wait_for_function(drawn)


def test_a_narrow_screen_is_not_scrolled_sideways(open_page: Open) -> None:
    long = replace(
        PROVED, name="a" * 90, source="b" * 200, rewrites=(replace(PROVED.rewrites[0], files=("c/" * 90 + "d.py",)),)
    )
    summary = replace(SUMMARY, name="campaign" * 12, results=(*RESULTS, long), pending=("e" * 120,))
    page = open_page(summary, f"{EVERY}&open={long.name}", viewport={"width": 360, "height": 740}).page
    unfold(page)
    assert page.locator(".details").count() == 7
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    beyond = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
      && !one.closest(".diff pre, .difference, .scroll, .unseen, .u-over, svg, option, optgroup")
      && one.getBoundingClientRect().right > 361).map((one) => one.outerHTML.slice(0, 80))"""
    assert page.evaluate(beyond) == []
    diff = page.locator(".diff pre").first
    assert diff.evaluate("one => getComputedStyle(one).overflowX") == "auto"
    assert diff.evaluate("one => one.scrollWidth > one.clientWidth")
    page.set_viewport_size({"width": 900, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 900


def test_a_thousand_repositories(open_page: Open) -> None:
    page = open_page(many(1000)).page
    assert page.locator("#shown").inner_text() == "All 1,000 shown"
    page.get_by_role("button", name=re.compile("proved$")).first.click()
    assert page.locator("#shown").inner_text() == "167 of 1,000 shown"
    page.fill("#search", "repository-0600")
    assert shown(page) == ["repository-0600"]
    button(page, "repository-0600").click()
    assert below(page, "repository-0600").locator(".diff").count() == 2


def test_without_scripts_it_is_a_table_of_outcomes(open_page: Open) -> None:
    page = open_page(SUMMARY, java_script_enabled=False).page
    rows = page.locator("#repositories tbody tr").all_inner_texts()
    assert len(rows) == 6
    assert rows[1].startswith("digits")
    assert "proved in part" in rows[1]
    assert "one of two rewrites does not compute the same" in rows[1]
    assert page.get_by_text("Without JavaScript").is_visible()
    assert not page.locator("#search").is_visible()
    assert page.locator("button:visible").count() == 0


def test_print_shows_the_page_as_it_stands(open_page: Open) -> None:
    opened = open_page(SUMMARY, "#outcome=proved&outcome=clean&open=plates", color_scheme="dark")
    page = opened.page
    page.wait_for_selector("canvas")
    asked = [*opened.requests]
    page.evaluate(
        """addEventListener("beforeprint", () => {
          const canvas = document.querySelector("figure canvas");
          window.onPaper = getComputedStyle(document.body).backgroundColor;
          window.printed = document.querySelectorAll(".details").length;
        })"""
    )
    assert page.pdf().startswith(b"%PDF")
    assert page.evaluate("window.printed") == 1
    assert page.evaluate("window.onPaper") == "rgb(251, 251, 249)"
    assert page.evaluate("document.documentElement.className") == "live"
    assert len(page.context.pages) == 1
    assert opened.requests == asked
    page.emulate_media(media="print")
    assert not page.locator("#controls").is_visible()
    assert shown(page) == ["plates", "calm"]


def test_outcomes_are_told_without_colour(open_page: Open) -> None:
    page = open_page(SUMMARY).page
    shapes = page.locator("tr.row .badge .icon").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).maskImage)"
    )
    assert len({*shapes}) == len(RESULTS)
    assert all(shape.startswith("url(") for shape in shapes)
    assert len({*page.locator("tr.row .badge").all_inner_texts()}) == len(RESULTS)
