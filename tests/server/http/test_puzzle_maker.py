"""Puzzles made ahead."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from tests.server.asking import services

from inkrail.rules.registry import RULESET_NAMES
from inkrail.server.http import puzzle_maker
from inkrail.server.http.puzzle_maker import AHEAD, PuzzleMaker, _missing, pause_after, starters
from inkrail.server.storage.puzzle_store import PuzzleStore

Counts = dict[tuple[str, int], int]


class BaseAlone(PuzzleStore):
    """The puzzles of the base game."""

    async def counts(self) -> Counts:
        """How many there are of each level."""
        return {
            (rules, level): number
            for (rules, level), number in (await super().counts()).items()
            if rules == "base"
        }


async def test_a_level_with_too_few_puzzles_gets_more_up_to_a_bound(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = services(app)
    puzzles = BaseAlone(server.store)
    maker = PuzzleMaker(puzzles, bots=server.bots, clock=server.clock)
    before = await puzzles.counts()
    assert before == {("base", level): 20 for level in range(1, 6)}
    monkeypatch.setattr(puzzle_maker, "AHEAD", 20)
    assert not await maker.make_some()
    assert await puzzles.counts() == before
    monkeypatch.setattr(puzzle_maker, "AHEAD", 21)
    monkeypatch.setattr(puzzle_maker, "AT_ONCE", {"base": 2})
    assert await maker.make_some()
    assert sum((await puzzles.counts()).values()) == 102


def test_elsewhere_all_levels_together_are_bounded() -> None:
    full: Counts = {("base", level): AHEAD for level in range(1, 6)}
    assert _missing(full) == set()
    assert _missing({**full, ("base", 4): AHEAD - 1}) == {("base", 4)}
    assert _missing({**full, ("lake", 2): AHEAD}) == set()
    assert _missing({**full, ("lake", 2): AHEAD - 1}) == {("lake", level) for level in range(1, 6)}


def test_a_server_that_nobody_needs_rests_nine_tenths_of_the_time() -> None:
    assert pause_after(20) == 180
    assert pause_after(0.1) == 5, "never without a pause"
    assert pause_after(-60) == 5, "the clock was set back"
    assert pause_after(86_400) == 3600, "the clock was set forward"


def test_every_ruleset_has_puzzles_from_the_start() -> None:
    assert {puzzle.rules for puzzle in starters()} == {*RULESET_NAMES}
