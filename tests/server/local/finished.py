"""Finished games as links."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.bots.playing import play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.game.record import Act, Record, format_record
from inkrail.rules.registry import parse_ruleset
from inkrail.server.local.links import pack
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Begin, Join, Move, Roll, Row, Spec


def recorded(rules: str = "base", *, seats: int = 1) -> Record:
    """The record of random bots."""
    return play_game(parse_ruleset(rules), bots=[RandomBot] * seats, seed="link").record


def game_link(record: Record, *, names: Sequence[str | None] = ("Zoë",), day: str | None = None) -> str:
    """A link as another page makes it; seats without names are bots."""
    bots = [None if name else "random" for name in names]
    return pack([list(names), bots, format_record(record), day], kind="g")


def finished_room(record: Record, *, id_: str = "origin") -> Room:
    """The room in which a record was played, with people in all seats."""
    spec = Spec(rules=record.ruleset.name, bots=(None,) * record.seats, starter=record.starter)
    room = Room(id_, spec, created=0.0)
    entries = [
        Move(seat=entry.seat, action=entry.action) if isinstance(entry, Act) else Roll(faces=entry.faces)
        for entry in record.entries
    ]
    seated = [Join(seat=seat, name=f"Zoë {seat + 1}", token="") for seat in range(record.seats)]
    room.apply(Row(steps=(*seated, Begin(starter=record.starter), *entries)), at=1.0)
    return room
