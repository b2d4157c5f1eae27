"""Table logic without a socket: what a hosted table does with orders, rows and time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.playing import next_action, waits

from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.record import format_record, parse_record
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.room import IDLE_SECONDS, HostedTable
from inkrail.server.rooms.rows import Row, Spec, StandIn
from inkrail.server.wire import messages as wire
from inkrail.server.wire.messages import SERVER_FRAME
from inkrail.server.wire.views import Viewer, event_message, summary

BEGUN = 1000.0


class Tried:
    """A hosted table whose rows are kept in a list instead of a database."""

    def __init__(self, spec: Spec, *, secret: str = "hush") -> None:
        self.hosted = HostedTable("table", spec, created=BEGUN)
        rng = SeededRng("hosted")
        self.orders = Orders(self.hosted, DiceSource(spec, secret=secret, rng=rng), rng=rng)
        self.viewer = Viewer(self.hosted)
        self.rows: list[tuple[Row, float]] = []
        self.now = BEGUN
        self.store(self.orders.open(name="Ann", token="token of seat 0"))

    def store(self, ordered: Ordered) -> None:
        row, played = ordered
        self.rows.append((row, self.now))
        self.hosted.take_in(row, at=self.now, played=played)

    def join(self, name: str) -> int:
        seat, ordered = self.orders.join(name=name, token=f"token of {name}")
        self.store(ordered)
        return seat

    def send(self, seat: int, /, **message: object) -> None:
        text = json.dumps({"id": "", **message})
        parsed: Any = wire.CLIENT_MESSAGE.validate_json(text)
        self.store(self.orders.answer(parsed, seat=seat, now=self.now))

    def act(self, seat: int, action: str) -> None:
        self.send(seat, type="act", action=action)

    def view(self, seat: int | None) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.viewer.view(seat, connected=(), now=self.now))
        assert SERVER_FRAME.validate_python([view]) == [view]
        return view

    def play_round(self) -> None:
        """Everybody plays until the round is closed."""
        closed = len(self.hosted.closed)
        while len(self.hosted.closed) == closed:
            for seat in range(self.hosted.seats):
                view = self.view(seat)
                if waits(view) and len(self.hosted.closed) == closed:
                    self.act(seat, next_action(view))

    def again(self) -> HostedTable:
        """The table as another process makes it of the stored rows."""
        copy = HostedTable("table", self.hosted.spec, created=BEGUN)
        for row, at in self.rows:
            copy.take_in(Row.model_validate_json(row.model_dump_json()), at=at)
        return copy


def two(rules: str = "base", **options: Any) -> Tried:
    tried = Tried(Spec(rules=rules, bots=(None, None), **options))
    tried.join("Bob")
    return tried


def started(rules: str = "base", **options: Any) -> Tried:
    tried = two(rules, **options)
    tried.send(0, type="start")
    return tried


def refusal(tried: Tried, seat: int, /, **message: object) -> str:
    before = tried.hosted.number
    with pytest.raises(Refusal) as caught:
        tried.send(seat, **message)
    assert tried.hosted.number == before
    return caught.value.code


def test_a_game_without_other_people_begins_at_once() -> None:
    assert Tried(Spec(rules="base")).hosted.phase == "draw"
    assert Tried(Spec(rules="base", bots=(None, "greedy"))).hosted.phase == "draw"


def test_the_creator_starts_once_all_have_joined() -> None:
    tried = Tried(Spec(rules="base", bots=(None, None)))
    assert refusal(tried, 0, type="start") == "table.waiting_for_players"
    assert tried.join("Bob") == 1
    assert refusal(tried, 1, type="start") == "table.not_creator"
    assert refusal(tried, 0, type="act", action="done") == "table.not_started"
    tried.send(0, type="start")
    assert tried.hosted.phase == "draw"
    assert refusal(tried, 0, type="start") == "table.already_started"
    with pytest.raises(Refusal, match=r"table\.already_started"):
        tried.join("Cid")


def test_a_full_table_takes_nobody() -> None:
    tried = two()
    with pytest.raises(Refusal, match=r"table\.full"):
        tried.join("Cid")


def test_a_round_closes_when_all_are_done_and_the_next_is_rolled_in_the_same_row() -> None:
    tried = started()
    tried.play_round()
    kinds = [step.kind for step in tried.rows[-1][0].steps]
    assert kinds == ["move", "roll"]
    assert (tried.hosted.standing.round, len(tried.hosted.closed)) == (2, 1)


def test_drawings_of_the_running_round_are_hidden_from_everybody_else() -> None:
    tried = started()
    tried.play_round()
    before = [tried.view(1), tried.view(None)]
    streams = [list(tried.hosted.stream(seat)) for seat in (1, None)]
    tried.act(0, next_action(tried.view(0)))
    assert [tried.view(1), tried.view(None)] == before
    assert [tried.hosted.stream(seat) for seat in (1, None)] == streams
    assert len(tried.view(0)["drawings"]) == 1


def test_watchers_see_closed_rounds_only() -> None:
    tried = started()
    tried.play_round()
    tried.act(0, next_action(tried.view(0)))
    seen = tried.view(None)
    assert (seen["boards"], seen["options"], seen["drawings"], seen["sheet"]["lines"]) == ([], [], [], [])
    rounds = {cell["round"] for seat in seen["seats"] for board in seat["boards"] for cell in board["cells"]}
    assert rounds == {1}
    assert {item["kind"] for item in tried.hosted.stream(None) if isinstance(item, dict)} == {
        "joined",
        "started",
        "rolled",
        "seat_done",
    }


def test_the_record_of_a_running_game_has_closed_rounds_only_and_no_seed() -> None:
    tried = started(seed="abc", counted=False)
    tried.play_round()
    tried.act(0, next_action(tried.view(0)))
    text = format_record(tried.hosted.record())
    record, table = parse_record(text)
    assert (table.round_, len([e for e in record.entries if not hasattr(e, "seat")])) == (1, 1)
    assert "seed" not in text


@pytest.mark.parametrize(
    "rules", ["base", "meteor", "lava", "lake+draft", "underground", "underground-standalone"]
)
def test_a_finished_game_has_a_record_that_replays_to_its_scores(rules: str) -> None:
    tried = started(rules, seed="abc", counted=False)
    while tried.hosted.phase != "over":
        tried.play_round()
    text = format_record(tried.hosted.record())
    _, table = parse_record(text)
    assert "seed: abc" in text
    assert [sheet.total for sheet in table.sheets()] == [seat["total"] for seat in tried.view(0)["seats"]]
    assert tried.view(0)["winners"] == list(tried.hosted.winners) != []


def test_the_dice_of_a_day_are_the_same_for_everybody_and_come_with_no_seed() -> None:
    spec = Spec(rules="base", daily="2026-11-15")
    one, other = Tried(spec, secret="s"), Tried(spec, secret="s")
    strange = Tried(spec, secret="t")
    for tried in (one, other, strange):
        while tried.hosted.phase != "over":
            tried.play_round()
    assert [c.faces for c in one.hosted.closed] == [c.faces for c in other.hosted.closed]
    assert [c.faces for c in one.hosted.closed] != [c.faces for c in strange.hosted.closed]
    assert "seed" not in format_record(one.hosted.record())


def test_the_same_rows_make_the_same_table_in_every_process() -> None:
    tried = started("lava+draft")
    while tried.hosted.phase != "over":
        tried.play_round()
        copy = tried.again()
        assert copy.standing == tried.hosted.standing
        assert copy.answered == tried.hosted.answered
        for seat in (0, 1, None):
            assert Viewer(copy).view(seat, connected=(), now=0) == tried.viewer.view(
                seat, connected=(), now=0
            )
            assert told(copy, seat) == told(tried.hosted, seat)


def told(hosted: HostedTable, seat: int | None) -> list[str]:
    return [event_message(item, 1, hosted=hosted) for item in hosted.stream(seat)]


def test_what_was_done_is_remembered_by_the_id_of_its_request() -> None:
    tried = started()
    tried.send(0, type="act", id="mine", action=next_action(tried.view(0)))
    assert tried.hosted.answered[0, "mine"] == len(tried.hosted.stream(0))
    assert tried.again().answered == tried.hosted.answered


def test_when_the_clock_runs_out_the_mandatory_is_drawn_and_the_round_closes() -> None:
    tried = started(clock=60)
    tried.act(1, next_action(tried.view(1)))
    assert tried.orders.run_out(now=BEGUN + 59.9) is None
    tried.now = BEGUN + 60
    ordered = tried.orders.run_out(now=tried.now)
    assert ordered is not None
    tried.store(ordered)
    assert len(tried.hosted.closed) == 1
    for position in tried.hosted.closed[0].seats:
        assert tried.hosted.ruleset.duties(position) == ()
        assert position.boards[0].filled.bit_count() == 4
    kinds = [item["kind"] for item in tried.hosted.stream(None) if isinstance(item, dict)]
    assert kinds.count("stood_in") == 2
    assert tried.hosted.standing.deadline == BEGUN + 120


def timed_out(rules: str = "base", **options: Any) -> Tried:
    """A table of two at which Bob was done and Ann's clock ran out in the first round."""
    tried = started(rules, clock=60, **options)
    while 1 in tried.hosted.standing.waited_for:
        tried.act(1, next_action(tried.view(1)))
    run_out(tried)
    return tried


