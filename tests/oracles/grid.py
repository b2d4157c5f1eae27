"""Cells, sides and exits of the 7x7 board (B1, B2)."""

from __future__ import annotations

COLUMNS = "ABCDEFG"
ROWS = "1234567"
CELLS = tuple(column + row for column in COLUMNS for row in ROWS)

SIDES = (0, 1, 2, 3)
"""N E S W, in the order in which a tile's sides are written."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Change of (column, row) on leaving a cell over each side."""

CENTRE = frozenset({"C3", "C4", "C5", "D3", "D4", "D5", "E3", "E4", "E5"})
"""The nine central cells (B2)."""

SURFACE_EXITS = {
    ("B1", 0): "H",
    ("D1", 0): "R",
    ("F1", 0): "H",
    ("B7", 2): "H",
    ("D7", 2): "R",
    ("F7", 2): "H",
    ("A2", 3): "R",
    ("A4", 3): "H",
    ("A6", 3): "R",
    ("G2", 1): "R",
    ("G4", 1): "H",
    ("G6", 1): "R",
}
"""What each exit joins on the surface (B1)."""

UNDERGROUND_EXITS = {place: {"R": "S", "H": "P"}[kind] for place, kind in SURFACE_EXITS.items()}
"""What each exit joins underground: subway at railway exits, pipe at highway exits (U3)."""


def neighbour(cell: str, side: int) -> str | None:
    """The cell across a side, or None at the outer edge."""
    column = COLUMNS.index(cell[0]) + STEPS[side][0]
    row = ROWS.index(cell[1]) + STEPS[side][1]
    if 0 <= column < 7 and 0 <= row < 7:
        return COLUMNS[column] + ROWS[row]
    return None


def opposite(side: int) -> int:
    """The side of the neighbour that a side meets."""
    return (side + 2) % 4


def exits_of(level: str) -> dict[tuple[str, int], str]:
    """The exits of the `surface` or the `underground` board."""
    return SURFACE_EXITS if level == "surface" else UNDERGROUND_EXITS
