"""A running game of one person, taken along from a server to a browser that goes on with it without the server.

The server gives out what the player may know. The browser opens a table of its own whose first rows are these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inkrail.core.errors import Refusal
from inkrail.game.actions import Pick
from inkrail.game.record import Entry, Record, Roll, parse_record
from inkrail.server.rooms import rows
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Row, Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenAlong:
    """A running game as one seat knows it."""

    spec: Spec
    record: Record
    names: tuple[str, ...]
    seat: int
    hints: int
    """How many steps of hints the seat was given."""
    number: int
    """The last event that it includes."""
    created: float


def take_along(room: Room, seat: int, *, bots: Mapping[str, str]) -> TakenAlong:
    """A running game, or a refusal if it goes on only at the server; `bots` says who plays there in place of each bot.

    What other seats did in the running round is left out, because the player may not know it: they do it again.
    """
    spec = room.spec
    others = [bot for other, bot in enumerate(room.bots) if other != seat]
    there = tuple(bots.get(bot or "") for bot in room.bots)
    is_ordinary = spec.daily is None and spec.purpose in (None, "play_on") and spec.clock is None
    is_running = room.game is not None and room.phase != "over"
    if not (is_ordinary and is_running and room.bots[seat] is None and all(bot in bots for bot in others)):
        raise Refusal("table.stays")
    record = room.record(whole=True)
    return TakenAlong(
        spec=replace(spec, bots=there, hints=False, public=False),
        record=replace(record, entries=_known(room, record.entries, seat)),
        names=tuple(room.names),
        seat=seat,
        hints=room.hints.used[seat],
        number=len(room.history(seat)),
        created=room.created,
    )


def _known(room: Room, entries: tuple[Entry, ...], seat: int) -> tuple[Entry, ...]:
    """All entries of closed rounds, and of the running one those that the seat knows."""
    closed = len(room.record().entries)
    return entries[:closed] + tuple(
        entry
        for entry in entries[closed:]
        if isinstance(entry, Roll) or entry.seat == seat or isinstance(entry.action, Pick)
    )


def rows_of(taken: TakenAlong, *, tokens: tuple[str, ...]) -> tuple[Row, Row]:
    """The first rows of the table that goes on with the game: how it was opened, and what was played there."""
    opening = parse_record(taken.spec.opening)[0].entries if taken.spec.opening else ()
    joins = [
        rows.Join(seat=seat, name=taken.names[seat], token=token)
        for seat, token in enumerate(tokens)
        if taken.spec.bots[seat] is None
    ]
    begin = rows.Begin(starter=taken.record.starter)
    steps: list[rows.Step] = [begin, *map(_step, taken.record.entries)]
    if taken.hints:
        steps.append(rows.Hint(seat=taken.seat, step=taken.hints))
    before = 1 + len(opening) if opening else 0
    return Row(steps=(*joins, *steps[:before])), Row(steps=tuple(steps[before:]))


def _step(entry: Entry) -> rows.Step:
    if isinstance(entry, Roll):
        return rows.Roll(faces=entry.faces)
    return rows.Move(seat=entry.seat, action=entry.action)
