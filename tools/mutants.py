"""Mutants: a file with one small change in one of its functions (see `mutators`), which a test should kill."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import ndiff
from functools import cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

from tools.mutators import children, replacements

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, eq=False)
class Function:
    """A function or method of a file, with its qualified name."""

    path: Path
    name: str
    node: Definition
    owners: tuple[ast.Module | ast.ClassDef, ...]
    """The module and the classes around it, from the outside in."""

    @property
    def first_line(self) -> int:
        """The line of its first decorator, or of its `def`."""
        return min(node.lineno for node in (self.node, *self.node.decorator_list))

    @cached_property
    def text(self) -> str:
        """The function as `ast.unparse` writes it."""
        return ast.unparse(self.node)


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change to a function."""

    function: Function
    number: int
    lines: range
    """The lines of the mutated statement: a test that runs none of them cannot kill it."""

    original: ast.AST
    mutated: ast.AST

    @property
    def name(self) -> str:
        """The file, the function and the number of the mutant: `core/board.py Board.draw 3`."""
        path = self.function.path
        return f"{path.parent.name}/{path.name} {self.function.name} {self.number}"

    @property
    def key(self) -> str:
        """A hash of the function and the change."""
        parts = (self.name, self.function.text, ast.dump(self.mutated))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    @property
    def changed(self) -> ast.AST:
        """The changed function."""
        changed: ast.AST = _replaced(self.function.node, self.original, self.mutated)
        return ast.fix_missing_locations(changed)

    @property
    def difference(self) -> list[str]:
        """The lines that differ, old ones after a minus, new ones after a plus."""
        lines = ndiff(self.function.text.splitlines(), ast.unparse(self.changed).splitlines())
        return [line for line in lines if line.startswith(("-", "+"))]

    @property
    def module(self) -> ast.Module:
        """The whole file with the change."""
        old: ast.AST = self.function.node
        new = self.changed
        for owner in reversed(self.function.owners):
            body = [new if node is old else node for node in owner.body]
            old, new = owner, _copy(owner, body=body)
        assert isinstance(new, ast.Module)
        return new

    def code(self) -> CodeType:
        """The changed function, compiled."""
        name, line = self.function.name, self.function.first_line
        codes = _codes(compile(self.module, str(self.function.path), "exec", dont_inherit=True))
        return next(code for code in codes if (code.co_qualname, code.co_firstlineno) == (name, line))


def _replaced(tree: Any, old: ast.AST, new: ast.AST) -> Any:
    """A copy of the tree with one node replaced."""
    if tree is old:
        return new
    if isinstance(tree, list):
        return [_replaced(item, old, new) for item in tree]
    if isinstance(tree, ast.AST):
        return _copy(tree, **{name: _replaced(value, old, new) for name, value in ast.iter_fields(tree)})
    return tree


def _copy(node: ast.AST, **fields: object) -> ast.AST:
    values = dict(ast.iter_fields(node)) | fields
    return ast.copy_location(type(node)(**values), node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code and all code inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    numbers: Counter[str] = Counter()
    for function in _functions(path, (ast.parse(path.read_bytes()),)):
        for original, mutated, lines in _mutations(function.node, range(0)):
            numbers[function.name] += 1
            yield Mutant(function, numbers[function.name], lines, original, mutated)


def _functions(path: Path, owners: tuple[ast.Module | ast.ClassDef, ...]) -> Iterator[Function]:
    """The functions and methods in the innermost of these."""
    for node in owners[-1].body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(path, (*owners, node))
        elif isinstance(node, Definition) and not _is_overload(node):
            names = [owner.name for owner in owners if isinstance(owner, ast.ClassDef)]
            yield Function(path, ".".join((*names, node.name)), node, owners)


def _is_overload(node: Definition) -> bool:
    return any(
        isinstance(decorator, ast.Name) and decorator.id == "overload" for decorator in node.decorator_list
    )


def _mutations(node: ast.AST, lines: range) -> Iterator[tuple[ast.AST, ast.AST, range]]:
    """Each mutable node with its replacement and the lines of its statement."""
    if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
        lines = _head(node)
    for mutated in replacements(node):
        yield node, mutated, lines
    for child in children(node):
        yield from _mutations(child, lines)


def _head(node: ast.stmt | ast.ExceptHandler | ast.match_case) -> range:
    """The lines of a statement; for a compound statement, only its header."""
    match node:
        case ast.match_case():
            first, inner = node.pattern.lineno, node.body[0].lineno
        case ast.Match():
            first, inner = node.lineno, node.cases[0].pattern.lineno
        case _:
            before = getattr(node, "decorator_list", ())
            first = min(part.lineno for part in (node, *before))
            body = getattr(node, "body", None)
            inner = body[0].lineno if body else (node.end_lineno or node.lineno) + 1
    return range(first, max(inner, first + 1))


class Instead(MetaPathFinder):
    """An importer that replaces the text of one file of the package."""

    def __init__(self, path: Path, text: str, *, under: Path) -> None:
        self.name = ".".join(path.relative_to(under).with_suffix("").parts)
        self.loader = _TextLoader(self.name, str(path))
        self.loader.text = text

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of the replaced file; None for any other."""
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


class _TextLoader(SourceFileLoader):
    text = ""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.text, self.path, "exec", dont_inherit=True)
        return code
