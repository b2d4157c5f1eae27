"""Servers that are killed while people play, and a log of what they acknowledged."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import random
import signal
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from tests.server.kept import check_hunts, check_leagues, check_puzzles, check_subscriptions, check_transfers
from tests.server.playing import Client, next_action, waits
from tests.server.push.stand_in import PushBrowser
from tests.server.stored_room import events_of
from tests.server.victims import CUT, LATER, PAUSE, ROOT, Victim, up
from tests.server.waiting import limited

from inkrail.server.rooms.room import Room
from inkrail.server.storage.store import Store, database_url
from inkrail.server.storage.study_store import StudyStore

_HUNT_PAUSE = 0.2


@dataclass
class Promise:
    """A request that the server answered by an `ack`."""

    table: str
    seat: int
    id: str
    number: int


@dataclass
class Ledger:
    """What was acknowledged to whom, and what every client saw."""

    promises: list[Promise] = field(default_factory=list)
    seen: list[tuple[str, int, Client]] = field(default_factory=list)
    studies: set[str] = field(default_factory=set)
    """The ids of studies that a server promised."""
    daily_puzzles: set[tuple[str, str]] = field(default_factory=set)
    """The days and the ids of the puzzles that a server told."""
    marks: set[tuple[str, int]] = field(default_factory=set)
    """The weeks and the marks of hunts that a server told."""
    hunted: set[str] = field(default_factory=set)
    """The tables at which people draw for the hunt."""
    leagues: set[tuple[str, str]] = field(default_factory=set)
    """The leagues, and the names of those who were told that they are in them."""
    codes: set[str] = field(default_factory=set)
    """The codes of games that a server promised to hold."""
    deleted_codes: set[str] = field(default_factory=set)
    """Those that a server said it has deleted."""
    called: dict[str, bool] = field(default_factory=dict)
    """The tables of which a server said that it calls a browser, or no longer does."""
    grown: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def add(self, promise: Promise) -> None:
        async with self.grown:
            self.promises.append(promise)
            self.grown.notify_all()

    async def wait_for(self, count: int) -> None:
        """Wait until this many requests were acknowledged."""
        async with limited(f"{count} requests to be answered"), self.grown:
            await self.grown.wait_for(lambda: len(self.promises) >= count)


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


async def keep_asking(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask for one study after the other until all of them are promised, and then wait."""
    records = [path.read_text() for path in sorted((ROOT / "tests" / "game" / "golden").glob("*.txt"))]
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        while records:
            try:
                victim = await up(victims, chance)
                body = {"record": records[-1], "effort": "quick"}
                answer = await http.post(f"{victim.address}/api/reviews", json=body)
            except CUT:
                continue
            if answer.status_code == 200:
                ledger.studies.add(answer.json()["id"])
                records.pop()
            else:
                code = answer.json()["code"]
                assert code in (*LATER, "study.queue_full"), code
                await asyncio.sleep(PAUSE)
    await asyncio.Event().wait()


