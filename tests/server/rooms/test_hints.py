"""Hints: computed once, told step by step, counted, and only where they are allowed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.playing import next_action
from tests.server.rooms.memory import MemoryStorage, Process, settle
from tests.server.stored_room import StoredRoom, started, two, view_of

from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.game.record import format_record
from inkrail.rules.dealing import Seat
from inkrail.server.rooms import commands
from inkrail.server.rooms.hints import KEPT_HINTS, give_hint
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.hints import HintGiven, hint_view


def give(stored: StoredRoom, seat: int, step: int) -> None:
    """Store that a seat is given a hint for what it has before it."""
    key = commands.require_hints(stored.room, seat)
    proposal = commands.hint(stored.room, seat, step=step, key=key)
    if proposal:
        stored.store(proposal)


def code(stored: StoredRoom, seat: int) -> str:
    with pytest.raises(Refusal) as caught:
        commands.require_hints(stored.room, seat)
    return caught.value.code


def test_each_step_counts_once_and_is_stored_and_told_to_everyone() -> None:
    stored = started(hints=True)
    for step in (1, 1, 2, 1):
        give(stored, 0, step)
    assert stored.room.hints.used == [2, 0]
    give(stored, 1, 3)
    assert [seat["hints"] for seat in stored.view(None)["seats"]] == [2, 3]
    assert [event for event in stored.events(None) if event["kind"] == "hinted"] == [
        {"kind": "hinted", "seat": 0, "used": 1},
        {"kind": "hinted", "seat": 0, "used": 2},
        {"kind": "hinted", "seat": 1, "used": 3},
    ]
    assert stored.again().hints.used == [2, 3]
    assert stored.last_row.by == 1
    assert view_of(stored.again(), 0) == stored.view(0) | {"number": stored.view(0)["number"]}


def test_a_hint_is_known_again_when_a_drawing_was_taken_back() -> None:
    stored = StoredRoom(Spec(rules="base", hints=True))
    give(stored, 0, 2)
    action = next_action(stored.view(0))
    stored.act(0, action)
    give(stored, 0, 1)
    stored.act(0, f"take-back {action.split()[2]}")
    give(stored, 0, 2)
    assert stored.room.hints.used == [3]
    stored.play_round()
    give(stored, 0, 1)
    assert stored.room.hints.used == stored.again().hints.used == [4]


def test_the_hints_of_a_round_are_forgotten_with_it() -> None:
    stored = StoredRoom(Spec(rules="base", hints=True))
    key = commands.require_hints(stored.room, 0)
    give(stored, 0, 2)
    assert stored.room.hints.step(key) == 2
    stored.play_round()
    assert (stored.room.hints.step(key), stored.room.hints.used) == (0, [2])


def test_a_record_does_not_tell_of_hints() -> None:
    stored, other = StoredRoom(Spec(rules="base", hints=True)), StoredRoom(Spec(rules="base"))
    give(stored, 0, 3)
    for one in (stored, other):
        one.play_out()
    assert format_record(stored.room.record()) == format_record(other.room.record())


def test_no_hint_where_none_is_allowed_or_nothing_to_decide() -> None:
    assert code(started(), 0) == "hint.not_allowed"
    assert code(two(hints=True), 0) == "table.not_started"
    stored = started(hints=True)
    while not stored.view(0)["done"]:
        stored.act(0, next_action(stored.view(0)))
    assert code(stored, 0) == "round.already_done"
    stored.play_out()
    assert code(stored, 0) == "table.over"
    draft = started("base+draft", hints=True)
    chooser = draft.room.waiting.chooser
    assert chooser is not None
    assert code(draft, 1 - chooser) == "pick.not_your_turn"
    commands.require_hints(draft.room, chooser)
    typed = StoredRoom(Spec(rules="base", typed=True, counted=False, hints=True))
    assert code(typed, 0) == "phase.roll"


def test_a_hint_for_what_was_before_is_not_given() -> None:
    stored = StoredRoom(Spec(rules="base", hints=True))
    key = commands.require_hints(stored.room, 0)
    stored.act(0, next_action(stored.view(0)))
    with pytest.raises(Refusal) as caught:
        commands.hint(stored.room, 0, step=1, key=key)
    assert caught.value.code == "hint.outdated"


# With bots that compute them.


class Hinting:
    """A room whose hints are computed in the test's own process."""

    def __init__(self) -> None:
        process = Process(MemoryStorage(), clock=FakeClock())
        self.rooms, self.bots = process.rooms, process.bots
        self.open_room: OpenRoom

    async def open(self, rules: str = "base", **options: Any) -> Hinting:
        spec = Spec(rules=rules, hints=True, **options)
        open_room = await self.rooms.create("table", spec, name="Ann", token="t", opened_by="home")
        assert open_room
        self.open_room = open_room
        return self

    async def hint(self, step: int) -> HintGiven:
        found = await give_hint(self.rooms, self.open_room, seat=0, step=step)
        return hint_view(found, self.open_room.room, seat=0, step=step)


