"""The search of every other ruleset: the kernel's beam with a linear value."""

from __future__ import annotations

import numpy as np

from inkrail.bots.effort import Breadth
from inkrail.bots.foresight import Ahead, Plan, Start
from inkrail.bots.rolls import sample_rolls, shuffled
from inkrail.core.dice import Rng
from inkrail.core.sides import SIDES
from inkrail.kernel import NO_MOVE, Ends, Evaluation, Kernel
from inkrail.kernel.bits import Words
from inkrail.kernel.book import COLUMNS, GAME, LAVA, METEOR, OWN_TILE, PIECE, TILE
from inkrail.kernel.features import Floats
from inkrail.kernel.linear import weighed
from inkrail.kernel.meteors import DISTANCES

METEORS = tuple((side, distance) for distance in DISTANCES for side in SIDES)
"""The directions and distances of a meteor, all equally likely."""
STRIDE = 7
"""The step through `METEORS`: it reaches all of them and rarely the same direction twice running."""


class LinearSearch:
    """The kernel with a row of weights for each round but the last, which is played for the score itself."""

    def __init__(self, kernel: Kernel, weights: Floats) -> None:
        self.kernel = kernel
        self.weights = weights

    def ends(self, start: Start, *, breadth: Breadth) -> list[Plan]:
        """The ends of the round with the highest values, best first."""
        ends = self._beam(start, breadth=breadth)
        return [
            Plan(state, tuple(int(move) for move in moves if move != NO_MOVE), float(value))
            for state, moves, value in zip(*(part[: breadth.kept] for part in ends), strict=True)
        ]

    def last(self, start: Start, *, breadth: Breadth) -> Plan:
        """The end of the last round with the highest score that a beam finds."""
        return self.ends(start, breadth=breadth)[0]

    def ahead(self, states: Words, ahead: Ahead, *, rng: Rng) -> Floats:
        """The value that each state reaches for each row of rolls."""
        rounds = range(ahead.round_, ahead.round_ + ahead.rounds)
        rolls = [self._rolls(ahead.rolls, round_=round_, rng=rng) for round_ in rounds]
        rows = list(zip(rolls[0], *(shuffled(later, rng=rng) for later in rolls[1:]), strict=True))
        first = rng.below(len(METEORS))
        values = np.zeros((len(states), ahead.rolls), np.float32)
        for row, state in enumerate(states):
            for column, dice in enumerate(rows):
                meteor = first + column * ahead.rounds * STRIDE
                values[row, column] = self._after(state, dice, ahead, meteor=meteor)
        return values

    def _after(self, state: Words, dice: tuple[Words, ...], ahead: Ahead, *, meteor: int) -> float:
        """The value reached with these dice when each round takes its best end."""
        value = 0.0
        for later, roll in enumerate(dice):
            struck = self._strike(state, number=meteor + later * STRIDE)
            start = Start(struck, roll, special=True, round_=ahead.round_ + later)
            ends = self._beam(start, breadth=ahead.breadth)
            state, value = ends.states[0], float(ends.values[0])
        return value

    def _beam(self, start: Start, *, breadth: Breadth) -> Ends:
        return self.kernel.beam_round(
            start.state,
            start.dice,
            width=breadth.width,
            special_width=breadth.special,
            evaluate=self._evaluation(start.round_),
            specials=start.special,
        )

    def _evaluation(self, round_: int) -> Evaluation:
        if round_ >= self.kernel.ruleset.rounds:
            return lambda states: self.kernel.score(states).astype(np.float64)
        weights = self.weights[round_]
        return lambda states: weighed(self.kernel.columns(states), weights)

    def _rolls(self, number: int, *, round_: int, rng: Rng) -> Words:
        """Rolls of the round's board, in Lava with the volcano added (F5)."""
        part, first = self.kernel.part_of(round_)
        dice = sample_rolls(part, number, rng=rng) + first
        if part.book[GAME] != LAVA:
            return dice
        volcano = part.book[TILE + part.book[OWN_TILE] * COLUMNS + PIECE]
        return np.column_stack((dice, np.full(number, volcano)))

    def _strike(self, state: Words, *, number: int) -> Words:
        """The state after one of the possible meteors (M2)."""
        if self.kernel.book[GAME] != METEOR:
            return state
        direction, distance = METEORS[number % len(METEORS)]
        return self.kernel.strike(state, direction=direction, distance=distance)
