"""The commands of a room, and what is refused."""

from __future__ import annotations

import pytest
from tests.server.playing import next_action, ways_of
from tests.server.stored_room import BEGUN, StoredRoom, refusal, started, two

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.score import ScoreSheet
from inkrail.game.actions import Done
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms import commands, rows
from inkrail.server.rooms.commands import MOVES_A_ROUND, TOKENS_A_SEAT, Place
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Row, Spec


def test_the_creator_starts_once_all_have_joined() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, None)))
    assert refusal(stored, 0, type="start") == "table.waiting_for_players"
    assert stored.join("Bob") == 1
    assert refusal(stored, 1, type="start") == "table.not_creator"
    assert refusal(stored, 0, type="act", action="done") == "table.not_started"
    stored.send(0, type="start")
    assert stored.room.phase == "draw"
    assert refusal(stored, 0, type="start") == "table.already_started"
    with pytest.raises(Refusal, match=r"^table\.already_started"):
        stored.join("Cid")


def test_a_full_table_takes_nobody() -> None:
    stored = two()
    with pytest.raises(Refusal, match=r"^table\.full"):
        stored.join("Cid")


def test_typed_dice_are_the_creators() -> None:
    stored = started(typed=True, counted=False)
    faces = ["highway-straight", "railway-t", "highway-t", "overpass"]
    assert stored.room.phase == "roll"
    assert refusal(stored, 1, type="roll", faces=faces) == "table.not_creator"
    assert refusal(stored, 0, type="roll", faces=faces[:3]) == "roll.impossible"
    stored.send(0, type="roll", faces=faces)
    assert stored.view(1)["faces"] == faces
    assert refusal(stored, 0, type="roll", faces=faces) == "phase.not_roll"
    assert refusal(started(), 0, type="roll", faces=faces) == "table.dice_not_typed"


def test_a_piece_is_placed_in_the_orientation_that_scores_best() -> None:
    stored = started(seed="place", counted=False)
    option = next(o for o in stored.view(0)["options"] if any(len(ways) > 1 for ways in ways_of(o).values()))
    cell, ways = next((cell, ways) for cell, ways in ways_of(option).items() if len(ways) > 1)
    totals = {}
    for sides in ways:
        stored.act(0, f"draw {option['piece']} {cell} {sides}")
        totals[sides] = stored.view(0)["sheet"]["total"]
        stored.act(0, f"take-back {cell}")
    stored.send(0, type="place", verb="draw", piece=option["piece"], cell=cell)
    seen = []
    for _ in ways:
        seen.append(stored.view(0)["drawings"][0]["sides"])
        stored.send(0, type="turn", cell=cell)
    assert sorted(seen) == sorted(ways)
    assert [totals[sides] for sides in seen] == sorted(totals.values(), reverse=True)
    assert stored.view(0)["drawings"][0]["sides"] == seen[0]


def test_an_orientation_that_was_scored_is_not_scored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = started(rolls=(("highway-curve", "railway-t", "highway-t", "overpass"),) * 7, counted=False)
    scored = 0
    score = Ruleset.score

    def counting(ruleset: Ruleset, position: Position) -> ScoreSheet:
        nonlocal scored
        scored += 1
        return score(ruleset, position)

    monkeypatch.setattr(Ruleset, "score", counting)

    commands.carry_out(stored.room, Place("draw", "highway-curve", parse_cell("B1")), seat=0, now=0)
    once = scored
    assert once > 0
    stored.send(0, type="place", verb="draw", piece="highway-curve", cell="B1")
    stored.send(0, type="turn", cell="B1")
    assert scored == once


