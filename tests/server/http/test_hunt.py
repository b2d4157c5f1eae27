"""The maximum hunt over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from tests.server.asking import Api, play_out, services
from tests.server.conftest import FakeClock

from inkrail.game.record import format_record
from inkrail.server.rooms.hunt import Mark, closing_time, hunt_record, hunt_rolls, week_of
from inkrail.server.wire.studies import final_result

RECORD = format_record(hunt_record(hunt_rolls("secret", week="2027-W02")))


async def hunted(api: Api) -> dict[str, Any]:
    answer = await api.get("/api/hunt")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def handed_in(api: Api, app: FastAPI, name: str) -> tuple[str, int]:
    """Draw a whole board with this week's dice."""
    answer = await api.post("/api/hunt/attempts", json={"name": name})
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["table"])
    room = (await play_out(app, table)).room
    return table, room.score(room.last_closed.seats[0]).total


async def test_those_who_reach_the_mark_are_named_and_others_are_not(
    api: Api, app: FastAPI, clock: FakeClock
) -> None:
    server, week = services(app), week_of(clock.now)
    await server.hunts.add(Mark(week, 1000, 83, RECORD))
    table, total = await handed_in(api, app, "Ann")
    hunt = await hunted(api)
    assert (hunt["week"], hunt["mark"], hunt["bound"], hunt["finders"]) == (week, 1000, 83, [])
    assert (hunt["players"], hunt["best"]) == (1, total)
    summary = (await api.get(f"/api/tables/{table}")).json()
    assert (summary["purpose"], summary["goal"], summary["counted"]) == ("hunt", 1000, False)
    replay = (await api.get(f"/api/tables/{table}/replay")).json()
    assert [sorted(one["faces"]) for one in replay["rounds"]] == [sorted(roll) for roll in hunt["rolls"]]
    clock.now = closing_time(week) + 1
    after = week_of(clock.now)
    await server.hunts.add(Mark(after, -1000, 83, ""))
    _, total = await handed_in(api, app, "Bob")
    await handed_in(api, app, "bob")
    hunt = await hunted(api)
    board = final_result(RECORD, 0)
    (finder,) = hunt["finders"]
    assert (hunt["week"], finder["name"].casefold(), finder["score"]) == (after, "bob", total)
    assert hunt["previous"] == {"week": week, "mark": 1000, "board": board, "finders": []}


async def test_a_board_that_is_finished_after_its_week_is_not_named(
    api: Api, app: FastAPI, clock: FakeClock
) -> None:
    week = week_of(clock.now)
    await services(app).hunts.add(Mark(week, -1000, 83, RECORD))
    given = (await api.post("/api/hunt/attempts", json={"name": "Ann"})).json()
    clock.now = closing_time(week) + 60
    await services(app).hunts.add(Mark(week_of(clock.now), -1000, 83, ""))
    await play_out(app, given["table"])
    hunt = await hunted(api)
    assert (hunt["finders"], hunt["previous"]["finders"]) == ([], [])
