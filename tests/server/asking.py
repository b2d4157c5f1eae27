"""Asking the HTTP API without a socket."""

from __future__ import annotations

import asyncio
import json

import httpx
from fastapi import FastAPI
from tests.server.playing import next_action

from inkrail.server.http.services import Running
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.rooms import Host
from inkrail.server.wire.bodies import Problem

Api = httpx.AsyncClient
BROWSER = "a-browser-of-the-tests"


def parts(app: FastAPI) -> Running:
    running: Running = app.state.running
    return running


async def code(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of an answer that is a whole problem."""
    body = answer.json()
    assert body.keys() == Problem.__required_keys__
    return answer.status_code, body["code"]


async def play_out(app: FastAPI, table: str) -> Host:
    """Play a table to its end, everybody by the same simple rule."""
    house = parts(app).house
    host = await house.host(table)
    while host.hosted.phase != "over":
        if host.bots:
            await asyncio.gather(*host.bots.values())
        for seat in set(host.hosted.standing.waited_for) - set(host.hosted.standing.waiting_bots):
            view = json.loads(host.viewer.view(seat, connected=(), now=0))

            def move(orders: Orders, seat: int = seat, action: str = next_action(view)) -> Ordered:
                return orders.bot_moves(seat, [action])

            await house.perform(host, move)
    return host
