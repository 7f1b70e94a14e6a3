"""Imports, module top levels, and the functions that nobody in the program calls."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from hoist.analysis import attributes, calls, statements
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.program import Module, Program, function_name
from hoist.analysis.values import UNKNOWN, ClassRef, FunctionRef, PyKind, Value, constant
from hoist.tensorflow_api.symbol import Kind

_TENSORFLOW = {
    "tensorflow": "tf",
    "tensorflow.compat.v1": "tf",
    "tensorflow.compat": "tf.compat",
    "tf_slim": "tf.contrib.slim",
    "tensorflow.contrib": "tf.contrib",
}
# Parts of the tensorflow package that are not its public graph API.
_INERT = ("tensorflow.examples.tutorials", "tensorflow.python.platform", "tensorflow.python.client.device_lib")
_PRIVATE = ("tensorflow.python", "tensorflow.core", "tensorflow.models")


def run_program(
    run: Run,
    script: Path,
    for_others: Container[Path] | None = None,
    leading: Container[str] | None = None,
) -> Run:
    """Run a script's top level abstractly, then every function that was not reached from it.

    Args:
        run: what has been run before: nothing, or what the script's leading imports do.
        script: the file that is run.
        for_others: of the imported modules, those whose functions are run as callers that are not seen may call them;
            all if None.
        leading: names of the functions that are so run, as `hoist.analysis.reach` gives them; all if None.
    """
    known = run.modules
    run.modules = {}
    run_module(run, script, known)
    for path in list(run.modules):
        if path == script or for_others is None or path in for_others:
            _run_for_others(run, run.modules[path].module, leading, imported=path != script)
    return run


def leading_imports(program: Program, module: Module) -> list[ast.Import | ast.ImportFrom]:
    """The imports of local modules with which a script begins: nothing that they could notice stands before them."""
    found: list[ast.Import | ast.ImportFrom] = []
    for statement in module.tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            if _is_local(program, module, statement):
                found.append(statement)
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            break
    return found


def _is_local(program: Program, module: Module, statement: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(statement, ast.Import):
        return any(program.imported(alias.name, 0, module.path) is not None for alias in statement.names)
    return statement.level > 0 or program.imported(statement.module, 0, module.path) is not None


def run_imports(run: Run, script: Path, imports: Sequence[ast.Import | ast.ImportFrom]) -> None:
    """Run the modules that a script's leading imports would run first; nothing of the script itself is kept."""
    module = run.program.module(script)
    assert module is not None
    frame = Frame(module)
    for statement in imports:
        execute_import(run, statement, frame)


def run_module(run: Run, path: Path, known: Mapping[Path, Frame] = MappingProxyType({})) -> Frame | None:
    """Run a module's top level once; None if it cannot be read.

    Args:
        run: the program.
        path: the module.
        known: modules that have been run before, and that come behind this one.
    """
    if path in run.modules:
        return run.modules[path]
    module = run.program.module(path)
    if module is None:
        return None
    frame = Frame(module)
    run.modules[path] = frame
    run.modules.update(known)
    frame.env["__name__"] = Value(Kind.PYTHON)
    frame.env["__file__"] = Value(Kind.PYTHON)
    before = (run.reuse, run.controls, run.once, run.doubt, run.active)
    run.reuse, run.controls, run.once, run.doubt, run.active = "no", 0, 0, 0, []
    statements.execute(run, module.tree.body, frame)
    run.reuse, run.controls, run.once, run.doubt, run.active = before
    return frame


def _run_for_others(run: Run, module: Module, leading: Container[str] | None, *, imported: bool) -> None:
    """Run functions as callers that are not seen may call them: with arguments, and under scopes, that are not known.

    These are the functions that nobody in the program calls, and in an imported module all that have loops of their
    own: another script may import it too.
    """
    top = run.modules[module.path]
    for node in module.functions:
        if node.body[0] in run.reached and not (imported and node in module.with_loops):
            continue
        owner = module.parents.get(node)
        if leading is not None and function_name(node, owner) not in leading:
            continue
        receiver: list[Value] = []
        if isinstance(owner, ast.ClassDef):
            receiver = [Value(PyKind.INSTANCE, ref=ClassRef(owner, module))]
        elif module.function_of(node) is not module.tree:
            continue
        frame = Frame(module)
        frame.env = top.env
        run.variables_exist, run.reuse = True, "unknown"
        positional = [UNKNOWN] * (len(node.args.posonlyargs) + len(node.args.args) - len(receiver))
        keywords = {argument.arg: UNKNOWN for argument in node.args.kwonlyargs}
        calls.call_function(run, ast.Pass(), FunctionRef(node, module), [*receiver, *positional], keywords, frame)
        run.reuse = "no"


