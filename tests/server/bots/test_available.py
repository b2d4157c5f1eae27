"""Which bots can play on this server."""

from __future__ import annotations

import pytest
from tests.server.asking import Api, code

from inkrail.bots import registry
from inkrail.server.bots import available


async def test_without_the_packages_of_the_searching_bots_only_the_others_are_offered(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    available.available_bots.cache_clear()
    try:
        bots = (await api.get("/api/bots")).json()["bots"]
        assert [bot["name"] for bot in bots] == ["random", "greedy", "relaxed", "plain"]
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "strong"}]
        answer = await api.post("/api/tables", json={"name": "Ann", "seats": seats})
        assert await code(answer) == (422, "bot.unknown")
    finally:
        monkeypatch.undo()
        available.available_bots.cache_clear()
