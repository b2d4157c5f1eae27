"""The search of the base game: a compiled beam that a guide leads and a judge ends, and an exact last round."""

from __future__ import annotations

import numpy as np

from inkrail.bots.effort import Breadth
from inkrail.bots.foresight import Ahead, Planned, Start
from inkrail.bots.rolls import shuffled, some_rolls
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

    def ends(self, start: Start, *, breadth: Breadth) -> list[Planned]:
        """The ends of the round that the judge likes best, best first."""
        ends = np.zeros((breadth.kept, ENTRY), np.int64)
        task = self._task(start.round_, breadth, special=start.special)
        number = beam(start.state, start.dice, task, ends)
        return [self._planned(entry) for entry in ends[:number]]

    def _planned(self, entry: Words) -> Planned:
        moves = tuple(int(move) for move in entry[MOVES + 1 : MOVES + 1 + entry[MOVES]])
        return Planned(entry[: self.kernel.width].copy(), moves, float(entry[VALUE] / SCALE))

    def last(self, start: Start, *, breadth: Breadth) -> Planned:
        """The best end of the last round, exactly, whatever the breadth."""
        total, moves = self.kernel.last_round(start.state, start.dice, specials=start.special)
        return Planned(start.state, tuple(int(move) for move in moves if move >= 0), float(total))

    def ahead(self, states: Words, ahead: Ahead, *, rng: Rng) -> Floats:
        """What each state comes to for each row of rolls."""
        rolls = [some_rolls(self.kernel, ahead.rolls, rng=rng) for _ in range(ahead.rounds)]
        rows = np.stack([rolls[0], *(shuffled(later, rng=rng) for later in rolls[1:])], axis=1)
        values = np.zeros((len(states), ahead.rolls), np.float32)
        task = self._task(ahead.round_, ahead.breadth, special=True)
        look_ahead(states, rows, task, ahead.breadth.kept, values)
        return values

    def _task(self, round_: int, breadth: Breadth, *, special: bool) -> Task:
        return Task(self.kernel.book, self.model, SIGNS, round_, int(special), breadth.width, breadth.special)
