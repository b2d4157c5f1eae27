"""Seats of a rematch: taken twice by the one who opens it, or by a stranger who reads its id."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.asking import HUMANS, Api, code, opened, play_out, services

from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Release, Start

Given = dict[str, Any]


@pytest.fixture
async def finished(app: FastAPI, api: Api) -> list[Given]:
    """The seats of Ann and Bob, whose public game is over."""
    ann = await opened(api, seats=HUMANS, public=True)
    bob = (await api.post(f"/api/tables/{ann['table']}/join", json={"name": "Bob"})).json()
    rooms = services(app).rooms
    await rooms.carry_out(await rooms.open(ann["table"]), Start(), seat=0, id_="")
    await play_out(app, ann["table"])
    return [ann, bob]


async def rematch(api: Api, seat: Given) -> Given:
    bearer = {"authorization": f"Bearer {seat['token']}"}
    given: Given = (await api.post(f"/api/tables/{seat['table']}/rematch", headers=bearer)).json()
    return given


async def names(api: Api, table: str) -> list[str]:
    return [seat["name"] for seat in (await api.get(f"/api/tables/{table}")).json()["seats"]]


@pytest.mark.parametrize("opener", [0, 1])
async def test_the_opener_who_asks_again_has_one_seat(
    api: Api, finished: list[Given], *, opener: int
) -> None:
    first = await rematch(api, finished[opener])
    again = await rematch(api, finished[opener])
    assert (first["table"], first["seat"]) == (again["table"], again["seat"]) == (first["table"], 0)
    assert (await names(api, first["table"])).count("") == 1
    other = await rematch(api, finished[1 - opener])
    assert other["seat"] == 1
    assert sorted(await names(api, first["table"])) == ["Ann", "Bob"]


async def test_a_stranger_who_reads_the_id_gets_no_seat(api: Api, finished: list[Given]) -> None:
    table = (await rematch(api, finished[0]))["table"]
    read = (await api.get(f"/api/tables/{finished[0]['table']}")).json()["rematch"]
    assert read == table
    answer = await api.post(f"/api/tables/{read}/join", json={"name": "Eve"})
    assert await code(answer) == (409, "table.reserved")
    listed = (await api.get("/api/tables")).json()["tables"]
    assert [one["table"] for one in listed] == []
    summary = (await api.get(f"/api/tables/{table}")).json()
    assert (summary["rematch_of"], summary["seats"][1]["reserved"]) == (finished[0]["table"], "Bob")
    assert (await rematch(api, finished[1]))["seat"] == 1


async def test_the_opener_may_give_the_seat_of_a_player_who_does_not_come_to_anyone(
    app: FastAPI, api: Api, finished: list[Given]
) -> None:
    table = (await rematch(api, finished[0]))["table"]
    rooms = services(app).rooms
    open_room = await rooms.open(table)
    await rooms.carry_out(open_room, Release(1), seat=0, id_="")
    assert [one["table"] for one in (await api.get("/api/tables")).json()["tables"]] == [table]
    assert (await api.post(f"/api/tables/{table}/join", json={"name": "Cid"})).json()["seat"] == 1
    bearer = {"authorization": f"Bearer {finished[1]['token']}"}
    answer = await api.post(f"/api/tables/{finished[1]['table']}/rematch", headers=bearer)
    assert await code(answer) == (409, "table.full")
    await rooms.perform(open_room, lambda room: commands.carry_out(room, Start(), seat=0, now=0))
    assert open_room.room.phase == "draw"
