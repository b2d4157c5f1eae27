"""The name of what computes studies: a study is asked for again when it changes."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
_PARTS = ("core", "rules", "game", "kernel", "bots", "study")
_COMPILED = "__pycache__"


@cache
def engine_name() -> str:
    """A hash of the sources and models that an answer depends on; it needs none of the packages that search."""
    digest = sha256()
    for part in _PARTS:
        for path in sorted((_PACKAGE / part).rglob("*")):
            if path.is_file() and _COMPILED not in path.parts:
                digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0{path.stat().st_size}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
