"""A room built from its rows."""

from __future__ import annotations

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import BEGUN, StoredRoom, events_of, started, two, view_of

from inkrail.core.notation import parse_placement
from inkrail.core.score import ScoreSheet
from inkrail.game.events import Drawn
from inkrail.game.record import format_record, parse_record
from inkrail.rules.position import Position
from inkrail.server.rooms import commands
from inkrail.server.rooms.room import KEPT_SCORES, Room
from inkrail.server.rooms.rows import Move, Roll, Spec, StandIn, Stop
from inkrail.server.rooms.specs import play_on_spec


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
    assert [sheet.total for sheet in table.sheets()] == [
        result["sheet"]["total"] for result in stored.view(0)["results"]
    ]
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


def test_a_new_room_is_empty() -> None:
    room = Room("table", Spec(rules="base", bots=(None, "greedy", None)), created=5.0)
    assert (room.number, room.seats, room.phase, room.bots) == (0, 3, "lobby", (None, "greedy", None))
    assert (room.names, room.tokens, room.last_move) == ([""] * 3, [""] * 3, [5.0] * 3)
    assert (room.reactions, room.moves) == ([0] * 3, [0] * 3)
    assert [room.joined(seat) for seat in range(3)] == [False, True, False]
    assert (room.view(0), room.record().entries, room.winners, room.over_at) == (None, (), (), None)
    assert [sheet.total for sheet in room.sheets()] == [0, 0, 0]
    assert (room.last_closed.number, room.last_closed.faces, room.last_closed.hands) == (0, (), ((), (), ()))
    assert (room.shown_since, room.waiting.since) == (1, 5.0)
    assert room.starter is None
    assert room.rematch is None


def test_each_seat_has_its_own_history_and_all_watchers_one() -> None:
    room = Room("table", Spec(rules="base", bots=(None, None)), created=0)
    assert len(room.histories) == 3
    assert all(room.history(seat) is room.histories[number] for number, seat in enumerate((0, 1, None)))


def test_a_row_of_a_seat_says_when_it_last_acted() -> None:
    stored = started()
    stored.now += 7
    stored.send(1, type="react", reaction="wave")
    assert stored.room.last_move == [BEGUN, BEGUN + 7]
    assert stored.room.number == len(stored.rows) == 4


def test_the_end_is_remembered_once() -> None:
    stored = started()
    stored.play_out()
    over = stored.now
    stored.now += 60
    stored.send(0, type="react", reaction="well_done")
    assert stored.room.over_at == over
    assert stored.again().over_at == over


def test_a_view_is_the_same_until_its_seat_its_phase_or_its_dice_change() -> None:
    stored = started()
    mine, other = stored.room.view(0), stored.room.view(1)
    stored.send(0, type="react", reaction="wave")
    assert stored.room.view(0) is mine
    stored.act(0, next_action(stored.view(0)))
    assert stored.room.view(0) is not mine
    assert stored.room.view(1) is other
    stored.play_round()
    assert stored.room.view(1) is not other


def test_the_last_few_scores_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = started()
    ruleset, scored = stored.room.ruleset, 0
    score = ruleset.score

    def counting(position: Position) -> ScoreSheet:
        nonlocal scored
        scored += 1
        return score(position)

    monkeypatch.setattr(type(ruleset), "score", lambda _, position: counting(position))
    positions = [
        ruleset.put(ruleset.blank(), parse_placement(f"highway-straight {cell} H.H.", ruleset.pieces))
        for cell in (
            "A1",
            "B1",
            "C1",
            "D1",
            "E1",
            "F1",
            "G1",
            "A2",
            "B2",
            "C2",
            "D2",
            "E2",
            "F2",
            "G2",
            "A3",
            "B3",
        )
    ]
    assert len(positions) == 2 * KEPT_SCORES
    for _ in range(2):
        assert [stored.room.score(position) for position in positions] == list(map(score, positions))
    assert scored == len(positions)
    stored.room.score(ruleset.blank())
    stored.room.score(positions[1])
    assert scored == len(positions) + 1
    stored.room.score(positions[0])
    assert scored == len(positions) + 2


def test_scores_are_those_of_the_last_closed_round() -> None:
    stored = started()
    before = stored.room.sheets()
    stored.act(0, next_action(stored.view(0)))
    assert stored.room.sheets() is before
    stored.play_round()
    after = stored.room.sheets()
    assert after == tuple(stored.room.ruleset.score(seat) for seat in stored.room.closed[0].seats)
    assert stored.room.sheets() is after is not before


def test_the_whole_record_has_the_running_round_too() -> None:
    stored = started()
    stored.play_round()
    stored.act(0, next_action(stored.view(0)))
    shown, whole = stored.room.record(), stored.room.record(whole=True)
    assert whole.entries[: len(shown.entries)] == shown.entries
    assert len(whole.entries) == len(shown.entries) + 2
    assert whole.entries == tuple(stored.room.entries)


