"""Requests that compute, address by address."""

from __future__ import annotations

import asyncio

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.bots.fair_queue import Bounds
from inkrail.server.http.turns import Turns, asking


class Asking:
    """Requests of several addresses, which compute until the test lets them end."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.end = asyncio.Semaphore(0)

    async def request(self, address: str, name: str) -> None:
        asking.set(address)
        async with self.turns:
            self.order.append(name)
            await self.end.acquire()

    def begin(self, address: str, name: str) -> asyncio.Task[None]:
        return asyncio.create_task(self.request(address, name))


async def until_idle() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_asks_once_waits_for_one_of_who_asked_often() -> None:
    asked = Asking(Turns(1))
    tasks = [asked.begin("eve", f"eve {number}") for number in range(20)]
    await until_idle()
    tasks.append(asked.begin("ann", "ann"))
    await until_idle()
    for _ in tasks:
        asked.end.release()
    await asyncio.gather(*tasks)
    assert asked.order.index("ann") <= 2
    assert [name for name in asked.order if name != "ann"] == [f"eve {number}" for number in range(20)]


async def test_so_many_compute_at_once() -> None:
    asked = Asking(Turns(2))
    tasks = [asked.begin(str(number), str(number)) for number in range(5)]
    await until_idle()
    assert len(asked.order) == 2
    asked.end.release()
    await until_idle()
    assert len(asked.order) == 3
    for _ in tasks:
        asked.end.release()
    await asyncio.gather(*tasks)
    # All turns are free again.
    async with asked.turns, asked.turns:
        pass


async def test_what_waits_is_bounded_and_others_still_find_room() -> None:
    asked = Asking(Turns(1, bounds=Bounds(owner=3, total=4)))
    tasks = [asked.begin("eve", f"eve {number}") for number in range(4)]
    await until_idle()
    with pytest.raises(Refusal, match=r"^server\.busy"):
        await asked.request("eve", "one too many")
    tasks += [asked.begin(name, name) for name in ("ann", "bob")]
    await until_idle()
    for _ in tasks:
        asked.end.release()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    # Bob's found no room but that of Eve's newest.
    assert [end is None for end in ends] == [True, True, True, False, True, True]
    assert asked.order[-1] != "eve 3"


async def test_who_gives_up_takes_no_turn() -> None:
    turns = Turns(1)
    asked = Asking(turns)
    await turns.__aenter__()
    second, third = [asked.begin("ann", name) for name in ("second", "third")]
    await until_idle()
    second.cancel()
    await until_idle()
    await turns.__aexit__(None, None, None)
    # Its turn came in the moment in which it gives up.
    third.cancel()
    await asyncio.gather(second, third, return_exceptions=True)
    async with turns:
        assert asked.order == []
