"""The services of a running server, started and stopped in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from inkrail.server.bots.available import can_search
from inkrail.server.bots.programs import Program, greeted_programs
from inkrail.server.bots.runner import BotRunner
from inkrail.server.http.addresses import Budgets
from inkrail.server.http.connections import Connections
from inkrail.server.http.house import House
from inkrail.server.http.limits import Gate
from inkrail.server.http.open_files import most_files
from inkrail.server.http.painter import Painter
from inkrail.server.http.puzzle_maker import PuzzleMaker, starters
from inkrail.server.http.turns import Turns
from inkrail.server.metrics import Metrics
from inkrail.server.push.encryption import ServerKey
from inkrail.server.push.notifier import Notifier
from inkrail.server.rooms.clock import Clock, SystemClock
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.sweep import Sweep
from inkrail.server.settings import Settings
from inkrail.server.storage.attempt_store import AttemptStore
from inkrail.server.storage.challenge_store import ChallengeStore
from inkrail.server.storage.group_commit import GroupCommit
from inkrail.server.storage.hunt_store import HuntStore
from inkrail.server.storage.league_store import LeagueStore
from inkrail.server.storage.pubsub import PubSub
from inkrail.server.storage.push_store import PushStore
from inkrail.server.storage.puzzle_store import PuzzleStore
from inkrail.server.storage.store import Store, database_name, database_url
from inkrail.server.storage.study_store import StudyStore
from inkrail.server.storage.transfer_store import TransferStore
from inkrail.server.studies.studies import Studies

log = logging.getLogger("inkrail.server")


_SPARE_CONNECTIONS = 2_000
"""Connections for requests, besides the WebSockets."""
_OTHER_FILES = 200
"""Files that are no connections: the database, the bots' pipes, the page."""
_OTHER_FRAMES = 100
"""Frames in a burst that are no messages."""


class Services:
    """The services that requests use."""

    def __init__(
        self,
        settings: Settings,
        rooms: Rooms,
        *,
        bots: BotRunner,
        store: Store,
        studies: Studies,
        metrics: Metrics,
        push: Notifier,
        programs: Mapping[str, Program],
    ) -> None:
        self.settings = settings
        self.programs = programs
        """The bots that are programs, by name."""
        self.rooms = rooms
        self.bots = bots
        self.sweep = Sweep(rooms)
        self.store = store
        self.attempts = AttemptStore(store)
        self.challenges = ChallengeStore(store)
        self.leagues = LeagueStore(store)
        self.subscriptions = PushStore(store)
        self.push = push
        self.transfers = TransferStore(store)
        self.puzzles = PuzzleStore(store)
        self.hunts = HuntStore(store)
        self.house = House(self.hunts, studies=studies)
        self.metrics = metrics
        self.clock = rooms.clock
        passed = rooms.clock.monotonic
        self.creations = Gate(settings.creations, rate=0.5, clock=passed)
        """Rate limit for requests that create or change something."""
        self.questions = Gate(settings.creations * 4, rate=20, clock=passed)
        """Rate limit for requests that are expensive to answer."""
        self.pictures = Gate(settings.creations / 5, rate=0.5, clock=passed)
        """Rate limit for pictures that have to be painted."""
        self.painter = Painter()
        self.connections = Connections(
            Budgets(settings.address_people, clock=passed),
            most=min(settings.connections + _SPARE_CONNECTIONS, most_files() - _OTHER_FILES),
            socket_frames=2 * settings.messages + _OTHER_FRAMES,
            cut=lambda why: metrics.cut.labels(why=why).inc(),
        )
        self.studies = studies
        self.scoring = Turns()
        """Held by requests that compute in threads."""
        self.unfinished: set[asyncio.Task[Any]] = set()
        """What goes on although the request that began it was answered."""
        self.sockets = 0


@asynccontextmanager
async def running(settings: Settings, *, clock: Clock | None = None) -> AsyncIterator[Services]:
    """Start everything; on exit, store what was accepted before the database is closed."""
    metrics = Metrics()
    store = Store(database_url(settings.database_address), failures=metrics.storage_failures)
    journal = GroupCommit(store, metrics)
    programs = await asyncio.to_thread(greeted_programs, settings.program_bots)
    bots = BotRunner(
        metrics,
        workers=settings.bot_workers,
        seconds=settings.bot_seconds,
        source=settings.bots,
        programs=programs,
    )
    rooms = Rooms(store, journal=journal, bots=bots, meters=metrics, clock=clock or SystemClock())
    studies = Studies(StudyStore(store), workers=bots, clock=rooms.clock, meters=metrics)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        await store.open()
        rooms.secret = settings.secret or await store.secret("daily")
        journal.start()
        stack.push_async_callback(journal.stop)
        stack.push_async_callback(bots.stop)
        stack.push_async_callback(rooms.close)
        if store.shared:
            pubsub = PubSub(rooms, store, studies=studies)
            await pubsub.start()
            stack.push_async_callback(pubsub.stop)
        if can_search():
            await studies.start(workers=settings.bot_workers)
            stack.push_async_callback(studies.stop)
        push = await _notifier(settings, store, clock=rooms.clock)
        rooms.moved_on, rooms.left = push.moved_on, push.left
        push.start()
        stack.push_async_callback(push.stop)
        services = Services(
            settings,
            rooms,
            bots=bots,
            store=store,
            studies=studies,
            metrics=metrics,
            push=push,
            programs=programs,
        )
        stack.push_async_callback(services.painter.stop)
        stack.push_async_callback(_all_ended, services.unfinished)
        sweeping = asyncio.create_task(_sweep(services, seconds=settings.sweep_seconds))
        stack.push_async_callback(_ended, sweeping)
        await services.puzzles.add(starters(), now=rooms.clock())
        if settings.warm_up:
            bots.warm_up()
            maker = PuzzleMaker(services.puzzles, bots=bots, clock=rooms.clock)
            stack.push_async_callback(_ended, asyncio.create_task(maker.run()))
        log.info("started", extra={"database": database_name(store.url)})
        yield services
        log.info("stopping")


async def _notifier(settings: Settings, store: Store, *, clock: Clock) -> Notifier:
    key = ServerKey(await store.secret("push"))
    return Notifier(
        PushStore(store),
        key=key,
        clock=clock,
        contact=settings.push_contact,
        permitted=settings.push_permitted,
    )


async def _sweep(services: Services, *, seconds: float) -> None:
    while True:
        try:
            await services.sweep.run()
            await services.studies.tidy()
            services.push.tell_late(services.rooms.in_memory)
            await services.push.tidy()
            await services.transfers.forget(now=services.clock())
        except TryAgain as refusal:
            log.warning("sweep cut short", extra={"code": refusal.code})
        except Exception:
            services.metrics.failures.inc()
            log.exception("sweep failed")
        await asyncio.sleep(seconds)


async def _ended(task: asyncio.Task[None]) -> None:
    await _all_ended((task,))


async def _all_ended(tasks: Collection[asyncio.Task[Any]]) -> None:
    ending = tuple(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)