def run_out(tried: Tried) -> None:
    tried.now += 60
    ordered = tried.orders.run_out(now=tried.now)
    assert ordered is not None
    tried.store(ordered)


STOOD_IN: wire.StoodIn = {"kind": "stood_in", "seat": 0, "round": 1, "by": None, "why": "clock"}


def test_everybody_learns_for_whom_the_clock_drew_and_only_they_what() -> None:
    tried = timed_out()
    assert [tried.hosted.stream(seat).count(STOOD_IN) for seat in (0, 1, None)] == [1, 1, 1]
    for seat in (0, 1, None):
        shown = tried.view(seat)
        assert [one["stood_in"] for one in shown["seats"]] == [STOOD_IN, None]
    assert (tried.view(1)["done_for_you"], tried.view(None)["done_for_you"]) == ([], [])
    (done,) = tried.view(0)["done_for_you"]
    assert (done["round"], done["by"], done["why"]) == (1, None, "clock")
    drawn = {(move["cell"], *move["pieces"]) for move in done["moves"]}
    (board,) = tried.view(0)["boards"]
    assert drawn == {(cell["cell"], cell["piece"]) for cell in board["cells"]}
    assert tried.viewer.view(0, connected=(), now=0) == Viewer(tried.again()).view(0, connected=(), now=0)


