"""A narrow beam search of one round on the engine's own positions.

Each step draws one more die on the boards with the highest values. Boards with a special route, or with a result drawn
again, are kept apart from those without, as in the kernel's beam. Pieces that need no connection come last, when no other
die fits: there are many placements of them, and so only the best boards are tried with them. The effort is the number of
boards that are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inkrail.bots.plain.layers import EAST, SOUTH, WEST
from inkrail.core.board import Board
from inkrail.core.cells import ALL_CELLS, Mask, cells_of
from inkrail.core.pieces import Role
from inkrail.core.placement import Placement
from inkrail.rules.position import Drawable, Drawing, Position
from inkrail.rules.ruleset import Ruleset

_CELL_BITS: Final = 6


@dataclass(frozen=True, slots=True)
class Effort:
    """How wide a search is: the boards that each step keeps, and those of them that special routes are tried on.

    `boards` is about how many boards the search evaluates: a step that has had its share expands no further ones.
    Without `loose` it leaves out the dice that need no connection, which go nearly anywhere.
    """

    width: int
    special: int
    boards: int
    loose: bool = True


class Node(NamedTuple):
    """A position in the round, its value, and the drawings that lead there; `key` has the same ones in any order."""

    value: float
    position: Position
    drawings: tuple[Drawing, ...]
    key: frozenset[int]


Pool = dict[frozenset[int], Node]


class Search:
    """The search of one round from a position."""

    def __init__(self, ruleset: Ruleset, value: Callable[[Position], float], effort: Effort) -> None:
        self._ruleset = ruleset
        self._value = value
        self._effort = effort
        self._numbers: dict[str, int] = {}

    def ends(self, position: Position) -> list[Node]:
        """The ends of the round that the search finds, best first."""
        limited = {extra.name for extra in self._ruleset.extras(position) if extra.per == "game"}
        share = self._effort.boards // (2 * len(position.dice) + 2)
        nodes = [Node(self._value(position), position, (), frozenset())]
        others: Pool = {}
        ends: list[Node] = []
        while nodes or others:
            following: Pool = {}
            self._expand(nodes, following, ends, limited=limited, share=share)
            for node in nodes[: self._effort.special]:
                self._draw(node, self._specials(node.position, limited), others)
            carried: Pool = {}
            self._expand(self._best(others), carried, ends, limited=limited, share=share)
            nodes, others = self._best(following), carried
        return sorted(ends, key=_value, reverse=True)

    def _best(self, pool: Pool) -> list[Node]:
        return sorted(pool.values(), key=_value, reverse=True)[: self._effort.width]

    def _expand(
        self, nodes: Sequence[Node], pool: Pool, ends: list[Node], *, limited: set[str], share: int
    ) -> None:
        """Add every board with one more die to a pool, and the boards where the round may end to the ends."""
        for node in nodes:
            if pool and len(pool) >= share:
                return
            position = node.position
            items = [item for item in self._ruleset.drawables(position) if item.extra not in limited]
            fitting = self._draw(node, [item for item in items if item.piece.needs], pool)
            if not fitting:
                fitting = self._draw(node, self._loose(position, items), pool)
            if self._may_end(position, fitting):
                ends.append(node)

    def _loose(self, position: Position, items: Iterable[Drawable]) -> Iterator[Drawable]:
        """The pieces that need no connection; dice among them only where something faces them."""
        for item in items:
            if item.piece.needs:
                continue
            if item.extra is None and not item.mandatory:
                if not self._effort.loose:
                    continue
                item = item._replace(where=item.where & _faced(position.boards[item.board])[0])  # noqa: PLW2901
            yield item

    def _may_end(self, position: Position, fitting: set[tuple[str, str]]) -> bool:
        return next(self._ruleset.owed(position, fitting=fitting), None) is None

    def _specials(self, position: Position, limited: set[str]) -> Iterator[Drawable]:
        """The special routes where two sides would meet something, and results drawn again."""
        for item in self._ruleset.drawables(position):
            if item.extra in limited:
                if item.piece.role is Role.SPECIAL:
                    item = item._replace(where=item.where & _faced(position.boards[item.board])[1])  # noqa: PLW2901
                yield item

    def _draw(self, node: Node, items: Iterable[Drawable], pool: Pool) -> set[tuple[str, str]]:
        """Add the boards after each drawing to a pool; return what fits."""
        ruleset, position = self._ruleset, node.position
        fitting = set()
        for item in items:
            masks = ruleset.placements(position, item).masks
            if not masks:
                continue
            fitting.add((item.verb, item.piece.name))
            paid = item.spend(position, item.piece)
            for tile, cells in masks:
                name = f"{item.piece.name} {tile.text}"
                number = self._numbers.setdefault(name, len(self._numbers)) << _CELL_BITS
                for cell in cells_of(cells):
                    key = node.key | {number | cell}
                    if key not in pool:
                        placement = Placement(tile, cell)
                        after = self._after(paid, placement)
                        drawings = (*node.drawings, Drawing(item.verb, placement))
                        pool[key] = Node(self._value(after), after, drawings, key)
        return fitting

    def _after(self, position: Position, placement: Placement) -> Position:
        """The position with a tile in a cell where it fits, and with all that follows from it."""
        ruleset = self._ruleset
        position = ruleset.put(position, placement)
        while forced := ruleset.forced(position):
            position = ruleset.put(position, forced[0])
        return position


def _value(node: Node) -> float:
    return node.value


def _faced(board: Board) -> tuple[Mask, Mask]:
    """The cells that something faces, and those that something faces from two sides."""
    sides = [0] * 4
    for number, start in enumerate((0, EAST, SOUTH, WEST)):
        for mask in board.faces[start : start + EAST]:
            sides[number] |= mask
    north, east, south, west = sides
    twice = north & east | south & west | (north | east) & (south | west)
    return ALL_CELLS & (north | east | south | west), ALL_CELLS & twice