async def keep_hunting(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask for the puzzle of the day and draw for the hunt, again and again."""
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        while True:
            try:
                victim = await up(victims, chance)
                puzzle = await http.get(f"{victim.address}/api/puzzles/daily")
                hunt = await http.get(f"{victim.address}/api/hunt")
                attempt = await http.post(f"{victim.address}/api/hunt/attempts", json={"name": "Cem"})
            except CUT:
                continue
            for answer in (puzzle, hunt, attempt):
                assert answer.is_success or answer.json()["code"] in LATER, answer.text
            if puzzle.is_success:
                ledger.daily_puzzles.add((puzzle.json()["day"], puzzle.json()["id"]))
            if hunt.is_success:
                ledger.marks.add((hunt.json()["week"], hunt.json()["mark"]))
            if attempt.is_success:
                ledger.hunted.add(attempt.json()["table"])
            await asyncio.sleep(_HUNT_PAUSE)


async def keep_joining(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Make leagues and join them, at whichever server is up; one of three who joined leaves."""
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        for number in itertools.count():
            maker, guest = f"maker-{number}", f"guest-{number}"
            body = {"name": "League", "player": maker, "browser": f"the-browser-of-{maker}"}
            try:
                victim = await up(victims, chance)
                made = await http.post(f"{victim.address}/api/leagues", json=body)
                if not made.is_success:
                    assert made.json()["code"] in (*LATER, "league.too_many_made"), made.text
                    await asyncio.sleep(_HUNT_PAUSE)
                    continue
                id_ = made.json()["league"]
                ledger.leagues.add((id_, maker))
                members = f"{(await up(victims, chance)).address}/api/leagues/{id_}/members"
                browser = f"the-browser-of-{guest}"
                joined = await http.post(members, json={"name": guest, "browser": browser})
                assert joined.is_success or joined.json()["code"] in LATER, joined.text
                if joined.is_success and number % 3:
                    ledger.leagues.add((id_, guest))
                elif joined.is_success:
                    await http.delete(f"{members}/me", headers={"x-browser": browser})
            except CUT:
                continue
            await asyncio.sleep(_HUNT_PAUSE)


async def keep_moving(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Have games held for another device, and delete the code of every second one."""
    games = b64encode(gzip.compress(b"{}")).decode()
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        for number in itertools.count():
            with suppress(*CUT):
                path = f"{(await up(victims, chance)).address}/api/transfers"
                given = await http.post(path, json={"games": games})
                assert given.is_success or given.json()["code"] in (*LATER, "transfer.too_many"), given.text
                if given.is_success:
                    code = given.json()["code"]
                    ledger.codes.add(code)
                    if number % 2:
                        # It may be deleted although the answer is lost.
                        ledger.codes.discard(code)
                        gone = await http.post(f"{path}/delete", json={"code": code})
                        if gone.is_success:
                            ledger.deleted_codes.add(code)
            await asyncio.sleep(_HUNT_PAUSE)


async def keep_subscribing(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask to be called at tables that never start, and end it at every second one."""
    # A public address that no message is sent to, because nobody waits at these tables.
    wanted = PushBrowser().subscription("https://1.1.1.1/browser") | {"language": "en"}
    body = {"name": "Ann", "clock": 86400, "seats": [{"kind": "human"}, {"kind": "human"}]}
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        for number in itertools.count():
            with suppress(*CUT):
                tables = f"{(await up(victims, chance)).address}/api/tables"
                given = await http.post(tables, json=body)
                assert given.is_success or given.json()["code"] in LATER, given.text
                if given.is_success:
                    push = f"{tables}/{given.json()['table']}/push"
                    owner = {"Authorization": f"Bearer {given.json()['token']}"}
                    told = await http.put(push, json=wanted, headers=owner)
                    assert told.is_success or told.json()["code"] in LATER, told.text
                    if told.is_success and number % 2:
                        told = await http.delete(push, headers=owner)
                    if told.is_success:
                        ledger.called[given.json()["table"]] = told.json()["told"]
            await asyncio.sleep(_HUNT_PAUSE)


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
) -> Ledger:
    """Play many games while servers are killed at random moments, each time in the middle of some action."""
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
        games.append(asyncio.create_task(keep_asking(victims, ledger=ledger, chance=chance)))
        games.append(asyncio.create_task(keep_hunting(victims, ledger=ledger, chance=chance)))
        games.append(asyncio.create_task(keep_joining(victims, ledger=ledger, chance=chance)))
        games.append(asyncio.create_task(keep_moving(victims, ledger=ledger, chance=chance)))
        games.append(asyncio.create_task(keep_subscribing(victims, ledger=ledger, chance=chance)))
        for _ in range(kills):
            waiting = asyncio.create_task(ledger.wait_for(len(ledger.promises) + chance.randrange(1, 60)))
            await asyncio.wait([waiting, *games], return_when=asyncio.FIRST_COMPLETED)
            for task in (waiting, *games):
                if task.done():
                    task.result()
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
    tables = {table for table, _, _ in ledger.seen} | ledger.hunted
    rooms = {table: await _replayed(store, table) for table in tables}
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
