"""Limits on clients: request rate (sockets are slowed down, requests refused) and body size."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkrail.core.errors import Refusal
from inkrail.server.http.addresses import Budgets, address_key
from inkrail.server.http.bucket import Bucket
from inkrail.server.http.turns import asking
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.refusals import problem, status_of

MOST_BODY_BYTES = 4 * 1024
"""The largest body of a request: all of them are small, except those below."""
LARGER_BODIES = {
    "/api/tables": 32 * 1024,
    "/api/score": 300 * 1024,
    "/api/solve": 300 * 1024,
    "/api/reviews": 128 * 1024,
    "/api/best": 128 * 1024,
    "/api/transfers": 720 * 1024,
}
"""Fixed rolls of a whole game; a board text of 64 KiB, escaped as JSON; a record of 64 KiB, which is nearly all ASCII; games of 512 KiB as base64."""
BODY_SECONDS = 20.0
"""How many seconds a client has to send the body."""
_DISCARDED_BYTES = 1024 * 1024
"""A body up to this size is read to its end, so that the client sees the refusal; a larger one closes the connection."""
_LONGEST_WAIT = 10.0
"""A request that would have to wait longer for its address is refused."""


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


class AddressLimit:
    """Charges each request to its client's address; an address that asks too fast is answered later."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the connection whose it is, and wait until the address may ask again."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        budgets: Budgets = scope["app"].state.services.connections.budgets
        key = address_key(scope["client"][0] if scope.get("client") else "")
        asking.set(key)
        budget = budgets.of(key)
        guard = scope.get("state", {}).get("guard")
        if guard:
            guard.begin_request(budget)
        try:
            if scope["type"] == "http":
                if budget.requests.wait(budgets.clock()) > _LONGEST_WAIT:
                    await _refuse(send, Refusal("request.too_many"), close=True)
                    return
                if seconds := budget.requests.spend(budgets.clock()):
                    await asyncio.sleep(seconds)
            await self._app(scope, receive, send)
        finally:
            if guard:
                guard.end_request()


class BodyLimit:
    """Refuses bodies that are too large before they are parsed, or that come too slowly."""

    def __init__(
        self, app: ASGIApp, *, most: int = MOST_BODY_BYTES, larger: Mapping[str, int] = LARGER_BODIES
    ) -> None:
        self._app = app
        self._most = most
        self._larger = larger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the stated size, and the time that the body takes."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if b"transfer-encoding" in headers:  # the body may come in pieces of one byte, each of which costs
            await _refuse(send, Refusal("request.unusable"), status=411, close=True)
            return
        stated = headers.get(b"content-length", b"0")
        size = int(stated) if stated.isdigit() and len(stated) <= 12 else _DISCARDED_BYTES + 1
        guard = scope.get("state", {}).get("guard")
        if guard and size <= _DISCARDED_BYTES:
            guard.expect_body(size)
        if size > self._larger.get(scope["path"], self._most):
            await _refuse(send, Refusal("request.too_large"), close=size > _DISCARDED_BYTES)
            return
        await self._app(scope, _Body(receive).receive, send)


class _Body:
    """The body of a request, which has to arrive in time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_complete = False
        self._due = asyncio.get_running_loop().time() + BODY_SECONDS

    async def receive(self) -> Message:
        """The next part."""
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, headers={"connection": "close"}) from None
        self._is_complete = not message.get("more_body", False)
        return message


async def _refuse(send: Send, refusal: Refusal, *, status: int = 0, close: bool = False) -> None:
    body = to_json(problem(refusal))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if close:
        headers.append((b"connection", b"close"))
    status = status or status_of(refusal)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
