"""Sending one message to a push service."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.push.stand_in import push_service

from inkrail.core.errors import Refusal
from inkrail.server.push.endpoints import Endpoint, parse_endpoint
from inkrail.server.push.sender import post


async def test_a_message_arrives_with_its_headers_and_the_status_comes_back() -> None:
    async with push_service() as service:
        service.status = 410
        endpoint = parse_endpoint(f"{service.origin}/a?b=c", permitted=service.origin)
        assert await post(endpoint, b"\x00body", headers={"TTL": "60"}) == 410
        (message,) = service.messages
        assert (message.path, message.body, message.headers["ttl"]) == ("/a?b=c", b"\x00body", "60")
        assert message.headers["host"] == service.origin.removeprefix("http://")


async def test_what_is_no_answer_of_http_is_an_error() -> None:
    for answer in (b"", b"SSH-2.0\r\n", b"x" * 10_000):

        async def take(_: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: bytes = answer) -> None:
            writer.write(answer)
            writer.close()

        async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            endpoint = Endpoint("http", "127.0.0.1", port, "/", permitted=True)
            with pytest.raises(OSError, match=r"."):
                await post(endpoint, b"", headers={})


async def test_no_connection_is_made_to_a_private_address() -> None:
    async with push_service() as service:
        port = int(service.origin.rpartition(":")[2])
        with pytest.raises(Refusal, match=r"^push\.endpoint"):
            await post(Endpoint("http", "127.0.0.1", port, "/"), b"", headers={})
        assert service.messages == []
