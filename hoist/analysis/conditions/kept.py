"""What a build must be beside pure and keyed, so that one object for all its uses is as good as one for each."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable

from hoist.analysis.conditions import guarded
from hoist.analysis.conditions.checkpoints import makes_saver
from hoist.analysis.conditions.plain_use import SUMMARY_MAKERS, is_feed
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act
from hoist.analysis.feeds import Feeds
from hoist.analysis.names import bound_names
from hoist.analysis.program import LOOPS
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN
from hoist.tensorflow_api.symbol import Effect, Kind

# A program with these may run a module twice, under another name, or with other functions in it.
_ODD_MODULES = frozenset(
    "reload exec_module runpy run_path run_module mock patch __globals__ import_module __import__ settrace dir".split()
)
# These make builds depend on what stands around them, or look at the graph as a whole.
_ODD_GRAPHS = frozenset(
    "gradient_override_map _nodes_by_id _nodes_by_name consumers unique_name finalize Supervisor Scaffold "
    "managed_session hoist _get_control_flow_context".split()
)
_BUILTINS = frozenset("getattr tuple repr type".split())
_QUIET = (Act.READS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES, Act.READS_COLLECTION)
_CONTEXTS = ("tf.device", "tf.name_scope", "tf.variable_scope", "tf.Session")
_WITH_DEFAULTS = ("tf.contrib.", "tf_slim", "slim.")


def check_program(_unit: Unit, situation: Situation) -> Refused | None:
    """Refuse in a program whose modules, contexts or graphs are not what they seem."""
    program = situation.program
    known = {"reload"} if situation.run.program.python_2 else set[str]()  # what matters is told by python_2
    for word in sorted(program.words & _ODD_MODULES - known):
        return Refused("HSR02", f"the program uses {word}")
    for word in sorted(program.words & _ODD_GRAPHS):
        return Refused("HSR26", f"the program uses {word}")
    for module in situation.run.program.modules.values():
        notebook = module.source.notebook
        if notebook is not None and (notebook.unsure or notebook.reloads):
            return Refused("HSR02", notebook.unsure or "the notebook uses %autoreload")
    if program.hidden_controls:
        return Refused("HSR19", "not in a plain `with`")
    for word in sorted(bound_names(situation.loop.module) & _BUILTINS):
        return Refused("HSR14", f"{word} is another than Python's")
    return None


def check_around(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what its surroundings may make another build: contexts, callbacks, default arguments."""
    scope = situation.loop.scope
    if scope in situation.program.called_back:
        return Refused("HSR26", "TensorFlow calls the function")
    for context in unit.contexts:
        for item in context.items:
            value = situation.run.values.get(item.context_expr, UNKNOWN)
            known = value.kind in (Kind.SESSION, Kind.GRAPH) or "graph" in value.notes
            call = item.context_expr.func if isinstance(item.context_expr, ast.Call) else item.context_expr
            named = str(situation.run.values.get(call, UNKNOWN).ref)
            if not known and not named.startswith(_CONTEXTS):
                return Refused("HSR18", f"line {context.lineno}")
    if "arg_scope" in situation.program.words and any(fact.what.startswith(_WITH_DEFAULTS) for fact in unit.facts):
        return Refused("HSR18", "an arg_scope may give it other arguments")
    if any(fact.what.startswith(SUMMARY_MAKERS) for fact in unit.facts):
        return Refused("HSR11", "the tag of a summary depends on the scopes around it")
    own = set(ast.walk(unit.node))
    for node in situation.scopes_of(unit) - own:
        if isinstance(node, ast.Attribute) and node.attr in ("argv", "environ"):
            return Refused("HSR01", f"{node.attr}, which a called function reads")
    for node in own:
        for function in situation.run.calls.get(node, ()):
            defaults = [*function.args.defaults, *(d for d in function.args.kw_defaults if d is not None)]
            if not all(isinstance(default, ast.Constant) for default in defaults):
                return Refused("HSR01", "a default argument of what it calls")
    return None


