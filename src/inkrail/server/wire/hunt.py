"""The maximum hunt on the wire."""

from __future__ import annotations

from inkrail.server.wire.boards import SeatResult
from inkrail.server.wire.typed_dict import TypedDict


class Finder(TypedDict):
    """Somebody who reached or beat the mark."""

    name: str
    score: int


class HuntResult(TypedDict):
    """The mark of a week that is over, the board of the house, and who reached it; both are null if nobody looked then."""

    week: str
    mark: int | None
    board: SeatResult | None
    finders: list[Finder]


class HuntInfo(TypedDict):
    """The hunt of this week: all dice, until when boards count, the mark, the best board handed in, and who reached it.

    `bound` is the most that any board can have, where that is proven.
    """

    week: str
    rules: str
    rolls: list[list[str]]
    closes: str
    mark: int | None
    bound: int | None
    players: int
    best: int | None
    finders: list[Finder]
    previous: HuntResult
