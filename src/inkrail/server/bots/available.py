"""Which bots can play on this server."""

from __future__ import annotations

from functools import cache

from inkrail.bots.registry import BOT_NAMES, playable_bots


@cache
def available_bots() -> tuple[str, ...]:
    """The bots that can play on this server, weakest first; most searching bots need the extra `bots` installed."""
    return playable_bots()


@cache
def can_search() -> bool:
    """Whether the packages are installed that search, for bots and for studies."""
    return available_bots() == BOT_NAMES
