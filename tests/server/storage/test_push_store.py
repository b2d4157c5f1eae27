"""Subscriptions to web push in both kinds of database."""

from __future__ import annotations

from dataclasses import replace

from tests.server.storage.writes import first

from inkrail.server.rooms.subscriptions import MOST_OF_A_SEAT, Subscription
from inkrail.server.storage.push_store import PushStore
from inkrail.server.storage.store import Store

ONE = Subscription("one", "table", 0, "https://push.example.net/1", "key", "auth", "en")


async def opened(store: Store) -> PushStore:
    await store.commit([first("table")])
    return PushStore(store)


async def test_a_place_keeps_its_newest_browsers(store: Store) -> None:
    stored = await opened(store)
    for number in range(MOST_OF_A_SEAT + 1):
        await stored.add(replace(ONE, id=str(number)), now=float(number))
    await stored.add(replace(ONE, place=1), now=1.0)
    assert [one.id for one in await stored.of("table", places=[0])] == ["1", "2", "3"]
    await stored.add(replace(ONE, id="2", language="de"), now=9.0)
    assert [(one.id, one.language) for one in await stored.of("table", places=[0])] == [
        ("1", "en"),
        ("3", "en"),
        ("2", "de"),
    ]
    assert await stored.of("table", places=[1]) == [replace(ONE, place=1)]
    assert await stored.of("table", places=[]) == await stored.of("other", places=[0]) == []


async def test_subscriptions_are_removed_one_by_one_by_place_by_table_and_by_age(store: Store) -> None:
    stored = await opened(store)

    async def places() -> list[int]:
        return [one.place for one in await stored.of("table", places=range(6))]

    for place in range(4):
        await stored.add(replace(ONE, place=place), now=float(place))
    await stored.remove(replace(ONE, place=2))
    assert await places() == [0, 1, 3]
    await stored.remove_place("table", place=1)
    assert await places() == [0, 3]
    await stored.remove_old(before=3.0)
    assert await places() == [3]
    await stored.remove_table("table")
    assert await places() == []


async def test_a_lobby_is_removed_with_its_subscriptions(store: Store) -> None:
    stored = await opened(store)
    await stored.add(ONE, now=1.0)
    assert await store.remove_lobby("table", since=10_000_000_000.0)
    assert await stored.of("table", places=[0]) == []
