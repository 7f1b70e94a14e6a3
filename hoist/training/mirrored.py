"""A Keras model is built and compiled without a distribution strategy, so it trains on one device.

`tf.distribute.MirroredStrategy` keeps a copy of the model on each GPU of the machine. Each batch is shared among the
copies, each computes the gradients of its part, and the sum of them is applied to all copies alike, so they stay the
same. The rules of the guides are these (tensorflow.org/guide/distributed_training, its part on Keras Model.fit;
tensorflow.org/guide/keras/distributed_training, which is also keras.io/guides/distributed_training_with_tensorflow;
tensorflow.org/api_docs/python/tf/distribute/MirroredStrategy):

- What makes variables is made inside `strategy.scope()`: the model, whether Sequential, functional or a class of its
  own, its optimizer and its metrics; so building and compiling stand there. A model that is loaded is loaded there.
  (On TensorFlow 2.21, Keras 3 raises on two replicas where a built model is compiled outside, or its optimizer is made
  outside; Keras 2, which is tf_keras, takes both.)
- `fit`, `evaluate` and `predict` may stand outside: Keras enters the scope of the model's strategy by itself. (The
  guide of Keras puts `fit` inside as well, for variables that its first call makes, as of a Sequential model without
  an input shape; on 2.21 both Kerases make these under the model's strategy.)
- The batch that fit is given is the global one. It is divided among the replicas.
- To use more devices well, one would make the batch larger by their number (`strategy.num_replicas_in_sync`), and then
  the learning rate has to be chosen anew. hoist does the first with `--scale-batch` only, and the second never.
- Without a GPU, the strategy takes the processor: one replica.

What is kept: model, loss, optimizer, learning rate, data, order and the global batch. What changes on more than one
device: sums are taken in another order, so numbers differ in their last bits; each replica draws for itself, so dropout
masks differ; BatchNormalization normalises each part of a batch by itself, unless it is given `synchronized=True`; and
where a batch cannot be shared evenly, as often the last of an epoch, each replica's mean counts alike, however few rows
it had.

The proof runs both programs on one replica and compares losses, numbers at the ends of epochs and weights to the last
bit. Then it runs the changed one on two and on four virtual devices of the processor, with the same global batch and
with dropout silenced, and compares the losses of the batches with those of the original. The tolerance is measured: it
is ten times what the original's losses move when its weights are moved by eight units in the last place in front of
each batch. Where a training makes much of last bits, so that this says nothing any more, the comparison ends. Virtual
devices show the numbers, not the speed; where there are several GPUs, the time of a step on one and on all of them is
shown as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hoist.edits import Edit, GuardStatements, InsertLines, Span
from hoist.training.building import LOADERS, CannotStand, Region, check_function, check_statements, is_part, region
from hoist.training.keras_names import KerasNames
from hoist.training.proposal import Proposal, RefusedChange, Wishes
from hoist.training.scaling import CannotScale, scaled

CODE = "HST301"
NAME = "mirrored"
EXAMPLE = (
    """\
network = keras.Sequential([keras.layers.Dense(1)])
network.compile(optimizer='adam', loss='mse')
network.fit(np.ones((100, 2)), np.ones(100))
""",
    """\
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    network = keras.Sequential([keras.layers.Dense(1)])
    network.compile(optimizer='adam', loss='mse')
