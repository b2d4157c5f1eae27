"""Processes for the tests of rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from tests.server.conftest import FakeClock

from inkrail.server.http.services import Services, running
from inkrail.server.settings import Settings

Open = Callable[[], Awaitable[Services]]


@pytest.fixture
async def start(database: str, settings: Settings, clock: FakeClock) -> AsyncIterator[Open]:
    """Starts one process after another on the same database."""
    async with AsyncExitStack() as stack:

        async def one() -> Services:
            return await stack.enter_async_context(running(replace(settings, database=database), clock=clock))

        yield one
