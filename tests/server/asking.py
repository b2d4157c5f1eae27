"""Calling the HTTP API in process, without a socket."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import httpx
from fastapi import FastAPI
from tests.server.playing import next_action
from tests.server.stored_room import view_of

from inkrail.game.actions import parse_action
from inkrail.server.http.services import Services
from inkrail.server.rooms import commands
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.wire.refusals import Problem

Api = httpx.AsyncClient
BROWSER = "a-browser-of-the-tests"


def services(app: FastAPI) -> Services:
    running: Services = app.state.services
    return running


async def code(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a response whose body is a complete `Problem`."""
    body = answer.json()
    assert body.keys() == Problem.__required_keys__
    return answer.status_code, body["code"]


async def play_out(app: FastAPI, table: str, *, until: int | None = None) -> OpenRoom:
    """Play a table to its end, or until a round and its first move, every seat by the same simple rule."""
    rooms = services(app).rooms
    open_room = await rooms.open(table)
    room = open_room.room
    while room.phase != "over":
        if open_room.bots:
            await asyncio.gather(*open_room.bots.values())
        for seat in set(room.waiting.seats) - set(room.waiting.bot_seats):
            action = parse_action(next_action(view_of(room, seat)), room.ruleset)
            moves = partial(commands.bot_moves, seat=seat, actions=[action])
            await rooms.perform(open_room, moves)
        if room.waiting.round == until and room.moves[0]:
            return open_room
    return open_room


async def opened(api: Api, **body: Any) -> dict[str, Any]:
    answer = await api.post("/api/tables", json={"name": "Ann", **body})
    assert answer.status_code == 201, answer.text
    given: dict[str, Any] = answer.json()
    return given


HUMANS = [{"kind": "human"}, {"kind": "human"}]