network.fit(np.ones((100, 2)), np.ones(100))
""",
)

_CHOSEN = frozenset(
    "distribute get_strategy horovod hvd multi_gpu_model set_visible_devices set_logical_device_configuration"
    " MirroredStrategy MultiWorkerMirroredStrategy OneDeviceStrategy TPUStrategy CentralStorageStrategy"
    " ParameterServerStrategy set_distribution DataParallel ModelParallel tensorflow.device".split()
)
_OWN_LOOP = frozenset(
    "GradientTape train_on_batch test_on_batch apply_gradients train_step make_train_function fit_generator run_eagerly"
    " run_functions_eagerly experimental_run_functions_eagerly disable_eager_execution disable_v2_behavior Session"
    " InteractiveSession model_to_estimator".split()
)
_OTHER_STATE = frozenset({"Checkpoint", "CheckpointManager", "BackupAndRestore", "saved_model"})
_SPOKEN_OF = frozenset({"tensorflow", "keras", "tf_keras", "horovod"})
_CHANGE = (
    "`{name} = {tf}.distribute.MirroredStrategy()`, and what makes variables stands in its scope: each batch is shared"
    " among the GPUs of the machine, one replica each; {batch}, and the learning rate stays as it is"
)


@dataclass(frozen=True)
class _Site:
    """A call that compiles or loads a model: by which name the model goes, and the statement it stands in."""

    call: ast.Call
    model: ast.expr
    loads: bool = False


def proposals(names: KerasNames, wishes: Wishes) -> Iterator[Proposal]:
    """Every place of a file that builds and compiles a model outside of a strategy's scope."""
    if not names.uses_keras:
        return
    found: dict[int, list[tuple[_Site, Region]]] = {}  # by their blocks
    for site in _sites(names):
        if _is_in_scope(site.call, names):
            continue
        try:
            of_model = _region(site, names)
        except RefusedChange as refused:
            base = _base(names, site.call, f"`{names.module.text(site.call.func)}` stands in no strategy's scope")
            yield replace(base, refusal=refused.code, reason=refused.reason)
        else:
            found.setdefault(id(of_model.block), []).append((site, of_model))
    taken: set[str] = set()
    for group in found.values():
        yield _proposal(group, names, wishes, taken)


def _base(names: KerasNames, node: ast.stmt | ast.expr, message: str) -> Proposal:
    return Proposal(names.module.path, names.module.span(node), CODE, message)


def _sites(names: KerasNames) -> Iterator[_Site]:
    """What compiles a model, in the order of the file; what loads one that is fitted."""
    sites = []
    for node in names.module.nodes:
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            words = {keyword.arg for keyword in node.keywords} & {"optimizer", "loss", "metrics"}
            if words or names.is_model(node.func.value) or is_part(node.func.value, names):
                sites.append(_Site(node, node.func.value))
        elif names.meant(node.func) in LOADERS:
            statement = names.module.parents.get(node)
            target = statement.targets[0] if isinstance(statement, ast.Assign) else None
            if isinstance(target, (ast.Name, ast.Attribute)) and _is_called(target, ("fit",), names):
                sites.append(_Site(node, target, loads=not _is_called(target, ("compile",), names)))
    kept = [site for site in sites if site.loads or names.meant(site.call.func) not in LOADERS]
    yield from sorted(kept, key=lambda site: (site.call.lineno, site.call.col_offset))


def _is_called(model: ast.expr, methods: Sequence[str], names: KerasNames) -> bool:
    spelled = ast.unparse(model)
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in methods
        and ast.unparse(node.func.value) == spelled
        for node in names.module.nodes
    )


def _is_in_scope(node: ast.AST, names: KerasNames) -> bool:
    """Whether a node stands in a ``with ....scope()``, itself or by way of the function that is called there."""
    seen: set[ast.AST] = set()
    left = [node]
    while left:
        one: ast.AST | None = left.pop()
        while one is not None:
            if isinstance(one, ast.With) and any(_is_scope(item.context_expr) for item in one.items):
                return True
            if isinstance(one, ast.FunctionDef) and one not in seen:
                seen.add(one)
                left += [load for load in names.loads(one.name) if names.defined(load) is one]
            one = names.module.parents.get(one)
    return False


