"""What is stored of a table: how it was opened, and row after row what was done there.

The rows are the game. Each is written once, as a whole, and never changed: what follows from an action at once, such as
the next roll, is in the same row, so that a crash cannot come between.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from inkrail.server.wire.messages import Reaction, WhyStandIn


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Spec(_Stored):
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
    """The date of a day's game, whose dice come from the server's secret."""

    @property
    def solo(self) -> bool:
        """Whether only one person plays, so that nobody is waited for."""
        return self.bots.count(None) == 1


class Join(_Stored):
    """Somebody sat down."""

    kind: Literal["join"] = "join"
    seat: int
    name: str
    token: str
    """Hashed."""
    was: int | None = None
    """The seat he had at the table of which this is the rematch."""


class Reissue(_Stored):
    """A seat got a new token in place of the old."""

    kind: Literal["reissue"] = "reissue"
    seat: int
    token: str


class Begin(_Stored):
    """The game began."""

    kind: Literal["begin"] = "begin"
    starter: int | None = None


class Roll(_Stored):
    """The dice of the next round."""

    kind: Literal["roll"] = "roll"
    faces: tuple[str, ...]


class Move(_Stored):
    """An action of a seat in the notation of records."""

    kind: Literal["move"] = "move"
    seat: int
    action: str
    die: int | None = None
    """The place among the seat's dice of the one that was taken, where the client said so."""


class StandIn(_Stored):
    """The moves of this seat that follow in the row were made in its place, and why.

    `by` is the bot that made them; without one only what is mandatory was done.
    """

    kind: Literal["stand_in"] = "stand_in"
    seat: int
    by: str | None = None
    why: WhyStandIn


class Show(_Stored):
    """A reaction."""

    kind: Literal["show"] = "show"
    seat: int
    reaction: Reaction


class GiveSeat(_Stored):
    """A bot plays this seat from now on."""

    kind: Literal["give_seat"] = "give_seat"
    seat: int
    bot: str


class Stop(_Stored):
    """The game ended early."""

    kind: Literal["stop"] = "stop"


class Again(_Stored):
    """A rematch was opened."""

    kind: Literal["again"] = "again"
    table: str


Step: TypeAlias = Annotated[
    Join | Reissue | Begin | Roll | Move | StandIn | Show | GiveSeat | Stop | Again,
    Field(discriminator="kind"),
]


class Row(_Stored):
    """What was done at once: by which seat (None: by the server), under which id of the client's."""

    by: int | None = None
    id: str = ""
    steps: tuple[Step, ...]
