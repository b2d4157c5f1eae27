"""Hostile clients against one server process: `python -m benchmarks.hostile [--attacks NAME ...] [--seconds 30]`.

Measures what well-behaved clients at other addresses get, first undisturbed and then during each attack
(`tests/server/hostile/attackers.py`): how long a player's action takes, how late clocks run out, how long a quick bot takes,
and how much memory the server adds. Each attack has a fresh server with its default limits, and a process of its own
at low priority, so that it takes no core from the server or from the clients that measure. Prints a table and, as the last
line, one JSON object; the exit code is 1 if a bound is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.server.hostile.attackers import ATTACKS, Attack

from benchmarks.bystanders import Bystanders
from benchmarks.processes import allow_many_files, free_port, inkrail_server, memory_of
from inkrail.bots.registry import find_bot
from inkrail.core.dice import SeededRng
from inkrail.game.table import open_table
from inkrail.rules.registry import parse_ruleset
from inkrail.server.bots.worker import Task, play

TIMES_P99, P99_MS = 5.0, 250.0
"""The 99th percentile of actions may be this many times the undisturbed one, or this long."""
CLOCK_SECONDS, BOT_SECONDS, MEMORY_MIB = 2.0, 5.0, 150.0
"""How late a clock may run out, how long a quick bot may take, and how much memory the server may add."""
_SETTLE = 12.0
"""Seconds until the bystanders play evenly and the server's memory is that of an idle one."""


@dataclass(frozen=True)
class Effect:
    """What the bystanders got."""

    attack: str
    actions: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    clock_late_s: float
    quick_bot_s: float
    memory_mib: float
    """Added by the server at most, above its memory before the attack."""
    broken: int
    """The bystanders' games that ended because a connection did."""
    managed: dict[str, int]
    """What the attacker counted."""
    exceeded: list[str] = field(default_factory=list)
    """The bounds that did not hold."""


async def measure(attack: type[Attack] | None, *, seconds: float) -> Effect:
    """Measure a fresh server, undisturbed or during an attack."""
    port = free_port()
    with TemporaryDirectory() as folder:
        database = f"{folder}/tables.sqlite3"
        if attack:
            await attack.prepare(database)
        async with inkrail_server(port=port, database=database, limits={}) as server:
            bystanders = Bystanders(port)
            playing = asyncio.create_task(bystanders.run())
            try:
                if attack and attack.uses_bots:
                    await bystanders.warm_up("master")
                await asyncio.sleep(_SETTLE)
                idle = memory_of(server.pid)
                attacker = await _start(attack, port=port, seconds=seconds) if attack else None
                await asyncio.sleep(attack.lead if attack else 0)
                bystanders.clear()
                highest = await _highest_memory(server.pid, seconds=seconds)
                effect = _effect(attack, bystanders, memory=highest - idle)
                if playing.done():
                    playing.result()
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            managed = await _counts(attacker) if attacker else {}
            effect.managed.update(managed)
            return effect


def _effect(attack: type[Attack] | None, bystanders: Bystanders, *, memory: float) -> Effect:
    actions = bystanders.actions.seconds()
    return Effect(
        attack.name if attack else "none",
        len(actions),
        round(actions[len(actions) // 2] * 1000, 1),
        round(actions[int(len(actions) * 0.99)] * 1000, 1),
        round(actions[-1] * 1000, 1),
        round(max(bystanders.clocks.seconds(), default=0), 2),
        round(max(bystanders.bots.seconds(), default=0), 2),
        round(memory, 1),
        bystanders.broken,
        {},
    )


async def _start(attack: type[Attack], *, port: int, seconds: float) -> Process:
    words = ("-m", "tests.server.hostile.attackers", attack.name, "--port", str(port))
    length = ("--seconds", str(attack.lead + seconds + 1))
    return await asyncio.create_subprocess_exec(sys.executable, *words, *length, stdout=PIPE)


async def _counts(attacker: Process) -> dict[str, int]:
    """What the attacker counted, once it has ended."""
    printed, _ = await attacker.communicate()
    counts: dict[str, int] = json.loads(printed)
    return counts


async def _highest_memory(pid: int, *, seconds: float) -> float:
    end = perf_counter() + seconds
    highest = 0.0
    while perf_counter() < end:
        highest = max(highest, memory_of(pid))
        await asyncio.sleep(0.2)
    return highest


def exceeded(effect: Effect, *, undisturbed: Effect) -> list[str]:
    """The bounds that an attack exceeded."""
    bounds = {
        "p99_ms": max(TIMES_P99 * undisturbed.p99_ms, P99_MS),
        "clock_late_s": CLOCK_SECONDS,
        "quick_bot_s": BOT_SECONDS,
        "memory_mib": MEMORY_MIB,
        "broken": 0,
    }
    return [name for name, bound in bounds.items() if getattr(effect, name) > bound]


COLUMNS = (
    "attack",
    "p50_ms",
    "p99_ms",
    "worst_ms",
    "clock_late_s",
    "quick_bot_s",
    "memory_mib",
    "broken",
)


def line(effect: Effect) -> str:
    """A line of the table."""
    cells = [str(getattr(effect, name) or 0) for name in COLUMNS]
    managed = ", ".join(f"{count} {what}" for what, count in effect.managed.items())
    return f"| {' | '.join(cells)} | {', '.join(effect.exceeded) or 'holds'} | {managed} |"


def machine() -> str:
    """The cores that this was measured on."""
    models = [
        text for text in Path("/proc/cpuinfo").read_text().splitlines() if text.startswith("model name")
    ]
    return f"{os.cpu_count()} cores, {models[0].partition(': ')[2]}"


async def measure_all(names: list[str], *, seconds: float) -> bool:
    """Print what each attack does, and whether all bounds held."""
    undisturbed = await measure(None, seconds=seconds)
    print(f"| {' | '.join(COLUMNS)} | bounds | the attacker managed |")
    print("|---" * (len(COLUMNS) + 2) + "|")
    print(line(undisturbed), flush=True)
    effects = []
    for name in names:
        effect = await measure(ATTACKS[name], seconds=seconds)
        effect.exceeded.extend(exceeded(effect, undisturbed=undisturbed))
        effects.append(effect)
        print(line(effect), flush=True)
    holds = not any(effect.exceeded for effect in effects)
    result = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "seconds": seconds,
        "undisturbed": asdict(undisturbed),
        "attacks": [asdict(effect) for effect in effects],
        "holds": holds,
    }
    print(json.dumps(result))
    return holds


def compile_search(bot: str) -> None:
    """Let a bot play a round, so that the server finds its search compiled."""
    table = open_table(parse_ruleset("base"), seats=1, rng=SeededRng("hostile"))
    table, _ = table.roll(table.throw(SeededRng("hostile")))
    play(Task(bot, table, 0), find_bot, report=lambda _: None)


def main() -> None:
    """Measure the given attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=30.0)
    wanted = parser.parse_args()
    if any(ATTACKS[name].uses_bots for name in wanted.attacks):
        compile_search("master")
    gc.disable()
    allow_many_files()
    sys.exit(not asyncio.run(measure_all(wanted.attacks, seconds=wanted.seconds)))


if __name__ == "__main__":
    main()
