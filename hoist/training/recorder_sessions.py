"""What the recorder hangs into TensorFlow where sessions train; ``recorder.py`` loads it, in the user's interpreter.

Python 3.7 or later; standard library, NumPy and TensorFlow from 1.13 on only. An optimizer of ``tf.train`` is given the
loss that it minimizes, and makes the op that does one step. Each session run that needs this op fetches that loss as
well; the program gets back what it asked for and no more.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

VARIABLES = ("_ref", "resource")  # how the types of tensors end that stand for variables
LOST = (
    "the session run is done in parts (partial_run)",
    "a step is run by a callable of the session (make_callable)",
    "the step, or its loss, stands in a loop or condition of the graph",
    "a step is run in another thread",
)


class Unfollowed(BaseException):
    """A step cannot be followed, with the reason."""


def load(probe: Any) -> Any:
    """TensorFlow as a session program expects it: of 2.x, its compatibility module."""
    import sys

    probe.load_tensorflow()
    return sys.modules["tensorflow"]


def follow(hooks: Any, probe: Any, record: Any) -> None:
    """Have each session run note the losses of the steps that it does."""
    from tensorflow.python.client import session
    from tensorflow.python.training import optimizer

    steps = _Steps(hooks, record)
    _follow_optimizers(optimizer.Optimizer, steps)
    _follow_runs(session.BaseSession, steps)
    _keep_order(session.BaseSession, probe)


class _Steps:
    """The ops that do a step: of each, the loss, and the record of what it trains."""

    def __init__(self, hooks: Any, record: Any) -> None:
        self.hooks = hooks
        self.record = record
        self.of_graph: Any = weakref.WeakKeyDictionary()
        self.needed: Any = weakref.WeakKeyDictionary()

    def add(self, op: Any, loss: Any, optimizer: Any, *, plain: bool) -> None:
        """Note an op that does a step; it is plain if each run that needs it does it, and can fetch the loss."""
        rate = next((getattr(optimizer, name) for name in ("_lr", "_learning_rate") if hasattr(optimizer, name)), None)
        kept = {
            "compiled": list(self.hooks.caller(self.record.root)),
            "optimizer": type(optimizer).__name__,
            "settings": {"learning_rate": self.hooks.number(rate)},
            **{name: [] for name in ("losses", "epochs", "marks", "rows", "totals", "fits", "apart")},
            "replicas": 1,
            "plain": plain,
        }
        self.of_graph.setdefault(op.graph, {})[op] = loss, kept
        self.needed.pop(op.graph, None)

    def of(self, graph: Any, wanted: list[Any], fed: list[Any]) -> list[tuple[Any, dict[str, Any]]]:
        """The steps that a run does, which wants these ops and feeds these tensors."""
        known = self.of_graph.get(graph)
        if not known:
            return []
        key = tuple(op.name for op in wanted), frozenset(tensor.name for tensor in fed)
        needed = self.needed.setdefault(graph, {})
        if key not in needed:
            needed[key] = [known[op] for op in _behind(wanted, key[1]) if op in known]
        found: list[tuple[Any, dict[str, Any]]] = needed[key]
        return found

    def lost(self, cause: str) -> None:
        """Say that a step cannot be followed."""
        self.record.lost = cause
        raise Unfollowed(cause)

    def note(self, kept: dict[str, Any], loss: Any) -> None:
        """Note the loss of a step; of several losses, their mean."""
        import numpy

        if not kept["losses"]:
            self.record.models.append(kept)
        self.record.step(kept, float(numpy.mean(loss)))


def _behind(wanted: list[Any], fed: frozenset[str]) -> list[Any]:
    """All ops that a run needs which wants these, in the order in which they are met."""
    seen, left = set(wanted), list(wanted)
    found = []
    while left:
        op = left.pop()
        found.append(op)
        for one in (*(tensor.op for tensor in op.inputs if tensor.name not in fed), *op.control_inputs):
            if one not in seen:
                seen.add(one)
                left.append(one)
    return found


def _follow_optimizers(kind: Any, steps: _Steps) -> None:
    compute, apply = kind.compute_gradients, kind.apply_gradients
    losses: Any = weakref.WeakKeyDictionary()

    def followed_compute(self: Any, loss: Any, *args: Any, **kwargs: Any) -> Any:
        losses[self] = loss
        return compute(self, loss, *args, **kwargs)

    def followed_apply(self: Any, *args: Any, **kwargs: Any) -> Any:
        loss = losses.get(self)
        if not hasattr(loss, "_as_tf_output"):  # none, a variable, or a function that gives one
            return apply(self, *args, **kwargs)
        before = set(loss.graph.get_operations())
        made = apply(self, *args, **kwargs)
        op = getattr(made, "op", made)
        plain = not any(one._get_control_flow_context() for one in (op, loss.op))  # noqa: SLF001 -- nothing else tells
        for one in _behind([op], frozenset()) if plain else ():
            # What reads a variable may read it behind the update of the same run; the loss is to come before that.
            if one not in before and any(tensor.dtype.name.endswith(VARIABLES) for tensor in one.inputs):
                one._add_control_input(loss.op)  # noqa: SLF001 -- control_dependencies spares ops that wait otherwise
        steps.add(op, loss, self, plain=plain)
        return made

    kind.compute_gradients, kind.apply_gradients = followed_compute, followed_apply


def _follow_runs(kind: Any, steps: _Steps) -> None:
    run, make_callable = kind._do_run, kind.make_callable  # noqa: SLF001 -- the one way by which all runs go
    from_options: Any = getattr(kind, "_make_callable_from_options", None)

    def followed_run(self: Any, handle: Any, targets: Any, fetches: Any, feeds: Any, *more: Any) -> Any:
        asked = [_plain(tensor) for tensor in fetches]
        wanted = [*targets, *(tensor.op for tensor in asked)]
        found = steps.of(self.graph, wanted, [_plain(tensor) for tensor in feeds])
        if not found:
            return run(self, handle, targets, fetches, feeds, *more)
        if handle is not None:
            steps.lost(LOST[0])
        if not all(kept["plain"] for _, kept in found):
            steps.lost(LOST[2])
        if threading.current_thread() is not threading.main_thread():
            steps.lost(LOST[3])
        values = run(self, handle, targets, [*fetches, *(loss for loss, _ in found)], feeds, *more)
        for place, (_, kept) in enumerate(found, start=len(asked)):
            steps.note(kept, values[place])
        return values[: len(asked)]

    def followed_callable(self: Any, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
        # With a feed list, an empty one too, TensorFlow 1.13 to 2.21 go through ``run``.
        return make_callable(self, fetches, [] if feed_list is None else feed_list, accept_options)

    def followed_options(self: Any, options: Any) -> Any:
        element = self.graph.as_graph_element
        wanted = [element(name, allow_tensor=False) for name in options.target]
        wanted += [element(name, allow_operation=False).op for name in options.fetch]
        if steps.of(self.graph, wanted, [element(name, allow_operation=False) for name in options.feed]):
            steps.lost(LOST[1])
        return from_options(self, options)

    kind._do_run, kind.make_callable = followed_run, followed_callable  # noqa: SLF001 -- see above
    if from_options is not None:
        kind._make_callable_from_options = followed_options  # noqa: SLF001 -- see above


def _keep_order(kind: Any, probe: Any) -> None:
    """Leave Grappler out: it drops what makes an update wait for the loss (seen on TensorFlow 1.15.5 and 2.21)."""
    begin = kind.__init__

    def begun(self: Any, target: Any = "", graph: Any = None, config: Any = None) -> None:
        own = probe.tf.ConfigProto()
        own.CopyFrom(probe.common_config() if config is None else config)
        own.graph_options.rewrite_options.disable_meta_optimizer = True
        begin(self, target, graph, own)

    kind.__init__ = begun


def _plain(tensor: Any) -> Any:
    """The tensor itself, of which TensorFlow 2 makes keys."""
    return tensor.deref() if hasattr(tensor, "deref") else tensor


def seed(hooks: Any, run: int) -> None:
    """Seed all generators from outside; a seed that the script sets itself is another one in each run but the first.

    A random op draws by its number among the random ops of its graph. TensorFlow 1.x goes by its number among all ops,
    and Adam makes other ops than the optimizer whose place it takes.
    """
    from tensorflow.python.framework import ops, random_seed

    hooks.seed_python(run)
    begin, read, of_op = ops.Graph.__init__, ops.Graph.seed.fget, random_seed.get_seed
    made: Any = weakref.WeakKeyDictionary()

    def begun(self: Any, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        self._seed = run

    def moved(self: Any, given: Any) -> None:
        self._seed = hooks.moved_seed(given, run) if isinstance(given, int) else given

    def numbered(op_seed: Any) -> Any:
        if op_seed is None:
            graph = ops.get_default_graph()
            op_seed = made[graph] = made.get(graph, 0) + 1
        return of_op(op_seed)

    ops.Graph.__init__, ops.Graph.seed, random_seed.get_seed = begun, property(read, moved), numbered
    ops.get_default_graph()._seed = run  # noqa: SLF001 -- it may have been there before
