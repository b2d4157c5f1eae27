"""The search of a round: the kernel's beam with the ruleset's value model, and an exact last round where there is one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from inkrail.bots.effort import Breadth
from inkrail.bots.rolls import sample_rolls, shuffled
from inkrail.core.dice import Rng
from inkrail.core.sides import SIDES
from inkrail.kernel import NO_MOVE, Kernel, Model
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.meteor import DISTANCES
from inkrail.kernel.value.routes import Floats

METEORS: Final = np.array([(side, distance) for distance in DISTANCES for side in SIDES])
"""The directions and distances of a meteor, all equally likely."""
STRIDE: Final = 7
"""The step through `METEORS`: it reaches all of them and rarely the same direction twice running."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An end of the round, its value, and the moves that lead there."""

    state: Words
    moves: tuple[int, ...]
    value: float
    is_exact: bool = False
    """Whether no other end of the last round has a higher score."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where planning starts: a state, the dice left, and whether a special route may be drawn."""

    state: Words
    dice: Words
    special: bool
    round_: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """A look ahead: how many rounds from `round_` on, over how many rolls, with searches of which breadth."""

    round_: int
    rounds: int
    rolls: int
    breadth: Breadth


class Search:
    """The kernel of a ruleset with its value model."""

    def __init__(self, kernel: Kernel, model: Model) -> None:
        self.kernel = kernel
        self.model = model

    def ends(self, start: Start, *, breadth: Breadth) -> list[Plan]:
        """The ends of the round with the highest values, best first."""
        ends = self.kernel.beam_round(
            start.state,
            start.dice,
            model=self.model,
            round_=start.round_,
            specials=start.special,
            width=breadth.width,
            special_width=breadth.special,
            kept=breadth.kept,
        )
        return [Plan(state, _moves(moves), float(value)) for state, moves, value in zip(*ends, strict=True)]

    def last(self, start: Start, *, breadth: Breadth, exact: bool = True) -> Plan:
        """The best end of the last round; exact where that takes milliseconds.

        If `exact`, it is also proven, or bettered, where that takes longer, unless there are too many boards.
        """
        if self.kernel.solves_at_once:
            best = self.kernel.last_round(start.state, start.dice, specials=start.special)
            return Plan(start.state, _moves(best.moves), float(best.total), best.is_exact)
        plan = self.ends(start, breadth=breadth)[0]
        if not exact:
            return plan
        best = self.kernel.last_round(
            start.state, start.dice, specials=start.special, above=round(plan.value)
        )
        if best.total <= plan.value:
            return replace(plan, is_exact=best.is_exact)
        return Plan(start.state, _moves(best.moves), float(best.total), best.is_exact)

    def ahead(self, states: Words, ahead: Ahead, *, rng: Rng) -> Floats:
        """The value that each state reaches for each row of rolls, one roll per round, if rounds take their best end."""
        rounds = range(ahead.round_, ahead.round_ + ahead.rounds)
        rolls = [sample_rolls(self.kernel, ahead.rolls, round_=round_, rng=rng) for round_ in rounds]
        rolls[1:] = (shuffled(later, rng=rng) for later in rolls[1:])
        meteors = self._meteors(ahead, rng=rng)
        number = len(states)
        reached = np.repeat(states, ahead.rolls, axis=0)
        values = np.zeros(len(reached), np.float32)
        for later, round_ in enumerate(rounds):
            if len(meteors):
                struck = np.tile(METEORS[meteors[:, later]], (number, 1))
                reached = self.kernel.strike(reached, directions=struck[:, 0], distances=struck[:, 1])
            dice = np.tile(rolls[later], (number, 1))
            reached, values = self.kernel.best_ends(
                reached,
                dice,
                model=self.model,
                round_=round_,
                width=ahead.breadth.width,
                special_width=ahead.breadth.special,
                kept=ahead.breadth.kept,
            )
        return values.reshape(number, ahead.rolls)

    def _meteors(self, ahead: Ahead, *, rng: Rng) -> Words:
        """Which of the `METEORS` strikes with each row of rolls in each round; empty where none does."""
        if not self.kernel.capabilities["METEORS"]:
            return np.empty((0, 0), np.int64)
        first = rng.below(len(METEORS))
        numbers = first + STRIDE * np.arange(ahead.rolls * ahead.rounds)
        return (numbers % len(METEORS)).reshape(ahead.rolls, ahead.rounds)


def _moves(moves: Words) -> tuple[int, ...]:
    return tuple(int(move) for move in moves if move != NO_MOVE)
