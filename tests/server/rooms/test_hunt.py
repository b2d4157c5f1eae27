"""The weeks and the dice of the maximum hunt."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from inkrail.core.errors import Refusal
from inkrail.game.record import Roll, replay
from inkrail.game.table import Phase
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms.daily import counts_until
from inkrail.server.rooms.hunt import (
    closing_time,
    hunt_record,
    hunt_rolls,
    hunt_spec,
    is_week,
    require_closed,
    require_not_hunted,
    week_of,
)
from inkrail.server.rooms.specs import check_spec


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def test_a_week_lasts_from_monday_to_sunday() -> None:
    assert week_of(moment("2026-11-16T00:00:00")) == week_of(moment("2026-11-22T23:59:59")) == "2026-W47"
    assert week_of(moment("2026-11-23T00:00:00")) == "2026-W48"
    assert week_of(moment("2027-01-01T12:00:00")) == "2026-W53"
    assert closing_time("2026-W47") == moment("2026-11-23T00:00:00")
    assert closing_time("2026-W53") == moment("2027-01-04T00:00:00")


def test_a_week_is_the_same_wherever_the_server_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        for zone in ("UTC+11", "UTC-13"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert (
                week_of(moment("2026-11-22T23:30:00")) == week_of(moment("2026-11-16T00:30:00")) == "2026-W47"
            )
            assert closing_time("2026-W47") == moment("2026-11-23T00:00:00")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_dice_of_a_week_never_change() -> None:
    """Another way of drawing them would change the dice of a week that people are playing."""
    rolls = hunt_rolls("secret", week="2026-W47")
    assert rolls[0] == ("railway-t", "highway-straight", "highway-straight", "station-straight")
    assert rolls[6] == ("railway-t", "highway-straight", "highway-straight", "station-curve")


def test_the_dice_of_a_week_are_the_same_for_all_and_others_in_the_next() -> None:
    rolls = hunt_rolls("secret", week="2026-W47")
    assert len(rolls) == 7
    assert rolls == hunt_rolls("secret", week="2026-W47")
    assert rolls not in (hunt_rolls("secret", week="2026-W48"), hunt_rolls("other", week="2026-W47"))


def test_a_board_counts_until_the_week_ends() -> None:
    spec = hunt_spec("2026-W47", hunt_rolls("secret", week="2026-W47"), goal=72)
    check_spec(spec, bots=())
    assert (spec.purpose, spec.goal, spec.counted) == ("hunt", 72, False)
    assert spec.rolls == hunt_rolls("secret", week="2026-W47")
    assert counts_until(spec) == closing_time("2026-W47")


def test_the_game_that_a_best_board_is_asked_for_has_the_dice_of_the_week() -> None:
    rolls = hunt_rolls("secret", week="2026-W47")
    record = hunt_record(rolls)
    assert record == hunt_record(rolls)
    assert tuple(entry.faces for entry in record.entries if isinstance(entry, Roll)) == rolls
    assert replay(record).phase is Phase.OVER


def test_what_the_house_found_is_shown_from_the_end_of_the_week_on() -> None:
    end = closing_time("2026-W47")
    with pytest.raises(Refusal) as caught:
        require_closed("2026-W47", now=end - 0.001)
    assert (caught.value.code, caught.value.params) == ("hunt.running", {})
    require_closed("2026-W47", now=end)


@pytest.mark.parametrize(
    ("text", "expected"), [("2026-W47", True), ("2026-11-16", False), ("a-WX_Qz12345", False)]
)
def test_a_week_is_told_from_ids_and_days(text: str, *, expected: bool) -> None:
    assert is_week(text) is expected


def test_no_best_board_is_looked_for_with_the_dice_of_the_running_week() -> None:
    """Neither when their faces are named in another order."""
    rolls = hunt_rolls("secret", week="2026-W47")
    for same in (rolls, tuple((*faces[2::-1], faces[3]) for faces in rolls)):
        with pytest.raises(Refusal) as caught:
            require_not_hunted(hunt_record(same), secret="secret", now=moment("2026-11-18T12:00:00"))
        assert (caught.value.code, caught.value.params) == ("hunt.running", {})


def test_a_best_board_is_looked_for_with_all_other_dice() -> None:
    running = moment("2026-11-18T12:00:00")
    record = hunt_record(hunt_rolls("secret", week="2026-W47"))
    require_not_hunted(record, secret="secret", now=closing_time("2026-W47"))
    require_not_hunted(record, secret="another server", now=running)
    require_not_hunted(replace(record, ruleset=parse_ruleset("lake")), secret="secret", now=running)
    require_not_hunted(hunt_record(hunt_rolls("secret", week="2026-W48")), secret="secret", now=running)
