"""Bots at the tables: each plays while its table waits for it.

bots/runner.py replaces a bot that is late or fails; sweep.py acts for one that no process runs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from inkrail.core.errors import Refusal
from inkrail.rules.dealing import Seat
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Proposal, Propose
from inkrail.server.rooms.interfaces import Bots, Counter, Origin, TryAgain
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.room import Room

log = logging.getLogger("inkrail.rooms")

RETRY_SECONDS = 1.0
"""How many seconds to wait before retrying to store a bot's turn."""

Perform = Callable[[OpenRoom, Propose], Awaitable[bool]]


class BotTurns:
    """Runs a task for each bot that its table waits for; `perform` stores its moves."""

    def __init__(self, bots: Bots, *, perform: Perform, failures: Counter) -> None:
        self._bots = bots
        self._perform = perform
        self._failures = failures
        self._stopped = False

    def require_room(self, room: Room, *, owner: str) -> None:
        """Refuse to start the game if too many turns of bots wait already."""
        self._bots.require_room((bot for bot in room.bots if bot), owner=owner)

    def expect(self, open_room: OpenRoom) -> None:
        """Start getting the bots of a room ready."""
        room = open_room.room
        if room.phase != "over":
            self._bots.expect((bot for bot in room.bots if bot), room.ruleset, owner=open_room.owner)

    def run(self, open_room: OpenRoom) -> None:
        """Start a task for every bot that the room waits for."""
        for seat in open_room.room.waiting.bot_seats:
            if seat not in open_room.bots and not self._stopped:
                name = f"bot {open_room.room.id} {seat}"
                open_room.bots[seat] = asyncio.create_task(self._run(open_room, seat), name=name)

    async def stop(self, open_rooms: Iterable[OpenRoom]) -> None:
        """Stop all bots in these rooms, and start no more."""
        self._stopped = True
        tasks = [task for open_room in open_rooms for task in open_room.bots.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, open_room: OpenRoom, seat: int) -> None:
        try:
            while seat in open_room.room.waiting.bot_seats:
                await self._turn(open_room, seat)
        except Exception:
            self._failures.inc()
            log.exception("bot stuck", extra={"table": open_room.room.id})
        finally:
            del open_room.bots[seat]

    async def _turn(self, open_room: OpenRoom, seat: int) -> None:
        bot, game = open_room.room.bots[seat], open_room.room.game
        assert bot is not None
        assert game is not None
        origin = Origin(open_room.owner, open_room.room.id)
        turn = await self._bots.play(
            bot, game.seen_by(Seat(seat)), seat=seat, origin=origin, needed=open_room.needs_bots
        )

        def propose(room: Room) -> Proposal | None:
            if room.waiting.round != game.round_ or seat not in room.waiting.bot_seats:
                return None  # its moves were made elsewhere meanwhile
            try:
                return commands.bot_moves(room, seat, actions=turn.actions, stand_in=turn.stand_in)
            except Refusal:
                return commands.mandatory_moves(room, seat, why="failed")

        await self._store(open_room, propose)

    async def _store(self, open_room: OpenRoom, propose: Propose) -> None:
        """Store the turn, retrying until the database accepts it, because it may have taken long to compute."""
        while True:
            try:
                await self._perform(open_room, propose)
            except TryAgain as refusal:
                log.warning("bot waits", extra={"table": open_room.room.id, "code": refusal.code})
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return