def test_placing_and_turning_are_refused_with_the_reason() -> None:
    stored = started(
        rolls=(("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7, counted=False
    )
    place = {"type": "place", "verb": "draw"}
    assert refusal(stored, 0, **place, piece="highway-t", cell="D4") == "placement.unconnected"
    assert refusal(stored, 0, **place, piece="railway-t", cell="B1") == "draw.not_available"
    assert refusal(stored, 0, **place, piece="nonsense", cell="B1") == "piece.unknown"
    assert refusal(stored, 0, type="turn", cell="B1") == "turn.nothing"
    stored.act(0, "draw highway-straight B1 H.H.")
    assert refusal(stored, 0, type="turn", cell="B1") == "turn.only_one"


def test_reactions_are_shown_to_all_and_are_not_endless() -> None:
    stored = two()
    stored.send(1, type="react", reaction="wave")
    assert stored.events(None)[-1] == {"kind": "reaction", "seat": 1, "reaction": "wave"}
    for _ in range(99):
        stored.send(1, type="react", reaction="wave")
    assert refusal(stored, 1, type="react", reaction="wave") == "reaction.too_many"


def test_moves_are_counted_for_each_seat_and_round() -> None:
    stored = started(
        rolls=(("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7, counted=False
    )
    stored.act(0, "draw highway-straight B1 H.H.")
    stored.send(0, type="place", verb="draw", piece="highway-t", cell="B2")
    stored.send(0, type="turn", cell="B2")
    stored.send(0, type="react", reaction="wave")
    stored.act(1, "draw highway-straight B1 H.H.")
    stored.act(1, "take-back B1")
    assert stored.room.moves == stored.again().moves == [4, 2]
    stored.play_round()
    assert stored.room.moves == stored.again().moves == [0, 0]


def test_after_the_last_move_nothing_is_taken_back_but_all_is_drawn() -> None:
    stored = started(
        rolls=(("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7, counted=False
    )
    stored.act(0, "draw highway-straight B1 H.H.")
    stored.send(0, type="place", verb="draw", piece="highway-t", cell="B2")
    stored.room.moves = [MOVES_A_ROUND - 1, 0]
    stored.send(0, type="turn", cell="B2")
    with pytest.raises(Refusal) as caught:
        stored.act(0, "take-back B2")
    assert (caught.value.code, caught.value.params) == ("round.too_many_moves", {"limit": 500})
    stored.room.moves = [MOVES_A_ROUND, 0]
    assert refusal(stored, 0, type="turn", cell="B2") == "round.too_many_moves"
    assert refusal(stored, 0, type="act", action="take-back B2") == "round.too_many_moves"
    stored.send(0, type="place", verb="draw", piece="highway-curve", cell="F1")
    stored.act(1, "draw highway-straight B1 H.H.")
    stored.act(1, "take-back B1")
    stored.play_round()
    assert stored.room.waiting.round == 2


def test_a_seat_is_given_a_hundred_tokens_and_no_more() -> None:
    stored = two()
    for number in range(TOKENS_A_SEAT):
        stored.store(commands.reissue(stored.room, 1, token=f"token {number}"))
    assert stored.room.reissued == stored.again().reissued == [0, 100]
    with pytest.raises(Refusal) as caught:
        commands.reissue(stored.room, 1, token="one more")
    assert (caught.value.code, caught.value.params) == ("seat.too_many_tokens", {"limit": 100})
    assert commands.reissue(stored.room, 0, token="another seat").row.steps


# Rows that the server proposes.


def test_the_first_row_seats_the_creator_and_begins_a_game_of_one_person() -> None:
    spec = Spec(rules="base", bots=("greedy", None), seed="word")
    row = commands.sit_first(Room("table", spec, created=0), name="Ann", token="a").row
    assert row.steps[:2] == (rows.Join(seat=1, name="Ann", token="a"), rows.Begin())
    assert [type(step) for step in row.steps[2:]] == [rows.Roll]
    lobby = Room("table", Spec(rules="base", bots=(None, None)), created=0)
    assert commands.sit_first(lobby, name="Ann", token="a").row.steps == (
        rows.Join(seat=0, name="Ann", token="a"),
    )


def test_people_sit_down_in_the_seats_that_bots_leave_free() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "greedy", None, None)))
    assert [stored.join(name) for name in ("Bob", "Cid")] == [2, 3]
    assert stored.last_row.steps == (rows.Join(seat=3, name="Cid", token="token of Cid"),)


def test_who_comes_again_to_a_rematch_has_their_seat_already() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, None)))
    seat, proposal = commands.join(stored.room, name="Bob", token="b", was=3)
    stored.store(proposal)
    assert (seat, proposal.row.steps) == (1, (rows.Join(seat=1, name="Bob", token="b", was=3),))
    stored.send(0, type="start")
    seat, proposal = commands.join(stored.room, name="Bob", token="new", was=3)
    assert (seat, proposal.row.steps) == (1, (rows.Reissue(seat=1, token="new"),))
    with pytest.raises(Refusal, match=r"^table\.already_started"):
        commands.join(stored.room, name="Bob", token="new", was=2)


