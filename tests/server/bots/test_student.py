"""A worker process that computes studies."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL

import pytest
from tests.server.waiting import limited
from tests.study.games import text_of

from inkrail.server.bots.process import WorkerProcess
from inkrail.server.bots.student import Student
from inkrail.server.studies.interfaces import Preparing, Report, StudyFailed
from inkrail.server.studies.questions import read_question

LONG = read_question(text_of("casual"), seat=0, kind="best")
UNREADABLE = replace(LONG, record="no record")


@pytest.fixture
async def student() -> AsyncIterator[Student]:
    worker = WorkerProcess("inkrail.bots.registry:find_bot", niceness=1)
    yield Student(worker)
    await worker.stop()


async def ignored(_: Report | Preparing) -> None:
    """Take no notice of a part."""


async def test_a_study_that_fails_says_why(student: Student) -> None:
    for _ in range(2):
        with pytest.raises(StudyFailed, match=r"record\.version"):
            await student.study(UNREADABLE, tell=ignored)


async def test_a_study_whose_process_is_killed_fails_and_the_next_one_has_a_new_process(
    student: Student,
) -> None:
    studying = asyncio.create_task(student.study(LONG, tell=ignored))
    async with limited("the process to start"):
        while not (children := _children()):  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    os.kill(children[0], SIGKILL)
    with pytest.raises(StudyFailed, match="died"):
        await studying
    with pytest.raises(StudyFailed, match=r"record\.version"):
        await student.study(UNREADABLE, tell=ignored)


async def test_a_study_that_nobody_waits_for_any_more_ends_with_its_process(student: Student) -> None:
    studying = asyncio.create_task(student.study(LONG, tell=ignored))
    async with limited("the process to start"):
        while not _children():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    studying.cancel()
    await asyncio.gather(studying, return_exceptions=True)
    assert studying.cancelled()
    assert _children() == []


async def test_whoever_refuses_a_part_ends_the_study(student: Student) -> None:
    async def refuse(part: Report | Preparing) -> None:
        raise LookupError(part)

    with pytest.raises(LookupError):
        await student.study(LONG, tell=refuse)
    assert _children() == []


@pytest.mark.slow
async def test_how_far_the_compilation_is_comes_in_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    worker = WorkerProcess("inkrail.bots.registry:find_bot")
    told: list[Report | Preparing] = []

    async def tell(news: Report | Preparing) -> None:
        told.append(news)
        if len(told) > len(steps()):
            raise LookupError(news)

    def steps() -> list[int | None]:
        return [news.percent for news in told if isinstance(news, Preparing)]

    with pytest.raises(LookupError):
        await Student(worker).study(replace(LONG, kind="review", effort="quick"), tell=tell)
    assert (steps()[0], steps()[-1]) == (0, None)
    assert set(steps()) <= {None, *range(0, 100, 10)}
    assert len(set(steps())) > 5


def _children() -> list[int]:
    """The worker processes of this test."""
    text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return [pid for pid in map(int, text.split()) if b"bots.worker" in _command(pid)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
