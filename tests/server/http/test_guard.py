"""The guard in front of a connection, with a transport of the test's own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from tests.server.conftest import FakeClock
from tests.server.hostile.clients import PING, TEXT, frame, upgrade
from uvicorn.server import ServerState

from inkrail.server.http import guard as guarding
from inkrail.server.http.addresses import Budgets
from inkrail.server.http.connections import Connections
from inkrail.server.http.guard import Guard


class Wire(asyncio.Transport):
    """A connection whose client reads only as much as the test lets it."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 4000)})
        self.sent = b""
        self.unread = 0
        self.reading = True
        self.aborted = asyncio.Event()
        self.is_closed = False

    @property
    def is_aborted(self) -> bool:
        return self.aborted.is_set()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)
        self.unread += len(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.is_aborted or self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.aborted.set()

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Side:
    """A guard with its wire, in front of an app that accepts WebSockets and reads when it is told to."""

    def __init__(self, *, host: str = "192.0.2.1", most: int = 100) -> None:
        self.cuts: list[str] = []
        self.messages: list[str] = []
        self.may_read = asyncio.Event()
        budgets = Budgets(1, clock=FakeClock())
        self.connections = Connections(budgets, most=most, socket_frames=10, cut=self.cuts.append)
        config = uvicorn.Config(self.app, ws="websockets-sansio", log_config=None, interface="asgi3")
        config.load()
        self.guard = Guard(config, ServerState(), {"connections": self.connections})
        self.wire = Wire(host)
        self.guard.connection_made(self.wire)

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["state"]["guard"].begin_request(self.connections.budgets.of("192.0.2.1"))
            scope["state"]["guard"].expect_body(0)
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})
            scope["state"]["guard"].end_request()
            return
        await receive()
        await send({"type": "websocket.accept"})
        await self.may_read.wait()
        while (message := await receive())["type"] == "websocket.receive":
            self.messages.append(message["text"])

    def receive(self, data: bytes) -> None:
        """The client sends this."""
        while data and not self.wire.is_closing():
            buffer = self.guard.get_buffer(-1)
            part = data[: len(buffer)]
            buffer[: len(part)] = part
            self.guard.buffer_updated(len(part))
            data = data[len(part) :]

    async def open_socket(self) -> None:
        self.receive(upgrade("x"))
        await turns()
        assert b" 101 " in self.wire.sent
        self.wire.sent = b""
        self.wire.unread = 0


async def turns() -> None:
    """Let everything run that is ready."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_messages_are_passed_on_one_by_one() -> None:
    side = Side()
    await side.open_socket()
    side.receive(b"".join(frame(TEXT, b"%d" % number) for number in range(5)))
    await turns()
    assert not side.wire.reading
    side.may_read.set()
    await turns()
    assert side.messages == ["0", "1", "2", "3", "4"]
    assert side.wire.reading


async def test_a_client_that_does_not_read_is_neither_read_nor_answered() -> None:
    side = Side()
    await side.open_socket()
    side.guard.pause_writing()
    assert not side.wire.reading
    side.receive(frame(PING) * 3)
    assert side.wire.sent == b""
    side.guard.resume_writing()
    assert side.wire.sent == b"\x8a\x00" * 3
    assert side.wire.reading


async def test_more_frames_than_the_budget_end_the_connection() -> None:
    side = Side()
    await side.open_socket()
    side.receive(frame(PING) * 10)
    assert side.cuts == []
    side.receive(frame(PING))
    assert side.wire.is_aborted
    assert (side.cuts, side.wire.sent) == (["frames"], b"\x8a\x00" * 10)


async def test_small_reads_cost_more_than_their_bytes() -> None:
    side = Side()
    await side.open_socket()
    most = 128 * 1024 // guarding.READ_COST
    for byte in frame(TEXT, b"x" * most):
        side.receive(bytes([byte]))
    assert side.cuts == ["bytes"]


async def test_a_slow_reader_is_ended_unless_it_goes_on_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "PROGRESS_SECONDS", 0.001)
    side = Side()
    await side.open_socket()
    side.guard.written(10**6)
    side.wire.unread = 10**6
    side.guard.pause_writing()
    for _ in range(5):
        side.wire.unread -= guarding.LEAST_PROGRESS
        side.guard._check_progress()
        assert not side.wire.is_aborted
    await side.wire.aborted.wait()
    assert side.cuts == ["reads nothing"]


async def test_a_closed_connection_does_not_wait_for_ever_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "PROGRESS_SECONDS", 0.001)
    side = Side()
    await side.open_socket()
    side.receive(frame(8))
    assert side.wire.is_closed
    assert side.wire.unread
    await side.wire.aborted.wait()


async def test_a_client_without_a_request_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "REQUEST_SECONDS", 0.001)
    side = Side()
    side.receive(b"GET / HTTP/1.1\r\nHost:")
    await side.wire.aborted.wait()
    assert side.cuts == ["no request"]


async def test_a_complete_head_is_a_request_before_the_app_has_begun_to_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guarding, "REQUEST_SECONDS", 0.0)
    side = Side()
    await side.open_socket()
    side.may_read.set()
    side.receive(frame(TEXT, b"hello"))
    await turns()
    assert (side.messages, side.cuts) == (["hello"], [])


async def test_a_client_without_a_second_request_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    side = Side()
    monkeypatch.setattr(guarding, "REQUEST_SECONDS", 0.001)
    side.receive(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET")
    await side.wire.aborted.wait()
    assert side.wire.sent.startswith(b"HTTP/1.1 200 ")
    assert side.cuts == ["no request"]


async def test_a_refused_connection_is_ended_and_not_counted() -> None:
    side = Side(most=0)
    assert side.wire.is_aborted
    side.guard.connection_lost(None)
    assert side.cuts == ["full"]


async def test_a_lost_connection_is_no_longer_counted() -> None:
    side = Side()
    budget = side.connections.budgets.of("192.0.2.1")
    assert budget.connections == 1
    side.guard.connection_lost(None)
    assert budget.connections == 0


async def test_connections_of_a_proxy_count_for_no_address() -> None:
    side = Side(host="127.0.0.1")
    assert len(side.connections.budgets) == 0
    side.guard.connection_lost(None)
