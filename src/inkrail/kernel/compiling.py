"""Compilation: the decorators of all kernel functions, and one specialisation a ruleset.

With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from textwrap import dedent
from types import FunctionType
from typing import Any, Final, Never, Protocol, TypeVar, cast

import numba
from llvmlite.binding import add_symbol  # type: ignore[import-untyped]
from numba import types
from numba.core import event

from inkrail.kernel.cache import CACHE, IS_COMPILED, config
from inkrail.kernel.capabilities import CAPABILITIES, Capabilities
from inkrail.kernel.progress import APART, preparing

F = TypeVar("F", bound=Callable[..., Any])


class Decorator(Protocol):
    """Gives a function back as it was, for the type checker."""

    def __call__(self, function: F, /) -> F:
        """The function."""
        ...


_ENTRY: Final = "entry"
_APART: Final = "apart"
_NO_WRAPPERS: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_OPTIONS: Final[Mapping[str, Mapping[str, bool]]] = {
    _ENTRY: {"_nrt": True, "no_cfunc_wrapper": True},
    "inner": {"_nrt": False, **_NO_WRAPPERS},
    "inlined": {"_nrt": False, "forceinline": True, **_NO_WRAPPERS},
    _APART: {"_nrt": False},
}

_types: Any = types
_typeof: Any = numba.typeof
_end_event: Any = event.end_event
_TYPES: Final = {
    "": types.void,
    "int": types.int64,
    "float": types.float64,
    "Words": _types.CPointer(types.int64),
    "Floats": _types.CPointer(types.float32),
}
"""The types of the arguments and results of functions apart, by their annotations."""


class Template:
    """A kernel function as it is written; `Specialisation` compiles it for a ruleset."""

    def __init__(self, function: Callable[..., Any], kind: str, *, allocates: bool = False) -> None:
        self.function = function
        self.kind = kind
        self._allocates = allocates

    @property
    def options(self) -> Mapping[str, bool]:
        """Numba's options for it."""
        return {**_OPTIONS[self.kind], "_nrt": True} if self._allocates else _OPTIONS[self.kind]

    @cached_property
    def entry(self) -> Template:
        """The same function to be called from Python."""
        return self if self.kind == _ENTRY else Template(self.function, _ENTRY)

    def __call__(self, *_: object) -> Never:
        """Refuse: which function is meant depends on the ruleset."""
        raise TypeError(
            f"{self.function.__name__} is compiled for a ruleset: call specialisation({self.function.__name__})"
        )

    @cached_property
    def depends(self) -> bool:
        """Whether a capability changes what the function does, itself or in a function that it calls."""
        names = self.function.__code__.co_names
        values = self.function.__globals__
        return any(
            name in CAPABILITIES or (isinstance(value := values.get(name), Template) and value.depends)
            for name in names
        )

    @cached_property
    def signature(self) -> Any:
        """Numba's signature, from the annotations."""
        hints = dict(self.function.__annotations__)
        result = hints.pop("return").replace("None", "")
        return _TYPES[result](*(_TYPES[hint] for hint in hints.values()))

    def calls(self, constants: Mapping[str, int]) -> list[Template]:
        """The functions that it calls where the capabilities have these values."""
        values = self.function.__globals__
        known = {name: constants.get(name, values[name]) for name in CAPABILITIES if name in values}
        names = _Names(known)
        names.visit(ast.parse(dedent(inspect.getsource(self.function))))
        return [value for name in names.found if isinstance(value := values.get(name), Template)]


