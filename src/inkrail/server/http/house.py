"""The house in the maximum hunt: it finds the mark that people try to beat, by a study of the best board."""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache

from inkrail.core.errors import Refusal
from inkrail.server.bots.available import can_search
from inkrail.server.rooms.hunt import Mark, hunt_record, hunt_rolls
from inkrail.server.storage.hunt_store import HuntStore
from inkrail.server.studies.questions import Question, question_of
from inkrail.server.studies.studies import Studies

log = logging.getLogger("inkrail.hunt")

HOUSE = "house"
"""Who asks for the study of a week; no address has this name."""


class House:
    """Has the best board of a week found, once."""

    def __init__(self, hunts: HuntStore, *, studies: Studies) -> None:
        self._hunts = hunts
        self._studies = studies

    async def mark(self, week: str, *, secret: str) -> Mark | None:
        """The mark of a week; None while it is searched."""
        mark = await self._hunts.mark(week)
        if mark is not None or not can_search():
            return mark
        question = await asyncio.to_thread(hunt_question, week, secret=secret)
        try:
            study = await self._studies.study(await self._studies.ask(question, asked_by=HOUSE))
        except Refusal as refusal:
            log.warning("no mark found", extra={"week": week, "why": refusal.code})
            return None
        if study.result is None:
            return None
        # Of the processes that see the result first, one stores it.
        found = study.result
        await self._hunts.add(Mark(week, found["total"], found["bound"], found["record"]))
        return await self._hunts.mark(week)


@lru_cache(maxsize=4)
def hunt_question(week: str, *, secret: str) -> Question:
    """The question for the best board of a week, hidden until the week is over."""
    record = hunt_record(hunt_rolls(secret, week=week))
    return question_of(record, seat=0, kind="best", hidden=week)
