"""Workers in the test's own process: slow bots think until the test lets them go on, quick ones answer at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

import pytest

from inkrail.bots.registry import QUICK_BOTS
from inkrail.game.actions import Action, Done
from inkrail.server.bots import runner
from inkrail.server.bots.questions import Question
from inkrail.server.bots.worker import Task


class HeldWorker:
    """Stands in for a worker process."""

    go_on: ClassVar[asyncio.Event]
    played: ClassVar[list[tuple[str, int]]]
    """The bots that were asked, with the niceness of the process."""

    def __init__(self, _source: str, *, niceness: int = 0, programs: object = None) -> None:
        self.niceness = niceness

    async def play(
        self, task: Task, *, seconds: float, report: Callable[[int], None] | None = None
    ) -> tuple[Action, ...]:
        self.played.append((task.bot, self.niceness))
        if task.bot not in QUICK_BOTS:
            await self.go_on.wait()
        return (Done(),)

    async def ask(self, question: Question, **_: object) -> dict[str, object]:
        return {"asked": question.function.__name__, "niceness": self.niceness}

    async def stop(self) -> None:
        pass


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> type[HeldWorker]:
    """Every worker process that is started from now on is a `HeldWorker`."""
    HeldWorker.go_on = asyncio.Event()
    HeldWorker.played = []
    monkeypatch.setattr(runner, "WorkerProcess", HeldWorker)
    return HeldWorker
