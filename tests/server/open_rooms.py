"""Proposals and listeners for the tests of rooms in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.server.waiting import limited

from inkrail.game.actions import parse_action
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Act, Proposal, Propose, React, Start
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec


def react(seat: int, id_: str) -> Propose:
    return lambda room: commands.carry_out(room, React("wave"), seat=seat, now=0, id_=id_)


def act(seat: int, action: str, id_: str = "") -> Propose:
    def propose(room: Room) -> Proposal:
        command = Act(parse_action(action, room.ruleset))
        return commands.carry_out(room, command, seat=seat, now=0, id_=id_)

    return propose


def join(room: Room) -> Proposal:
    return commands.join(room, name="Bob", token="b")[1]


def begin(room: Room) -> Proposal:
    return commands.carry_out(room, Start(), seat=0, now=0)


async def opened(rooms: Rooms, spec: Spec, id_: str = "table") -> OpenRoom:
    open_room = await rooms.create(id_, spec, name="Ann", token="a")
    assert open_room is not None
    return open_room


async def play_out_seat(rooms: Rooms, open_room: OpenRoom) -> None:
    """The first seat ends its round."""
    await rooms.perform(open_room, lambda room: commands.mandatory_moves(room, 0, why="clock"))


class Listener:
    """A connected client that notices when something happens."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()

    async def until(self, good: Callable[[], bool]) -> None:
        async with limited("what this listener was to be told"):
            while not good():
                self.woken.clear()
                await self.woken.wait()
