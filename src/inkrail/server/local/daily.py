"""The daily game without a server: its dice follow from the date alone, and only this browser's game is known."""

from __future__ import annotations

from datetime import date

from inkrail.core.errors import Refusal
from inkrail.server.local.attempts import attempt_at, begin, played
from inkrail.server.rooms.daily import is_late, parse_day, ruleset_of, spec_of, today
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.wire.days import day_info
from inkrail.server.wire.seating import seated


def day_of(rooms: Rooms, text: str) -> date:
    """The day in an address: today without one."""
    now = rooms.clock()
    return parse_day(text, now=now) if text else today(now)


def _table_of(day: date) -> str:
    """The id of the table at which this browser plays a day."""
    return f"day-{day.isoformat()}"


async def daily_info(rooms: Rooms, day: date) -> dict[str, object]:
    """A day as the server tells it."""
    own = await attempt_at(rooms, _table_of(day))
    done = played(own)
    return {
        **day_info(day, now=rooms.clock()),
        "played": done,
        "table": own.id if own else None,
        "score": own.sheets()[0].total if own and done == "over" else None,
        "players": int(done == "over"),
    }


async def play_day(rooms: Rooms, day: date, *, name: str) -> dict[str, object]:
    """Play a day's game: the first one counts and can be resumed; later ones, and those of closed days, do not."""
    own, is_closed = await attempt_at(rooms, _table_of(day)), is_late(day.isoformat(), now=rooms.clock())
    if played(own) == "running" or (own is None and not is_closed):
        spec = spec_of(day, counted=True)
        return {**await begin(rooms, _table_of(day), spec, name=name), "counted": True}
    practice = await seated(rooms, spec_of(day, counted=False), name=clean_name(name))
    return {**practice, "counted": False}


async def leaderboard(rooms: Rooms, day: date) -> dict[str, object]:
    """The counted game of this browser, if it is finished."""
    own = await attempt_at(rooms, _table_of(day))
    mine = _entry(own, day) if own and played(own) == "over" else None
    return {
        "date": day.isoformat(),
        "ruleset": ruleset_of(day),
        "players": int(mine is not None),
        "entries": [mine] if mine else [],
        "mine": mine,
        "percentile": None,
        "distribution": [{"score": mine["score"], "players": 1}] if mine else [],
    }


def _entry(own: Room, day: date) -> dict[str, object]:
    sheet, ended = own.sheets()[0], own.over_at or own.created
    return {
        "rank": 1,
        "name": own.names[0],
        "score": sheet.total,
        "errors": sheet.errors,
        "seconds": max(0, round(ended - own.created)),
        "late": is_late(day.isoformat(), now=ended),
        "table": own.id,
        "mine": True,
    }


async def require_day_shown(rooms: Rooms, room: Room) -> None:
    """Refuse to show somebody else's game of an open day before one's own is finished."""
    day = room.spec.daily
    if day is None or any(room.tokens) or is_late(day, now=rooms.clock()):
        return
    if played(await attempt_at(rooms, _table_of(date.fromisoformat(day)))) != "over":
        raise Refusal("daily.hidden", date=day)
