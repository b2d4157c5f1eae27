"""Tiles, placements and boards as text: every `parse_` has its `format_`."""

from __future__ import annotations

from collections.abc import Mapping

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, format_cell, parse_cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.layout import Layout
from inkrail.core.pieces import Piece, Tile
from inkrail.core.placement import Placement

Pieces = Mapping[str, Piece]
"""Pieces by name."""


def parse_piece(text: str, pieces: Pieces) -> Piece:
    """Find a piece by its name."""
    try:
        return pieces[text]
    except KeyError:
        raise Refusal("piece.unknown", piece=text) from None


def format_piece(piece: Piece) -> str:
    """Write a piece's name."""
    return piece.name


def parse_tile(text: str, pieces: Pieces) -> Tile:
    """Read `piece sides`, e.g. `station-curve RH..`."""
    words = text.split()
    if len(words) != 2:
        raise Refusal("text.syntax", text=text)
    return parse_piece(words[0], pieces).tile(words[1])


def format_tile(tile: Tile) -> str:
    """Write a tile as `piece sides`."""
    return f"{tile.piece.name} {tile.text}"


def parse_placement(text: str, pieces: Pieces) -> Placement:
    """Read `piece cell sides`, e.g. `station-curve C2 RH..`."""
    words = text.split()
    if len(words) != 3:
        raise Refusal("text.syntax", text=text)
    piece = parse_piece(words[0], pieces)
    cell = parse_cell(words[1])
    return Placement(piece.tile(words[2]), cell)


def format_placement(placement: Placement) -> str:
    """Write a placement as `piece cell sides`."""
    return f"{placement.piece.name} {format_cell(placement.cell)} {placement.tile.text}"


def parse_board(text: str, pieces: Pieces, *, layout: Layout) -> Board:
    """Read a single board: one placement per line, `#` begins a comment."""
    board = Board(layout)
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        try:
            placement = parse_placement(content, pieces)
        except Refusal as refusal:
            raise TextRefusal(refusal.code, line=number, **refusal.params) from None
        if board[placement.cell]:
            raise TextRefusal("placement.occupied", line=number, cell=placement.cell)
        board = board.draw(placement.tile, placement.cell)
    return board


def format_board(board: Board) -> str:
    """Write a board, one placement per line, cell by cell."""
    drawn = ((cell, tile) for cell, tile in zip(CELLS, board.tiles, strict=True) if tile)
    return "".join(f"{format_placement(Placement(tile, cell))}\n" for cell, tile in drawn)
