"""Cards to post."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, opened, play_out, services
from tests.server.conftest import FakeClock
from tests.server.http.test_painter import size

from inkrail.rules.registry import RULESET_NAMES
from inkrail.server.http.limits import Gate
from inkrail.server.http.painter import paint

NAME = "<script>\"&'</text>"


async def finished(app: FastAPI, api: Api, **body: Any) -> str:
    given = await opened(api, **{"seed": "card", **body})
    await play_out(app, given["table"])
    return str(given["table"])


async def day_of(api: Api) -> str:
    return str((await api.get("/api/daily")).json()["date"])


def tiles(svg: str) -> int:
    return svg.count('class="tile"')


@pytest.mark.parametrize("rules", RULESET_NAMES)
async def test_a_card_is_a_picture_of_the_size_that_links_show(app: FastAPI, api: Api, rules: str) -> None:
    table = await finished(app, api, rules=rules)
    path = f"/api/tables/{table}/cards/0"
    picture = await api.get(f"{path}.png")
    assert picture.headers["content-type"] == "image/png"
    assert size(picture.content) == (1200, 630)
    drawing = await api.get(f"{path}.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    room = (await services(app).rooms.open(table)).room
    assert tiles(drawing.text) == sum(board.filled.bit_count() for board in room.last_closed.seats[0].boards)
    assert paint(drawing.text) == picture.content
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "max-age" in picture.headers["cache-control"]


async def test_the_name_of_a_player_cannot_be_anything_but_a_name(app: FastAPI, api: Api) -> None:
    table = await finished(app, api, name=NAME)
    drawing = (await api.get(f"/api/tables/{table}/cards/0.svg")).text
    root = ET.fromstring(drawing)  # noqa: S314
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith(f"{NAME}: ")
    assert "<script" not in drawing
    assert drawing.count("</text>") == 0
    assert size((await api.get(f"/api/tables/{table}/cards/0.png")).content) == (1200, 630)


async def test_a_card_speaks_the_language_and_has_the_colours_that_are_asked_for(
    app: FastAPI, api: Api
) -> None:
    table = await finished(app, api)
    path = f"/api/tables/{table}/cards/0.svg"
    texts = {
        (await api.get(path, params={"lang": lang, "theme": theme})).text
        for lang in ("en", "es", "de")
        for theme in ("light", "dark")
    }
    assert len(texts) == 6
    assert await code(await api.get(path, params={"lang": "xx"})) == (422, "request.invalid")
    assert await code(await api.get(path, params={"theme": "auto"})) == (422, "request.invalid")


async def test_a_card_that_is_not_there_is_refused(app: FastAPI, api: Api) -> None:
    table = await finished(app, api)
    for path, problem in (
        (f"/api/tables/{table}/cards/1.png", (404, "board.unknown")),
        (f"/api/tables/{table}/cards/6.png", (422, "request.invalid")),
        (f"/api/tables/{table}/cards/0.gif", (422, "request.invalid")),
        ("/api/tables/none/cards/0.png", (404, "table.unknown")),
        ("/api/challenges/none/card.png", (404, "challenge.unknown")),
        ("/api/puzzles/0123/card.png", (404, "puzzle.unknown")),
        ("/api/daily/1999-01-01/card.svg", (404, "daily.unknown_day")),
        ("/api/daily/2999-01-01/card.svg", (403, "daily.not_yet")),
    ):
        assert await code(await api.get(path)) == problem


async def test_the_card_of_a_day_shows_its_board_when_the_day_is_closed(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = await day_of(api)
    body = {"name": "Ann", "browser": "the-browser-of-Ann"}
    given = (await api.post(f"/api/daily/{day}", json=body)).json()
    path = f"/api/tables/{given['table']}/cards/0.svg"
    bearer = {"authorization": f"Bearer {given['token']}", "x-browser": body["browser"]}
    before = (await api.get(path)).text
    room = (await play_out(app, given["table"])).room
    start = sum(board.filled.bit_count() for board in room.ruleset.set_up().boards)
    filled = sum(board.filled.bit_count() for board in room.last_closed.seats[0].boards)
    hidden = [(await api.get(path)).text, (await api.get(path, headers=bearer)).text]
    assert [tiles(text) for text in (before, *hidden)] == [start] * 3
    assert hidden[0] == hidden[1] != before
    clock.now += 2 * 86_400
    assert tiles((await api.get(path)).text) == filled > start
    whole = await api.get(f"/api/daily/{day}/card.png")
    assert size(whole.content) == (1200, 630)


async def test_a_challenge_and_a_puzzle_have_cards(app: FastAPI, api: Api) -> None:
    given = await opened(api, seed="card")
    await play_out(app, given["table"])
    bearer = {"authorization": f"Bearer {given['token']}"}
    body = {"browser": "the-browser-of-Ann"}
    made = await api.post(f"/api/tables/{given['table']}/challenges", json=body, headers=bearer)
    drawing = await api.get(f"/api/challenges/{made.json()['challenge']}/card.svg")
    assert tiles(drawing.text) == 0
    assert given["table"] not in drawing.text
    puzzle = (await api.get("/api/puzzles/daily")).json()
    drawing = await api.get(f"/api/puzzles/{puzzle['id']}/card.svg")
    assert tiles(drawing.text) == sum(len(board["cells"]) for board in puzzle["boards"])


async def test_a_host_that_is_none_is_written_nowhere(app: FastAPI, api: Api) -> None:
    path = f"/api/tables/{await finished(app, api)}/cards/0.svg"
    usual = (await api.get(path)).text
    named, strange, long = [
        (await api.get(path, headers={"host": host})).text
        for host in ("play.example:8000", 'x"><script>', "a" * 300)
    ]
    assert strange == long
    assert len({usual, named, strange}) == 3


async def test_pictures_are_painted_for_an_address_only_so_fast(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    table = await finished(app, api)
    services(app).pictures = Gate(2, rate=1, clock=clock.monotonic)
    path = f"/api/tables/{table}/cards/0.png"
    asked = [await api.get(path, params={"lang": lang}) for lang in ("en", "es", "de", "en", "es")]
    assert [answer.status_code for answer in asked] == [200, 200, 429, 200, 200]
    clock.now += 1
    assert (await api.get(path, params={"lang": "de"})).status_code == 200


async def test_nothing_of_a_card_is_left_to_fonts_or_other_addresses(app: FastAPI, api: Api) -> None:
    drawing = (await api.get(f"/api/tables/{await finished(app, api)}/cards/0.svg")).text
    assert "<text" not in drawing
    assert re.findall(r"(?:href|url\(|src)", drawing) == []
