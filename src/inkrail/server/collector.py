"""The garbage collector of a process that does nothing but serve."""

from __future__ import annotations

import gc
from threading import Event, Thread

FREEZE_SECONDS = 1.0
"""How often new objects are scanned and put aside."""
MOST_GROWTH = 2_000_000
"""After so many new objects all are scanned once, which takes about half a second at a thousand tables."""


class Collector:
    """Keeps Python's collector from scanning rooms again and again.

    Rooms and their views live long and hold no cycles: reference counts free them. What a second brought is scanned
    once, which takes a few milliseconds and frees the cycles of exceptions and closed connections, and is then
    put aside. All are scanned when their number has grown much, in case that cycles were put aside.
    """

    def __init__(self) -> None:
        self._grown = 0
        gc.disable()
        gc.collect()
        gc.freeze()

    def put_aside(self) -> None:
        """Scan what is new, or all if that is due, and exempt what is left from further scans."""
        self._grown += gc.get_count()[0]
        if self._grown > MOST_GROWTH:
            self._grown = 0
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def start(self) -> None:
        """Go on for as long as the process lives."""
        Thread(target=self._run, daemon=True, name="collector").start()

    def _run(self) -> None:
        pause = Event()
        while not pause.wait(FREEZE_SECONDS):
            self.put_aside()
