"""From what somebody asks for to a table that can be opened."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.bots.thinker import ThinkerBot
from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.game.table import open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.commands import STAND_IN_BOT
from inkrail.server.rooms.room import HostedTable, make_ruleset
from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.bodies import BotSeat, NewTable


def spec_of(wanted: NewTable) -> Spec:
    """The table that is asked for, or a refusal."""
    chosen = (wanted.seed is not None) + (wanted.rolls is not None) + wanted.typed
    if chosen > 1:
        raise Refusal("table.dice_chosen_twice")
    bots = tuple(seat.bot if isinstance(seat, BotSeat) else None for seat in wanted.seats)
    spec = Spec(
        rules=wanted.rules,
        longest=wanted.longest,
        values=wanted.values,
        bots=bots,
        clock=wanted.clock,
        public=wanted.public,
        counted=not chosen,
        seed=wanted.seed,
        rolls=tuple(map(tuple, wanted.rolls)) if wanted.rolls is not None else None,
        typed=wanted.typed,
    )
    _check(spec)
    return spec


@cache
def bots_here() -> tuple[str, ...]:
    """The bots that can play here, the weakest first: those that search need the packages of the extra `bots`."""
    searches = find_spec("numba") is not None
    return tuple(name for name in BOT_NAMES if searches or not isinstance(find_bot(name), ThinkerBot))


def _check(spec: Spec) -> None:
    ruleset = make_ruleset(spec)
    if None not in spec.bots:
        raise Refusal("table.no_human")
    for bot in spec.bots:
        if bot is not None and bot not in bots_here():
            raise Refusal("bot.unknown", bot=bot)
    open_table(ruleset, seats=len(spec.bots))
    if spec.rolls is not None:
        _check_rolls(spec.rolls, ruleset, seats=len(spec.bots))


def _check_rolls(rolls: tuple[tuple[str, ...], ...], ruleset: Ruleset, *, seats: int) -> None:
    """Refuse rolls that these dice cannot show, and fewer or more than the rounds."""
    if len(rolls) != ruleset.rounds:
        raise Refusal("table.rolls_incomplete", expected=ruleset.rounds, found=len(rolls))
    deal = open_table(ruleset, seats=seats, starter=Seat(0)).deal
    for number, faces in enumerate(rolls, start=1):
        ruleset.dealer.deal(deal, ruleset.dice(Round(number)), faces=faces)


def challenge_spec(finished: HostedTable) -> Spec:
    """The same dice once more for one person; where dice were drafted, against bots."""
    if finished.game is None or len(finished.closed) != finished.ruleset.rounds:
        raise Refusal("table.not_over")
    drafted = bool(finished.ruleset.dealer.picking)
    others = (STAND_IN_BOT,) * (finished.seats - 1) if drafted else ()
    return Spec(
        rules=finished.spec.rules,
        longest=finished.spec.longest,
        values=finished.spec.values,
        bots=(None, *others),
        counted=False,
        rolls=tuple(closed.faces for closed in finished.closed),
        starter=finished.starter,
    )


def rematch_spec(finished: HostedTable) -> Spec:
    """The same table with new dice."""
    return finished.spec.model_copy(
        update={
            "seed": None,
            "rolls": None,
            "starter": None,
            "daily": None,
            "counted": not finished.spec.typed,
        }
    )
