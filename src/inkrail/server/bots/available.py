"""Which bots can play on this server."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.bots.thinker import ThinkerBot


@cache
def available_bots() -> tuple[str, ...]:
    """The bots that can play on this server, weakest first; the searching bots need the extra `bots` installed."""
    searches = find_spec("numba") is not None
    return tuple(name for name in BOT_NAMES if searches or not isinstance(find_bot(name), ThinkerBot))
