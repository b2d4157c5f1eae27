"""The house in the maximum hunt: it searches the mark that people try to beat."""

from __future__ import annotations

import asyncio
import logging

from inkrail.core.errors import Refusal
from inkrail.rules.registry import parse_ruleset
from inkrail.server.bots.fair_queue import Priority
from inkrail.server.bots.process import BotFailed
from inkrail.server.bots.questions import Question, best_of_rolls
from inkrail.server.bots.runner import BotRunner
from inkrail.server.rooms.hunt import RULES, Mark, hunt_rolls
from inkrail.server.rooms.interfaces import NO_OWNER, Origin, TryAgain
from inkrail.server.storage.hunt_store import HuntStore

log = logging.getLogger("inkrail.hunt")

_SEARCH_SECONDS = 1800.0
"""How long the house may search; the first time the search is compiled."""


class House:
    """Searches the best board of a week, once, in a process that no table waits for."""

    def __init__(self, hunts: HuntStore, *, bots: BotRunner) -> None:
        self._hunts = hunts
        self._bots = bots
        self._searches: dict[str, asyncio.Task[None]] = {}

    async def mark(self, week: str, *, secret: str) -> Mark | None:
        """The mark of a week; None while it is searched."""
        mark = await self._hunts.mark(week)
        task = self._searches.get(week)
        if mark is None and (task is None or task.done()):
            self._searches[week] = asyncio.create_task(self._search(week, secret=secret), name=f"hunt {week}")
        return mark

    async def _search(self, week: str, *, secret: str) -> None:
        arguments = {"ruleset": parse_ruleset(RULES), "rolls": hunt_rolls(secret, week=week)}
        try:
            found = await self._bots.ask(
                Question(best_of_rolls, arguments),
                origin=Origin(NO_OWNER, "hunt"),
                seconds=_SEARCH_SECONDS,
                priority=Priority.WARM,
                patience=None,
            )
            await self._hunts.add(Mark(week, found["total"], found["bound"], found["record"]))
        except (TryAgain, Refusal, BotFailed) as problem:
            log.warning("no mark found", extra={"week": week, "why": str(problem)})

    async def all_done(self) -> None:
        """Wait until nothing is searched."""
        await asyncio.gather(*self._searches.values())

    async def stop(self) -> None:
        """Stop searching."""
        for task in self._searches.values():
            task.cancel()
        await asyncio.gather(*self._searches.values(), return_exceptions=True)
