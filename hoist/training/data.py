"""A Keras model is fitted on whole arrays, of which a tf.data pipeline could make the batches.

`from_tensor_slices(...).shuffle(...).batch(...).prefetch(tf.data.AUTOTUNE)` says in the open how batches are made,
and `prefetch`, which stands last, prepares the next one while a step is computed: the time of a step is then the
greater of input and training, and no longer their sum (tensorflow.org/guide/data_performance). That pays where each
batch costs something: pictures that are decoded or changed, which then go into the same pipeline.

Do not expect it to be faster by itself. For arrays in memory Keras builds a pipeline of its own, which takes whole
batches out of the arrays, while `from_tensor_slices` goes element by element. The report shows the step times of
both; where the changed program is slower, it is written with `--accept-worse` only.

What is kept: the size of a batch (32 where fit is given none) and the last one, however small. Where fit shuffles,
which is its default, `shuffle(len(x))` has a buffer of the whole set, so every order is as likely as every other, and
a new one is drawn for each epoch (`reshuffle_each_iteration` is the default). Validation data are batched and not
shuffled, as fit does it. Nothing is cached: an array in memory needs no cache.

What changes: which order is drawn under a given seed, though not how orders are distributed; and the arrays are
copied into tensors of their own dtype, which takes memory.

A session loop of TensorFlow 1.x that feeds arrays, or slices of them, is told of and left alone.

The proof runs both programs with shuffling off and compares the loss of each batch, the numbers at the end of each
epoch and the weights, to the last bit; it sees that the changed program shuffles where the original does, over the
whole set; and it shows step time and memory of both as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hoist.edits import Edit, InsertLines, ReplaceExpression
from hoist.training.arrays import is_array
from hoist.training.keras_names import KerasNames
from hoist.training.proposal import Proposal, RefusedChange, Wishes
from hoist.training.session_batches import fed_runs

CODE = "HST302"
NAME = "dataset"
EXAMPLE = (
    """\
x, y = np.ones((100, 2)), np.ones(100)
model.fit(x, y, batch_size=20, epochs=5)
""",
    """\
