"""A Keras model is trained with a plain optimizer where Adam may need fewer steps.

Adam keeps a running mean of the gradients and of their squares and divides one by the root of the other, so each weight
has a step length of its own, which does not depend on the scale of the gradients (Kingma and Ba 2015, "Adam: A Method
for Stochastic Optimization", arXiv:1412.6980). On many problems it comes to a given loss in fewer steps than SGD,
RMSprop, Adagrad or Adadelta, whose places this rule proposes to give to it. On others it does not, and a well-tuned SGD
may end at a better model.

What is kept: model, loss, metrics, data, batches and seeds. What changes: every number from the first step on.

The old learning rate is not carried over. With SGD it multiplies the gradient; with Adam it is about the length of the
step itself, so that the same number means something else. hoist writes Adam's default of 0.001, which is the setting
that the paper suggests (its algorithm 1) and the default of `tf.keras.optimizers.Adam`, or the rate that
`--learning-rate` gives. Momentum and the other numbers of the old optimizer go with it; clipping and weight decay would
mean something else beside Adam and are refused.

The proof runs both programs with several seeds over the same steps and compares the losses. Where the original's loss
is not reached in fewer steps, nothing is written.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from hoist.edits import Edit, InsertLines, ReplaceExpression, Span
from hoist.training.keras_names import KerasNames
from hoist.training.proposal import Proposal, RefusedChange, Wishes

CODE = "HST303"
NAME = "adam"
EXAMPLE = (
    """\
model.compile(optimizer=keras.optimizers.SGD(0.1), loss='mse')
""",
    """\
