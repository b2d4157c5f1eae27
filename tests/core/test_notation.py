"""Tiles, placements and boards as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import BASE, boards

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, Cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.notation import (
    format_board,
    format_piece,
    format_placement,
    format_tile,
    parse_board,
    parse_piece,
    parse_placement,
    parse_tile,
)
from inkrail.core.pieces import Piece, Tile
from inkrail.core.placement import Placement
from inkrail.rules.registry import all_pieces

PIECES = all_pieces()
TILES = [tile for piece in PIECES.values() for tile in piece.tiles]
SURFACE = BASE.layouts[0]


@pytest.mark.parametrize("piece", PIECES.values(), ids=str)
def test_a_piece_reads_back(piece: Piece) -> None:
    assert parse_piece(format_piece(piece), PIECES) is piece


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_reads_back(tile: Tile) -> None:
    assert parse_tile(format_tile(tile), PIECES) == tile
    assert format_tile(tile) == str(tile)


@given(st.sampled_from(TILES), st.sampled_from(CELLS))
def test_a_placement_reads_back(tile: Tile, cell: Cell) -> None:
    placement = Placement(tile, cell)
    assert parse_placement(format_placement(placement), PIECES) == placement
    assert format_placement(placement) == str(placement)


@given(boards())
def test_a_board_reads_back(board: Board) -> None:
    assert parse_board(format_board(board), PIECES, layout=SURFACE) == board


def test_a_placement_is_written_piece_cell_sides() -> None:
    placement = parse_placement("station-curve C2 RH..", PIECES)
    assert (placement.piece.name, str(placement.cell), placement.tile.text) == ("station-curve", "C2", "RH..")


def test_a_board_text_has_comments_and_empty_lines() -> None:
    text = "# mine\n\n  highway-curve D4 HH..  # a bend\n\trailway-t A1 RRR.\n"
    assert format_board(parse_board(text, PIECES, layout=SURFACE)) == (
        "railway-t A1 RRR.\nhighway-curve D4 HH..\n"
    )
    assert parse_board("", PIECES, layout=SURFACE) == Board(SURFACE)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("highway-curve D4", "text.syntax", {"text": "highway-curve D4"}),
        ("highway-curve D4 HH.. broken", "text.syntax", {"text": "highway-curve D4 HH.. broken"}),
        ("motorway D4 HH..", "piece.unknown", {"piece": "motorway"}),
        ("highway-curve H8 HH..", "cell.unknown", {"cell": "H8"}),
        (
            "highway-curve D4 H.H.",
            "sides.not_an_orientation",
            {"piece": "highway-curve", "sides": "H.H.", "orientations": "..HH, .HH., H..H, HH.."},
        ),
        ("motorway Z9 XX", "piece.unknown", {"piece": "motorway"}),
        ("highway-curve Z9 XX", "cell.unknown", {"cell": "Z9"}),
        ("railway-t A1 RRR.", "placement.occupied", {"cell": CELLS[0]}),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(line: str, code: str, told: dict[str, object]) -> None:
    with pytest.raises(TextRefusal) as refused:
        parse_board(f"railway-t A1 RRR.\n\n{line}\n", PIECES, layout=SURFACE)
    assert (refused.value.code, refused.value.line, refused.value.params) == (code, 3, told)


@pytest.mark.parametrize("text", ["", "overpass", "overpass A1 HRHR"])
def test_a_tile_is_two_words(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_tile(text, PIECES)
    assert (refused.value.code, refused.value.params) == ("text.syntax", {"text": text})
