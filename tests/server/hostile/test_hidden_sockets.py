"""No socket tells hidden dice to anybody but the player who draws them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.routing import APIWebSocketRoute
from tests.server.asking import opened, play_out
from tests.server.conftest import FakeClock
from tests.server.hostile.routes import routes
from tests.server.hostile.test_hidden_dice import DAY, RULES
from tests.server.serving import Served, refused_hello, served

from inkrail.server.settings import Settings
from inkrail.server.wire.protocol import PROTOCOL


async def taken(server: Served, way: str) -> list[dict[str, Any]]:
    """The games of Ann and Eve with the same hidden dice."""
    bodies = [{"name": name, "browser": f"the-browser-of-{name}"} for name in ("Ann", "Eve")]
    if way == "daily":
        path = f"/api/daily/{DAY}"
    elif way == "challenge":
        sent = await opened(server.http)
        await play_out(server.app, sent["table"])
        bearer, browser = {"authorization": f"Bearer {sent['token']}"}, {"browser": "the-browser-of-Zoe"}
        made = await server.http.post(f"/api/tables/{sent['table']}/challenges", json=browser, headers=bearer)
        path = f"/api/challenges/{made.json()['challenge']}"
    else:
        wanted = bodies[0] | {"player": "Ann", "rules": RULES}
        league = (await server.http.post("/api/leagues", json=wanted)).json()["league"]
        await server.http.post(f"/api/leagues/{league}/members", json=bodies[1])
        path = f"/api/leagues/{league}/games/1"
        bodies = [{"browser": body["browser"]} for body in bodies]
    return [(await server.http.post(path, json=body)).json() for body in bodies]


@pytest.mark.parametrize("way", ["daily", "challenge", "league"])
async def test_a_socket_tells_hidden_dice_only_to_their_player(
    settings: Settings, clock: FakeClock, *, way: str
) -> None:
    (path,) = [route.path for route in routes() if isinstance(route, APIWebSocketRoute)]
    assert path == "/api/tables/{table}/live"
    async with served(settings, clock=clock) as server:
        ann, eve = await taken(server, way)
        for _ in range(2):  # while it runs, and when it is over
            for token, refusal in ((None, f"{way}.hidden"), (eve["token"], "seat.wrong_token")):
                hello = {"type": "hello", "protocol": PROTOCOL, **({"token": token} if token else {})}
                assert (await refused_hello(server, json.dumps(hello), table=ann["table"]))[0] == refusal
            await play_out(server.app, ann["table"])
