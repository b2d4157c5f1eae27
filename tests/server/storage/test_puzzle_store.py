"""Puzzles in both kinds of database."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from inkrail.server.http.puzzle_maker import starters
from inkrail.server.rooms.puzzles import StoredPuzzle
from inkrail.server.storage.puzzle_store import PuzzleStore
from inkrail.server.storage.store import Store


@pytest.fixture
def puzzles(store: Store) -> PuzzleStore:
    return PuzzleStore(store)


def puzzle(id_: str, *, level: int = 1, public: bool = True) -> StoredPuzzle:
    return replace(starters()[0], id=id_, level=level, public=public)


async def test_a_puzzle_is_stored_once_and_reads_back(puzzles: PuzzleStore) -> None:
    first = puzzle("aa")
    await puzzles.add([first, puzzle("bb", level=2)], now=1.0)
    await puzzles.add([replace(first, total=1), puzzle("cc")], now=2.0)
    assert await puzzles.puzzle("aa") == first
    assert await puzzles.puzzle("dd") is None
    assert await puzzles.counts() == {("base", 1): 2, ("base", 2): 1}


async def test_puzzles_are_offered_in_a_cycle_without_those_that_are_left_out(puzzles: PuzzleStore) -> None:
    await puzzles.add([puzzle("aa"), puzzle("bb"), puzzle("cc", public=False)], now=1.0)

    async def offered(start: str, *without: str) -> str | None:
        found = await puzzles.one("base", 1, start=start, without=without)
        return found.id if found else None

    assert [await offered(start) for start in ("00", "ab", "cc")] == ["aa", "bb", "aa"]
    assert await offered("00", "aa") == "bb"
    assert await offered("00", "aa", "bb") is None
    assert await puzzles.one("base", 2, start="00") is None


async def test_a_day_has_one_puzzle_which_is_no_longer_offered(puzzles: PuzzleStore) -> None:
    await puzzles.add([puzzle("aa"), puzzle("bb")], now=1.0)
    await asyncio.gather(puzzles.choose("aa", day="2026-11-16"), puzzles.choose("bb", day="2026-11-16"))
    chosen = await puzzles.of_day("2026-11-16")
    assert chosen
    await puzzles.choose(chosen.id, day="2026-11-17")
    assert await puzzles.of_day("2026-11-17") is None
    assert sum((await puzzles.counts()).values()) == 1
