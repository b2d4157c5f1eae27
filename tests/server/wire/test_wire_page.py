"""docs/wire.md matches the server: every message, field, call and code, and an exchange that is played here."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.serving import Served, served
from tools.doc_samples import BLOCK, file_named, matches
from websockets.asyncio.client import ClientConnection, connect

from inkrail.core.errors import Refusal
from inkrail.game.actions import DONE, TAKE_BACK
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.http.addresses import Budget
from inkrail.server.http.guard import REQUEST_SECONDS
from inkrail.server.http.heads import MOST_LINES
from inkrail.server.http.limits import BODY_SECONDS, LARGER_BODIES, MOST_BODY_BYTES
from inkrail.server.rooms import transfers as transfer
from inkrail.server.rooms.commands import REACTIONS_A_SEAT
from inkrail.server.rooms.leagues import MOST_GAMES, MOST_LEAGUES, MOST_MEMBERS, MOST_OPENED
from inkrail.server.serve import _LONGEST_HEAD
from inkrail.server.settings import Settings
from inkrail.server.studies.studies import BOUNDS
from inkrail.server.wire.codes import SERVER_CODES
from inkrail.server.wire.messages import MOST_BYTES
from inkrail.server.wire.protocol import PROTOCOL
from inkrail.server.wire.refusals import status_of
from inkrail.server.wire.typescript import field_types, schemas, typescript

PAGE = (Path(__file__).parents[3] / "docs" / "wire.md").read_text()
ROW = re.compile(r"^\| `(\w+)` \| `(\w+\??)` \| (.*?) \| (.+?) \|$", re.MULTILINE)
NAME = re.compile(r"^\| \*\*`(\w+)`\*\* \| \| \| (.+?) \|$", re.MULTILINE)
HTTP_BODIES = (
    "NewTable",
    "HumanSeat",
    "BotSeat",
    "NameBody",
    "PlayOn",
    "HintWanted",
    "HintGiven",
    "SeatGiven",
    "Problem",
    "StudyView",
)
"""The bodies a client needs to take a seat and to read a study; OpenAPI describes the others."""


def told(name: str, schema: dict[str, Any]) -> str:
    """What the page calls a type: a message by its `type`, an event by its `kind`."""
    if name in HTTP_BODIES:
        return name
    const = [field["const"] for field in schema.get("properties", {}).values() if "const" in field]
    return str(const[0]) if const else name


def described() -> dict[str, dict[str, str]]:
    """The fields and types of everything sent over the socket, and of the bodies needed to connect."""
    known = schemas()
    wanted = [*_named_in("ClientMessage"), *_named_in("ServerMessage"), *HTTP_BODIES]
    found: dict[str, dict[str, str]] = {}
    while wanted:
        name = wanted.pop()
        if told(name, known[name]) not in found:
            found[told(name, known[name])] = field_types(known[name])
            wanted += re.findall(r"#/\$defs/(\w+)", json.dumps(known[name]))
    return found


def _named_in(union: str) -> list[str]:
    line = re.search(rf"^export type {union} = (.*);$", typescript(), re.MULTILINE)
    assert line
    return line[1].split(" | ")


def written() -> dict[str, dict[str, str]]:
    """The fields and types that the page documents."""
    found: dict[str, dict[str, str]] = {name: {} for name, _ in NAME.findall(PAGE)}
    for name, field, type_, _ in ROW.findall(PAGE):
        found[name][field] = type_.strip("`").replace(r"\|", "|")
    return found


def flat(fields: dict[str, dict[str, str]]) -> set[str]:
    """One line per field, so that a difference between two sets is readable."""
    return {f"{name}.{field}: {type_}" for name in fields for field, type_ in fields[name].items()} | {
        *fields
    }


def test_the_page_has_every_message_field_and_type() -> None:
    expected = described()
    expected["event"]["event"] = "an event"
    assert flat(written()) == flat(expected)


def test_nothing_is_described_twice() -> None:
    names = [name for name, _ in NAME.findall(PAGE)]
    fields = [row[:2] for row in ROW.findall(PAGE)]
    assert len(names) == len(set(names))
    assert len(fields) == len(set(fields))


def test_the_page_has_the_protocols_number() -> None:
    assert f"The protocol has the number **{PROTOCOL}**." in PAGE


def test_the_page_has_every_code_with_its_status() -> None:
    rows = dict(re.findall(r"^\| `(\w+\.\w+)` \| (\d*) ?\| .+ \|$", PAGE, re.MULTILINE))
    assert tuple(rows) == SERVER_CODES
    unusable, failed = 422, {"server.failed": 500}
    for code, status in rows.items():
        if not code.startswith("message."):
            expected = failed.get(code, status_of(Refusal(code)))
            assert (code, int(status or unusable)) == (code, expected)


async def test_the_page_has_every_call(app: FastAPI) -> None:
    calls = {
        f"{method.upper()} {path}" for path, methods in app.openapi()["paths"].items() for method in methods
    }
    assert set(re.findall(r"^\| `((?:GET|POST|PUT|PATCH|DELETE) \S+)` \|", PAGE, re.MULTILINE)) == calls


def test_the_page_has_every_action() -> None:
    verbs = {DONE, TAKE_BACK}
    for name in (*RULESET_NAMES, "base+draft"):
        ruleset = parse_ruleset(name)
        verbs |= {*ruleset.verbs, *ruleset.steps, *ruleset.drawing_verbs}
        verbs |= {ruleset.dealer.picking} if ruleset.dealer.picking else set()
    section = PAGE.partition("## Actions")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z-]+)", section, re.MULTILINE)) == verbs


def test_the_bounds_are_those_of_the_server() -> None:
    assert f"| a client's message | {MOST_BYTES} bytes of text |" in PAGE
    assert f"| reactions | {REACTIONS_A_SEAT} a seat and game |" in PAGE
    larger = ", ".join(f"{LARGER_BODIES[path] // 1024} KiB {why}" for path, why in BODIES.items())
    assert f"| a request's body | {MOST_BODY_BYTES // 1024} KiB; {larger};" in PAGE
    studies = f"{BOUNDS.address} of an address, {BOUNDS.total} in all"
    assert f"| studies that are not finished | {studies} |" in PAGE
    leagues = f"{MOST_MEMBERS} members, {MOST_GAMES} games of its own; a browser is in {MOST_LEAGUES}"
    assert f"| leagues | {leagues}, an address makes {MOST_OPENED} a day |" in PAGE
    transfers = (
        f"{transfer.MOST_BYTES // 1024} KiB compressed, {transfer.MOST_UNPACKED // 2**20} MiB otherwise"
    )
    codes = f"{transfer.MOST_OF_ONE} codes of an address at once, {transfer.MOST_HELD} in all"
    hours = f"each for {transfer.HOLD_SECONDS / 3600:.0f} hours"
    assert f"| transfers | {transfers}; {codes}, {hours} |" in PAGE
    people = Settings().address_people
    assert f"| messages of an address | {10 * people} at once, {2 * people} more a second" in PAGE
    assert f"| sockets of an address | {Budget(people, now=0).most_sockets} |" in PAGE
    assert f"| a request's head | {_LONGEST_HEAD // 1024} KiB, {MOST_LINES} lines |" in PAGE
    assert f"| {REQUEST_SECONDS:.0f} seconds for the head, {BODY_SECONDS:.0f} for the body |" in PAGE
    assert f"| messages of a connection | {Settings().messages} at once" in PAGE
    assert f"| opening, joining, playing a day, asking for a study | {Settings().creations} at once" in PAGE


BODIES = {
    "/api/tables": "to open a table",
    "/api/score": "to score or solve a board",
    "/api/reviews": "to review a record",
    "/api/best": "to find its best board",
    "/api/transfers": "to move games to another device",
}


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as running:
        yield running


class Reader:
    """Messages from the server, one at a time; presence may come at any time, so it is kept apart."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._messages: list[str] = []
        self._presence: list[str] = []

    async def next(self, *, presence: bool) -> str:
        """The next message as it was written."""
        kept = self._presence if presence else self._messages
        while not kept:
            for message in json.loads(await self._socket.recv()):
                text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
                (self._presence if message["type"] == "presence" else self._messages).append(text)
        return kept.pop(0)