def test_only_a_finished_game_has_a_rematch() -> None:
    for room in (two().room, started().room):
        with pytest.raises(Refusal, match=r"^table\.not_over"):
            commands.rematch(room, "next")
    stored = started()
    stored.play_out()
    stored.store(commands.rematch(stored.room, "next"))
    assert stored.room.rematch == "next"


def test_a_row_names_its_seat_and_its_request() -> None:
    stored = started()
    stored.send(1, type="react", id="r-1", reaction="clap")
    assert stored.last_row == Row(by=1, id="r-1", steps=(rows.React(seat=1, reaction="clap"),))


def test_the_die_that_was_taken_is_stored() -> None:
    rolls = (("highway-curve", "railway-straight", "highway-curve", "overpass"),) * 7
    stored = started(rolls=rolls, counted=False)
    stored.send(0, type="place", verb="draw", piece="highway-curve", cell="B1", die=2)
    (move,) = stored.last_row.steps
    assert isinstance(move, rows.Move)
    assert move.die == 2
    stored.send(0, type="turn", cell="B1")
    assert [type(step) for step in stored.last_row.steps] == [rows.Move, rows.Move]


def test_typed_dice_are_refused_before_the_game_and_after_it() -> None:
    stored = two(typed=True, counted=False)
    assert refusal(stored, 0, type="roll", faces=[]) == "table.not_started"
    stored.send(0, type="start")
    stored.now += IDLE_SECONDS
    stored.send(1, type="end_game")
    assert refusal(stored, 0, type="roll", faces=[]) == "phase.not_roll"


def test_when_the_creator_is_gone_the_server_rolls_instead() -> None:
    stored = started(typed=True, counted=False)
    stored.now += IDLE_SECONDS
    stored.send(1, type="hand_over", seat=0)
    assert [type(step) for step in stored.last_row.steps] == [rows.HandOver, rows.Roll]
    for seat in (0, 1):
        stored.store(commands.mandatory_moves(stored.room, seat, why="clock"))
    assert (stored.room.phase, stored.room.waiting.round) == ("draw", 2)


def test_with_another_seat_gone_the_creator_still_types() -> None:
    stored = started(typed=True, counted=False)
    stored.send(0, type="roll", faces=["highway-straight", "railway-t", "highway-t", "overpass"])
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    for seat in (0, 1):
        stored.store(commands.mandatory_moves(stored.room, seat, why="clock"))
    assert stored.room.phase == "roll"


def test_a_game_that_ends_early_is_not_rolled_on() -> None:
    stored = started(typed=True, counted=False)
    stored.now += IDLE_SECONDS
    stored.send(1, type="end_game")
    assert stored.last_row.steps == (rows.Stop(),)
    stored.send(0, type="react", reaction="sad")
    assert len(stored.last_row.steps) == 1
    assert refusal(stored, 0, type="end_game") == "table.over"
    assert refusal(stored, 0, type="hand_over", seat=1) == "table.over"


def test_nobody_is_handed_over_in_a_lobby() -> None:
    stored = two()
    stored.now += 2 * IDLE_SECONDS
    assert refusal(stored, 0, type="hand_over", seat=1) == "table.not_started"
    assert refusal(stored, 0, type="end_game") == "table.not_started"


def test_refusals_say_which_seat_and_how_many() -> None:
    stored = started()
    with pytest.raises(Refusal) as caught:
        stored.send(0, type="hand_over", seat=2)
    assert (caught.value.code, caught.value.params) == ("seat.unknown", {"seat": 3})
    stored.room.reactions[0] = commands.REACTIONS_A_SEAT - 1
    stored.send(0, type="react", reaction="wave")
    with pytest.raises(Refusal) as caught:
        stored.send(0, type="react", reaction="wave")
    assert caught.value.params == {"limit": commands.REACTIONS_A_SEAT}
    stored.send(1, type="react", reaction="wave")


