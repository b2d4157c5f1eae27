"""The board as a value."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import BASE, TILES, board_of, boards

from inkrail.core.board import NO_ROUND, Board, Round
from inkrail.core.cells import CELL_MASKS, CELLS, NO_CELLS, Cell, Mask, cells_of, mask_of, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.kinds import KINDS, Kind
from inkrail.core.layout import LAYERS, layer
from inkrail.core.pieces import Tile
from inkrail.core.sides import SIDES, Side
from inkrail.rules.registry import all_pieces

SURFACE = BASE.layouts[0]
CURVE = BASE.pieces["highway-curve"]
D4 = parse_cell("D4")
ONLY_D4 = mask_of([D4])


def test_b1a_each_of_forty_nine_cells_takes_a_tile_and_no_other_exists() -> None:
    empty = Board(SURFACE)
    names = [column + row for row in "1234567" for column in "ABCDEFG"]
    assert empty.free == mask_of(map(parse_cell, names))
    assert empty.free.bit_count() == 49
    full = empty
    for name in names:
        full = full.draw(Tile(CURVE, CURVE.sides), parse_cell(name))
    assert full.free == 0
    for outside in ("H1", "A8", "H8", "@1", "A0"):
        with pytest.raises(Refusal):
            parse_cell(outside)


def layers_from_tiles(board: Board) -> tuple[list[Mask], list[Mask]]:
    """The layers, computed side by side from the tiles and exits."""
    shown, faces = [NO_CELLS] * LAYERS, [NO_CELLS] * LAYERS
    for cell in CELLS:
        tile = board[cell]
        for side in SIDES:
            if tile and (kind := tile.sides[side]) is not None:
                shown[layer(side, kind)] |= CELL_MASKS[cell]
            met = board.meets(cell, side)
            if met is not None:
                faces[layer(side, met)] |= CELL_MASKS[cell]
    return shown, faces


def assert_whole(board: Board) -> None:
    """Check that all that a board stores besides its tiles follows from them."""
    shown, faces = layers_from_tiles(board)
    assert (list(board.shown), list(board.faces)) == (shown, faces)
    assert board.filled == mask_of(cell for cell in CELLS if board[cell])
    assert board.free == mask_of(cell for cell in CELLS if not board[cell])
    assert all(board.rounds[cell] == NO_ROUND for cell in CELLS if not board[cell])


def test_an_empty_board_is_free_and_meets_its_exits() -> None:
    board = Board(SURFACE)
    assert board.free.bit_count() == 49
    assert board.meets(parse_cell("D1"), Side.N) is Kind.RAILWAY
    assert board.meets(parse_cell("D1"), Side.S) is None
    assert board.meets(parse_cell("C1"), Side.N) is None
    assert_whole(board)


def test_a_drawn_tile_is_met_by_its_neighbours() -> None:
    board = Board(SURFACE).draw(CURVE.tile("HH.."), D4, round_=Round(3))
    assert (board[D4], board.rounds[D4]) == (CURVE.tile("HH.."), 3)
    assert board.meets(parse_cell("D3"), Side.S) is Kind.HIGHWAY
    assert board.meets(parse_cell("E4"), Side.W) is Kind.HIGHWAY
    assert board.meets(parse_cell("D5"), Side.N) is None
    assert repr(board) == "<Board surface: highway-curve D4 HH..>"
    both = board.draw(CURVE.tile(".HH."), parse_cell("A1"))
    assert repr(both) == "<Board surface: highway-curve A1 .HH., highway-curve D4 HH..>"


def test_drawing_leaves_the_old_board_alone() -> None:
    before = Board(SURFACE)
    after = before.draw(CURVE.tile("HH.."), D4)
    assert before == Board(SURFACE)
    assert before != after
    assert_whole(before)


@given(boards())
def test_layers_follow_from_the_tiles(board: Board) -> None:
    assert_whole(board)
    for kind in KINDS:
        shows = tuple(cell for cell in CELLS if (tile := board[cell]) and kind in tile.sides)
        meets = tuple(cell for cell in CELLS if kind in [board.meets(cell, side) for side in SIDES])
        assert (cells_of(board.cells_showing(kind)), cells_of(board.cells_facing(kind))) == (shows, meets)


@given(
    st.dictionaries(
        st.sampled_from(CELLS), st.sampled_from([t for p in all_pieces().values() for t in p.tiles])
    )
)
def test_layers_hold_every_kind(tiles: dict[Cell, Tile]) -> None:
    assert_whole(board_of(tiles))


@given(boards(), st.sampled_from(TILES), st.sampled_from(CELLS))
def test_erasing_undoes_drawing(board: Board, tile: Tile, cell: Cell) -> None:
    board = board.erase(cell)
    drawn = board.draw(tile, cell, round_=Round(2))
    back = drawn.erase(cell)
    assert back == board
    assert hash(back) == hash(board)
    assert_whole(back)
    assert_whole(drawn)


@given(boards(), st.permutations(CELLS))
def test_the_order_of_drawing_leaves_no_trace(board: Board, order: list[Cell]) -> None:
    again = board_of({cell: tile for cell in order if (tile := board[cell])})
    assert again == board
    assert (again.shown, again.faces, again.filled) == (board.shown, board.faces, board.filled)


@given(boards())
def test_a_board_survives_being_pickled(board: Board) -> None:
    copy = pickle.loads(pickle.dumps(board))  # noqa: S301
    assert copy == board
    assert_whole(copy)


def test_erasing_an_empty_cell_changes_nothing() -> None:
    board = Board(SURFACE)
    assert board.erase(D4) is board


def test_boards_differ_by_round_and_by_mark() -> None:
    board = Board(SURFACE).draw(CURVE.tile("HH.."), D4, round_=Round(1))
    assert board != Board(SURFACE).draw(CURVE.tile("HH.."), D4, round_=Round(2))
    assert board != board.mark("broken", ONLY_D4)
    assert board != "board"


def test_boards_with_other_tiles_rounds_or_marks_hash_otherwise() -> None:
    board = Board(SURFACE).draw(CURVE.tile("HH.."), D4, round_=Round(1))
    others = (
        Board(SURFACE),
        Board(SURFACE).draw(CURVE.tile(".HH."), D4, round_=Round(1)),
        Board(SURFACE).draw(CURVE.tile("HH.."), D4, round_=Round(2)),
        board.mark("broken", ONLY_D4),
    )
    assert len({hash(one) for one in (board, *others)}) == 5


def test_marks_are_set_and_taken_off() -> None:
    board = Board(SURFACE).draw(CURVE.tile("HH.."), D4, round_=Round(3))
    two = mask_of(CELLS[:2])
    marked = board.mark("b", two).mark("a", ONLY_D4)
    assert (marked.marked("a"), marked.marked("b"), marked.marked("c")) == (ONLY_D4, two, NO_CELLS)
    assert marked == board.mark("a", ONLY_D4).mark("b", two)
    assert marked.mark("a", NO_CELLS).mark("b", NO_CELLS) == board
    assert_whole(marked)


def test_marks_go_with_what_is_erased_and_stay_while_others_draw() -> None:
    other = parse_cell("A1")
    both = mask_of([D4, other])
    board = Board(SURFACE).draw(CURVE.tile("HH.."), D4).mark("a", both).mark("b", ONLY_D4)
    assert board.draw(CURVE.tile("HH.."), other).marked("a") == both
    erased = board.erase(D4)
    assert erased.marks == (("a", mask_of([other])),)