async def test_a_hint_is_computed_once_and_told_in_three_steps() -> None:
    one = await Hinting().open()
    hints = [await one.hint(step) for step in (1, 2, 3, 1)]
    assert len(one.bots.hinted) == 1
    assert (one.bots.origins[0].owner, one.bots.origins[0].table) == ("home", "table")
    assert [hint["used"] for hint in hints] == [1, 2, 3, 3]
    assert {hint["cell"] for hint in hints} == {hints[1]["moves"][0]["cell"]}
    assert [len(hint["moves"]) for hint in hints[:2]] == [0, 1]
    assert (hints[0]["value"], hints[0]["restart"], hints[0]["round"]) == (40.5, 41.0, 1)
    game = one.open_room.room.game
    assert game
    for move in hints[2]["moves"]:
        assert move["action"].split() == [move["verb"], *move["pieces"], move["cell"], move["sides"]]
        game, _ = game.act(Seat(0), parse_action(move["action"], game.ruleset))


async def test_two_who_ask_at_the_same_time_wait_for_one_hint_and_an_impatient_one_loses_nothing() -> None:
    one = await Hinting().open()
    one.bots.released.clear()
    first, second, gone = (asyncio.create_task(one.hint(step)) for step in (1, 2, 3))
    await settle()
    gone.cancel()
    one.bots.released.set()
    await asyncio.gather(first, second, gone, return_exceptions=True)
    assert len(one.bots.hinted) == 1
    assert one.open_room.room.hints.used == [2]


async def test_a_hint_that_failed_is_computed_again() -> None:
    one = await Hinting().open()
    one.bots.refused.add("home")
    with pytest.raises(Refusal) as caught:
        await one.hint(1)
    assert caught.value.code == "hint.too_slow"
    assert one.open_room.room.hints.used == [0]
    one.bots.refused.clear()
    assert (await one.hint(1))["used"] == 1
    assert len(one.bots.hinted) == 2


async def test_all_who_wait_for_a_hint_that_fails_are_told_why() -> None:
    one = await Hinting().open()
    one.bots.refused.add("home")
    one.bots.released.clear()
    asking = [asyncio.create_task(one.hint(1)) for _ in range(2)]
    await settle()
    one.bots.released.set()
    failures = await asyncio.gather(*asking, return_exceptions=True)
    assert [failure.code for failure in failures if isinstance(failure, Refusal)] == ["hint.too_slow"] * 2


async def test_who_asks_again_after_going_away_waits_for_the_same_hint() -> None:
    one = await Hinting().open()
    one.bots.released.clear()
    gone = asyncio.create_task(one.hint(1))
    await settle()
    gone.cancel()
    await settle()
    again = asyncio.create_task(one.hint(1))
    await settle()
    one.bots.released.set()
    assert (await again)["used"] == len(one.bots.hinted) == 1


async def test_old_hints_are_forgotten() -> None:
    one = await Hinting().open()
    room = one.open_room.room
    for number in range(KEPT_HINTS + 3):
        await one.hint(1)
        action = parse_action(next_action(view_of(room, 0)), room.ruleset)
        await one.rooms.carry_out(one.open_room, commands.Act(action), seat=0, id_=f"a{number}")
    assert len(one.open_room.hints) == KEPT_HINTS


async def test_what_is_decided_about_a_meteor_is_a_move() -> None:
    one = await Hinting().open("meteor")
    hint = await one.hint(2)
    (move,) = hint["moves"]
    choice = next(c for c in view_of(one.open_room.room, 0)["choices"] if c["action"] == move["action"])
    assert (move["verb"], move["pieces"], move["sides"]) == (choice["verb"], [choice["argument"]], None)
    assert move["cell"] == hint["cell"] == choice.get("target")
