# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The features that predict the final score of an underground board, for a linear value (rules U).

Subways and pipes never join, so each has its own network features: those of the subways have the columns that the
surface's have (see `features`), those of the pipes come next, and then what only this board has.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import (
    ALL,
    CENTRE,
    FIRST_COLUMN,
    FIRST_ROW,
    ROW,
    Words,
    count,
    smaller,
    words,
    zero,
)
from inkrail.kernel.board.layout import BROKEN, FILLED, HUBS, OVER, SPENT, STATIONS
from inkrail.kernel.board.networks import exits_met, joined_east, joined_south, region_at, showing
from inkrail.kernel.board.tables import EXITS, UNDER_EXITS
from inkrail.kernel.capabilities import TWO_BOARDS, UNDER
from inkrail.kernel.compiling import inner
from inkrail.kernel.value.routes import (
    DENSE,
    FAR_FREE,
    FREE,
    FREE_MIDDLE,
    LOST,
    MEETINGS,
    MIDDLE,
    NEAR,
    ONE,
    Floats,
    exit_cells,
    faced_by,
    join_parts,
    meetings_of,
    note_exits,
    note_network,
    read_faces,
    read_kind,
    read_specials,
)

FIRST: Final = 0
"""The networks of subways, and all that is not told by kind."""
PIPES: Final = DENSE
OWN: Final = 2 * DENSE
HUBS_MADE: Final = OWN
"""Hubs; each also counts as an exit reached (U7)."""
BROKEN_PIPES: Final = OWN + 1
PLACES: Final = OWN + 2
"""Without a surface: the most hubs that can still be made, and the cells where they can (U9)."""
PLACE_CELLS: Final = OWN + 3
UNDER_STATIONS: Final = OWN + 4
"""Free cells under stations of the surface, where a station makes a hub (U5)."""
FACED_UNDER_STATIONS: Final = OWN + 5
"""Those of them that a subway leads into."""
UNDER_FREE: Final = OWN + 6
"""Subway stations under free cells of the surface."""
PIPES_UNDER_FREE: Final = OWN + 7
"""Cells with a pipe under free cells of the surface, where a station breaks it (U6)."""
LOOSE: Final = OWN + 8
"""Cells of subways, then of pipes, that belong to no network with an exit or hub."""
BELOW: Final = OWN + 10
"""The number of columns."""
EXITS_OF_A_KIND: Final = 6


@inner
def read_underground(board: Words, tables: Words, dense: Floats, work: Words) -> int:
    """Write all columns of the underground; return the free cells where hubs can still be made."""
    for column in range(BELOW):
        dense[column] = 0.0
    free = ~board[UNDER + FILLED] & ALL
    subway = zero(free)
    under = zero(free) + UNDER
    for kind in range(2):
        dense[LOOSE + kind] = _read_networks(board, tables, kind, words(dense, kind * DENSE), work)
    for kind in range(2):
        faced = read_kind(board, tables, under, kind, free, dense)
        subway = subway if kind else faced
    read_faces(board, under, free, dense)
    read_specials(board[UNDER + SPENT], dense)
    dense[MIDDLE] = count(board[UNDER + FILLED] & CENTRE)
    dense[FREE] = count(free)
    dense[FREE_MIDDLE] = count(free & CENTRE)
    dense[FAR_FREE] = dense[FREE] - dense[NEAR]
    dense[ONE] = 1.0
    dense[HUBS_MADE] = count(board[UNDER + HUBS])
    dense[BROKEN_PIPES] = count(board[UNDER + BROKEN])
    if TWO_BOARDS:
        above_free = ~board[FILLED] & ALL
        dense[UNDER_STATIONS] = count(board[UNDER + OVER] & free)
        dense[FACED_UNDER_STATIONS] = count(board[UNDER + OVER] & subway)
        dense[UNDER_FREE] = count(board[UNDER + STATIONS] & above_free)
        dense[PIPES_UNDER_FREE] = count(showing(board, under + 1) & above_free)
        return board[UNDER + OVER] & free
    return _read_places(board, free, dense)


@inner
def _read_networks(board: Words, tables: Words, kind: int, dense: Floats, work: Words) -> int:
    """Write the networks of one kind and how few tiles would join them; return the number of cells in none of them."""
    slot = UNDER + kind
    free = ~board[UNDER + FILLED] & ALL
    exits = exits_met(board, slot)
    hubs = zero(kind) if kind else board[UNDER + HUBS]
    east, south = joined_east(board, slot), joined_south(board, slot)
    loose = showing(board, slot)
    todo = exits | hubs
    parts = zero(kind)
    while todo:
        network = region_at(todo & -todo, east, south)
        todo &= ~network
        loose &= ~network
        size = count(exits & network) + count(hubs & network)
        parts = note_network(dense, work, parts, size, faced_by(board, slot, network) & free)
    waiting = exit_cells(tables, (UNDER_EXITS if TWO_BOARDS else EXITS) + kind) & free
    dense[LOST] = EXITS_OF_A_KIND - count(exits) - count(waiting)
    parts = note_exits(work, parts, waiting)
    dense[MEETINGS] = count(meetings_of(work, parts))
    join_parts(work, parts, free, dense)
    return count(loose)


@inner
def _read_places(board: Words, free: int, dense: Floats) -> int:
    """Count and return the cells where hubs can still be made: in rows and columns without one (U9)."""
    rows = columns = 0
    cells = free
    for line in range(ROW):
        row, column = FIRST_ROW << ROW * line, FIRST_COLUMN << line
        if board[HUBS] & row:
            cells &= ~row
        else:
            rows += 1
        if board[HUBS] & column:
            cells &= ~column
        else:
            columns += 1
    dense[PLACES] = smaller(rows, columns)
    dense[PLACE_CELLS] = count(cells)
    return cells