class _Names(ast.NodeVisitor):
    """Collects the names in a function, except in branches that are never taken."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self._constants = constants
        self.found: dict[str, None] = {}

    def visit_Name(self, node: ast.Name) -> None:
        """Collect a name."""
        self.found[node.id] = None

    def visit_If(self, node: ast.If) -> None:
        """Visit the branches that may be taken."""
        value = self._value(node.test)
        if value is None:
            self.visit(node.test)
        for branch, taken in ((node.body, True), (node.orelse, False)):
            if value is None or value == taken:
                for statement in branch:
                    self.visit(statement)

    def _value(self, test: ast.expr) -> bool | None:
        """The value of a condition, if the constants decide it."""
        match test:
            case ast.Name(id=name) if name in self._constants:
                return bool(self._constants[name])
            case ast.BoolOp(op=operator, values=parts):
                values = [self._value(part) for part in parts]
                decisive = isinstance(operator, ast.Or)
                if decisive in values:
                    return decisive
                return None if None in values else not decisive
            case _:
                return None


def compiled(function: F) -> F:
    """A function to call from Python; it runs without the GIL and may allocate."""
    return cast("F", Template(function, _ENTRY))


def inner(function: F) -> F:
    """A function that allocates nothing, without reference counting."""
    return cast("F", Template(function, "inner"))


def inlined(function: F) -> F:
    """A small function that allocates nothing, inlined into its callers."""
    return cast("F", Template(function, "inlined"))


def apart(*, allocates: bool = False) -> Decorator:
    """A large function of numbers and of pointers (`bits.words`), compiled apart from its callers.

    Numba adds every function to the machine code of its callers and optimises it again there, on each level of calls. A
    function apart is optimised once; its callers have only its name.
    """

    def decorate(function: F) -> F:
        return cast("F", Template(function, _APART, allocates=allocates))

    return decorate


class Specialisation:
    """The kernel's functions with the capabilities of one ruleset as constants, compiled on their first call.

    Each function is copied with globals in which the capabilities have the ruleset's values, so that Numba drops the
    branches not taken before it compiles them. Functions that depend on no capability are compiled once for all.
    """

    def __init__(self, name: str, constants: Mapping[str, int]) -> None:
        self.name = name
        self.constants = constants
        self._modules: dict[int, dict[str, Any]] = {}
        self._functions: dict[Template, Callable[..., Any]] = {}
        self._entries: dict[Template, Callable[..., Any]] = {}
        self._apart: dict[Template, _Apart] = {}

    def __call__(self, function: F) -> F:
        """The function for this ruleset, to be called from Python; an inner one is compiled once more for that."""
        template = cast("Template", function).entry
        if not template.depends and self is not _SHARED:
            return _SHARED(function)
        if template not in self._entries:
            made = self.function(template)
            self._entries[template] = _Entry(self, template, made) if IS_COMPILED else made
        return cast("F", self._entries[template])

    def function(self, template: Template) -> Callable[..., Any]:
        """The function for this ruleset, to be called from compiled functions."""
        if not template.depends and self is not _SHARED:
            return _SHARED.function(template)
        written = template.function
        # The functions of a module are made together, mostly this one too.
        own = self._globals(written.__globals__)
        if template not in self._functions:
            copy = FunctionType(written.__code__, own, written.__name__)
            copy.__module__ = written.__module__
            # The names of compiled functions are made from this one, and those of all rulesets meet in one process.
            copy.__qualname__ = f"{written.__qualname__}.{self.name}.{template.kind}"
            self._functions[template] = self._compiled(template, copy) if IS_COMPILED else copy
        return self._functions[template]

    def _compiled(self, template: Template, copy: FunctionType) -> Callable[..., Any]:
        if template.kind != _APART:
            return _jit(copy, template.options)
        self._apart[template] = _Apart(template, copy)
        return cast("Callable[..., Any]", self._apart[template].external)

    def _globals(self, module: dict[str, Any]) -> dict[str, Any]:
        """A module's globals for this ruleset; functions of one module share them, and may name each other."""
        known = self._modules.get(id(module))
        if known is not None:
            return known
        own = self._modules[id(module)] = dict(module)
        own.update((name, value) for name, value in self.constants.items() if name in module)
        own.update(
            (name, self.function(value)) for name, value in module.items() if isinstance(value, Template)
        )
        return own

    def all_called(self, template: Template) -> dict[Template, None]:
        """A function and all that it calls for this ruleset, itself or through others, callees first."""
        found: dict[Template, None] = {}

        def add(one: Template) -> None:
            if one not in found and one not in above:
                above.add(one)
                for other in one.calls(self.constants):
                    add(other)
                found[one] = None

        above: set[Template] = set()
        add(template)
        return found

    def link(self, template: Template) -> None:
        """Compile a function apart, or load it from the cache, so that its callers can be."""
        if not template.depends and self is not _SHARED:
            _SHARED.link(template)
        else:
            self.function(template)
            self._apart[template].link()


_SHARED: Final = Specialisation("shared", {})


@cache
def specialisation(capabilities: Capabilities) -> Specialisation:
    """The functions for these capabilities."""
    return Specialisation(capabilities.name, capabilities.constants)


class _Entry:
    """A function called from Python; the first call compiles it with all that it calls."""

    def __init__(
        self, specialisation: Specialisation, template: Template, function: Callable[..., Any]
    ) -> None:
        self._specialisation = specialisation
        self._template = template
        self._function: Any = function
        self._is_ready = False

    def __call__(self, *arguments: Any) -> Any:
        if not self._is_ready:
            self._prepare(arguments)
        return self._function(*arguments)

    def _prepare(self, arguments: tuple[Any, ...]) -> None:
        called = self._specialisation.all_called(self._template)
        written = self._template.function
        name = f"{written.__module__}.{written.__qualname__}.{self._specialisation.name}"
        with preparing(name, functions=len(called)):
            for template in called:
                if template.kind == _APART:
                    self._specialisation.link(template)
            self._function.compile(tuple(_typeof(argument) for argument in arguments))
        self._is_ready = True


class _Apart:
    """A function apart: callers know its symbol, which has an address once it is linked."""

    def __init__(self, template: Template, function: FunctionType) -> None:
        self._template = template
        self._function = function
        self._symbol = f"{function.__module__}.{function.__qualname__}"
        self.external = types.ExternalFunction(self._symbol, template.signature)
        self._linked: Any = None

    def link(self) -> None:
        """Compile it, or load it from the cache, unless that was done."""
        if self._linked is None:
            compiler: Any = numba.cfunc
            with _cache_folder():
                self._linked = compiler(
                    self._template.signature,
                    cache=CACHE is not None,
                    error_model="numpy",
                    **self._template.options,
                )(self._function)
            add_symbol(self._symbol, self._linked.address)
            if not self._linked.cache_hits:
                _end_event(APART, data={"function": self._function})


@contextmanager
def _cache_folder() -> Iterator[None]:
    """Let Numba keep what is defined in this block in the folder of the cache."""
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE) if CACHE else usual
    try:
        yield
    finally:
        config.CACHE_DIR = usual


def _jit(function: Callable[..., Any], options: Mapping[str, bool]) -> Callable[..., Any]:
    compiler: Any = numba.njit
    with _cache_folder():
        made: Callable[..., Any] = compiler(
            nogil=True, cache=CACHE is not None, error_model="numpy", **options
        )(function)
    return made
