"""Finding 10: numbers and paths that were not caught, and requests from other sites."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from tests.server.asking import Api, code
from tests.server.hostile.clients import raw, upgrade
from tests.server.serving import Served, refused_hello, served

from inkrail.server.settings import Settings
from inkrail.server.wire.protocol import PROTOCOL

NUL_PATHS = [
    "/%00",
    "/a%00b",
    "/assets/%00.js",
    "/api/%00",
    "/api/tables/a%00b",
    "/api/tables/a%00b/record",
    "/api/daily/%00",
]


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as running:
        yield running


def failures(server: Served) -> float | None:
    return server.services.metrics.registry.get_sample_value("inkrail_failures_total")


@pytest.mark.parametrize("protocol", ["1" + "0" * 30, "-1", "1" + "0" * 3000, "1e30"])
async def test_a_protocol_number_beyond_all_measure_is_refused(server: Served, protocol: str) -> None:
    table = (await server.open_table())["table"]
    sent = f'{{"type": "hello", "protocol": {protocol}}}'
    assert await refused_hello(server, sent, table=table) == ("message.malformed", 4401)
    assert failures(server) == 0


@pytest.mark.parametrize("path", NUL_PATHS)
async def test_a_path_with_a_zero_byte_is_refused(server: Served, path: str) -> None:
    async with raw(server) as eve:
        await eve.send(f"GET {path} HTTP/1.1\r\nHost: test\r\n\r\n".encode())
        assert (await eve.head()).split()[1] in (b"404", b"422")
    assert failures(server) == 0


async def test_a_socket_with_a_zero_byte_in_its_table_finds_none(
    settings: Settings, new_postgres: Callable[[], str]
) -> None:
    """PostgreSQL refuses to be asked for such a text."""
    hello = json.dumps({"type": "hello", "protocol": PROTOCOL})
    async with served(replace(settings, database=new_postgres())) as server:
        assert await refused_hello(server, hello, table="a%00b") == ("table.unknown", 4404)
        assert failures(server) == 0


async def test_no_other_site_can_read_an_answer(api: Api) -> None:
    for origin in ("https://elsewhere.example", "null"):
        headers = {"origin": origin, "access-control-request-method": "POST"}
        preflight = await api.options("/api/tables", headers=headers)
        assert await code(preflight) == (405, "request.not_allowed")
        opened = await api.post("/api/tables", json={"name": "Ann"}, headers={"origin": origin})
        for answer in (preflight, opened):
            named = {name for name in answer.headers if name.startswith("access-control")}
            assert named | ({"set-cookie"} & answer.headers.keys()) == set()


async def test_what_another_site_may_send_without_asking_opens_no_table(api: Api) -> None:
    """A form or a simple request has no JSON content type; anything else needs a preflight, which is refused."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        headers = {"origin": "https://elsewhere.example", "content-type": kind}
        answer = await api.post("/api/tables", content=b'{"name": "Ann"}', headers=headers)
        assert await code(answer) == (422, "request.invalid")


async def test_a_socket_from_another_site_is_a_watcher_without_the_token(server: Served) -> None:
    """The browser adds nothing that would make it a player."""
    given = await server.open_table()
    async with raw(server) as eve:
        cookie = f"Cookie: token={given['token']}; seat=0"
        await eve.send(upgrade(given["table"], "Origin: https://elsewhere.example", cookie))
        assert b" 101 " in await eve.head()
        text = json.dumps({"type": "hello", "protocol": PROTOCOL}).encode()
        await eve.send(b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text)
        assert b'"seat":null' in await eve.reader.readuntil(b'"seat":null')
