"""Somebody who has not finished a day or a challenge tries every address to see its dice or the boards of others.

The routes come from the server's own routers, and one with a parameter or a body that is not known here fails the
test, so that new routes are tried as well.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from tests.server.asking import Api, opened, play_out, services
from tests.server.conftest import FakeClock
from tests.server.hostile.routes import body_of, routes

from inkrail.i18n import catalogue
from inkrail.server.bots.runner import BotRunner
from inkrail.server.http.painter import Painter
from inkrail.server.rooms.daily import ruleset_of
from inkrail.server.rooms.hunt import Mark, week_of

RULES = "lava"
"""The ruleset of the secret games. All others that Eve sees are base games, none of whose rolls can equal one of it."""
DAY = "2027-01-15"
"""A day of that ruleset."""
IDS = {
    "table": "table",
    "rematch": "table",
    "source": "table",
    "id": "study",
    "puzzle": "puzzle",
    "challenge": "challenge",
    "league": "league",
}
"""What the fields of answers name, and so can be asked for next."""
PAGES = (
    "/t/{table}",
    "/daily/{day}",
    "/daily/{day}/{table}",
    "/c/{challenge}",
    "/l/{league}",
    "/l/{league}/{table}",
    "/review/{study}",
    "/puzzles/{puzzle}",
    "/puzzles/daily",
)
"""Addresses of the page whose head tells something of what they lead to."""
LINES = [catalogue("en")[f"score.{name}"] for name in ("network", "highway", "railway", "centre", "errors")]
"""Of a hidden game no more than its score is told."""
DRAWN = re.compile(r"draw ([\w-]+) ([A-G][1-7]) (\S{4})")


@dataclass(frozen=True)
class Secrets:
    """What must not be told: the rolls of a game, and the tiles of its final board, in words or drawn."""

    table: str
    drawn: frozenset[str]
    rolls: frozenset[tuple[str, ...]]
    tiles: frozenset[tuple[str, str, str]]

    def found_in(self, answer: httpx.Response) -> list[object]:
        """What an answer tells of it. A few tiles may be alike by chance on boards that have nothing to do with it."""
        media = answer.headers.get("content-type", "")
        if media.startswith("image/"):
            drawn = drawn_in(answer.text)
            same_drawn = self.drawn & drawn  # the volcano is on every board
            return ["a picture"] if len(same_drawn) > max(1, len(drawn) // 3) else []
        if media.startswith("text/html"):
            return [name for name in LINES if name in answer.text]
        tiles = set(DRAWN.findall(answer.text))
        rolls: set[tuple[str, ...]] = set()
        if "json" in media:
            for value in _values(answer.json()):
                if isinstance(value, dict) and {"piece", "cell", "sides"} <= value.keys():
                    tiles.add((value["piece"], value["cell"], value["sides"]))
                elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
                    rolls.add(tuple(value))
        same = tiles & self.tiles
        return [
            *(rolls & self.rolls),
            *(same if len(same) > len(self.tiles) // 3 else ()),
        ]


def _values(value: Any) -> Iterator[Any]:
    """A JSON value and everything inside it."""
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from _values(one)


def drawn_in(picture: str) -> frozenset[str]:
    """The tiles of a drawing, each in its cell, without the number of its round."""
    tiles = (line for line in picture.splitlines() if line.startswith('<g class="tile"'))
    return frozenset(re.split(r'<text|<path fill="#', tile)[0] for tile in tiles)


def secrets_of(replay: dict[str, Any], picture: str) -> Secrets:
    cells = [cell for board in replay["rounds"][-1]["seats"][0]["boards"] for cell in board["cells"]]
    return Secrets(
        replay["table"]["table"],
        drawn_in(picture),
        frozenset(tuple(closed["faces"]) for closed in replay["rounds"]),
        frozenset((cell["piece"], cell["cell"], cell["sides"]) for cell in cells),
    )


@dataclass
class Eve:
    """A client that asks for everything it has heard of."""

    api: Api
    headers: dict[str, str]
    known: dict[str, set[str]]
    secrets: tuple[Secrets, ...]
    leaks: list[str] = field(default_factory=list)
    refused: dict[str, set[str]] = field(default_factory=dict)

    async def try_all(self) -> None:
        """Ask for all there is, twice: what the first answers name is asked for too."""
        for _ in range(2):
            for route in routes():
                if isinstance(route, APIRoute):
                    await self._try(route)
        for page in PAGES:
            names = re.findall(r"\{(\w+)\}", page)
            for values in product(*(sorted(self.hidden(name)) for name in names)):
                path = page.format(**dict(zip(names, values, strict=True)))
                answer = await self.api.get(path, headers=self.headers)
                for secrets in self.secrets:
                    self.leaks += [f"{path}: {found}" for found in secrets.found_in(answer)]

    def hidden(self, name: str) -> set[str]:
        """What there is of a kind, but of tables only those that have something to hide."""
        tables = {secrets.table for secrets in self.secrets}
        return self.known[name] & tables if name == "table" else self.known[name]

    async def _try(self, route: APIRoute) -> None:
        names = re.findall(r"\{(\w+)\}", route.path)
        for values in product(*(sorted(self.known[name]) for name in names)):
            path = route.path.format(**dict(zip(names, values, strict=True)))
            for method in sorted(route.methods or ()):
                await self._ask(route, method, path)

    async def _ask(self, route: APIRoute, method: str, path: str) -> None:
        table = next(iter(self.known["table"]))
        # Without `after`, since a study that is asked for its next part waits for it.
        query = {"rules": "base", "round": "1", "level": "3", "which": "running", "table": table}
        answer = await self.api.request(
            method, path, params=query, json=body_of(route), headers=self.headers, timeout=30
        )
        self._hear(route, path, answer)

    def _hear(self, route: APIRoute, path: str, answer: httpx.Response) -> None:
        for secrets in self.secrets:
            self.leaks += [f"{path}: {found}" for found in secrets.found_in(answer)]
        if "json" not in answer.headers.get("content-type", ""):
            return
        body = answer.json()
        self.refused.setdefault(route.path, set()).add(
            str(body.get("code", "")) if not answer.is_success else ""
        )
        for value in _values(body):
            if isinstance(value, dict):
                for key in IDS.keys() & value.keys():
                    if isinstance(value[key], str) and re.fullmatch(r"[\w-]{8,32}", value[key]):
                        self.known[IDS[key]].add(value[key])


@asynccontextmanager
async def _never(_: BotRunner) -> AsyncIterator[None]:
    await asyncio.Event().wait()
    yield


async def _unpainted(_: Painter, svg: str) -> bytes:
    return svg.encode()


@pytest.fixture(autouse=True)
def plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is the drawing that would have been painted, so that what it shows can be read."""
    monkeypatch.setattr(Painter, "png", _unpainted)


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Studies are asked for, but not computed."""
    monkeypatch.setattr(BotRunner, "study_worker", _never)


async def begin(api: Api, name: str) -> dict[str, Any]:
    body = {"name": name, "browser": f"the-browser-of-{name}"}
    given: dict[str, Any] = (await api.post(f"/api/daily/{DAY}", json=body)).json()
    return given


async def seen_by(api: Api, given: dict[str, Any]) -> Secrets:
    """What the player of a finished game sees of it."""
    bearer = {"authorization": f"Bearer {given['token']}"}
    path = f"/api/tables/{given['table']}"
    replay: dict[str, Any] = (await api.get(f"{path}/replay", headers=bearer)).json()
    return secrets_of(replay, (await api.get(f"{path}/boards/0.svg", headers=bearer)).text)


async def known_to_eve(api: Api, app: FastAPI, clock: FakeClock) -> dict[str, set[str]]:
    """What can be asked for without having played."""
    await services(app).hunts.add(Mark(week_of(clock.now), 50, None, ""))
    puzzle = (await api.get("/api/puzzles/daily")).json()["id"]
    return {
        "day": {DAY},
        "seat": {"0"},
        "format": {"svg", "png"},
        "round": {"1"},
        "puzzle": {puzzle},
        "table": set(),
        "study": set(),
        "challenge": set(),
        "league": set(),
        "game": {"1"},
    }


async def test_no_address_tells_a_day_to_who_has_not_finished_it(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    assert ruleset_of(date.fromisoformat(DAY)) == RULES
    ann, ben, eve = [await begin(api, name) for name in ("Ann", "Ben", "Eve")]
    await play_out(app, ann["table"])
    secrets = await seen_by(api, ann)
    bearer = {"authorization": f"Bearer {ann['token']}"}
    asked = await api.post(f"/api/tables/{ann['table']}/reviews", json={}, headers=bearer)
    known = await known_to_eve(api, app, clock)
    known["table"] |= {ann["table"], ben["table"], eve["table"]}
    known["study"].add(asked.json()["id"])
    browser = {"x-browser": "the-browser-of-Eve"}
    for headers in ({}, browser, browser | {"authorization": f"Bearer {eve['token']}"}):
        client = Eve(api, headers, {name: set(ids) for name, ids in known.items()}, (secrets,))
        await client.try_all()
        assert client.leaks == []
        # Every body had the form that is asked for, so that what was refused was refused for what it asks.
        assert [path for path, codes in client.refused.items() if codes == {"request.invalid"}] == []
    # The same questions of who has finished are answered, so that the secrets would have been found.
    finder = Eve(api, bearer, {name: set(ids) for name, ids in known.items()}, (secrets,))
    await finder.try_all()
    told = {leak.partition(":")[0].rpartition("/")[2] for leak in finder.leaks}
    assert {"record", "replay", "0.svg"} <= told
    # So would have been those in cards and previews, which show them to everybody once the day is closed.
    clock.now += 2 * 86_400
    for path in (f"/api/tables/{ann['table']}/cards/0.{kind}" for kind in ("svg", "png")):
        assert secrets.found_in(await api.get(path)) == ["a picture"]
    assert secrets.found_in(await api.get(f"/t/{ann['table']}")) != []


async def test_no_address_tells_a_challenge_to_who_has_not_finished_it(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    """Not even which table it is: that can be opened by who knows it."""
    ann = await opened(api, rules=RULES)
    await play_out(app, ann["table"])
    bearer = {"authorization": f"Bearer {ann['token']}"}
    made = await api.post(
        f"/api/tables/{ann['table']}/challenges", json={"browser": "the-browser-of-Ann"}, headers=bearer
    )
    path = f"/api/challenges/{made.json()['challenge']}"
    ben, eve = [
        (await api.post(path, json={"name": name, "browser": f"the-browser-of-{name}"})).json()
        for name in ("Ben", "Eve")
    ]
    await play_out(app, ben["table"])
    secrets = (await seen_by(api, ann), await seen_by(api, ben))
    known = await known_to_eve(api, app, clock)
    known["challenge"].add(made.json()["challenge"])
    # Somebody may have shown her Ben's address.
    known["table"] |= {ben["table"], eve["table"]}
    browser = {"x-browser": "the-browser-of-Eve"}
    for headers in ({}, browser, browser | {"authorization": f"Bearer {eve['token']}"}):
        client = Eve(api, headers, {name: set(ids) for name, ids in known.items()}, secrets)
        await client.try_all()
        assert client.leaks == []
        assert ann["table"] not in client.known["table"]
    finder = Eve(api, {"x-browser": "the-browser-of-Ben"}, known, secrets)
    await finder.try_all()
    assert ann["table"] in finder.known["table"]
    assert finder.leaks


async def test_no_address_tells_a_game_of_a_league_to_who_has_not_finished_it(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    """Neither to members nor to others, and nobody but its maker can take the league away."""

    def body(name: str) -> dict[str, str]:
        return {"name": name, "browser": f"the-browser-of-{name}"}

    wanted = body("Ann") | {"player": "Ann", "rules": RULES}
    league = (await api.post("/api/leagues", json=wanted)).json()["league"]
    for name in ("Ben", "Eve"):
        await api.post(f"/api/leagues/{league}/members", json=body(name))
    path = f"/api/leagues/{league}/games/1"
    ann, ben, eve = [
        (await api.post(path, json={"browser": body(name)["browser"]})).json()
        for name in ("Ann", "Ben", "Eve")
    ]
    for given in (ann, ben):
        await play_out(app, given["table"])
    secrets = (await seen_by(api, ann), await seen_by(api, ben))
    known = await known_to_eve(api, app, clock)
    known["league"].add(league)
    known["table"] |= {ann["table"], ben["table"], eve["table"]}
    browser = {"x-browser": "the-browser-of-Eve"}
    for headers in ({}, browser, browser | {"authorization": f"Bearer {eve['token']}"}):
        client = Eve(api, headers, {name: set(ids) for name, ids in known.items()}, secrets)
        await client.try_all()
        assert client.leaks == []
        assert [path for path, codes in client.refused.items() if codes == {"request.invalid"}] == []
    info = (await api.get(f"/api/leagues/{league}")).json()
    assert info["name"] == "Ann"
    assert {"Ann", "Ben"} <= {row["name"] for row in info["members"]}
    finder = Eve(api, {"x-browser": "the-browser-of-Ben"}, known, secrets)
    await finder.try_all()
    assert {leak.partition(":")[0].split("/")[3] for leak in finder.leaks} >= {ann["table"], ben["table"]}


def test_every_described_address_is_tried(app: FastAPI) -> None:
    assert app.openapi()["paths"].keys() <= {route.path for route in routes()}
