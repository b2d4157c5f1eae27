"""Values that no client means, in every parameter, header and field of every route: each is answered, and nothing fails.

The routes come from the server's own routers, so that new ones are tried as well.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, get_args

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from tests.server.asking import Api, opened, play_out, services
from tests.server.conftest import FakeClock
from tests.server.hostile.routes import body_of, model_of, routes
from tests.server.serving import served
from tests.study.games import text_of

from inkrail.core.errors import Refusal
from inkrail.server.app import create_app
from inkrail.server.bots.runner import BotRunner
from inkrail.server.rooms.hunt import Mark, week_of
from inkrail.server.rooms.rows import Reaction
from inkrail.server.settings import Settings
from inkrail.server.wire.messages import MOST_BYTES, ClientMessage
from inkrail.server.wire.refusals import Problem

HUGE = 10**30
ODD_TEXTS = 4
"""How many of the first are texts that PostgreSQL refuses."""
IN_PATHS = (
    "%00",
    "a%00b",
    "%FF",
    "%ED%A0%80",  # half of a pair
    "%0D%0AX:%20y",
    "%E2%80%AE",  # right to left
    "%D9%A3",  # an Arabic three
    "%F0%9F%9A%82",
    "..%2F..%2Fetc%2Fpasswd",
    "%27%20OR%201=1--",
    "-1",
    "1.5",
    "1e9",
    "NaN",
    "null",
    "__proto__",
    "0000-W00",
    "9999-W53",
    "0000-00-00",
    "9999-12-31",
    "%F0%9F%87%AA" * 8,
    "1" + "0" * 30,
    "a" * 33,
    "a" * 3000,
)
IN_BODIES: tuple[object, ...] = (
    None,
    True,
    -1,
    1.5,
    HUGE,
    -HUGE,
    1e308,
    float("inf"),
    float("nan"),
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "a\udfffb",
    "\u202e\u2066",
    "\u0301" * 300,
    "٣",
    "🚂" * 40,
    "${7*7}<script>'\";--",
    "x" * 3000,
    [],
    {},
    [[]],
    {"": {}},
    [None] * 500,
    {str(number): number for number in range(200)},
)
NESTED = b"[" * 1500 + b"]" * 1500
BODIES = (
    b"",
    b"null",
    b"0",
    b'"',
    b"{",
    b"[]",
    b'{"":1}',
    b"NaN",
    b"1e999",
    b"9" * 3900,
    b"[" * 3900,
    b'{"a":' * 700,
    NESTED,
    b"\xff\xfe{\x00}\x00",
    b"\xef\xbb\xbf{}",
    b"\xed\xa0\x80",
    b"\0" * 100,
)
HEADERS: tuple[dict[str, bytes], ...] = (
    {"authorization": b"Bearer"},
    {"authorization": b"Bearer "},
    {"authorization": b"Bearer \xff\xfe\0"},
    {"authorization": b"Bearer " + b"x" * 6000},
    {"authorization": b"Basic Og=="},
    {"x-browser": b""},
    {"x-browser": b"\xff\xed\xa0\x80"},
    {"x-browser": b"x" * 6000},
    {"accept-language": b"*;q=9e99, \xff, " + b"a-" * 2000},
    {"host": b'"><script>'},
    {"content-type": b"application/json; charset=utf-7"},
    {"range": b"bytes=0-,-1,99999999999999999999-"},
    {"if-none-match": b'"' * 3000},
)


def _is_odd_text(value: object) -> bool:
    """Whether PostgreSQL could not store it."""
    return isinstance(value, str) and any(one == "\0" or "\ud800" <= one <= "\udfff" for one in value)


@dataclass(frozen=True)
class Prepared:
    """A server with one of each thing, and how to ask for it."""

    app: FastAPI
    api: Api
    known: dict[str, str]
    headers: dict[str, str]

    @property
    def is_whole(self) -> bool:
        """Whether everything is tried, or only what makes a difference to PostgreSQL."""
        return not services(self.app).store.shared

    def described(self, route: APIRoute, method: str) -> list[dict[str, Any]]:
        """The parameters of a route."""
        operation = self.app.openapi()["paths"].get(route.path, {}).get(method.lower(), {})
        parameters: list[dict[str, Any]] = operation.get("parameters", [])
        return parameters

    async def ask(
        self,
        method: str,
        path: str,
        *,
        content: bytes | None,
        headers: dict[str, bytes] | None = None,
    ) -> None:
        """Ask, and check that the answer is a success or a complete refusal."""
        plain = {"content-type": "application/json", **self.headers}
        sent = {name: value.encode() for name, value in plain.items()} | (headers or {})
        encoded = {name.encode(): value for name, value in sent.items()}
        answer = await self.api.request(method, path, content=content, headers=encoded)
        assert_answered(answer)


def assert_answered(answer: httpx.Response) -> None:
    """The answer is a success or a redirection, or a refusal with all that belongs to it, and no failure."""
    asked = f"{answer.request.method} {answer.request.url}"[:200]
    if answer.status_code >= 400:
        assert answer.json().keys() == Problem.__required_keys__, asked
        assert answer.status_code < 500 or answer.json()["code"] in {"server.busy", "study.queue_full"}, asked


@asynccontextmanager
async def _never(_: BotRunner) -> AsyncIterator[None]:
    await asyncio.Event().wait()
    yield


async def _unanswered(*_: object, **__: object) -> None:
    raise Refusal("study.queue_full")


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are asked, but do not answer: what is tried here comes before them."""
    monkeypatch.setattr(BotRunner, "study_worker", _never)
    monkeypatch.setattr(BotRunner, "ask", _unanswered)


