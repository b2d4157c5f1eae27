"""The games of a league, who is in it in which week, and its table of results."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.server.stored_room import StoredRoom

from inkrail.core.errors import Refusal
from inkrail.server.rooms.contests import contest_of
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.leagues import (
    League,
    Member,
    games_of,
    league_spec,
    members_in,
    own_contests,
    parse_week,
    require_playable,
    standings,
    weeks_around,
)


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


DAILY = League("abc", "Friday", None, 0, "ann", "here", at("2026-12-23T12:00"))
OWN = replace(DAILY, rules="lake", games=3)
NOW = at("2027-01-06T00:30")
"""A Wednesday in the second week after the league was made; Tuesday is still open."""
MEMBERS = [
    Member("abc", name.lower(), name, float(joined)) for joined, name in enumerate(("Ann", "Ben", "Cleo"))
]


def attempt(contest: str, browser: str, score: int | None, *, errors: int = 0, late: bool = False) -> Attempt:
    return Attempt(contest, browser, f"{browser} {contest}", browser, late, score, errors, 60)


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda refusal: refusal.code == code)


def test_the_games_of_a_week_are_its_days_open_until_they_close() -> None:
    games = games_of(DAILY, week="2027-W01", now=NOW)
    assert [(game.name, game.state) for game in games] == [
        ("2027-01-04", "closed"),
        ("2027-01-05", "open"),
        ("2027-01-06", "open"),
        ("2027-01-07", "coming"),
        ("2027-01-08", "coming"),
        ("2027-01-09", "coming"),
        ("2027-01-10", "coming"),
    ]
    assert all(game.contest == game.name for game in games)
    assert len({game.rules for game in games}) > 1
    assert {game.state for game in games_of(DAILY, week="2026-W53", now=NOW)} == {"closed"}


def test_the_games_of_its_own_are_numbered_and_stay_open() -> None:
    games = games_of(OWN, week="2026-W53", now=NOW)
    assert [(game.name, game.contest, game.rules, game.state) for game in games] == [
        (str(number), f"abc.{number}", "lake", "open") for number in (1, 2, 3)
    ]
    assert own_contests(OWN) == [game.contest for game in games]
    assert own_contests(DAILY) == []


def test_a_league_has_the_weeks_since_it_was_made() -> None:
    assert parse_week(None, DAILY, now=NOW) == "2027-W01"
    for week in ("2026-W52", "2026-W53", "2027-W01"):
        assert parse_week(week, DAILY, now=NOW) == week
    for week in ("2026-W51", "2027-W02", "2026-W54", "2026-W00", "soon"):
        with pytest.raises(Refusal) as caught:
            parse_week(week, DAILY, now=NOW)
        assert (caught.value.code, caught.value.params) == ("league.unknown_week", {"week": week})
    assert weeks_around("2026-W52", DAILY, now=NOW) == (None, "2026-W53")
    assert weeks_around("2026-W53", DAILY, now=NOW) == ("2026-W52", "2027-W01")
    assert weeks_around("2027-W01", DAILY, now=NOW) == ("2026-W53", None)


def test_who_joins_is_in_the_week_and_not_in_those_before() -> None:
    early = Member("abc", "ann", "Ann", DAILY.created)
    late = Member("abc", "ben", "Ben", at("2027-01-03T23:59"))
    assert members_in([early, late], DAILY, week="2026-W52") == [early]
    assert members_in([early, late], DAILY, week="2026-W53") == [early, late]
    assert members_in([early, late], OWN, week="2026-W52") == [early, late]


def test_points_decide_then_errors_and_equals_share_a_place() -> None:
    games = games_of(OWN, week="2027-W01", now=NOW)
    results = [
        attempt("abc.1", "ann", 40, errors=3),
        attempt("abc.1", "ben", 30, errors=1),
        attempt("abc.2", "ben", 10, errors=1),
        attempt("abc.1", "cleo", 41, errors=9),
        attempt("abc.2", "cleo", None),
    ]
    table = standings(MEMBERS, games, results)
    assert [(one.member.name, one.rank, one.total, one.played) for one in table] == [
        ("Cleo", 1, 41, 1),
        ("Ben", 2, 40, 2),
        ("Ann", 3, 40, 1),
    ]
    assert table[0].attempts == (results[3], results[4], None)
    equal = standings(MEMBERS[:2], games, [attempt("abc.1", "ann", 7), attempt("abc.2", "ben", 7)])
    assert [(one.member.name, one.rank) for one in equal] == [("Ann", 1), ("Ben", 1)]


def test_what_is_late_is_shown_and_does_not_count_and_who_has_not_played_comes_last() -> None:
    games = games_of(DAILY, week="2027-W01", now=NOW)
    late = attempt("2027-01-04", "ann", 50, late=True)
    low = attempt("2027-01-04", "cleo", -2, errors=1)
    stranger = attempt("2027-01-04", "eve", 99)
    table = standings(list(reversed(MEMBERS)), games, [late, low, stranger])
    assert [(one.member.name, one.rank, one.total, one.played) for one in table] == [
        ("Cleo", 1, -2, 1),
        ("Ann", 2, 0, 0),
        ("Ben", 2, 0, 0),
    ]
    assert table[1].attempts[0] == late


def test_everyone_plays_a_game_of_the_league_with_the_same_dice() -> None:
    spec = league_spec(OWN, 2, secret="secret")
    assert spec == league_spec(OWN, 2, secret="secret")
    assert (spec.rules, spec.counted, spec.purpose, spec.source) == ("lake", False, "league", "abc.2")
    assert contest_of(spec) == "abc.2"
    others = [
        league_spec(OWN, 1, secret="secret"),
        league_spec(OWN, 2, secret="another"),
        league_spec(replace(OWN, id="abd"), 2, secret="secret"),
    ]
    assert spec.rolls not in [other.rolls for other in others]
    stored = StoredRoom(spec)
    stored.play_out()
    assert tuple(closed.faces for closed in stored.room.closed) == spec.rolls


def test_a_game_that_the_league_does_not_have_is_refused() -> None:
    assert [league_spec(OWN, number, secret="secret").source for number in (1, 3)] == ["abc.1", "abc.3"]
    for league, number in ((OWN, 0), (OWN, 4), (DAILY, 1)):
        with refused("league.unknown_game"):
            league_spec(league, number, secret="secret")


def test_a_league_plays_what_one_person_can_play() -> None:
    require_playable("lava")
    with refused("ruleset.unknown"):
        require_playable("chess")
    with refused("table.seats"):
        require_playable("base+draft")


def test_no_points_are_no_points_and_one_error_is_worse_than_none() -> None:
    games = games_of(OWN, week="2027-W01", now=NOW)
    results = [
        attempt("abc.1", "ann", 0),
        attempt("abc.1", "ben", 0, errors=1),
        attempt("abc.1", "cleo", 1, errors=5),
    ]
    table = standings(MEMBERS, games, results)
    assert [(one.member.name, one.rank, one.total, one.played) for one in table] == [
        ("Cleo", 1, 1, 1),
        ("Ann", 2, 0, 1),
        ("Ben", 3, 0, 1),
    ]
