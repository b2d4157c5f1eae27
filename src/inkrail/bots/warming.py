"""Compiling ahead what the searching bots need, and what values do."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort, Stage
from inkrail.bots.playing import play_game
from inkrail.bots.thinker import ThinkerBot
from inkrail.bots.values import values_of
from inkrail.game.history import played_rounds
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset

_NARROW = Breadth(width=2, special=1, kept=2)


class _LeastEffort(ThinkerBot):
    """Calls all that the searching bots call, with the least effort."""

    name = "warm-up"
    level = 1
    effort = Effort(breadth=_NARROW, last=_NARROW, stages=(Stage(2, 2),), ahead=_NARROW)


def warm_up(ruleset: Ruleset) -> None:
    """Compile all that the searching bots, reviews and hints need for a ruleset, unless that was done before."""
    game = play_game(ruleset, bots=[_LeastEffort] * ruleset.dealer.least_seats, seed="warm-up")
    last = played_rounds(game.record, Seat(0))[-1]
    values_of(ruleset).worth(last.before, last.hand, round_=int(last.round_))