def check_callers(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse what is built of parameters, where what nobody sees may give them: of another kind, it is no key."""
    scope = situation.loop.scope
    if _reads_parameter(unit, scope) and situation.program.hidden.may_call(scope):
        return Refused("HSR02", "what does not name the function may call it, with something else")
    return None


def _reads_parameter(unit: Unit, scope: ast.AST) -> bool:
    arguments = getattr(scope, "args", None)
    given = {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)} if arguments is not None else set()
    own = {"self"} if isinstance(arguments, ast.arguments) and arguments.args[:1] else set()
    return any(isinstance(n, ast.Name) and n.id in given - own for n in ast.walk(unit.node))


def check_order(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse to build an expression in front of what is done before it in its statement."""
    if unit.is_statement:
        return None
    for attempt in unit.tries:
        if not guarded.lets_pass(attempt):
            return Refused("HSR17", f"line {attempt.lineno}")
    statement = unit.statement
    if isinstance(statement, ast.Assert):
        return Refused("HSR15", "an assert")
    if isinstance(statement, (ast.With, ast.AsyncWith)) and unit.node not in set(ast.walk(statement.items[0])):
        return Refused("HSR28", "it stands behind another context")
    inside = set(ast.walk(unit.node))
    around = {statement, *situation.loop.module.ancestors(unit.node), *_assigned_behind(statement)}
    for node in ast.walk(statement):
        earlier = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) < unit.position
        if not earlier or node in inside or node in around or not isinstance(node, ast.expr):
            continue
        acts = {fact.act for fact in situation.run.facts.get(node, ())}
        if _is_receiver(node, around, situation):
            acts.discard(Act.MUTATES)  # `found.append(sess.run(...))` changes the list behind the run
        if any(act not in _QUIET for act in acts):
            return Refused("HSR15", f"`{ast.unparse(node)[:40]}` is done before it")
    return None


def _is_receiver(node: ast.AST, around: set[ast.AST], situation: Situation) -> bool:
    """Whether a name is that of the object on which a call around the unit is made."""
    attribute = situation.loop.module.parents.get(node)
    call = situation.loop.module.parents.get(attribute) if attribute is not None else None
    method = isinstance(attribute, ast.Attribute) and isinstance(call, ast.Call) and call.func is attribute
    return method and isinstance(node, ast.Name) and call in around


def _assigned_behind(statement: ast.stmt) -> list[ast.AST]:
    """What stands in front of a statement's value but is set behind it: its targets; of ``+=``, a name alone."""
    if isinstance(statement, ast.Assign):
        return [node for target in statement.targets for node in ast.walk(target)]
    plain = isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)
    return [statement.target] if plain and isinstance(statement, ast.AugAssign) else []


def check_uses(unit: Unit, situation: Situation, feeds: Feeds) -> Refused | None:
    """Refuse what is used in another way than as a fetch, a Saver, a placeholder to feed, or in what is kept with it.

    A random op, an assign or an iterator's next element that is made once for two places of one run is done once there.
    """
    module = situation.loop.module
    inside = {node for other in situation.moving for node in ast.walk(other.node)}
    for node in _used(unit, situation):
        if node in inside and node is not unit.node:
            continue
        if module.function_of(node) is not situation.loop.scope:
            return Refused("HSR16", f"line {getattr(node, 'lineno', 0)}")
        plain = feeds.runs.is_fetched(node) or _is_fed(node, situation) or _saves_once(node, unit, situation)
        if not plain:
            return Refused("HSR16", f"line {getattr(node, 'lineno', 0)}")
    return None


def _used(unit: Unit, situation: Situation) -> Iterable[ast.AST]:
    if not unit.is_statement:
        return [unit.node]
    places = sorted(unit.writes, key=lambda place: place.name)
    names = situation.names
    loads = ([n for n in names.occurrences.get(place.name, []) if names.place(n) == place] for place in places)
    others = (node for place in unit.writes for _, node in situation.program.reads.get(place, ()))
    return [n for n in (*itertools.chain(*loads), *others) if isinstance(getattr(n, "ctx", ast.Load()), ast.Load)]


def _is_fed(node: ast.AST, situation: Situation) -> bool:
    """Whether it is a placeholder that a run of the same function is fed there."""
    module = situation.loop.module
    display = module.parents.get(node)
    if situation.run.values.get(node, UNKNOWN).kind is not Kind.PLACEHOLDER or not isinstance(display, ast.Dict):
        return False
    return node in display.keys and is_feed(situation.run, module, display)


def _saves_once(node: ast.AST, unit: Unit, situation: Situation) -> bool:
    """Whether it is a Saver that saves or restores there, once for each time that it is made."""
    module = situation.loop.module
    attribute = module.parents.get(node)
    call = module.parents.get(attribute) if attribute is not None else None
    if not isinstance(attribute, ast.Attribute) or attribute.attr not in ("save", "restore"):
        return False
    if situation.run.values.get(node, UNKNOWN).kind is not Kind.SAVER or not isinstance(call, ast.Call):
        return False
    above = set(module.ancestors(unit.node))
    return not any(isinstance(parent, LOOPS) and parent not in above for parent in module.ancestors(call))


def saves_more_than_once(unit: Unit, situation: Situation) -> bool:
    """Whether a Saver that is made anew at each use saves more often than once at each."""
    if not makes_saver(unit) or not unit.is_statement:
        return False
    module = situation.loop.module
    saved = 0
    for node in _used(unit, situation):
        attribute = module.parents.get(node)
        saved += isinstance(attribute, ast.Attribute) and attribute.attr == "save"
    return saved > 1
