# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The features that predict the final score of an underground board, for a linear value (rules U).

Subways and pipes never join, so each has its own network features: those of the subways have the columns that the
surface's have (see `features`), those of the pipes come next, and then what only this board has.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import ALL, CENTRE, ROW, Words, count
from inkrail.kernel.book import BROKEN, FILLED, GAME, HUBS, OVER, SPENT, STANDALONE, STATIONS
from inkrail.kernel.compiling import inner
from inkrail.kernel.features import (
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
    read_slot,
    read_specials,
)
from inkrail.kernel.regions import region_at
from inkrail.kernel.scoring import exits_met, joined_east, joined_south, showing
from inkrail.kernel.verbs import FIRST_COLUMN, FIRST_ROW

SUBWAYS: Final = 0
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
def read_below(desk: Words, book: Words, above_free: int, dense: Floats, work: Words) -> None:
    """Write all columns of the underground board on the desk; `above_free` are the free cells of the surface."""
    for column in range(BELOW):
        dense[column] = 0.0
    free = ~desk[FILLED] & ALL
    dense[LOOSE] = _read_kind(desk, book, 0, desk[HUBS], dense[SUBWAYS:], work)
    dense[LOOSE + 1] = _read_kind(desk, book, 1, 0, dense[PIPES:], work)
    subway = read_slot(desk, book, 0, free, dense)
    read_slot(desk, book, 1, free, dense)
    read_faces(desk, free, dense)
    read_specials(desk[SPENT], dense)
    dense[MIDDLE] = count(desk[FILLED] & CENTRE)
    dense[FREE] = count(free)
    dense[FREE_MIDDLE] = count(free & CENTRE)
    dense[FAR_FREE] = dense[FREE] - dense[NEAR]
    dense[ONE] = 1.0
    dense[HUBS_MADE] = count(desk[HUBS])
    dense[BROKEN_PIPES] = count(desk[BROKEN])
    if book[GAME] == STANDALONE:
        _read_places(desk, free, dense)
        return
    dense[UNDER_STATIONS] = count(desk[OVER] & free)
    dense[FACED_UNDER_STATIONS] = count(desk[OVER] & subway)
    dense[UNDER_FREE] = count(desk[STATIONS] & above_free)
    dense[PIPES_UNDER_FREE] = count(showing(desk, 1) & above_free)


@inner
def _read_kind(desk: Words, book: Words, slot: int, hubs: int, dense: Floats, work: Words) -> int:
    """Write the networks of one kind and how few tiles would join them; return the number of cells in none of them."""
    free = ~desk[FILLED] & ALL
    exits = exits_met(desk, slot)
    east, south = joined_east(desk, slot), joined_south(desk, slot)
    loose = showing(desk, slot)
    todo = exits | hubs
    parts = 0
    while todo:
        network = region_at(todo & -todo, east, south)
        todo &= ~network
        loose &= ~network
        size = count(exits & network) + count(hubs & network)
        parts = note_network(dense, work, parts, size, faced_by(desk, slot, network) & free)
    waiting = exit_cells(book, slot) & free
    dense[LOST] = EXITS_OF_A_KIND - count(exits) - count(waiting)
    parts = note_exits(work, parts, waiting)
    dense[MEETINGS] = count(meetings_of(work, parts))
    join_parts(work, parts, free, dense)
    return count(loose)


@inner
def _read_places(desk: Words, free: int, dense: Floats) -> None:
    """Where hubs may still be made: in rows and columns without one (U9)."""
    rows = columns = 0
    cells = free
    for line in range(ROW):
        row, column = FIRST_ROW << ROW * line, FIRST_COLUMN << line
        if desk[HUBS] & row:
            cells &= ~row
        else:
            rows += 1
        if desk[HUBS] & column:
            cells &= ~column
        else:
            columns += 1
    dense[PLACES] = min(rows, columns)
    dense[PLACE_CELLS] = count(cells)
