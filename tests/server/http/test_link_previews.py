"""The head of the page for each address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import Scope
from tests.server.asking import HUMANS, Api, opened, play_out, services

from inkrail.server.http import link_previews
from inkrail.server.http.limits import Gate
from inkrail.server.http.link_previews import with_head
from inkrail.server.rooms.rooms import Rooms

INDEX = Path(__file__).parents[3] / "web" / "index.html"
NAME = "<script>\"&'</title>"


class Head(HTMLParser):
    """What a reader of links finds in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title = self.language = self.canonical = ""
        self.metas: dict[str, str] = {}
        self.scripts = 0
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._inside = tag
        self.scripts += tag == "script"
        if tag == "html":
            self.language = found["lang"] or ""
        if tag == "link" and found.get("rel") == "canonical":
            self.canonical = found["href"] or ""
        if name := found.get("name") or found.get("property"):
            assert name not in self.metas or name == "theme-color"
            self.metas[name] = found.get("content") or ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not leave out what is expected here."""
    monkeypatch.setattr(link_previews, "PATIENCE", 600.0)


async def head_of(app: FastAPI, path: str, *, accept: str = "", host: str = "play.example") -> Head:
    headers = [(b"host", host.encode()), (b"accept-language", accept.encode())]
    scope: Scope = {
        "type": "http",
        "scheme": "https",
        "method": "GET",
        "path": path,
        "root_path": "",
        "query_string": b"",
        "headers": headers,
        "client": ("192.0.2.1", 1),
        "app": app,
    }
    return Head(await with_head(INDEX.read_text(), HTTPConnection(scope)))


async def test_every_page_has_a_title_a_sentence_and_a_picture(app: FastAPI) -> None:
    for path in (
        "/",
        "/learn",
        "/t/none",
        "/t/none/more/than/that",
        "/daily/1999-01-01",
        "/c/none",
        "/puzzles/run",
    ):
        head = await head_of(app, path)
        assert head.title == "inkrail: draw routes with dice"
        assert head.metas["og:image"] == "https://play.example/icon-512.png"
        assert head.metas["twitter:card"] == "summary"
        assert head.canonical == ""
        assert head.language == "en"
    assert head.metas["viewport"]


async def test_a_finished_table_is_described_in_the_language_of_the_reader(app: FastAPI, api: Api) -> None:
    given = await opened(api, rules="river", seed="card")
    await play_out(app, given["table"])
    total = abs((await services(app).rooms.open(given["table"])).room.sheets()[0].total)
    path = f"/t/{given['table']}"
    titles = []
    for language in ("en", "es", "de"):
        head = await head_of(app, path, accept=f"{language}-XX,fr;q=0.5")
        titles.append(head.title)
        assert head.language == head.metas["og:locale"] == language
        assert str(total) in head.title
        assert head.title.endswith(" · inkrail")
        assert head.metas["og:title"] == head.metas["twitter:title"] == head.title
        assert head.metas["og:description"] == head.metas["description"]
        assert head.canonical == head.metas["og:url"] == f"https://play.example{path}"
        picture = f"https://play.example/api/tables/{given['table']}/cards/0.png?lang={language}"
        assert head.metas["og:image"] == head.metas["twitter:image"] == picture
        assert head.metas["twitter:card"] == "summary_large_image"
        assert (head.metas["og:image:width"], head.metas["og:image:height"]) == ("1200", "630")
        answer = await api.get(picture.removeprefix("https://play.example"))
        assert answer.headers["content-type"] == "image/png"
    assert len(set(titles)) == 3


async def test_a_name_stays_a_name(app: FastAPI, api: Api) -> None:
    given = await opened(api, name=NAME, seats=HUMANS)
    plain, head = await head_of(app, "/"), await head_of(app, f"/t/{given['table']}")
    assert head.title.startswith(f"{NAME} is waiting")
    assert head.metas["og:title"] == head.title
    assert head.scripts == plain.scripts


async def test_a_day_a_challenge_and_a_puzzle_have_heads(app: FastAPI, api: Api) -> None:
    day = (await api.get("/api/daily")).json()["date"]
    ann = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": "the-browser-of-Ann"})).json()
    assert (await head_of(app, f"/daily/{day}/{ann['table']}")).title.startswith("Ann is playing these dice")
    room = (await play_out(app, ann["table"])).room
    shared = await head_of(app, f"/daily/{day}/{ann['table']}")
    assert f" {abs(room.sheets()[0].total)} point" in shared.title
    assert shared.metas["og:url"].endswith(f"/daily/{day}/{ann['table']}")
    assert (await head_of(app, f"/t/{ann['table']}")).title == shared.title
    earlier = await head_of(app, f"/daily/2026-01-01/{ann['table']}")
    assert earlier.title == "inkrail: draw routes with dice"
    for path in ("/daily", f"/daily/{day}"):
        assert (await head_of(app, path)).title.startswith("Daily dice of ")
    game = await opened(api, seed="card")
    await play_out(app, game["table"])
    bearer = {"authorization": f"Bearer {game['token']}"}
    made = await api.post(
        f"/api/tables/{game['table']}/challenges", json={"browser": "the-browser-of-Ann"}, headers=bearer
    )
    dare = await head_of(app, f"/c/{made.json()['challenge']}")
    assert dare.title.startswith("Ann challenges you: beat ")
    puzzle = (await api.get("/api/puzzles/daily")).json()
    today = await head_of(app, "/puzzles/daily")
    assert f"find {puzzle['total']} points" in today.title
    assert today.title == (await head_of(app, f"/puzzles/{puzzle['id']}")).title
    assert today.canonical.endswith("/puzzles/daily")


async def test_a_league_and_a_review_have_heads_and_those_of_a_running_day_have_none(
    app: FastAPI, api: Api
) -> None:
    wanted = {"name": "Friday", "player": "Ann", "browser": "the-browser-of-Ann"}
    league = (await api.post("/api/leagues", json=wanted)).json()["league"]
    head = await head_of(app, f"/l/{league}")
    assert head.title == "League: Friday · inkrail"
    assert "1 member." in head.metas["description"]
    assert "Ann" not in str(head.metas)

    game = await opened(api, seed="card")
    total = (await play_out(app, game["table"])).room.sheets()[0].total
    asked = await api.post(f"/api/tables/{game['table']}/reviews", json={"seat": 0})
    head = await head_of(app, f"/review/{asked.json()['id']}")
    assert head.title.startswith("Review: Base game, ")
    assert f"{abs(total)} point" in head.title

    day = (await api.get("/api/daily")).json()["date"]
    ann = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": "the-browser-of-Ann"})).json()
    await play_out(app, ann["table"])
    bearer = {"authorization": f"Bearer {ann['token']}"}
    asked = await api.post(f"/api/tables/{ann['table']}/reviews", json={"seat": 0}, headers=bearer)
    id_ = asked.json()["id"]
    assert (await head_of(app, f"/review/{id_}")).title == "inkrail: draw routes with dice"
    assert (await api.get(f"/api/studies/{id_}/card.svg")).status_code == 403


async def test_a_host_that_is_none_is_not_repeated(app: FastAPI, api: Api) -> None:
    given = await opened(api)
    head = await head_of(app, f"/t/{given['table']}", host='"><script>')
    assert head.metas["og:image"].startswith("/api/tables/")
    assert "og:url" not in head.metas
    assert head.canonical == ""


async def test_an_address_that_asks_too_fast_gets_the_page_without_its_preview(
    app: FastAPI, api: Api
) -> None:
    given = await opened(api)
    services(app).questions = Gate(1, rate=0.001, clock=services(app).clock.monotonic)
    path = f"/t/{given['table']}"
    titles = [(await head_of(app, path)).title for _ in range(2)]
    assert titles[0].startswith("Ann: round 1")
    assert titles[1] == "inkrail: draw routes with dice"


async def test_a_slow_database_does_not_keep_the_page_from_opening(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waits(_: Rooms, __: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Rooms, "fresh", waits)
    monkeypatch.setattr(link_previews, "PATIENCE", 0.01)
    assert (await head_of(app, "/t/none")).title == "inkrail: draw routes with dice"
    # What was begun is ended with the server.
    assert len(services(app).unfinished) == 1
    monkeypatch.undo()


@pytest.fixture
async def browser(app: FastAPI) -> AsyncIterator[Api]:
    async with Api(transport=httpx.ASGITransport(app), base_url="http://play.example") as client:
        yield client


async def test_the_server_sends_the_page_with_its_head(browser: Api) -> None:
    answer = await browser.get("/daily", headers={"accept-language": "de"})
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["vary"] == "accept-language"
    assert Head(answer.text).title.startswith("Tageswürfel vom ")
