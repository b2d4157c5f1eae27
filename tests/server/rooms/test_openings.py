"""Tables that begin in the middle of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.server.stored_room import StoredRoom, events_of, started, two, view_of

from inkrail.core.errors import Refusal
from inkrail.game.actions import format_action
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Record, Roll, format_record, parse_record
from inkrail.rules.dealing import Seat
from inkrail.server.rooms.openings import MOST_CHARACTERS, check_opening, opening_of, opening_spec, retry_of
from inkrail.server.rooms.rematches import rematch_spec
from inkrail.server.rooms.rows import Purpose, Spec, Stop
from inkrail.server.rooms.specs import check_spec, play_on_spec

RULES = ["base", "meteor", "lava", "lake", "underground", "underground-standalone"]


def finished(rules: str = "base", **options: Any) -> StoredRoom:
    stored = started(rules, seed="opening", counted=False, **options)
    stored.play_out()
    return stored


def begun(
    stored: StoredRoom, *, seat: int = 0, round_: int = 4, rolled: bool = True, purpose: Purpose = "retry"
) -> Spec:
    """A table that begins with the first rounds of a game."""
    opening = opening_of(stored.room.record(), Seat(seat), round_=round_, rolled=rolled)
    spec = opening_spec(opening, purpose=purpose)
    check_spec(spec, bots=())
    return spec


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_table_begins_with_what_a_seat_had_before_the_round(rules: str, seat: int) -> None:
    game = finished(rules)
    spec = play_on_spec(game.room, seat=seat, round_=4, same_dice=True)
    check_spec(spec, bots=())
    stored = StoredRoom(spec)
    assert (stored.room.begins, stored.room.waiting.round, stored.room.phase) == (4, 4, "draw")
    assert [closed.seats[0] for closed in stored.room.closed] == [
        closed.seats[seat] for closed in game.room.closed[:3]
    ]
    stored.play_out()
    assert [closed.faces for closed in stored.room.closed] == [closed.faces for closed in game.room.closed]
    record, table = parse_record(format_record(stored.room.record()))
    assert record.totals == (table.sheets()[0].total,)


def test_the_first_row_has_all_that_was_played_before_and_makes_the_same_room_again() -> None:
    stored = StoredRoom(begun(finished("meteor")))
    copy = stored.again()
    assert len(stored.rows) == 1
    assert (copy.begins, copy.waiting) == (stored.room.begins, stored.room.waiting)
    for seat in (0, None):
        assert view_of(copy, seat) == stored.view(seat)
        assert events_of(copy, seat) == stored.events(seat)
    assert stored.kinds(None).count("round_closed") == 3


def test_new_dice_are_rolled_from_that_round_on() -> None:
    game = finished()
    spec = play_on_spec(game.room, seat=0, round_=3, same_dice=False)
    check_spec(spec, bots=())
    assert (spec.rolls, spec.counted, spec.purpose, spec.source) == (None, False, "play_on", "table")
    stored = StoredRoom(spec)
    stored.play_out()
    faces = [closed.faces for closed in stored.room.closed]
    before = [closed.faces for closed in game.room.closed]
    assert faces[:2] == before[:2]
    assert faces[2:] != before[2:]


def test_a_game_is_played_on_from_its_first_round() -> None:
    stored = StoredRoom(play_on_spec(finished().room, seat=1, round_=1, same_dice=True))
    assert (stored.room.begins, len(stored.room.closed), stored.room.waiting.round) == (1, 0, 1)


@pytest.mark.parametrize("rolled", [True, False])
def test_a_table_is_over_when_its_last_round_closes(*, rolled: bool) -> None:
    stored = StoredRoom(replace(begun(finished(), rolled=rolled), until=5))
    stored.play_round()
    assert (stored.room.phase, stored.room.waiting.round) == ("draw", 5)
    stored.play_round()
    assert stored.last_row.steps[-1] == Stop()
    assert (stored.room.phase, len(stored.room.closed), stored.again().phase) == ("over", 5, "over")
    assert stored.kinds(0)[-1] == "game_over"
    assert "score" not in format_record(stored.room.record())


def test_a_table_until_the_last_round_ends_like_every_game() -> None:
    stored = StoredRoom(replace(begun(finished(), round_=7), until=7))
    stored.play_round()
    assert stored.room.phase == "over"
    assert "score 1" in format_record(stored.room.record())


def test_what_was_drawn_before_cannot_be_taken_back() -> None:
    game = finished()
    stored = StoredRoom(begun(game))
    view = stored.view(0)
    cell = view["boards"][0]["cells"][0]["cell"]
    assert view["drawings"] == []
    with pytest.raises(Refusal) as caught:
        stored.act(0, f"take-back {cell}")
    assert caught.value.code == "take_back.nothing"


def test_drawings_that_were_taken_back_are_left_out() -> None:
    game = StoredRoom(Spec(rules="base", seed="opening", counted=False))
    view = game.view(0)
    option = view["options"][0]
    sides, mask = next(iter(option["fits"].items()))
    cell = "ABCDEFG"[((mask & -mask).bit_length() - 1) % 7] + str(((mask & -mask).bit_length() - 1) // 7 + 1)
    game.act(0, f"draw {option['piece']} {cell} {sides}")
    game.act(0, f"take-back {cell}")
    game.play_out()
    opening = opening_of(game.room.record(), Seat(0), round_=2, rolled=True)
    assert "take-back" not in format_record(opening)
    assert sum(isinstance(entry, Roll) for entry in opening.entries) == 2
    assert opening.seed == ""


@pytest.mark.parametrize(
    ("seat", "round_", "code", "params"),
    [
        (2, 3, "seat.unknown", {"seat": 3}),
        (0, 8, "opening.round", {"round": 8, "last": 7}),
        (0, 0, "opening.round", {"round": 0, "last": 7}),
    ],
)
def test_a_seat_and_a_round_that_the_game_has_not_are_refused(
    *, seat: int, round_: int, code: str, params: dict[str, int]
) -> None:
    with pytest.raises(Refusal) as caught:
        play_on_spec(finished().room, seat=seat, round_=round_, same_dice=True)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_house_rules_stay_those_of_the_game() -> None:
    spec = play_on_spec(finished(longest="stretches", values="manual").room, seat=0, round_=2, same_dice=True)
    assert (spec.longest, spec.values) == ("stretches", "manual")


@pytest.mark.parametrize(("same_dice", "rolls"), [(True, 3), (False, 2)])
def test_an_opening_has_the_roll_of_its_round_only_if_the_dice_stay(*, same_dice: bool, rolls: int) -> None:
    spec = play_on_spec(finished().room, seat=0, round_=3, same_dice=same_dice)
    assert spec.opening is not None
    entries = parse_record(spec.opening)[0].entries
    assert sum(isinstance(entry, Roll) for entry in entries) == rolls


def test_hints_are_allowed_when_a_game_is_played_on() -> None:
    spec = play_on_spec(finished().room, seat=0, round_=3, same_dice=True)
    check_opening(replace(spec, hints=True))


def test_an_opening_may_be_as_long_as_the_limit_says() -> None:
    text = record_text()
    spec = Spec(rules="base", counted=False, purpose="puzzle", opening=text.ljust(MOST_CHARACTERS, "\n"))
    check_opening(spec)
    with pytest.raises(Refusal) as caught:
        check_opening(replace(spec, opening=text.ljust(MOST_CHARACTERS + 1, "\n")))
    assert (caught.value.code, caught.value.params) == ("text.too_large", {"limit": MOST_CHARACTERS})


DRAFTS = ["base+draft", "lake+draft", "meteor+draft", "underground+draft"]


@pytest.mark.parametrize("rules", DRAFTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_round_of_a_draft_is_tried_again_with_the_hand_that_the_seat_held(rules: str, seat: int) -> None:
    game = finished(rules)
    record = game.room.record()
    for number, played in enumerate(played_rounds(record, Seat(seat)), start=1):
        spec = retry_of(record, Seat(seat), round_=number)
        check_spec(spec, bots=())
        stored = StoredRoom(spec)
        room = stored.room
        assert (room.phase, room.begins, room.waiting.seats) == ("draw", number, (0,))
        assert room.game is not None
        assert room.game.seats[0].start == played.start
        assert room.game.deal.faces == played.hand
        actions = [format_action(choice, room.ruleset) for choice in played.choices]
        for action in (*actions, *(format_action(drawing, room.ruleset) for drawing in played.drawings)):
            stored.act(0, action)
        stored.act(0, "done")
        assert (stored.room.phase, stored.again().phase) == ("over", "over")
        assert stored.room.last_closed.seats[0] == played.end
        assert parse_record(format_record(stored.room.record()))[0].ruleset == spec.ruleset()


def test_a_retry_of_a_draft_keeps_the_readings_of_its_game_and_is_tried_again() -> None:
    record = finished("base+draft", longest="cells", values="manual").room.record()
    spec = retry_of(record, Seat(1), round_=7)
    assert (spec.rules, spec.longest, spec.values) == ("base+hand", "cells", "manual")
    stored = StoredRoom(spec)
    stored.play_round()
    again = rematch_spec(stored.room, opener=0)
    assert (again.rules, again.opening, again.until) == (spec.rules, spec.opening, 7)
    check_spec(again, bots=())


@pytest.mark.parametrize(
    "changed",
    [
        {"rules": "base+hand"},
        {"rules": "base+hand", "typed": True, "counted": False},
        {"rules": "river+hand", "bots": (None, None)},
        {"rules": "base+hand", "rolls": (("overpass",) * 4,) * 7},
        {"purpose": "puzzle"},
        {"purpose": "play_on"},
        {"purpose": None},
    ],
)
def test_hands_are_played_in_no_other_game(changed: dict[str, Any]) -> None:
    drafted = retry_of(finished("base+draft").room.record(), Seat(0), round_=7)
    spec = Spec(**changed) if "rules" in changed else replace(drafted, **changed)
    with pytest.raises(Refusal) as caught:
        check_spec(spec, bots=())
    assert caught.value.code == "roll.drafted"


def test_a_round_tried_again_is_not_played_on_if_it_was_drafted() -> None:
    stored = StoredRoom(retry_of(finished("base+draft").room.record(), Seat(0), round_=7))
    stored.play_round()
    with pytest.raises(Refusal, match=r"^opening\.drafted"):
        play_on_spec(stored.room, seat=0, round_=3, same_dice=True)


def test_drafted_and_unfinished_games_are_not_played_on() -> None:
    for stored, code in (
        (finished("base+draft"), "opening.drafted"),
        (started(), "table.not_over"),
        (two(), "table.not_over"),
    ):
        with pytest.raises(Refusal) as caught:
            play_on_spec(stored.room, seat=0, round_=1, same_dice=True)
        assert caught.value.code == code


FACES = ("highway-straight", "highway-t", "highway-curve", "overpass")


def record_text(**changed: Any) -> str:
    return format_record(replace(Record(Spec(rules="base").ruleset(), entries=(Roll(FACES),)), **changed))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"purpose": None}, "opening.unsuitable"),
        ({"purpose": None, "opening": None, "goal": 40}, "opening.unsuitable"),
        ({"purpose": None, "opening": None, "until": 7}, "opening.unsuitable"),
        ({"purpose": None, "opening": None, "source": "x"}, "opening.unsuitable"),
        ({"counted": True}, "opening.unsuitable"),
        ({"public": True}, "opening.unsuitable"),
        ({"typed": True}, "opening.unsuitable"),
        ({"daily": "2026-11-15"}, "opening.unsuitable"),
        ({"bots": (None, None)}, "opening.unsuitable"),
        ({"bots": (None, "greedy")}, "opening.unsuitable"),
        ({"rules": "river"}, "opening.unsuitable"),
        ({"values": "manual"}, "opening.unsuitable"),
        ({"opening": record_text(seats=2)}, "opening.unsuitable"),
        ({"rolls": ((*FACES[:3], "station-curve"),) * 7}, "opening.unsuitable"),
        ({"until": 0}, "opening.unsuitable"),
        ({"hints": True}, "hint.not_allowed"),
        ({"purpose": "retry", "hints": True}, "hint.not_allowed"),
        ({"purpose": None, "opening": None, "daily": "2026-11-15", "hints": True}, "hint.not_allowed"),
        ({"until": 8}, "opening.unsuitable"),
        ({"opening": record_text(entries=(Roll(("highway-t",)),))}, "roll.impossible"),
        ({"opening": "rules: base"}, "record.version"),
        ({"opening": record_text() + "\n" * MOST_CHARACTERS}, "text.too_large"),
    ],
)
def test_an_opening_that_does_not_fit_its_table_is_refused(changed: dict[str, Any], code: str) -> None:
    spec = Spec(rules="base", counted=False, purpose="puzzle", opening=record_text())
    check_opening(replace(spec, rolls=(FACES,) * 7, until=1))
    with pytest.raises(Refusal) as caught:
        check_opening(replace(spec, **changed))
    assert caught.value.code == code


def test_a_game_that_is_over_is_no_opening() -> None:
    game = StoredRoom(Spec(rules="base"))
    game.play_out()
    whole = replace(game.room.record(), totals=())
    spec = Spec(rules="base", counted=False, purpose="puzzle", opening=format_record(whole))
    with pytest.raises(Refusal, match=r"^opening\.unsuitable"):
        check_opening(spec)


def test_a_round_before_the_opening_cannot_be_the_last() -> None:
    spec = begun(finished(), rolled=False)
    check_opening(replace(spec, until=4))
    with pytest.raises(Refusal, match=r"^opening\.unsuitable"):
        check_opening(replace(spec, until=3))


def test_a_running_round_may_have_drawings_already() -> None:
    game = finished()
    whole = game.room.record()
    first = [entry for entry in whole.entries if isinstance(entry, Roll) or entry.seat == 0][:3]
    assert isinstance(first[1], Act)
    spec = opening_spec(Record(whole.ruleset, entries=tuple(first)), purpose="puzzle")
    check_spec(spec, bots=())
    assert len(StoredRoom(spec).view(0)["drawings"]) == 2


def test_a_table_with_a_purpose_is_played_again_as_it_was() -> None:
    stored = StoredRoom(replace(begun(finished()), until=4, goal=30, source="x"))
    stored.play_round()
    again = rematch_spec(stored.room, opener=0)
    assert again == replace(stored.room.spec, rematch_of="table")
    check_spec(again, bots=())


def test_a_round_is_tried_again_with_the_same_board_and_dice_and_then_the_table_is_over() -> None:
    game = finished("meteor")
    spec = retry_of(game.room.record(), Seat(1), round_=5)
    check_spec(spec, bots=())
    assert (spec.purpose, spec.until, spec.hints, spec.rolls, spec.goal) == ("retry", 5, False, None, None)
    stored = StoredRoom(spec)
    assert stored.room.game
    assert stored.room.game.deal.faces == game.room.closed[4].faces
    assert stored.room.last_closed.seats == (game.room.closed[3].seats[1],)
    stored.play_round()
    assert (stored.room.phase, len(stored.room.closed)) == ("over", 5)
