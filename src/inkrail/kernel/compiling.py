"""Compilation: the decorators of all kernel functions, with a cache that cannot be stale.

Numba notices a change to the file of a function, but not one to a file whose functions it calls. The cache is
therefore in a folder named after a hash of all sources that may be compiled together. With
`NUMBA_DISABLE_JIT=1` the same functions run as plain Python.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba import config as numba_config

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


def compiled(function: F) -> F:
    """Compile a function on its first call, or load what an earlier process compiled; it runs without the GIL."""
    return _compiled(function, _nrt=True)


def inner(function: F) -> F:
    """Compile a function that allocates nothing, without reference counting."""
    return _compiled(function, _nrt=False)


def inlined(function: F) -> F:
    """Inline a small function that allocates nothing into its callers."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function: F, **options: bool) -> F:
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE) if CACHE else usual
    try:
        compiler: Any = numba.njit
        made = compiler(nogil=True, cache=CACHE is not None, error_model="numpy", **options)(function)
    finally:
        config.CACHE_DIR = usual
    return cast(F, made)
