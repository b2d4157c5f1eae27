"""Which placements the board allows, by trying each (B7, B8)."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import BASE, boards

from inkrail.core.board import Board
from inkrail.core.cells import ALL_CELLS, CELLS, NO_CELLS, mask_of, parse_cell
from inkrail.core.kinds import Kind
from inkrail.core.pieces import Piece
from inkrail.core.placement import NOWHERE, Contacts, Placement, Placements
from inkrail.core.sides import SIDES

PIECES = st.sampled_from(list(BASE.pieces.values()))
CURVE = BASE.pieces["highway-curve"]


def allowed_naively(board: Board, piece: Piece) -> Iterator[Placement]:
    for tile in piece.tiles:
        for cell in CELLS:
            met = [
                (tile.sides[side], board.meets(cell, side)) for side in SIDES if tile.sides[side] is not None
            ]
            clash = any(theirs is not None and mine != theirs for mine, theirs in met)
            if board[cell] is None and not clash and any(mine == theirs for mine, theirs in met):
                yield Placement(tile, cell)


@given(boards(), PIECES)
def test_b7_b8_placements_are_those_found_by_trying_each(board: Board, piece: Piece) -> None:
    found = Contacts([(Kind.HIGHWAY, Kind.RAILWAY)]).placements(board, piece, where=board.free)
    assert found == BASE.contacts.placements(board, piece, where=board.free)
    assert list(found) == list(allowed_naively(board, piece))
    assert bool(found) == (len(found) > 0)
    assert len(found) == len(list(found))


@given(boards(), PIECES, st.sampled_from(CELLS))
def test_a_problem_is_told_exactly_where_a_placement_is_not_listed(
    board: Board, piece: Piece, cell: int
) -> None:
    listed = BASE.contacts.placements(board, piece, where=ALL_CELLS)
    for tile in piece.tiles:
        placement = Placement(tile, CELLS[cell])
        assert (placement in listed) == (BASE.contacts.problem(board, placement) is None)


def two() -> Placements:
    """D4 and E4 with `.HH.`, A1 with `HH..`."""
    cells = mask_of(map(parse_cell, ("D4", "E4")))
    return Placements(((CURVE.tile(".HH."), cells), (CURVE.tile("HH.."), mask_of([parse_cell("A1")]))))


def test_placements_are_a_sequence() -> None:
    written = ["highway-curve D4 .HH.", "highway-curve E4 .HH.", "highway-curve A1 HH.."]
    assert [str(placement) for placement in two()] == written
    assert [str(two()[index]) for index in (0, 1, 2, -1, -3)] == [*written, written[2], written[0]][:5]
    assert [str(placement) for placement in two()[1:]] == written[1:]
    assert len(two()) == 3


@pytest.mark.parametrize("index", [3, -4, 100, -100])
def test_there_is_nothing_beyond_the_ends(index: int) -> None:
    with pytest.raises(IndexError):
        two()[index]


def test_placements_know_their_cells() -> None:
    assert two().cells == mask_of(map(parse_cell, ("A1", "D4", "E4")))
    assert NOWHERE.cells == NO_CELLS
    assert not NOWHERE
    assert list(NOWHERE) == []


def test_what_is_in_placements() -> None:
    assert Placement(CURVE.tile(".HH."), parse_cell("D4")) in two()
    assert Placement(CURVE.tile("HH.."), parse_cell("D4")) not in two()
    assert Placement(CURVE.tile(".HH."), parse_cell("A1")) not in two()
    written: object = "highway-curve D4 .HH."
    assert written not in two()
    assert repr(two()) == "<Placements highway-curve D4 .HH., highway-curve E4 .HH., highway-curve A1 HH..>"


def test_placements_are_equal_by_content() -> None:
    assert two() == two()
    assert hash(two()) == hash(two())
    assert two() != NOWHERE
    assert two() != Placements(two().masks[:1])
    assert len({hash(found) for found in (two(), NOWHERE, Placements(two().masks[:1]))}) == 3


def test_a_clash_is_told_before_a_missing_connection() -> None:
    board = Board(BASE.layouts[0])
    tile = BASE.pieces["highway-straight"].tile("H.H.")
    problems = {
        name: BASE.contacts.problem(board, Placement(tile, parse_cell(name))) for name in ("D1", "D4", "B1")
    }
    assert problems == {"D1": "placement.kind_clash", "D4": "placement.unconnected", "B1": None}


def test_kinds_that_never_meet_are_told_both_ways() -> None:
    contacts = Contacts([(Kind.RIVER, Kind.HIGHWAY)])
    assert contacts.never_meet == {(Kind.RIVER, Kind.HIGHWAY), (Kind.HIGHWAY, Kind.RIVER)}


def test_a_piece_without_needs_goes_anywhere() -> None:
    raft = Piece("raft", "W...")
    assert len(Contacts([]).placements(Board(BASE.layouts[0]), raft, where=ALL_CELLS)) == 4 * 49
    assert Contacts([]).problem(Board(BASE.layouts[0]), Placement(raft.tiles[0], parse_cell("D4"))) is None
