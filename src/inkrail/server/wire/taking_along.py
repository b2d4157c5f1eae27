"""Games that are taken along, as they travel from the server to the browser and into its own tables."""

from __future__ import annotations

from typing import Any

from inkrail.game.record import format_record, parse_record
from inkrail.server.rooms.row_text import format_spec, parse_spec
from inkrail.server.rooms.taking_along import TakenAlong
from inkrail.server.wire.typed_dict import TypedDict


class GameAlong(TypedDict):
    """A running game of one person, for going on with it without the server.

    `spec` is how the table was opened, as it is stored, and `number` the last event that the record includes.
    """

    spec: str
    record: str
    names: list[str]
    seat: int
    hints: int
    number: int
    created: float


def game_along(taken: TakenAlong) -> GameAlong:
    """The game as it travels."""
    return {
        "spec": format_spec(taken.spec),
        "record": format_record(taken.record),
        "names": list(taken.names),
        "seat": taken.seat,
        "hints": taken.hints,
        "number": taken.number,
        "created": taken.created,
    }


def parse_game_along(game: dict[str, Any]) -> TakenAlong:
    """The game that travelled, or a refusal if its record is none."""
    record, _ = parse_record(game["record"])
    return TakenAlong(
        spec=parse_spec(game["spec"]),
        record=record,
        names=tuple(game["names"]),
        seat=game["seat"],
        hints=game["hints"],
        number=game["number"],
        created=game["created"],
    )