x, y = np.ones((100, 2)), np.ones(100)
train_dataset = tf.data.Dataset.from_tensor_slices((x, y))
train_dataset = train_dataset.shuffle(len(x)).batch(20).prefetch(tf.data.AUTOTUNE)
model.fit(train_dataset, epochs=5)
""",
)

_ORDER = ("x", "y", "batch_size", "epochs", "verbose", "callbacks", "validation_split", "validation_data", "shuffle")
_KEPT = ("epochs", "verbose", "callbacks", "class_weight", "initial_epoch", "validation_freq")
_TAKEN_IN = frozenset({"x", "y", "batch_size", "shuffle", "validation_data", "sample_weight"})
_OF_KERAS = frozenset({"epochs", "batch_size", "validation_data", "validation_split", "steps_per_epoch"})
_BATCH = "32"  # the default of fit


def proposals(names: KerasNames, _wishes: Wishes) -> Iterator[Proposal]:
    """Every place of a file that fits a Keras model on arrays."""
    if not names.uses_keras:
        return
    taken: set[str] = set()
    for node in names.module.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fit":
            yield from _fitted(node, node.func.value, names, taken)
    for run, what in fed_runs(names):
        module = names.module
        said = Proposal(module.path, module.span(run), CODE, f"`{module.text(run.func)}` is fed {what} at each turn")
        yield replace(said, refusal="HSR55", reason="a dataset would take the place of its placeholders")


def _fitted(call: ast.Call, receiver: ast.expr, names: KerasNames, taken: set[str]) -> Iterator[Proposal]:
    given: dict[str, ast.expr] = dict(zip(_ORDER, call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    model = names.is_model(receiver)
    unpacked = any(keyword.arg is None for keyword in call.keywords) or any(
        isinstance(one, ast.Starred) for one in call.args
    )
    if not unpacked and (len(given) < 2 or ("y" not in given and "validation_split" not in given)):
        return  # it is fitted on a dataset or a generator, or is no model of Keras
    if not model and not given.keys() & _OF_KERAS:
        return  # fit of scikit-learn and its like
    module = names.module
    base = Proposal(module.path, module.span(call), CODE, f"`{module.text(call.func)}` is given whole arrays")
    try:
        if not model:
            _refuse("HSR40", f"`{module.text(receiver)}` is not shown to be a plain Keras model")
        _check(call, given, names, unpacked=unpacked)
        edits = _edits(call, given, names, taken)
    except RefusedChange as refused:
        yield replace(base, refusal=refused.code, reason=refused.reason)
    else:
        change = (
            "the same batches from a tf.data pipeline; under a given seed, the order is another one of the same"
            " distribution, and the arrays are copied into tensors"
        )
        lines = (call.lineno, call.end_lineno or call.lineno)
        yield replace(base, change=change, seen=lines, edits=tuple(edits))


def _refuse(code: str, reason: str) -> None:
    raise RefusedChange(code, reason)


def _check(call: ast.Call, given: dict[str, ast.expr], names: KerasNames, *, unpacked: bool) -> None:
    if unpacked:
        raise RefusedChange("HSR48", "its arguments are unpacked, so which ones there are is not shown")
    if len(call.args) > len(_ORDER):
        raise RefusedChange("HSR48", "it has more arguments without names than can be told apart")
    if names.unclear:
        raise RefusedChange("HSR41", names.unclear)
    if "tensorflow" not in names.imported.values():
        raise RefusedChange("HSR48", "TensorFlow is not imported by name, and the pipeline needs it")
    for word in given:
        if word not in _TAKEN_IN and word not in _KEPT:
            raise RefusedChange("HSR48", f"`{word}` has no exact counterpart on a dataset")
    for word in ("x", "y", "sample_weight"):
        if word in given:
            _check_array(given[word], names)
    _check_numbers(given, names)


def _check_numbers(given: dict[str, ast.expr], names: KerasNames) -> None:
    batch = given.get("batch_size")
    if batch is not None and _whole_number(batch, names) is None:
        raise RefusedChange("HSR48", f"the batch size `{names.module.text(batch)}` is not shown to be a number")
    shuffle = given.get("shuffle")
    if shuffle is not None and not (isinstance(shuffle, ast.Constant) and isinstance(shuffle.value, bool)):
        raise RefusedChange("HSR48", f"whether `{names.module.text(shuffle)}` shuffles the whole set is not shown")
    validation = given.get("validation_data")
    if validation is not None:
        if not isinstance(validation, ast.Tuple) or len(validation.elts) not in (2, 3):
            raise RefusedChange("HSR47", f"`{names.module.text(validation)}` is not shown to be a pair of arrays")
        for one in validation.elts:
            _check_array(one, names)


def _check_array(node: ast.expr, names: KerasNames) -> None:
    if not isinstance(node, ast.Name) or not is_array(node, names):
        raise RefusedChange("HSR47", f"`{names.module.text(node)}` is no name that is shown to hold an array")


def _whole_number(node: ast.expr, names: KerasNames) -> int | None:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_replicas(node.right, names):
        node = node.left
    value = names.assigned(node) if isinstance(node, ast.Name) else node
    number = value.value if isinstance(value, ast.Constant) else None
    return number if isinstance(number, int) and not isinstance(number, bool) and number > 0 else None


def _is_replicas(node: ast.expr, names: KerasNames) -> bool:
    """Whether an expression is the number of replicas of a strategy, as HST301 writes it."""
    if (
        not isinstance(node, ast.Attribute)
        or node.attr != "num_replicas_in_sync"
        or not isinstance(node.value, ast.Name)
    ):
        return False
    strategy = names.assigned(node.value)
    return isinstance(strategy, ast.Call) and names.meant(strategy.func) == "tensorflow.distribute.MirroredStrategy"


def _edits(call: ast.Call, given: dict[str, ast.expr], names: KerasNames, taken: set[str]) -> Sequence[Edit]:
    module = names.module
    statement = module.parents.get(call)
    whole = isinstance(statement, (ast.Expr, ast.Assign, ast.AnnAssign, ast.Return)) and statement.value is call
    if not whole or not isinstance(statement, ast.stmt):
        raise RefusedChange("HSR28", "it stands inside a larger expression")
    span = module.span(call)
    if any("#" in line for line in module.lines[span.line - 1 : span.end_line]) and span.line != span.end_line:
        raise RefusedChange("HSR28", "a comment stands in it, which would be lost")
    tf = next(name for name, meaning in names.imported.items() if meaning == "tensorflow")
    batch = names.exact(given["batch_size"]) if "batch_size" in given else _BATCH
    train = names.free("train_dataset", taken)
    arrays = [names.exact(given[word]) for word in ("x", "y", "sample_weight") if word in given]
    shuffle = given.get("shuffle")
    shuffled = not (isinstance(shuffle, ast.Constant) and shuffle.value is False)
    lines = _pipeline(tf, train, arrays, batch, shuffled=shuffled)
    arguments = [train]
    arguments += [f"{word}={names.exact(given[word])}" for word in _KEPT if word in given]
    validation = given.get("validation_data")
    if isinstance(validation, ast.Tuple):
        held = names.free("validation_dataset", taken)
        lines += _pipeline(tf, held, [names.exact(one) for one in validation.elts], batch, shuffled=False)
        arguments.insert(1, f"validation_data={held}")
    return [
        InsertLines(module.span(statement), tuple((0, line) for line in lines), span),
        ReplaceExpression(span, f"{names.exact(call.func)}({', '.join(arguments)})"),
    ]


def _pipeline(tf: str, name: str, arrays: Sequence[str], batch: str, *, shuffled: bool) -> list[str]:
    shuffle = f".shuffle(len({arrays[0]}))" if shuffled else ""
    return [
        f"{name} = {tf}.data.Dataset.from_tensor_slices(({', '.join(arrays)}))",
        f"{name} = {name}{shuffle}.batch({batch}).prefetch({tf}.data.AUTOTUNE)",
    ]
