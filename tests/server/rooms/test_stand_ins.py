"""Who acted for whom, and who is told of it."""

from __future__ import annotations

from typing import Any

from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, started, view_of

from inkrail.server.rooms import commands
from inkrail.server.rooms.room import IDLE_SECONDS
from inkrail.server.rooms.rows import Spec, StandIn
from inkrail.server.wire.summaries import replay

STOOD_IN = {"kind": "stood_in", "seat": 0, "round": 1, "by": None, "why": "clock"}


def timed_out(rules: str = "base", **options: Any) -> StoredRoom:
    """A table of two at which Bob was done and Ann's clock ran out in the first round."""
    stored = started(rules, clock=60, **options)
    while 1 in stored.room.waiting.seats:
        stored.act(1, next_action(stored.view(1)))
    stored.time_out()
    return stored


def test_everybody_learns_for_whom_the_clock_drew_and_only_they_what() -> None:
    stored = timed_out()
    assert [stored.events(seat).count(STOOD_IN) for seat in (0, 1, None)] == [1, 1, 1]
    for seat in (0, 1, None):
        shown = stored.view(seat)
        assert [one["stood_in"] for one in shown["seats"]] == [STOOD_IN, None]
    assert (stored.view(1)["done_for_you"], stored.view(None)["done_for_you"]) == ([], [])
    (done,) = stored.view(0)["done_for_you"]
    assert (done["round"], done["by"], done["why"]) == (1, None, "clock")
    drawn = {(move["cell"], *move["pieces"]) for move in done["moves"]}
    (board,) = stored.view(0)["boards"]
    assert drawn == {(cell["cell"], cell["piece"]) for cell in board["cells"]}
    assert view_of(stored.room, 0) == view_of(stored.again(), 0)


def test_what_was_done_for_somebody_is_shown_until_they_act_again() -> None:
    stored = timed_out()
    stored.send(0, type="react", reaction="sad")
    assert stored.view(0)["done_for_you"]
    stored.act(0, next_action(stored.view(0)))
    assert stored.view(0)["done_for_you"] == []
    assert stored.view(1)["seats"][0]["stood_in"] == STOOD_IN
    stored.play_round()
    assert stored.view(1)["seats"][0]["stood_in"] is None


def test_what_was_done_in_the_last_round_is_shown_at_the_end() -> None:
    stored = timed_out()
    while stored.room.phase != "over":
        stored.time_out()
    rounds = stored.room.ruleset.rounds
    assert [done["round"] for done in stored.view(0)["done_for_you"]] == [rounds]


def test_a_meteor_and_a_pair_chosen_for_somebody_are_told() -> None:
    route = ("highway-straight", "highway-t", "highway-curve", "overpass")
    faces = (*route, *route, "choose", "2")
    stored = started("meteor+draft", clock=60, starter=0, rolls=(faces,) * 6, counted=False)
    for _ in range(5):
        stored.time_out()
    (done,) = stored.view(0)["done_for_you"]
    picks, meteor, drawings = done["moves"][:2], done["moves"][2], done["moves"][3:]
    assert [move["verb"] for move in done["moves"]] == [
        "pick",
        "pick",
        "direction",
        *["draw"] * len(drawings),
    ]
    assert all(tuple(move["pieces"]) in (route[:2], route[2:]) for move in picks)
    assert meteor["cell"] in ("D2", "D6", "B4", "F4")
    assert meteor["cell"] == stored.view(0)["boards"][0]["origin"]


def test_the_replay_says_in_which_rounds_the_clock_drew_for_whom() -> None:
    stored = timed_out()
    stored.play_round()
    assert [one["stood_in"] for one in replay(stored.room)["rounds"]] == [[STOOD_IN], []]


def test_a_bot_in_the_seat_of_somebody_who_stays_away_is_named() -> None:
    stored = started()
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    action = stored.action(next_action(stored.view(0)))
    stored.store(commands.bot_moves(stored.room, 1, actions=[action]))
    expected = {"kind": "stood_in", "seat": 1, "round": 1, "by": "greedy", "why": "away"}
    assert stored.view(0)["seats"][1]["stood_in"] == expected
    assert stored.events(0)[-1] == expected


def test_a_bot_that_another_plays_for_is_not_said_to_have_played() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "master")))
    stand_in = StandIn(seat=1, by="steady", why="slow")
    actions = [stored.action(next_action(stored.view(0)))]
    stored.store(commands.bot_moves(stored.room, 1, actions=actions, stand_in=stand_in))
    expected = {"kind": "stood_in", "seat": 1, "round": 1, "by": "steady", "why": "slow"}
    assert stored.events(0)[-1] == stored.view(0)["seats"][1]["stood_in"] == expected
    stored = StoredRoom(Spec(rules="base", bots=(None, "master")))
    stored.store(commands.bot_moves(stored.room, 1, actions=actions))
    assert stored.view(0)["seats"][1]["stood_in"] is None


def test_the_clock_is_named_for_a_bot_too() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "master"), clock=60))
    stored.time_out()
    assert [seat["stood_in"]["why"] for seat in stored.view(0)["seats"]] == ["clock", "clock"]
