"""A position as it is rendered: text, SVG, or an array of pixels."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, CENTRE, SIZE, Cell, contains
from inkrail.core.kinds import Kind
from inkrail.core.pieces import Tile
from inkrail.core.sides import Side
from inkrail.notebook import seat_svg
from inkrail.render.text import boards_text
from inkrail.render.theme import LIGHT
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

Pixels = NDArray[np.uint8]

MODES: Final = ("ansi", "rgb_array", "svg")

_CELL: Final = 32
_MARGIN: Final = 16
_COLOURS: Final = {
    Kind.HIGHWAY: "pencil",
    Kind.RAILWAY: "ink",
    Kind.RIVER: "water-ink",
    Kind.LAKE: "water-ink",
    Kind.LAVA: "lava-flow",
    Kind.SUBWAY: "ink",
    Kind.PIPE: "pipe-ink",
}
_HALF_WIDTHS: Final = {Kind.HIGHWAY: 4, Kind.LAKE: 9, Kind.LAVA: 9, Kind.RIVER: 6, Kind.PIPE: 4}
_THIN: Final = 2


def picture(position: Position, ruleset: Ruleset, *, mode: str) -> str | Pixels:
    """The boards of a position in one of the `MODES`."""
    if mode == "ansi":
        return boards_text(position.boards)
    if mode == "svg":
        return seat_svg(position, ruleset)
    return np.concatenate([_board(board) for board in position.boards], axis=1)


def _colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(LIGHT[name][1:]))


def _board(board: Board) -> Pixels:
    """A board: its grid, its exits as stubs outside, and a bar from the middle of a cell to each side in use."""
    size = SIZE * _CELL + 2 * _MARGIN
    pixels = np.empty((size, size, 3), np.uint8)
    pixels[:] = _colour("paper")
    for cell in CELLS:
        top, left = _corner(cell)
        pixels[top : top + _CELL, left : left + _CELL] = _colour("grid")
        ground = _colour("centre" if contains(CENTRE, cell) else "paper")
        pixels[top : top + _CELL - 1, left : left + _CELL - 1] = ground
        tile = board[cell]
        if tile:
            _draw(pixels, cell, tile)
    for exit_ in board.layout.exits:
        _bar(pixels, exit_.cell, exit_.side, kind=exit_.kind, outside=True)
    return pixels


def _corner(cell: Cell) -> tuple[int, int]:
    return _MARGIN + cell.row * _CELL, _MARGIN + cell.column * _CELL


def _draw(pixels: Pixels, cell: Cell, tile: Tile) -> None:
    for side, kind in tile.carried:
        _bar(pixels, cell, side, kind=kind)
    if tile.piece.station:
        _dot(pixels, cell, half=6, colour="ink")
    elif not tile.carried:
        _dot(pixels, cell, half=11, colour="pit")


def _dot(pixels: Pixels, cell: Cell, *, half: int, colour: str) -> None:
    row, column = (edge + _CELL // 2 for edge in _corner(cell))
    pixels[row - half : row + half, column - half : column + half] = _colour(colour)


def _bar(pixels: Pixels, cell: Cell, side: Side, *, kind: Kind, outside: bool = False) -> None:
    row, column = (edge + _CELL // 2 for edge in _corner(cell))
    half = _HALF_WIDTHS.get(kind, _THIN)
    near, far = (_CELL // 2, _CELL // 2 + _MARGIN // 2) if outside else (-half, _CELL // 2)
    colour = _colour(_COLOURS[kind])
    match side:
        case Side.N:
            pixels[row - far : row - near, column - half : column + half] = colour
        case Side.S:
            pixels[row + near : row + far, column - half : column + half] = colour
        case Side.E:
            pixels[row - half : row + half, column + near : column + far] = colour
        case Side.W:
            pixels[row - half : row + half, column - far : column - near] = colour
