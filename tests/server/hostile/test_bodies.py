"""Finding 9: bodies whose validation costs much, and bodies that are large or slow where small ones are meant."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import ValidationError
from tests.server.asking import Api, code
from tests.server.hostile.clients import Raw, raw
from tests.server.serving import Served, served

from inkrail.server.http import limits
from inkrail.server.http.limits import LARGER_BODIES, MOST_BODY_BYTES
from inkrail.server.settings import Settings
from inkrail.server.wire.bodies import NameBody, NewTable, ScoreBody

KEYS = {f"k{number}": 1 for number in range(26_000)}


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        (ScoreBody, KEYS),
        (NameBody, KEYS),
        (NewTable, {"name": "Eve", "seats": [{"kind": "human", **KEYS}]}),
        (NewTable, {"name": "Eve", "seats": [{}] * 10_000}),
        (NewTable, {"name": "Eve", "rolls": [[1]] * 10_000}),
        (NewTable, {"name": "Eve", "rolls": [[1] * 10_000] * 14}),
    ],
)
def test_a_body_of_errors_is_refused_with_few_of_them(body: type[Any], sent: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        body.model_validate(sent)
    assert refused.value.error_count() <= 14 * 41


async def test_one_field_too_many_is_still_named(api: Api) -> None:
    answer = await api.post("/api/score", json={"text": "", "more": 1})
    assert answer.json()["params"]["where"] == "body.more"


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/x/join", "/api/score", "/api/nothing", "/"])
async def test_each_route_takes_bodies_up_to_its_own_size(api: Api, path: str) -> None:
    most = LARGER_BODIES.get(path, MOST_BODY_BYTES)
    headers = {"content-type": "application/json"}
    assert (await api.post(path, content=b" " * most, headers=headers)).status_code != 413
    assert await code(await api.post(path, content=b" " * (most + 1), headers=headers)) == (
        413,
        "request.too_large",
    )


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as running:
        yield running


def head(*lines: str) -> bytes:
    first = ("POST /api/tables HTTP/1.1", "Host: test", "Content-Type: application/json")
    return "\r\n".join((*first, *lines, "", "")).encode()


async def answer(client: Raw) -> tuple[int, bytes]:
    """The status and the body of an answer."""
    lines = await client.head()
    length = int(lines.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
    return int(lines.split()[1]), await client.reader.readexactly(length)


async def test_a_body_in_pieces_is_refused_before_they_are_read(server: Served) -> None:
    async with raw(server) as eve:
        await eve.send(head("Transfer-Encoding: chunked") + b"1\r\n \r\n" * 100_000 + b"0\r\n\r\n")
        assert (await eve.head()).startswith(b"HTTP/1.1 411 ")
        await eve.until_cut()


async def test_a_body_far_too_large_closes_the_connection(server: Served) -> None:
    async with raw(server) as eve:
        await eve.send(head("Content-Length: 99999999999"))
        status, body = await answer(eve)
        assert (status, json.loads(body)["code"]) == (413, "request.too_large")
        await eve.until_cut()


async def test_a_connection_is_good_for_another_request_after_a_body_too_large(server: Served) -> None:
    async with raw(server) as ann:
        size = 100_000
        await ann.send(head(f"Content-Length: {size}") + b"\n" * size)
        assert (await answer(ann))[0] == 413
        await ann.send(head("Content-Length: 15") + b'{"name": "Ann"}')
        assert (await answer(ann))[0] == 201


async def test_a_body_that_comes_too_slowly_is_not_waited_for(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)
    async with raw(server) as eve:
        await eve.send(head("Content-Length: 15") + b'{"name')
        assert (await answer(eve))[0] == 408
        await eve.until_cut()


async def test_requests_in_one_piece_are_answered_one_after_the_other(server: Served) -> None:
    async with raw(server) as ann:
        await ann.send((head("Content-Length: 15") + b'{"name": "Ann"}') * 3)
        assert [(await answer(ann))[0] for _ in range(3)] == [201, 201, 201]


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /healthz HTTP/1.1\r\n" + b"a:b\n" * 2_000,
        b"GET /healthz HTTP/1.1\r\nHost: " + b"x" * 40_000,
        b"x" * 40_000,
    ],
)
async def test_a_head_too_long_ends_the_connection(server: Served, sent: bytes) -> None:
    async with raw(server) as eve:
        await eve.send(sent)
        assert await eve.until_cut() < 1000
