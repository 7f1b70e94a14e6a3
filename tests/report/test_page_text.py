"""Text on its way into the page."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from hoist.report.page import page_html
from hoist.report.page.proofs import report_from
from hoist.report.page.text import all_visible, json_for_script, visible
from hoist.verify import Report
from tests.report.reports import COMMON, DIFFERENT, DRIFT, DRIFTED, NOT_RUN, SAME
from tests.report.summaries import SUMMARY, proof

INFINITE = replace(SAME, drift=replace(DRIFT, largest=math.inf, of_array=math.inf))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("保存模型 é 👩\u200d💻", "保存模型 é 👩\u200d💻"),
        ("one\r\ntwo\rthree", "one\ntwo<U+000D>three"),
        ("a\u202eb\u2066c", "a<U+202E>b<U+2066>c"),
        ("a\x00b\x1b[31m", "a<U+0000>b<U+001B>[31m"),
        ("a\u2028b\u2029c\ufeff", "a<U+2028>b<U+2029>c<U+FEFF>"),
        ("a\udcffb", "a<U+DCFF>b"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, expected: str) -> None:
    assert visible(text) == expected
    assert all_visible({"key": [text, 1, None, (text,)]}) == {"key": [expected, 1, None, [expected]]}
    expected.encode()


@pytest.mark.parametrize("text", ["</script>", "<!--", "<script", "]]>", "&lt;", "\u2028", '"', "\\", "'", "\udcff"])
def test_no_text_ends_the_data(text: str) -> None:
    written = json_for_script({"a": text})
    assert json.loads(written) == {"a": text}
    assert written.isascii()
    assert not {*"<>&"} & {*written}


def test_the_page_of_a_campaign_is_always_the_same() -> None:
    assert page_html(SUMMARY) == page_html(SUMMARY)


def test_the_page_names_no_other_place_to_load_from() -> None:
    text = page_html(SUMMARY)
    assert text.count("<script") == text.count("</script>") == 6
    for word in (" src=", "@import", "url(http", "url(//", '<link rel="stylesheet'):
        assert word not in text


@pytest.mark.parametrize("report", [COMMON, DIFFERENT, DRIFTED, INFINITE, NOT_RUN, SAME])
def test_a_proof_reads_the_same_from_its_json(report: Report) -> None:
    assert report_from(json.loads(json.dumps(proof(report)))) == report
