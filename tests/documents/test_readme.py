"""The README names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from hoist.refusals import REFUSALS
from hoist.rules import all_rules
from hoist.training import training_rules

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_each_rule_has_its_line() -> None:
    listed = re.findall(r"^\| `(HST\d+)` `([a-z-]+)` \|", README, re.MULTILINE)
    of_training = [(rule.code, rule.name) for rule in training_rules()]
    assert listed == [(rule.code, rule.name) for rule in all_rules()] + of_training


def test_each_refusal_has_its_line() -> None:
    listed = dict(re.findall(r"^\| `(HSR\d+)` \| (.+) \|$", README, re.MULTILINE))
    assert listed == {refusal.code: refusal.title for refusal in REFUSALS.values()}


def test_no_place_is_left_to_be_filled() -> None:
    assert "<!-- session" not in README
    assert "@@" not in re.sub(r"^@@ .* @@.*$", "", README, flags=re.MULTILINE)


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^\$ make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
