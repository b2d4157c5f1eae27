"""What follows a review: rounds that are tried again, their verdicts, and playing on."""

from __future__ import annotations

from itertools import islice

import pytest
from fastapi import FastAPI
from pydantic import TypeAdapter
from tests.server.asking import Api, code, play_out, services
from tests.server.http.test_studies import Ready, asked, done
from tests.study.games import FIRST, game_of, text_of

from inkrail.game.actions import format_action, parse_action
from inkrail.game.history import played_rounds
from inkrail.rules.dealing import Seat
from inkrail.server.bots.runner import BotRunner
from inkrail.server.rooms.commands import Act
from inkrail.server.studies.interfaces import Report
from inkrail.server.wire.retries import Verdict
from inkrail.study.review import review_rounds

GAME = game_of("casual")


@pytest.fixture(scope="module")
def last_two() -> Report:
    """The last two rounds of GAME, reviewed; their values are quick to compute."""
    rounds = islice(review_rounds(GAME.record, GAME.table, seat=FIRST, effort="quick"), 2)
    return {"rounds": [round_.report() for round_ in rounds][::-1]}


@pytest.fixture
async def study(last_two: Report, api: Api, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a review of GAME's last two rounds."""
    ready = Ready(last_two)
    monkeypatch.setattr(BotRunner, "study_worker", lambda _: ready.study_worker())
    id_ = await asked(api, "/api/reviews", record=text_of("casual"), effort="quick")
    await done(api, id_)
    return id_


async def tried(app: FastAPI, api: Api, study: str, *, actions: list[str], round_: int = 6) -> Verdict:
    """The verdict on the round after which the game has only one more, drawn like this."""
    answer = await api.post(f"/api/studies/{study}/retry", json={"name": "Eve", "round": round_})
    assert answer.status_code == 201
    table = answer.json()["table"]
    path = f"/api/tables/{table}/verdict"
    assert await code(await api.get(path)) == (409, "table.not_over")
    open_room = await services(app).rooms.open(table)
    for number, action in enumerate([*actions, "done"]):
        act = Act(parse_action(action, open_room.room.ruleset))
        await services(app).rooms.carry_out(open_room, act, seat=0, id_=f"a{number}")
    verdicts = [(await api.get(path)).json() for _ in range(2)]
    assert verdicts[0] == verdicts[1]
    return TypeAdapter(Verdict).validate_python(verdicts[0])


async def test_ones_own_end_is_worth_what_the_review_says_and_the_better_end_wins(
    app: FastAPI, api: Api, *, study: str, last_two: Report
) -> None:
    report = last_two["rounds"][0]
    played = played_rounds(GAME.record, FIRST)[5]
    own = [format_action(drawing, GAME.record.ruleset) for drawing in played.drawings]
    verdict = await tried(app, api, study, actions=own)
    assert verdict["value"] == pytest.approx(verdict["own"], abs=1e-9)
    assert verdict["best"] == pytest.approx(verdict["own"] + report["loss"])
    assert (verdict["round"], verdict["exact"], verdict["won"]) == (6, False, report["loss"] <= 0.5)
    better = await tried(app, api, study, actions=report["best"])
    assert better["value"] == pytest.approx(verdict["best"], abs=1e-9)
    assert better["won"]


@pytest.mark.parametrize(("rules", "seat"), [("base+draft", 0), ("meteor+draft", 1)])
async def test_a_round_of_a_draft_is_tried_again_with_the_hand_held_in_it(
    app: FastAPI, api: Api, monkeypatch: pytest.MonkeyPatch, *, rules: str, seat: int
) -> None:
    game = game_of("casual", rules)
    ruleset, number = game.record.ruleset, game.record.ruleset.rounds - 1
    rounds = islice(review_rounds(game.record, game.table, seat=Seat(seat), effort="quick"), 2)
    review = list(rounds)[1]
    ready = Ready({"rounds": [review.report()]})
    monkeypatch.setattr(BotRunner, "study_worker", lambda _: ready.study_worker())
    id_ = await asked(api, "/api/reviews", record=text_of("casual", rules), seat=seat, effort="quick")
    await done(api, id_)
    shown = (await api.get(f"/api/studies/{id_}/rounds/{number}")).json()
    assert shown["may_retry"]
    played = played_rounds(game.record, Seat(seat))[number - 1]
    own = [format_action(choice, ruleset) for choice in played.choices]
    own += [format_action(drawing, ruleset) for drawing in played.drawings]
    verdict = await tried(app, api, id_, actions=own, round_=number)
    assert verdict["value"] == pytest.approx(verdict["own"], abs=1e-9)
    better = await tried(app, api, id_, actions=list(review.best), round_=number)
    assert better["value"] == pytest.approx(verdict["best"], abs=1e-9)
    assert (verdict["won"], better["won"]) == (review.loss <= 0.5, True)
    body = {"name": "Eve", "round": number, "dice": "same"}
    assert await code(await api.post(f"/api/studies/{id_}/play-on", json=body)) == (422, "opening.drafted")


async def test_in_the_last_round_points_decide(
    app: FastAPI, api: Api, *, study: str, last_two: Report
) -> None:
    report = last_two["rounds"][1]
    given = (await api.post(f"/api/studies/{study}/retry", json={"name": "Eve", "round": 7})).json()
    open_room = await play_out(app, given["table"])
    verdict = (await api.get(f"/api/tables/{given['table']}/verdict")).json()
    assert verdict["value"] == open_room.room.sheets()[0].total
    assert verdict["own"] == pytest.approx(GAME.table.sheets()[0].total)
    assert verdict["best"] == pytest.approx(max(verdict["own"] + report["loss"], verdict["value"]))
    assert verdict["exact"]


async def test_nothing_that_the_table_sends_tells_the_better_end(
    api: Api, study: str, last_two: Report
) -> None:
    given = (await api.post(f"/api/studies/{study}/retry", json={"name": "Eve", "round": 7})).json()
    shown = (await api.get(f"/api/tables/{given['table']}")).json()
    assert [shown[name] for name in ("purpose", "source", "begins", "until", "counted", "hints", "goal")] == [
        "retry",
        study,
        7,
        7,
        False,
        False,
        None,
    ]
    bearer = {"authorization": f"Bearer {given['token']}"}
    hint = await api.post(f"/api/tables/{given['table']}/hint", json={"step": 3}, headers=bearer)
    assert await code(hint) == (403, "hint.not_allowed")
    texts = [(await api.get(f"/api/tables/{given['table']}{part}")).text for part in ("/record", "/replay")]
    assert not any(action in text for action in last_two["rounds"][1]["best"] for text in texts)


async def test_a_studys_game_is_played_on(app: FastAPI, api: Api, study: str) -> None:
    body = {"name": "Eve", "round": 3, "dice": "same"}
    given = (await api.post(f"/api/studies/{study}/play-on", json=body)).json()
    open_room = await play_out(app, given["table"])
    rolls = [played.hand for played in played_rounds(GAME.record, FIRST)]
    assert [closed.faces for closed in open_room.room.closed] == rolls
    shown = (await api.get(f"/api/tables/{given['table']}")).json()
    assert (shown["purpose"], shown["source"], shown["begins"], shown["hints"]) == ("play_on", study, 3, True)


async def test_what_cannot_be_tried_again_is_refused(api: Api, study: str) -> None:
    for path, body, problem in (
        (f"/api/studies/{study}/retry", {"round": 5}, (404, "board.unknown")),
        (f"/api/studies/{study}/retry", {"round": 15}, (422, "request.invalid")),
        (f"/api/studies/{study}/play-on", {"round": 8, "dice": "new"}, (404, "opening.round")),
        ("/api/studies/00/retry", {"round": 1}, (404, "study.unknown")),
    ):
        assert await code(await api.post(path, json={"name": "Eve", **body})) == problem
    given = (await api.post("/api/tables", json={"name": "Ann"})).json()
    verdict = await api.get(f"/api/tables/{given['table']}/verdict")
    assert await code(verdict) == (404, "verdict.unknown")
