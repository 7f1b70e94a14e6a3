"""The same edits done on the syntax tree, and the new text compared with that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from hoist.edits import Rewritten
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.plan import Landing, Plan
from hoist.rewrite.resolve import Inserted, Substitution
from hoist.rewrite.syntax import compiles, parse
from hoist.rewrite.units import Unit


class _Substitute(ast.NodeTransformer):
    """Does the expression edits on the tree; the lifted expressions keep the edits inside them."""

    def __init__(self, substitutions: Iterable[Substitution]) -> None:
        self.values = {id(one.node): one.value for one in substitutions}

    def visit(self, node: ast.AST) -> ast.AST:
        """Go through the children first, so that what is inside a lifted expression is done as well."""
        visited = super().generic_visit(node)
        return self.values.get(id(node), visited)


def check(text: str, plan: Plan, rewritten: Rewritten) -> None:
    """Fail unless the new text is exactly the program that the edits describe."""
    program = plan.program
    documented = _documented(program.tree)
    expected = _expected(plan)
    try:
        tree = parse(rewritten.text)
    except (SyntaxError, ValueError, MemoryError) as error:
        raise RewriteFailed(f"the result would not parse ({error})") from error
    if ast.dump(tree) != ast.dump(expected):
        raise RewriteFailed("the result would not be the program that the edits describe")
    if _documented(expected) != documented:
        raise RewriteFailed("a bare string would become, or cease to be, a docstring")
    if compiles(text) is None:
        reason = compiles(rewritten.text)
        if reason is not None:
            raise RewriteFailed(f"Python would not compile the result ({reason})")


def _expected(plan: Plan) -> ast.Module:
    """Do the edits on the tree."""
    program = plan.program
    _Substitute(plan.substitutions).visit(program.tree)
    for addition in plan.additions:
        if isinstance(addition.node, ast.Dict):
            assert isinstance(addition.argument, ast.Dict)
            addition.node.keys[:0] = addition.argument.keys
            addition.node.values[:0] = addition.argument.values
        else:
            assert isinstance(addition.argument, ast.keyword)
            addition.node.keywords.append(addition.argument)
    for unit in plan.units:
        nodes = unit.statements[0].block.nodes
        for one in (*unit.carried, *unit.statements):
            nodes.remove(one.node)
        if unit in plan.emptied:
            nodes.append(ast.Pass())
    inside: dict[Unit | None, Landing] = {landing.own: landing for landing in plan.landings if landing.own is not None}
    for landing in plan.landings:
        if landing.own is None:
            nodes = landing.head.block.nodes
            place = nodes.index(landing.head.node)
            nodes[place:place] = _landed(landing, inside)
    for guard in plan.guards:
        nodes = guard.statements[0].block.nodes
        first, last = nodes.index(guard.statements[0].node), nodes.index(guard.statements[-1].node)
        edit = guard.edit
        body = [*parse("\n".join(edit.opening)).body, *nodes[first : last + 1], *parse("\n".join(edit.inside)).body]
        opening = _opened(edit.before, body)
        nodes[first : last + 1] = [*opening, *parse("\n".join(edit.behind)).body]
    return program.tree


def _opened(lines: Sequence[str], body: list[ast.stmt]) -> list[ast.stmt]:
    """Give the statements of some lines, with what follows them; it is the body of an if or with that ends them."""
    if not lines or not lines[-1].endswith(":"):
        return [*parse("\n".join(lines)).body, *body]
    found = parse("\n".join([*lines, "    pass"])).body
    assert isinstance(found[-1], (ast.If, ast.With))
    found[-1].body = body
    return found


def _landed(landing: Landing, inside: dict[Unit | None, Landing]) -> list[ast.stmt]:
    """Give the statements that a landing adds."""
    nodes: list[ast.stmt] = []
    for item in landing.items:
        if isinstance(item, Unit):
            if item in inside:
                nodes += _landed(inside[item], inside)
            nodes += [one.node for one in (*item.carried, *item.statements)]
        elif isinstance(item, Inserted):
            nodes += parse("\n".join("    " * depth + line for depth, line in item.edit.lines)).body
        else:
            assignment = parse(f"{item.text} = 0").body[0]
            assert isinstance(assignment, ast.Assign)
            assignment.value = item.node
            nodes += _opened(item.lift.lead if item.lift is not None else (), [assignment])
    return nodes


def _documented(tree: ast.Module) -> set[str]:
    """Give the docstrings of a module, its classes and functions, by what they document."""
    kinds = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {f"{id(node)}:{ast.get_docstring(node)}" for node in ast.walk(tree) if isinstance(node, kinds)}
