"""How soon a review begins: `python -m benchmarks.first_round [--rules NAME …] [--effort quick|full] [--games N]`.

A server without tables is asked for a review of a bot's game, as the page asks, and then for reviews of other games. Prints a
JSON object for each ruleset: the seconds from each request to the first round and to the whole review, and the CPU seconds that
all processes of the server took meanwhile. The first review is asked while the server that has just started gets its
bots ready, and it loads what is compiled for the ruleset; without `inkrail warm` that is compiled first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import httpx

from benchmarks.processes import cpu_with_ended_children, free_port, inkrail_server
from inkrail.bots.playing import play_game
from inkrail.bots.registry import bot_factory
from inkrail.game.record import format_record
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def family(pid: int) -> Iterator[int]:
    """A process and all that descend from it."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from family(int(child))


def cpu_of_all(pid: int) -> float:
    """The CPU seconds of a process and of all that descend from it."""
    return sum(cpu_with_ended_children(one) for one in family(pid))


async def review(http: httpx.AsyncClient, record: str, *, effort: str) -> tuple[float, float]:
    """Ask for a review: the seconds to its first round, and to its end."""
    began, first, done = perf_counter(), 0.0, 0
    answer = await http.post("/api/reviews", json={"record": record, "effort": effort})
    answer.raise_for_status()
    while True:
        view = (await http.get(f"/api/studies/{answer.json()['id']}?after={done}")).json()
        done = view["rounds_done"]
        first = first or (perf_counter() - began if done else 0.0)
        if view["status"] == "failed":
            raise RuntimeError(view["code"])
        if view["status"] == "done":
            return first, perf_counter() - began


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[Process, httpx.AsyncClient]]:
    """A server with an empty database, and a client of it that waits as long as it takes."""
    port = free_port()
    with TemporaryDirectory() as folder:
        async with (
            inkrail_server(port=port, database=f"{folder}/reviews.sqlite3") as server,
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=None) as http,  # noqa: S113
        ):
            yield server, http


async def measure(rules: str, *, effort: str, games: int) -> dict[str, object]:
    """The reviews of so many games of `casual`, one after the other, at a server of their own."""
    ruleset, casual = parse_ruleset(rules), bot_factory("casual")
    records = [
        format_record(play_game(ruleset, bots=[casual], seed=f"first-{n}").record) for n in range(games)
    ]
    found: list[dict[str, float]] = []
    async with serving() as (server, http):
        for record in records:
            before = cpu_of_all(server.pid)
            first, whole = await review(http, record, effort=effort)
            took = cpu_of_all(server.pid) - before
            found.append({"first": first, "whole": whole, "cpu": took})
    rounded = [{name: round(value, 1) for name, value in one.items()} for one in found]
    return {"rules": rules, "effort": effort, "reviews": rounded, "load": round(os.getloadavg()[0], 1)}


def main() -> None:
    """Measure the rulesets that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", choices=RULESET_NAMES, default=list(RULESET_NAMES))
    parser.add_argument("--effort", choices=["quick", "full"], default="full")
    parser.add_argument("--games", type=int, default=3)
    wanted = parser.parse_args()
    for rules in wanted.rules:
        print(json.dumps(asyncio.run(measure(rules, effort=wanted.effort, games=wanted.games))), flush=True)


if __name__ == "__main__":
    main()