def test_while_dice_are_awaited_the_record_has_all_rounds() -> None:
    faces = ["highway-straight", "railway-t", "highway-t", "overpass"]
    stored = started(typed=True, counted=False)
    stored.send(0, type="roll", faces=faces)
    stored.play_round()
    assert stored.room.phase == "roll"
    assert stored.room.record().entries == tuple(stored.room.entries) != ()


def test_a_drafted_record_names_its_starter() -> None:
    stored = started("base+draft", starter=1, seed="word", counted=False)
    assert stored.room.starter == stored.room.record().starter == 1
    assert stored.room.record().seed == ""
    stored.play_out()
    assert stored.room.record().seed == "word"
    assert format_record(stored.room.record()).count("\nscore ") == 2


def test_tokens_are_replaced_and_former_seats_remembered() -> None:
    stored = two()
    stored.store(commands.reissue(stored.room, 1, token="new"))
    assert stored.room.tokens == ["token of seat 0", "new"]
    assert stored.room.names == ["Ann", "Bob"]
    rematch = StoredRoom(Spec(rules="base", bots=(None, None)))
    _, proposal = commands.join(rematch.room, name="Bob", token="b", was=0)
    rematch.store(proposal)
    assert rematch.room.formerly == rematch.again().formerly == {0: 1}


def test_only_a_request_with_an_id_is_remembered() -> None:
    stored = started()
    stored.send(0, type="react", reaction="wave")
    assert stored.room.answered == {}
    stored.send(0, type="react", id="x", reaction="wave")
    assert stored.room.answered == {(0, "x"): len(stored.room.history(0))}


def test_a_players_own_moves_are_no_stand_ins_news() -> None:
    """What was done for a player is seen once they move, but not when a bot moves in their place."""
    stored = started(clock=60)
    stored.time_out()
    stored.time_out()
    assert [entry.event.round_ for entry in stored.room.stand_ins.unseen(0, since=1)] == [1, 2]
    stored.act(1, next_action(stored.view(1)))
    assert stored.room.stand_ins.unseen(0, since=1) != []
    assert stored.room.stand_ins.unseen(1, since=1) == []


def test_play_says_what_follows_and_changes_nothing() -> None:
    stored = started()
    game = stored.room.game
    action = stored.action(next_action(stored.view(0)))
    ((after, happened),) = stored.room.play([Move(seat=0, action=action)])
    assert after is not None
    assert (len(after.seats[0].drawings), len(happened)) == (1, 1)
    assert stored.room.game is game
    ((again, _),) = stored.room.play([Stop()], game=after)
    assert again is after


def test_what_is_applied_with_its_stages_is_what_is_applied_without() -> None:
    stored = started("meteor+draft", clock=60)
    stored.play_out()
    copy = stored.again()
    assert copy.waiting == stored.room.waiting
    assert (copy.entries, copy.winners, copy.last_move) == (
        stored.room.entries,
        stored.room.winners,
        stored.room.last_move,
    )
    assert [entry.faces for entry in copy.closed] == [entry.faces for entry in stored.room.closed]


def test_a_running_game_is_not_over_and_the_end_has_its_time() -> None:
    stored = started()
    assert stored.room.over_at is None
    stored.now += 100
    stored.play_out()
    assert stored.room.over_at == BEGUN + 100


def test_the_die_of_a_drawing_is_remembered_for_the_round_where_the_client_named_it() -> None:
    rolls = (("highway-curve", "railway-straight", "highway-curve", "overpass"),) * 7
    stored = started(rolls=rolls, counted=False)
    stored.act(0, "draw railway-straight D1 R.R.")
    assert stored.room.taken == [{}, {}]
    stored.send(0, type="place", verb="draw", piece="highway-curve", cell="B1", die=2)
    ((where, die),) = stored.room.taken[0].items()
    assert ([str(part) for part in where], die) == (["B1", "highway-curve"], 2)
    stored.act(0, "take-back B1")
    assert stored.room.taken == [{where: 2}, {}]
    stored.play_round()
    assert stored.room.taken == [{}, {}]


def test_a_stand_in_who_acts_twice_in_a_round_is_told_once() -> None:
    stored = started()
    stand_in = StandIn(seat=1, by="steady", why="slow")
    for _ in range(2):
        stored.store(commands.bot_moves(stored.room, 1, actions=[], stand_in=stand_in))
    assert stored.kinds(0).count("stood_in") == 1


def test_a_drawing_is_in_the_history_of_its_seat_alone() -> None:
    stored = started()
    before = [list(history) for history in stored.room.histories]
    stored.act(0, next_action(stored.view(0)))
    mine, *others = stored.room.histories
    assert [type(event) for event in mine[len(before[0]) :]] == [Drawn]
    assert others == before[1:]


def test_a_table_begins_with_the_round_that_is_played_there_first() -> None:
    stored = started()
    stored.play_out()
    assert stored.room.begins == 1
    later = StoredRoom(play_on_spec(stored.room, seat=0, round_=4, same_dice=True))
    assert later.room.begins == 4
    later.play_round()
    assert later.room.begins == later.again().begins == 4
