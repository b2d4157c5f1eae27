"""A beam over one round on the reference engine, for rulesets whose own value nobody has learned yet.

A position is worth what the base game's model hopes for from its routes, and what its expansion scores now. Only
counts limit the search, so it is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from inkrail.core.dice import Rng, choose
from inkrail.kernel import Kernel, kernel_for
from inkrail.kernel.evaluation import guides_of
from inkrail.kernel.features import Floats
from inkrail.rules.position import Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

STEPS: Final = 14
"""More drawings than a round can have."""
FORGIVEN: Final = 0.6
"""How much of an open end is no loss while the game lasts, where no model knows better."""


@dataclass(frozen=True, slots=True)
class Way:
    """Drawings of this round, where they lead, and what that is worth."""

    value: float
    position: Position
    drawings: tuple[Drawing, ...]


class Outlook:
    """Plans rounds of one ruleset; `width` positions are kept at each step, `tried` optional drawings of each."""

    def __init__(self, ruleset: Ruleset, model: Floats, *, width: int, tried: int) -> None:
        self._ruleset = ruleset
        self._model = model
        self._width = width
        self._tried = tried
        self._kernel: Kernel = kernel_for(parse_ruleset("base"))

    def plan(self, position: Position, *, rng: Rng) -> tuple[Drawing, ...] | None:
        """The drawings of the best round found; None if no way to end it was."""
        best: Way | None = None
        ways = [Way(self.value(position), position, ())]
        for _ in range(STEPS):
            for way in ways:
                if not self._ruleset.duties(way.position) and (best is None or way.value > best.value):
                    best = way
            found: dict[Position, Way] = {}
            for way in ways:
                for drawing in self._drawings(way.position, rng=rng):
                    self._follow(way, drawing, found)
            ways = sorted(found.values(), key=lambda way: -way.value)[: self._width]
        return best.drawings if best else None

    def _follow(self, way: Way, drawing: Drawing, found: dict[Position, Way]) -> None:
        after = self._ruleset.draw(way.position, drawing)
        if after not in found:
            found[after] = Way(self.value(after), after, (*way.drawings, drawing))

    def _drawings(self, position: Position, *, rng: Rng) -> Iterator[Drawing]:
        """Every placement of the dice that must be drawn; when there are none, some of what may be."""
        options = [
            (drawable, placement)
            for drawable in self._ruleset.drawables(position)
            for placement in self._ruleset.placements(position, drawable)
        ]
        must = [Drawing(drawable.verb, placement) for drawable, placement in options if drawable.mandatory]
        if must:
            yield from must
            return
        rest = [Drawing(drawable.verb, placement) for drawable, placement in options]
        if len(rest) <= self._tried:
            yield from rest
            return
        for _ in range(self._tried):
            yield choose(rest, rng=rng)

    def value(self, position: Position) -> float:
        """What a position is worth."""
        ruleset = self._ruleset
        sheet = ruleset.score(position)
        left = (ruleset.rounds - position.round_) / ruleset.rounds
        if not ruleset.has_route_dice:
            return sheet.total + FORGIVEN * left * sheet.errors
        ahead = self._kernel.ruleset.rounds
        round_ = ahead - round((ruleset.rounds - position.round_) * ahead / ruleset.rounds)
        if round_ >= ahead:
            return float(sheet.total)
        state = self._kernel.state_of(position)
        routes = guides_of(state[np.newaxis], self._kernel.book, self._model, max(1, round_))
        return float(routes[0]) + sum(line.points for line in sheet.expansion)
