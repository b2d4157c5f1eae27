"""What the creator may change before the start."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, refusal, started, two

from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.server.rooms import commands, lobby, rows
from inkrail.server.rooms.commands import Start
from inkrail.server.rooms.lobby import MOST_ARRANGEMENTS
from inkrail.server.rooms.rematches import rematch_spec
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.summaries import summary

ROLLS = (("highway-straight", "highway-t", "railway-curve", "station-curve"),) * 7


def lobby_of(*names: str, seats: int = 3, **options: Any) -> StoredRoom:
    """A table in its lobby, opened by Ann."""
    stored = StoredRoom(Spec(rules="base", bots=(None,) * seats, **options))
    for name in names:
        stored.join(name)
    return stored


def people(room: Room) -> list[str]:
    return [name or bot or "" for name, bot in zip(room.names, room.bots, strict=True)]


def test_a_bot_takes_a_free_seat_and_gives_it_back() -> None:
    stored = lobby_of("Bob")
    stored.send(0, type="set_seat", seat=2, bot="greedy")
    assert people(stored.room) == people(stored.again()) == ["Ann", "Bob", "greedy"]
    assert not stored.room.has_free_seat
    assert stored.events(1)[-1] == {"kind": "arranged", "changed": ["seats"]}
    stored.send(0, type="set_seat", seat=2, bot="casual")
    assert people(stored.room) == ["Ann", "Bob", "casual"]
    stored.send(0, type="set_seat", seat=2)
    assert people(stored.room) == ["Ann", "Bob", ""]
    assert stored.join("Cid") == 2


def test_seats_are_added_up_to_six_and_removed_again() -> None:
    stored = lobby_of(seats=2)
    for number in range(2, 6):
        stored.send(0, type="set_seat", seat=number, bot="greedy" if number % 2 else None)
    assert people(stored.room) == ["Ann", "", "", "greedy", "", "greedy"]
    assert refusal(stored, 0, type="remove_seat", seat=0) == "seat.taken"
    assert stored.view(None)["seats"][3]["bot"] == "greedy"
    stored.send(0, type="remove_seat", seat=3)
    stored.send(0, type="remove_seat", seat=1)
    assert people(stored.room) == people(stored.again()) == ["Ann", "", "", "greedy"]
    assert refusal(stored, 0, type="set_seat", seat=5) == "seat.unknown"
    assert refusal(stored, 0, type="remove_seat", seat=4) == "seat.unknown"


def test_a_person_who_sits_down_later_has_seen_what_everybody_has() -> None:
    stored = lobby_of(seats=1 + 1)
    stored.send(0, type="set_seat", seat=2)
    assert (stored.join("Bob"), stored.join("Cid")) == (1, 2)
    assert stored.events(0) == stored.events(2) == stored.events(None)


def test_a_seat_that_a_person_has_stays_theirs() -> None:
    stored = lobby_of("Bob")
    for seat in (0, 1):
        assert refusal(stored, 0, type="set_seat", seat=seat, bot="greedy") == "seat.taken"
        assert refusal(stored, 0, type="remove_seat", seat=seat) == "seat.taken"


def test_a_refusal_names_the_seat_as_people_count_and_who_has_it() -> None:
    stored = lobby_of("Bob")
    params = []
    for message in ({"type": "set_seat", "seat": 4}, {"type": "remove_seat", "seat": 1}):
        with pytest.raises(Refusal) as caught:
            stored.send(0, **message)
        params.append(caught.value.params)
    assert params == [{"seat": 5}, {"name": "Bob"}]


def test_a_seat_that_was_added_is_like_one_that_was_there_from_the_start() -> None:
    added, opened = lobby_of("Bob", seats=2), lobby_of("Bob", seats=3)
    added.send(0, type="set_seat", seat=2)

    def seats(room: Room) -> list[tuple[object, ...]]:
        per_seat = (room.names, room.tokens, room.reserved, room.reactions, room.reissued, room.last_move)
        return list(zip(*per_seat, strict=True))

    assert seats(added.room) == seats(added.again()) == seats(opened.room)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "set_seat", "seat": 2, "bot": "greedy"},
        {"type": "remove_seat", "seat": 2},
        {"type": "arrange", "clock": 60},
        {"type": "start", "without_free": True},
    ],
)
def test_only_the_creator_changes_the_table_and_only_before_the_start(message: dict[str, Any]) -> None:
    assert refusal(lobby_of("Bob"), 1, **message) == "table.not_creator"
    assert refusal(started(), 0, **message) == "table.already_started"


def test_the_game_starts_with_those_who_are_there() -> None:
    stored = lobby_of("Bob", seats=4)
    stored.send(0, type="set_seat", seat=3, bot="greedy")
    assert refusal(stored, 0, type="start") == "table.waiting_for_players"
    stored.send(0, type="start", without_free=True)
    assert people(stored.room) == people(stored.again()) == ["Ann", "Bob", "greedy"]
    assert stored.kinds(1)[-3:] == ["arranged", "started", "rolled"]
    assert stored.room.game is not None
    assert len(stored.room.game.seats) == 3
    assert stored.room.waiting.seats == (0, 1, 2)


def test_the_creator_stays_who_they_are() -> None:
    stored = StoredRoom(Spec(rules="base", bots=("greedy", None, None)))
    stored.join("Bob")
    assert stored.room.names == ["", "Ann", "Bob"]
    stored.send(1, type="set_seat", seat=0)
    assert stored.room.names == stored.again().names == ["Ann", "", "Bob"]
    assert stored.room.spec.creator == 0
    stored.send(0, type="set_seat", seat=1, bot="greedy")
    stored.send(0, type="start")
    assert people(stored.room) == ["Ann", "greedy", "Bob"]


def test_one_may_start_alone() -> None:
    stored = lobby_of()
    stored.send(0, type="start", without_free=True)
    assert (people(stored.room), stored.room.phase) == (["Ann"], "draw")


def test_a_draft_needs_two() -> None:
    stored = lobby_of(seats=2)
    stored.send(0, type="arrange", rules="lake+draft")
    assert refusal(stored, 0, type="start", without_free=True) == "table.seats"
    assert refusal(stored, 0, type="remove_seat", seat=1) == "table.seats"


def test_the_dice_of_a_table_that_was_changed_come_from_its_own_source_of_chance() -> None:
    """The lot and the rolls both, so that a game can be played again in a test."""
    games = []
    for _ in range(2):
        stored = StoredRoom(Spec(rules="base", bots=(None,) * 6), rng=SeededRng("chance"))
        stored.join("Bob")
        stored.send(0, type="arrange", rules="base+draft")
        lots = [
            commands.carry_out(stored.room, Start(without_free=True), seat=0, now=0).row.steps[1:]
            for _ in range(12)
        ]
        games.append(lots)
    assert games[0] == games[1]
    assert len({begin for begin, _ in games[0]}) == 2


def test_who_starts_a_draft_is_one_of_those_who_are_there() -> None:
    """The lot is drawn among the seats that are left, with every source of chance."""
    for number in range(12):
        stored = lobby_of("Bob", seats=6)
        stored.room.dice.rng = SeededRng(f"lot {number}")
        stored.send(0, type="arrange", rules="base+draft", **({"seed": f"s{number}"} if number % 2 else {}))
        stored.send(0, type="start", without_free=True)
        assert stored.room.starter in (0, 1)


def test_seats_move_up_with_all_that_belongs_to_them() -> None:
    """A rematch of four: Bob does not come, and the others play without him."""
    previous = lobby_of("Bob", "Cid", "Dan", seats=4)
    previous.send(0, type="start")
    previous.play_out()
    stored = StoredRoom(rematch_spec(previous.room, opener=0))
    stored.room.formerly[0] = 0
    for was, name in ((2, "Cid"), (3, "Dan")):
        seat, proposal = commands.join(stored.room, name=name, token=f"token of {name}", was=was)
        stored.store(proposal)
        assert seat == was
    stored.send(2, type="react", id="wave", reaction="wave")
    number = stored.room.answered[2, "wave"]
    stored.send(0, type="start", id="go", without_free=True)
    room = stored.room
    assert people(room) == ["Ann", "Cid", "Dan"]
    assert room.tokens == ["token of seat 0", "token of Cid", "token of Dan"]
    assert (room.reserved, room.reactions) == ([None] * 3, [0, 1, 0])
    assert room.answered == {(2, "wave"): number, (0, "go"): len(room.history(0))}
    seat, proposal = commands.join(room, name="Cid", token="new", was=2)
    assert (seat, proposal.row.steps) == (1, (rows.Reissue(seat=1, token="new"),))
    stored.act(2, next_action(stored.view(2)))
    assert stored.kinds(2)[-1] == "drawn"


def test_a_bot_in_a_held_seat_ends_the_hold() -> None:
    previous = lobby_of("Bob", seats=2)
    stored = StoredRoom(rematch_spec(previous.room, opener=0))
    assert stored.room.reserved == [None, "Bob"]
    stored.send(0, type="set_seat", seat=1, bot="greedy")
    stored.send(0, type="set_seat", seat=1)
    assert stored.room.reserved == stored.again().reserved == [None, None]


def test_the_other_seats_stay_held() -> None:
    previous = lobby_of("Bob", "Cid")
    stored = StoredRoom(rematch_spec(previous.room, opener=0))
    stored.send(0, type="set_seat", seat=2, bot="greedy")
    stored.send(0, type="arrange", clock=60)
    assert stored.room.reserved == stored.again().reserved == [None, "Bob", None]


def test_house_rules_change_one_by_one() -> None:
    stored = lobby_of("Bob", seats=2)
    stored.send(0, type="arrange", rules="lake", clock=120)
    stored.send(0, type="arrange", longest="stretches")
    shown = summary(stored.room)
    assert (shown["rules"], shown["clock"], shown["longest"]) == ("lake", 120, "stretches")
    assert stored.events(1)[-2:] == [
        {"kind": "arranged", "changed": ["rules", "clock"]},
        {"kind": "arranged", "changed": ["longest"]},
    ]
    stored.send(0, type="arrange", clock=None, longest=None)
    assert summary(stored.room)["unusual"] == []
    assert summary(stored.again()) == summary(stored.room)
    assert stored.view(1)["ruleset"] == "lake"
    stored.send(0, type="start")
    stored.play_out()
    assert stored.again().sheets() == stored.room.sheets()


def test_the_clock_of_the_lobby_runs_in_the_game() -> None:
    stored = lobby_of("Bob", seats=2)
    stored.send(0, type="arrange", clock=30)
    stored.send(0, type="start")
    assert stored.room.waiting.deadline == stored.now + 30
    stored.time_out(30)
    assert len(stored.room.closed) == 1


def test_a_new_source_of_dice_takes_the_place_of_the_old_one() -> None:
    stored = two(rolls=ROLLS, counted=False)

    def dice(**wishes: object) -> tuple[object, ...]:
        stored.send(0, type="arrange", **wishes)
        spec = stored.room.spec
        return spec.rolls, spec.seed, spec.typed, spec.counted

    assert dice(clock=60) == (ROLLS, None, False, False)
    assert dice(seed="mine") == (None, "mine", False, False)
    assert stored.events(1)[-1] == {"kind": "arranged", "changed": ["dice"]}
    assert dice(typed=True) == (None, None, True, False)
    assert dice(seed="yours") == (None, "yours", False, False)
    assert dice(typed=False) == (None, None, False, True)
    assert refusal(stored, 0, type="arrange", typed=True, seed="mine") == "table.dice_chosen_twice"


def test_a_seed_gives_the_dice_that_it_always_gives() -> None:
    stored = lobby_of("Bob", seats=3)
    stored.send(0, type="arrange", seed="mine")
    stored.send(0, type="start", without_free=True)
    assert stored.view(0)["faces"] == started(seed="mine", counted=False).view(0)["faces"]


def test_hints_go_with_the_official_values_only() -> None:
    stored = lobby_of("Bob", seats=2)
    for wishes, has_hints in (({"hints": True}, True), ({"values": "manual"}, False)):
        stored.send(0, type="arrange", **wishes)
        assert stored.room.spec.hints is has_hints
    assert refusal(stored, 0, type="arrange", hints=True) == "study.values"


def test_an_unknown_ruleset_is_refused() -> None:
    assert refusal(lobby_of(), 0, type="arrange", rules="nonsense") == "ruleset.unknown"


def test_a_table_is_not_changed_without_end() -> None:
    stored = lobby_of()
    for number in range(MOST_ARRANGEMENTS):
        stored.send(0, type="arrange", clock=60 + number)
    with pytest.raises(Refusal) as caught:
        stored.send(0, type="arrange", clock=None)
    assert (caught.value.code, caught.value.params) == ("table.too_many_changes", {"limit": 300})
    assert refusal(stored, 0, type="set_seat", seat=1, bot="greedy") == "table.too_many_changes"


def test_a_rematch_keeps_what_was_arranged() -> None:
    stored = lobby_of("Bob", seats=4)
    stored.send(0, type="set_seat", seat=3, bot="greedy")
    stored.send(0, type="arrange", values="manual", clock=300, typed=True)
    step = lobby.without_free_seats(stored.room)
    assert step.kept == (0, 1, 3)
    stored.send(0, type="start", without_free=True)
    again = rematch_spec(stored.room, opener=1)
    assert again == Spec(
        rules="base",
        values="manual",
        bots=(None, None, "greedy"),
        clock=300,
        typed=True,
        counted=False,
        rematch_of="table",
        reserved=(None, "Ann", None),
    )
