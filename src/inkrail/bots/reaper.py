"""Ends programs whose bots are gone: one that computes without an end does not notice that nobody reads it any more.

A process can be killed before it ends the programs that it has started. So it starts another one, which is told of each
program, and which kills those that are left when its standard input ends.
"""

from __future__ import annotations

import atexit
import sys
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import RLock
from typing import Final

_CODE: Final = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
running = set()
for line in sys.stdin.buffer:
    number = int(line)
    (running.add if number > 0 else running.discard)(abs(number))
for number in running:
    try:
        os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))
    except OSError:
        pass
"""


class Reaper:
    """A process that outlives this one for a moment; it is started with the first program."""

    def __init__(self) -> None:
        self._lock = RLock()  # a bot may be collected, and its program forgotten, in the middle of anything
        self._process: Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Its process, if there is one."""
        return self._process.pid if self._process else None

    def watch(self, pid: int) -> None:
        """Have a program killed when this process ends, however it ends."""
        with self._lock:
            if self._process is None:
                self._process = _started()
        self._tell(pid)

    def forget(self, pid: int) -> None:
        """A program has ended, so that its number may soon be another's."""
        self._tell(-pid)

    def _tell(self, number: int) -> None:
        with self._lock, suppress(OSError):  # somebody has ended it: programs play all the same
            if self._process and self._process.stdin and not self._process.stdin.closed:
                self._process.stdin.write(f"{number}\n".encode())

    def close(self) -> None:
        """End it, and all programs that it watches."""
        with self._lock:
            if self._process and self._process.stdin:
                with suppress(OSError):
                    self._process.stdin.close()
                self._process.wait()


def _started() -> Popen[bytes] | None:
    """The process, in a session of its own: what ends this one from a terminal must not end it too."""
    if not sys.executable:
        return None
    command = [sys.executable, "-I", "-S", "-c", _CODE]
    with suppress(OSError):
        return Popen(  # noqa: S603 - our own program
            command, bufsize=0, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
        )
    return None


REAPER: Final = Reaper()
"""The one of this process."""

atexit.register(REAPER.close)
