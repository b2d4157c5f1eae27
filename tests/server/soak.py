"""Everything at once for a long time: players who leave and come back, servers that are killed, hostile clients."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from asyncio.subprocess import PIPE
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median
from typing import Any

import httpx
from benchmarks.processes import memory_of
from tests.server.killing import Habits, Player, check_stored, open_game
from tests.server.ledger import Ledger, Promise
from tests.server.victims import CUT, LATER, ROOT, Victim, up
from tests.server.waiting import limited

from inkrail.server.storage.store import Store, database_url

RULES = ("base", "lake+draft", "meteor")
_LOOK = 0.5
"""Seconds between two looks at the servers."""


@dataclass(frozen=True)
class Plan:
    """What happens, and how often."""

    tables: int
    attacks: tuple[str, ...]
    pause: float = 0.0
    """Seconds between two actions of a player, on average."""
    leaving: float = 0.05
    """How probable it is that a player reloads the page before an action."""
    life: float = 0.0
    """Seconds between two kills, on average."""
    most_kills: int = sys.maxsize
    attack_seconds: float = 0.2
    """How long an attack lasts."""
    attack_pause: float = 600.0
    """Seconds until the next attack."""
    reviewing: float = 0.0
    """How probable it is that a finished game is reviewed."""


@dataclass
class Report:
    """What happened so far."""

    acknowledged: int = 0
    games: int = 0
    """Played to their end and compared with what is stored."""
    kills: int = 0
    compared: int = 0
    """Histories that a client compared with its own after it had lost its connection."""
    reviews: int = 0
    """Asked for and read to their end, whichever server died meanwhile."""
    refused_reviews: int = 0
    """Not taken, because too many were waiting."""
    attacks: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    """What the servers counted: `failures` are errors of theirs, `storage_failures` waits for the database."""
    memory: list[float] = field(default_factory=list)
    """In MiB, of the server that is not killed, at equal intervals."""

    def growth(self) -> float:
        """How much more memory the last third of the run took than the second, as a fraction."""
        third = len(self.memory) // 3
        return median(self.memory[-third:]) / median(self.memory[third : 2 * third]) - 1


class CountingLedger(Ledger):
    """The promises of one game."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self._report = report

    async def add(self, promise: Promise) -> None:
        """Note it, for the whole run too."""
        self._report.acknowledged += 1
        await super().add(promise)


class DistrustfulPlayer(Player):
    """A player who asks for the whole history after each lost connection and compares it with their own."""

    report: Report

    async def come_back(self, victim: Victim) -> None:
        """Compare, then continue there."""
        await super().come_back(victim)
        fresh = self._new_client(victim)
        with suppress(*CUT):
            await fresh.enter()
            assert fresh.events[: self._client.seen] == self._client.events
            self.report.compared += 1
            await fresh.leave()


