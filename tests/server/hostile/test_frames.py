"""Finding 1: frames that are no messages, sent as fast as they can be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.server.conftest import FakeClock
from tests.server.hostile.clients import (
    BINARY,
    CONTINUATION,
    EVE,
    PING,
    PONG,
    TEXT,
    Raw,
    cuts,
    frame,
    hello,
    raw,
    raw_socket,
    upgrade,
)
from tests.server.playing import Client, next_action
from tests.server.serving import Served, served

from inkrail.server.settings import Settings


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    """A server with its default limits, whose clock stands still."""
    default = Settings()
    limits = replace(settings, messages=default.messages, address_people=default.address_people)
    async with served(limits, clock=FakeClock()) as running:
        yield running


async def ann(server: Served) -> Client:
    return await server.client(await server.open_table()).enter()


FLOODS = {
    "pongs": frame(PONG) * 20_000,
    "pieces of a message": frame(TEXT, last=False) + frame(CONTINUATION, last=False) * 20_000,
    "pings": frame(PING, b"x" * 125) * 20_000,
    "long messages": frame(TEXT, b"x" * 60_000) * 100,
    "heads alone": b"\x8a\xff" + (2**62).to_bytes(8) + b"\0" * 4 + b"x" * 2_000_000,
}


@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_ends_its_connection_and_nobody_elses(server: Served, flood: str) -> None:
    client = await ann(server)
    async with raw_socket(server) as eve:
        await eve.send(FLOODS[flood])
        received = await eve.until_cut()
    assert received < 64 * 1024
    assert (await client.act(next_action(client.view), "a"))["type"] == "ack"


async def test_frames_are_counted_before_they_are_read(server: Served) -> None:
    most = server.services.connections.socket_frames
    async with raw_socket(server) as eve:
        await eve.send(frame(PING) * (most + 1))
        answered = await eve.until_cut()
    assert answered <= most * 2
    assert cuts(server, "frames") == 1


async def test_frames_within_the_budget_are_answered(server: Served) -> None:
    most = server.services.connections.socket_frames
    async with raw_socket(server) as eve:
        await eve.send(frame(PING) * most)
        assert len(await eve.reader.readexactly(2 * most)) == 2 * most
    assert cuts(server, "frames") == 0


async def test_the_connections_of_one_address_share_a_budget_of_frames(server: Served) -> None:
    most = server.services.connections.socket_frames
    together = 20 * Settings().address_people
    for _ in range(together // most):
        async with raw_socket(server) as eve:
            await eve.send(frame(PING) * most)
            await eve.reader.readexactly(2 * most)
    async with raw_socket(server) as eve:
        await eve.send(frame(PING) * most)
        await eve.until_cut()
    assert cuts(server, "frames") == 1
    async with raw_socket(server, source="127.0.0.67") as bob:
        await bob.send(frame(PING) * most)
        await bob.reader.readexactly(2 * most)


async def test_a_proxy_has_no_budget_and_its_clients_have_one_each(server: Served) -> None:
    """127.0.0.1 is trusted to name its clients, as nginx on the same machine does."""
    most = server.services.connections.socket_frames

    async def send(client: str, frames: int) -> int:
        async with raw(server, source="127.0.0.1") as proxied:
            await proxied.send(upgrade("none", f"X-Forwarded-For: {client}"))
            assert b" 101 " in await proxied.head()
            await proxied.send(frame(PING) * frames)
            return len(await read_pongs(proxied, frames))

    together = 20 * Settings().address_people
    for _ in range(together // most):
        assert await send("192.0.2.1", most) == 2 * most
    assert await send("192.0.2.1", most) < 2 * most
    assert await send("192.0.2.2", most) == 2 * most


async def read_pongs(client: Raw, frames: int) -> bytes:
    """The answers, as many as come before the connection ends."""
    answers = b""
    try:
        while len(answers) < 2 * frames and (data := await client.reader.read(65536)):
            answers += data
    except ConnectionError:
        pass
    return answers


async def test_an_untrusted_address_cannot_name_another(server: Served) -> None:
    async with raw(server, source=EVE) as eve:
        await eve.send(upgrade("none", "X-Forwarded-For: 192.0.2.1"))
        assert b" 101 " in await eve.head()
        budgets = server.services.connections.budgets
        assert (budgets.of(EVE).sockets, budgets.of("192.0.2.1").sockets) == (1, 0)


async def test_many_messages_at_once_are_read_one_by_one_and_all_answered(settings: Settings) -> None:
    async with served(settings) as server:
        given = await server.open_table()
        client = await server.client(given).enter()
        for _ in range(300):
            await client.send({"type": "ping"})
        pongs = 0
        while pongs < 300:
            pongs += sum(message["type"] == "pong" for message in await client.frame())
        assert cuts(server, "frames") == 0


async def test_what_is_no_text_is_slowed_down_like_a_message(server: Served) -> None:
    given = await server.open_table()
    async with raw_socket(server, given["table"]) as eve:
        await eve.send(hello(given["token"]))
        await eve.send((frame(BINARY) + frame(TEXT, b"x" * 5000)) * 21)
        slowed = 0.0
        while not slowed:
            assert await eve.reader.read(65536)
            slowed = server.services.metrics.registry.get_sample_value("inkrail_slowed_total") or 0
