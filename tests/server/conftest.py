"""Databases, servers and clocks for the tests of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
from fastapi import FastAPI
from hypothesis import settings as hypothesis_settings
from tests.server.asking import Api
from tests.server.postgres import running_postgres

from inkrail.server.app import create_app
from inkrail.server.settings import Settings

_numbers = count(1)


class FakeClock:
    """A clock that only the test moves: `now += seconds` lets time pass, `jump` sets the wall clock."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now
        self._set_by = 0.0

    def __call__(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return self.now - self._set_by

    def jump(self, seconds: float) -> None:
        self.now += seconds
        self._set_by += seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    if hypothesis_settings.get_current_profile_name() == "mutation":
        pytest.skip("PostgreSQL would outlive the process of a mutant")
    with running_postgres() as server:
        yield server.address


@pytest.fixture
def new_postgres(postgres: str) -> Callable[[], str]:
    """Creates an empty database and returns its address."""

    def make() -> str:
        import asyncio  # noqa: PLC0415
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

        name = f"test_{next(_numbers)}"

        async def create() -> None:
            connection = await asyncpg.connect(postgres.format("postgres"))
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()

        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, create()).result()
        return postgres.format(name)

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    make: Callable[[], str] = request.getfixturevalue("new_postgres")
    return make()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database=str(tmp_path / "tables.sqlite3"),
        secret="a secret of the tests",
        creations=100_000,
        messages=100_000,
        address_people=10_000,
        # A busy machine may take minutes for what compiles a search.
        bot_seconds=600,
        sweep_seconds=3600,
    )


@pytest.fixture
async def app(settings: Settings, clock: FakeClock) -> AsyncIterator[FastAPI]:
    app = create_app(settings, clock=clock)
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
async def api(app: FastAPI) -> AsyncIterator[Api]:
    async with Api(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        yield client