def test_what_was_done_for_somebody_is_shown_until_they_act_again() -> None:
    tried = timed_out()
    tried.send(0, type="react", reaction="sad")
    assert tried.view(0)["done_for_you"]
    tried.act(0, next_action(tried.view(0)))
    assert tried.view(0)["done_for_you"] == []
    assert tried.view(1)["seats"][0]["stood_in"] == STOOD_IN
    tried.play_round()
    assert tried.view(1)["seats"][0]["stood_in"] is None


def test_what_was_done_in_the_last_round_is_shown_at_the_end() -> None:
    tried = timed_out()
    while tried.hosted.phase != "over":
        run_out(tried)
    rounds = tried.hosted.ruleset.rounds
    assert [done["round"] for done in tried.view(0)["done_for_you"]] == [rounds]


def test_a_meteor_and_a_pair_chosen_for_somebody_are_told() -> None:
    route = ("highway-straight", "highway-t", "highway-curve", "overpass")
    faces = (*route, *route, "choose", "2")
    tried = started("meteor+draft", clock=60, starter=0, rolls=(faces,) * 6, counted=False)
    for _ in range(5):
        run_out(tried)
    (done,) = tried.view(0)["done_for_you"]
    picks, meteor, drawings = done["moves"][:2], done["moves"][2], done["moves"][3:]
    assert [move["verb"] for move in done["moves"]] == [
        "pick",
        "pick",
        "direction",
        *["draw"] * len(drawings),
    ]
    assert all(tuple(move["pieces"]) in (route[:2], route[2:]) for move in picks)
    assert meteor["cell"] in ("D2", "D6", "B4", "F4")
    assert meteor["cell"] == tried.view(0)["boards"][0]["origin"]


