"""The page at a table: the messages of the server's WebSocket, without a socket."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.reasons import why_not
from inkrail.server.local.daily import require_day_shown
from inkrail.server.local.requests import Request, command_of, parse_request
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.tokens import require_seat
from inkrail.server.wire.feed import Feed, Message
from inkrail.server.wire.protocol import PROTOCOL
from inkrail.server.wire.refusals import plain_params

log = logging.getLogger("inkrail.local")


class LocalConnection:
    """One page at one table; `send` gets each frame as text, `close` is called when the page is sent away."""

    def __init__(
        self, rooms: Rooms, table: str, *, send: Callable[[str], object], close: Callable[[], object]
    ) -> None:
        self._rooms = rooms
        self._table = table
        self._send = send
        self._close = close
        self._one_at_a_time = asyncio.Lock()
        self._open_room: OpenRoom | None = None
        self._feed: Feed | None = None
        self._is_acting = False

    @property
    def seat(self) -> int | None:
        """The seat that the page has proved."""
        return self._feed.seat if self._feed else None

    def wake(self) -> None:
        """Send what changed, unless a command of this page is executed: then it is sent with the answer."""
        if not self._is_acting:
            self._send_news([])

    async def receive(self, text: str) -> None:
        """Answer a message; they are answered in the order in which they come."""
        async with self._one_at_a_time:
            if self._open_room is None:
                await self._enter(text)
            else:
                await self._answer(text, self._open_room)

    def leave(self) -> None:
        """The page has left the table."""
        if self._open_room:
            self._rooms.leave(self._open_room, self)

    async def _enter(self, text: str) -> None:
        try:
            hello = _require_hello(parse_request(text))
            open_room = await self._rooms.fresh(self._table)
            token = hello.get("token")
            seat = None if token is None else require_seat(str(token), open_room.room.tokens)
            await require_day_shown(self._rooms, open_room.room)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        except Exception:
            log.exception("the table does not open")
            self._refuse(Refusal("server.failed"))
            return
        self._feed = Feed(open_room, seat, since=int(hello.get("since", 0)))
        self._is_acting = True
        self._rooms.enter(open_room, self)
        self._is_acting = False
        self._open_room = open_room
        self._send_news([self._feed.welcome()])

    def _refuse(self, refusal: Refusal) -> None:
        self._send(json.dumps([_refused(refusal, None)]))
        self._close()

    async def _answer(self, text: str, open_room: OpenRoom) -> None:
        id_: str | None = None
        self._is_acting = True
        try:
            message = parse_request(text)
            id_ = message.get("id") or None
            answers = await self._carry_out(message, open_room)
        except Refusal as refusal:
            answers = [_refused(refusal, id_)]
        except Exception:
            log.exception("message failed")
            answers = [_refused(Refusal("server.failed"), id_)]
        finally:
            self._is_acting = False
        self._send_news(answers)

    async def _carry_out(self, message: Request, open_room: OpenRoom) -> list[Message]:
        if message["type"] == "ping":
            return [{"type": "pong"}]
        if self.seat is None:
            raise Refusal("seat.no_token")
        id_ = str(message.get("id", ""))
        if message["type"] == "why":
            return [self._why(message, open_room, seat=self.seat)]
        # Another page of this browser may have drawn here meanwhile.
        await self._rooms.catch_up(open_room)
        command = command_of(message, open_room.room.ruleset)
        number = await self._rooms.carry_out(open_room, command, seat=self.seat, id_=id_)
        return [{"type": "ack", "id": id_, "number": number}]

    def _why(self, message: Request, open_room: OpenRoom, *, seat: int) -> Message:
        view = open_room.room.view(seat)
        if view is None:
            raise Refusal("table.not_started")
        cell = parse_cell(str(message.get("cell")))
        refusal = why_not(view, verb=str(message.get("verb")), piece=str(message.get("piece")), cell=cell)
        return {
            "type": "reason",
            "id": str(message.get("id", "")),
            "code": refusal.code if refusal else None,
            "params": plain_params(refusal.params) if refusal else {},
        }

    def _send_news(self, answers: list[Message]) -> None:
        feed = self._feed
        while answers or (feed and feed.has_news):
            news = feed.take(now=self._rooms.clock()) if feed else []
            self._send(json.dumps(answers + news, separators=(",", ":")))
            answers = []


def _require_hello(message: Request) -> Request:
    if message["type"] != "hello":
        raise Refusal("message.no_hello")
    if message.get("protocol") != PROTOCOL:
        raise Refusal("message.version", expected=PROTOCOL, found=str(message.get("protocol")))
    return message


def _refused(refusal: Refusal, id_: str | None) -> Message:
    return {"type": "refused", "id": id_, "code": refusal.code, "params": plain_params(refusal.params)}
