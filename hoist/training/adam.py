"""A model is trained with a plain optimizer where Adam may need fewer steps.

Adam keeps a running mean of the gradients and of their squares and divides one by the root of the other, so each weight
has a step length of its own, which does not depend on the scale of the gradients (Kingma and Ba 2015, "Adam: A Method
for Stochastic Optimization", arXiv:1412.6980). On many problems it comes to a given loss in fewer steps than SGD,
RMSprop, Adagrad or Adadelta, whose places this rule proposes to give to it. On others it does not, and a well-tuned SGD
may end at a better model.

What is kept: model, loss, metrics, data, batches and seeds. What changes: every number from the first step on. Adam
keeps two more numbers for each weight.

The old learning rate is not carried over. With SGD it multiplies the gradient; with Adam it is about the length of the
step itself, so that the same number means something else. hoist writes Adam's default of 0.001, which is the setting
that the paper suggests (its algorithm 1) and the default of `tf.keras.optimizers.Adam` and of
`tf.train.AdamOptimizer`, or the rate that `--learning-rate` gives. Momentum and the other numbers of the old optimizer
go with it; clipping, weight decay and regularization would mean something else beside Adam and are refused.

Where sessions train, `tf.train.GradientDescentOptimizer(0.1).minimize(loss)` becomes
`tf.train.AdamOptimizer(learning_rate=0.001).minimize(loss)`; so do Momentum, RMSProp, Adagrad, Adadelta, Ftrl and the
proximal ones, if one loss is minimized, once, in front of the loop. `name` and `use_locking` stay. Adam has variables
of its own there, so what restores checkpoints, lists all variables, or builds the initializer too early is refused,
and so is a rate that is fed, scheduled or kept in a variable, whose value would no longer act.

The proof runs both programs with several seeds over the same steps and compares the losses. In sessions a step is a
run of what `minimize` gives, and its loss is fetched by the same run, from before the update; so that it is from before
it, these runs leave TensorFlow's graph optimizers (Grappler) out. Both programs draw the same numbers, also where
they build other ops. Where the original's loss is not reached in fewer steps, nothing is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hoist.edits import Edit, ReplaceExpression, Span
from hoist.training import session_adam, session_program
from hoist.training.keras_names import KerasNames
from hoist.training.old_optimizer import (
    RATE_NAMES,
    OldOptimizer,
    change_text,
    imported_beside,
    plain_number,
    rate_written,
    replaceable,
)
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

_PLAIN = {"sgd": "SGD", "rmsprop": "RMSprop", "adagrad": "Adagrad", "adadelta": "Adadelta"}
_RATES = {"SGD": 0.01, "RMSprop": 0.001, "Adagrad": 0.001, "Adadelta": 0.001}  # the defaults of Keras
_LEFT_ALONE = frozenset({"adam", "adamax", "nadam", "adamw", "ftrl", "lion", "adafactor", "lamb", "muon"})
_GOES_WITH_IT = frozenset({"momentum", "nesterov", "rho", "epsilon", "centered", "initial_accumulator_value"})
_SCHEDULES = frozenset({"LearningRateScheduler", "ReduceLROnPlateau"})
_STATE = frozenset({"load_weights", "load_model", "Checkpoint", "CheckpointManager", "BackupAndRestore"})
_NOT_MEASURED = frozenset({"train_on_batch", "GradientTape", "apply_gradients", "fit_generator"})
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


def proposals(names: KerasNames, wishes: Wishes) -> Iterator[Proposal]:
    """Every place of a file that gives a Keras model, or what a session trains, a plain optimizer."""
    if not names.uses_keras:
        return
    for node in names.module.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            yield from _compiled(node, node.func.value, names, wishes)
    yield from session_adam.proposals(CODE, names, wishes)


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
            change=change_text(old, wishes),
            seen=(call.lineno, call.end_lineno or call.lineno),
            edits=tuple(edits),
            gives="Adam",
        )


def _compiled_with(call: ast.Call, place: ast.expr, names: KerasNames) -> OldOptimizer:
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


def _old(node: ast.expr, names: KerasNames) -> OldOptimizer:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        word = node.value.lower()
        if word in _LEFT_ALONE:
            raise _NothingToDo
        if word not in _PLAIN:
            raise RefusedChange("HSR41", f"{node.value!r} is the name of no optimizer that hoist knows")
        return OldOptimizer(node, _PLAIN[word], _RATES[_PLAIN[word]], stated=False)
    if isinstance(node, ast.Call):
        return _called(node, names)
    if isinstance(node, ast.Name):
        return _named(node, names)
    raise RefusedChange("HSR41", f"which optimizer `{names.module.text(node)}` is, is not shown")


def _called(node: ast.Call, names: KerasNames) -> OldOptimizer:
    text = names.meant(node.func) or ""
    package, _, name = text.rpartition(".")
    if text.startswith(session_adam.TRAINERS):
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
        if keyword.arg in RATE_NAMES:
            rate = keyword.value
        elif keyword.arg in _GOES_WITH_IT and isinstance(keyword.value, ast.Constant):
            dropped.append(f"{keyword.arg}={ast.unparse(keyword.value)}")
        else:
            what = f"`{keyword.arg}`" if keyword.arg else "unpacked arguments"
            raise RefusedChange("HSR44", f"{what} of {name} would mean something else beside Adam")
    if rate is None:
        return OldOptimizer(node, name, _RATES[name], stated=False, dropped=tuple(dropped))
    value, unread = plain_number(rate, names)
    return OldOptimizer(node, name, value, stated=True, dropped=tuple(dropped), unread=unread)


def _named(node: ast.Name, names: KerasNames) -> OldOptimizer:
    value = names.assigned(node)
    if value is None or isinstance(value, ast.Name):
        raise RefusedChange("HSR41", f"which optimizer `{node.id}` is, is not shown")
    old = _old(value, names)
    if len(names.loads(node.id)) > 1:
        raise RefusedChange("HSR43", f"`{node.id}` is read elsewhere too")
    return old


def objection(names: KerasNames, one: Proposal) -> tuple[str, str] | None:
    """What a file of the program does with optimizers that another one would change: the refusal and its reason."""
    return session_program.objection(names, one) if one.in_session else _objection(names)


def _objection(names: KerasNames) -> tuple[str, str] | None:
    for node in names.module.nodes:
        word = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        word = node.name.rpartition(".")[2] if isinstance(node, ast.alias) else word
        where = f"{names.module.path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Attribute) and word == "optimizer":
            return "HSR43", f"`{names.module.text(node)}` reads or sets an optimizer ({where})"
        if isinstance(node, ast.Attribute) and word in {*RATE_NAMES, "schedules"}:
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
    found = _objection(names)
    if found is not None:
        raise RefusedChange(*found)


def _edits(old: OldOptimizer, names: KerasNames, wishes: Wishes) -> Iterable[Edit]:
    span = replaceable(old.node, names)
    if isinstance(old.node, ast.Constant) and wishes.learning_rate is None:
        quote = '"' if _source(names, span).startswith('"') else "'"
        return [ReplaceExpression(span, f"{quote}adam{quote}")]
    arguments = f"(learning_rate={rate_written(wishes)!r})"
    if isinstance(old.node, ast.Call) and isinstance(old.node.func, ast.Attribute):
        return [ReplaceExpression(span, f"{ast.unparse(old.node.func.value)}.Adam{arguments}")]
    spelled, more = _spelling(old.node, names)
    return [ReplaceExpression(span, f"{spelled}{arguments}"), *more]


def _source(names: KerasNames, span: Span) -> str:
    return names.module.lines[span.line - 1][span.column :]


def _spelling(node: ast.expr, names: KerasNames) -> tuple[str, list[Edit]]:
    """How Adam of the same Keras is spelt there, and the import that this wants."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return imported_beside(node.func, "Adam", names)
    imported = names.imported
    kinds = {text.partition(".")[0] for text in imported.values()} & {"tensorflow", "keras", "tf_keras"}
    if len(kinds) > 1:
        raise RefusedChange("HSR41", "the file imports more than one Keras, and a string does not say which is meant")
    for text, middle in _SPELLINGS.items():
        for name, meaning in imported.items():
            if meaning == text:
                return f"{name}.{middle}Adam", []
    raise RefusedChange("HSR41", "no import of the file names the package of the optimizers")
