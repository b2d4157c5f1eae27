"""How long other people wait, and how much memory the server takes, while one address attacks it.

`python -m benchmarks.hostile --seconds 30` starts a server with its default limits, lets some people play at their tables, and
then runs one attack after the other. The last line is a JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx

from benchmarks.hostile_attacks import ATTACKS, attack
from benchmarks.server_load import (
    Player,
    allow_many_files,
    connect_players,
    cpu_of,
    free_port,
    memory_of,
    process,
)

PEOPLE_TABLES = 5
PAUSE = 0.2
MOST_SECONDS = 0.25
"""An answer may take this long under attack, or five times the undisturbed 99th percentile."""
MOST_MEMORY = 150.0
"""MiB above idle."""


async def act_on(player: Player, times: list[float], end: float) -> None:
    """Act, and note how long each answer took."""
    while perf_counter() < end:
        action = player.next_action()
        if action is None:
            await asyncio.sleep(0.02)
            continue
        began = perf_counter()
        await player.ask({"type": "act", "action": action})
        times.append(perf_counter() - began)
        await asyncio.sleep(PAUSE)


async def probe(port: int, times: list[float], end: float) -> None:
    """Ask whether the server is there, from a new connection each time."""
    while perf_counter() < end:
        began = perf_counter()
        async with httpx.AsyncClient(timeout=None) as http:  # noqa: S113 - how long it takes is the question
            await http.get(f"http://127.0.0.1:{port}/healthz")
        times.append(perf_counter() - began)
        await asyncio.sleep(PAUSE)


async def watch(pid: int, peak: list[float], end: float) -> None:
    """Note the memory of the server."""
    while perf_counter() < end:
        peak.append(memory_of(pid))
        await asyncio.sleep(0.1)


async def measure(name: str | None, *, seconds: float) -> dict[str, Any]:
    """The waiting times of others during this attack, or undisturbed."""
    port = free_port()
    with TemporaryDirectory() as folder:
        words = ("serve", "--port", str(port), "--database", f"{folder}/hostile.sqlite3")
        async with process(
            "-c", "from inkrail.cli import main; main()", *words, port=port, limits={}
        ) as server:
            players = await connect_players([(port, port)] * PEOPLE_TABLES)
            await asyncio.sleep(1)
            idle, cpu = memory_of(server.pid), cpu_of(server.pid)
            spawn = multiprocessing.get_context("spawn")
            attacker = spawn.Process(target=attack, args=(name, port, seconds)) if name else None
            if attacker:
                attacker.start()
                await asyncio.sleep(1)
            end = perf_counter() + seconds - 1
            answers: list[float] = []
            probes: list[float] = []
            memory: list[float] = []
            await asyncio.gather(
                probe(port, probes, end),
                watch(server.pid, memory, end),
                *(act_on(player, answers, end) for player in players),
            )
            await asyncio.gather(*(player.leave() for player in players))
            used = (cpu_of(server.pid) - cpu) / seconds
            if attacker:
                attacker.kill()
                attacker.join()
            answers.sort()
            return {
                "attack": name or "none",
                "answers": len(answers),
                "median_ms": round(answers[len(answers) // 2] * 1000, 1),
                "p99_ms": round(answers[int(len(answers) * 0.99)] * 1000, 1),
                "worst_ms": round(answers[-1] * 1000, 1),
                "worst_health_ms": round(max(probes) * 1000, 1),
                "memory_mib": round(max(memory) - idle, 1),
                "cores": round(used, 2),
            }


def held(measured: dict[str, Any], undisturbed: dict[str, Any]) -> bool:
    """Whether other people were answered in time, and memory stayed bounded."""
    most = max(MOST_SECONDS * 1000, 5 * undisturbed["p99_ms"])
    return bool(measured["p99_ms"] <= most and measured["memory_mib"] <= MOST_MEMORY)


async def measure_all(names: list[str], *, seconds: float) -> list[dict[str, Any]]:
    """Undisturbed first, then every attack."""
    undisturbed = await measure(None, seconds=seconds)
    print(json.dumps(undisturbed), flush=True)
    results = [undisturbed]
    for name in names:
        measured = await measure(name, seconds=seconds)
        measured["held"] = held(measured, undisturbed)
        print(json.dumps(measured), flush=True)
        results.append(measured)
    return results


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--attacks", nargs="+", choices=sorted(ATTACKS), default=list(ATTACKS))
    options = parser.parse_args()
    allow_many_files()
    print(json.dumps(asyncio.run(measure_all(options.attacks, seconds=options.seconds))))


if __name__ == "__main__":
    main()
