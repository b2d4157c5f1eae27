"""Well-behaved clients, each at its own address, who measure how long they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from itertools import count
from time import perf_counter
from typing import Any

import httpx
from tests.server.hostile.attackers import CUT
from tests.server.playing import Client, next_action, waits

from benchmarks.server_load import Player

CLOCK = 10
"""Seconds of the shortest clock that a table may have."""
_PAUSE = 0.2
"""Seconds between two actions of a player."""
_PAIRS, _CLOCKS, _BOTS = 2, 5, 2
_PERSON = {"kind": "human"}

Game = Callable[[str], Coroutine[Any, Any, None]]
"""A whole game of clients in this network."""


class Waits:
    """How long something took each time, including what has not come yet."""

    def __init__(self) -> None:
        self._ended: list[float] = []
        self._begun: dict[Hashable, float] = {}

    def begin(self, key: Hashable, *, after: float = 0.0) -> None:
        """Wait for this, from now on or from a later time."""
        self._begun[key] = perf_counter() + after

    def end(self, key: Hashable) -> None:
        """It came."""
        self._ended.append(perf_counter() - self._begun.pop(key))

    def clear(self) -> None:
        """Forget what has ended."""
        self._ended.clear()

    def seconds(self) -> list[float]:
        """All of them, the shortest first."""
        now = perf_counter()
        return sorted(max(0.0, one) for one in (*self._ended, *(now - at for at in self._begun.values())))


class Bystanders:
    """Two pairs of players, five tables that only wait for their clocks, and two games against a quick bot."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._keys = count()
        self.actions, self.clocks, self.bots = Waits(), Waits(), Waits()
        self.broken = 0
        """How many games ended because a connection did."""

    def clear(self) -> None:
        """Start to measure."""
        self.broken = 0
        for waits_ in (self.actions, self.clocks, self.bots):
            waits_.clear()

    async def run(self) -> None:
        """Play game after game until cancelled."""
        kinds = ((self._pair, _PAIRS), (self._clock, _CLOCKS), (self._against_bot, _BOTS))
        games = [(kind, number * CLOCK / many) for kind, many in kinds for number in range(many)]
        await asyncio.gather(
            *(
                self._play_on(kind, f"127.0.{place}", after=after)
                for place, (kind, after) in enumerate(games, 1)
            )
        )

    async def _play_on(self, game: Game, network: str, *, after: float) -> None:
        """One game after the other, the first a little later than other clients'."""
        await asyncio.sleep(after)
        while True:
            try:
                await game(network)
            except CUT:
                self.broken += 1
                await asyncio.sleep(_PAUSE)

    async def _open(self, source: str, **body: Any) -> dict[str, Any]:
        return await self._post("/api/tables", source=source, **body)

    async def _post(self, path: str, *, source: str, **body: Any) -> dict[str, Any]:
        transport = httpx.AsyncHTTPTransport(local_address=source)
        address = f"http://127.0.0.1:{self._port}"
        async with httpx.AsyncClient(base_url=address, transport=transport, timeout=60) as http:
            answer = await http.post(path, json={"name": "Ann", **body})
            answer.raise_for_status()
            given: dict[str, Any] = answer.json()
            return given

    def _client(self, given: dict[str, Any], *, source: str) -> Client:
        address = f"http://127.0.0.1:{self._port}"
        return Client(address, table=given["table"], token=given["token"], source=source)

    # Actions.

    async def _pair(self, network: str) -> None:
        """Two people play a game."""
        sources = f"{network}.1", f"{network}.2"
        ann = await self._open(sources[0], seats=[_PERSON, _PERSON])
        bob = await self._post(f"/api/tables/{ann['table']}/join", source=sources[1])
        players = [
            Player(self._port, given, source=source)
            for given, source in zip((ann, bob), sources, strict=True)
        ]
        for player in players:
            await player.enter()
        await players[0].start()
        await asyncio.gather(*map(self._play, players))
        for player in players:
            await player.leave()

    async def _play(self, player: Player) -> None:
        while not player.is_over:
            if player.must_act:
                key = next(self._keys)
                self.actions.begin(key)
                await player.act()
                self.actions.end(key)
            await asyncio.sleep(_PAUSE)

    # Clocks.

    async def _clock(self, network: str) -> None:
        """A person who leaves every round to the clock."""
        given = await self._open(f"{network}.1", clock=CLOCK)
        client = await self._client(given, source=f"{network}.1").enter()
        while client.view["phase"] != "over":
            key, closed = next(self._keys), client.view["closed"]
            self.clocks.begin(key, after=CLOCK)
            while client.view["closed"] < closed + 1:
                await client.frame()
            self.clocks.end(key)
        await client.leave()

    # Bots.

    async def _against_bot(self, network: str) -> None:
        """A person who draws when the bot has drawn."""
        client = await self._meet_bot("random", source=f"{network}.1")
        while client.view["phase"] != "over":
            key, round_ = next(self._keys), client.view["round"]
            self.bots.begin(key)
            await _bot_done(client)
            self.bots.end(key)
            while waits(client.view) and client.view["round"] == round_:
                await asyncio.sleep(_PAUSE)
                await client.act(next_action(client.view), f"n{next(self._keys)}")
        await client.leave()

    async def warm_up(self, bot: str) -> None:
        """Wait until a bot has compiled its search and played a round."""
        client = await self._meet_bot(bot, source="127.0.200.1")
        await _bot_done(client)
        await client.leave()

    async def _meet_bot(self, bot: str, *, source: str) -> Client:
        given = await self._open(source, seats=[_PERSON, {"kind": "bot", "bot": bot}])
        return await self._client(given, source=source).enter()


async def _bot_done(client: Client) -> None:
    """Wait until the second seat has ended its current round."""
    while sum(event == {"kind": "seat_done", "seat": 1} for event in client.events) < client.view["round"]:
        await client.frame()
