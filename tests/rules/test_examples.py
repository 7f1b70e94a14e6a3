"""The example in each rule is what hoist does."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.examine import examine
from hoist.fix import plan
from hoist.rules import Rule, all_rules

# What the examples take for granted.
PRELUDE = """\
import tensorflow as tf

steps, restarts = 3, 2
x = tf.placeholder(tf.float32, [None])
y = tf.placeholder(tf.float32, [None])
w = tf.get_variable('w', [])
batches = [[1.0], [2.0]]


def predict(inputs):
    return w * inputs


def train(sess):
    sess.run(w)


loss = tf.reduce_mean(tf.square(w))
optimizer = tf.train.GradientDescentOptimizer(0.1)
train_op = optimizer.minimize(loss)
writer = tf.summary.FileWriter('logs')
"""


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_the_example_is_found_by_its_rule_and_rewritten_as_it_says(rule: Rule, tmp_path: Path) -> None:
    before, after = rule.example
    script = tmp_path / "train.py"
    script.write_text(PRELUDE + before)
    examination = examine([script])
    assert {finding.rule for finding in examination.findings} == {rule.code}
    changed = plan(examination, tmp_path).changes
    if all(finding.will_raise for finding in examination.findings):
        assert not changed
        return
    assert changed[0].rewritten.text == PRELUDE + after
    script.write_text(PRELUDE + after)
    assert examine([script]).findings == ()


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_the_explanation_begins_with_one_sentence(rule: Rule) -> None:
    first = rule.explanation.splitlines()[0]
    assert first.endswith(".")
    assert len(first) < 80


def test_codes_and_names_are_unique() -> None:
    rules = all_rules()
    assert len({rule.code for rule in rules}) == len(rules)
    assert len({rule.name for rule in rules}) == len(rules)
