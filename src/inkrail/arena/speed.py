"""Measures both engines on one core: random games with full scoring, and boards per second when expanding a round.

Rates are per second of CPU time, the best of several runs, since other programs share the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Final

import numpy as np

from inkrail.arena.chance import QuickRng
from inkrail.core.board import Round
from inkrail.core.dice import Rng, choose
from inkrail.kernel import Kernel, chance_of, kernel_for, plays
from inkrail.kernel.board.bits import Words
from inkrail.kernel.search.playouts import mean_of_games
from inkrail.rules.module import Report
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

_REFERENCE_GAMES: Final = 50
_KERNEL_GAMES: Final = 5_000
_EXPANDED: Final = 8
_ROUNDS_BEFORE: Final = 3


@dataclass(frozen=True, slots=True)
class Speed:
    """The measured rates; None for the kernel where it does not support the ruleset."""

    reference: float
    kernel: float | None
    children: float | None

    def report(self) -> Report:
        """The plain values that `inkrail bench` prints."""
        return {
            "games_per_second": {"reference": self.reference, "kernel": self.kernel},
            "children_per_second": self.children,
        }


def measure(rules: str = "base", *, seconds: float = 2.0) -> Speed:
    """Measure both engines in turn, each for about this many seconds of CPU time."""
    ruleset, chance = parse_ruleset(rules), QuickRng(1)
    rate = reference_rate(ruleset, seconds=seconds)
    if not plays(ruleset):
        return Speed(rate, None, None)
    kernel, spin, blank = kernel_for(ruleset), chance_of("bench"), kernel_for(ruleset).blank()

    def playouts() -> int:
        kernel.compiled(mean_of_games)(blank, kernel.tables, ruleset.rounds, _KERNEL_GAMES, spin, 0)
        return _KERNEL_GAMES

    openings = _openings(kernel, rng=chance)

    def expansions() -> int:
        return sum(len(kernel.expand_round(state, dice).states) for state, dice in openings)

    return Speed(rate, _best_rate(playouts, seconds=seconds), _best_rate(expansions, seconds=seconds))


def reference_rate(ruleset: Ruleset, *, seconds: float) -> float:
    """How many random games with full scoring the reference engine plays per second."""
    chance = QuickRng(1)

    def games() -> int:
        for _ in range(_REFERENCE_GAMES):
            ruleset.score(random_game(ruleset, rng=chance))
        return _REFERENCE_GAMES

    return _best_rate(games, seconds=seconds)


def random_game(ruleset: Ruleset, *, rng: Rng) -> Position:
    """A game of one seat by the reference engine: each die anywhere it fits, no special routes."""
    position = ruleset.set_up()
    for number in range(1, ruleset.rounds + 1):
        round_ = Round(number)
        faces = tuple(die.roll(rng) for die in ruleset.dice(round_))
        position = ruleset.begin_round(position, round_, faces=faces)
        while choices := ruleset.choices(position):
            position = ruleset.choose(position, choose(choices, rng=rng))
        while drawing := some_die(ruleset, position, rng=rng):
            position = ruleset.draw(position, drawing)
    return position


def some_die(ruleset: Ruleset, position: Position, *, rng: Rng) -> Drawing | None:
    """A random drawing of one of the dice left, or None if no die fits (B9)."""
    dice = position.dice
    first = rng.below(len(dice)) if dice else 0
    for piece in dice[first:] + dice[:first]:
        placements = ruleset.die_placements(position, piece)
        if placements:
            return Drawing(DRAW, choose(placements, rng=rng))
    return None


def _openings(kernel: Kernel, *, rng: Rng) -> list[tuple[Words, Words]]:
    """Boards after a few random rounds, each with a roll of the dice that must be drawn (B9).

    With optional dice as well there would be so many boards that expanding them takes minutes.
    """
    blanks = np.zeros((_EXPANDED, kernel.width), dtype=np.int64)
    states, _ = kernel.playouts(blanks, rounds=_ROUNDS_BEFORE, chance=chance_of("openings"))
    pieces = kernel.ruleset.pieces
    dice = [die for die in kernel.ruleset.dice(Round(_ROUNDS_BEFORE + 1)) if die.mandatory]
    rolls = [[kernel.number(pieces[die.roll(rng)]) for die in dice] for _ in states]
    return [(state, np.array(roll, dtype=np.int64)) for state, roll in zip(states, rolls, strict=True)]


def _best_rate(task: Callable[[], int], *, seconds: float) -> float:
    """How many units a task does per second: its best run after one warm-up."""
    task()
    best, spent = 0.0, 0.0
    while not best or spent < seconds:
        began = process_time()
        count = task()
        took = process_time() - began
        best, spent = max(best, count / took), spent + took
    return best
