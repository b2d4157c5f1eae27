"""What a database must have kept of puzzles, hunts, leagues, transfers and push subscriptions that a server told."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import sqlalchemy as sa

from inkrail.server.rooms.transfers import code_key
from inkrail.server.storage.hunt_store import HuntStore
from inkrail.server.storage.league_store import LeagueStore
from inkrail.server.storage.push_store import PushStore
from inkrail.server.storage.puzzle_store import PuzzleStore
from inkrail.server.storage.schema import attempts
from inkrail.server.storage.store import Store
from inkrail.server.storage.transfer_store import TransferStore


async def check_puzzles(store: Store, told: AbstractSet[tuple[str, str]]) -> None:
    """Each day has the puzzle with the id that was told."""
    for day, id_ in told:
        puzzle = await PuzzleStore(store).of_day(day)
        assert puzzle is not None
        assert puzzle.id == id_


async def check_hunts(store: Store, *, marks: AbstractSet[tuple[str, int]], tables: AbstractSet[str]) -> None:
    """Each week has the mark that was told, and each table of a hunt is an attempt at it."""
    for week, total in marks:
        mark = await HuntStore(store).mark(week)
        assert mark is not None
        assert mark.total == total
    async with store.reading() as connection:
        known = set(await connection.scalars(sa.select(attempts.c.table_id)))
    assert tables <= known


async def check_leagues(store: Store, told: AbstractSet[tuple[str, str]]) -> None:
    """Each league has its maker and the members who were told that they are in it, by their names."""
    leagues = LeagueStore(store)
    for id_, name in told:
        league = await leagues.of_id(id_)
        assert league is not None
        members = await leagues.members(id_)
        assert name in {member.name for member in members}
        assert league.maker in {member.browser for member in members}


async def check_transfers(store: Store, *, codes: AbstractSet[str], deleted: AbstractSet[str]) -> None:
    """The games of each code that was told are held, and those of deleted ones are gone."""
    transfers = TransferStore(store)
    for code in codes:
        assert await transfers.held(code_key(code), now=0.0) is not None
    for code in deleted:
        assert await transfers.held(code_key(code), now=0.0) is None


async def check_subscriptions(store: Store, called: Mapping[str, bool]) -> None:
    """The browsers of the first seats of these tables are called, or not."""
    for table, is_called in called.items():
        assert bool(await PushStore(store).of(table, places=[0])) == is_called
