"""Tells people who are away that a table waits for them, at low priority: a game never waits for a push service."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol, TypeVar

from inkrail.core.errors import Refusal
from inkrail.i18n import catalogue
from inkrail.server.push.encryption import ServerKey, decode, encrypt
from inkrail.server.push.endpoints import Endpoint, parse_endpoint
from inkrail.server.push.sender import post
from inkrail.server.rooms.clock import Clock
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.subscriptions import Subscription

log = logging.getLogger("inkrail.push")

SENDERS = {True: 4, False: 2}
"""How many messages are sent at the same time: to well-known services, and to all others, which a stranger may have made slow."""
MOST_WAITING = 1000
"""How many turns may wait to be told, and how many messages to be sent of either kind; those beyond are not."""
QUIET_SECONDS = 60.0
"""A place is told at most once in this time."""
KEPT_SECONDS = 90 * 24 * 3600.0
"""After this time a subscription is removed, whatever became of its table."""
_TIDY_SECONDS = 3600.0
_MOST_TTL = 28 * 24 * 3600
_GONE = (404, 410)
"""The answers of a push service that no longer knows a browser."""
_ACCEPTED = range(200, 300)


class Subscriptions(Protocol):
    """The stored subscriptions."""

    async def of(self, table: str, *, places: Collection[int]) -> Sequence[Subscription]:
        """Those of some places at a table."""
        ...

    async def remove(self, subscription: Subscription) -> None:
        """Remove one."""
        ...

    async def remove_table(self, table: str) -> None:
        """Remove those of a table."""
        ...

    async def remove_old(self, *, before: float) -> None:
        """Remove those that were made before this time."""
        ...


@dataclass(frozen=True, slots=True)
class Turn:
    """A table that waits for some places, as a message tells it; no place if the game is over."""

    table: str
    rules: str
    round: int
    places: tuple[int, ...]
    seconds: int


@dataclass(frozen=True, slots=True)
class Message:
    """What a browser is told of a turn, and where it is sent."""

    turn: Turn
    subscription: Subscription
    endpoint: Endpoint


T = TypeVar("T")


class Notifier:
    """Sends messages in the background; `permitted` is an origin that the operator permits although it is private."""

    def __init__(
        self, stored: Subscriptions, *, key: ServerKey, clock: Clock, contact: str = "", permitted: str = ""
    ) -> None:
        self.key = key
        self.permitted = permitted
        self._stored = stored
        self._clock = clock
        self._contact = contact
        self._waiting: asyncio.Queue[Turn] = asyncio.Queue(MOST_WAITING)
        self._messages: dict[bool, asyncio.Queue[Message]] = {
            is_known: asyncio.Queue(MOST_WAITING) for is_known in SENDERS
        }
        self._told: dict[tuple[str, int], float] = {}
        self._late: set[tuple[str, int]] = set()
        """The places that the table waits for, but that were told something too lately."""
        self._began: dict[tuple[str, int], float] = {}
        """When the table began to wait for a place that was connected."""
        self._workers: list[asyncio.Task[None]] = []
        self._tidied = clock.monotonic()

    def start(self) -> None:
        """Start sending."""
        self._workers = [asyncio.create_task(self._work(self._waiting, self._tell), name="push turns")]
        for is_known, number in SENDERS.items():
            queue = self._messages[is_known]
            self._workers += [asyncio.create_task(self._work(queue, self._send)) for _ in range(number)]

    async def stop(self) -> None:
        """Stop sending; what waits is not sent."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    def moved_on(self, open_room: OpenRoom, seats: Collection[int]) -> None:
        """Tell those of these seats that are not connected that the table waits for them, or forget a table that is over."""
        room, connected, now = open_room.room, open_room.connected(), self._clock.monotonic()
        self._began |= {(room.id, room.places[seat]): now for seat in seats if seat in connected}
        absent = {room.places[seat] for seat in seats if seat not in connected}
        places = sorted(place for place in absent if self._is_quiet(room.id, place, now=now))
        self._late |= {(room.id, place) for place in absent.difference(places)}
        if room.phase != "over" and not places:
            return
        for place in places:
            self._told[room.id, place] = now
        seconds = min(room.spec.clock or _MOST_TTL, _MOST_TTL)
        turn = Turn(room.id, room.ruleset.name, max(room.waiting.round, 1), tuple(places), seconds)
        try:
            self._waiting.put_nowait(turn)
        except asyncio.QueueFull:
            log.warning("push skipped", extra={"table": room.id})

    def left(self, open_room: OpenRoom, seat: int, heard: float) -> None:
        """Tell a seat whose last connection ended that the table waits for it, if it was heard last before that.

        A device that sleeps or has lost its network counts as connected for a while.
        """
        room = open_room.room
        if seat in open_room.connected():
            return
        began = self._began.pop((room.id, room.places[seat]), -inf)
        if heard < began and seat in room.waiting.seats and not room.bots[seat]:
            self.moved_on(open_room, [seat])

    def _is_quiet(self, table: str, place: int, *, now: float) -> bool:
        return now - self._told.get((table, place), -inf) >= QUIET_SECONDS

    def tell_late(self, in_memory: Callable[[str], OpenRoom | None]) -> None:
        """Tell those whose turn came too soon after another message, if the table still waits for them."""
        now = self._clock.monotonic()
        due = {(table, place) for table, place in self._late if self._is_quiet(table, place, now=now)}
        self._late -= due
        for table, place in sorted(due):
            if (open_room := in_memory(table)) is None:
                continue
            room = open_room.room
            seats = [
                seat for seat in room.waiting.seats if room.places[seat] == place and not room.bots[seat]
            ]
            if seats:
                self.moved_on(open_room, seats)

    async def tidy(self) -> None:
        """From time to time, remove what is old."""
        now = self._clock.monotonic()
        if now - self._tidied < _TIDY_SECONDS:
            return
        self._tidied = now
        self._told = {key: at for key, at in self._told.items() if now - at < QUIET_SECONDS}
        self._began = {key: at for key, at in self._began.items() if now - at < _TIDY_SECONDS}
        await self._stored.remove_old(before=self._clock() - KEPT_SECONDS)

    async def idle(self) -> None:
        """Wait until everything is sent."""
        await self._waiting.join()
        for messages in self._messages.values():
            await messages.join()

    async def _work(self, queue: asyncio.Queue[T], do: Callable[[T], Awaitable[None]]) -> None:
        while True:
            one = await queue.get()
            try:
                await do(one)
            except TryAgain as refusal:
                log.warning("push skipped", extra={"code": refusal.code})
            except Exception:
                log.exception("push failed")
            finally:
                queue.task_done()

    async def _tell(self, turn: Turn) -> None:
        if not turn.places:
            await self._stored.remove_table(turn.table)
            return
        for subscription in await self._stored.of(turn.table, places=turn.places):
            try:
                endpoint = parse_endpoint(subscription.endpoint, permitted=self.permitted)
                self._messages[endpoint.is_known].put_nowait(Message(turn, subscription, endpoint))
            except (Refusal, asyncio.QueueFull) as problem:
                log.info("push not sent", extra={"table": turn.table, "why": type(problem).__name__})

    async def _send(self, sent: Message) -> None:
        table = sent.turn.table
        try:
            status = await self._posted(sent)
        except TryAgain:
            raise
        except (OSError, Refusal, ValueError) as problem:
            log.info("push not sent", extra={"table": table, "why": type(problem).__name__})
            return
        if status in _GONE:
            await self._stored.remove(sent.subscription)
        elif status not in _ACCEPTED:
            log.info("push refused", extra={"table": table, "status": status})

    async def _posted(self, sent: Message) -> int:
        turn, subscription, endpoint = sent.turn, sent.subscription, sent.endpoint
        body = encrypt(
            message(turn, language=subscription.language),
            browser=decode(subscription.browser_key),
            auth=decode(subscription.auth),
        )
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(turn.seconds),
            # A newer message about the same table takes the place of one that was not delivered yet.
            "Topic": turn.table,
            "Authorization": self.key.authorization(
                endpoint.origin, contact=self._contact, now=self._clock()
            ),
        }
        return await post(endpoint, body, headers=headers)


def message(turn: Turn, *, language: str) -> bytes:
    """What the browser shows, in the language that its reader chose."""
    texts = catalogue(language)
    name = texts[f"ruleset.{turn.rules.partition('+')[0]}.name"]
    shown = {
        "title": texts["push.turn.title"],
        "body": texts.text("push.turn.body", ruleset=name, round=turn.round),
        "table": turn.table,
    }
    return json.dumps(shown).encode()
