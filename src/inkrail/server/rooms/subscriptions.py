"""Who wants to be told by web push that a table waits for them."""

from __future__ import annotations

from dataclasses import dataclass

from inkrail.core.errors import Refusal
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.waiting import Waiting

LONG_CLOCK = 3600
"""From this many seconds a clock is so long that people close the page meanwhile."""
MOST_OF_A_SEAT = 3
"""How many browsers of a seat are told."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that is told when a table waits for a place; `id` is a hash of its endpoint."""

    id: str
    table: str
    place: int
    endpoint: str
    browser_key: str
    auth: str
    language: str


def require_long(room: Room) -> None:
    """Refuse where nobody is waited for long: games of one person, short clocks, games that are over."""
    if room.phase == "over":
        raise Refusal("table.over")
    clock = room.spec.clock
    if room.spec.bots.count(None) < 2 or (clock is not None and clock < LONG_CLOCK):
        raise Refusal("push.short_clock")


def newly_awaited(before: Waiting, after: Waiting) -> tuple[int, ...]:
    """The seats of people that a table waits for after it began to wait for something else."""
    if (before.round, before.phase, before.chooser) == (after.round, after.phase, after.chooser):
        return ()
    return tuple(seat for seat in after.seats if not after.bots[seat])
