"""Leagues and their members in both kinds of database."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.server.storage.writes import first

from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.leagues import MOST_MEMBERS, League, Member
from inkrail.server.storage.attempt_store import AttemptStore
from inkrail.server.storage.league_store import LeagueStore
from inkrail.server.storage.store import Store

WEEK = League("week", "Friday", None, 0, "ann", "here", 10.0)
OWN = League("own", "Saturday", "lake", 2, "ann", "here", 20.0)


async def test_a_league_is_stored_with_its_maker(store: Store) -> None:
    leagues = LeagueStore(store)
    assert await leagues.of_id("week") is None
    await leagues.make(WEEK, name="Ann")
    await leagues.make(OWN, name="Anna")
    assert await leagues.of_id("week") == WEEK
    assert await leagues.members("week") == [Member("week", "ann", "Ann", 10.0)]
    assert await leagues.member("own", "ann") == Member("own", "ann", "Anna", 20.0)
    assert await leagues.of_browser("ann") == [OWN, WEEK]
    assert await leagues.of_browser("ben") == []
    assert [await leagues.opened("here", since=since) for since in (0.0, 10.0, 20.0)] == [2, 1, 0]
    assert await leagues.opened("there", since=0.0) == 0
    await leagues.rename("week", "Sunday")
    assert await leagues.of_id("week") == replace(WEEK, name="Sunday")
    assert await leagues.of_id("own") == OWN


async def test_who_joins_again_has_another_name(store: Store) -> None:
    leagues = LeagueStore(store)
    await leagues.make(WEEK, name="Ann")
    assert await leagues.join(Member("week", "ben", "Ben", 30.0))
    assert await leagues.join(Member("week", "ben", "Benjamin", 40.0))
    assert await leagues.member("week", "ben") == Member("week", "ben", "Benjamin", 30.0)
    assert await leagues.member("week", "ann") == Member("week", "ann", "Ann", 10.0)
    assert not await leagues.join(Member("none", "ben", "Ben", 30.0))


async def test_a_league_takes_no_more_members_than_it_may_have(store: Store) -> None:
    leagues = LeagueStore(store)
    await leagues.make(WEEK, name="Ann")
    crowd = [Member("week", f"browser {number}", "Ben", 30.0) for number in range(MOST_MEMBERS + 5)]
    joined = await asyncio.gather(*(leagues.join(member) for member in crowd))
    assert sum(joined) == MOST_MEMBERS - 1
    assert len(await leagues.members("week")) == MOST_MEMBERS
    assert await leagues.join(Member("week", "ann", "Anna", 50.0))
    assert len(await leagues.members("week")) == MOST_MEMBERS


async def test_when_the_maker_leaves_who_is_in_it_longest_follows_and_with_the_last_it_is_gone(
    store: Store,
) -> None:
    leagues, attempts = LeagueStore(store), AttemptStore(store)
    for league in (WEEK, OWN):
        await leagues.make(league, name="Ann")
    for browser, joined in (("cleo", 31.0), ("ben", 30.0)):
        await leagues.join(Member("own", browser, browser, joined))
    day = Attempt("2026-11-15", "ann", "a", "Ann", late=False)
    game = Attempt("own.2", "ann", "b", "Ann", late=False)
    await store.commit([first("a", attempt=day), first("b", attempt=game)])
    await leagues.leave(OWN, "cleo")
    assert await leagues.of_id("own") == OWN
    await leagues.leave(OWN, "ann")
    assert await leagues.of_id("own") == replace(OWN, maker="ben")
    assert await attempts.of("own.2", browser="ann") == game
    await leagues.leave(OWN, "nobody")
    assert [member.browser for member in await leagues.members("own")] == ["ben"]
    await leagues.leave(OWN, "ben")
    assert await leagues.of_id("own") is None
    assert await attempts.of("own.2", browser="ann") is None
    assert await attempts.of("2026-11-15", browser="ann") == day
    assert await leagues.of_id("week") == WEEK


async def test_a_league_is_removed_with_its_members_and_the_results_of_its_own_games(store: Store) -> None:
    leagues, attempts = LeagueStore(store), AttemptStore(store)
    for league in (WEEK, OWN):
        await leagues.make(league, name="Ann")
        await leagues.join(Member(league.id, "ben", "Ben", 30.0))
    day = Attempt("2026-11-15", "ben", "a", "Ben", late=False)
    await store.commit(
        [first("a", attempt=day), first("b", attempt=Attempt("own.1", "ben", "b", "Ben", late=False))]
    )
    await leagues.remove(OWN)
    assert await leagues.of_id("own") is None
    assert await leagues.members("own") == []
    assert await attempts.of("own.1", browser="ben") is None
    assert await attempts.of("2026-11-15", browser="ben") == day
    assert await leagues.of_browser("ben") == [WEEK]
    assert not await leagues.join(Member("own", "ben", "Ben", 40.0))
