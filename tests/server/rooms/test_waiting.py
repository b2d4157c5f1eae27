"""Whom a room waits for, and what happens when they do not come."""

from __future__ import annotations

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import BEGUN, refusal, started

from inkrail.server.rooms import commands
from inkrail.server.rooms.room import IDLE_SECONDS


def test_when_the_clock_runs_out_the_mandatory_is_drawn_and_the_round_closes() -> None:
    stored = started(clock=60)
    stored.act(1, next_action(stored.view(1)))
    assert commands.time_out(stored.room, now=BEGUN + 59.9) is None
    stored.time_out()

    assert len(stored.room.closed) == 1
    for position in stored.room.closed[0].seats:
        assert stored.room.ruleset.duties(position) == ()
        assert position.boards[0].filled.bit_count() == 4
    assert stored.kinds(None).count("stood_in") == 2
    assert stored.room.waiting.deadline == BEGUN + 120


@pytest.mark.parametrize("rules", ["meteor+draft", "lava", "underground"])
def test_the_clock_ends_every_kind_of_game(rules: str) -> None:
    stored = started(rules, clock=60)
    while stored.room.phase != "over":
        stored.time_out()
    assert len(stored.room.closed) == stored.room.ruleset.rounds


def test_after_seven_days_the_others_may_hand_a_seat_to_a_bot() -> None:
    stored = started()
    stored.play_round()
    assert refusal(stored, 0, type="hand_over", seat=1) == "seat.not_idle"
    stored.now += IDLE_SECONDS - 1
    assert refusal(stored, 0, type="hand_over", seat=1) == "seat.not_idle"
    stored.now += 1
    assert stored.view(0)["seats"][1]["idle"]
    assert refusal(stored, 0, type="hand_over", seat=0) == "seat.not_idle"
    assert refusal(stored, 0, type="hand_over", seat=5) == "seat.unknown"
    assert stored.view(1)["options"]
    stored.send(0, type="hand_over", seat=1)
    assert stored.room.waiting.bot_seats == (1,)
    assert stored.view(1)["options"] == stored.view(1)["duties"] == []
    assert refusal(stored, 1, type="act", action="done") == "seat.handed_over"
    assert refusal(stored, 0, type="hand_over", seat=1) == "seat.is_a_bot"


def test_a_move_begins_the_seven_days_anew() -> None:
    stored = started()
    stored.now += IDLE_SECONDS - 1
    stored.act(1, next_action(stored.view(1)))
    stored.now += 2
    assert refusal(stored, 0, type="hand_over", seat=1) == "seat.not_idle"
    assert stored.room.idle(0, now=stored.now)


def test_with_a_clock_nobody_is_handed_over() -> None:
    stored = started(clock=60)
    stored.now += 2 * IDLE_SECONDS
    assert refusal(stored, 0, type="hand_over", seat=1) == "seat.not_idle"


def test_after_seven_days_the_others_may_end_the_game() -> None:
    stored = started()
    stored.play_round()
    assert refusal(stored, 0, type="end_game") == "seat.not_idle"
    stored.now += IDLE_SECONDS
    stored.send(0, type="end_game")
    assert stored.room.phase == "over"
    assert stored.events(None)[-1] == {
        "kind": "game_over",
        "totals": [sheet.total for sheet in stored.room.sheets()],
        "winners": [],
        "ended_early": True,
    }
    assert refusal(stored, 0, type="act", action="done") == "table.over"
    assert stored.room.waiting.seats == ()
