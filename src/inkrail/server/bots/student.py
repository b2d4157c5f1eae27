"""A worker process that computes studies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from inkrail.core.errors import Refusal
from inkrail.server.bots import questions
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.worker import READY
from inkrail.server.studies.interfaces import Preparing, Report, StudyFailed, Tell
from inkrail.server.studies.questions import Question

STUDY_SECONDS: Final = 3600.0
"""How long a study may take, on a busy machine too; on its very first run the search is compiled."""

STEP: Final = 10
"""By how many percent what is compiled grows until that is told again."""


class Student:
    """Has studies computed by a process, and tells their parts."""

    def __init__(self, worker: WorkerProcess) -> None:
        self._worker = worker

    async def study(self, question: Question, *, tell: Tell) -> Report:
        """The result; parts are told as they are ready, and how far it is with what it compiles. Raises `StudyFailed`."""
        news: asyncio.Queue[Report | Preparing | None] = asyncio.Queue()
        computing = asyncio.create_task(
            self._worker.ask(
                _asked(question),
                seconds=STUDY_SECONDS,
                part=news.put_nowait,
                report=_in_steps(lambda percent: news.put_nowait(Preparing(percent))),
            )
        )
        computing.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (item := await news.get()) is not None:
                await tell(item)
            report: Report = computing.result()
        except (BotFailed, Refusal) as failure:
            raise StudyFailed(str(failure)) from None
        finally:
            if not computing.done():
                computing.cancel()
                await asyncio.gather(computing, return_exceptions=True)
                await self._worker.stop()
        return report


def _in_steps(report: Callable[[int | None], None]) -> Callable[[int], None]:
    """Report only each new tenth, and None when all is compiled."""
    last: int | None = None

    def hear(percent: int) -> None:
        nonlocal last
        step = None if percent >= READY else percent // STEP * STEP
        if step != last:
            last = step
            report(step)

    return hear


def _asked(question: Question) -> questions.Question:
    about: dict[str, object] = {"record": question.record, "seat": question.seat}
    if question.kind == "best":
        return questions.Question(questions.best, about)
    return questions.Question(questions.review, {**about, "effort": question.effort})
