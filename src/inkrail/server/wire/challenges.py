"""The bodies of the calls about challenges."""

from __future__ import annotations

from typing import Literal

from inkrail.server.wire.summaries import HouseRule
from inkrail.server.wire.typed_dict import TypedDict


class ChallengeGiven(TypedDict):
    """The id of a challenge."""

    challenge: str


class Taker(TypedDict):
    """Somebody who took a challenge; `score` is null while they play, `table` unless the client may see the boards."""

    name: str
    score: int | None
    errors: int | None
    mine: bool
    table: str | None


class ChallengedGame(TypedDict):
    """The game that is to be beaten."""

    table: str
    seat: int


class ChallengeInfo(TypedDict):
    """A challenge, without anything of its dice and boards."""

    challenge: str
    name: str
    """Who challenges."""
    score: int
    """The points to beat."""
    rules: str
    rounds: int
    unusual: list[HouseRule]
    """Where the game differs from the ruleset's defaults."""
    mine: bool
    """Whether the requesting browser is the challenger's."""
    played: Literal["no", "running", "over"]
    """Whether the requesting browser has taken it."""
    table: str | None
    """The table at which the requesting browser took it."""
    game: ChallengedGame | None
    """The game itself, for those who have finished and for the challenger."""
    takers: list[Taker]
    """All who took it, best first, then those who still play."""
