"""Boards that make the longest route hard to find, and a search for harder ones.

`python -m benchmarks.hardest` hill-climbs from random boards towards those that visit the most states, and prints the
hardest for each reading. No board can need more than a sweep over all possible states: see `longest.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from inkrail.core.board import Board
from inkrail.core.cells import CELLS
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest, longest_route
from inkrail.core.pieces import Tile
from inkrail.rules.registry import parse_ruleset

_BASE = parse_ruleset("base")
_BY_SIDES = {
    tile.text: tile for piece in _BASE.pieces.values() if "R" not in piece.sides for tile in piece.tiles
}

HARDEST = {
    Longest.CELLS: """
        HHHH HHHH HHHH HHHH HHHH HHHH HHHH
        HHHH HHHH HHHH HHHH HHHH HHHH HHHH
        HHH. HHHH HHHH HHHH HHHH HHHH HHHH
        HHHH HHHH HH.H HHHH HHHH HHHH HHHH
        HHHH HHHH .... HHHH HHHH HHHH HHHH
        HHHH HHHH HHHH HHHH HHHH HHHH HHHH
        HH.H HHHH H.H. HHHH H.HH HHHH HHHH
    """,
    Longest.STRETCHES: """
        .HH. .HHH HHHH HHHH HHHH HHHH HHHH
        HHHH HHHH .HHH HHHH HHHH HHHH HHHH
        HHHH HHHH HHHH HHHH HHHH HHHH HHHH
        HHHH .H.H HHHH .H.H HHH. ..HH HHHH
        HH.. HHHH HHHH HHHH HHHH HHHH HHHH
        .HH. H.HH HHHH HHHH HHHH .H.H H.H.
        HHHH HH.H HHHH ..HH HHHH HHHH H.H.
    """,
}
"""The hardest found so far: the sides of all cells, row by row."""


def board_of(sides: str) -> Board:
    """A board of highways, written as the sides of all its cells; `....` is a cell left empty."""
    board = Board(_BASE.layouts[0])
    for cell, text in zip(CELLS, sides.split(), strict=True):
        if text in _BY_SIDES:
            board = board.draw(_BY_SIDES[text], cell)
    return board


def hardest_boards() -> Iterator[tuple[str, Longest, Board]]:
    """Name, reading and board of each hard case."""
    for reading in Longest:
        yield "49 four-way crossings", reading, board_of("HHHH " * 49)
        yield "hardest found", reading, board_of(HARDEST[reading])


def work(tiles: list[Tile | None], *, reading: Longest) -> int:
    """The number of states visited for these tiles."""
    board = Board(_BASE.layouts[0])
    for cell, tile in zip(CELLS, tiles, strict=True):
        if tile:
            board = board.draw(tile, cell)
    return longest_route(board, Kind.HIGHWAY, reading=reading).work


def climb(random: Random, *, reading: Longest, patience: int = 40) -> list[Tile | None]:
    """Hill-climb from a random board, changing tiles as long as that makes it harder."""
    crossing = _BY_SIDES["HHHH"]
    choices: list[Tile | None] = [crossing, crossing, crossing, *_BY_SIDES.values(), None]
    share = random.choice([1, 0.95, 0.9, 0.8])
    tiles = [crossing if random.random() < share else random.choice(choices) for _ in CELLS]
    best, tries = work(tiles, reading=reading), 0
    while tries < patience:
        changed = list(tiles)
        for _ in range(random.choice([1, 1, 2, 3])):
            changed[random.randrange(len(CELLS))] = random.choice(choices)
        states = work(changed, reading=reading)
        tries = 0 if states > best else tries + 1
        if states >= best:
            best, tiles = states, changed
    return tiles


def main() -> None:
    """Climb a few times in each reading."""
    random = Random(1)
    for reading in Longest:
        climbed = [climb(random, reading=reading) for _ in range(10)]
        best = max(climbed, key=lambda tiles: work(tiles, reading=reading))
        texts = [tile.text if tile else "...." for tile in best]
        print(reading.value, work(best, reading=reading), "states")
        print("\n".join(" ".join(texts[first : first + 7]) for first in range(0, 49, 7)))


if __name__ == "__main__":
    main()
