"""Whom a room waits for, and what happens when they do not come."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import BEGUN, refusal, started

from inkrail.core.dice import SeededRng
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import parse_action
from inkrail.game.table import Table, open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms import commands, rows
from inkrail.server.rooms.idle import IDLE_SECONDS, is_idle
from inkrail.server.rooms.waiting import Waiting


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
    assert is_idle(stored.room, 0, now=stored.now)


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


# The value itself.


def playing(
    rules: str = "base", *, clock: int | None = None, bots: tuple[str | None, ...] = (None, None)
) -> Waiting:
    """Waiting for the first round of a game, whose dice lie on the table, since 10."""
    ruleset = parse_ruleset(rules)
    game = open_table(ruleset, seats=len(bots), starter=Seat(1))
    game, _ = game.roll(game.throw(SeededRng("waiting")))
    return Waiting(bots, clock, 10.0, game)


def moved(waiting: Waiting, seat: int, action: str) -> Table:
    assert waiting.game is not None
    return waiting.game.act(Seat(seat), parse_action(action, waiting.game.ruleset))[0]


def test_a_lobby_waits_for_no_seat() -> None:
    lobby = Waiting((None, None), 60, 10.0)
    assert (lobby.phase, lobby.round, lobby.chooser, lobby.seats) == ("lobby", 0, None, ())
    assert (lobby.bot_seats, lobby.deadline) == ((), None)


def test_all_who_have_not_ended_their_round_are_waited_for() -> None:
    waiting = playing(bots=(None, "greedy", "random"))
    assert (waiting.phase, waiting.round, waiting.seats, waiting.bot_seats) == ("draw", 1, (0, 1, 2), (1, 2))
    assert waiting.game is not None
    done, _ = act_for_absent(waiting.game, Seat(1), rng=SeededRng("waiting"))
    later = replace(waiting, game=done)
    assert (later.seats, later.bot_seats) == ((0, 2), (2,))


def test_only_the_chooser_of_dice_is_waited_for() -> None:
    waiting = playing("base+draft", bots=(None, "greedy"))
    assert (waiting.phase, waiting.chooser, waiting.seats, waiting.bot_seats) == ("pick", 1, (1,), (1,))
    next_ = replace(waiting, game=moved(waiting, 1, "pick 1"))
    assert (next_.chooser, next_.seats, next_.bot_seats) == (0, (0,), ())


def test_for_typed_dice_the_creator_is_waited_for_without_a_clock() -> None:
    game = open_table(parse_ruleset("base"), seats=2, starter=Seat(0))
    waiting = Waiting(("greedy", None), 60, 10.0, game)
    assert (waiting.phase, waiting.seats, waiting.bot_seats, waiting.deadline) == ("roll", (1,), (), None)
    assert replace(waiting, bots=("greedy", "random")).seats == ()


def test_the_clock_runs_out_so_many_seconds_after_the_wait_began() -> None:
    assert playing(clock=60).deadline == 70.0
    assert playing().deadline is None


def test_a_game_that_was_stopped_waits_for_nobody() -> None:
    for rules in ("base", "base+draft"):
        stopped = playing(rules, clock=60).after((rows.Stop(),), ((playing(rules).game, ()),), at=50.0)
        assert stopped.stopped
        assert (stopped.phase, stopped.chooser, stopped.seats, stopped.deadline) == ("over", None, (), None)
        assert stopped.since == 50.0
        assert stopped.after((rows.Rematch(table="x"),), ((stopped.game, ()),), at=60.0) == stopped


def test_a_finished_game_waits_for_nobody() -> None:
    stored = started(clock=60)
    stored.play_out()
    waiting = stored.room.waiting
    assert (waiting.phase, waiting.round, waiting.seats, waiting.deadline) == ("over", 7, (), None)


def test_the_clock_goes_on_while_the_same_is_waited_for() -> None:
    waiting = playing(bots=(None, None))
    assert waiting.game is not None
    done, _ = act_for_absent(waiting.game, Seat(0), rng=SeededRng("waiting"))
    later = waiting.after((), ((done, ()),), at=20.0)
    assert (later.since, later.seats) == (10.0, (1,))
    closed, _ = act_for_absent(done, Seat(1), rng=SeededRng("waiting"))
    assert later.after((), ((closed, ()),), at=30.0).since == 30.0
    drafting = playing("base+draft")
    assert drafting.after((), ((moved(drafting, 1, "pick 1"), ()),), at=20.0).since == 20.0


def test_a_seat_that_was_handed_over_is_a_bots() -> None:
    waiting = playing()
    steps = (rows.HandOver(seat=1, bot="greedy"),)
    later = waiting.after(steps, ((waiting.game, ()),), at=20.0)
    assert (later.bots, later.bot_seats, later.since) == ((None, "greedy"), (1,), 10.0)
    assert waiting.bots == (None, None)


def test_what_is_waited_for_is_worked_out_once_and_is_no_part_of_the_value() -> None:
    waiting = playing("base+draft", bots=(None, "greedy"))
    assert waiting.seats is waiting.seats
    assert waiting.bot_seats is waiting.bot_seats
    fresh = replace(waiting)
    assert fresh == waiting
    assert vars(waiting).keys() - vars(fresh).keys() == {"phase", "chooser", "seats", "bot_seats"}
