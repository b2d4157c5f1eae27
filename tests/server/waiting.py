"""Waiting with a time limit: a timeout fails the test and names what it waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE = 300.0
"""Seconds: long enough for anything that these tests wait for, on a busy machine too."""


@asynccontextmanager
async def limited(awaited: str, *, seconds: float = PATIENCE) -> AsyncIterator[None]:
    """Fail if the block takes longer than this."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise AssertionError(f"waited {seconds:g} seconds for {awaited}") from None
