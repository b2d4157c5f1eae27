"""The best end of the last round, from a board as people write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkrail.bots.values import values_of
from inkrail.rules.boardtext import BoardText
from inkrail.rules.module import Report
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset
from inkrail.study.ends import last_end
from inkrail.study.last_position import last_position


@dataclass(frozen=True, slots=True)
class Solution:
    """The best end of a last round."""

    total: int
    exact: bool
    """False if only a search was made, so that there may be a better end."""
    actions: tuple[str, ...]

    def report(self) -> Report:
        """The plain values that `inkrail solve` prints."""
        return {"total": self.total, "exact": self.exact, "actions": list(self.actions)}


def solve_board(
    text: BoardText, dice: Sequence[str], *, spent: Sequence[str] = (), duplicated: int = 0
) -> Solution:
    """The best end of the last round with these dice.

    `spent` are special routes used that are not on the board, `duplicated` is how often a result was drawn again.
    """
    position = last_position(text, dice, spent=spent, duplicated=duplicated)
    return solve_position(text.ruleset, position)


def solve_position(ruleset: Ruleset, position: Position) -> Solution:
    """The best end of the last round from a position in it."""
    end = last_end(values_of(ruleset), position)
    for drawing in end.drawings:
        position = ruleset.draw(position, drawing)
    return Solution(ruleset.score(position).total, end.is_exact, end.actions(ruleset))
