"""What is stored of a table: how it was opened, and what was done there, row by row.

The rows are the game. Each is written once, atomically, and never changed. The immediate consequences of an action,
such as the next roll, are in the same row, so that a crash cannot separate them. In memory a row holds values; only
row_text.py knows how they are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.actions import Action
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

Reaction: TypeAlias = Literal["wave", "clap", "laugh", "wow", "think", "hurry", "sad", "well_done"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
StandInReason: TypeAlias = Literal["clock", "slow", "failed", "getting_ready", "busy", "away"]
"""Why a stand-in acts for a seat: its player ran out of time or is away, or its bot cannot play now."""
Purpose: TypeAlias = Literal["play_on", "retry", "puzzle", "hunt", "challenge", "league"]
"""Why a table was opened that is no ordinary game: one person plays, and it is not counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """How a table was opened. `bots` has a bot's name, or None for a person, for each seat."""

    rules: str
    longest: str | None = None
    values: str = "official"
    bots: tuple[str | None, ...] = (None,)
    clock: int | None = None
    public: bool = False
    counted: bool = True
    seed: str | None = None
    rolls: tuple[tuple[str, ...], ...] | None = None
    starter: int | None = None
    typed: bool = False
    daily: str | None = None
    """The date of a daily game, whose dice come from the server's secret."""
    rematch_of: str | None = None
    """The previous table, if this is a rematch."""
    reserved: tuple[str | None, ...] | None = None
    """At a rematch, the name of the previous player for whom each seat is held; None for bots and the opener."""
    purpose: Purpose | None = None
    opening: str | None = None
    """The record, with one seat, of what was played before the table was opened."""
    until: int | None = None
    """The round after which the table is over; None for the last."""
    goal: int | None = None
    """The points to reach, if that is what the table is for."""
    source: str | None = None
    """What the table was made from: the id of a table, a study, a puzzle or a challenge, or a league and the number of its game."""
    hints: bool = False
    """Whether the players may ask for hints."""

    @property
    def solo(self) -> bool:
        """Whether only one person plays, so that nobody has to be waited for."""
        return self.bots.count(None) == 1

    @property
    def creator(self) -> int:
        """The seat of the player who opened the table."""
        return self.bots.index(None)

    def ruleset(self) -> Ruleset:
        """The ruleset that the table plays."""
        return _ruleset(self.rules, self.longest, self.values)


@cache
def _ruleset(rules: str, longest: str | None, values: str) -> Ruleset:
    """A ruleset, which never changes, so that all tables with the same one share it."""
    return parse_ruleset(rules, longest=Longest(longest) if longest else None, values=Values(values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A player sat down."""

    seat: int
    name: str
    token: str
    """The hash of the token."""
    was: int | None = None
    """Their seat at the previous table, if this is a rematch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """A seat of a rematch is no longer held for its previous player."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange:
    """The creator changed the table before the start: all that may be changed, as it is from now on."""

    rules: str
    longest: str | None = None
    values: str = "official"
    clock: int | None = None
    hints: bool = False
    seed: str | None = None
    rolls: tuple[tuple[str, ...], ...] | None = None
    typed: bool = False
    bots: tuple[str | None, ...]
    kept: tuple[int | None, ...]
    """The number that each seat had before; None for a new seat."""

    def ruleset(self) -> Ruleset:
        """The ruleset that the table plays from now on."""
        return _ruleset(self.rules, self.longest, self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reissue:
    """A seat's token was replaced."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """The game began."""

    starter: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """The dice of the next round."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An action of a seat."""

    seat: int
    action: Action
    die: int | None = None
    """The index, among the seat's dice, of the one that was used, if the client said so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Marks the seat's following moves in this row as made by a stand-in, and says why.

    `by` is the bot that made them; if it is None, only the mandatory moves were made.
    """

    seat: int
    by: str | None = None
    why: StandInReason


@dataclass(frozen=True, slots=True, kw_only=True)
class React:
    """A seat showed a reaction."""

    seat: int
    reaction: Reaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A seat was given a hint, up to this step: a cell, a tile, or the whole end of the round."""

    seat: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A bot takes over this seat."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """The game ended early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """A rematch was opened."""

    table: str


Step: TypeAlias = (
    Join
    | Release
    | Arrange
    | Reissue
    | Begin
    | Roll
    | Move
    | StandIn
    | React
    | Hint
    | HandOver
    | Stop
    | Rematch
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Steps done at once, by which seat (None for the server), under which request id of the client."""

    by: int | None = None
    id: str = ""
    steps: tuple[Step, ...]
