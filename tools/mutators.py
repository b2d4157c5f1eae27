"""The mutations of one node of a syntax tree: replacements, each of which a test should kill."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, TypeVar

Node = TypeVar("Node", bound=ast.AST)

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Div,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.UAdd: ast.USub,
    ast.USub: ast.UAdd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}

_METHODS = {
    "lower": "upper",
    "lstrip": "rstrip",
    "find": "rfind",
    "ljust": "rjust",
    "index": "rindex",
    "removeprefix": "removesuffix",
    "partition": "rpartition",
    "split": "rsplit",
}
_METHODS |= {other: one for one, other in _METHODS.items()}

_TRIVIAL = {"len", "isinstance"}
"""Calls that fail at once without their arguments: mutants of these say nothing about the tests."""

_HARMLESS = "strict"
"""The argument with which `zip` refuses sequences of unequal length, which do not occur."""


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes to try in place of this one."""
    mutator = _MUTATORS.get(type(node))
    if mutator:
        yield from mutator(node)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """The child nodes that are worth mutating: not annotations, docstrings, the text of f-strings or `strict=`."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_left_out(child, parent=node):
                yield child


def _is_left_out(node: ast.AST, *, parent: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Constant():
            return isinstance(parent, ast.JoinedStr)
        case ast.keyword():
            return node.arg == _HARMLESS
        case _:
            return False


def _with(node: Node, **fields: object) -> Node:
    """A copy with other fields."""
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool():
            yield _with(node, value=not node.value)
        case int() | float() | complex():
            yield _with(node, value=node.value + 1)
        case str() as text:
            others = (f"XX{text}XX", text.lower(), text.upper())
            yield from (_with(node, value=other) for other in others if other != text)
        case bytes() as data:
            spoilt = (b"XX" + data + b"XX", data.lower(), data.upper())
            yield from (_with(node, value=other) for other in spoilt if other != data)
        case _:
            pass


def _match_singleton(node: ast.MatchSingleton) -> Iterator[ast.AST]:
    if node.value is not None:
        yield _with(node, value=not node.value)


def _name(node: ast.Name) -> Iterator[ast.AST]:
    if node.id == "deepcopy":
        yield _with(node, id="copy")


def _assignment(node: ast.Assign | ast.AnnAssign) -> Iterator[ast.AST]:
    if node.value:
        yield _with(node, value=_other_than(node.value))


def _other_than(node: ast.expr) -> ast.Constant:
    """None, or an empty text for None."""
    is_none = isinstance(node, ast.Constant) and node.value is None
    return ast.Constant("" if is_none else None)


def _augmented_assignment(node: ast.AugAssign) -> Iterator[ast.AST]:
    yield ast.Assign([node.target], node.value)
    yield from _operation(node)


def _operation(node: ast.BinOp | ast.AugAssign | ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield node.operand
    elif other := _OPERATORS.get(type(node.op)):
        yield _with(node, op=other())


def _boolean_operation(node: ast.BoolOp) -> Iterator[ast.AST]:
    """`a and b and c` at each of its operators, which Python groups from the left."""
    other = _OPERATORS[type(node.op)]
    for place in range(1, len(node.values)):
        before, after = (_joined(node.op, part) for part in (node.values[:place], node.values[place:]))
        yield _with(node, op=other(), values=[before, after])


def _joined(operator: ast.boolop, values: list[ast.expr]) -> ast.expr:
    return ast.BoolOp(operator, values) if len(values) > 1 else values[0]


def _comparison(node: ast.Compare) -> Iterator[ast.AST]:
    for place, operator in enumerate(node.ops):
        yield _with(node, ops=_replaced(node.ops, place, _OPERATORS[type(operator)]()))


def _call(node: ast.Call) -> Iterator[ast.AST]:
    """None for each argument, a call without it, and another method for some string methods."""
    if isinstance(node.func, ast.Name) and node.func.id in _TRIVIAL:
        return
    alone = len(node.args) + len(node.keywords) == 1
    for place, argument in enumerate(node.args):
        if not isinstance(argument, ast.Starred):
            yield from _nones(_with(node, args=_replaced(node.args, place, ast.Constant(None))), argument)
        if not alone:
            yield _with(node, args=_replaced(node.args, place))
    for place, keyword in enumerate(node.keywords):
        if keyword.arg == _HARMLESS:
            continue
        if keyword.arg is not None:
            none = _with(keyword, value=ast.Constant(None))
            yield from _nones(_with(node, keywords=_replaced(node.keywords, place, none)), keyword.value)
        if not alone:
            yield _with(node, keywords=_replaced(node.keywords, place))
    yield from _other_methods(node)


def _nones(changed: ast.Call, argument: ast.expr) -> Iterator[ast.AST]:
    if not (isinstance(argument, ast.Constant) and argument.value is None):
        yield changed


def _other_methods(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
        limited = len(node.args) == 2 or "maxsplit" in {keyword.arg for keyword in node.keywords}
        if limited or not node.func.attr.endswith("split"):
            yield _with(node, func=_with(node.func, attr=_METHODS[node.func.attr]))


def _replaced(items: list[Any], place: int, *new: object) -> list[Any]:
    return [*items[:place], *new, *items[place + 1 :]]


def _lambda(node: ast.Lambda) -> Iterator[ast.AST]:
    yield _with(node, body=_other_than(node.body))


def _break(_: ast.Break) -> Iterator[ast.AST]:
    yield ast.Return()


def _continue(_: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _match(node: ast.Match) -> Iterator[ast.AST]:
    if len(node.cases) > 1:
        yield from (_with(node, cases=_replaced(node.cases, place)) for place in range(len(node.cases)))


def _condition(node: ast.IfExp | ast.If) -> Iterator[ast.AST]:
    """The condition evaluated as before, and then always one branch or the other."""
    for operator, value in ((ast.And(), False), (ast.Or(), True)):
        yield _with(node, test=ast.BoolOp(operator, [node.test, ast.Constant(value)]))


def _loop(node: ast.While) -> Iterator[ast.AST]:
    """Never entered; an endless loop would only take long."""
    yield _with(node, test=ast.BoolOp(ast.And(), [node.test, ast.Constant(value=False)]))


def _comprehension(node: ast.comprehension) -> Iterator[ast.AST]:
    yield from (_with(node, ifs=_replaced(node.ifs, place)) for place in range(len(node.ifs)))


def _return(node: ast.Return) -> Iterator[ast.AST]:
    """None, unless a constant is returned, which is mutated itself."""
    if node.value and not isinstance(node.value, ast.Constant):
        yield _with(node, value=ast.Constant(None))


def _statement(_: ast.Expr) -> Iterator[ast.AST]:
    yield ast.Pass()


_MUTATORS: dict[type[ast.AST], Callable[[Any], Iterator[ast.AST]]] = {
    ast.Constant: _constant,
    ast.MatchSingleton: _match_singleton,
    ast.Name: _name,
    ast.Assign: _assignment,
    ast.AnnAssign: _assignment,
    ast.AugAssign: _augmented_assignment,
    ast.BinOp: _operation,
    ast.UnaryOp: _operation,
    ast.BoolOp: _boolean_operation,
    ast.Compare: _comparison,
    ast.Call: _call,
    ast.Lambda: _lambda,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Match: _match,
    ast.IfExp: _condition,
    ast.If: _condition,
    ast.While: _loop,
    ast.comprehension: _comprehension,
    ast.Return: _return,
    ast.Expr: _statement,
}
