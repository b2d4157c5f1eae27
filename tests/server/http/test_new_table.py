"""Requests for tables: which can be opened."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.asking import HUMANS, Api, code, opened


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"rules": "chess"}, "ruleset.unknown"),
        ({"rules": "base+draft"}, "table.seats"),
        ({"rules": "underground-standalone+draft"}, "ruleset.no_route_dice"),
        ({"seats": [{"kind": "bot", "bot": "greedy"}]}, "table.no_human"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "bot": "nobody"}]}, "bot.unknown"),
        ({"seats": []}, "request.invalid"),
        ({"seats": HUMANS * 4}, "request.invalid"),
        ({"seed": "a", "typed": True}, "table.dice_chosen_twice"),
        ({"rolls": [["overpass"]]}, "table.rolls_incomplete"),
        ({"rolls": [["overpass"] * 4] * 7}, "roll.impossible"),
        ({"name": "\u200b"}, "name.empty"),
        ({"clock": 0}, "request.invalid"),
        ({"longest": "most"}, "request.invalid"),
        ({"values": "manual", "hints": True}, "study.values"),
        ({"more": 1}, "request.invalid"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(*, api: Api, body: dict[str, Any], expected: str) -> None:
    answer = await api.post("/api/tables", json={"name": "Ann", **body})
    assert await code(answer) == (422, expected)


@pytest.mark.parametrize("dice", [{"seed": "a"}, {"typed": True}])
async def test_chosen_dice_make_a_table_not_counted(api: Api, dice: dict[str, Any]) -> None:
    given = await opened(api, **dice)
    assert (await api.get(f"/api/tables/{given['table']}")).json()["counted"] is False
    plain = await opened(api)
    assert (await api.get(f"/api/tables/{plain['table']}")).json()["counted"] is True


@pytest.mark.parametrize(
    ("body", "hints"),
    [
        ({}, True),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]}, True),
        ({"seats": HUMANS}, False),
        ({"seats": HUMANS, "hints": True}, True),
        ({"hints": False}, False),
        ({"values": "manual"}, False),
    ],
)
async def test_hints_are_for_who_plays_alone_and_where_the_opener_allows_them(
    api: Api, body: dict[str, Any], *, hints: bool
) -> None:
    given = await opened(api, **body)
    shown = (await api.get(f"/api/tables/{given['table']}")).json()
    assert shown["hints"] is hints
    assert ("hints" in shown["unusual"]) is (hints and body.get("seats") == HUMANS)
