"""Events at a table, in addition to the engine's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from inkrail.game.events import Chosen, Drawn, Finished, Picked, Rolled, TakenBack
from inkrail.rules.dealing import Faces
from inkrail.rules.position import Position
from inkrail.server.rooms.rows import Reaction, StandInReason

Changed: TypeAlias = Literal["seats", "rules", "longest", "values", "clock", "hints", "dice"]
"""What may be changed before the start."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A player sat down."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Released:
    """A seat of a rematch is no longer held for its previous player."""

    seat: int


@dataclass(frozen=True, slots=True)
class Arranged:
    """The creator changed these things before the start."""

    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The game began; `starter` is the seat drawn by lot, where the ruleset draws one."""

    starter: int | None


@dataclass(frozen=True, slots=True)
class StoodIn:
    """The bot `by` acted for a seat in a round; if `by` is None, only the mandatory moves were made."""

    seat: int
    round_: int
    by: str | None
    why: StandInReason


@dataclass(frozen=True, eq=False)
class ClosedRound:
    """All seats are done: the dice of the round, and every seat's position at its end."""

    number: int
    faces: Faces
    hands: tuple[Faces, ...]
    seats: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended, after its last round or early."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    early: bool


@dataclass(frozen=True, slots=True)
class Reacted:
    """A seat showed a reaction."""

    seat: int
    reaction: Reaction


@dataclass(frozen=True, slots=True)
class Hinted:
    """A seat was given a hint; `used` counts the steps of all its hints in this game."""

    seat: int
    used: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A bot takes over this seat."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """A rematch was opened at a new table."""

    table: str


GameEvent: TypeAlias = Rolled | Picked | Chosen | Drawn | TakenBack | Finished
"""The engine's events that are passed on unchanged."""
RoomEvent: TypeAlias = (
    GameEvent
    | Joined
    | Released
    | Arranged
    | Started
    | StoodIn
    | ClosedRound
    | Ended
    | Reacted
    | Hinted
    | HandedOver
    | RematchOpened
)