def test_a_game_is_ended_only_for_another_player_who_stays_away() -> None:
    stored = started()
    stored.now += IDLE_SECONDS - 1
    stored.act(1, next_action(stored.view(1)))
    stored.now += 1
    assert refusal(stored, 0, type="end_game") == "seat.not_idle"
    stored.send(1, type="end_game")
    assert stored.room.phase == "over"


def test_a_bots_moves_are_stored_as_they_are_and_a_stand_ins_with_their_reason() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "greedy")))
    actions = [stored.action(next_action(stored.view(0)))]
    moves = (rows.Move(seat=1, action=actions[0]),)
    assert commands.bot_moves(stored.room, 1, actions=actions).row == Row(steps=moves)
    other = rows.StandIn(seat=1, by="steady", why="slow")
    proposal = commands.bot_moves(stored.room, 1, actions=actions, stand_in=other)
    assert proposal.row == Row(steps=(other, *moves))
    away = rows.StandIn(seat=0, by=None, why="away")
    assert commands.bot_moves(stored.room, 0, actions=actions).row.steps[0] == away


def test_neither_bots_nor_the_clock_act_outside_a_running_game() -> None:
    lobby = two(clock=60)
    assert commands.time_out(lobby.room, now=BEGUN + 1000) is None
    over = started(clock=60)
    over.play_out()
    assert commands.time_out(over.room, now=BEGUN + 1000) is None
    for stored, code in ((lobby, "table.not_started"), (over, "table.over")):
        with pytest.raises(Refusal) as caught:
            commands.bot_moves(stored.room, 0, actions=[])
        assert caught.value.code == code
        with pytest.raises(Refusal) as caught:
            commands.mandatory_moves(stored.room, 0, why="failed")
        assert caught.value.code == code


def test_the_mandatory_moves_of_a_seat_say_why_and_touch_no_other() -> None:
    stored = started()
    row = commands.mandatory_moves(stored.room, 1, why="failed").row
    assert (row.by, row.id, row.steps[0]) == (None, "", rows.StandIn(seat=1, why="failed"))
    moves = [step for step in row.steps[1:] if isinstance(step, rows.Move)]
    assert {move.seat for move in moves} == {1}
    assert moves[-1].action == Done()


def test_the_clock_acts_at_its_very_second_and_for_all_who_are_waited_for() -> None:
    stored = started(clock=60)
    assert commands.time_out(stored.room, now=BEGUN + 59.999) is None
    proposal = commands.time_out(stored.room, now=BEGUN + 60)
    assert proposal is not None
    stand_ins = [step for step in proposal.row.steps if isinstance(step, rows.StandIn)]
    assert stand_ins == [rows.StandIn(seat=seat, why="clock") for seat in (0, 1)]
    assert isinstance(proposal.row.steps[-1], rows.Roll)


def test_placing_and_turning_are_for_players_of_a_running_game() -> None:
    place = {"type": "place", "verb": "draw", "piece": "overpass", "cell": "B1"}
    turn = {"type": "turn", "cell": "B1"}
    stored = two()
    for message in (place, turn):
        assert refusal(stored, 0, **message) == "table.not_started"
    stored.send(0, type="start")
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    for message in (place, turn):
        assert refusal(stored, 1, **message) == "seat.handed_over"


def test_a_command_without_an_id_is_stored_without() -> None:
    proposal = commands.carry_out(two().room, commands.React("wave"), seat=0, now=0)
    assert (proposal.row.by, proposal.row.id) == (0, "")


def test_sitting_down_and_playing_again_are_refused_with_exactly_these_codes() -> None:
    """The catalogues have a text for each of these exact codes."""
    codes = []
    for propose in (
        lambda: commands.join(two().room, name="Cid", token="c"),
        lambda: commands.join(started().room, name="Cid", token="c", was=None),
        lambda: commands.rematch(two().room, "next"),
    ):
        with pytest.raises(Refusal) as caught:
            propose()
        codes.append(caught.value.code)
    assert codes == ["table.full", "table.already_started", "table.not_over"]
