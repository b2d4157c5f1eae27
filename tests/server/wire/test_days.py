"""What is told of a day, at its noon, in its last second and after it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from inkrail.server.rooms.daily import closing_time, ruleset_of
from inkrail.server.wire.days import day_info

DAY = date(2026, 11, 15)


def at(hour: int, minute: int = 0, second: float = 0, *, day: int = 15) -> float:
    whole = datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp()
    return whole + second


def test_a_day_is_told_with_its_ruleset_and_the_days_to_come() -> None:
    info = day_info(DAY, now=at(12))
    assert (info["date"], info["ruleset"]) == ("2026-11-15", ruleset_of(DAY))
    assert (info["today"], info["closed"], info["seconds_left"]) == (True, False, 12 * 3600)
    assert datetime.fromisoformat(info["counts_until"]).timestamp() == closing_time("2026-11-15")
    assert info["coming"][0] == {"date": "2026-11-16", "ruleset": ruleset_of(date(2026, 11, 16))}


def test_a_day_ends_at_midnight_and_closes_later() -> None:
    assert day_info(DAY, now=at(23, 59, 59.5))["seconds_left"] == 1
    after = day_info(DAY, now=at(0, day=16))
    assert (after["today"], after["closed"], after["seconds_left"]) == (False, False, 0)
    assert day_info(DAY, now=closing_time("2026-11-15") - 1)["closed"] is False
    assert day_info(DAY, now=closing_time("2026-11-15") + 1)["closed"] is True
