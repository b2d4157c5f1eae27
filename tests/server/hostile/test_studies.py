"""One address asks for more studies than the machine can compute; those of others are computed in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, opened, play_out, services
from tests.server.waiting import limited
from tests.study.games import text_of

from inkrail.server.bots.runner import BotRunner
from inkrail.server.studies.interfaces import Report, Tell
from inkrail.server.studies.questions import Question
from inkrail.server.studies.studies import BOUNDS
from inkrail.server.wire.studies import LONGEST_RECORD

GOLDEN = sorted((Path(__file__).parents[2] / "game" / "golden").glob("*.txt"))
GAME = text_of("greedy")


class Held:
    """A worker that computes one study each time that the test lets it."""

    def __init__(self) -> None:
        self.computed: list[str] = []
        self.go_on = asyncio.Semaphore(0)

    @asynccontextmanager
    async def study_worker(self) -> AsyncIterator[Held]:
        await self.go_on.acquire()
        yield self

    async def study(self, question: Question, *, tell: Tell) -> Report:
        await tell({})
        self.computed.append(question.id)
        return {"total": 1, "exact": False, "bound": None, "record": question.record}


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    held = Held()
    monkeypatch.setattr(BotRunner, "study_worker", lambda _: held.study_worker())
    return held


def client(app: FastAPI, address: str) -> Api:
    return Api(transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://test")


@pytest.fixture
async def eve(app: FastAPI) -> AsyncIterator[Api]:
    async with client(app, "203.0.113.9") as api:
        yield api


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Api]:
    async with client(app, "198.51.100.7") as api:
        yield api


def bodies() -> list[dict[str, Any]]:
    """More questions than one address may have unfinished."""
    records = [path.read_text() for path in GOLDEN]
    found = [
        {"record": record, "seat": seat} for record in records for seat in (0, 1) if seat < _seats(record)
    ]
    assert len(found) > BOUNDS.address
    return found


def _seats(record: str) -> int:
    return int(record.partition("seats: ")[2].split()[0])


@pytest.mark.usefixtures("held")
async def test_a_flood_is_refused_and_others_are_still_served(eve: Api, ann: Api) -> None:
    answers = [await eve.post("/api/best", json=body) for body in bodies()]
    assert [answer.status_code for answer in answers[: BOUNDS.address]] == [200] * BOUNDS.address
    for answer in answers[BOUNDS.address :]:
        assert await code(answer) == (503, "study.queue_full")
    assert (await ann.post("/api/best", json={"record": GAME})).status_code == 200


async def test_who_asked_for_one_waits_for_one_of_who_asked_for_many(
    *, held: Held, eve: Api, ann: Api
) -> None:
    for body in bodies()[: BOUNDS.address]:
        await eve.post("/api/best", json=body)
    id_ = (await ann.post("/api/best", json={"record": GAME})).json()["id"]
    held.go_on.release()
    held.go_on.release()
    async with limited("Ann's study"):
        while (await ann.get(f"/api/studies/{id_}?after=1")).json()["status"] != "done":
            pass
    assert held.computed.index(id_) <= 1


@pytest.mark.usefixtures("held")
async def test_the_same_question_fills_no_queue(eve: Api, ann: Api) -> None:
    for number in range(3 * BOUNDS.address):
        padded = GAME + f"# {number}\n"
        assert (await eve.post("/api/best", json={"record": padded})).status_code == 200
    assert (await ann.post("/api/best", json={"record": GAME})).status_code == 200


async def test_giant_records_are_refused_before_they_are_read(eve: Api) -> None:
    long = GAME + "#" * LONGEST_RECORD
    for path in ("/api/reviews", "/api/best"):
        assert await code(await eve.post(path, json={"record": long})) == (422, "text.too_large")
        assert await code(await eve.post(path, json={"record": 3 * long})) == (413, "request.too_large")


@pytest.mark.usefixtures("held")
async def test_a_record_full_of_take_backs_is_stored_without_them(app: FastAPI, eve: Api) -> None:
    lines = GAME.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("1 draw"))
    again = [lines[first], f"1 take-back {lines[first].split()[3]}\n"]
    count = (LONGEST_RECORD - len(GAME)) // len("".join(again))
    long = "".join([*lines[:first], *again * count, *lines[first:]])
    ids = [(await eve.post("/api/best", json={"record": text})).json()["id"] for text in (long, GAME)]
    assert ids[0] == ids[1]
    stored = await services(app).studies.study(ids[0])
    assert "take-back" not in stored.question.record


@pytest.mark.usefixtures("held")
async def test_seats_that_are_not_there_are_refused(app: FastAPI, eve: Api) -> None:
    given = await opened(eve, rules="base")
    await play_out(app, given["table"])
    for seat, refusal in ((1, "seat.unknown"), (6, "request.invalid"), (-1, "request.invalid")):
        for what in ("reviews", "best"):
            answer = await eve.post(f"/api/tables/{given['table']}/{what}", json={"seat": seat})
            assert await code(answer) == (422, refusal)
