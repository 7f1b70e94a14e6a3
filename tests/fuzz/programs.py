"""Session-loop programs made at random: models, helpers, classes, loops of each kind, conditions, feeds, mutations.

They are small and they mostly run; one that raises must raise the same once it is rewritten.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

HEAD = """\
from collections import deque
import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32, [None, 2], name='x')
w = tf.get_variable('w', [2, 2], initializer=tf.constant_initializer(0.5))
v = tf.Variable(1.0, trainable=False)
count = tf.Variable(0, trainable=False)
y = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(y))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
data = np.arange(4, dtype=np.float32).reshape(2, 2)
feed = {x: data}
scale = 1.0
items = [1.0]
kept = []
pairs = {'a': y, 'b': loss}
square = tf.Variable(np.zeros([2, 2]), trainable=False)
whole = tf.Variable([0, 0], trainable=False)
labels = tf.placeholder(tf.float32, [None, 2], name='labels')
answers = deque([np.eye(2), [[0.0, 1.0], [1.0, 0.0]], np.eye(2, dtype=np.int64), ((1, 0), (1, 0))])
mixed = deque([np.eye(2), y])
"""
UNARY = (
    "tf.square({0})",
    "tf.reduce_sum({0})",
    "tf.reduce_mean({0})",
    "tf.identity({0})",
    "tf.nn.relu({0})",
    "-{0}",
    "tf.cast({0} > 0.5, tf.float32)",
    "tf.stop_gradient({0})",
)
BINARY = (
    "{0} + {1}",
    "{0} * {1}",
    "tf.add({0}, {1})",
    "tf.maximum({0}, {1})",
    "tf.cast(tf.equal({0}, {1}), tf.float32)",
)
NUMBERS = ("2.0", "scale", "items[0]", "len(items)", "0.5 * scale", "float(step)", "np.float32(3.0)", "data[0, 1]")
TENSORS = ("y", "loss", "v", "w", "pairs['a']", "model({0})")
VALUES = (
    "0.25",
    "scale",
    "0.1 * 0.9 ** step",
    "float(step)",
    "items[-1]",
    "sess.run(v) * 0.5",
    "np.mean(data)",
    "seen",
)
# What is given to `square`, of double numbers, and to `whole`, of integers.
SQUARES = (
    "data * 0.1",
    "data * step",
    "sess.run(y, feed)",
    "got",
    "[[1.0, float(step)], [0.5, 2]]",
    "np.ones([2, 2]) * 0.3",
    "mixed[step % 2]",
    "np.array([[step, 1], [2, 3]])",
    "rows",
)
WHOLES = ("[step, -step]", "[len(items), 7]", "np.array([step, 1.7])", "[1.5, step]", "pair", "np.arange(2) - 3", "-1")
# What a name that holds an array, or a tensor, is built into, under the same name.
STEPS = (
    "tf.reshape({0}, [-1])",
    "tf.expand_dims({0}, 0)",
    "tf.transpose({0})",
    "tf.square({0})",
    "tf.minimum({0}, 0.5)",
    "tf.identity({0})",
    "tf.clip_by_value({0}, 0.2, 0.7)",
    "{0}[:1]",
    "{0} + 1.0",
)
BETWEEN = (
    "kept.append({0})",
    "print('between')",
    "{0} = {0}",
    "{0} += 1.0",
    "times = {0}.shape",
    "later = lambda: {0}",
    "if len(items) > 1: {0} = np.ones([2, 2])",
    "for times in range(2): {0} = {0} + 1.0",
)
SHOWN = ("data", "got", "rows", "y", "answers[0]", "mixed[step % 2]", "np.float32(scale)", "data * step", "data[:1]")
LOOPS = (
    "for step in range(6):",
    "for step, item in enumerate([0.5, 1.5, 2.5, 3.5, 4.5]):",
    "for step in [3, 1, 2, 1, 0]:",
    "while step < 6:",
    "while True:",
)
GUARDS = ("if step % 2 == 0:", "if step > 1:", "if scale > 0.5:", "if kept:", "if step == 3:")


@dataclass
class _State:
    """What is being written."""

    draw: st.DrawFn
    names: list[str] = field(default_factory=list)

    def one(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def chance(self, of: int) -> bool:
        return self.draw(st.integers(1, of)) == 1

    def tensor(self, depth: int = 0) -> str:
        kind = self.draw(st.integers(0, 9))
        if depth > 2 or kind < 3:
            found = self.one(*TENSORS, *self.names[-3:])
            return found.format(self.tensor(depth + 2)) if "{0}" in found else found
        if kind < 7:
            return self.one(*UNARY).format(self.tensor(depth + 1))
        other = self.one(*NUMBERS) if self.chance(2) else self.tensor(depth + 1)
        return f"({self.one(*BINARY).format(self.tensor(depth + 1), other)})"

    def name(self) -> str:
        found = self.one("z", "a", "b", "seen", "out")
        self.names.append(found)
        return found

    def feeds(self) -> str:
        return self.one("feed", "{x: data}", "feed_dict=feed", "feed_dict={x: data * 2}", "feed_dict=dict(feed)")

    def block(self, indent: str, most: int, depth: int = 0) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw(st.integers(1, most))):
            lines += self.statement(indent, depth)
        return lines

    def statement(self, indent: str, depth: int) -> list[str]:
        kind = self.draw(st.integers(0, 20))
        if kind < 4:
            tensor = self.tensor()
            return [f"{indent}{self.name()} = {tensor}"]
        if kind < 8:
            return [f"{indent}print(sess.run({self.tensor()}, {self.feeds()}))"]
        if kind < 10:
            assign = self.assign()
            return [indent + self.one(f"sess.run({assign})", f"print({assign}.eval())", f"{assign}.op.run()")]
        if kind == 10:
            assign = self.assign()
            return [f"{indent}_, seen = sess.run([train, {self.one('loss', assign, 'v')}], {self.feeds()})"]
        if kind == 11:
            return [f"{indent}print(sess.run([{self.tensor()}, {self.tensor()}], {self.feeds()})[0])"]
        if kind == 12 and depth < 2:
            inner = self.block(indent + "    ", 3, depth + 1)
            return [indent + self.one(*GUARDS), *inner]
        if kind == 13 and depth < 2:
            inner = self.block(indent + "    ", 2, depth + 1)
            return [f"{indent}try:", *inner, f"{indent}except ValueError:", f"{indent}    print('failed')"]
        if kind == 14 and depth < 2:
            inner = self.block(indent + "    ", 2, depth + 1)
            context = self.one("with tf.name_scope('inner'):", "with tf.device('/cpu:0'):")
            return [indent + self.one(context, "for turn in range(2):"), *inner]
        if kind < 18:
            return [indent + self.call()]
        return [indent + self.change()] if kind < 20 else self.rebound(indent)

    def rebound(self, indent: str) -> list[str]:
        """A name that holds an array, or a tensor, until it holds what was run of it."""
        given = self.one("data", "got", "y", "np.ones([2, 2]) * step", "sess.run(y, feed)")
        name = self.one("z", "a", "got")
        return [f"{indent}{name} = {given}", *self.pipeline(name, indent), f"{indent}print(np.sum({name}))"]

    def pipeline(self, name: str, indent: str) -> list[str]:
        """What becomes of a name that holds an array, or a tensor, until it holds what was run."""
        lines = []
        for _ in range(self.draw(st.integers(1, 3))):
            lines.append(f"{name} = {self.one(*STEPS).format(name)}")
            if self.chance(6):
                lines.append(self.one(*BETWEEN).format(name))
        lines.append(
            self.one(
                f"{name} = sess.run({name}, feed)",
                f"{name} = {name}.eval(session=sess)",
                f"{name} = sess.run([{name}])[0]",
                f"_, {name} = sess.run([count.assign_add(1), {name}])",
                f"{name} = np.asarray(sess.run({name}), np.float32)",
            )
        )
        return [indent + line for line in lines]

    def show(self) -> list[str]:
        """A function that builds with what it is given, under the name that it is given it by, or another."""
        name = self.one("image", "image", "made")
        lines = ["def show(sess, image, times=1):"]
        lines += [f"    {name} = image"] if name != "image" else []
        lines += self.pipeline(name, "    ")
        return [*lines, f"    return {self.one(name, f'np.sum({name})', f'{name}.sum() * times')}"]

    def assign(self) -> str:
        if self.chance(4):
            value = self.one(*SQUARES)
            return self.one(f"tf.assign(square, {value})", f"square.assign({value})", f"square.assign_sub({value})")
        if self.chance(5):
            value = self.one(*WHOLES)
            return self.one(f"tf.assign(whole, {value})", f"whole.assign_add({value})")
        value = self.one(*VALUES)
        return self.one(f"tf.assign(v, {value})", f"v.assign({value})", f"v.assign_add({value})", "count.assign_add(1)")

    def call(self) -> str:
        tensor = self.tensor()
        return self.one(
            f"print(evaluate(sess, {tensor}))",
            "set_value(sess, 0.5 * scale)",
            f"print(show(sess, {self.one(*SHOWN)}))",
            f"print(show(sess, {self.one(*SHOWN)}, times=2))",
            "print(measure(sess, data, answers[step % 4]))",
            "print(measure(sess, rows, answers[0]))",
            "print(sess.run([square, whole]))",
            "print(holder.report(sess))",
            f"holder.base = {tensor}",
            "restart(sess)",
            "holder.step_on(sess, step)",
            f"{self.one('z', 'a')} = model({tensor})",
            "sess.run(tf.variables_initializer([v]))",
            "sess.run([t.assign(s) for t, s in zip(targets, sources)])",
        )

    def change(self) -> str:
        return self.one(
            "scale *= 0.5",
            "scale = float(step)",
            "items.append(float(step))",
            "items[0] = scale",
            "kept.append(y)",
            "kept.append(z)",
            "data = data + 1",
            "data += 1",
            "pairs['a'] = loss",
            "feed = {x: data}",
            "print(scale, len(kept))",
            "del items[1:]",
            "targets.reverse()",
            "seen = np.float64(2.0)",
            "got = sess.run(y, feed)",
            "got[0, 0] = scale",
            "rows = [[float(step), 1.0], [2.0, 3.0]]",
            "rows[0] = [9.0, 9.0]",
            "pair = [int(k) for k in range(step, step + 2)]",
            "answers.rotate(1)",
        )

    def helpers(self) -> list[str]:
        build = self.tensor_of("t")
        lines = ["def model(t):", f"    return {build}"]
        body = self.tensor_of("t")
        lines += ["def evaluate(sess, t):", f"    r = {body}"]
        if self.chance(3):
            lines += ["    got = sess.run(t, feed)", f"    r = {self.one('tf.reduce_sum(got)', 'tf.square(got)', 'r')}"]
        lines += ["    return sess.run(r, feed)"]
        lines += [
            "def set_value(sess, value):",
            f"    sess.run(tf.assign(v, {self.one('value', 'value * 2.0', 'scale')}))",
        ]
        lines += self.measure()
        lines += self.show()
        lines += ["def restart(sess):", "    sess.run(tf.global_variables_initializer())"]
        report = self.tensor_of("self.base")
        value = self.one("self.factor", "float(step)", "sess.run(self.rate) + 1.0")
        lines += [
            "class Holder(object):",
            "    def __init__(self, base):",
            "        self.base = base",
            "        self.rate = tf.get_variable('rate', [], initializer=tf.zeros_initializer(), trainable=False)",
            "        self.factor = 2.0",
            "    def report(self, sess):",
            f"        r = {report}",
            "        return sess.run(r, feed)",
            "    def step_on(self, sess, step):",
            f"        sess.run(self.rate.assign({value}))",
        ]
        if self.chance(3):
            lines.append("        self.factor = self.factor * 0.5")
        lines += ["holder = Holder(y)", "targets = [v, holder.rate]", "sources = [tf.constant(2.0), loss]"]
        return lines

    def measure(self) -> list[str]:
        """A function that compares what is fetched with what it is given, which is fed somewhere, or nowhere."""
        given = self.one("answer", "answer", "answer", "other")
        lines = ["def measure(sess, rows, answer):", "    got = sess.run(y, {x: rows})", "    other = np.eye(2)"]
        if self.chance(3):
            lines += [self.one("    if len(items) > 1:", "    for _ in range(2):", "    if True:")]
            lines += ["        sess.run(loss, {x: rows, labels: answer})"]
        elif self.chance(3):
            lines += ["    sess.run(loss, {x: rows, labels: answer})"]
        if self.chance(5):
            lines += [
                self.one("    answer = mixed[len(items) % 2]", "    answer = np.roll(answer, 1)", "    rows = other")
            ]
        lines += [f"    right = tf.equal(tf.argmax(got, 1), tf.argmax({given}, 1))"]
        lines += ["    share = tf.reduce_mean(tf.cast(right, tf.float32))"] if self.chance(2) else []
        if self.chance(5):
            lines += [self.one("    print('between')", "    answer = mixed[1]", "    got = other", "    right = right")]
        feeds = self.one("{x: rows, labels: answer}", "{x: rows, labels: answer}", "feed_dict={labels: answer}", "feed")
        last = "share" if "share" in lines[-1] or any("share =" in line for line in lines) else "right"
        return [*lines, f"    return sess.run({last}, {feeds})"]

    def tensor_of(self, argument: str) -> str:
        found = self.one(*UNARY).format(argument)
        other = self.one("loss", "scale", "items[0]", "2.0", argument, "v")
        return self.one(found, f"tf.add({found}, {other})", f"{found} * {other}")


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of one program."""
    state = _State(draw)
    helpers = state.helpers()
    loop = state.one(*LOOPS)
    inside = "        "
    body = state.block(inside, 6)
    lines = [
        *HEAD.splitlines(),
        *helpers,
        "with tf.Session() as sess:",
        "    sess.run(tf.global_variables_initializer())",
    ]
    lines += ["    step = 0", "    got = np.ones([2, 2])", "    rows = [[1.0, 2.0], [3.0, 4.0]]", "    pair = [1, 2]"]
    lines += [f"    seen = {state.one('2.0', 'sess.run(v)')}"]
    if state.chance(3):
        lines += state.block("    ", 2, 2)
    lines += [f"    {loop}", *body]
    if loop.startswith("while"):
        lines.append(f"{inside}step += 1")
    if loop == "while True:":
        lines += [f"{inside}if step > 5:", f"{inside}    break"]
    if state.chance(3):
        lines += state.block("    ", 2, 2)
    return "\n".join(lines) + "\n"
