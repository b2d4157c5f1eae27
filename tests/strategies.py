"""Random boards for property tests: sparse and dense, legal and not."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELLS, NO_CELLS, Cell, contains
from inkrail.core.pieces import Tile
from inkrail.core.placement import Placement
from inkrail.rules.boardtext import BoardText, Line
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

BASE = parse_ruleset("base")
TILES = tuple(tile for piece in BASE.pieces.values() for tile in piece.tiles)
HIGHWAYS = tuple(tile for tile in TILES if "R" not in tile.text)
JUNCTIONS = tuple(tile for tile in TILES if len(tile.carried) > 2)
CROSSINGS = tuple(tile for tile in HIGHWAYS if len(tile.carried) > 2)
LOOPS = (*CROSSINGS, *BASE.pieces["highway-curve"].tiles, *BASE.pieces["special-hhrr"].tiles)


@cache
def tiles_of(rules: str) -> tuple[Tile, ...]:
    """Every orientation of every piece that belongs on the ruleset's first board."""
    ruleset = parse_ruleset(rules)
    return tuple(
        tile for piece in ruleset.pieces.values() if ruleset.board_for(piece) == 0 for tile in piece.tiles
    )


def board_of(tiles: dict[Cell, Tile], *, ruleset: Ruleset = BASE) -> Board:
    """The board with these tiles."""
    board = Board(ruleset.layouts[0])
    for cell, tile in tiles.items():
        board = board.draw(tile, cell)
    return board


def text_of(board: Board, *, ruleset: Ruleset = BASE) -> BoardText:
    """The board as a board text, cell by cell."""
    drawn = [Placement(tile, cell) for cell in CELLS if (tile := board[cell])]
    return BoardText(ruleset, tuple(Line(number, placement) for number, placement in enumerate(drawn, 1)))


@st.composite
def patches(draw: st.DrawFn, pool: tuple[Tile, ...]) -> dict[Cell, Tile]:
    """A rectangle full of tiles, with a few holes, somewhere on the board."""
    width, height = draw(st.sampled_from([(2, 2), (3, 3), (4, 3), (3, 4), (2, 7), (7, 2), (4, 4)]))
    left, top = draw(st.integers(0, 7 - width)), draw(st.integers(0, 7 - height))
    cells = [cell for cell in CELLS if 0 <= cell.column - left < width and 0 <= cell.row - top < height]
    chosen = draw(st.lists(st.sampled_from(pool), min_size=len(cells), max_size=len(cells)))
    holes = draw(st.sets(st.sampled_from(cells), max_size=2))
    return {cell: tile for cell, tile in zip(cells, chosen, strict=True) if cell not in holes}


def scattered(pool: tuple[Tile, ...] = TILES) -> st.SearchStrategy[dict[Cell, Tile]]:
    """Tiles anywhere, legal or not."""
    return st.dictionaries(st.sampled_from(CELLS), st.sampled_from(pool), max_size=49)


def tangles() -> st.SearchStrategy[dict[Cell, Tile]]:
    """Tiles that make loops: patches of crossings, of curves and crossings, of junctions or of anything."""
    return st.one_of(
        patches(CROSSINGS), patches(LOOPS), patches(HIGHWAYS), patches(JUNCTIONS), patches(TILES)
    )


@st.composite
def played(draw: st.DrawFn) -> dict[Cell, Tile]:
    """Tiles drawn one after the other as B7 and B8 allow, with any number of special routes."""
    board = Board(BASE.layouts[0])
    for tile, at in draw(st.lists(st.tuples(st.sampled_from(TILES), st.integers(0, 48)), max_size=40)):
        cells = dict(BASE.contacts.placements(board, tile.piece, where=board.free).masks).get(tile, NO_CELLS)
        ahead = [cell for cell in CELLS[at:] + CELLS[:at] if contains(cells, cell)]
        if ahead:
            board = board.draw(tile, ahead[0], round_=Round(1 + at % 7))
    return {cell: drawn for cell in CELLS if (drawn := board[cell])}


def boards() -> st.SearchStrategy[Board]:
    """All sorts of boards of the base game, including the empty one."""
    return st.one_of(scattered(), tangles(), played()).map(board_of)