@pytest.fixture
async def prepared(settings: Settings, clock: FakeClock, database: str) -> AsyncIterator[Prepared]:
    app = create_app(replace(settings, database=database), clock=clock)
    async with (
        app.router.lifespan_context(app),
        Api(transport=httpx.ASGITransport(app), base_url="http://test") as api,
    ):
        given = await opened(api)
        await play_out(app, given["table"])
        await services(app).hunts.add(Mark(week_of(clock.now), 50, None, text_of("greedy")))
        headers = {"authorization": f"Bearer {given['token']}", "x-browser": "the-browser-of-Eve"}
        table = f"/api/tables/{given['table']}"

        async def made(path: str, body: Mapping[str, object]) -> dict[str, str]:
            answer = await api.post(path, json=body, headers=headers)
            assert answer.is_success, answer.text
            things: dict[str, str] = answer.json()
            return things

        browser = {"browser": "the-browser-of-Eve"}
        known = {
            "table": given["table"],
            "study": (await made(f"{table}/reviews", {}))["id"],
            "challenge": (await made(f"{table}/challenges", browser))["challenge"],
            "league": (await made("/api/leagues", {"name": "L", "player": "Eve", "rules": "base"} | browser))[
                "league"
            ],
            "puzzle": (await api.get("/api/puzzles/daily")).json()["id"],
            "day": "2027-01-15",
            "seat": "0",
            "round": "1",
            "game": "1",
            "format": "svg",
        }
        yield Prepared(app, api, known, headers)
        assert services(app).metrics.registry.get_sample_value("inkrail_failures_total") == 0


def asked() -> Iterator[tuple[APIRoute, str]]:
    """Every route with its method."""
    for route in routes():
        if isinstance(route, APIRoute):
            for method in sorted(route.methods or ()):
                yield route, method


def without_delete() -> list[tuple[APIRoute, str]]:
    """Those that leave everything there."""
    return [(route, method) for route, method in asked() if method != "DELETE"]


async def test_odd_parts_of_a_path_are_refused_or_found(prepared: Prepared) -> None:
    values = IN_PATHS if prepared.is_whole else IN_PATHS[:ODD_TEXTS]
    for route, method in asked():
        body = body_of(route)
        content = None if body is None else json.dumps(body).encode()
        for name in re.findall(r"\{(\w+)\}", route.path):
            for value in values:
                path = route.path.format(**prepared.known | {name: value})
                await prepared.ask(method, path, content=content)


async def test_odd_queries_are_refused_or_answered(prepared: Prepared) -> None:
    values = IN_PATHS if prepared.is_whole else IN_PATHS[:ODD_TEXTS]
    for route, method in without_delete():
        path = route.path.format(**prepared.known)
        for parameter in prepared.described(route, method):
            if parameter["in"] == "query":
                for value in values:
                    await prepared.ask(method, f"{path}?{parameter['name']}={value}", content=None)


async def test_odd_fields_are_refused(prepared: Prepared) -> None:
    values = IN_BODIES if prepared.is_whole else [value for value in IN_BODIES if _is_odd_text(value)]
    for route, method in without_delete():
        if (model := model_of(route)) is None:
            continue
        path = route.path.format(**prepared.known)
        for name, value in product(model.model_fields, values):
            body = (body_of(route) or {}) | {name: value}
            await prepared.ask(method, path, content=json.dumps(body).encode())


async def test_bodies_that_are_no_objects_are_refused(prepared: Prepared) -> None:
    if not prepared.is_whole:
        return  # the database is not asked
    for route, method in without_delete():
        path = route.path.format(**prepared.known)
        for content in BODIES:
            await prepared.ask(method, path, content=content)


async def test_odd_headers_change_nothing(prepared: Prepared) -> None:
    if not prepared.is_whole:
        return  # what reaches the database of them is hashed
    for route, method in without_delete():
        path = route.path.format(**prepared.known)
        body = body_of(route)
        for headers in HEADERS:
            content = None if body is None else json.dumps(body).encode()
            await prepared.ask(method, path, content=content, headers=headers)


VALID: dict[str, object] = {
    "id": "a",
    "seat": 0,
    "action": "done",
    "verb": "draw",
    "piece": "highway-t",
    "cell": "A1",
    "faces": ["highway-t"],
    "reaction": get_args(Reaction)[0],
}
"""What to put into a field of this name, whichever message has it."""


def messages() -> Iterator[list[str]]:
    """For every message of a client, those with an odd value in one of its fields."""
    union = get_args(ClientMessage)[0]
    for model in get_args(union):
        (kind,) = get_args(model.model_fields["type"].annotation)
        required = [name for name, one in model.model_fields.items() if one.is_required() and name != "type"]
        plain = {"type": kind} | {name: VALID.get(name) for name in required}
        odd = (json.dumps(plain | {name: value}) for name, value in product(model.model_fields, IN_BODIES))
        yield [message for message in odd if len(message) <= MOST_BYTES]


@pytest.mark.parametrize("seats", [1, 2])
async def test_odd_fields_of_messages_are_refused_one_by_one(settings: Settings, seats: int) -> None:
    """In a game, and in the lobby of one."""
    async with served(settings) as server:
        given = await server.open_table(seats=[{"kind": "human"}] * seats)
        for some in messages():
            # A socket each, since one may send only so many bytes at once.
            client = await server.client(given).enter()
            for message in some:
                await client.socket.send(message)
            await client.send({"type": "ping"})
            await client.until(lambda answer: answer["type"] == "pong")
            await client.leave()
        assert server.services.metrics.registry.get_sample_value("inkrail_failures_total") == 0
