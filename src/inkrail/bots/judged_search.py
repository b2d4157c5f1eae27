"""The search of the base game: a compiled beam whose ends a value model judges, and an exact last round."""

from __future__ import annotations

import numpy as np

from inkrail.bots.effort import Breadth
from inkrail.bots.foresight import Ahead, Plan, Start
from inkrail.bots.rolls import sample_rolls, shuffled
from inkrail.core.dice import Rng
from inkrail.kernel import Kernel
from inkrail.kernel.bits import Words
from inkrail.kernel.features import Floats
from inkrail.kernel.guided import ENTRY, MOVES, SCALE, SIGNS, VALUE, Task, beam, look_ahead


class JudgedSearch:
    """The kernel with a value model."""

    def __init__(self, kernel: Kernel, model: Floats) -> None:
        self.kernel = kernel
        self.model = model

    def ends(self, start: Start, *, breadth: Breadth) -> list[Plan]:
        """The ends of the round with the highest values, best first."""
        ends = np.zeros((breadth.kept, ENTRY), np.int64)
        task = self._task(start.round_, breadth, special=start.special)
        number = beam(start.state, start.dice, task, ends)
        return [self._planned(entry) for entry in ends[:number]]

    def _planned(self, entry: Words) -> Plan:
        moves = tuple(int(move) for move in entry[MOVES + 1 : MOVES + 1 + entry[MOVES]])
        return Plan(entry[: self.kernel.width].copy(), moves, float(entry[VALUE] / SCALE))

    def last(self, start: Start, *, breadth: Breadth) -> Plan:
        """The best end of the last round; exact, whatever the breadth."""
        total, moves = self.kernel.last_round(start.state, start.dice, specials=start.special)
        return Plan(start.state, tuple(int(move) for move in moves if move >= 0), float(total))

    def ahead(self, states: Words, ahead: Ahead, *, rng: Rng) -> Floats:
        """The value that each state reaches for each row of rolls."""
        rolls = [sample_rolls(self.kernel, ahead.rolls, rng=rng) for _ in range(ahead.rounds)]
        rows = np.stack([rolls[0], *(shuffled(later, rng=rng) for later in rolls[1:])], axis=1)
        values = np.zeros((len(states), ahead.rolls), np.float32)
        task = self._task(ahead.round_, ahead.breadth, special=True)
        look_ahead(states, rows, task, ahead.breadth.kept, values)
        return values

    def _task(self, round_: int, breadth: Breadth, *, special: bool) -> Task:
        return Task(self.kernel.book, self.model, SIGNS, round_, int(special), breadth.width, breadth.special)
