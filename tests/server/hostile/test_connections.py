"""Finding 8: idle connections, sockets of one address, and clients that read nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from tests.server.conftest import FakeClock
from tests.server.hostile.clients import (
    EVE,
    PING,
    TEXT,
    cuts,
    frame,
    hello,
    raw,
    raw_socket,
    upgrade,
)
from tests.server.playing import next_action
from tests.server.serving import Served, served
from tests.server.waiting import limited

from inkrail.server.http import guard
from inkrail.server.settings import Settings

BOB = "127.0.0.67"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n"


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    """A server for one person at each address, whose clock stands still."""
    async with served(replace(settings, address_people=1), clock=FakeClock()) as running:
        yield running


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HT", HEALTH + b"GET"])
async def test_a_connection_without_a_request_is_ended(
    *, settings: Settings, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(settings) as server:
        monkeypatch.setattr(guard, "REQUEST_SECONDS", 0.05)
        async with raw(server) as eve:
            await eve.send(sent)
            await eve.until_cut()
        assert cuts(server, "no request") == 1


async def test_an_open_socket_may_stay_silent(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(settings) as server:
        given = await server.open_table()
        client = await server.client(given).enter()
        monkeypatch.setattr(guard, "REQUEST_SECONDS", 0.01)
        async with raw(server) as eve:  # is ended after the time that the socket outlives
            await eve.until_cut()
        assert (await client.act(next_action(client.view), "a"))["type"] == "ack"


async def test_one_address_cannot_hold_all_connections(server: Served) -> None:
    async with AsyncExitStack() as stack:
        held = [await stack.enter_async_context(raw(server)) for _ in range(6)]
        async with raw(server) as refused:
            assert await refused.until_cut() == 0
        assert cuts(server, "connections") == 1
        async with raw(server, source=BOB) as bob:
            await bob.send(HEALTH)
            assert b" 200 " in await bob.head()
        await held[0].send(HEALTH)
        assert b" 200 " in await held[0].head()


async def test_one_address_cannot_hold_all_sockets(server: Served) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(raw_socket(server))
        async with raw(server) as eve:
            await eve.send(upgrade("none"))
            assert b" 403 " in await eve.head()
        await stack.enter_async_context(raw_socket(server, source=BOB))
    budget = server.services.connections.budgets.of(EVE)
    async with limited("the sockets to be given back"):
        while budget.in_use:  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    async with raw_socket(server):
        assert budget.sockets == 1


async def test_the_messages_of_all_sockets_of_an_address_share_a_budget(settings: Settings) -> None:
    """Finding 6: what one socket may send, ten sockets may not send ten times."""
    async with served(replace(settings, address_people=1), clock=FakeClock()) as server:
        given = await server.open_table()
        ask = frame(TEXT, b'{"type": "ping"}')
        for source, slowed in ((EVE, 0), (BOB, 0), (EVE, 2)):
            async with raw_socket(server, given["table"], source=source) as client:
                await client.send(hello() + ask * 6)
                async with limited("six answers"):
                    answers = b""
                    while answers.count(b'"pong"') < 6:
                        answers += await client.reader.read(65536)
            counted = server.services.metrics.registry.get_sample_value("inkrail_slowed_total")
            assert counted == slowed


@pytest.mark.slow
async def test_who_reads_nothing_costs_bounded_memory_and_is_ended(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table plays on; what waits for the client that reads nothing does not grow, and at last it is gone."""
    monkeypatch.setattr(guard, "PROGRESS_SECONDS", 0.2)
    waiting: list[int] = []
    check = guard.Guard._check_progress

    def watched(self: guard.Guard) -> None:
        if self._transport:
            waiting.append(self._transport.get_write_buffer_size() + len(self._waiting))
        check(self)

    monkeypatch.setattr(guard.Guard, "_check_progress", watched)
    async with served(settings) as server:
        ann = await server.open_table()
        client = await server.client(ann).enter()
        port = int(server.address.rpartition(":")[2])
        with socket.socket() as eve:
            eve.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            eve.settimeout(0)
            loop = asyncio.get_running_loop()
            eve.bind((EVE, 0))
            await loop.sock_connect(eve, ("127.0.0.1", port))
            await loop.sock_sendall(eve, upgrade(ann["table"]))
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += await loop.sock_recv(eve, 1)
            await loop.sock_sendall(eve, hello(ann["token"]))
            number = 0
            async with limited("the server to end the connection"):
                while not cuts(server, "reads nothing"):
                    number += 1
                    answer = await client.act(next_action(client.view), f"d{number}")
                    assert answer["type"] == "ack"
                    if len(client.view["drawings"]) > 2:
                        for drawing in client.view["drawings"]:
                            await client.act(f"take-back {drawing['cell']}", f"t{number}{drawing['cell']}")
        assert waiting
        assert max(waiting) < 256 * 1024


async def test_a_socket_that_cannot_be_written_gets_no_pongs(settings: Settings) -> None:
    """Finding 1: unread answers to pings grew memory by hundreds of megabytes."""
    default = Settings()
    async with served(replace(settings, messages=default.messages), clock=FakeClock()) as server:
        most = server.services.connections.socket_frames
        async with raw_socket(server) as eve:
            await eve.send(frame(PING, b"x" * 125) * (10 * most))
            assert await eve.until_cut() <= most * 127
