"""Two clocks: the machine's wall-clock time, which is stored and may be set, and a monotonic clock, which never jumps.

What is stored or shared between processes uses wall-clock time: when a row was written, how long a table waits, which
day it is. How long something in this process has been unused, and how fast a client sends, uses the monotonic clock.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """A source of wall-clock and monotonic time."""

    def __call__(self) -> float:
        """Wall-clock time in seconds since 1970; it may jump."""
        ...

    def monotonic(self) -> float:
        """Monotonic time in seconds since an arbitrary moment."""
        ...


class SystemClock:
    """The clocks of this machine."""

    def __call__(self) -> float:
        """Wall-clock time in seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Monotonic time in seconds."""
        return time.monotonic()
