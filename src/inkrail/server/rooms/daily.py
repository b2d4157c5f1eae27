"""The daily game: its days, rulesets and dice.

The dice of a day are derived from the server's secret, so that only someone who has the secret can predict them. The
secret is a setting, or is kept in the database; a backup of the database contains it too.

A day closes an hour after its midnight. Until then its dice are shown only to their players, and what is finished
until then is in time; afterwards all is shown, and what is finished is late. So nobody in time has seen the dice of
others, and a game begun shortly before midnight can be finished.
"""

from __future__ import annotations

import hmac
from datetime import UTC, date, datetime, time, timedelta

from inkrail.core.errors import Refusal
from inkrail.server.rooms import hunt
from inkrail.server.rooms.rows import Spec

PLAN = ("base", "river", "lake", "base", "meteor", "lava", "underground-standalone")
"""The rulesets, one per day, in rotation."""
FIRST_DAY = date(2026, 1, 1)
ANNOUNCED = 6
"""For how many days the rulesets are announced: with today's, all of the plan."""
GRACE = timedelta(hours=1)
"""How long after midnight a day's game may still be finished in time."""


def today(now: float) -> date:
    """The day in UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def parse_day(text: str, *, now: float) -> date:
    """Parse a day that may be played, or refuse it."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("daily.unknown_day", date=text[:20]) from None
    if day < FIRST_DAY or day.isoformat() != text:
        raise Refusal("daily.unknown_day", date=text)
    if day > today(now):
        raise Refusal("daily.not_yet", date=text)
    return day


def ruleset_of(day: date) -> str:
    """The ruleset of a day."""
    return PLAN[day.toordinal() % len(PLAN)]


def spec_of(day: date, *, counted: bool) -> Spec:
    """The spec of a day's table."""
    return Spec(rules=ruleset_of(day), daily=day.isoformat(), counted=counted)


def coming_days(day: date) -> list[date]:
    """The days after this one whose rulesets are announced."""
    return [day + timedelta(days=days) for days in range(1, ANNOUNCED + 1)]


def midnight(day: str) -> float:
    """When the day ends and the next begins."""
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(), UTC).timestamp()


def closing_time(day: str) -> float:
    """When the day closes: until then its dice are hidden, and a finished game is in time."""
    return midnight(day) + GRACE.total_seconds()


def percentile(rank: int, *, players: int) -> int | None:
    """How many percent of the others a player left behind; None if there is no other."""
    return 100 * (players - rank) // (players - 1) if players > 1 else None


def is_late(day: str, *, now: float) -> bool:
    """Whether a game of this day that is finished now is no longer in time."""
    return now >= closing_time(day)


def counts_until(spec: Spec) -> float | None:
    """Until when the game must be finished to be in time; None if it is neither a counted daily game nor a hunt."""
    if spec.purpose == "hunt" and spec.source:
        return hunt.closing_time(spec.source)
    return closing_time(spec.daily) if spec.daily and spec.counted else None


def daily_seed(secret: str, *, date: str, ruleset: str) -> str:
    """The seed of a day's dice."""
    return hmac.new(secret.encode(), f"daily/{date}/{ruleset}".encode(), "sha256").hexdigest()
