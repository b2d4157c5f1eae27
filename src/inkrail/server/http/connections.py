"""All connections of a process, by the address that they come from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from inkrail.server.http.addresses import Budget, Budgets, address_key


class Connections:
    """Counts connections: in all, and for each address that is not a proxy's."""

    def __init__(
        self, budgets: Budgets, *, most: int, socket_frames: int, cut: Callable[[str], None]
    ) -> None:
        self.budgets = budgets
        self.clock = budgets.clock
        self.socket_frames = socket_frames
        """The WebSocket frames that a connection may send in a burst."""
        self.cut = cut
        """Called with the reason when a connection is ended."""
        self.stopping = asyncio.Event()
        """Set when the server stops, so that a request that waits for something is answered at once."""
        self._most = most
        self._count = 0

    def enter(self, host: str, *, is_proxy: bool) -> Budget | None:
        """Count a new connection or refuse it; the budget it counts for, which a proxy does not have."""
        budget = None if is_proxy else self.budgets.of(address_key(host))
        if self._count >= self._most:
            self._refuse("full")
        if budget:
            if not budget.openings.take(self.clock()):
                self._refuse("openings")
            if budget.connections >= budget.most_connections:
                self._refuse("connections")
            budget.connections += 1
        self._count += 1
        return budget

    def leave(self, budget: Budget | None) -> None:
        """A connection that was counted is gone."""
        self._count -= 1
        if budget:
            budget.connections -= 1

    def _refuse(self, why: str) -> None:
        self.cut(why)
        raise ConnectionRefusedError(why)
