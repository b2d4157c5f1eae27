"""The ends of a round that are compared: what a player could have drawn, with what is decided before drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from inkrail.bots.effort import Breadth
from inkrail.bots.search import Plan, Search, Start
from inkrail.bots.strong import StrongBot
from inkrail.bots.values import Values
from inkrail.game.actions import Action, format_action
from inkrail.kernel.board.bits import Words
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset

LAST: Final = Breadth(width=400, special=100, kept=1)
"""The search of a last round before it is solved exactly, or instead of that."""


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """An end of a round: its state, the choices and drawings that lead there, and the value that ranks it."""

    state: Words
    choices: tuple[Choice, ...]
    drawings: tuple[Drawing, ...]
    rank: float
    is_exact: bool = False
    """Whether it is an end of the last round, and no other one has a higher score."""

    def actions(self, ruleset: Ruleset) -> tuple[str, ...]:
        """What leads there, as a record has it."""
        actions: tuple[Action, ...] = (*self.choices, *self.drawings)
        return tuple(format_action(action, ruleset) for action in actions)


def ranked_ends(values: Values, position: Position, *, number: int) -> list[End]:
    """The ends that the beam of `strong` ranks first, best first, from any position in a round."""
    search = Search(values.kernel, values.model)
    ends = [
        _end(values, plan, choices)
        for choices, start in _starts(values, position)
        for plan in search.ends(start, breadth=StrongBot.effort.breadth)
    ]
    distinct = {end.state.tobytes(): end for end in sorted(ends, key=lambda end: end.rank)}
    return sorted(distinct.values(), key=lambda end: -end.rank)[:number]


def last_end(values: Values, position: Position) -> End:
    """The best end of the last round, from any position in it; exact unless the kernel gives up."""
    search = Search(values.kernel, values.model)
    ends = [
        _end(values, search.last(start, breadth=LAST), choices)
        for choices, start in _starts(values, position)
    ]
    best = max(ends, key=lambda end: end.rank)
    return replace(best, is_exact=all(end.is_exact for end in ends))


def is_forced(values: Values, position: Position, ends: list[End]) -> bool:
    """Whether the round has only one possible end; `ends` are the best ones found."""
    starts = list(_starts(values, position))
    if len(ends) > 1 or len(starts) > 1:
        return False
    ((_, start),) = starts
    found = values.kernel.expand_round(start.state, start.dice, specials=start.special, limit=2)
    return found.is_complete and len(found.states) == 1


def _starts(values: Values, position: Position) -> Iterator[tuple[tuple[Choice, ...], Start]]:
    """The positions in which drawing may begin, each with the choices that lead there."""
    kernel, ruleset = values.kernel, values.ruleset
    choices = ruleset.choices(position)
    for choice in choices:
        for later, start in _starts(values, ruleset.choose(position, choice)):
            yield (choice, *later), start
    if not choices:
        may = kernel.may_draw_special(position)
        yield (), Start(kernel.state_of(position), kernel.dice_of(position), may, int(position.round_))


def _end(values: Values, plan: Plan, choices: tuple[Choice, ...]) -> End:
    drawings = values.kernel.drawings(plan.moves)
    return End(plan.state, choices, drawings, plan.value, plan.is_exact)
