"""Requests of the page without a server: the same answers, or a refusal that says why."""

from __future__ import annotations

import json

import pytest
from tests.server.local.browser import MemoryDatabase, Page

from inkrail.bots.registry import PLAIN_BOTS
from inkrail.rules.registry import RULESET_NAMES
from inkrail.server.wire.paper import scored
from inkrail.server.wire.rulesets import ruleset_list

HUMAN = {"kind": "human"}


@pytest.fixture
def page() -> Page:
    return Page(MemoryDatabase())


async def test_rulesets_and_boards_are_those_of_the_server(page: Page) -> None:
    assert await page.ask("GET", "/api/rulesets") == (200, json.loads(json.dumps(ruleset_list())))
    board = {"text": "station-curve A2 RH..", "rules": "base"}
    assert await page.ask("POST", "/api/score", board) == (
        200,
        json.loads(json.dumps(scored("station-curve A2 RH..", rules="base"))),
    )


async def test_the_bots_are_those_that_need_only_the_standard_library(page: Page) -> None:
    _, answer = await page.ask("GET", "/api/bots")
    assert [bot["name"] for bot in answer["bots"]] == list(PLAIN_BOTS)
    assert all(bot["rulesets"] == list(RULESET_NAMES) for bot in answer["bots"])


async def test_dice_for_paper_have_the_faces_of_the_round(page: Page) -> None:
    status, roll = await page.ask("GET", "/api/dice?rules=lake&round=2")
    assert (status, roll["round"], len(roll["common"])) == (200, 2, 6)
    assert (await page.ask("GET", "/api/dice?rules=lake&round=7"))[1]["code"] == "phase.over"


async def test_a_finished_round_is_replayed_drawn_and_played_on_from(page: Page) -> None:
    given = await page.open(seats=[HUMAN], seed="four")
    for _ in range(7):
        await page.play_round()
    at = f"/api/tables/{given['table']}"
    _, replay = await page.ask("GET", f"{at}/replay")
    assert [one["round"] for one in replay["rounds"]] == [1, 2, 3, 4, 5, 6, 7]
    status, picture = await page.ask("GET", f"{at}/boards/0.svg?theme=dark")
    assert (status, picture[:4]) == (200, "<svg")
    wanted = {"name": "Ada", "seat": 0, "round": 3, "dice": "same"}
    status, seat = await page.ask("POST", f"{at}/play-on", wanted)
    assert status == 200
    _, table = await page.ask("GET", f"/api/tables/{seat['table']}")
    assert (table["begins"], table["source"], table["counted"]) == (3, given["table"], False)


@pytest.mark.parametrize(
    ("method", "address", "body", "code"),
    [
        ("GET", "/api/puzzles/supply", None, "request.no_server"),
        ("POST", "/api/leagues", {}, "request.no_server"),
        ("POST", "/api/tables", {"name": "Ada", "seats": [HUMAN, HUMAN]}, "request.no_server"),
        (
            "POST",
            "/api/tables",
            {"name": "Ada", "seats": [HUMAN, {"kind": "bot", "bot": "master"}]},
            "bot.unknown",
        ),
        ("POST", "/api/tables", {"name": "Ada", "rules": "desert"}, "ruleset.unknown"),
        ("POST", "/api/tables", {"name": " "}, "name.empty"),
        ("GET", "/api/tables/nowhere", None, "table.unknown"),
        ("GET", "/api/tables/nowhere/boards/0.svg", None, "table.unknown"),
        ("POST", "/api/score", {"text": "house A1 HH.."}, "piece.unknown"),
    ],
)
async def test_what_cannot_be_done_here_is_refused_with_its_code(
    page: Page, method: str, address: str, *, body: object, code: str
) -> None:
    status, problem = await page.ask(method, address, body)
    assert (status >= 400, problem["code"]) == (True, code)