model.compile(optimizer=keras.optimizers.Adam(learning_rate=0.001), loss='mse')
""",
)

DEFAULT_RATE = 0.001
_PLAIN = {"sgd": "SGD", "rmsprop": "RMSprop", "adagrad": "Adagrad", "adadelta": "Adadelta"}
_RATES = {"SGD": 0.01, "RMSprop": 0.001, "Adagrad": 0.001, "Adadelta": 0.001}  # the defaults of Keras
_LEFT_ALONE = frozenset({"adam", "adamax", "nadam", "adamw", "ftrl", "lion", "adafactor", "lamb", "muon"})
_GOES_WITH_IT = frozenset({"momentum", "nesterov", "rho", "epsilon", "centered", "initial_accumulator_value"})
_RATE_NAMES = frozenset({"learning_rate", "lr"})
_SCHEDULES = frozenset({"LearningRateScheduler", "ReduceLROnPlateau"})
_STATE = frozenset({"load_weights", "load_model", "Checkpoint", "CheckpointManager", "BackupAndRestore"})
_NOT_MEASURED = frozenset({"train_on_batch", "GradientTape", "apply_gradients", "fit_generator"})
_OLD_TRAINERS = ("tensorflow.train.", "tensorflow.compat.v1.train.")
_OLD_NAMES = frozenset(f"{name}Optimizer" for name in ("GradientDescent", "Momentum", "RMSProp", "Adagrad", "Adadelta"))
# What an import may mean, and what leads from there to the optimizers.
_SPELLINGS = {
    "tensorflow": "keras.optimizers.",
    "tensorflow.keras": "optimizers.",
    "keras": "optimizers.",
    "tf_keras": "optimizers.",
    "tensorflow.keras.optimizers": "",
    "keras.optimizers": "",
    "tf_keras.optimizers": "",
}
_WHY = (
    "is not carried over, since with Adam the rate is about the length of a step and no factor of the gradient"
    " (Kingma and Ba 2015, arXiv:1412.6980)"
)


@dataclass(frozen=True)
class _Old:
    """A plain optimizer as it stands there: what would be replaced, by which kind it is, and its numbers."""

    node: ast.expr
    kind: str
    rate: float
    stated: bool
    dropped: tuple[str, ...] = ()
    unread: str = ""


def proposals(names: KerasNames, wishes: Wishes) -> Iterator[Proposal]:
    """Every place of a file that gives a Keras model a plain optimizer."""
    if not names.uses_keras:
        return
    for node in names.module.nodes:
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            yield from _compiled(node, node.func.value, names, wishes)
        else:
            text = names.spelled(node.func) or ""
            if text.startswith(_OLD_TRAINERS) and text.rpartition(".")[2] in _OLD_NAMES:
                message = f"`{names.module.text(node)}` trains with an optimizer of TensorFlow 1"
                reason = "the proof follows the losses of Model.fit, not those of session runs"
                yield Proposal(
                    names.module.path, names.module.span(node), CODE, message, refusal="HSR46", reason=reason
                )


def _compiled(call: ast.Call, receiver: ast.expr, names: KerasNames, wishes: Wishes) -> Iterator[Proposal]:
    given = next((k.value for k in call.keywords if k.arg == "optimizer"), None)
    model = names.is_model(receiver)
    if given is None and not model:
        return  # re.compile, and the like
    module = names.module
    place = given or (call.args[0] if call.args else call)
    base = Proposal(module.path, module.span(place), CODE, f"`{module.text(place)}` is the optimizer of a Keras model")
    try:
        old = _compiled_with(call, place, names)
        _check_receiver(receiver, names)
        _check_file(names)
        edits = _edits(old, names, wishes)
    except RefusedChange as refused:
        code, reason = refused.code, refused.reason
        if not model and code != "HSR40":  # whose compile it is comes first
            code, reason = "HSR40", _unknown(receiver, names)
        yield replace(base, refusal=code, reason=reason)
    except _NothingToDo:
        return
    else:
        yield replace(
            base,
            span=module.span(old.node),
            message=f"`{module.text(old.node)}`: the model trains with {old.kind} at the rate {old.rate:g}",
            change=_change(old, wishes),
            seen=(call.lineno, call.end_lineno or call.lineno),
            edits=tuple(edits),
            gives="Adam",
        )


def _compiled_with(call: ast.Call, place: ast.expr, names: KerasNames) -> _Old:
    if place is call or isinstance(place, ast.Starred):
        raise RefusedChange("HSR41", "the call of compile names no optimizer")
    return _old(place, names)


def _check_receiver(receiver: ast.expr, names: KerasNames) -> None:
    if not names.is_model(receiver):
        raise RefusedChange("HSR40", _unknown(receiver, names))


def _unknown(receiver: ast.expr, names: KerasNames) -> str:
    return f"`{names.module.text(receiver)}` is not shown to be a plain Keras model"


class _NothingToDo(Exception):
    """The model trains with an optimizer that this rule leaves alone."""


def _old(node: ast.expr, names: KerasNames) -> _Old:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        word = node.value.lower()
        if word in _LEFT_ALONE:
            raise _NothingToDo
        if word not in _PLAIN:
            raise RefusedChange("HSR41", f"{node.value!r} is the name of no optimizer that hoist knows")
        return _Old(node, _PLAIN[word], _RATES[_PLAIN[word]], stated=False)
    if isinstance(node, ast.Call):
        return _called(node, names)
    if isinstance(node, ast.Name):
        return _named(node, names)
    raise RefusedChange("HSR41", f"which optimizer `{names.module.text(node)}` is, is not shown")


def _called(node: ast.Call, names: KerasNames) -> _Old:
    text = names.meant(node.func) or ""
    package, _, name = text.rpartition(".")
    if text.startswith(_OLD_TRAINERS):
        raise _NothingToDo  # it has a finding of its own
    if package != "keras.optimizers" or name.lower() not in {*_PLAIN, *_LEFT_ALONE}:
        raise RefusedChange("HSR41", f"`{names.module.text(node.func)}` is no optimizer of Keras that hoist knows")
    if name.lower() in _LEFT_ALONE:
        raise _NothingToDo
    rate: ast.expr | None = node.args[0] if node.args else None
    dropped = []
    if len(node.args) > 1:
        raise RefusedChange("HSR44", f"`{names.module.text(node)}` has arguments without names behind the rate")
    for keyword in node.keywords:
        if keyword.arg in _RATE_NAMES:
            rate = keyword.value
        elif keyword.arg in _GOES_WITH_IT and isinstance(keyword.value, ast.Constant):
            dropped.append(f"{keyword.arg}={ast.unparse(keyword.value)}")
        else:
            what = f"`{keyword.arg}`" if keyword.arg else "unpacked arguments"
            raise RefusedChange("HSR44", f"{what} of {name} would mean something else beside Adam")
    if rate is None:
        return _Old(node, name, _RATES[name], stated=False, dropped=tuple(dropped))
    value, unread = _rate(rate, names)
    return _Old(node, name, value, stated=True, dropped=tuple(dropped), unread=unread)


def _rate(node: ast.expr, names: KerasNames) -> tuple[float, str]:
    """The rate, and the name that is no longer read when it is gone."""
    value: ast.expr | None = node
    unread = ""
    if isinstance(node, ast.Name):
        value = names.assigned(node)
        if len(names.loads(node.id)) > 1:
            raise RefusedChange("HSR42", f"`{node.id}` is read elsewhere too")
        unread = node.id
    number = value.value if isinstance(value, ast.Constant) else None
    if isinstance(number, (int, float)) and not isinstance(number, bool) and math.isfinite(number):
        return float(number), unread
    raise RefusedChange("HSR42", f"`{names.module.text(node)}` is not shown to be a plain number")


def _named(node: ast.Name, names: KerasNames) -> _Old:
    value = names.assigned(node)
    if value is None or isinstance(value, ast.Name):
        raise RefusedChange("HSR41", f"which optimizer `{node.id}` is, is not shown")
    old = _old(value, names)
    if len(names.loads(node.id)) > 1:
        raise RefusedChange("HSR43", f"`{node.id}` is read elsewhere too")
    return old


def objection(names: KerasNames) -> tuple[str, str] | None:
    """What a file of the program does with optimizers that another one would change: the refusal and its reason."""
    for node in names.module.nodes:
        word = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        word = node.name.rpartition(".")[2] if isinstance(node, ast.alias) else word
        where = f"{names.module.path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Attribute) and word == "optimizer":
            return "HSR43", f"`{names.module.text(node)}` reads or sets an optimizer ({where})"
        if isinstance(node, ast.Attribute) and word in {*_RATE_NAMES, "schedules"}:
            return "HSR42", f"`{names.module.text(node)}` is a rate that changes or is read ({where})"
        if word in _SCHEDULES:
            return "HSR42", f"`{word}` changes the rate ({where})"
        if word in _STATE:
            return "HSR45", f"`{word}` may bring an optimizer's state with it ({where})"
        if word in _NOT_MEASURED:
            return "HSR46", f"`{word}` trains without Model.fit ({where})"
    return None


def _check_file(names: KerasNames) -> None:
    if names.unclear:
        raise RefusedChange("HSR41", names.unclear)
    found = objection(names)
    if found is not None:
        raise RefusedChange(*found)


def _change(old: _Old, wishes: Wishes) -> str:
    rate = wishes.learning_rate
    written = (
        f"Adam at the rate {DEFAULT_RATE:g}, its default" if rate is None else f"Adam at the rate {rate:g}, as asked"
    )
    parts = [f"{written}; the rate of {old.kind} ({old.rate:g}{'' if old.stated else ', its default'}) {_WHY}"]
    if old.dropped:
        parts.append(f"left out with {old.kind}: {', '.join(old.dropped)}")
    if old.unread:
        parts.append(f"`{old.unread}` is no longer read")
    return "; ".join(parts)


def _edits(old: _Old, names: KerasNames, wishes: Wishes) -> Iterable[Edit]:
    span = names.module.span(old.node)
    if span.line != span.end_line and any("#" in line for line in names.module.lines[span.line - 1 : span.end_line]):
        raise RefusedChange("HSR28", "a comment stands in it, which would be lost")
    rate = DEFAULT_RATE if wishes.learning_rate is None else wishes.learning_rate
    if isinstance(old.node, ast.Constant) and wishes.learning_rate is None:
        quote = '"' if _source(names, span).startswith('"') else "'"
        return [ReplaceExpression(span, f"{quote}adam{quote}")]
    arguments = f"(learning_rate={rate!r})"
    if isinstance(old.node, ast.Call) and isinstance(old.node.func, ast.Attribute):
        return [ReplaceExpression(span, f"{ast.unparse(old.node.func.value)}.Adam{arguments}")]
    spelled, more = _spelling(old.node, names)
    return [ReplaceExpression(span, f"{spelled}{arguments}"), *more]


def _source(names: KerasNames, span: Span) -> str:
    return names.module.lines[span.line - 1][span.column :]


def _spelling(node: ast.expr, names: KerasNames) -> tuple[str, list[Edit]]:
    """How Adam of the same Keras is spelt there, and the import that this wants."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        own = names.bindings(node.func)[0]
        statement = names.module.parents[own]
        if isinstance(statement, ast.ImportFrom) and names.module.parents[statement] is names.module.tree:
            return _imported(statement, names)
        raise RefusedChange("HSR41", f"`{node.func.id}` is not imported at the top level")
    imported = names.imported
    kinds = {text.partition(".")[0] for text in imported.values()} & {"tensorflow", "keras", "tf_keras"}
    if len(kinds) > 1:
        raise RefusedChange("HSR41", "the file imports more than one Keras, and a string does not say which is meant")
    for text, middle in _SPELLINGS.items():
        for name, meaning in imported.items():
            if meaning == text:
                return f"{name}.{middle}Adam", []
    raise RefusedChange("HSR41", "no import of the file names the package of the optimizers")


def _imported(statement: ast.ImportFrom, names: KerasNames) -> tuple[str, list[Edit]]:
    """The name ``Adam``, imported from where the old optimizer comes from."""
    if names.imported.get("Adam") == f"{statement.module}.Adam":
        return "Adam", []
    if names.binds("Adam"):
        raise RefusedChange("HSR41", "`Adam` means something else in this file")
    span = names.module.span(statement)
    return "Adam", [InsertLines(span, ((0, f"from {statement.module} import Adam"),), span)]
