"""Compiling ahead what the searching bots, reviews, hints and best boards need."""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.bots import warming
from inkrail.bots.effort import Breadth
from inkrail.bots.values import Values, values_of
from inkrail.core.board import Round
from inkrail.game.history import PlayedRound, played_rounds
from inkrail.game.record import replay
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.study.best import Extent, best_board

_LEAST: Final = Extent(boards=2, fewest=2, first=1, two_rounds=Breadth(width=40, special=10, kept=40))


def warm_up(ruleset: Ruleset) -> None:
    """Compile all of it for a ruleset, unless that was done before."""
    record = warming.warm_up(ruleset)
    _warm_up_reviews(values_of(ruleset), played_rounds(record, Seat(0))[-1])
    best_board(record, replay(record), seat=Seat(0), extent=_LEAST)


def _warm_up_reviews(values: Values, last: PlayedRound) -> None:
    """Call what a review asks the kernel for besides what bots do, with the least to compute."""
    kernel, round_ = values.kernel, int(last.round_)
    values.worth(last.before, last.hand, round_=round_)
    rolls = kernel.rolls[values.ruleset.board_of(Round(round_))]
    kernel.expectations(np.zeros((1, len(rolls.weights)), np.float32), round_=round_)
    kernel.expand_round(kernel.state_of(last.start), kernel.dice_of(last.start), specials=False, limit=2)
