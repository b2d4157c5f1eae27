"""A table's WebSocket: messages in, each bounded in size, rate and cost; events, answers and views out."""

from __future__ import annotations

import asyncio
import logging
import re
from time import perf_counter

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.reasons import why_not
from inkrail.server.http.addresses import Budget
from inkrail.server.http.bucket import Bucket
from inkrail.server.http.dependencies import address, opener
from inkrail.server.http.services import Services
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.contests import require_shown
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.tokens import require_seat
from inkrail.server.wire import messages
from inkrail.server.wire.commands import Request, command_of
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.feed import Feed, Message
from inkrail.server.wire.protocol import PROTOCOL
from inkrail.server.wire.refusals import plain_params

log = logging.getLogger("inkrail.socket")

MESSAGES_A_SECOND = 20.0
TRY_LATER = 1013
"""The close code of a WebSocket that is refused because too many are open."""
WRONG_VERSION, NO_TABLE, NO_HELLO, FAILED = 4400, 4404, 4401, 1011
"""Close codes sent by the server."""
_RANKING = 2
"""Extra rate-limit tokens for a message that makes the server score every orientation of a piece."""
HELLO_SECONDS = 20.0
"""How many seconds a client has to send its hello."""


_TABLE_ID = re.compile(r"[\w-]{1,32}")

router = APIRouter()


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """A client at a table."""
    services: Services = socket.app.state.services
    client = address(socket)
    budget = services.connections.budgets.of(client)
    is_full = services.sockets >= services.settings.connections or budget.sockets >= budget.most_sockets
    if is_full or not services.questions.admits(client):
        await socket.close(TRY_LATER)
        return
    services.sockets += 1
    budget.sockets += 1
    try:
        burst = services.settings.messages
        connection = Connection(socket, services.rooms, metrics=services.metrics, burst=burst, budget=budget)
        await connection.run(table)
    finally:
        services.sockets -= 1
        budget.sockets -= 1