def execute_import(run: Run, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    """Bind what an import binds; a module of the program that is first imported here runs here."""
    known = set(run.modules)
    _bind_import(run, node, frame)
    for path in set(run.modules) - known:
        if frame.function is not None:
            facts = frozenset(f for f in run.modules[path].facts if f.act is not Act.READS)
            run.inherit(frame, node, facts, path.stem)


def _bind_import(run: Run, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    if isinstance(node, ast.Import):
        for alias in node.names:
            _bind(run, frame, *_import_module(run, alias, frame))
        return
    for alias in node.names:
        if alias.name == "*":
            _import_star(run, node, frame)
        else:
            value = _imported_name(run, node.module, node.level, alias.name, frame)
            _bind(run, frame, alias.asname or alias.name, value)


def _bind(run: Run, frame: Frame, name: str, value: Value) -> None:
    if frame.function is None and frame.env.get(name) != value:
        run.version += 1
    frame.env[name] = value


def _import_module(run: Run, alias: ast.alias, frame: Frame) -> tuple[str, Value]:
    top_name = alias.name.split(".")[0]
    if alias.asname:
        return alias.asname, module_value(run, alias.name, 0, frame)
    module_value(run, alias.name, 0, frame)
    return top_name, module_value(run, top_name, 0, frame)


def module_value(run: Run, name: str, level: int, frame: Frame) -> Value:
    """What ``import name`` means."""
    local = run.program.imported(name, level, frame.module.path)
    if local is not None:
        return Value(PyKind.LOCAL_MODULE, ref=local) if run_module(run, local) is not None else UNKNOWN
    path = tensorflow_path(name)
    if path is not None:
        return attributes.symbol_value(path) if path != "tf" else Value(Kind.MODULE, ref="tf")
    return Value(PyKind.FOREIGN, ref=name) if level == 0 else UNKNOWN


def tensorflow_path(name: str) -> str | None:
    """The canonical dotted path below ``tf`` of a module name, if it is TensorFlow's public API."""
    if name in _TENSORFLOW:
        return _TENSORFLOW[name]
    if name.startswith((*_INERT, *_PRIVATE, "tensorflow.examples")):
        return None
    for prefix in sorted(_TENSORFLOW, key=len, reverse=True):
        if name.startswith(prefix + "."):
            return _TENSORFLOW[prefix] + name[len(prefix) :]
    return None


def binds_tensorflow(node: ast.Import | ast.ImportFrom) -> bool:
    """Whether an import may bind something of TensorFlow that the analysis knows, wherever it stands."""
    if isinstance(node, ast.Import):
        return any(_is_known(alias.name if alias.asname else alias.name.split(".", 1)[0]) for alias in node.names)
    return _is_known(node.module or "") and any(_is_known(f"{node.module}.{alias.name}") for alias in node.names)


def _is_known(name: str) -> bool:
    path = tensorflow_path(name)
    return path == "tf" or (path is not None and attributes.symbol_value(path).kind is not Kind.UNKNOWN)


def _imported_name(run: Run, module: str | None, level: int, name: str, frame: Frame) -> Value:
    if module is None or level:
        submodule = run.program.imported(f"{module}.{name}" if module else name, level, frame.module.path)
        if submodule is not None and run_module(run, submodule) is not None:
            return Value(PyKind.LOCAL_MODULE, ref=submodule)
    if module is None and level:
        package = run.program.imported(None, level, frame.module.path)
        top = run_module(run, package) if package is not None else None
        return top.env.get(name, UNKNOWN) if top is not None else UNKNOWN
    if module == "__future__":
        return constant(True)
    holder = module_value(run, module or "", level, frame)
    if holder.kind is PyKind.LOCAL_MODULE:
        assert isinstance(holder.ref, Path)
        if name in run.modules[holder.ref].env:
            return run.modules[holder.ref].env[name]
        submodule = run.program.imported(f"{module}.{name}", level, frame.module.path)
        if submodule is not None and run_module(run, submodule) is not None:
            return Value(PyKind.LOCAL_MODULE, ref=submodule)
        return UNKNOWN
    if holder.kind is Kind.MODULE:
        full = tensorflow_path(f"{module}.{name}")
        return Value(Kind.MODULE, ref="tf") if full == "tf" else attributes.symbol_value(f"{holder.ref}.{name}")
    if holder.kind is PyKind.FOREIGN:
        submodule = run.program.imported(f"{module}.{name}", level, frame.module.path)  # of a package without a file
        if submodule is not None and run_module(run, submodule) is not None:
            return Value(PyKind.LOCAL_MODULE, ref=submodule)
        return Value(PyKind.FOREIGN, ref=f"{holder.ref}.{name}")
    return UNKNOWN


def _import_star(run: Run, node: ast.ImportFrom, frame: Frame) -> None:
    holder = module_value(run, node.module or "", node.level, frame)
    if holder.kind is PyKind.LOCAL_MODULE:
        assert isinstance(holder.ref, Path)
        for name, value in run.modules[holder.ref].env.items():
            if not name.startswith("_"):
                _bind(run, frame, name, value)
