"""The bots that need nothing but the standard library."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from inkrail.arena.chance import SystemRng
from inkrail.bots.bot import Bot
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.plain.bot import PlainBot
from inkrail.bots.playing import play_turn
from inkrail.bots.random_bot import RandomBot
from inkrail.bots.relaxed import RelaxedBot
from inkrail.core.errors import Refusal
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.interfaces import BotTurn, Hint, Origin

log = logging.getLogger("inkrail.local")

LOCAL_BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "relaxed": RelaxedBot,
    "plain": PlainBot,
}
"""From the weakest to the strongest."""


class LocalBots:
    """Plays for bots on the loop of the page's worker."""

    def require_room(self, bots: Iterable[str], *, owner: str) -> None:
        """A browser has few tables: there is always room."""

    def require_playable(self, bots: Iterable[str | None], *, hints: bool) -> None:
        """Refuse bots that need more than the standard library, and hints."""
        for bot in bots:
            if bot is not None and bot not in LOCAL_BOTS:
                raise Refusal("bot.unknown", bot=bot)
        if hints:
            raise Refusal("hint.not_allowed")

    def expect(self, bots: Iterable[str], ruleset: Ruleset, *, owner: str) -> None:
        """They are always ready."""

    def getting_ready(self, bot: str, ruleset: Ruleset) -> int | None:
        """They are always ready."""
        return None

    async def play(
        self, bot: str, table: Table, *, seat: int, origin: Origin, needed: asyncio.Event | None = None
    ) -> BotTurn:
        """The turn of a bot; one that fails gets the mandatory moves, as on the server."""
        await asyncio.sleep(0)  # what the player did is shown first
        try:
            _, actions = play_turn(table, Seat(seat), bot=LOCAL_BOTS[bot](), rng=SystemRng())
        except Exception:
            log.exception("bot failed")
            actions = ()
        return BotTurn(actions)

    async def hint(self, table: Table, *, seat: int, origin: Origin) -> Hint:
        """There are no hints."""
        raise Refusal("hint.not_allowed")