def test_the_replay_says_in_which_rounds_the_clock_drew_for_whom() -> None:
    tried = timed_out()
    tried.play_round()
    rounds = json.loads(tried.viewer.replay(connected=()))["rounds"]
    assert [one["stood_in"] for one in rounds] == [[STOOD_IN], []]


def test_a_bot_in_the_seat_of_somebody_who_stays_away_is_named() -> None:
    tried = started()
    tried.now += IDLE_SECONDS
    tried.send(0, type="hand_over", seat=1)
    game = tried.hosted.game
    assert game is not None
    actions = [next_action(tried.view(0))]
    tried.store(tried.orders.bot_moves(1, actions))
    told = {"kind": "stood_in", "seat": 1, "round": 1, "by": "greedy", "why": "away"}
    assert tried.view(0)["seats"][1]["stood_in"] == told
    assert tried.hosted.stream(0)[-1] == told


def test_a_bot_that_another_plays_for_is_not_said_to_have_played() -> None:
    tried = Tried(Spec(rules="base", bots=(None, "master")))
    stand_in = StandIn(seat=1, by="steady", why="slow")
    tried.store(tried.orders.bot_moves(1, [next_action(tried.view(0))], stand_in=stand_in))
    told = {"kind": "stood_in", "seat": 1, "round": 1, "by": "steady", "why": "slow"}
    assert tried.hosted.stream(0)[-1] == tried.view(0)["seats"][1]["stood_in"] == told
    tried = Tried(Spec(rules="base", bots=(None, "master")))
    tried.store(tried.orders.bot_moves(1, [next_action(tried.view(0))]))
    assert tried.view(0)["seats"][1]["stood_in"] is None


def test_the_clock_is_named_for_a_bot_too() -> None:
    tried = Tried(Spec(rules="base", bots=(None, "master"), clock=60))
    run_out(tried)
    assert [seat["stood_in"]["why"] for seat in tried.view(0)["seats"]] == ["clock", "clock"]


@pytest.mark.parametrize("rules", ["meteor+draft", "lava", "underground"])
def test_the_clock_ends_every_kind_of_game(rules: str) -> None:
    tried = started(rules, clock=60)
    while tried.hosted.phase != "over":
        tried.now += 60
        ordered = tried.orders.run_out(now=tried.now)
        assert ordered is not None
        tried.store(ordered)
    assert len(tried.hosted.closed) == tried.hosted.ruleset.rounds


def test_after_seven_days_the_others_may_hand_a_seat_to_a_bot() -> None:
    tried = started()
    tried.play_round()
    assert refusal(tried, 0, type="hand_over", seat=1) == "seat.not_idle"
    tried.now += IDLE_SECONDS - 1
    assert refusal(tried, 0, type="hand_over", seat=1) == "seat.not_idle"
    tried.now += 1
    assert tried.view(0)["seats"][1]["idle"]
    assert refusal(tried, 0, type="hand_over", seat=0) == "seat.not_idle"
    assert refusal(tried, 0, type="hand_over", seat=5) == "seat.unknown"
    assert tried.view(1)["options"]
    tried.send(0, type="hand_over", seat=1)
    assert tried.hosted.standing.waiting_bots == (1,)
    assert tried.view(1)["options"] == tried.view(1)["duties"] == []
    assert refusal(tried, 1, type="act", action="done") == "seat.handed_over"
    assert refusal(tried, 0, type="hand_over", seat=1) == "seat.is_a_bot"


