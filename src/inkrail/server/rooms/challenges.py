"""Challenges: somebody's finished game to beat with the same dice, which are not shown before."""

from __future__ import annotations

from dataclasses import dataclass

from inkrail.core.errors import Refusal
from inkrail.server.rooms.commands import STAND_IN_BOT
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import require_whole


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat's finished game that others are challenged to beat; its id says nothing about the table."""

    id: str
    table: str
    seat: int
    browser: str
    """The hash of the challenger's browser, who may see the boards of all who took it."""


def require_challenging(room: Room) -> None:
    """Refuse a game that is not over, or that was played for another purpose."""
    require_whole(room)
    if room.spec.purpose is not None:
        raise Refusal("challenge.unsuitable")


def taking_spec(challenge: Challenge, room: Room) -> Spec:
    """The same dice for one person to play alone, or against bots if dice were drafted, with the score to beat."""
    drafted = bool(room.ruleset.dealer.picking)
    others = (STAND_IN_BOT,) * (room.seats - 1) if drafted else ()
    return Spec(
        rules=room.spec.rules,
        longest=room.spec.longest,
        values=room.spec.values,
        bots=(None, *others),
        counted=False,
        rolls=tuple(closed.faces for closed in room.closed),
        starter=room.starter,
        purpose="challenge",
        goal=room.sheets()[challenge.seat].total,
        source=challenge.id,
    )
