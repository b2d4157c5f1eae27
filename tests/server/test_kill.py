"""A server killed at random moments loses nothing that it acknowledged and does nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals

import pytest
from tests.server.killing import Victim, Zygote, check, kill_and_restart
from tests.server.serving import held_port

TABLES = 6


async def survived(
    database: str, folder: Path, *, processes: int, kills: int, how: Signals = SIGKILL
) -> None:
    async with AsyncExitStack() as stack:
        zygote = await stack.enter_async_context(Zygote(folder / "log"))
        ports = [stack.enter_context(held_port()) for _ in range(processes)]
        victims = [Victim(database, port=port, zygote=zygote) for port in ports]
        ledger = await kill_and_restart(victims, kills=kills, tables=TABLES, seed=kills, how=how)
    assert len(ledger.promises) >= kills
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
    await survived(str(tmp_path / "tables.sqlite3"), tmp_path, processes=1, kills=200)


@pytest.mark.slow
async def test_50_kills_of_two_processes_on_postgresql(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    await survived(new_postgres(), tmp_path, processes=2, kills=50)