def test_a_move_begins_the_seven_days_anew() -> None:
    tried = started()
    tried.now += IDLE_SECONDS - 1
    tried.act(1, next_action(tried.view(1)))
    tried.now += 2
    assert refusal(tried, 0, type="hand_over", seat=1) == "seat.not_idle"
    assert tried.hosted.idle(0, now=tried.now)


def test_with_a_clock_nobody_is_handed_over() -> None:
    tried = started(clock=60)
    tried.now += 2 * IDLE_SECONDS
    assert refusal(tried, 0, type="hand_over", seat=1) == "seat.not_idle"


def test_after_seven_days_the_others_may_end_the_game() -> None:
    tried = started()
    tried.play_round()
    assert refusal(tried, 0, type="end_game") == "seat.not_idle"
    tried.now += IDLE_SECONDS
    tried.send(0, type="end_game")
    assert tried.hosted.phase == "over"
    assert tried.hosted.stream(None)[-1] == {
        "kind": "game_over",
        "totals": [sheet.total for sheet in tried.hosted.sheets()],
        "winners": [],
        "ended_early": True,
    }
    assert refusal(tried, 0, type="act", action="done") == "table.over"
    assert tried.hosted.standing.waited_for == ()


def test_typed_dice_are_the_creators() -> None:
    tried = started(typed=True, counted=False)
    faces = ["highway-straight", "railway-t", "highway-t", "overpass"]
    assert tried.hosted.phase == "roll"
    assert refusal(tried, 1, type="roll", faces=faces) == "table.not_creator"
    assert refusal(tried, 0, type="roll", faces=faces[:3]) == "roll.impossible"
    tried.send(0, type="roll", faces=faces)
    assert tried.view(1)["faces"] == faces
    assert refusal(tried, 0, type="roll", faces=faces) == "phase.not_roll"
    assert refusal(started(), 0, type="roll", faces=faces) == "table.dice_not_typed"


def test_a_piece_is_placed_in_the_orientation_that_scores_best() -> None:
    tried = started(seed="place", counted=False)
    option = next(o for o in tried.view(0)["options"] if any(len(ways) > 1 for ways in o["cells"].values()))
    cell, ways = next((cell, ways) for cell, ways in option["cells"].items() if len(ways) > 1)
    totals = {}
    for sides in ways:
        tried.act(0, f"draw {option['piece']} {cell} {sides}")
        totals[sides] = tried.view(0)["sheet"]["total"]
        tried.act(0, f"take-back {cell}")
    tried.send(0, type="place", verb="draw", piece=option["piece"], cell=cell)
    seen = []
    for _ in ways:
        seen.append(tried.view(0)["drawings"][0]["sides"])
        tried.send(0, type="turn", cell=cell)
    assert sorted(seen) == sorted(ways)
    assert [totals[sides] for sides in seen] == sorted(totals.values(), reverse=True)
    assert tried.view(0)["drawings"][0]["sides"] == seen[0]


