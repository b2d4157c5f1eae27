"""Finished games inside links: their record, replayed and scored by the engine of whoever opens one.

The link is the id of a table, which is found without a database, so that whatever shows a table shows it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from inkrail.core.errors import Refusal
from inkrail.game.actions import TakeBack
from inkrail.game.record import Act, Entry, Record, Roll, format_record, parse_record, seeded_roll, step
from inkrail.game.table import Phase, Table
from inkrail.rules.position import Drawing
from inkrail.server.local.bots import LOCAL_BOTS
from inkrail.server.local.links import pack, unpack
from inkrail.server.rooms import rows
from inkrail.server.rooms.challenges import require_challenging
from inkrail.server.rooms.daily import daily_seed, ruleset_of
from inkrail.server.rooms.interfaces import StoredRow, StoredTable
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Row, Spec

KIND: Final = "g"
DAILY_KEY: Final = "local"
"""Behind the daily dice of pages without a server: all of them have the same ones, and no server has them."""


def link_of(room: Room) -> str:
    """A finished game as a link."""
    return pack(value_of(room), kind=KIND)


def value_of(room: Room) -> list[Any]:
    """A finished game as the value of a link: names, bots, its record, and the day if it was that of a day."""
    require_challenging(room)
    names = [None if bot else name for name, bot in zip(room.names, room.bots, strict=True)]
    return [names, list(room.bots), format_record(_final(room.record())), room.spec.daily]


def stored_game(link: str) -> StoredTable:
    """The game in a link as a stored table, or a refusal; its record is replayed to its score."""
    return stored_value(unpack(link, kind=KIND), id_=link)


def stored_value(value: Any, *, id_: str) -> StoredTable:
    """The game of such a value as a stored table."""
    try:
        names, bots, text, day = value
        record, table = parse_record(text)
        _check_finished(record, table)
        _check_day(record, day)
        return StoredTable(id_, 0.0, _spec(record, bots, day), (_row(record, names, bots),))
    except (TypeError, ValueError, AttributeError, Refusal):
        raise Refusal("link.damaged") from None


def _spec(record: Record, bots: list[str | None], day: str | None) -> Spec:
    ruleset = record.ruleset
    if len(bots) != record.seats or None not in bots or not {*bots} <= {None, *LOCAL_BOTS}:
        raise Refusal("link.damaged")
    return Spec(
        rules=ruleset.name,
        longest=ruleset.longest.value,
        values=ruleset.values.value,
        bots=tuple(bots),
        counted=False,
        seed=record.seed or None,
        starter=record.starter,
        daily=day,
    )


def _row(record: Record, names: list[str | None], bots: list[str | None]) -> StoredRow:
    """All that happened, as one row; its seats have no tokens, so that nobody can sit down."""
    steps: list[rows.Step] = [
        rows.Join(seat=seat, name=clean_name(name or ""), token="")
        for seat, (name, bot) in enumerate(zip(names, bots, strict=True))
        if bot is None
    ]
    steps.append(rows.Begin(starter=record.starter))
    steps += [
        rows.Roll(faces=entry.faces)
        if isinstance(entry, Roll)
        else rows.Move(seat=entry.seat, action=entry.action)
        for entry in record.entries
    ]
    return StoredRow(1, 0.0, Row(steps=tuple(steps)))


def _check_finished(record: Record, table: Table) -> None:
    if table.phase is not Phase.OVER or not record.totals:
        raise Refusal("record.unfinished")


def _check_day(record: Record, day: str | None) -> None:
    """Refuse a game that says it is that of a day and has another ruleset or other dice."""
    if day is None:
        return
    if ruleset_of(date.fromisoformat(day)) != record.ruleset.name:
        raise Refusal("daily.unknown_day", date=day)
    seed = daily_seed(DAILY_KEY, date=day, ruleset=record.ruleset.name)
    table = record.open()
    for entry in record.entries:
        if isinstance(entry, Roll) and entry.faces != seeded_roll(table, seed):
            raise Refusal("record.not_of_seed", seed=day)
        table = step(table, entry)


def _final(record: Record) -> Record:
    """The record without drawings that were taken back, if it leads to the same boards."""
    final = Record(
        record.ruleset, record.seats, record.starter, record.seed, tuple(_kept(record)), record.totals
    )
    try:
        parse_record(format_record(final))
    except Refusal:
        return record
    return final


def _kept(record: Record) -> Iterator[Entry]:
    kept: list[Entry] = []
    for entry in record.entries:
        if isinstance(entry, Act) and isinstance(entry.action, TakeBack):
            taken = _taken_back(kept, entry, entry.action)
            if taken is not None:
                del kept[taken]
                continue
        kept.append(entry)
    yield from kept


def _taken_back(kept: list[Entry], entry: Act, action: TakeBack) -> int | None:
    """The place of the drawing that is taken back."""
    for index in reversed(range(len(kept))):
        match kept[index]:
            case Act(seat=seat, action=Drawing(placement=placement)) if (
                seat == entry.seat
                and placement.cell == action.cell
                and action.piece in (None, placement.piece)
            ):
                return index
            case _:
                pass
    return None
