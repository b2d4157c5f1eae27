"""Studies over HTTP: asked for by table or record, told round by round, hidden with the daily game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.asking import BROWSER, HUMANS, Api, code, opened, play_out, services
from tests.server.conftest import FakeClock
from tests.server.waiting import limited
from tests.study.games import FIRST, game_of, text_of

from inkrail.game.record import parse_record
from inkrail.server.bots.runner import BotRunner
from inkrail.server.http import studies as routes
from inkrail.server.rooms.commands import Start
from inkrail.server.studies import studies
from inkrail.server.studies.interfaces import Report, Tell
from inkrail.server.studies.questions import Question
from inkrail.study.review import review_rounds, sum_up

GOLDEN = Path(__file__).parents[2] / "game" / "golden"
GAME = text_of("casual")


@pytest.fixture(scope="module")
def reviewed() -> Report:
    """The review of GAME, computed once."""
    game = game_of("casual")
    rounds = list(review_rounds(game.record, game.table, seat=FIRST, effort="quick"))
    return sum_up(game.record, seat=FIRST, rounds=rounds).report()


class Ready:
    """Stands in for a worker process: it has one answer for all games."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.computed: list[Question] = []

    @asynccontextmanager
    async def study_worker(self) -> AsyncIterator[Ready]:
        yield self

    async def study(self, question: Question, *, tell: Tell) -> Report:
        self.computed.append(question)
        if question.kind == "best":
            return {"total": 40, "exact": False, "bound": 83, "record": question.record}
        for part in reversed(self.report["rounds"]):
            await tell({**part, "reason": []})
        return self.report


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> Ready:
    ready = Ready({"rounds": []})
    monkeypatch.setattr(BotRunner, "study_worker", lambda _: ready.study_worker())
    return ready


@pytest.fixture
def reviewer(ready: Ready, reviewed: Report) -> Ready:
    ready.report = reviewed
    return ready


async def asked(api: Api, path: str, **body: Any) -> str:
    answer = await api.post(path, json=body)
    assert answer.status_code == 200, answer.text
    id_: str = answer.json()["id"]
    return id_


async def done(api: Api, id_: str, **headers: str) -> dict[str, Any]:
    """The study, once it is over."""
    view: dict[str, Any] = {"rounds_done": 0, "status": "waiting"}
    async with limited("a study to be over"):
        while view["status"] not in ("done", "failed"):
            answer = await api.get(f"/api/studies/{id_}?after={view['rounds_done']}", headers=headers)
            assert answer.status_code == 200, answer.text
            view = answer.json()
    return view


async def test_a_record_is_reviewed(reviewer: Ready, api: Api) -> None:
    id_ = await asked(api, "/api/reviews", record=GAME, effort="quick")
    assert await asked(api, "/api/reviews", record=GAME, effort="quick") == id_
    view = await done(api, id_)
    assert view["review"] == reviewer.report
    assert [round_["round"] for round_ in view["rounds"]] == [7, 6, 5, 4, 3, 2, 1]
    rest = {name: value for name, value in view.items() if name not in ("rounds", "review")}
    assert rest == {
        "id": id_,
        "kind": "review",
        "rules": "base",
        "seat": 0,
        "effort": "quick",
        "status": "done",
        "code": None,
        "waiting": None,
        "getting_ready": None,
        "rounds_total": 7,
        "rounds_done": 7,
        "best": None,
    }
    assert len(reviewer.computed) == 1


async def test_a_round_shows_both_ends_on_the_board(reviewer: Ready, api: Api) -> None:
    id_ = await asked(api, "/api/reviews", record=GAME, effort="quick")
    await done(api, id_)
    views = [(await api.get(f"/api/studies/{id_}/rounds/{number}")).json() for number in range(1, 8)]
    for number, (view, report) in enumerate(zip(views, reviewer.report["rounds"], strict=True), start=1):
        assert (view["round"], view["actions"], view["exact"]) == (number, report["best"], number == 7)
        assert view["may_retry"] == (report["loss"] >= 0.5)
        assert view["sequences"] == 24
        assert len(view["hand"]) == 4
        own, better = ({cell["cell"] for cell in view[end][0]["cells"]} for end in ("own", "better"))
        before = {cell["cell"] for cell in view["before"][0]["cells"]}
        assert before < own
        assert before < better
    last = views[-1]
    lines = {line["name"]: line["difference"] for line in last["lines"]}
    assert sum(lines.values()) == last["sheet_better"]["total"] - last["sheet_own"]["total"]
    assert sum(lines.values()) == pytest.approx(reviewer.report["rounds"][-1]["loss"])
    moment = views[next(number for number in reviewer.report["moments"] if number < 7) - 1]
    assert moment["lines"]
    assert all(line["difference"] == line["better"] - line["own"] for line in moment["lines"])