def _is_scope(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "scope"


def _region(site: _Site, names: KerasNames) -> Region:
    """The statements that go into the scope."""
    if names.unclear:
        raise RefusedChange("HSR41", names.unclear)
    found = objection(names)
    if found is not None:
        raise RefusedChange(*found)
    spelled = ast.unparse(site.model)
    if not site.loads and not names.is_model(site.model) and not _is_loaded(site.model, names):
        raise RefusedChange("HSR40", f"`{spelled}` is not shown to be a plain Keras model")
    scope = names.scope(site.call)
    if sum(ast.unparse(one.model) == spelled and names.scope(one.call) is scope for one in _sites(names)) > 1:
        raise RefusedChange("HSR51", f"`{spelled}` is compiled more than once")
    statement, model = _statement(site, names), spelled
    called = _caller(site, names)
    if called is not None:
        statement, model = called
    block = _block(statement, names)
    of_model = region(block, block.index(statement), model, names)
    _check_region(of_model, site, names, called=called is not None)
    return of_model


def _is_loaded(model: ast.expr, names: KerasNames) -> bool:
    value = names.assigned(model) if isinstance(model, ast.Name) else None
    return isinstance(value, ast.Call) and names.meant(value.func) in LOADERS


def _statement(site: _Site, names: KerasNames) -> ast.stmt:
    parent = names.module.parents[site.call]
    if not isinstance(parent, ast.Assign if site.loads else ast.Expr):
        raise RefusedChange("HSR28", "it stands inside a larger expression")
    return parent


def _caller(site: _Site, names: KerasNames) -> tuple[ast.stmt, str] | None:
    """Where a function of the file is called that builds, compiles and returns the model: the statement, the name."""
    function = names.scope(site.call)
    if not isinstance(function, ast.FunctionDef) or not isinstance(names.module.parents[function], ast.Module):
        return None
    returned = [n for n in names.module.nodes if isinstance(n, ast.Return) and names.scope(n) is function]
    if not returned or any(n.value is None or ast.unparse(n.value) != ast.unparse(site.model) for n in returned):
        return None
    calls = [load for load in names.loads(function.name) if names.defined(load) is function]
    if not calls:
        return None  # it is there for other files
    try:
        check_function(function, names)
    except CannotStand:
        return None  # it trains as well
    if len(calls) > 1:
        raise RefusedChange("HSR51", f"`{function.name}` is called {len(calls)} times")
    call = names.module.parents[calls[0]]
    statement = names.module.parents.get(call)
    if not isinstance(call, ast.Call) or call.func is not calls[0] or not isinstance(statement, ast.Assign):
        raise RefusedChange("HSR51", f"the model that `{function.name}` gives has no name of its own")
    return statement, ast.unparse(statement.targets[0])


def _block(statement: ast.stmt, names: KerasNames) -> Sequence[ast.stmt]:
    """The block that a statement stands in; refused where the scope would be opened again at each turn."""
    parents = names.module.parents
    owner = parents[statement]
    for value in vars(owner).values():
        if isinstance(value, list) and statement in value:
            block: list[ast.stmt] = value
    while not isinstance(owner, (ast.Module, ast.FunctionDef)):
        if isinstance(owner, (ast.For, ast.AsyncFor, ast.While)):
            raise RefusedChange("HSR51", f"it stands in a loop (line {owner.lineno})")
        if not isinstance(owner, (ast.If, ast.Try, ast.ExceptHandler)):
            where = ast.unparse(owner).splitlines()[0]
            raise RefusedChange("HSR52", f"it stands in `{where}` (line {getattr(owner, 'lineno', 0)})")
        owner = parents[owner]
    for decorator in getattr(owner, "decorator_list", ()):
        if (names.meant(decorator.func if isinstance(decorator, ast.Call) else decorator) or "").startswith(
            "tensorflow."
        ):
            raise RefusedChange("HSR52", f"it stands in a function that TensorFlow traces (line {decorator.lineno})")
    return block


def _check_region(found: Region, site: _Site, names: KerasNames, *, called: bool) -> None:
    statements = found.block[found.first : found.last + 1]
    if found.first == found.last and not (site.loads or called):
        raise RefusedChange(
            "HSR51", f"`{ast.unparse(site.model)}` is not built in the same block (line {site.call.lineno})"
        )
    if found.elsewhere:
        raise RefusedChange("HSR51", f"`{found.elsewhere}` is made elsewhere")
    if not site.loads:
        given = [*site.call.args[:1], *site.call.args[2:3]]
        given += [keyword.value for keyword in site.call.keywords if keyword.arg in {"optimizer", "metrics"}]
        for node in (name for one in given for name in ast.walk(one) if isinstance(name, ast.Name)):
            value = names.assigned(node)
            plain = isinstance(value, ast.Constant) or names.defined(node) is not None or names.spelled(node)
            if not plain and not is_part(node, names):
                raise RefusedChange("HSR51", f"what `{node.id}` is, and where it is made, is not shown")
    try:
        check_statements(statements, names)
    except CannotStand as cannot:
        raise RefusedChange("HSR52", str(cannot)) from None


def objection(names: KerasNames, _one: Proposal | None = None) -> tuple[str, str] | None:
    """What a file of the program does that a strategy would not bear: the refusal and its reason."""
    texts = {
        node.value for node in names.module.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    if "TF_CONFIG" in texts:
        return "HSR49", f"it belongs to a cluster of workers ({names.module.path.name})"
    if "KERAS_BACKEND" in texts and texts & {"jax", "torch"}:
        return "HSR49", f"Keras has another backend ({names.module.path.name})"
    for node in names.module.nodes:
        where = f"{names.module.path.name}:{getattr(node, 'lineno', 0)}"
        for word in _words(node, names):
            if word in _CHOSEN:
                return "HSR49", f"`{word}` chooses the devices already ({where})"
            if word in _OWN_LOOP:
                return "HSR50", f"`{word}` trains in another way than Model.fit does ({where})"
            if word in _OTHER_STATE:
                return "HSR53", f"`{word}` keeps or brings the state ({where})"
    return None


def _words(node: ast.AST, names: KerasNames) -> Iterator[str]:
    """What a node names, as far as it may be TensorFlow's or Keras's."""
    if isinstance(node, ast.alias):
        parent = names.module.parents[node]
        words = [*((getattr(parent, "module", "") or "").split(".")), *node.name.split(".")]
        yield from words if _SPOKEN_OF & set(words) else ()
    elif isinstance(node, (ast.Attribute, ast.Name)):
        text = names.spelled(node) or ""
        if not text or text.partition(".")[0] in _SPOKEN_OF:
            yield node.attr if isinstance(node, ast.Attribute) else node.id
            yield text.replace("tensorflow.compat.v1.", "tensorflow.").replace("tensorflow.compat.v2.", "tensorflow.")
    elif isinstance(node, ast.keyword) and node.arg == "run_eagerly":
        off = isinstance(node.value, ast.Constant) and node.value.value is False
        yield from () if off else (node.arg,)
    elif isinstance(node, ast.FunctionDef):
        yield node.name


def _proposal(found: Sequence[tuple[_Site, Region]], names: KerasNames, wishes: Wishes, taken: set[str]) -> Proposal:
    """All models that are built in one block, under one strategy."""
    module = names.module
    block = found[0][1].block
    runs = _merged([(one.first, one.last) for _, one in found])
    spans = [_span(names, block[first], block[last]) for first, last in runs]
    models = list(dict.fromkeys(of_model.model for _, of_model in found))
    listed = " and ".join(f"`{model}`" for model in models)
    base = replace(
        _base(names, block[runs[0][0]], f"{listed}: built and compiled outside of a strategy, so for one device"),
        span=spans[0],
        seen=(min(s.call.lineno for s, _ in found), max(s.call.end_lineno or 0 for s, _ in found)),
    )
    name = names.free("strategy", taken)
    tf, edits = _tensorflow(names)
    for number, (first, last) in enumerate(runs):
        head = (f"{name} = {tf}.distribute.MirroredStrategy()",) if number == 0 else ()
        guarded = module.span(block[first]), module.span(block[last])
        edits.append(GuardStatements(*guarded, (*head, f"with {name}.scope():"), (), ()))
    batch = "the global batch stays what it was"
    if wishes.scale_batch:
        try:
            edits += scaled(models, name, block, runs[0][1], names)
        except CannotScale as cannot:
            return replace(base, refusal="HSR54", reason=str(cannot))
        batch = "the batch is multiplied by the number of replicas, as asked"
    change = _CHANGE.format(name=name, tf=tf, batch=batch)
    return replace(base, change=change, edits=tuple(edits), scaled=wishes.scale_batch)


def _merged(runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of statements that overlap, or follow one another, as one."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(runs):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return merged


def _span(names: KerasNames, first: ast.stmt, last: ast.stmt) -> Span:
    start, end = names.module.span(first), names.module.span(last)
    return Span(start.line, start.column, end.end_line, end.end_column)


def _tensorflow(names: KerasNames) -> tuple[str, list[Edit]]:
    """By which name TensorFlow goes, and the import that this wants."""
    for name, meaning in names.imported.items():
        if meaning == "tensorflow":
            return name, []
    name = names.free("tf", set())
    for statement in names.module.tree.body:
        roots = {alias.name.partition(".")[0] for alias in getattr(statement, "names", ())}
        if isinstance(statement, ast.ImportFrom):
            roots = {(statement.module or "").partition(".")[0]}
        if isinstance(statement, (ast.Import, ast.ImportFrom)) and roots & {"tensorflow", "keras", "tf_keras"}:
            span = names.module.span(statement)
            return name, [InsertLines(span, ((0, f"import tensorflow as {name}"),), span)]
    raise AssertionError("a file that uses Keras imports it")
