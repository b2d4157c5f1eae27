"""The 49 cells, A1 top left to G7 bottom right (B1), and sets of them as bits.

A cell's number counts along the rows. A set of cells is a `Mask`, so that a question about all cells at once is a
handful of operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NewType

from inkrail.core.errors import Refusal
from inkrail.core.sides import SIDES, Side

SIZE: Final = 7
COLUMNS: Final = "ABCDEFG"


class Cell(int):
    """One cell of a board; a number from 0 to 48 that prints as its name."""

    __slots__ = ()

    @property
    def column(self) -> int:
        """0 for A to 6 for G."""
        return int(self) % SIZE

    @property
    def row(self) -> int:
        """0 at the top to 6 at the bottom."""
        return int(self) // SIZE

    def neighbour(self, side: Side) -> Cell | None:
        """The cell on that side, or None beyond the edge."""
        return NEIGHBOURS[self][side]

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    def __repr__(self) -> str:
        return f"parse_cell({str(self)!r})"


CELLS: Final = tuple(Cell(number) for number in range(SIZE * SIZE))
_BY_NAME: Final = {str(cell): cell for cell in CELLS}


def parse_cell(text: str) -> Cell:
    """Read a cell's name."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise Refusal("cell.unknown", cell=text) from None


def format_cell(cell: Cell) -> str:
    """Write a cell's name."""
    return str(cell)


def cell_at(column: int, row: int) -> Cell | None:
    """The cell at these coordinates, or None outside the board."""
    if 0 <= column < SIZE and 0 <= row < SIZE:
        return CELLS[row * SIZE + column]
    return None


STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Column and row steps towards each side."""

NEIGHBOURS: Final = tuple(
    tuple(cell_at(cell.column + STEPS[side][0], cell.row + STEPS[side][1]) for side in SIDES)
    for cell in CELLS
)


if TYPE_CHECKING:

    class Mask(int):
        """A set of cells, one bit each by the cell's number; chess programs call it a bitboard.

        Only the type checker sees this class: at run time a mask is a plain `int`, as operators written in Python
        would be several times slower. It expresses what a `NewType` cannot: `a & b`, `a & ~b` and `a | b` are masks too.
        """

        def __and__(self, other: int) -> Mask: ...
        def __or__(self, other: Mask) -> Mask: ...  # type: ignore[override]  # with a number it is a number

else:
    Mask = NewType("Mask", int)

NO_CELLS: Final = Mask(0)
ALL_CELLS: Final = Mask((1 << SIZE * SIZE) - 1)
CELL_MASKS: Final = tuple(Mask(1 << cell) for cell in CELLS)
"""The mask of each single cell."""

BESIDE: Final = tuple(
    tuple(NO_CELLS if neighbour is None else CELL_MASKS[neighbour] for neighbour in beside)
    for beside in NEIGHBOURS
)
"""For each cell and side the neighbour there as a mask, empty beyond the edge."""


def mask_of(cells: Iterable[Cell]) -> Mask:
    """The mask of these cells."""
    mask = NO_CELLS
    for cell in cells:
        mask |= CELL_MASKS[cell]
    return mask


def contains(mask: Mask, cell: Cell) -> bool:
    """Whether the cell is in the mask."""
    return mask & CELL_MASKS[cell] != 0


def _row_cells(row: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells of this row for each value of its seven bits."""
    own = CELLS[row * SIZE : (row + 1) * SIZE]
    return tuple(tuple(cell for cell in own if bits >> cell.column & 1) for bits in range(1 << SIZE))


_ROWS: Final = tuple(_row_cells(row) for row in range(SIZE))
_ROW_BITS: Final = (1 << SIZE) - 1


def cells_of(mask: Mask) -> tuple[Cell, ...]:
    """The cells of a mask, in the order of their numbers; looked up row by row, since all scoring calls this."""
    one, two, three, four, five, six, seven = _ROWS
    return (
        *one[mask & _ROW_BITS],
        *two[mask >> 7 & _ROW_BITS],
        *three[mask >> 14 & _ROW_BITS],
        *four[mask >> 21 & _ROW_BITS],
        *five[mask >> 28 & _ROW_BITS],
        *six[mask >> 35 & _ROW_BITS],
        *seven[mask >> 42 & _ROW_BITS],
    )


EDGES: Final = tuple(mask_of(cell for cell in CELLS if NEIGHBOURS[cell][side] is None) for side in SIDES)
"""For each side the cells that have the outer edge there."""

INNER: Final = tuple(ALL_CELLS & ~edge for edge in EDGES)
"""For each side the cells that have a neighbour there."""

MIDDLE: Final = parse_cell("D4")
CENTRE: Final = mask_of(cell for cell in CELLS if 2 <= cell.column <= 4 and 2 <= cell.row <= 4)
"""The nine central cells (B2)."""


def neighbours_of(mask: Mask) -> Mask:
    """All cells that have a cell of the mask next to them."""
    return ALL_CELLS & (
        mask << SIZE | mask >> SIZE | (mask & ~EDGES[Side.E]) << 1 | (mask & ~EDGES[Side.W]) >> 1
    )
