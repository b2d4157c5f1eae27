"""Measures how long bots of one address wait while another address asks for as many slow bots as it can.

`python -m tools.starve_bots` starts a server on a new database, opens 30 tables with five `master` each from one address,
and meanwhile, from other addresses, one table after the other with a single bot. Addresses are those that a proxy on this
machine would state.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import tempfile
import time
from collections import Counter
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import connect

from inkrail.server.wire.messages import PROTOCOL

ATTACKER, VICTIM = "203.0.113.9", "198.51.100.{}"
TABLES, BOTS = 30, 5


class Server:
    """A server process on a port of this machine."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=self.address, timeout=120)

    async def open(self, bots: list[str], *, address: str, rules: str = "base") -> httpx.Response:
        """Ask for a table with one person and these bots."""
        seats = [{"kind": "human"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        body = {"name": "Ann", "rules": rules, "seats": seats}
        return await self.http.post("/api/tables", json=body, headers={"x-forwarded-for": address})

    async def turn(self, bot: str, *, address: str, seconds: float) -> tuple[float, str]:
        """The seconds until this bot's first round is done, and who played it; `seconds` if it is not done by then."""
        began = time.perf_counter()
        given = await self.open([bot], address=address)
        if given.status_code != 201:
            return time.perf_counter() - began, given.json()["code"]
        try:
            async with asyncio.timeout(seconds):
                by = await self._played_by(given.json(), bot=bot, address=address)
        except TimeoutError:
            return seconds, "not done"
        return time.perf_counter() - began, by

    async def _played_by(self, given: dict[str, str], *, bot: str, address: str) -> str:
        url = self.address.replace("http", "ws", 1) + f"/api/tables/{given['table']}/live"
        by = bot
        headers = {"x-forwarded-for": address}
        async with connect(url, max_size=None, additional_headers=headers) as client:
            await client.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "token": given["token"], "since": 0})
            )
            async for text in client:
                for message in json.loads(text):
                    event: dict[str, Any] = message.get("event", {})
                    if event.get("kind") == "stood_in":
                        by = f"{event['by']} ({event['why']})"
                    if event.get("kind") == "seat_done" and event["seat"] == 1:
                        return by
        raise ConnectionError("the server closed the connection")


async def measure(seconds: float) -> None:
    """Start the server, attack it, and print what the others saw."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = ("-c", "from inkrail.cli import main; main()", "serve", "--port", str(port))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            "--database",
            f"{folder}/games.sqlite3",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await _attack(Server(port), seconds=seconds)
        finally:
            process.terminate()
            await process.wait()


async def _attack(server: Server, *, seconds: float) -> None:
    for _ in range(600):
        try:
            await server.http.get("/readyz")
            break
        except httpx.TransportError:
            await asyncio.sleep(0.1)
    for bot in ("random", "random", "steady", "steady", "master"):
        print("before", bot, await server.turn(bot, address=VICTIM.format(1), seconds=600), flush=True)
    began = time.perf_counter()
    answers: Counter[str] = Counter()
    for _ in range(TABLES):
        answer = await server.open(["master"] * BOTS, address=ATTACKER)
        answers[answer.json().get("code", "opened")] += 1
    print("attack", dict(answers), flush=True)
    took: dict[str, list[float]] = {"random": [], "steady": []}
    players: Counter[str] = Counter()
    number = 1
    while time.perf_counter() - began < seconds:
        number += 1
        for bot, all_seconds in took.items():
            one, by = await server.turn(bot, address=VICTIM.format(number % 200), seconds=seconds)
            all_seconds.append(one)
            players[by] += 1
        await asyncio.sleep(0.2)
    for bot, all_seconds in took.items():
        print(
            f"{bot}: {len(all_seconds)} games, median {median(all_seconds):.3f} s, most {max(all_seconds):.3f} s"
        )
    print("played by", dict(players), flush=True)
    print("master", await server.turn("master", address=VICTIM.format(250), seconds=seconds), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=70)
    asyncio.run(measure(parser.parse_args().seconds))
