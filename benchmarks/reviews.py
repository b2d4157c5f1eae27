"""Reviews beside tables in play: `python -m benchmarks.reviews [--reviews N] [--tables N] [--seconds S]`.

Asks a server for N `quick` reviews at once, each from an address of its own, while two players at each table draw every
two seconds, as in `benchmarks.server_load`; before that, an echo server gets the same number of connections and messages. Prints one
JSON object: both measurements and whether the tables' answers are within the limits, how long the reviews took, and how
many were computed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx

from benchmarks.processes import allow_many_files, free_port, inkrail_server, memory_of
from benchmarks.server_load import Measured, Meter, connect_players, judged, measure_echo
from inkrail.bots.playing import play_game
from inkrail.bots.registry import bot_factory
from inkrail.game.record import format_record
from inkrail.rules.registry import parse_ruleset

_COMPUTED = re.compile(r'^inkrail_studies_total\{kind="review",outcome="(\w+)"\} ([\d.]+)$', re.MULTILINE)


@dataclass(frozen=True)
class Reviewed:
    """What became of the reviews."""

    arrived: int
    computed: dict[str, int]
    """How many were computed, by how that ended."""
    first_round_seconds: float
    """When the first round of any review had arrived."""
    seconds: float


def records(number: int) -> list[str]:
    """Games of `casual`, each with other dice."""
    ruleset = parse_ruleset("base")
    games = (play_game(ruleset, bots=[bot_factory("casual")], seed=f"{n}") for n in range(number))
    return [format_record(game.record) for game in games]


async def measure(reviews: int, *, tables: int, seconds: float) -> tuple[Measured, Reviewed]:
    """The answers of the tables while so many reviews are computed, and then what became of these."""
    port, texts = free_port(), records(reviews)
    with TemporaryDirectory() as folder:
        async with inkrail_server(port=port, database=f"{folder}/reviews.sqlite3") as server:
            players = await connect_players([(port, port)] * tables)
            meter = Meter(seconds=seconds)
            began = perf_counter()
            asking = [asyncio.create_task(_review(port, text, number=n)) for n, text in enumerate(texts)]
            await asyncio.gather(meter.watch(server.pid), *(player.play(meter) for player in players))
            measured = meter.result(connections=2 * tables, memory=memory_of(server.pid))
            arrived = await asyncio.gather(*asking)
            took = perf_counter() - began
            async with httpx.AsyncClient() as http:
                metrics = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
    computed = {outcome: int(float(count)) for outcome, count in _COMPUTED.findall(metrics)}
    first = min(at for at, _ in arrived) - began
    done = sum(is_done for _, is_done in arrived)
    return measured, Reviewed(done, computed, round(first, 1), round(took, 1))


async def _review(port: int, text: str, *, number: int) -> tuple[float, bool]:
    """Ask for a review from an address of its own: when its first round arrived, and whether all of it did."""
    source = httpx.AsyncHTTPTransport(local_address=f"127.0.{1 + number // 200}.{1 + number % 200}")
    async with httpx.AsyncClient(
        transport=source,
        base_url=f"http://127.0.0.1:{port}",
        timeout=None,  # noqa: S113 - it may wait long
    ) as http:
        answer = await http.post("/api/reviews", json={"record": text, "effort": "quick"})
        answer.raise_for_status()
        view: dict[str, Any] = {"status": "waiting", "rounds_done": 0}
        first = 0.0
        while view["status"] not in ("done", "failed"):
            view = (await http.get(f"/api/studies/{answer.json()['id']}?after={view['rounds_done']}")).json()
            if view["rounds_done"] and not first:
                first = perf_counter()
        return first, view["status"] == "done" and len(view["review"]["rounds"]) == view["rounds_total"]


async def compare(reviews: int, *, tables: int, seconds: float) -> dict[str, Any]:
    """Measure the echo, and then tables and reviews together."""
    echo = await measure_echo(2 * tables, seconds=seconds)
    server, reviewed = await measure(reviews, tables=tables, seconds=seconds)
    return {"tables": tables, **judged(server, echo), "reviews": vars(reviewed)}


def main() -> None:
    """Measure the given numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reviews", type=int, default=40)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    wanted = parser.parse_args()
    allow_many_files()
    result = compare(wanted.reviews, tables=wanted.tables, seconds=wanted.seconds)
    print(json.dumps(asyncio.run(result)))


if __name__ == "__main__":
    main()
