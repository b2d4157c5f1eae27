"""The daily game: which ruleset a day plays, and which days there are."""

from __future__ import annotations

from datetime import UTC, date, datetime

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rows import Spec

PLAN = ("base", "river", "lake", "base", "meteor", "lava", "underground-standalone")
"""The rulesets by turns; day after day the next."""
FIRST_DAY = date(2026, 1, 1)


def today(now: float) -> date:
    """The day, in Greenwich."""
    return datetime.fromtimestamp(now, UTC).date()


def parse_day(text: str, *, now: float) -> date:
    """Read a day that may be played, or refuse it."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("daily.unknown_day", date=text[:20]) from None
    if day < FIRST_DAY or day.isoformat() != text:
        raise Refusal("daily.unknown_day", date=text[:20])
    if day > today(now):
        raise Refusal("daily.not_yet", date=text)
    return day


def ruleset_of(day: date) -> str:
    """The ruleset of a day."""
    return PLAN[day.toordinal() % len(PLAN)]


def spec_of(day: date, *, counted: bool) -> Spec:
    """The table of a day."""
    return Spec(rules=ruleset_of(day), daily=day.isoformat(), counted=counted)


def require_shown(spec: Spec, *, seat: int | None, now: float) -> None:
    """Refuse to show a day's dice to others than who plays them, as long as the day lasts."""
    if seat is None and spec.daily == today(now).isoformat():
        raise Refusal("daily.hidden", date=spec.daily)
