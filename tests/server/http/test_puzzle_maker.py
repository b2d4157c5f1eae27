"""Puzzles made ahead."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from tests.server.asking import services

from inkrail.server.http import puzzle_maker
from inkrail.server.http.puzzle_maker import PuzzleMaker, starters


async def test_a_level_with_too_few_puzzles_gets_more_up_to_a_bound(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = services(app)
    maker = PuzzleMaker(server.puzzles, bots=server.bots, clock=server.clock)
    before = await server.puzzles.counts()
    river = {("river", 1): 3, ("river", 2): 5, ("river", 3): 4, ("river", 4): 5}
    assert before == {("base", level): 20 for level in range(1, 6)} | river
    monkeypatch.setattr(puzzle_maker, "AHEAD", 17)
    assert not await maker.make_some()
    assert await server.puzzles.counts() == before
    monkeypatch.setattr(puzzle_maker, "AHEAD", 21)
    monkeypatch.setattr(puzzle_maker, "AT_ONCE", {"base": 2})
    assert await maker.make_some()
    after = await server.puzzles.counts()
    assert sum(number for (rules, _), number in after.items() if rules == "base") == 102
    assert sum(after.values()) == 102 + 18
    assert len(starters()) == 117
