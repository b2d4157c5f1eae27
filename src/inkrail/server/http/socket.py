"""A table's WebSocket: messages in, each bounded in size, rate and cost; events, answers and views out."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from time import perf_counter

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.reasons import why_not
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.server.http.limits import Bucket
from inkrail.server.rooms.commands import Request
from inkrail.server.rooms.daily import require_shown
from inkrail.server.rooms.rooms import Host, House, Presence
from inkrail.server.rooms.tokens import require_seat
from inkrail.server.wire import messages as wire
from inkrail.server.wire.refusals import plain_params
from inkrail.server.wire.views import Parts, change_message, event_message, summary, to_json, view_message

log = logging.getLogger("inkrail.live")

MESSAGES_A_SECOND = 20.0
WRONG_VERSION, NO_TABLE, NO_HELLO, FAILED = 4400, 4404, 4401, 1011
"""Codes with which the server closes a connection."""
_RANKING = 2
"""What it costs besides to have all orientations of a piece scored."""
HELLO_SECONDS = 20.0
"""How long a connection may say nothing before its hello."""


class Connection:
    """One client at one table. A task sends; whatever happens only wakes it, so that nothing piles up."""

    def __init__(self, socket: WebSocket, house: House, *, burst: int) -> None:
        self.seat: int | None = None
        self._socket = socket
        self._house = house
        self._host: Host | None = None
        self._bucket = Bucket(burst, rate=MESSAGES_A_SECOND, now=house.clock())
        self._answers: deque[str] = deque()
        self._awake = asyncio.Event()
        self._sent = 0
        self._shown: Parts | None = None
        """The view that the client has."""
        self._present: Presence | None = None
        self._idle: frozenset[int] = frozenset()
        self._closing: int | None = None

    def wake(self) -> None:
        """Something happened at the table; what others draw is nothing to this client."""
        host = self._host
        if (
            host is None
            or self._sent < len(host.hosted.stream(self.seat))
            or self._present != host.present
            or self._idle != host.idle
        ):
            self._awake.set()

    # The life of a connection.

    async def run(self, table: str) -> None:
        """Serve the client until it leaves."""
        await self._socket.accept()
        self._house.metrics.connections.inc()
        sender: asyncio.Task[None] | None = None
        try:
            hello = await asyncio.wait_for(self._hello(), HELLO_SECONDS)
            if hello and await self._enter(table, hello):
                sender = asyncio.create_task(self._send_all())
                await self._receive_all()
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            self._house.metrics.connections.dec()
            if sender:
                sender.cancel()
                await asyncio.gather(sender, return_exceptions=True)
            self._leave()
            await self._close()

    async def _close(self) -> None:
        if self._socket.client_state is WebSocketState.CONNECTED and self._closing is not None:
            try:
                await self._socket.close(self._closing)
            except RuntimeError:  # the client closed at the same moment
                log.debug("closed already")

    async def _hello(self) -> wire.Hello | None:
        """The first message, if it is a hello in our version."""
        try:
            return self._checked(self._parse(await self._next()))
        except Refusal as refusal:
            self._closing = WRONG_VERSION if refusal.code == "message.version" else NO_HELLO
            await self._socket.send_text(f"[{self._refused(refusal, None)}]")
            return None

    def _checked(self, message: wire.ClientMessage) -> wire.Hello:
        if not isinstance(message, wire.Hello):
            raise Refusal("message.no_hello")
        if message.protocol != wire.PROTOCOL:
            raise Refusal("message.version", expected=wire.PROTOCOL, found=message.protocol)
        return message

    async def _enter(self, table: str, hello: wire.Hello) -> bool:
        try:
            host = await self._house.host(table)
            if self._house.store.shared:
                await self._house.catch_up(host)
            self.seat = require_seat(hello.token, host.hosted.tokens) if hello.token is not None else None
            require_shown(host.hosted.spec, seat=self.seat, now=self._house.clock())
        except Refusal as refusal:
            self._closing = NO_TABLE if refusal.code == "table.unknown" else NO_HELLO
            await self._socket.send_text(f"[{self._refused(refusal, None)}]")
            return False
        self._host = host
        self._sent = min(hello.since, len(host.hosted.stream(self.seat)))
        welcome = {
            "type": "welcome",
            "protocol": wire.PROTOCOL,
            "seat": self.seat,
            "table": summary(host.hosted, connected=host.connected() | self._own()),
        }
        self._answers.append(to_json(welcome))
        self._house.enter(host, self)
        return True

    def _own(self) -> set[int]:
        return set() if self.seat is None else {self.seat}

    def _leave(self) -> None:
        if self._host:
            self._house.leave(self._host, self)

    # In.

    async def _next(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Refusal("message.not_text")
        if len(text) > wire.MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > wire.MOST_BYTES:
            raise Refusal("message.too_large", limit=wire.MOST_BYTES)
        return str(text)

    def _parse(self, text: str) -> wire.ClientMessage:
        try:
            message = wire.CLIENT_MESSAGE.validate_json(text)
        except (ValidationError, UnicodeEncodeError):
            raise Refusal("message.malformed") from None
        self._house.metrics.messages.labels(type=message.type).inc()
        return message

    async def _receive_all(self) -> None:
        while self._closing is None:
            began = perf_counter()
            id_: str | None = None
            try:
                text = await self._next()
                began = perf_counter()
                await self._slow_down()
                message = self._parse(text)
                id_ = getattr(message, "id", None) or None
                await self._answer(message)
            except Refusal as refusal:
                self._answers.append(self._refused(refusal, id_))
            except WebSocketDisconnect:
                raise
            except Exception:
                self._house.metrics.failures.inc()
                log.exception("message failed")
                self._answers.append(self._refused(Refusal("server.failed"), id_))
            self._house.metrics.answers.observe(perf_counter() - began)
            self._awake.set()
        await self._flushed()

    async def _flushed(self) -> None:
        """Let the last answers out before closing."""
        if self._answers:
            answers, self._answers = list(self._answers), deque()
            await self._socket.send_text(f"[{','.join(answers)}]")

    async def _slow_down(self, *, cost: int = 1) -> None:
        """Whoever is too fast waits: nothing more is read from him until then."""
        if seconds := self._bucket.spend(self._house.clock(), cost=cost):
            self._house.metrics.slowed.inc()
            await asyncio.sleep(seconds)

    async def _answer(self, message: wire.ClientMessage) -> None:
        host = self._host
        assert host is not None
        match message:
            case wire.Ping():
                self._answers.append(to_json({"type": "pong"}))
            case wire.Hello():
                raise Refusal("message.second_hello")
            case wire.Why():
                self._answers.append(self._why(message, host))
            case wire.Place() | wire.Turn():
                await self._slow_down(cost=_RANKING)
                await self._request(message, host)
            case _:
                await self._request(message, host)

    async def _request(self, message: Request, host: Host) -> None:
        if self.seat is None:
            raise Refusal("seat.no_token")
        seat, hosted = self.seat, host.hosted
        key = seat, message.id
        if not message.id or key not in hosted.answered:
            await self._house.perform(
                host,
                lambda orders: (
                    None
                    if message.id and key in orders.hosted.answered
                    else orders.answer(message, seat=seat, now=self._house.clock())
                ),
            )
        if message.id:
            number = hosted.answered[key]
            # Ids are letters, digits and dashes.
            self._answers.append(f'{{"type":"ack","id":"{message.id}","number":{number}}}')

    def _why(self, message: wire.Why, host: Host) -> str:
        game = host.hosted.game
        if self.seat is None:
            raise Refusal("seat.no_token")
        if game is None:
            raise Refusal("table.not_started")
        mine = view(game, Seat(self.seat))
        cell = parse_cell(message.cell)
        found = why_not(mine, verb=message.verb, piece=message.piece, cell=cell)
        answer = {
            "type": "reason",
            "id": message.id,
            "code": found.code if found else None,
            "params": plain_params(found.params) if found else {},
        }
        return to_json(answer)

    def _refused(self, refusal: Refusal, id_: str | None) -> str:
        self._house.metrics.refusals.labels(code=refusal.code).inc()
        params = plain_params(refusal.params)
        return to_json({"type": "refused", "id": id_, "code": refusal.code, "params": params})

    # Out.

    async def _send_all(self) -> None:
        try:
            while True:
                parts = self._parts()
                if parts:
                    await self._socket.send_text(f"[{','.join(parts)}]")
                await self._awake.wait()
                self._awake.clear()
        except (WebSocketDisconnect, RuntimeError):  # the client is gone; the receiver ends as well
            log.debug("sender ended")
        except Exception:
            self._house.metrics.failures.inc()
            log.exception("sender failed")
            self._closing = FAILED
            await self._close()

    def _parts(self) -> list[str]:
        """Everything that the client has not got yet."""
        host = self._host
        assert host is not None
        hosted = host.hosted
        parts = list(self._answers)
        self._answers.clear()
        stream = hosted.stream(self.seat)
        missed = enumerate(stream[self._sent :], start=self._sent + 1)
        parts += (event_message(item, number, hosted=hosted) for number, item in missed)
        if self._sent < len(stream) or self._shown is None or self._idle != host.idle:
            parts.append(self._view(host, number=len(stream)))
        self._sent, self._idle = len(stream), host.idle
        if self._present != host.present:
            self._present = host.present
            seats, watchers = host.present
            parts.append(to_json({"type": "presence", "seats": seats, "watchers": watchers}))
        return parts

    def _view(self, host: Host, *, number: int) -> str:
        """The view, whole the first time, then what changed in it."""
        parts = host.viewer.parts(self.seat, connected=host.present[0], now=self._house.clock())
        shown, self._shown = self._shown, parts
        return (
            view_message(parts, number=number)
            if shown is None
            else change_message(parts, shown, number=number)
        )
