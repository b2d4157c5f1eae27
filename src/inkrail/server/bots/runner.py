"""Runs bots in worker processes within a time budget; a simpler bot replaces one that is late or fails.

Quick bots have a process of their own, so that none of them waits for a slow one. The other processes have a lower
priority than the server and the quick bots, and trials and studies the lowest: no table waits for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from inkrail.arena.chance import SystemRng
from inkrail.bots.registry import QUICK_BOTS, missing_extra
from inkrail.core.errors import Refusal
from inkrail.game.absent import act_for_absent
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots import questions
from inkrail.server.bots.available import available_bots, can_search
from inkrail.server.bots.fair_queue import Bounds, Priority
from inkrail.server.bots.lane import Lane
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.programs import Program
from inkrail.server.bots.questions import Question
from inkrail.server.bots.readiness import READY_SECONDS, SIMPLEST, Readiness
from inkrail.server.bots.student import Student
from inkrail.server.bots.worker import Task
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import NO_OWNER, BotTurn, Hint, Origin, TryAgain
from inkrail.server.rooms.rows import StandIn, StandInReason

log = logging.getLogger("inkrail.bots")

SIMPLER = ("steady", *SIMPLEST)
"""Replacements for a bot that was ready but ran out of time, in order; `steady` plays nearly as well."""
FIRST_BOT = "casual"
"""The bot that the page offers first; it compiles all that the quick bots need."""
BOTS = "inkrail.bots.registry:find_bot"
QUICK_BOUNDS = Bounds(owner=200, total=1000)
"""How many turns of quick bots may wait: a few seconds' work for one owner."""
SLOW_BOUNDS = Bounds(owner=20, total=100)
"""How many turns of slow bots may wait: four tables with five `master` each, or twenty with one, for one owner."""
TRIAL_BOUNDS = Bounds(owner=100, total=1000)
"""How many trials may wait; one owner can ask for each bot with each ruleset."""
STUDY_BOUNDS = Bounds(owner=100, total=1000)
"""How many may wait for a process that studies; what people ask for waits in the database."""
SLOW_NICENESS, TRIAL_NICENESS, STUDY_NICENESS = 5, 10, 10
IDLE_SECONDS = 900.0
"""A process for trials or studies that nobody needed for this long is ended; the next one starts in a second."""
PATIENCE = 4
"""How many times the time of a turn a table that needs a bot lets it wait for a worker."""
_REASONS: dict[str, StandInReason] = {"died": "failed", "failed": "failed", "busy": "busy"}
"""Why a bot is replaced, if not because it was too slow."""
QUESTION_PATIENCE = 60.0
"""How many seconds a question waits for a worker."""
HINT_SECONDS = 60.0
"""How many seconds a hint may take; on its very first run the search is compiled."""
MOST_HINTS = Bounds(owner=3, total=20)
"""How many hints may be computed or wait at the same time."""
_UNANSWERED = {"busy": "study.queue_full", "slow": "study.slow"}
"""What a question is refused with that has no answer."""


def _ignore(_: object) -> None:
    """Take no notice of parts of an answer."""


def _now() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


