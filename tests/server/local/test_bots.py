"""Bots in the browser."""

from __future__ import annotations

import pytest

from inkrail.bots.registry import PLAIN_BOTS, level_of
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.server.local.bots import LOCAL_BOTS, LocalBots
from inkrail.server.rooms.interfaces import Origin

NOBODY = Origin("", "table")


def rolled() -> Table:
    table = open_table(parse_ruleset("base"), seats=1)
    after, _ = table.roll(table.throw(SeededRng("bots")))
    return after


def test_they_are_bots_of_the_registry_from_the_weakest_to_the_strongest() -> None:
    assert tuple(LOCAL_BOTS) == PLAIN_BOTS
    assert [make().level for make in LOCAL_BOTS.values()] == [level_of(name) for name in LOCAL_BOTS]


@pytest.mark.parametrize("bot", LOCAL_BOTS)
async def test_a_bot_plays_its_round_to_the_end(bot: str) -> None:
    table = rolled()
    turn = await LocalBots().play(bot, table, seat=0, origin=NOBODY)
    for action in turn.actions:
        table, _ = table.act(Seat(0), action)
    assert (table.phase, table.round_) == (Phase.ROLL, 1)


async def test_a_bot_that_fails_leaves_its_moves_to_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(LOCAL_BOTS, "broken", broken)
    turn = await LocalBots().play("broken", rolled(), seat=0, origin=NOBODY)
    assert turn.actions == ()


def test_bots_that_search_and_hints_are_refused() -> None:
    bots = LocalBots()
    bots.require_playable(["greedy", None], hints=False)
    with pytest.raises(Refusal, match=r"bot\.unknown"):
        bots.require_playable(["master"], hints=False)
    with pytest.raises(Refusal, match=r"hint\.not_allowed"):
        bots.require_playable([], hints=True)
