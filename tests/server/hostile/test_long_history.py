"""Drawing and taking back without end: a table's rows are bounded, and a long history blocks nobody."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from tests.server.conftest import FakeClock
from tests.server.playing import Client, next_action, waits
from tests.server.rooms.memory import MemoryStorage, Process
from tests.server.rooms.test_machine import RULES
from tests.server.serving import served
from tests.server.stored_room import StoredRoom, refusal, started

from inkrail.game.actions import parse_action
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import MOVES_A_ROUND
from inkrail.server.rooms.interfaces import ROWS_AT_ONCE, StoredRow, Write
from inkrail.server.rooms.rows import Move, Row, Spec
from inkrail.server.settings import Settings
from inkrail.server.wire.feed import EVENTS_A_FRAME

ROLLS = (("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7
MOST_OTHER_MOVES = 20
"""More than the dice, extras, picks and choices of one seat in a round, and `done`."""


def fidget(stored: StoredRoom, seat: int) -> None:
    """Draw and take back until that is refused."""
    while True:
        view = stored.view(seat)
        if not waits(view) or view["phase"] != "draw":
            return
        if not view["drawings"]:
            if not view["choices"] and not view["duties"]:
                return
            stored.act(seat, next_action(view))
            continue
        cell = view["drawings"][-1]["cell"]
        if stored.room.moves[seat] >= commands.MOVES_A_ROUND:
            assert refusal(stored, seat, type="act", action=f"take-back {cell}") == "round.too_many_moves"
            assert refusal(stored, seat, type="turn", cell=cell) == "round.too_many_moves"
            return
        stored.act(seat, f"take-back {cell}")


@pytest.mark.parametrize("rules", RULES)
def test_whoever_used_up_their_moves_can_still_end_every_round(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MOVES_A_ROUND", 10)
    stored = started(rules)
    while stored.room.phase != "over":
        before = stored.room.number
        while stored.room.phase == "pick":
            for seat in stored.room.waiting.seats:
                stored.act(seat, next_action(stored.view(seat)))
        for seat in (0, 1):
            fidget(stored, seat)
        stored.play_round()
        assert stored.room.number - before <= 2 * (10 + MOST_OTHER_MOVES)


def test_the_bound_is_far_above_what_people_do() -> None:
    stored = started(rolls=ROLLS, counted=False)
    for _ in range(MOVES_A_ROUND // 2):
        stored.act(0, "draw highway-straight B1 H.H.")
        stored.act(0, "take-back B1")
    stored.act(0, "draw highway-straight B1 H.H.")
    assert refusal(stored, 0, type="act", action="take-back B1") == "round.too_many_moves"
    stored.act(1, "draw highway-straight B1 H.H.")
    stored.act(1, "take-back B1")
    stored.play_round()
    assert stored.room.moves == stored.again().moves == [0, 0]


def fidgeting(ruleset: Ruleset, *, count: int) -> list[Write]:
    """Rows of an endless fidgeter, as a server without the bound stored them."""
    actions = [parse_action(text, ruleset) for text in ("draw highway-straight B1 H.H.", "take-back B1")]
    return [
        Write("table", number + 2, 1.0, Row(by=0, steps=(Move(seat=0, action=actions[number % 2]),)), ruleset)
        for number in range(count)
    ]


class CountingStorage(MemoryStorage):
    """A storage that knows how many rows were read at once."""

    def __init__(self) -> None:
        super().__init__(shared=True)
        self.pieces: list[int] = []

    async def rows_after(self, id_: str, number: int, *, ruleset: Ruleset) -> tuple[StoredRow, ...]:
        rows = await super().rows_after(id_, number, ruleset=ruleset)
        self.pieces.append(len(rows))
        return rows


async def test_a_long_game_is_loaded_in_pieces_while_others_run(clock: FakeClock) -> None:
    storage = CountingStorage()
    process, other = Process(storage, clock=clock), Process(storage, clock=clock)
    open_room = await process.opened(Spec(rules="base", rolls=ROLLS, counted=False))
    for write in fidgeting(open_room.room.ruleset, count=5 * ROWS_AT_ONCE):
        assert await storage.write(write)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    running = asyncio.create_task(others())
    try:
        for work in (other.rooms.open("table"), process.rooms.catch_up(open_room)):
            storage.pieces, turns = [], 0
            await work
            assert sum(storage.pieces) >= 5 * ROWS_AT_ONCE
            assert max(storage.pieces) == ROWS_AT_ONCE
            assert turns >= 5
    finally:
        running.cancel()
    copy = await other.rooms.open("table")
    assert copy.room.number == open_room.room.number == 1 + 5 * ROWS_AT_ONCE
    assert copy.room.waiting == open_room.room.waiting


async def test_a_long_history_is_sent_in_pieces_and_the_view_comes_last(settings: Settings) -> None:
    async with served(settings) as server:
        given = await server.open_table(rolls=ROLLS)
        ruleset = (await server.services.rooms.open(given["table"])).room.ruleset
        rows = fidgeting(ruleset, count=3 * EVENTS_A_FRAME)
        writes = [replace(write, table=given["table"]) for write in rows]
        assert all(await server.services.store.commit(writes))
        server.services.rooms.forget(given["table"])
        sizes, lengths = await frames_until_view(server.client(given))
        assert sum(lengths) == 3 + 3 * EVENTS_A_FRAME
        assert lengths == [EVENTS_A_FRAME] * 3 + [3]
        assert max(sizes) < 64 * 1024
        assert len(sizes) == 4


async def frames_until_view(client: Client) -> tuple[list[int], list[int]]:
    """The bytes and the number of events of each frame until the view."""
    received: list[list[dict[str, object]]] = []
    frame = client.frame

    async def kept() -> list[dict[str, object]]:
        received.append(await frame())
        return received[-1]

    client.frame = kept  # type: ignore[method-assign]
    await client.enter()
    kinds = [[message["type"] for message in one] for one in received]
    assert [("view" in one) for one in kinds] == [False] * (len(kinds) - 1) + [True]
    return [len(json.dumps(one)) for one in received], [one.count("event") for one in kinds]
