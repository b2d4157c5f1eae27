"""The folder of the compiled functions, which cannot be stale, and the turn of the one process that compiles into it.

Numba notices a change to the file of a function, but not one to a file whose functions it calls. The cache is
therefore in a folder named after a hash of all sources that may be compiled together.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, Self

import numba
from llvmlite import binding  # type: ignore[import-untyped]
from numba import config as numba_config

config: Any = numba_config

_PACKAGE: Final = Path(__file__).parents[1]
_COMPILED_TOGETHER: Final = ("kernel", "core/cells.py", "core/sides.py", "rules/expansions")
"""The parts of the package with compiled functions, or with constants that are compiled into them."""

IS_COMPILED: Final = not config.DISABLE_JIT
"""False if Numba's compilation is switched off."""

LOOK_SECONDS: Final = 0.1
"""How often a process that waits for another one looks how far that is."""


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


def machine() -> str:
    """A hash of what compiled functions depend on besides their sources."""
    parts = platform.python_version(), numba.__version__, binding.get_host_cpu_name()
    return sha256("/".join(parts).encode()).hexdigest()[:12]


class Mark:
    """A file which says that something was compiled into the cache to its end; nobody has to wait for that."""

    def __init__(self, name: str) -> None:
        self._path = CACHE / f"ready-{name}-{machine()}" if CACHE else None

    def is_set(self) -> bool:
        """Whether it was compiled."""
        return self._path is not None and self._path.exists()

    def set(self) -> None:
        """Say that it was compiled."""
        if self._path:
            self._path.touch()


class Turn:
    """The right to compile into the cache, for one process at a time: a lock on a file, which ends with its process.

    The process that has it writes how far it is into the file; those that wait read it.
    """

    def __init__(self, waiting: Callable[[str], None]) -> None:
        self._waiting = waiting
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        if CACHE:
            self._file = (CACHE / "turn").open("a+", encoding="ascii")
            while not _lock(self._file):
                self._file.seek(0)
                self._waiting(self._file.read())
                time.sleep(LOOK_SECONDS)
        return self

    def note(self, text: str) -> None:
        """Tell those that wait."""
        if self._file:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(text)
            self._file.flush()

    def __exit__(self, *_: object) -> None:
        if self._file:
            self.note("")
            self._file.close()


if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 1 << 20
    """The byte that is locked: another process could not read a locked one."""

    def _lock(file: IO[str]) -> bool:
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
