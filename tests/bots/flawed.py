"""Bots with one flaw each, and one without."""

from __future__ import annotations

from itertools import count

from inkrail.bots.bot import LEVELS
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.random_bot import RandomBot
from inkrail.core.cells import parse_cell
from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done, TakeBack
from inkrail.game.view import View
from inkrail.rules.position import Drawing

NOT_A_CLASS = 7


class Good(RandomBot):
    """Plays by the rules."""

    name = "good"


class Quitter(GreedyBot):
    """Ends the first round at once, whatever must still be drawn."""

    name = "quitter"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        return (Done(),)


class Waverer(RandomBot):
    """Draws and takes back for ever."""

    name = "waverer"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        if view.drawings:
            return (TakeBack(view.drawings[-1].placement.cell),)
        return super().play(view, rng=rng)


class Sleeper(RandomBot):
    """Returns no action."""

    name = "sleeper"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        return ()


class Thrower(RandomBot):
    """Raises an error."""

    name = "thrower"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        raise ZeroDivisionError("no luck")


class Mumbler(RandomBot):
    """Returns something that is not an action."""

    name = "mumbler"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        return ("done",)  # type: ignore[return-value]


class Stacker(RandomBot):
    """Draws everything in the corner."""

    name = "stacker"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        options = [option for option in view.options if option.placements]
        if not options:
            return super().play(view, rng=rng)
        first = options[0].placements[0]
        moved = type(first)(first.tile, parse_cell("D4"))
        return (Drawing(options[0].verb, moved),)


_asked = count()


class Moody(GreedyBot):
    """Depends on something besides its view and random source."""

    name = "moody"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        rng.below(2 + next(_asked))
        for _ in range(next(_asked) % 7):
            rng.below(2)
        return RandomBot().play(view, rng=rng)


class Elephant(RandomBot):
    """Remembers how often it was called since the game began."""

    name = "elephant"

    def __init__(self) -> None:
        self.asked = 0

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        self.asked += 1
        for _ in range(self.asked):
            rng.below(2)
        return super().play(view, rng=rng)


class Nameless:
    """Has a level and plays, but has no name."""

    level = 1

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        return (Done(),)


class Overrated(RandomBot):
    """Has a level that is too high."""

    level = LEVELS[-1] + 1


class NeedsArguments(RandomBot):
    """Cannot be created without arguments."""

    def __init__(self, effort: int) -> None:
        self.effort = effort
