"""Servers that are killed while people play, and a look at what they have stored."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
from tests.server.kept import check_hunts, check_leagues, check_puzzles, check_subscriptions, check_transfers
from tests.server.ledger import Ledger, Promise
from tests.server.playing import Client, next_action, waits
from tests.server.stored_room import events_of
from tests.server.victims import CUT, LATER, PAUSE, Victim, up
from tests.server.visitors import STEPS, VISITORS, keep_hinting

from inkrail.server.rooms.room import Room
from inkrail.server.storage.store import Store, database_url
from inkrail.server.storage.study_store import StudyStore


@dataclass(frozen=True)
class Habits:
    """How a player behaves."""

    source: str | None = None
    """The address that they connect from."""
    pause: float = 0.0
    """Seconds between two actions, on average."""
    leaving: float = 0.0
    """How probable it is that they leave and come back before an action."""


class Player:
    """A player who goes on whatever happens to the servers, and resends what was not answered."""

    def __init__(
        self,
        given: dict[str, Any],
        *,
        victims: Sequence[Victim],
        ledger: Ledger,
        chance: random.Random,
        habits: Habits | None = None,
    ) -> None:
        self._table, self._seat = given["table"], given["seat"]
        self._victims = victims
        self._ledger = ledger
        self._chance = chance
        self._habits = habits or Habits()
        self._token = given["token"]
        self._client = self._new_client(victims[self._seat % len(victims)])
        self._open: dict[str, str] | None = None
        self._count = 0
        ledger.seen.append((self._table, self._seat, self._client))

    async def play(self) -> None:
        """Play until the game is over."""
        while self._client.view.get("phase") != "over":
            try:
                await self._client.enter()
                while self._client.view["phase"] != "over":
                    await self._step()
            except CUT:
                await self.come_back(await up(self._victims, self._chance))
        with suppress(*CUT):
            await self._client.leave()

    def _new_client(self, victim: Victim) -> Client:
        return Client(victim.address, table=self._table, token=self._token, source=self._habits.source)

    async def come_back(self, victim: Victim) -> None:
        """Continue at this server after the connection was lost."""
        self._client.move_to(victim.address)

    async def _step(self) -> None:
        if self._open is None:
            if not waits(self._client.view):
                await self._client.frame()
                return
            await self._linger()
            self._count += 1
            self._open = {"id": f"s{self._seat}-{self._count}", "action": self._action()}
        answer = await self._client.act(self._open["action"], self._open["id"])
        if answer.get("code") in LATER:
            await asyncio.sleep(PAUSE)
            return
        assert answer["type"] == "ack", (answer, self._open)
        promise = Promise(self._table, self._seat, self._open["id"], answer["number"])
        self._open = None
        await self._ledger.add(promise)

    async def _linger(self) -> None:
        """Think, and sometimes reload the page."""
        if self._habits.pause:
            await asyncio.sleep(self._chance.uniform(0, 2 * self._habits.pause))
        if self._chance.random() < self._habits.leaving:
            await self._client.leave()
            await self._client.enter()

    def _action(self) -> str:
        view = self._client.view
        if view["drawings"] and self._chance.random() < 0.1:
            return f"take-back {view['drawings'][-1]['cell']}"
        return next_action(view, self._chance.choice)


async def keep_playing(
    victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random, rules: str
) -> None:
    """One game after the other."""
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        while True:
            try:
                victim = await up(victims, chance)
                seats = await open_game(http, victim.address, rules=rules)
            except CUT:
                continue
            players = [Player(seat, victims=victims, ledger=ledger, chance=chance) for seat in seats]
            await asyncio.gather(*(player.play() for player in players))


async def open_game(
    http: httpx.AsyncClient, address: str, *, rules: str, source: str | None = None
) -> list[dict[str, Any]]:
    """A table of two people and a bot whose game has started."""
    seats = [{"kind": "human"}, {"kind": "human"}, {"kind": "bot", "bot": "random"}]
    tables = f"{address}/api/tables"
    ann = (await http.post(tables, json={"name": "Ann", "rules": rules, "seats": seats})).json()
    bob = (await http.post(f"{tables}/{ann['table']}/join", json={"name": "Bob"})).json()
    starter = await Client(address, table=ann["table"], token=ann["token"], source=source).enter()
    await starter.ask({"type": "start", "id": "start"})
    await starter.leave()
    return [ann, bob]


async def kill_and_restart(
    victims: Sequence[Victim],
    *,
    kills: int,
    tables: int,
    seed: int,
    how: signal.Signals = signal.SIGKILL,
    hints: bool = False,
) -> Ledger:
    """Play many games while servers are killed at random moments, each time in the middle of some action.

    The first kill comes after every kind of visitor was told something; `hints` take seconds to compute.
    """
    chance = random.Random(seed)  # noqa: S311
    ledger = Ledger()
    games: list[asyncio.Task[None]] = []
    try:
        for victim in victims:
            await victim.start()
        for number in range(tables):
            rules = ("base", "lake+draft", "meteor")[number % 3]
            playing = keep_playing(victims, ledger=ledger, chance=chance, rules=rules)
            games.append(asyncio.create_task(playing))
        visitors = (*VISITORS, keep_hinting) if hints else VISITORS
        asking = (keep_asking(victims, ledger=ledger, chance=chance) for keep_asking in visitors)
        games.extend(map(asyncio.create_task, asking))
        await _wait(ledger.wait_for_visitors(hints=hints), games)
        for _ in range(kills):
            await _wait(ledger.wait_for(len(ledger.promises) + chance.randrange(1, 60)), games)
            victim = chance.choice(victims)
            await victim.end(how)
            await victim.start()
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        for victim in victims:
            await victim.end()
    return ledger


async def _wait(event: Coroutine[Any, Any, None], games: Sequence[asyncio.Task[None]]) -> None:
    """Wait for something, and fail with the first game that fails meanwhile."""
    waiting = asyncio.create_task(event)
    await asyncio.wait([waiting, *games], return_when=asyncio.FIRST_COMPLETED)
    for task in (waiting, *games):
        if task.done():
            task.result()


async def check(ledger: Ledger, database: str) -> None:
    """Nothing acknowledged is lost, nothing is done twice, and every client saw what is stored."""
    store = Store(database_url(database))
    try:
        await check_stored(ledger, store)
    finally:
        await store.close()


async def check_stored(ledger: Ledger, store: Store) -> None:
    """The same, with an open store."""
    studies = StudyStore(store)
    for id_ in ledger.studies:
        study = await studies.study(id_)
        assert study is not None
        assert study.status != "failed"
    await check_puzzles(store, ledger.daily_puzzles)
    await check_hunts(store, marks=ledger.marks, tables=ledger.hunted)
    await check_leagues(store, ledger.leagues)
    await check_transfers(store, codes=ledger.codes, deleted=ledger.deleted_codes)
    await check_subscriptions(store, ledger.called)
    tables = {table for table, _, _ in ledger.seen} | ledger.hunted | ledger.hints.keys()
    rooms = {table: await _replayed(store, table) for table in tables}
    for table, used in ledger.hints.items():
        assert used <= rooms[table].hints.used[0] <= STEPS
    for promise in ledger.promises:
        assert rooms[promise.table].answered[promise.seat, promise.id] == promise.number, promise
    for table, seat, client in ledger.seen:
        assert events_of(rooms[table], seat)[: client.seen] == client.events


async def _replayed(store: Store, table: str) -> Room:
    """The table rebuilt from its rows; each must be legal, in order and from a different request."""
    stored = await store.table(table)
    assert stored is not None
    room = Room(table, stored.spec, created=stored.created)
    rows = stored.rows
    asked = []
    while rows:
        for row in rows:
            assert row.number == room.number + 1
            room.apply(row.row, at=row.at)
        asked += [(row.row.by, row.row.id) for row in rows if row.row.id]
        rows = await store.rows_after(table, room.number, ruleset=room.ruleset)
    assert len(asked) == len(set(asked))
    return room
