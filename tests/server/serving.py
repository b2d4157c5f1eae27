"""A real server in the test's own loop, on a free port."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from tests.server.playing import Client
from tests.server.waiting import limited
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from inkrail.server.app import create_app
from inkrail.server.http.services import Services
from inkrail.server.rooms.clock import Clock
from inkrail.server.serve import options
from inkrail.server.settings import Settings


@dataclass
class Served:
    """A server that runs."""

    app: FastAPI
    address: str
    http: httpx.AsyncClient

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    async def open_table(self, **body: object) -> dict[str, str]:
        """A new table, with the seat and the token of its creator; its dice are the same in every run."""
        dice = {} if {"seed", "rolls", "typed"} & body.keys() else {"seed": "served"}
        answer = await self.http.post("/api/tables", json={"name": "Ann", **dice, **body})
        assert answer.status_code == 201, answer.text
        given: dict[str, str] = answer.json()
        return given

    async def join(self, table: str, name: str = "Bob") -> dict[str, str]:
        answer = await self.http.post(f"/api/tables/{table}/join", json={"name": name})
        assert answer.status_code == 200, answer.text
        given: dict[str, str] = answer.json()
        return given

    def client(self, given: dict[str, str], *, watch: bool = False) -> Client:
        return Client(self.address, table=given["table"], token=None if watch else given["token"])


@contextmanager
def held_port() -> Iterator[int]:
    """A port for a server that starts later, or more than once; it stays reserved until released."""
    with socket.socket() as holding:
        holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holding.bind(("127.0.0.1", 0))
        yield int(holding.getsockname()[1])


@asynccontextmanager
async def served(settings: Settings, *, clock: Clock | None = None) -> AsyncIterator[Served]:
    """A server with these settings, shut down cleanly on exit."""
    app = create_app(settings, clock=clock)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(app, **options("127.0.0.1", port), lifespan="on"))
        # Leave the test process's signal handlers alone.
        running = asyncio.create_task(server._serve([listening]))
        async with limited("the server to start"):
            while not server.started:
                assert not running.done(), running.result()
                await asyncio.sleep(0.01)
        address = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=address, timeout=None) as http:  # noqa: S113 - busy machines
            yield Served(app, address, http)
        server.should_exit = True
        async with limited("the server to end"):
            await running


async def refused_hello(server: Served, sent: str | bytes, *, table: str) -> tuple[str, int]:
    """The code of the refusal, and that of the close."""
    async with connect(server.address.replace("http", "ws") + f"/api/tables/{table}/live") as client:
        await client.send(sent)
        frame: list[dict[str, Any]] = json.loads(await client.recv())
        with pytest.raises(ConnectionClosed) as closed:
            await client.recv()
        assert closed.value.rcvd is not None
        return frame[0]["code"], closed.value.rcvd.code
