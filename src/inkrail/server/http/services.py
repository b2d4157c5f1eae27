"""All parts of a running server, started and stopped in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from time import time

from inkrail.server.bots.runner import BotRunner
from inkrail.server.http.limits import Gate
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.rooms import House
from inkrail.server.settings import Settings
from inkrail.server.storage.group_commit import Commits
from inkrail.server.storage.pubsub import Notices
from inkrail.server.storage.store import Store, database_url

log = logging.getLogger("inkrail.server")


class Running:
    """What requests need."""

    def __init__(self, settings: Settings, house: House, *, clock: Callable[[], float]) -> None:
        self.settings = settings
        self.house = house
        self.clock = clock
        self.creations = Gate(settings.creations, rate=0.5, clock=clock)
        """For what makes or changes something."""
        self.questions = Gate(settings.creations * 4, rate=20, clock=clock)
        """For what costs time."""
        self.scoring = asyncio.Semaphore(2)
        self.sockets = 0

    @property
    def store(self) -> Store:
        """The database."""
        return self.house.store

    @property
    def metrics(self) -> Metrics:
        """The measurements."""
        return self.house.metrics


@asynccontextmanager
async def running(settings: Settings, *, clock: Callable[[], float] = time) -> AsyncIterator[Running]:
    """Start everything; at the end what was accepted is stored before the database is let go."""
    metrics = Metrics()
    store = Store(database_url(settings.database_address))
    commits = Commits(store, metrics)
    bots = BotRunner(
        metrics, workers=settings.bot_workers, seconds=settings.bot_seconds, source=settings.bots
    )
    house = House(store, commits=commits, bots=bots, metrics=metrics, clock=clock)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        await store.open()
        await house.open(settings.secret or None)
        commits.start()
        stack.push_async_callback(commits.stop)
        stack.push_async_callback(bots.stop)
        stack.push_async_callback(house.close)
        if store.shared:
            notices = Notices(house, store.url)
            await notices.start()
            stack.push_async_callback(notices.stop)
        sweeping = asyncio.create_task(_sweep(house, seconds=settings.sweep_seconds))
        stack.push_async_callback(_ended, sweeping)
        log.info("started", extra={"database": store.url.render_as_string(hide_password=True)})
        yield Running(settings, house, clock=clock)
        log.info("stopping")


async def _sweep(house: House, *, seconds: float) -> None:
    while True:
        try:
            await house.sweep()
        except Exception:
            house.metrics.failures.inc()
            log.exception("sweep failed")
        await asyncio.sleep(seconds)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
