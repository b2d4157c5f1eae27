"""Who acted for whom, and who is notified."""

from __future__ import annotations

from typing import Any

from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, started, view_of

from inkrail.core.cells import parse_cell
from inkrail.core.placement import Placement
from inkrail.game.actions import parse_action
from inkrail.game.events import Drawn
from inkrail.game.table import open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms import commands
from inkrail.server.rooms.events import StoodIn
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.rows import Spec, StandIn
from inkrail.server.rooms.stand_ins import Deed, StandIns, deed_of
from inkrail.server.wire.summaries import replay

WHO = {"seat": 0, "round": 1, "by": None, "why": "clock"}
STOOD_IN = {"kind": "stood_in", **WHO}


def timed_out(rules: str = "base", **options: Any) -> StoredRoom:
    """A table of two at which Bob was done and Ann's clock ran out in the first round."""
    stored = started(rules, clock=60, **options)
    while 1 in stored.room.waiting.seats:
        stored.act(1, next_action(stored.view(1)))
    stored.time_out()
    return stored


def test_everybody_learns_for_whom_the_clock_drew_and_what() -> None:
    stored = timed_out()
    assert [stored.events(seat).count(STOOD_IN) for seat in (0, 1, None)] == [1, 1, 1]
    assert (stored.view(1)["done_for_you"], stored.view(None)["done_for_you"]) == ([], [])
    (done,) = stored.view(0)["done_for_you"]
    for seat in (0, 1, None):
        shown = stored.view(seat)
        assert [one["stood_in"] for one in shown["seats"]] == [done, None]
    assert done == {**WHO, "moves": done["moves"]}
    drawn = {(move["cell"], *move["pieces"]) for move in done["moves"]}
    (board,) = stored.view(0)["boards"]
    assert drawn == {(cell["cell"], cell["piece"]) for cell in board["cells"]}
    assert view_of(stored.room, 0) == view_of(stored.again(), 0)


def test_what_was_done_for_somebody_is_shown_until_they_act_again() -> None:
    stored = timed_out()
    stored.send(0, type="react", reaction="sad")
    (done,) = stored.view(0)["done_for_you"]
    stored.act(0, next_action(stored.view(0)))
    assert stored.view(0)["done_for_you"] == []
    assert stored.view(1)["seats"][0]["stood_in"] == done
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
    done = stored.view(0)["done_for_you"]
    stored.play_round()
    assert [one["stood_in"] for one in replay(stored.room)["rounds"]] == [done, []]


def test_a_bot_in_the_seat_of_somebody_who_stays_away_is_named() -> None:
    stored = started()
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    action = stored.action(next_action(stored.view(0)))
    stored.store(commands.bot_moves(stored.room, 1, actions=[action]))
    expected = {"seat": 1, "round": 1, "by": "greedy", "why": "away"}
    assert stored.events(0)[-1] == {"kind": "stood_in", **expected}
    # What it draws is hidden from the others until the round is closed.
    assert stored.view(1)["done_for_you"][0]["moves"]
    for seat in (0, 1, None):
        assert stored.view(seat)["seats"][1]["stood_in"] == {**expected, "moves": []}


def test_a_bot_that_another_plays_for_is_not_said_to_have_played() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "master")))
    stand_in = StandIn(seat=1, by="steady", why="slow")
    actions = [stored.action(next_action(stored.view(0)))]
    stored.store(commands.bot_moves(stored.room, 1, actions=actions, stand_in=stand_in))
    expected = {"seat": 1, "round": 1, "by": "steady", "why": "slow"}
    assert stored.events(0)[-1] == {"kind": "stood_in", **expected}
    assert stored.view(0)["seats"][1]["stood_in"] == {**expected, "moves": []}
    stored = StoredRoom(Spec(rules="base", bots=(None, "master")))
    stored.store(commands.bot_moves(stored.room, 1, actions=actions))
    assert stored.view(0)["seats"][1]["stood_in"] is None


def test_the_clock_is_named_for_a_bot_too() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "master"), clock=60))
    stored.time_out()
    assert [seat["stood_in"]["why"] for seat in stored.view(0)["seats"]] == ["clock", "clock"]


# The list itself.

CLOCK = StandIn(seat=0, why="clock")


