"""Two clocks: the machine's time, which is stored and may be set, and the time that passes, which never jumps.

What is stored or shared by processes is in the machine's time: when a row was written, until when a table waits, which
day it is. How long something in this process was not used, and how fast somebody sends, is in the time that passes.
"""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """What time it is."""

    def __call__(self) -> float:
        """The machine's time, in seconds since 1970; it may jump."""
        ...

    def monotonic(self) -> float:
        """Seconds since some moment; it neither jumps nor goes back."""
        ...


class SystemClock:
    """The clocks of this machine."""

    def __call__(self) -> float:
        """The machine's time."""
        return time.time()

    def monotonic(self) -> float:
        """The time that passes."""
        return time.monotonic()
