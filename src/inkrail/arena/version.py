"""The version of everything that the outcome of a game depends on."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module, metadata
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]
_PARTS: Final = ("arena", "bots", "core", "game", "kernel", "rules")
"""The parts of the package that play: another release, or an edited source, may play differently."""


@cache
def version(*packages: str) -> str:
    """The number of the release, and a hash of the sources and models that play, and of these packages."""
    folders = [_PACKAGE / part for part in _PARTS]
    for package in packages:
        folders += map(Path, import_module(package).__path__)
    digest = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(folder.parent).as_posix()
                digest.update(f"{name}\0{path.stat().st_size}\0".encode())
                digest.update(path.read_bytes())
    return f"{metadata.version('inkrail')}+{digest.hexdigest()[:12]}"
