"""A worker process that computes studies."""

from __future__ import annotations

import asyncio
from typing import Final

from inkrail.core.errors import Refusal
from inkrail.server.bots import questions
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.studies.interfaces import Report, StudyFailed, Tell
from inkrail.server.studies.questions import Question

STUDY_SECONDS: Final = 3600.0
"""How long a study may take, on a busy machine too; on its very first run the search is compiled."""


class Student:
    """Has studies computed by a process, and tells their parts."""

    def __init__(self, worker: WorkerProcess) -> None:
        self._worker = worker

    async def study(self, question: Question, *, tell: Tell) -> Report:
        """The result; parts are told as they are ready. Raises `StudyFailed`."""
        parts: asyncio.Queue[Report | None] = asyncio.Queue()
        computing = asyncio.create_task(
            self._worker.ask(_asked(question), seconds=STUDY_SECONDS, part=parts.put_nowait)
        )
        computing.add_done_callback(lambda _: parts.put_nowait(None))
        try:
            while (part := await parts.get()) is not None:
                await tell(part)
            report: Report = computing.result()
        except (BotFailed, Refusal) as failure:
            raise StudyFailed(str(failure)) from None
        finally:
            if not computing.done():
                computing.cancel()
                await asyncio.gather(computing, return_exceptions=True)
                await self._worker.stop()
        return report


def _asked(question: Question) -> questions.Question:
    about: dict[str, object] = {"record": question.record, "seat": question.seat}
    if question.kind == "best":
        return questions.Question(questions.best, about)
    return questions.Question(questions.review, {**about, "effort": question.effort})
