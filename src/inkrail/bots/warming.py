"""Compiling ahead what the searching bots need."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort, Stage
from inkrail.bots.playing import play_game
from inkrail.bots.thinker import ThinkerBot
from inkrail.game.record import Record
from inkrail.rules.ruleset import Ruleset

_NARROW = Breadth(width=2, special=1, kept=2)


class _LeastEffort(ThinkerBot):
    """Calls all that the searching bots call, with the least effort."""

    name = "warm-up"
    level = 1
    effort = Effort(breadth=_NARROW, last=_NARROW, stages=(Stage(2, 2),), ahead=_NARROW, exact=True)


def warm_up(ruleset: Ruleset) -> Record:
    """Compile all that the searching bots need for a ruleset, unless that was done before; return the game they played."""
    return play_game(ruleset, bots=[_LeastEffort] * ruleset.dealer.least_seats, seed="warm-up").record
