"""A browser's database in memory, and a page that talks to the engine."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any

from inkrail.server.local.engine import Engine
from inkrail.server.wire.protocol import PROTOCOL

_NUMBERS = count(1)
"""Requests of all pages have different ids, as in browsers."""


class MemoryDatabase:
    """Keeps tables and rows as the worker's database does."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.stored: dict[str, list[dict[str, Any]]] = {}
        self.outcome = "stored"
        """Set to `full` or `failed` to have rows refused."""

    async def table(self, id_: str) -> str | None:
        return self.tables.get(id_)

    async def rows(self, id_: str, after: int, limit: int) -> str:
        rows = [row for row in self.stored.get(id_, []) if row["number"] > after]
        return json.dumps(rows[:limit])

    async def append(  # noqa: PLR0917 - called across languages
        self, id_: str, number: int, at: float, text: str, spec: str | None
    ) -> str:
        if self.outcome != "stored":
            return self.outcome
        rows = self.stored.setdefault(id_, [])
        if number != len(rows) + 1:
            return "taken"
        rows.append({"number": number, "at": at, "text": text})
        if spec is not None:
            self.tables[id_] = json.dumps({"created": at, "spec": spec})
        return "stored"


class Page:
    """A page that plays without a server; a new one with the same database is the page loaded again."""

    def __init__(self, database: MemoryDatabase) -> None:
        self.engine = Engine(database)
        self.view: dict[str, Any] = {}
        self.last: dict[str, Any] = {}
        """The last answer to a message."""
        self.is_closed = False
        self.heard = asyncio.Event()
        """Set whenever a frame arrives."""

    async def ask(
        self, method: str, address: str, body: object = None, *, token: str = ""
    ) -> tuple[int, Any]:
        """The status of a reply, and its body: a value if it is JSON."""
        text = "" if body is None else json.dumps(body)
        status, media_type, reply = json.loads(await self.engine.answer(method, address, text, token))
        return status, json.loads(reply) if media_type == "application/json" else reply

    async def open(self, **wanted: object) -> dict[str, Any]:
        """A new table, at which the page sits."""
        status, given = await self.ask("POST", "/api/tables", {"name": "Ada", **wanted})
        assert status == 200, given
        await self.enter(given)
        return dict(given)

    async def enter(self, given: dict[str, Any]) -> None:
        """Connect to a table."""
        self.engine.connect(1, given["table"], self._hear, self._close)
        await self.say(type="hello", protocol=PROTOCOL, token=given["token"])

    async def say(self, **message: object) -> dict[str, Any]:
        """Send a message; its answer."""
        await self.engine.receive(1, json.dumps({"id": f"ask-{next(_NUMBERS)}", **message}))
        return self.last

    def _close(self) -> None:
        self.is_closed = True

    def _hear(self, frame: str) -> None:
        self.heard.set()
        for message in json.loads(frame):
            match message["type"]:
                case "view":
                    self.view = message
                case "change":
                    self.view = {**self.view, **message["parts"]}
                case "ack" | "refused" | "reason" | "pong":
                    self.last = message
                case _:
                    pass

    async def play_round(self) -> None:
        """Draw whatever must be drawn, then end the round."""
        while choices := self.view["choices"]:
            await self.say(type="act", action=choices[0]["action"])
        while duties := self.view["duties"]:
            # Lava that is shut in may need a volcano, which no duty names.
            options = self.view["options"]
            option = next((one for one in options if one["piece"] in duties[0]["pieces"]), options[-1])
            sides, mask = next(iter(option["fits"].items()))
            index = (mask & -mask).bit_length() - 1
            cell = "ABCDEFG"[index % 7] + str(index // 7 + 1)
            drawn = await self.say(type="place", verb=option["verb"], piece=option["piece"], cell=cell)
            assert drawn["type"] == "ack", (drawn, sides)
        assert (await self.say(type="act", action="done"))["type"] == "ack"