class BotRunner:
    """Plays for bots in three lanes: one process for the quick ones, `workers` for the slow ones, one for trials.

    Studies have a fourth lane with as many processes as the slow bots.
    """

    def __init__(
        self,
        metrics: Metrics,
        *,
        workers: int,
        seconds: float,
        source: str = BOTS,
        programs: Mapping[str, Program] | None = None,
    ) -> None:
        self._metrics = metrics
        self._seconds = seconds
        self._programs = frozenset(programs or ())
        waiting = metrics.bots_waiting.labels
        self._quick = Lane([WorkerProcess(source)], bounds=QUICK_BOUNDS, waiting=waiting(lane="quick"))
        slow = [WorkerProcess(source, niceness=SLOW_NICENESS, programs=programs) for _ in range(workers)]
        self._deep = Lane(slow, bounds=SLOW_BOUNDS, waiting=waiting(lane="slow"))
        trying = [WorkerProcess(source, niceness=TRIAL_NICENESS, programs=programs)]
        self._background = Lane(
            trying, bounds=TRIAL_BOUNDS, waiting=waiting(lane="background"), idle_seconds=IDLE_SECONDS
        )
        studying = [WorkerProcess(source, niceness=STUDY_NICENESS) for _ in range(workers)]
        self._studies = Lane(
            studying, bounds=STUDY_BOUNDS, waiting=waiting(lane="study"), idle_seconds=IDLE_SECONDS
        )
        self._readiness = Readiness(self._background)
        self._slow: set[tuple[str, str]] = set()
        self._warming: asyncio.Task[None] | None = None
        self._hints: Counter[str] = Counter()
        """How many hints are computed or wait, by owner."""

    def require_room(self, bots: Iterable[str], *, owner: str) -> None:
        """Refuse a game with these bots if that many more turns may not wait for a worker."""
        names = tuple(bots)
        quick = sum(name in QUICK_BOTS for name in names)
        for lane, count in ((self._quick, quick), (self._deep, len(names) - quick)):
            if count and not lane.has_room(owner, count=count):
                raise Refusal("bot.queue_full")

    def require_playable(self, bots: Iterable[str | None], *, hints: bool) -> None:
        """Refuse bots that cannot play here, and hints where none can be computed."""
        for bot in bots:
            if bot is not None and bot not in available_bots() and bot not in self._programs:
                raise Refusal("bot.unknown", bot=bot)
        if hints and not can_search():
            raise Refusal("hint.not_allowed")

    def expect(self, bots: Iterable[str], ruleset: Ruleset, *, owner: str) -> None:
        """Start getting ready the bots that a table will need."""
        for bot in bots:
            self._readiness.begin(bot, ruleset, owner=owner)

    def warm_up(self) -> None:
        """Start getting the first bot ready for one ruleset after the other, before any table needs it, then studies."""
        if FIRST_BOT in available_bots():
            for name in RULESET_NAMES:
                self._readiness.begin(FIRST_BOT, parse_ruleset(name), owner=NO_OWNER)
            self._warming = asyncio.create_task(self._warm_up_studies(), name="warm up studies")

    async def _warm_up_studies(self) -> None:
        """Compile what studies need, one ruleset after the other."""
        for name in RULESET_NAMES:
            question = Question(questions.warm_up, {"ruleset": parse_ruleset(name)})
            try:
                await self.ask(
                    question,
                    origin=Origin(NO_OWNER, name),
                    seconds=READY_SECONDS,
                    priority=Priority.WARM,
                    patience=None,
                )
            except (BotFailed, Refusal) as failure:
                log.warning("studies not ready", extra={"rules": name, "why": str(failure)})

    def getting_ready(self, bot: str, ruleset: Ruleset) -> int | None:
        """How many percent ready a bot is that is getting ready; None for any other."""
        return self._readiness.percent(bot, ruleset)

    async def all_ready(self) -> None:
        """Wait until all expected bots, and studies if they are warmed up, are ready or have failed."""
        await self._readiness.all_done()
        if self._warming:
            await self._warming

    async def play(
        self, bot: str, table: Table, *, seat: int, origin: Origin, needed: asyncio.Event | None = None
    ) -> BotTurn:
        """Return the bot's turn, or a simpler bot's if it fails, or as a last resort only the mandatory moves.

        A bot that is still getting ready has until it is needed, that is until the table waits for bots only.
        If it is too slow even then, it is not asked again until it is ready, so that people wait for it only once.
        """
        key = bot, table.ruleset.name
        needed = needed or _now()
        is_ready = await self._readiness.wait(bot, table.ruleset, needed=needed)
        if is_ready:
            self._slow.discard(key)
        simpler = SIMPLER if is_ready else SIMPLEST
        too_late: StandInReason = "slow" if is_ready else "getting_ready"
        why: StandInReason = too_late
        began = perf_counter()
        for name in dict.fromkeys(simpler if key in self._slow else (bot, *simpler)):
            # A bot that is not ready may have to compile its search first.
            quick = name in QUICK_BOTS and (is_ready or name in SIMPLEST)
            lane = self._quick if quick else self._deep
            try:
                async with lane.worker(origin, needed=needed, patience=PATIENCE * self._seconds) as worker:
                    actions = await worker.play(Task(name, table, seat), seconds=self._seconds)
            except BotFailed as failure:
                self._metrics.fallbacks.labels(bot=name, why=str(failure)).inc()
                log.warning("bot replaced", extra={"bot": name, "why": str(failure)})
                if name == bot:
                    why = _REASONS.get(str(failure), too_late)
                    if why == too_late:
                        self._slow.add(key)
            else:
                self._metrics.bots.labels(bot=name).observe(perf_counter() - began)
                return BotTurn(actions, None if name == bot else StandIn(seat=seat, by=name, why=why))
        _, mandatory = act_for_absent(table, Seat(seat), rng=SystemRng())
        return BotTurn(mandatory, StandIn(seat=seat, why=why))

    async def ask(
        self,
        question: Question,
        *,
        origin: Origin,
        seconds: float | None = None,
        part: Callable[[Any], None] = _ignore,
        priority: Priority = Priority.REVIEW,
        patience: float | None = QUESTION_PATIENCE,
    ) -> Any:
        """The answer of a slow bots' worker to a question, once no bot that a table waits for is left.

        Refuses with `study.queue_full` if too many wait or no worker is free in time, and with `study.slow` if the
        answer takes too long.
        """
        if extra := missing_extra(FIRST_BOT):
            raise Refusal("extra.missing", extra=extra)
        # What nobody waits for is done where no bot has to wait for it either.
        lane = self._background if priority is Priority.WARM else self._deep
        try:
            async with lane.worker(origin, priority=priority, patience=patience) as worker:
                return await worker.ask(question, seconds=seconds or self._seconds, part=part)
        except BotFailed as failure:
            code = _UNANSWERED.get(str(failure))
            if code is None:
                raise
            raise Refusal(code) from None

    async def hint(self, table: Table, *, seat: int, origin: Origin) -> Hint:
        """A hint for a seat, computed when no table waits for a slow bot."""
        owners = self._hints
        if owners[origin.owner] >= MOST_HINTS.owner or owners.total() >= MOST_HINTS.total:
            raise TryAgain("hint.too_slow")
        owners[origin.owner] += 1
        question = Question(questions.hint, {"table": table, "seat": seat})
        try:
            found = await self.ask(question, origin=origin, seconds=HINT_SECONDS)
        except (BotFailed, Refusal) as failure:
            log.warning("no hint", extra={"why": str(failure)})
            raise TryAgain("hint.too_slow") from None
        finally:
            owners[origin.owner] -= 1
        return Hint(found["value"], found["restart"], tuple(found["actions"]))

    @asynccontextmanager
    async def study_worker(self) -> AsyncIterator[Student]:
        """A process for a study, once no table waits for a slow bot."""
        async with self._studies.worker(Origin(NO_OWNER, "studies"), priority=Priority.REVIEW) as worker:
            await self._deep.no_table_waits()
            yield Student(worker)

    async def stop(self) -> None:
        """Stop all workers."""
        await self._readiness.stop()
        if self._warming:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        for lane in (self._quick, self._deep, self._background, self._studies):
            await lane.stop()
