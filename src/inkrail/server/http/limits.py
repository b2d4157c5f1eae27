"""Limits on clients: request rate (sockets are slowed down, requests refused) and body size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkrail.core.errors import Refusal
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.refusals import problem

MOST_BODY_BYTES = 300 * 1024
"""The largest accepted body: enough for a board text of 64 KiB, escaped as JSON."""


class Bucket:
    """A token bucket that refills at a steady rate."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, burst: float, *, rate: float, now: float) -> None:
        self._burst = self._left = burst
        self._rate = rate
        self._at = now

    def take(self, now: float, *, cost: int = 1) -> bool:
        """Take this many tokens if available. A clock that is set back removes none."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def spend(self, now: float, *, cost: int = 1) -> float:
        """Take this many tokens even if they are missing, and return the seconds until they are refilled."""
        if not self.take(now, cost=cost):
            self._left -= cost
        return max(0.0, -self._left / self._rate)


class Gate:
    """A bucket per address; the least recently seen addresses are dropped."""

    def __init__(self, burst: float, *, rate: float, clock: Callable[[], float], most: int = 10_000) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def enter(self, address: str) -> None:
        """Refuse the request if its address has used up its bucket."""
        if not self.admits(address):
            raise Refusal("request.too_many")

    def admits(self, address: str) -> bool:
        """Whether this address may send another request now."""
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._burst, rate=self._rate, now=now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)


class BodyLimit:
    """Refuses bodies that are too large before they are parsed."""

    def __init__(self, app: ASGIApp, *, most: int = MOST_BODY_BYTES) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the incoming bytes."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        stated = dict(scope["headers"]).get(b"content-length", b"0")
        if not stated.isdigit() or len(stated) > 12 or int(stated) > self._most:
            await _refuse(send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._most:
                raise HTTPException(413)
            return message

        await self._app(scope, counted, send)


async def _refuse(send: Send) -> None:
    body = to_json(problem(Refusal("request.too_large")))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
