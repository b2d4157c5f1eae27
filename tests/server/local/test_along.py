"""Games that were begun at a server and go on in the browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.asking import HUMANS, Api, code, opened, play_out
from tests.server.local.browser import MemoryDatabase, Page
from tests.server.local.test_engine import play_to_the_end

from inkrail.bots.registry import PLAIN_BOTS, plain_bots
from inkrail.game.record import parse_record
from inkrail.rules.registry import ruleset_names
from inkrail.server.rooms.room import Room
from inkrail.server.wire.taking_along import GameAlong

HUMAN = {"kind": "human"}
BOT = {"kind": "bot", "bot": "random"}


async def taken(api: Api, given: dict[str, Any]) -> GameAlong:
    """The game as the page fetches it while there is a connection."""
    headers = {"authorization": f"Bearer {given['token']}"}
    answer = await api.get(f"/api/tables/{given['table']}/along", headers=headers)
    assert answer.status_code == 200, answer.text
    game: GameAlong = answer.json()
    return game


async def go_on(game: GameAlong, *messages: dict[str, Any]) -> tuple[Page, dict[str, Any]]:
    """A page without a connection that goes on with the game."""
    page = Page(MemoryDatabase())
    status, given = await page.ask("POST", "/api/tables/along", {"game": game, "messages": messages})
    assert status == 200, given
    await page.enter(given)
    return page, given


def of(room: Room) -> dict[str, Any]:
    """What a room's first seat has before it."""
    view = room.view(0)
    assert view is not None
    return {"drawings": len(view.drawings), "total": view.sheet.total, "round": room.waiting.round}


@pytest.mark.parametrize("rules", [name for name in ruleset_names() if not name.endswith("+draft")])
async def test_a_game_begun_at_a_server_goes_on_in_the_browser_with_the_dice_of_its_seed(
    app: FastAPI, api: Api, rules: str
) -> None:
    given = await opened(api, rules=rules, seats=[HUMAN], seed="train")
    room = (await play_out(app, given["table"], until=3)).room
    page, here = await go_on(await taken(api, given))
    assert here["table"].startswith("here-")
    seen = {
        "drawings": len(page.view["drawings"]),
        "total": page.view["sheet"]["total"],
        "round": page.view["round"],
    }
    assert seen == of(room)
    await play_to_the_end(page, rounds=page.view["rounds"])
    _, text = await page.ask("GET", f"/api/tables/{here['table']}/record")
    record, _ = parse_record(text)
    await play_out(app, given["table"])
    faces = [closed.faces for closed in room.closed]
    _, replay = await page.ask("GET", f"/api/tables/{here['table']}/replay")
    assert [tuple(one["faces"]) for one in replay["rounds"]] == faces
    assert (replay["table"]["begins"], record.totals) == (1, (page.view["results"][0]["sheet"]["total"],))


async def test_what_the_player_did_since_then_is_done_again(api: Api) -> None:
    given = await opened(api, rules="base", seats=[HUMAN], seed="train")
    game = await taken(api, given)
    # Elsewhere in the same game, to learn what can be drawn.
    other, _ = await go_on(game)
    option = other.view["options"][0]
    mask = next(iter(option["fits"].values()))
    index = (mask & -mask).bit_length() - 1
    cell = "ABCDEFG"[index % 7] + str(index // 7 + 1)
    drawn = {"type": "place", "id": "1", "verb": option["verb"], "piece": option["piece"], "cell": cell}
    wrong = {"type": "place", "id": "2", "verb": "draw", "piece": "overpass", "cell": cell}
    page, _ = await go_on(game, drawn, wrong, drawn | {"id": "3"})
    assert [one["cell"] for one in page.view["drawings"]] == [cell]


@pytest.mark.parametrize("rules", ["base+draft", "river"])
async def test_bots_play_their_running_round_again_and_keep_their_closed_ones(
    app: FastAPI, api: Api, rules: str
) -> None:
    given = await opened(api, rules=rules, seats=[HUMAN, BOT, BOT])
    room = (await play_out(app, given["table"], until=3)).room
    game = await taken(api, given)
    running = game["record"].partition("round 3\n")[2]
    assert not re.search("^[23] (?!pick)", running, re.MULTILINE)
    page, here = await go_on(game)
    if rules == "river":
        await play_to_the_end(page, rounds=page.view["rounds"])
    _, replay = await page.ask("GET", f"/api/tables/{here['table']}/replay")
    boards = [seat["sheet"]["total"] for seat in replay["rounds"][1]["seats"]]
    assert boards == [room.score(position).total for position in room.closed[1].seats]


async def test_a_bot_that_searches_is_replaced_by_one_that_needs_no_packages() -> None:
    there = plain_bots()
    assert {name: there[name] for name in PLAIN_BOTS} == {name: name for name in PLAIN_BOTS}
    assert (there["casual"], there["master"]) == ("relaxed", "plain")


async def test_a_game_with_other_people_a_clock_or_a_day_stays_at_the_server(app: FastAPI, api: Api) -> None:
    browser = {"name": "Ann", "browser": "a-browser-of-the-tests"}
    day = (await api.get("/api/daily", headers={"x-browser": browser["browser"]})).json()["date"]
    daily = (await api.post(f"/api/daily/{day}", json=browser)).json()
    over = await opened(api, rules="base", seats=[HUMAN])
    await play_out(app, over["table"])
    clock = await opened(api, seats=[HUMAN, BOT], clock=60)
    for given in (await opened(api, seats=HUMANS), clock, daily, over):
        path = f"/api/tables/{given['table']}/along"
        answer = await api.get(path, headers={"authorization": f"Bearer {given['token']}"})
        assert await code(answer) == (409, "table.stays")
    given = await opened(api, seats=[HUMAN])
    assert await code(await api.get(f"/api/tables/{given['table']}/along")) == (401, "seat.no_token")


async def test_hints_that_were_given_are_counted_on(api: Api) -> None:
    given = await opened(api, seats=[HUMAN])
    game = await taken(api, given)
    page, here = await go_on(GameAlong(**{**game, "hints": 2}))
    _, table = await page.ask("GET", f"/api/tables/{here['table']}")
    assert (table["seats"][0]["hints"], table["hints"]) == (2, False)
    assert page.view["seats"][0]["name"] == "Ann"
