"""What happened at a table; only the seat itself sees its `SECRET` events before the round closes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from inkrail.core.board import Round
from inkrail.core.placement import Placement
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.position import Choice, Drawing


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a round were rolled."""

    round_: Round
    faces: Faces


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat took some of the dice on offer."""

    seat: Seat
    number: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat made a choice before drawing."""

    seat: Seat
    choice: Choice


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew a tile; `forced` were drawn at once because of it."""

    seat: Seat
    drawing: Drawing
    forced: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took a drawing back."""

    seat: Seat
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Finished:
    """A seat ended its round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """All seats are done: everyone may see all boards."""

    round_: Round


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last round is closed."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = Rolled | Picked | Chosen | Drawn | TakenBack | Finished | RoundClosed | GameOver
"""What the table reports after an action or a roll."""

SECRET = (Chosen, Drawn, TakenBack)
"""The events that only their own seat may see before the round closes."""
