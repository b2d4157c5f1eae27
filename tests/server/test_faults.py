"""Faults of the database in mid-game: clients get one clear code, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import asyncpg  # type: ignore[import-untyped]
import pytest
import sqlalchemy as sa
from tests.server.killing import check
from tests.server.ledger import Ledger, Promise
from tests.server.playing import Client, next_action, waits
from tests.server.postgres import Postgres, running_postgres
from tests.server.serving import Served, refused_hello, served
from tests.server.waiting import limited

from inkrail.server.settings import Settings
from inkrail.server.storage import store
from inkrail.server.wire.protocol import PROTOCOL

SEATS = [{"kind": "human"}, {"kind": "human"}, {"kind": "bot", "bot": "random"}]
FAILURES = "inkrail_storage_failures_total"
_PAUSE = 0.02


class Stubborn:
    """A player who keeps one socket, and resends a request with the same id until it is acknowledged."""

    def __init__(self, client: Client, given: dict[str, str], ledger: Ledger) -> None:
        self.client = client
        self.refusals = 0
        self._table, self._seat = given["table"], int(given["seat"])
        self._ledger = ledger
        self._count = 0
        ledger.seen.append((self._table, self._seat, client))

    async def play(self, *, until: Callable[[], bool]) -> None:
        """Play until the game is over or the condition holds."""
        while self.client.view["phase"] != "over" and not until():
            if waits(self.client.view):
                await self._act(next_action(self.client.view))
            else:
                await self.client.frame()

    async def _act(self, action: str) -> None:
        self._count += 1
        id_ = f"n{self._count}"
        async with limited(f"request {id_} to be stored"):
            while (answer := await self.client.act(action, id_))["type"] != "ack":
                assert answer["code"] == "server.storage"
                self.refusals += 1
                await asyncio.sleep(_PAUSE)
        await self._ledger.add(Promise(self._table, self._seat, id_, answer["number"]))


async def seated(server: Served, ledger: Ledger) -> tuple[Stubborn, Stubborn]:
    """Two people and a bot at a table whose game has started."""
    ann = await server.open_table(seats=SEATS)
    bob = await server.join(ann["table"])
    one, other = [Stubborn(await server.client(given).enter(), given, ledger) for given in (ann, bob)]
    assert (await one.client.ask({"type": "start", "id": "go"}))["type"] == "ack"
    while other.client.view["phase"] == "lobby":
        await other.client.frame()
    return one, other


async def play(players: tuple[Stubborn, ...], *, until: Callable[[], bool] = lambda: False) -> None:
    await asyncio.gather(*(player.play(until=until) for player in players))


def counted(server: Served, name: str) -> float:
    return server.services.metrics.registry.get_sample_value(name) or 0.0


async def status(server: Served, path: str) -> int:
    return (await server.http.get(path)).status_code


async def hello(server: Served, table: str) -> tuple[str, int]:
    """The code with which a new watcher is refused."""
    return await refused_hello(server, json.dumps({"type": "hello", "protocol": PROTOCOL}), table=table)


async def refused(server: Served) -> None:
    """Wait until the database has failed more than once from now on."""
    before = counted(server, FAILURES)
    async with limited("the database to fail"):
        while counted(server, FAILURES) < before + 3:  # noqa: ASYNC110 - a counter wakes nobody
            await asyncio.sleep(_PAUSE)


# A full disk.


async def limit_pages(server: Served, *, more: int) -> None:
    """Let the file grow by at most this many pages, as on a full disk."""
    async with server.services.store.engine.connect() as connection:
        pages = (await connection.execute(sa.text("PRAGMA page_count"))).scalar_one()
    writer = server.services.store._writer
    assert writer is not None
    await writer.commit([(sa.text(f"PRAGMA max_page_count={pages + more}"), [{}])])


async def test_on_a_full_disk_play_stops_with_a_code_and_goes_on_when_there_is_room(
    settings: Settings,
) -> None:
    ledger = Ledger()
    async with served(settings) as server:
        players = await seated(server, ledger)
        await limit_pages(server, more=1)
        playing = asyncio.create_task(play(players))
        await refused(server)
        stored = len(ledger.promises)
        assert stored > 0
        async with limited("the last free bytes to be taken"):
            while (answer := await server.http.post("/api/tables", json={"name": "Cleo"})).is_success:
                pass
        assert (answer.status_code, answer.json()["code"]) == (503, "server.storage")
        assert await status(server, f"/api/tables/{ledger.promises[0].table}") == 200
        await check(ledger, settings.database)
        await limit_pages(server, more=10_000)
        await playing
        assert len(ledger.promises) > stored
        assert counted(server, "inkrail_failures_total") == 0
    await check(ledger, settings.database)


# A database that goes away.


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A database server for this test only, which it may stop."""
    with running_postgres() as server:
        yield server


async def test_a_game_goes_on_after_the_database_was_away(own_postgres: Postgres, settings: Settings) -> None:
    ledger = Ledger()
    database = own_postgres.address.format("postgres")
    async with served(replace(settings, database=database, sweep_seconds=0.1)) as server:
        players = await seated(server, ledger)
        playing = asyncio.create_task(play(players))
        for _ in range(2):
            await ledger.wait_for(len(ledger.promises) + 5)
            await asyncio.to_thread(own_postgres.stop)
            await refused(server)
            assert (await status(server, "/healthz"), await status(server, "/readyz")) == (200, 503)
            assert await status(server, f"/api/tables/{ledger.promises[0].table}") == 503
            assert await hello(server, ledger.promises[0].table) == ("server.storage", 1011)
            await asyncio.to_thread(own_postgres.start)
            await ledger.wait_for(len(ledger.promises) + 1)
            assert await status(server, "/readyz") == 200
        await playing
        assert {player.client.view["phase"] for player in players} == {"over"}
        assert counted(server, "inkrail_failures_total") == 0
    await check(ledger, database)


async def test_a_database_that_hangs_is_given_up_for_the_moment(
    new_postgres: Callable[[], str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "COMMAND_SECONDS", 2.0)
    ledger, database = Ledger(), new_postgres()
    async with served(replace(settings, database=database)) as server:
        players = await seated(server, ledger)
        holder = await asyncpg.connect(database)
        async with holder.transaction():
            await holder.execute("LOCK TABLE game_rows IN EXCLUSIVE MODE")
            playing = asyncio.create_task(play(players))
            await refused(server)
        await holder.close()
        await playing
        assert counted(server, "inkrail_failures_total") == 0
    await check(ledger, database)
