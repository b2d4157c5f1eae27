"""The house has the mark of a week found once, by a study."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, play_out, services
from tests.server.conftest import FakeClock
from tests.server.waiting import limited

from inkrail.game.record import Roll, format_record, parse_record
from inkrail.server.bots.runner import BotRunner
from inkrail.server.http.house import hunt_question
from inkrail.server.http.services import Services
from inkrail.server.rooms.hunt import Mark, closing_time, hunt_record, hunt_rolls, week_of
from inkrail.server.studies.interfaces import Report, Tell
from inkrail.server.studies.questions import Question
from inkrail.server.wire.studies import final_result

WEEK = "2027-W02"


async def found(server: Services, week: str) -> Mark:
    """The mark of a week, once its study is done."""
    async with limited("the mark"):
        while (mark := await server.house.mark(week, secret=server.rooms.secret)) is None:
            id_ = hunt_question(week, secret=server.rooms.secret).id
            await server.studies.watch(id_, after=100, seconds=60, stopping=asyncio.Event())
    return mark


@pytest.mark.slow
async def test_the_mark_is_a_legal_board_with_the_dice_of_the_week(app: FastAPI) -> None:
    server = services(app)
    secret = server.rooms.secret
    assert await server.house.mark(WEEK, secret=secret) is None
    mark = await found(server, WEEK)
    record, table = parse_record(mark.record)
    assert table.sheets()[0].total == mark.total
    rolls = tuple(entry.faces for entry in record.entries if isinstance(entry, Roll))
    assert rolls == hunt_rolls(secret, week=WEEK)
    assert mark.bound == 83
    assert mark.total >= 55


class Searcher:
    """Stands in for a worker process: what was drawn is the best board."""

    def __init__(self) -> None:
        self.computed: list[Question] = []

    @asynccontextmanager
    async def study_worker(self) -> AsyncIterator[Searcher]:
        yield self

    async def study(self, question: Question, *, tell: Tell) -> Report:
        self.computed.append(question)
        return {"total": 40, "exact": False, "bound": 83, "record": question.record}


@pytest.fixture
def searcher(monkeypatch: pytest.MonkeyPatch) -> Searcher:
    searcher = Searcher()
    monkeypatch.setattr(BotRunner, "study_worker", lambda _: searcher.study_worker())
    return searcher


async def test_the_board_of_the_house_is_shown_when_the_week_is_over(
    *, searcher: Searcher, app: FastAPI, api: Api, clock: FakeClock
) -> None:
    server, week = services(app), week_of(clock.now)
    mark = await found(server, week)
    assert [question.kind for question in searcher.computed] == ["best"]
    study = f"/api/studies/{hunt_question(week, secret=server.rooms.secret).id}"
    for path in (study, f"{study}/boards", f"{study}/record"):
        assert await code(await api.get(path)) == (403, "hunt.running")
    hunt = (await api.get("/api/hunt")).json()
    assert (hunt["mark"], hunt["previous"]["board"]) == (40, None)
    assert mark.record not in str(hunt)
    table = (await api.post("/api/hunt/attempts", json={"name": "Ann"})).json()["table"]
    await play_out(app, table)
    best = f"/api/tables/{table}/best"
    assert await code(await api.post(best, json={})) == (403, "hunt.running")
    clock.now = closing_time(week) + 1
    previous = (await api.get("/api/hunt")).json()["previous"]
    assert (previous["week"], previous["mark"]) == (week, 40)
    assert previous["board"] == final_result(mark.record, 0)
    assert (await api.get(study)).json()["best"]["total"] == 40
    assert (await api.post(best, json={})).status_code == 200


@pytest.mark.usefixtures("searcher")
async def test_nobody_else_finds_the_best_board_for_the_dice_of_the_week(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    """Neither from a record with these dice, in any order within a roll, nor from a table for which they were typed."""
    server, week = services(app), week_of(clock.now)
    rolls = hunt_rolls(server.rooms.secret, week=week)
    turned = tuple((second, first, *rest) for first, second, *rest in rolls)
    text = {"record": format_record(hunt_record(turned))}
    first, *rest = rolls[-1]
    other = "highway-t" if first == "railway-t" else "railway-t"
    others = {"record": format_record(hunt_record((*rolls[:-1], (other, *rest))))}
    given = await api.post("/api/tables", json={"name": "Ann", "rolls": [list(faces) for faces in turned]})
    assert given.status_code == 201, given.text
    table = given.json()["table"]
    await play_out(app, table)
    for path, body in (("/api/best", text), (f"/api/tables/{table}/best", {})):
        assert await code(await api.post(path, json=body)) == (403, "hunt.running")
    assert (await api.post("/api/best", json=others)).status_code == 200
    clock.now = closing_time(week) + 1
    for path, body in (("/api/best", text), (f"/api/tables/{table}/best", {})):
        assert (await api.post(path, json=body)).status_code == 200
