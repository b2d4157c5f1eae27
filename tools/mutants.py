"""Small changes to the code, each of which a test ought to notice.

The changes are those that mutmut knows, one operator, number, name or argument at a time, in every function of a
file, decorated ones too.
"""

import __future__

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import ndiff
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from textwrap import indent
from types import CodeType

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode


@dataclass(frozen=True)
class Function:
    """A function or method of a file, with the qualified name it has there."""

    path: Path
    name: str
    node: cst.FunctionDef
    module: cst.Module
    text: str
    first_line: int
    """The line of its first decorator, or of its head."""


@dataclass(frozen=True)
class Change:
    """One change to a function."""

    function: Function
    number: int
    lines: range
    """The lines of the statement that is changed: whoever runs none of them cannot notice."""

    mutation: Mutation

    @property
    def name(self) -> str:
        """The file, the function, and which of its changes this is: `core/board.py Board.draw 3`."""
        path = self.function.path
        return f"{path.parent.name}/{path.name} {self.function.name} {self.number}"

    @property
    def key(self) -> str:
        """The same as long as the function and the change are the same."""
        changed = self.function.module.code_for_node(self.mutation.mutated_node)
        parts = (self.name, self.function.text, changed)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    @property
    def changed(self) -> cst.FunctionDef:
        """The changed function."""
        changed = self.function.node.deep_replace(self.mutation.original_node, self.mutation.mutated_node)
        assert isinstance(changed, cst.FunctionDef)
        return changed

    @property
    def source(self) -> str:
        """The whole file with the change."""
        changed = self.function.module.deep_replace(self.function.node, self.changed)
        assert isinstance(changed, cst.Module)
        return changed.code

    @property
    def difference(self) -> list[str]:
        """The lines that differ, old ones after a minus, new ones after a plus."""
        new = self.function.module.code_for_node(self.changed)
        lines = ndiff(self.function.text.splitlines(), new.splitlines())
        return [line for line in lines if line.startswith(("-", "+"))]

    def code(self) -> CodeType:
        """The changed function, compiled."""
        return _compiled(self.function.name, self.function.module.code_for_node(self.changed))


def _compiled(name: str, text: str) -> CodeType:
    """A function of this qualified name from its text."""
    *owners, _ = name.split(".")
    for owner in reversed(owners):
        text = f"class {owner}:\n{indent(text, '    ')}"
    found: CodeType = compile(
        text, "<changed>", "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True
    )
    while found.co_qualname != name:
        found = next(constant for constant in found.co_consts if isinstance(constant, CodeType))
    return found


def changes_of(path: Path) -> Iterator[Change]:
    """Every change to a file."""
    source = path.read_text()
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    visitor = _Visitor(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    positions = wrapper.resolve(PositionProvider)
    functions = _functions(path, wrapper.module)
    statements = list(_statements(ast.parse(source)))
    numbers: dict[str, int] = {}
    for mutation in visitor.mutations:
        function = functions.get(mutation.contained_by_top_level_function)
        if function is None or _means_the_same(mutation, wrapper.module):
            continue
        number = numbers[function.name] = numbers.get(function.name, 0) + 1
        where = positions.get(mutation.original_node) or positions[function.node]
        lines = min((lines for lines in statements if where.start.line in lines), key=len)
        yield Change(function, number, lines, mutation)


def _means_the_same(mutation: Mutation, module: cst.Module) -> bool:
    """Whether nothing changes, or only that `zip` no longer refuses rows of unequal length, which never come."""
    one, other = (module.code_for_node(node) for node in (mutation.original_node, mutation.mutated_node))
    return one == other or _STRICT.sub("", one) == _STRICT.sub("", other)


_STRICT = re.compile(r", *(strict=\w+)?(?=\))")


class _Visitor(MutationVisitor):
    """mutmut's, with decorated functions: what is inside them is exchanged, not they themselves."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef):
            return any(decorator.decorator.deep_equals(cst.Name("overload")) for decorator in node.decorators)
        if isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value == "strict":
            return True
        return super()._skip_node_and_children(node)


def _functions(path: Path, module: cst.Module) -> dict[cst.CSTNode | None, Function]:
    """The functions and methods of a file by their nodes."""
    first_lines = {
        (node.name, node.lineno): min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        for node in ast.walk(ast.parse(module.code))
        if isinstance(node, ast.FunctionDef)
    }
    found: dict[cst.CSTNode | None, Function] = {}
    positions = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    classes = [node for node in module.body if isinstance(node, cst.ClassDef)]
    bodies = [("", module.body), *((f"{owner.name.value}.", owner.body.body) for owner in classes)]
    for prefix, body in bodies:
        for node in body:
            if isinstance(node, cst.FunctionDef):
                head = positions[node.name].start.line
                name = node.name.value
                text = module.code_for_node(node)
                first = first_lines[name, head]
                found[node] = Function(path, f"{prefix}{name}", node, module, text, first)
    return found


def _statements(tree: ast.Module) -> Iterator[range]:
    """The lines of each statement; of one that holds others, only the lines before them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = node.cases[0].body if isinstance(node, ast.Match) else getattr(node, "body", None)
            inner = body[0].lineno if body else 0
            yield range(node.lineno, inner if inner > node.lineno else (node.end_lineno or 0) + 1)
        elif isinstance(node, ast.match_case):
            first = node.pattern.lineno
            yield range(first, max(node.body[0].lineno, first + 1))


class Instead(MetaPathFinder):
    """Imports one file of the package with other text."""

    def __init__(self, path: Path, text: str, *, under: Path) -> None:
        self.name = ".".join(path.relative_to(under).with_suffix("").parts)
        self.loader = _TextLoader(self.name, str(path))
        self.loader.text = text

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The file if it is the one, otherwise nothing."""
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


class _TextLoader(SourceFileLoader):
    text = ""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.text, self.path, "exec", dont_inherit=True)
        return code