def test_one_who_stands_in_twice_in_a_round_is_one_entry() -> None:
    stand_ins = StandIns()
    entry, is_new = stand_ins.begin(CLOCK, round_=1)
    assert (entry.event, entry.deeds, is_new) == (StoodIn(0, 1, None, "clock"), [], True)
    assert stand_ins.begin(CLOCK, round_=1) == (entry, False)
    others = [
        stand_ins.begin(step, round_=round_)
        for step, round_ in (
            (CLOCK, 2),
            (StandIn(seat=1, why="clock"), 1),
            (StandIn(seat=0, by="greedy", why="clock"), 1),
            (StandIn(seat=0, why="failed"), 1),
        )
    ]
    assert all(is_new for _, is_new in others)
    assert [one.event for one in stand_ins.of_round(2)] == [StoodIn(0, 2, None, "clock")]
    assert len(stand_ins.of_round(1)) == 4
    assert stand_ins.of_round(3) == []


def test_the_latest_stand_in_of_a_seat_is_known_unless_it_is_too_old() -> None:
    stand_ins = StandIns()
    for step, round_ in ((CLOCK, 1), (StandIn(seat=0, why="away"), 2), (StandIn(seat=1, why="slow"), 3)):
        stand_ins.begin(step, round_=round_)
    for since in (1, 2):
        entry = stand_ins.latest(0, since=since)
        assert entry is not None
        assert entry.event == StoodIn(0, 2, None, "away")
    assert stand_ins.latest(0, since=3) is None
    entry = stand_ins.latest(1, since=3)
    assert entry is not None
    assert entry.event == StoodIn(1, 3, None, "slow")
    assert stand_ins.latest(2, since=1) is None


def test_what_was_done_is_news_until_its_player_acts() -> None:
    stand_ins = StandIns()
    for step, round_ in ((CLOCK, 1), (StandIn(seat=1, why="clock"), 1), (CLOCK, 2)):
        stand_ins.begin(step, round_=round_)
    assert [entry.event.round_ for entry in stand_ins.unseen(0, since=1)] == [1, 2]
    assert [entry.event.round_ for entry in stand_ins.unseen(0, since=2)] == [2]
    stand_ins.seen(0)
    stand_ins.seen(0)
    assert stand_ins.unseen(0, since=1) == []
    assert [entry.event.seat for entry in stand_ins.unseen(1, since=1)] == [1]
    stand_ins.begin(StandIn(seat=0, why="away"), round_=3)
    assert [entry.event.round_ for entry in stand_ins.unseen(0, since=1)] == [3]


def test_deeds_tell_what_was_drawn_taken_and_chosen() -> None:
    pairs = ("highway-straight", "highway-t", "highway-curve", "overpass") * 2
    game = open_table(parse_ruleset("meteor+draft"), seats=2, starter=Seat(0))
    game, happened = game.roll((*pairs, "choose", "2"))
    assert [deed_of(event, before=game) for event in happened] == [None] * len(happened)

    def deeds(seat: int, action: str) -> list[Deed]:
        nonlocal game
        before = game
        game, happened = game.act(Seat(seat), parse_action(action, game.ruleset))
        return [deed for event in happened if (deed := deed_of(event, before=before))]

    assert deeds(0, "pick 2") == [Deed("pick", ("highway-curve", "overpass"))]
    for seat, number in ((1, 1), (0, 3), (1, 4)):
        assert len(deeds(seat, f"pick {number}")) == 1
    assert deeds(1, "ignore special-hhhh") == [Deed("ignore", ("special-hhhh",))]
    assert deeds(0, "direction left") == [Deed("direction", ("left",), cell=parse_cell("B4"))]
    assert deeds(0, "draw highway-straight B1 H.H.") == [
        Deed("draw", ("highway-straight",), 0, parse_cell("B1"))
    ]
    assert deeds(0, "take-back B1") == []


def test_deeds_tell_what_was_filled_and_on_which_board() -> None:
    filled = (Placement(parse_ruleset("lake").pieces["lake-full"].tiles[0], parse_cell("B2")),)
    drawing = parse_action("draw pipe-straight B1 P.P.", parse_ruleset("underground"))
    assert isinstance(drawing, Drawing)
    below = open_table(parse_ruleset("underground"), seats=1)
    deed = deed_of(Drawn(Seat(0), drawing, filled), before=below)
    assert deed == Deed("draw", ("pipe-straight",), 1, parse_cell("B1"), (parse_cell("B2"),))
