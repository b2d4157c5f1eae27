"""Which bots can play on this server."""

from __future__ import annotations

from functools import cache

from inkrail.bots.registry import BOT_NAMES, missing_extra


@cache
def available_bots() -> tuple[str, ...]:
    """The bots that can play on this server, weakest first; the searching bots need the extra `bots` installed."""
    return tuple(name for name in BOT_NAMES if missing_extra(name) is None)


@cache
def can_search() -> bool:
    """Whether the packages are installed that search, for bots and for studies."""
    return available_bots() == BOT_NAMES