def test_placing_and_turning_are_refused_with_the_reason() -> None:
    tried = started(
        rolls=(("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7, counted=False
    )
    place = {"type": "place", "verb": "draw"}
    assert refusal(tried, 0, **place, piece="highway-t", cell="D4") == "placement.unconnected"
    assert refusal(tried, 0, **place, piece="railway-t", cell="B1") == "draw.not_available"
    assert refusal(tried, 0, **place, piece="nonsense", cell="B1") == "piece.unknown"
    assert refusal(tried, 0, type="turn", cell="B1") == "turn.nothing"
    tried.act(0, "draw highway-straight B1 H.H.")
    assert refusal(tried, 0, type="turn", cell="B1") == "turn.only_one"


def test_reactions_are_shown_to_all_and_are_not_endless() -> None:
    tried = two()
    tried.send(1, type="react", reaction="wave")
    assert tried.hosted.stream(None)[-1] == {"kind": "reaction", "seat": 1, "reaction": "wave"}
    for _ in range(99):
        tried.send(1, type="react", reaction="wave")
    assert refusal(tried, 1, type="react", reaction="wave") == "reaction.too_many"


def test_the_pairs_of_a_draft_are_seen_by_all_with_who_took_them() -> None:
    tried = started("base+draft", starter=1)
    assert [pick["taken_by"] for pick in tried.view(0)["picks"]] == [None] * 4
    assert tried.view(0)["chooser"] == 1
    assert refusal(tried, 0, type="act", action="pick 1") == "pick.not_your_turn"
    tried.act(1, "pick 3")
    assert [pick["taken_by"] for pick in tried.view(None)["picks"]] == [None, None, 1, None]
    assert tried.view(None)["star"] == 1


def test_d6_the_next_start_player_is_shown_before_drawing_begins() -> None:
    pairs = (
        "highway-t",
        "railway-t",
        "highway-t",
        "overpass",
        "highway-t",
        "railway-t",
        "highway-t",
        "overpass",
    )
    tried = started("base+draft", starter=0, rolls=(pairs,) * 7, counted=False)
    for seat, number in ((0, 1), (1, 2), (0, 3)):
        assert tried.view(0)["next_starter"] is None
        tried.act(seat, f"pick {number}")
    tried.act(1, "pick 4")
    assert {tried.view(seat)["next_starter"] for seat in (0, 1, None)} == {1}


def test_d6_nobody_starts_after_the_last_draft() -> None:
    """In the last round, and underground after the last round above, no draft follows."""
    tried = started("underground+draft", starter=0)
    for round_ in range(1, 15):
        assert tried.view(None)["round"] == round_
        while (chooser := tried.view(None)["chooser"]) is not None:
            free = [pick["number"] for pick in tried.view(None)["picks"] if pick["taken_by"] is None]
            tried.act(chooser, f"pick {free[0]}")
        told = {tried.view(seat)["next_starter"] for seat in (0, 1, None)}
        assert (told == {None}) == (round_ >= 13)
        tried.play_round()


@pytest.mark.parametrize(("rules", "count"), [("river+draft", 2), ("base+draft", 0), ("lava", 6)])
def test_d4_common_dice_are_told_apart_from_those_on_offer(rules: str, count: int) -> None:
    tried = started(rules)
    for seat in (0, 1, None):
        seen = tried.view(seat)
        assert seen["common"] == seen["faces"][len(seen["faces"]) - count :]


def test_d8_the_order_that_decides_a_tie_is_told() -> None:
    assert started("base+draft", starter=1).view(None)["tie_order"] == [0, 1]
    assert started("base").view(None)["tie_order"] == []


@pytest.mark.parametrize(
    ("settings", "unusual"),
    [
        ({"rules": "river"}, []),
        ({"rules": "meteor", "longest": "stretches"}, []),
        ({"rules": "meteor", "longest": "cells", "values": "manual"}, ["longest", "values"]),
        ({"rules": "base", "typed": True, "clock": 60}, ["dice", "clock"]),
        ({"rules": "base", "seed": "word"}, ["dice"]),
        ({"rules": "lava+draft", "longest": "stretches"}, ["draft"]),
    ],
)
def test_house_rules_tell_what_is_not_usual(settings: dict[str, Any], unusual: list[str]) -> None:
    """S3, S8: everybody who asks for the table is told."""
    told = summary(two(**settings).hosted)
    assert told["unusual"] == unusual


def test_a_meteors_way_is_shown_before_it_is_chosen() -> None:
    faces = ("highway-straight", "highway-t", "highway-curve", "overpass", "choose", "2")
    tried = started("meteor", rolls=(faces,) * 6, counted=False)
    ways = {choice["argument"]: choice.get("path") for choice in tried.view(0)["choices"]}
    assert ways["left"] == ["C4", "B4"]
    assert ways["special-hhhh"] is None
    assert tried.view(0)["boards"][0]["origin"] == "D4"
    tried.act(0, "direction left")
    assert tried.view(0)["boards"][0]["origin"] == "B4"
    assert tried.view(1)["boards"][0]["origin"] == "D4"
