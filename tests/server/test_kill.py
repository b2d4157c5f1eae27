"""A server killed at random moments loses nothing that it acknowledged and does nothing twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from typing import Any

import httpx
import pytest
from tests.server.killing import check, kill_and_restart
from tests.server.serving import held_port
from tests.server.victims import Victim, Zygote
from tests.server.waiting import limited
from tests.study.games import text_of

from inkrail.server.rooms.hunt import Mark, week_of
from inkrail.server.storage.hunt_store import HuntStore
from inkrail.server.storage.store import Store, database_url

TABLES = 6
MARK = 72


async def with_marks(database: str) -> None:
    """Let the house have found its board, so that nobody has to wait for it."""
    store, now = Store(database_url(database)), time.time()
    await store.open()
    for week in {week_of(now), week_of(now + 24 * 3600)}:
        await HuntStore(store).add(Mark(week, MARK, 83, ""))
    await store.close()


async def survived(
    database: str,
    folder: Path,
    *,
    processes: int,
    kills: int,
    how: Signals = SIGKILL,
    hints: bool = False,
) -> None:
    await with_marks(database)
    async with AsyncExitStack() as stack:
        zygote = await stack.enter_async_context(Zygote(folder / "log"))
        ports = [stack.enter_context(held_port()) for _ in range(processes)]
        victims = [Victim(database, port=port, zygote=zygote) for port in ports]
        ledger = await kill_and_restart(victims, kills=kills, tables=TABLES, seed=kills, how=how, hints=hints)
    assert len(ledger.promises) >= kills
    assert ledger.studies
    assert ledger.daily_puzzles
    assert {total for _, total in ledger.marks} == {MARK}
    assert ledger.hunted
    assert ledger.codes
    assert ledger.called
    assert bool(ledger.hints) == hints
    await check(ledger, database)


async def test_some_kills_on_sqlite(tmp_path: Path) -> None:
    await survived(str(tmp_path / "tables.sqlite3"), tmp_path, processes=1, kills=12)


async def test_some_kills_of_two_processes_on_postgresql(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    await survived(new_postgres(), tmp_path, processes=2, kills=4)


async def test_an_orderly_end_loses_nothing_either(tmp_path: Path) -> None:
    await survived(str(tmp_path / "tables.sqlite3"), tmp_path, processes=1, kills=3, how=SIGTERM)


@pytest.mark.slow
async def test_200_kills_on_sqlite(tmp_path: Path) -> None:
    await survived(str(tmp_path / "tables.sqlite3"), tmp_path, processes=1, kills=200, hints=True)


@pytest.mark.slow
async def test_50_kills_of_two_processes_on_postgresql(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    await survived(new_postgres(), tmp_path, processes=2, kills=50, hints=True)


async def told(victim: Victim, id_: str, *, done: int) -> dict[str, Any]:
    """A study once it has this many rounds or is over."""
    async with limited(f"{done} rounds of a study"), httpx.AsyncClient(timeout=None) as http:  # noqa: S113
        while True:
            answer = await http.get(f"{victim.address}/api/studies/{id_}?after={done - 1}")
            view: dict[str, Any] = answer.json()
            if view["rounds_done"] >= done or view["status"] in ("done", "failed"):
                return view


@pytest.mark.slow
async def test_a_study_in_the_middle_of_which_a_server_is_killed_is_computed_by_another(
    database: str, tmp_path: Path
) -> None:
    """On SQLite by the same server when it is back; on PostgreSQL by one that ran beside it, when the lease runs out."""
    async with AsyncExitStack() as stack:
        zygote = await stack.enter_async_context(Zygote(tmp_path / "log"))
        ports = [stack.enter_context(held_port()) for _ in range(2)]
        first, second = (Victim(database, port=port, zygote=zygote) for port in ports)
        await first.start()
        body = {"record": text_of("casual"), "effort": "quick"}
        async with httpx.AsyncClient() as http:
            id_ = (await http.post(f"{first.address}/api/reviews", json=body)).json()["id"]
        assert (await told(first, id_, done=1))["status"] == "running"
        if database.startswith("postgres"):
            await second.start()
        await first.end()
        if not second.up.is_set():
            await second.start()
        study = await told(second, id_, done=8)
        assert (study["status"], study["rounds_done"]) == ("done", 7)
        await second.end()