class Connection:
    """One client at one table. Answers are sent by the task that reads, all else by one that changes wake up.

    Each sends what there is to send at that moment, so that no queue builds up.
    """

    def __init__(
        self, socket: WebSocket, rooms: Rooms, *, metrics: Metrics, burst: int, budget: Budget
    ) -> None:
        self._socket = socket
        self._rooms = rooms
        self._metrics = metrics
        self._bucket = Bucket(burst, rate=MESSAGES_A_SECOND, now=rooms.clock.monotonic())
        self._budget = budget
        self._feed: Feed | None = None
        self._answers: list[Message] = []
        self._awake = asyncio.Event()
        self._is_sending = False
        self._is_acting = False
        """Whether a command of this client is executed; its answer is sent with all that changes meanwhile."""
        self._closing: int | None = None
        self._heard = rooms.clock.monotonic()
        """When the client last sent something, or what it asked for was done."""

    @property
    def seat(self) -> int | None:
        """The seat that the client has proved, by its present number."""
        return self._feed.seat if self._feed else None

    def wake(self) -> None:
        """Wake the sender because something changed at the table."""
        if self._feed and not self._is_acting and self._feed.has_news:
            self._awake.set()

    # Connection lifecycle.

    async def run(self, table: str) -> None:
        """Serve the client until it leaves."""
        await self._socket.accept()
        self._metrics.connections.inc()
        try:
            # Unlike wait_for, this leaves no cycle of task and exception behind when the client goes.
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self._hello()
            open_room = hello and await self._find_room(table, hello)
            if open_room and self._feed:
                await self._visit(open_room, self._feed)
        except (WebSocketDisconnect, TimeoutError):
            pass
        except Exception:
            self._metrics.failures.inc()
            log.exception("connection failed")
            self._closing = FAILED
        finally:
            self._metrics.connections.dec()
            await self._close()

    async def _close(self) -> None:
        if self._socket.client_state is WebSocketState.CONNECTED and self._closing is not None:
            try:
                await self._socket.close(self._closing)
            except RuntimeError:  # the client closed at the same moment
                log.debug("closed already")

    async def _hello(self) -> messages.Hello | None:
        """The first message, if it is a hello of this protocol version."""
        try:
            return _require_hello(self._parse(await self._next()))
        except Refusal as refusal:
            self._closing = WRONG_VERSION if refusal.code == "message.version" else NO_HELLO
            await self._send([self._refused(refusal, None)])
            return None

    async def _find_room(self, table: str, hello: messages.Hello) -> OpenRoom | None:
        """The room, if it exists and the token, if there is one, belongs to a seat."""
        try:
            _require_table_id(table)
            open_room = await self._rooms.fresh(table)
            room = open_room.room
            seat = None if hello.token is None else require_seat(hello.token, room.tokens)
            require_shown(room.spec, seat=seat, now=self._rooms.clock())
        except Refusal as refusal:
            self._closing = _closing_code(refusal)
            await self._send([self._refused(refusal, None)])
            return None
        self._feed = Feed(open_room, seat, since=hello.since)
        return open_room

    async def _visit(self, open_room: OpenRoom, feed: Feed) -> None:
        """Stay at the table until the client leaves."""
        self._answers.append(feed.welcome())
        self._rooms.enter(open_room, self, owner=opener(self._socket))
        sender = asyncio.create_task(self._send_all(feed))
        try:
            await self._receive_all(open_room, feed)
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            self._rooms.leave(open_room, self, heard=self._heard)

    # Receiving.

    async def _next(self) -> str | None:
        """The next message, None if it is not text."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        return text

    def _parse(self, text: str | None) -> messages.ClientMessage:
        if text is None:
            raise Refusal("message.not_text")
        if (
            len(text) > messages.MOST_BYTES
            or len(text.encode("utf-8", "surrogatepass")) > messages.MOST_BYTES
        ):
            raise Refusal("message.too_large", limit=messages.MOST_BYTES)
        try:
            message = messages.CLIENT_MESSAGE.validate_json(text)
        except (ValidationError, UnicodeEncodeError):
            raise Refusal("message.malformed") from None
        self._metrics.count_message(message.type)
        return message

    async def _receive_all(self, open_room: OpenRoom, feed: Feed) -> None:
        while self._closing is None:
            began = perf_counter()
            id_: str | None = None
            try:
                text = await self._next()
                began = perf_counter()
                self._heard = self._rooms.clock.monotonic()
                await self._slow_down()
                message = self._parse(text)
                id_ = getattr(message, "id", None) or None
                self._answers += await self._answer(message, open_room)
            except Refusal as refusal:
                self._answers.append(self._refused(refusal, id_))
            except WebSocketDisconnect:
                raise
            except Exception:
                self._metrics.failures.inc()
                log.exception("message failed")
                self._answers.append(self._refused(Refusal("server.failed"), id_))
            self._metrics.answers.observe(perf_counter() - began)
            await self._send_news(feed)
        if self._answers:
            await self._send(self._answers)

    async def _slow_down(self, *, cost: int = 1) -> None:
        """Make a client that sends too fast wait, by not reading from it meanwhile."""
        now = self._rooms.clock.monotonic()
        buckets = (self._bucket, self._budget.messages)
        if seconds := max(bucket.spend(now, cost=cost) for bucket in buckets):
            self._metrics.slowed.inc()
            await asyncio.sleep(seconds)

    async def _answer(self, message: messages.ClientMessage, open_room: OpenRoom) -> list[Message]:
        match message:
            case messages.Ping():
                return [{"type": "pong"}]
            case messages.Hello():
                raise Refusal("message.second_hello")
            case messages.Why():
                return [self._why(message, open_room)]
            case messages.Place() | messages.Turn():
                await self._slow_down(cost=_RANKING)
                return await self._carry_out(message, open_room)
            case _:
                return await self._carry_out(message, open_room)

    async def _carry_out(self, message: Request, open_room: OpenRoom) -> list[Message]:
        seat = self._require_seat()
        command = command_of(message, open_room.room.ruleset)
        self._is_acting = True
        try:
            number = await self._rooms.carry_out(open_room, command, seat=seat, id_=message.id)
        finally:
            self._is_acting = False
            self._heard = self._rooms.clock.monotonic()
        return [{"type": "ack", "id": message.id, "number": number}] if message.id else []

    def _require_seat(self) -> int:
        if self.seat is None:
            raise Refusal("seat.no_token")
        return self.seat

    def _why(self, message: messages.Why, open_room: OpenRoom) -> Message:
        view = open_room.room.view(self._require_seat())
        if view is None:
            raise Refusal("table.not_started")
        refusal = why_not(view, verb=message.verb, piece=message.piece, cell=parse_cell(message.cell))
        return {
            "type": "reason",
            "id": message.id,
            "code": refusal.code if refusal else None,
            "params": plain_params(refusal.params) if refusal else {},
        }

    def _refused(self, refusal: Refusal, id_: str | None) -> Message:
        self._metrics.refusals.labels(code=refusal.code).inc()
        params = plain_params(refusal.params)
        return {"type": "refused", "id": id_, "code": refusal.code, "params": params}

    # Sending.

    async def _send(self, frame: list[Message]) -> None:
        await self._socket.send_text(to_json(frame).decode())

    async def _send_all(self, feed: Feed) -> None:
        while True:
            await self._send_news(feed)
            await self._awake.wait()
            self._awake.clear()

    async def _send_news(self, feed: Feed) -> None:
        """Send what the client has not been sent; a task that is sending already does it, and none does after an error."""
        if self._is_sending:
            return
        self._is_sending = True
        try:
            while self._answers or feed.has_news:
                answers, self._answers = self._answers, []
                await self._send(answers + feed.take(now=self._rooms.clock()))
                if feed.has_more:
                    await asyncio.sleep(0)  # between the pieces of a long history, others are served
            self._is_sending = False
        except (WebSocketDisconnect, RuntimeError):  # the client is gone; the receiver ends as well
            log.debug("sender ended")
        except Exception:
            self._metrics.failures.inc()
            log.exception("sender failed")
            self._closing = FAILED
            await self._close()


def _closing_code(refusal: Refusal) -> int:
    """The close code, which tells the client whether to reconnect."""
    if isinstance(refusal, TryAgain):
        return FAILED
    return NO_TABLE if refusal.code == "table.unknown" else NO_HELLO


def _require_table_id(table: str) -> None:
    """Refuse what is the id of no table before the database is asked, which could fail on it."""
    if not _TABLE_ID.fullmatch(table):
        raise Refusal("table.unknown")


def _require_hello(message: messages.ClientMessage) -> messages.Hello:
    if not isinstance(message, messages.Hello):
        raise Refusal("message.no_hello")
    if message.protocol != PROTOCOL:
        raise Refusal("message.version", expected=PROTOCOL, found=message.protocol)
    return message