async def test_the_exchange_of_the_page_is_what_the_server_says(server: Served) -> None:
    lines = next(text for _, text in BLOCK.findall(PAGE) if text.startswith("POST ")).splitlines()
    opened, given = lines[0].removeprefix("POST /api/tables "), lines[1]
    round_ = re.search(r"\[\[(.*?)\],…\]", opened)
    assert round_
    body = json.loads(opened.replace(round_[0], "[" + ",".join([f"[{round_[1]}]"] * 7) + "]"))
    answer = await server.http.post("/api/tables", json=body)
    assert matches(given, f"{answer.status_code} {answer.text}")
    address = f"{server.address.replace('http', 'ws', 1)}/api/tables/{answer.json()['table']}/live"
    socket = reader = None
    for line in lines[2:]:
        kind, _, text = line.partition(" ")
        if kind == "connect":
            socket = await connect(address, compression=None, max_size=None, ping_interval=None)
            reader = Reader(socket)
        elif kind == "→":
            assert socket
            await socket.send(text.replace('"token":"…"', f'"token":"{answer.json()["token"]}"'))
        elif kind == "←":
            assert reader
            message = await reader.next(presence='"presence"' in text)
            assert matches(text, message), f"{text}\n{message}"
        else:
            assert socket
            await socket.close()
    assert socket
    await socket.close()


@pytest.mark.parametrize("rules", ["base", "meteor", "lava", "underground-standalone"])
async def test_the_client_of_the_page_plays_a_whole_game(server: Served, rules: str) -> None:
    total = await client_of_the_page().play(server.address, rules=rules, seed="page")
    (open_room,) = server.services.rooms.all_in_memory()
    assert open_room.room.phase == "over"
    assert total == open_room.room.sheets()[0].total


async def test_the_client_of_the_page_waits_for_its_turn_to_choose_dice(server: Served) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "greedy"}]
    total = await client_of_the_page().play(server.address, rules="lake+draft", seats=seats, seed="page")
    (open_room,) = server.services.rooms.all_in_memory()
    assert open_room.room.phase == "over"
    assert total == open_room.room.sheets()[0].total


def client_of_the_page() -> ModuleType:
    module = ModuleType("client")
    source = next(text for _, text in BLOCK.findall(PAGE) if file_named(text) == "client.py")
    exec(compile(source, "client.py", "exec"), module.__dict__)  # noqa: S102 - our own example
    return module
