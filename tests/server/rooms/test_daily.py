"""Which ruleset a day plays, and which days there are."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

import pytest

from inkrail.core.errors import Refusal
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms.contests import require_shown
from inkrail.server.rooms.daily import (
    FIRST_DAY,
    PLAN,
    closing_time,
    coming_days,
    counts_until,
    is_late,
    parse_day,
    percentile,
    ruleset_of,
    spec_of,
    today,
)
from inkrail.server.rooms.rows import Spec

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp()
HALF_A_DAY = 12 * 3600.0
WEEK = ["base", "river", "lake", "base", "meteor", "lava", "underground-standalone", "base"]


def test_a_day_begins_and_ends_at_midnight_in_greenwich() -> None:
    assert [today(NOON + seconds) for seconds in (-HALF_A_DAY, 0, HALF_A_DAY - 1, HALF_A_DAY)] == [
        date(2026, 11, 15),
        date(2026, 11, 15),
        date(2026, 11, 15),
        date(2026, 11, 16),
    ]


def test_every_day_from_the_first_until_today_can_be_played() -> None:
    assert parse_day("2026-01-01", now=NOON) == FIRST_DAY
    assert parse_day("2026-11-15", now=NOON) == date(2026, 11, 15)


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("2026-11-16", "daily.not_yet", "2026-11-16"),
        ("2025-12-31", "daily.unknown_day", "2025-12-31"),
        ("20261115", "daily.unknown_day", "20261115"),
        ("2026-02-30", "daily.unknown_day", "2026-02-30"),
        ("", "daily.unknown_day", ""),
        ("x" * 50, "daily.unknown_day", "x" * 20),
    ],
)
def test_other_days_are_refused(text: str, code: str, told: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_day(text, now=NOON)
    assert (caught.value.code, caught.value.params) == (code, {"date": told})


def test_the_plan_of_a_week_stays_as_it_was() -> None:
    """Another order would change the dice of days that were already played."""
    days = [date.fromordinal(date(2026, 11, 15).toordinal() + number) for number in range(8)]
    assert [ruleset_of(day) for day in days] == WEEK


def test_the_days_of_the_rest_of_the_plan_are_announced() -> None:
    days = coming_days(date(2026, 12, 29))
    assert days == [date(2026, 12, 30), date(2026, 12, 31), *(date(2027, 1, day) for day in range(1, 5))]
    assert {ruleset_of(day) for day in [date(2026, 12, 29), *days]} == set(PLAN)


@pytest.mark.parametrize(
    ("rank", "players", "percent"),
    [(1, 1, None), (1, 2, 100), (2, 2, 0), (1, 4, 100), (2, 4, 66), (3, 4, 33), (4, 4, 0), (40, 200, 80)],
)
def test_a_percentile_is_the_part_of_the_others_that_was_left_behind(
    rank: int, players: int, percent: int | None
) -> None:
    told = percentile(rank, players=players)
    assert (told, type(told)) == (percent, type(percent))


def test_a_days_table_is_for_one_person_with_the_dice_of_the_day() -> None:
    spec = spec_of(date(2026, 11, 15), counted=True)
    assert spec == Spec(rules="base", daily="2026-11-15", counted=True)
    assert not spec_of(date(2026, 11, 15), counted=False).counted


def test_a_day_closes_an_hour_after_its_midnight() -> None:
    closing = datetime(2026, 11, 16, 1, tzinfo=UTC).timestamp()
    assert closing_time("2026-11-15") == closing
    assert not is_late("2026-11-15", now=closing - 0.001)
    assert is_late("2026-11-15", now=closing)


def test_only_a_counted_game_of_a_day_counts_until_it_closes() -> None:
    day = date(2026, 11, 15)
    assert counts_until(spec_of(day, counted=True)) == closing_time("2026-11-15")
    assert counts_until(spec_of(day, counted=False)) is None
    assert counts_until(Spec(rules="base")) is None
    assert counts_until(Spec(rules="base", counted=False, purpose="play_on", source="2026-W47")) is None


@pytest.mark.parametrize("counted", [True, False])
def test_a_days_dice_are_hidden_from_others_until_the_day_closes(*, counted: bool) -> None:
    spec = spec_of(date(2026, 11, 15), counted=counted)
    closing = closing_time("2026-11-15")
    for now in (NOON, closing - 0.001):
        with pytest.raises(Refusal) as caught:
            require_shown(spec, seat=None, now=now)
        assert (caught.value.code, caught.value.params) == ("daily.hidden", {"date": "2026-11-15"})
        require_shown(spec, seat=0, now=now)
    require_shown(spec, seat=None, now=closing)
    require_shown(Spec(rules="base"), seat=None, now=NOON)


def test_the_plan_brings_every_ruleset_that_one_person_can_play_by_turns() -> None:
    week = [ruleset_of(date(2026, 11, 15) + timedelta(days=number)) for number in range(len(PLAN))]
    assert sorted(week) == sorted(PLAN)
    assert all(parse_ruleset(name).dealer.least_seats == 1 for name in PLAN)


def test_a_day_does_not_depend_on_where_the_server_is(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        monkeypatch.setenv("TZ", "FAR-14")
        time.tzset()
        assert today(NOON) == date(2026, 11, 15)
        assert closing_time("2026-11-15") == NOON + HALF_A_DAY + 3600
    finally:
        monkeypatch.undo()
        time.tzset()