@pytest.mark.usefixtures("ready")
async def test_the_record_of_a_study_is_the_seats_own(api: Api) -> None:
    text = (GOLDEN / "base.txt").read_text()
    id_ = await asked(api, "/api/best", record=text, seat=1)
    view = await done(api, id_)
    assert (view["kind"], view["seat"], view["review"]) == ("best", 0, None)
    assert view["best"]["total"] == 40
    answer = await api.get(f"/api/studies/{id_}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    record, table = parse_record(answer.text)
    assert (record.seats, record.seed) == (1, "")
    total = parse_record(text)[1].sheets()[1].total
    boards = (await api.get(f"/api/studies/{id_}/boards")).json()
    assert boards["own"]["sheet"]["total"] == boards["best"]["sheet"]["total"] == total
    assert table.sheets()[0].total == total


@pytest.mark.usefixtures("ready")
async def test_a_finished_table_is_reviewed_seat_by_seat(app: FastAPI, api: Api) -> None:
    given = await opened(api, seats=HUMANS)
    table = f"/api/tables/{given['table']}"
    assert await code(await api.post(f"{table}/reviews", json={})) == (409, "table.not_over")
    await api.post(f"{table}/join", json={"name": "Bob"})
    await play_from_start(app, given["table"])
    ids = [await asked(api, f"{table}/reviews", seat=seat) for seat in (0, 1)]
    ids.append(await asked(api, f"{table}/best", seat=0))
    assert len(set(ids)) == 2  # both seats drew the same, which is the same question
    record = (await api.get(f"{table}/record")).text
    assert await asked(api, "/api/reviews", record=record, seat=1) == ids[1]
    assert await code(await api.post(f"{table}/reviews", json={"seat": 2})) == (422, "seat.unknown")
    assert await code(await api.post(f"{table}/reviews", json={"seat": 6})) == (422, "request.invalid")


async def play_from_start(app: FastAPI, table: str) -> None:
    rooms = services(app).rooms
    await rooms.carry_out(await rooms.open(table), Start(), seat=0, id_="start")
    await play_out(app, table)


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/api/reviews", {"record": "nonsense"}, (422, "record.version")),
        ("/api/reviews", {"record": GAME.replace("rules: base", "rules: nope")}, (422, "ruleset.unknown")),
        ("/api/reviews", {"record": GAME.partition("round 7")[0]}, (422, "record.unfinished")),
        ("/api/best", {"record": GAME.partition("round 7")[0]}, (422, "record.unfinished")),
        ("/api/reviews", {"record": GAME, "seat": 1}, (422, "seat.unknown")),
        ("/api/reviews", {"record": GAME, "effort": "endless"}, (422, "request.invalid")),
        ("/api/reviews", {"record": GAME.replace("official", "manual")}, (422, "study.values")),
        ("/api/reviews", {"record": "x" * 65 * 1024}, (422, "text.too_large")),
        ("/api/reviews", {"record": "x" * 129 * 1024}, (413, "request.too_large")),
        ("/api/best", {"record": "x" * 129 * 1024}, (413, "request.too_large")),
        ("/api/tables/none/reviews", {}, (404, "table.unknown")),
        ("/api/tables/none/best", {}, (404, "table.unknown")),
    ],
)
async def test_what_cannot_be_studied_is_refused(
    api: Api, path: str, *, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert await code(await api.post(path, json=body)) == expected


async def test_a_line_that_is_not_legal_is_named(api: Api) -> None:
    lines = GAME.splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("1 draw"))
    lines[number] = "1 draw highway-t Z9 HHH."
    answer = await api.post("/api/reviews", json={"record": "\n".join(lines)})
    assert await code(answer) == (422, "cell.unknown")
    assert answer.json()["line"] == number + 1


@pytest.mark.usefixtures("ready")
async def test_unknown_studies_and_rounds_that_are_not_ready_are_refused(api: Api) -> None:
    for path in ("", "/rounds/1", "/boards", "/record"):
        assert await code(await api.get(f"/api/studies/{'0' * 32}{path}")) == (404, "study.unknown")
    id_ = await asked(api, "/api/best", record=GAME)
    assert await code(await api.get(f"/api/studies/{id_}/rounds/1")) == (404, "board.unknown")
    assert await code(await api.get(f"/api/studies/{id_}/rounds/15")) == (422, "request.invalid")


async def test_a_server_that_cannot_search_says_so(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "can_search", lambda: False)
    answer = await api.post("/api/reviews", json={"record": GAME})
    assert await code(answer) == (503, "extra.missing")


@pytest.mark.usefixtures("ready")
async def test_the_study_of_a_running_day_is_its_players_alone(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = (await api.get("/api/daily")).json()["date"]
    mine = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": BROWSER})).json()
    await play_out(app, mine["table"])
    table, token = f"/api/tables/{mine['table']}", {"authorization": f"Bearer {mine['token']}"}
    for what in ("reviews", "best"):
        assert await code(await api.post(f"{table}/{what}", json={})) == (403, "daily.hidden")
    answer = await api.post(f"{table}/best", json={}, headers=token)
    id_ = answer.json()["id"]
    assert (await done(api, id_, **token))["status"] == "done"
    paths = [f"/api/studies/{id_}{rest}" for rest in ("", "?after=0", "/boards", "/record")]
    for path in (*paths, f"/api/studies/{id_}/rounds/1"):
        assert await code(await api.get(path)) == (403, "daily.hidden")
        wrong = {"authorization": "Bearer of-something-else"}
        assert await code(await api.get(path, headers=wrong)) == (403, "daily.hidden")
    record = (await api.get(f"{table}/record", headers=token)).text
    assert await asked(api, "/api/best", record=record) != id_
    clock.now += 2 * 24 * 3600
    for path in paths:
        assert (await api.get(path)).status_code == 200


@asynccontextmanager
async def never(_: BotRunner) -> AsyncIterator[None]:
    """A worker that is never free."""
    await asyncio.Event().wait()
    yield


async def test_an_address_may_have_so_many_unfinished(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotRunner, "study_worker", never)
    monkeypatch.setattr(studies, "BOUNDS", replace(studies.BOUNDS, address=2))
    text = (GOLDEN / "base.txt").read_text()
    for seat in (0, 1):
        await asked(api, "/api/reviews", record=text, seat=seat)
    refused = await api.post("/api/best", json={"record": text})
    assert await code(refused) == (503, "study.queue_full")
    id_ = await asked(api, "/api/reviews", record=text, seat=1)
    assert (await api.get(f"/api/studies/{id_}")).json()["status"] == "waiting"
