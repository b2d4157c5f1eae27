"""What a day's game is, as the page is told with a server and without one; who played it each of them knows."""

from __future__ import annotations

from datetime import date
from math import ceil

from inkrail.server.rooms.daily import closing_time, coming_days, is_late, midnight, ruleset_of, today
from inkrail.server.wire.summaries import iso
from inkrail.server.wire.typed_dict import TypedDict


class ComingDay(TypedDict):
    """A day to come and its ruleset."""

    date: str
    ruleset: str


class DayInfo(TypedDict):
    """A day, and what the days after it bring."""

    date: str
    ruleset: str
    today: bool
    seconds_left: int
    """How long it is until the day ends and the next begins; 0 for an earlier day."""
    closed: bool
    """Whether its dice are shown to everybody, so that it counts no longer."""
    counts_until: str
    """Until when it must be finished to be in time."""
    coming: list[ComingDay]


def day_info(day: date, *, now: float) -> DayInfo:
    """A day as it is at this moment."""
    name = day.isoformat()
    return {
        "date": name,
        "ruleset": ruleset_of(day),
        "today": day == today(now),
        "seconds_left": max(0, ceil(midnight(name) - now)),
        "closed": is_late(name, now=now),
        "counts_until": iso(closing_time(name)),
        "coming": [{"date": one.isoformat(), "ruleset": ruleset_of(one)} for one in coming_days(day)],
    }
