"""Cells, and sets of them as masks."""

from typing import assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkrail.core.cells import (
    ALL_CELLS,
    CELL_MASKS,
    CELLS,
    CENTRE,
    EDGES,
    MIDDLE,
    NO_CELLS,
    Cell,
    Mask,
    cell_at,
    cells_of,
    contains,
    format_cell,
    mask_of,
    neighbours_of,
    parse_cell,
)
from inkrail.core.errors import Refusal
from inkrail.core.sides import SIDES, Side

masks = st.integers(0, ALL_CELLS).map(Mask)


def names(mask: Mask) -> str:
    return " ".join(map(str, cells_of(mask)))


def test_b1a_seven_columns_and_seven_rows() -> None:
    assert [str(cell) for cell in CELLS] == [column + row for row in "1234567" for column in "ABCDEFG"]


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_reads_back(cell: Cell) -> None:
    assert parse_cell(format_cell(cell)) is cell
    assert eval(repr(cell)) == cell  # noqa: S307
    assert cell_at(cell.column, cell.row) is cell


@pytest.mark.parametrize("text", ["", "A", "A0", "A8", "H1", "a1", "1A", "A11", " A1", "A\u00b9"])
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_cell(text)
    assert (refused.value.code, refused.value.params) == ("cell.unknown", {"cell": text})


def test_b2a_nine_central_cells() -> None:
    assert names(CENTRE) == "C3 D3 E3 C4 D4 E4 C5 D5 E5"


def test_b2b_the_middle_cell() -> None:
    assert str(MIDDLE) == "D4"


def test_neighbours_by_side() -> None:
    cell = parse_cell("C2")
    assert [str(cell.neighbour(side)) for side in SIDES] == ["C1", "D2", "C3", "B2"]
    assert [parse_cell("A1").neighbour(side) for side in (Side.N, Side.W)] == [None, None]
    assert [parse_cell("G7").neighbour(side) for side in (Side.E, Side.S)] == [None, None]


@pytest.mark.parametrize("cell", CELLS)
def test_a_neighbour_has_its_neighbour_on_the_opposite_side(cell: Cell) -> None:
    for side in SIDES:
        neighbour = cell.neighbour(side)
        assert neighbour is None or neighbour.neighbour(side.opposite) is cell


@pytest.mark.parametrize(
    ("column", "row", "name"),
    [(0, 0, "A1"), (6, 6, "G7"), (2, 0, "C1"), (-1, 0, None), (0, -1, None), (7, 0, None), (0, 7, None)],
)
def test_cells_by_coordinates(column: int, row: int, name: str | None) -> None:
    cell = cell_at(column, row)
    assert (None if cell is None else str(cell)) == name


def test_the_edges_of_the_board() -> None:
    assert [names(EDGES[side]) for side in SIDES] == [
        "A1 B1 C1 D1 E1 F1 G1",
        "G1 G2 G3 G4 G5 G6 G7",
        "A7 B7 C7 D7 E7 F7 G7",
        "A1 A2 A3 A4 A5 A6 A7",
    ]


@given(masks)
def test_a_mask_and_its_cells(mask: Mask) -> None:
    cells = list(cells_of(mask))
    assert mask_of(cells) == mask
    assert cells == sorted(set(cells))
    assert [cell for cell in CELLS if contains(mask, cell)] == cells
    assert mask == sum(CELL_MASKS[cell] for cell in cells)


def test_no_cells_and_all_cells() -> None:
    assert cells_of(NO_CELLS) == ()
    assert cells_of(ALL_CELLS) == CELLS


def test_masks_and_numbers_are_different_types() -> None:
    """This is for mypy, which reports a wrong `assert_type` and an `ignore` that hides no error."""
    assert_type(ALL_CELLS & ~CENTRE, Mask)
    assert_type(NO_CELLS | CENTRE, Mask)
    assert_type(CENTRE | 1, int)
    assert_type(CENTRE >> 1, int)
    assert_type(neighbours_of(CENTRE), Mask)
    assert cells_of(0b10) == (CELLS[1],)  # type: ignore[arg-type]
    assert contains(0b10, CELLS[1])  # type: ignore[arg-type]
    assert neighbours_of(0) == NO_CELLS  # type: ignore[arg-type]


@given(masks)
def test_neighbours_of_a_mask_are_those_of_its_cells(mask: Mask) -> None:
    beside = (cell.neighbour(side) for cell in cells_of(mask) for side in SIDES)
    assert neighbours_of(mask) == mask_of(cell for cell in beside if cell is not None)
