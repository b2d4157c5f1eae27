"""Compilation: the decorators of all kernel functions, one specialisation a ruleset, a cache that cannot be stale.

Numba notices a change to the file of a function, but not one to a file whose functions it calls. The cache is
therefore in a folder named after a hash of all sources that may be compiled together. With
`NUMBA_DISABLE_JIT=1` the same functions run as plain Python.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Never, TypeVar, cast

import numba
from numba import config as numba_config

from inkrail.kernel.capabilities import CAPABILITIES, Capabilities

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba_config

_PACKAGE: Final = Path(__file__).parents[1]
_COMPILED_TOGETHER: Final = ("kernel", "core/cells.py", "core/sides.py", "rules/expansions")
"""The parts of the package with compiled functions, or with constants that are compiled into them."""

IS_COMPILED: Final = not config.DISABLE_JIT
"""False if Numba's compilation is switched off."""


def sources_digest() -> str:
    """A hash of every source that a compiled function may contain."""
    digest = sha256()
    for part in _COMPILED_TOGETHER:
        place = _PACKAGE / part
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(f"{path.relative_to(_PACKAGE)}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _folders() -> Iterator[Path]:
    """The possible folders of the cache; the first that is writable is used."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    yield Path(__file__).parent / "__pycache__"
    home = os.environ.get("XDG_CACHE_HOME")
    yield (Path(home) if home else Path("~/.cache").expanduser()) / "inkrail"


def _writable_folder() -> Path | None:
    name = f"compiled-{sources_digest()}"
    for folder in _folders():
        try:
            (folder / name).mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder / name).close()
        except OSError:
            continue
        return folder / name
    return None


CACHE: Final = _writable_folder() if IS_COMPILED else None
"""The folder of the compiled functions; without one, each process compiles them again."""


_ENTRY: Final = "entry"
_NO_WRAPPERS: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_OPTIONS: Final[Mapping[str, Mapping[str, bool]]] = {
    _ENTRY: {"_nrt": True},
    "inner": {"_nrt": False, **_NO_WRAPPERS},
    "inlined": {"_nrt": False, "forceinline": True, **_NO_WRAPPERS},
}


class Template:
    """A kernel function as it is written; `Specialisation` compiles it for a ruleset."""

    def __init__(self, function: Callable[..., Any], kind: str) -> None:
        self.function = function
        self.kind = kind

    @property
    def options(self) -> Mapping[str, bool]:
        """Numba's options for it."""
        return _OPTIONS[self.kind]

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


def compiled(function: F) -> F:
    """A function to call from Python; it runs without the GIL and may allocate."""
    return cast("F", Template(function, _ENTRY))


def inner(function: F) -> F:
    """A function that allocates nothing, without reference counting."""
    return cast("F", Template(function, "inner"))


def inlined(function: F) -> F:
    """A small function that allocates nothing, inlined into its callers."""
    return cast("F", Template(function, "inlined"))


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

    def __call__(self, function: F) -> F:
        """The function for this ruleset, to be called from Python; an inner one is compiled once more for that."""
        template = cast("Template", function)
        return cast("F", self.function(template.entry))

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
            self._functions[template] = _jit(copy, template.options) if IS_COMPILED else copy
        return self._functions[template]

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


_SHARED: Final = Specialisation("shared", {})


@cache
def specialisation(capabilities: Capabilities) -> Specialisation:
    """The functions for these capabilities."""
    return Specialisation(capabilities.name, capabilities.constants)


def _jit(function: Callable[..., Any], options: Mapping[str, bool]) -> Callable[..., Any]:
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE) if CACHE else usual
    try:
        compiler: Any = numba.njit
        made: Callable[..., Any] = compiler(
            nogil=True, cache=CACHE is not None, error_model="numpy", **options
        )(function)
    finally:
        config.CACHE_DIR = usual
    return made
