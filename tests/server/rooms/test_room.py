"""A room: what its rows make of it."""

from __future__ import annotations

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, events_of, started, view_of

from inkrail.game.record import format_record, parse_record
from inkrail.server.rooms.rows import Move, Roll, Spec


def test_a_game_without_other_people_begins_at_once() -> None:
    assert StoredRoom(Spec(rules="base")).room.phase == "draw"
    assert StoredRoom(Spec(rules="base", bots=(None, "greedy"))).room.phase == "draw"


def test_a_round_closes_when_all_are_done_and_the_next_is_rolled_in_the_same_row() -> None:
    stored = started()
    stored.play_round()
    assert [type(step) for step in stored.last_row.steps] == [Move, Roll]
    assert (stored.room.waiting.round, len(stored.room.closed)) == (2, 1)


def test_drawings_of_the_running_round_are_hidden_from_everybody_else() -> None:
    stored = started()
    stored.play_round()
    before = [stored.view(1), stored.view(None)]
    histories = [list(stored.room.history(seat)) for seat in (1, None)]
    stored.act(0, next_action(stored.view(0)))
    assert [stored.view(1), stored.view(None)] == before
    assert [stored.room.history(seat) for seat in (1, None)] == histories
    assert len(stored.view(0)["drawings"]) == 1


def test_the_record_of_a_running_game_has_closed_rounds_only_and_no_seed() -> None:
    stored = started(seed="abc", counted=False)
    stored.play_round()
    stored.act(0, next_action(stored.view(0)))
    text = format_record(stored.room.record())
    record, table = parse_record(text)
    assert (table.round_, len([e for e in record.entries if not hasattr(e, "seat")])) == (1, 1)
    assert "seed" not in text


@pytest.mark.parametrize(
    "rules", ["base", "meteor", "lava", "lake+draft", "underground", "underground-standalone"]
)
def test_a_finished_game_has_a_record_that_replays_to_its_scores(rules: str) -> None:
    stored = started(rules, seed="abc", counted=False)
    stored.play_out()
    text = format_record(stored.room.record())
    _, table = parse_record(text)
    assert "seed: abc" in text
    assert [sheet.total for sheet in table.sheets()] == [seat["total"] for seat in stored.view(0)["seats"]]
    assert stored.view(0)["winners"] == list(stored.room.winners) != []


def test_the_dice_of_a_day_are_the_same_for_everybody_and_come_with_no_seed() -> None:
    spec = Spec(rules="base", daily="2026-11-15")
    one, other = StoredRoom(spec, secret="s"), StoredRoom(spec, secret="s")
    strange = StoredRoom(spec, secret="t")
    for stored in (one, other, strange):
        stored.play_out()
    assert [c.faces for c in one.room.closed] == [c.faces for c in other.room.closed]
    assert [c.faces for c in one.room.closed] != [c.faces for c in strange.room.closed]
    assert "seed" not in format_record(one.room.record())


def test_the_same_rows_make_the_same_room_in_every_process() -> None:
    stored = started("lava+draft")
    while stored.room.phase != "over":
        stored.play_round()
        copy = stored.again()
        assert copy.waiting == stored.room.waiting
        assert copy.answered == stored.room.answered
        for seat in (0, 1, None):
            assert view_of(copy, seat) == view_of(stored.room, seat)
            assert events_of(copy, seat) == stored.events(seat)


def test_what_was_done_is_remembered_by_the_id_of_its_request() -> None:
    stored = started()
    stored.send(0, type="act", id="mine", action=next_action(stored.view(0)))
    assert stored.room.answered[0, "mine"] == len(stored.room.history(0))
    assert stored.again().answered == stored.room.answered
