"""How far the compilation is, for whoever wants to show it: listeners hear of each function.

Numba reports each compilation as an event. Functions apart (`compiling.apart`) are reported by the kernel itself.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias

from numba.core import event

from inkrail.kernel.cache import Mark, Turn

APART: Final = "inkrail:apart"
"""The kind of event of a function apart that was compiled."""


class Progress(NamedTuple):
    """How many functions are compiled, here or in the process that this one waits for, and of how many."""

    done: int
    total: int

    @property
    def percent(self) -> int:
        """The share that is done."""
        return 100 * min(self.done, self.total) // self.total


Listener: TypeAlias = Callable[[Progress | None], None]
"""Called with the progress, and with None when all is compiled."""

_listeners: Final[list[Listener]] = []


def add_listener(listener: Listener) -> None:
    """Tell the listener about every compilation from now on."""
    _listeners.append(listener)


def has_listeners() -> bool:
    """Whether somebody listens."""
    return bool(_listeners)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell the listener about every compilation until the block ends."""
    add_listener(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def tell(progress: Progress | None) -> None:
    """Tell all listeners."""
    for listener in tuple(_listeners):
        listener(progress)


def _parsed(text: str) -> Progress | None:
    numbers = text.split()
    return Progress(int(numbers[0]), int(numbers[1])) if len(numbers) == 2 else None


class _Count(event.Listener):
    """Counts the kernel's own functions, not those of Numba that they use."""

    def __init__(self, turn: Turn, total: int) -> None:
        self._turn = turn
        self._progress = Progress(0, total)
        self.say()

    def on_start(self, event: Any) -> None:
        """Nothing is compiled yet."""

    def on_end(self, event: Any) -> None:
        """Count a function."""
        compiled = event.data.get("dispatcher")
        if compiled is None or not compiled.py_func.__module__.startswith("numba."):
            self._progress = self._progress._replace(done=self._progress.done + 1)
            self.say()

    def say(self) -> None:
        """Tell the listeners, and the processes that wait."""
        self._turn.note(f"{self._progress.done} {self._progress.total}")
        tell(self._progress)


@contextmanager
def preparing(name: str, *, functions: int) -> Iterator[None]:
    """Compile, or load from the cache, one function with those that it calls, in one process at a time.

    Where all of it was compiled before, nobody waits and nothing is told. Collecting garbage would take a fifth of the
    time: the compiler makes millions of objects that live as long as it does.
    """
    mark = Mark(name)
    collects = gc.isenabled()
    gc.disable()
    try:
        if mark.is_set():
            yield
            return
        with Turn(lambda text: tell(_parsed(text) or Progress(0, functions))) as turn:
            if mark.is_set():  # compiled by another process meanwhile
                yield
            else:
                count = _Count(turn, functions)
                with event.install_listener("numba:compile", count), event.install_listener(APART, count):
                    yield
                mark.set()
        tell(None)
    finally:
        if collects:
            gc.enable()