class Soak:
    """A run against servers that share a database; `mortal` are those that are killed."""

    def __init__(
        self, plan: Plan, victims: Sequence[Victim], *, mortal: Sequence[Victim], database: str, seed: int = 1
    ) -> None:
        self._plan = plan
        self._victims = victims
        self._mortal = mortal
        self._chance = random.Random(seed)  # noqa: S311
        self._store = Store(database_url(database))
        self._checking = asyncio.Lock()
        """At the end all games are checked: one by one, since they share few connections to the database."""
        self._failures: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self.report = Report()

    async def run(self, is_over: Callable[[Report], bool]) -> Report:
        """Run until it is over; fails as soon as anything is lost."""
        for victim in self._victims:
            await victim.start()
        jobs: list[Coroutine[Any, Any, None]] = [self._play_on(number) for number in range(self._plan.tables)]
        jobs += [self._kill(), self._attack(), self._look()]
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            while not is_over(self.report):
                done, _ = await asyncio.wait(tasks, timeout=_LOOK, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
        finally:
            ends = await self._stop(tasks)
        for end in ends:
            if isinstance(end, Exception):
                raise end
        return self.report

    async def _stop(self, tasks: Sequence[asyncio.Task[None]]) -> list[BaseException | None]:
        """End everything; games that are not over are compared with what is stored all the same."""
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        for victim in self._victims:
            await victim.end()
        await self._store.close()
        return ends

    # Players.

    async def _play_on(self, number: int) -> None:
        """One game after the other, at an address of the table's own."""
        source = f"127.1.{number // 250}.{number % 250 + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=source)
        async with httpx.AsyncClient(transport=transport, timeout=None) as http:  # noqa: S113 - busy machines
            while True:
                await self._play(http, rules=RULES[number % len(RULES)], source=source)

    async def _play(self, http: httpx.AsyncClient, *, rules: str, source: str) -> None:
        habits = Habits(source, self._plan.pause, self._plan.leaving)
        try:
            victim = await up(self._victims, self._chance)
            seats = await open_game(http, victim.address, rules=rules, source=source)
        except CUT:
            return
        ledger = CountingLedger(self.report)
        players = [
            DistrustfulPlayer(seat, victims=self._victims, ledger=ledger, chance=self._chance, habits=habits)
            for seat in seats
        ]
        for player in players:
            player.report = self.report
        try:
            await asyncio.gather(*(player.play() for player in players))
            self.report.games += 1
        finally:
            async with self._checking:
                await check_stored(ledger, self._store)
        if self._chance.random() < self._plan.reviewing:
            await self._review(http, table=seats[0]["table"])

    # Reviews.

    async def _review(self, http: httpx.AsyncClient, *, table: str) -> None:
        """Ask for the review of a finished game and read it to its end; asked again, it is the same one."""
        path, question = f"/api/tables/{table}/reviews", {"seat": 0, "effort": "quick"}
        asked = await self._ask(http, path, body=question)
        if not asked.is_success:
            self.report.refused_reviews += 1
            return
        study, rounds = asked.json()["id"], list[Any]()
        while True:
            view = (await self._ask(http, f"/api/studies/{study}?after={len(rounds)}")).json()
            known = min(len(rounds), len(view["rounds"]))  # computed again from the start if its server died
            assert view["rounds"][:known] == rounds[:known]
            rounds = view["rounds"]
            assert view["status"] != "failed", view
            if view["status"] == "done":
                break
        again = await self._ask(http, path, body=question)
        assert again.json()["id"] == study
        self.report.reviews += 1

    async def _ask(self, http: httpx.AsyncClient, path: str, *, body: Any = None) -> httpx.Response:
        """Ask a server that is up, and another one if it dies or cannot answer now."""
        while True:
            with suppress(*CUT):
                victim = await up(self._victims, self._chance)
                answer = await http.request("POST" if body else "GET", victim.address + path, json=body)
                code = None if answer.is_success else answer.json()["code"]
                if code in {None, "study.queue_full"}:
                    return answer
                assert code in {*LATER, "request.too_many"}, answer.text
            await asyncio.sleep(_LOOK)

    # Kills.

    async def _kill(self) -> None:
        """Kill a server in the middle of some action, and start it again."""
        while self.report.kills < self._plan.most_kills:
            await asyncio.sleep(self._chance.uniform(0, 2 * self._plan.life))
            await self._acknowledged(self._chance.randrange(1, 60))
            victim = self._chance.choice(self._mortal)
            await self._count_failures(victim)
            await victim.end()
            self.report.kills += 1
            await victim.start()

    async def _acknowledged(self, more: int) -> None:
        """Wait until this many more requests were acknowledged."""
        enough = self.report.acknowledged + more
        async with limited(f"{more} more requests to be answered"):
            while self.report.acknowledged < enough:  # noqa: ASYNC110 - the pause decides where the kill hits
                await asyncio.sleep(_LOOK / 50)

    # Hostile clients.

    async def _attack(self) -> None:
        """One attack after the other, on any of the servers."""
        for name in cycle(self._plan.attacks):
            victim = self._chance.choice(self._victims)
            words = (name, "--port", str(victim.port), "--seconds", str(self._plan.attack_seconds))
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.server.hostile.attackers", *words, stdout=PIPE, cwd=ROOT
            )
            try:
                printed, _ = await process.communicate()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            counts = json.loads(printed)
            self.report.attacks.update({f"{name}: {what}": count for what, count in counts.items()})
            self.report.attacks[name] += 1
            await asyncio.sleep(self._plan.attack_pause)

    # What the servers say.

    async def _look(self) -> None:
        """Watch the failures of all servers, and the memory of the first."""
        while True:
            for victim in self._victims:
                await self._count_failures(victim)
            if self._victims[0] not in self._mortal:
                self.report.memory.append(memory_of(self._victims[0].pid))
            await asyncio.sleep(_LOOK)

    async def _count_failures(self, victim: Victim) -> None:
        """Add what is new: a server that is killed forgets its own counts."""
        async with httpx.AsyncClient(base_url=victim.address, timeout=None) as http:  # noqa: S113
            with suppress(*CUT):
                text = (await http.get("/metrics")).text
                for name, count in re.findall(r"^inkrail_(\w*failures)_total (\S+)$", text, re.MULTILINE):
                    known = self._failures[victim.pid]
                    self.report.failures[name] += int(float(count)) - known[name]
                    known[name] = int(float(count))
