"""Few requests compute in threads at the same time, and addresses take turns at it."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from types import TracebackType

from inkrail.core.errors import Refusal
from inkrail.server.bots.fair_queue import Bounds, FairQueue
from inkrail.server.rooms.interfaces import NO_OWNER, Origin

AT_ONCE = 2
"""How many requests compute at the same time."""
MOST_WAITING = Bounds(owner=100, total=1000)
"""How many more may wait: of one address, and in all."""

asking: ContextVar[str] = ContextVar("asking", default=NO_OWNER)
"""The address whose request is answered."""


class Turns:
    """Lets a few in at the same time, as `async with`; who has to wait is let in address by address."""

    def __init__(self, at_once: int = AT_ONCE, *, bounds: Bounds = MOST_WAITING) -> None:
        self._free = at_once
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(bounds)

    async def __aenter__(self) -> None:
        """Wait for a turn; refused with `server.busy` if too many wait."""
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if dropped := self._queue.put(place, Origin(asking.get(), "")):
            dropped.set_exception(Refusal("server.busy"))
        try:
            await place
        except asyncio.CancelledError:
            self._queue.remove(place)
            if place.done() and not place.cancelled() and place.exception() is None:
                self._pass_on()
            raise

    async def __aexit__(
        self, _: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one in."""
        self._pass_on()

    def _pass_on(self) -> None:
        place = self._queue.pop()
        if place is None:
            self._free += 1
        else:
            place.set_result(None)
