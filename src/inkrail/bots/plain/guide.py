"""The kernel's guide in plain Python: a weighted sum of a position's columns, with a row of weights for each round."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Final, Generic, TypeVar

from inkrail.bots.plain.expansions import lake_columns, lava_columns, meteor_columns, river_columns
from inkrail.bots.plain.routes import route_columns
from inkrail.bots.plain.underground import board_columns, duplicates, underground_columns
from inkrail.core.board import Board
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

T = TypeVar("T")

FILE: Final = "guides.json"
"""The weights of each ruleset's guide, a row for each round; `tools/guides.py` writes them from the value models."""


class Guide:
    """What positions of a ruleset are worth at the end of a round."""

    def __init__(self, ruleset: Ruleset) -> None:
        game = ruleset.name.split("+")[0]
        self._ruleset = ruleset
        self._weights = shipped_weights().get(game)
        self._read = _READERS.get(game, _base)
        self._specials = {piece.name: 1 << number for number, piece in enumerate(ruleset.specials)}
        self._surface = _Last(route_columns)
        self._below = _Last(board_columns)

    def columns(self, position: Position) -> list[float]:
        """The columns that the kernel has for the same position."""
        return self._read(self, position)

    def value(self, position: Position) -> float:
        """The expected final score of a position at the end of its round; its score if that is the last one.

        A ruleset without weights has only its score.
        """
        if self._weights is None or position.round_ >= self._ruleset.rounds:
            return self._ruleset.score(position).total
        value: float = sum(map(mul, self._read(self, position), self._weights[position.round_]))
        return value

    def routes(self, position: Position) -> list[float]:
        """The columns of the surface."""
        spent = sum(self._specials[name] for name in position.crossed_off)
        return self._surface(position.boards[0], spent, self._ruleset.longest)

    def underground(self, position: Position) -> list[float]:
        """The columns of the underground."""
        below = self._below(position.boards[-1], duplicates(position), self._ruleset.longest)
        return underground_columns(position, below)

    @property
    def values(self) -> Values:
        """The network values of the ruleset (S8)."""
        return self._ruleset.values


class _Last(Generic[T]):
    """Remembers what was read of the last board: in a round of two boards only one of them changes."""

    def __init__(self, read: Callable[[Board, int, Longest], T]) -> None:
        self._read = read
        self._last: tuple[Board, int, T] | None = None

    def __call__(self, board: Board, spent: int, reading: Longest) -> T:
        last = self._last
        if last is not None and last[0] is board and last[1] == spent:
            return last[2]
        columns = self._read(board, spent, reading)
        self._last = board, spent, columns
        return columns


@cache
def shipped_weights() -> dict[str, list[list[float]]]:
    """The weights by ruleset, without variants."""
    weights: dict[str, list[list[float]]] = json.loads(
        files("inkrail.bots.plain").joinpath(FILE).read_text(encoding="utf-8")
    )
    return weights


@cache
def guide_of(ruleset: Ruleset) -> Guide:
    """The guide of a ruleset."""
    return Guide(ruleset)


def _base(guide: Guide, position: Position) -> list[float]:
    return guide.routes(position)


def _river(guide: Guide, position: Position) -> list[float]:
    return guide.routes(position) + river_columns(position)


def _lake(guide: Guide, position: Position) -> list[float]:
    routes = guide.routes(position)
    networks, reached = int(routes[0]), int(routes[1])
    return routes + lake_columns(position, values=guide.values, networks=networks, reached=reached)


def _meteor(guide: Guide, position: Position) -> list[float]:
    return guide.routes(position) + meteor_columns(position)


def _lava(guide: Guide, position: Position) -> list[float]:
    return guide.routes(position) + lava_columns(position)


def _underground(guide: Guide, position: Position) -> list[float]:
    return guide.routes(position) + guide.underground(position)


_READERS: Final[dict[str, Callable[[Guide, Position], list[float]]]] = {
    "river": _river,
    "lake": _lake,
    "meteor": _meteor,
    "lava": _lava,
    "underground": _underground,
    "underground-standalone": Guide.underground,
}
