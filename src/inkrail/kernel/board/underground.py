# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""The underground, rules U: hubs, broken pipes, and the points of subways and pipes."""

from __future__ import annotations

from inkrail.kernel.board.bits import CENTRE, FIRST_COLUMN, FIRST_ROW, ROW, Words, count, smaller, zero
from inkrail.kernel.board.layout import BROKEN, FILLED, HUBS, OVER, STATIONS
from inkrail.kernel.board.lines import (
    BROKEN_PIPES,
    CENTRE_BELOW,
    ERRORS_BELOW,
    HUBS_BELOW,
    LINES_WITH_UNDERGROUND,
    PIPE_NETWORKS,
    PIPE_POINTS,
    PIPELINE,
    SUBWAY,
    SUBWAY_NETWORKS,
    SUBWAY_POINTS,
)
from inkrail.kernel.board.longest import longest_of
from inkrail.kernel.board.networks import exits_met, joined_east, joined_south, open_ends, region_at, showing
from inkrail.kernel.board.tables import MOST_EXITS, UNDER_PIECES, VALUES
from inkrail.kernel.capabilities import TWO_BOARDS, UNDER
from inkrail.kernel.compiling import inlined, inner


@inlined
def is_underground(tables: Words, piece: int) -> bool:
    """Whether a piece is drawn underground."""
    return tables[UNDER_PIECES] >> piece & 1 != 0


@inlined
def lines_of(cell: int) -> int:
    """The cells in the cell's row and column."""
    return FIRST_COLUMN << cell % ROW | FIRST_ROW << cell - cell % ROW


@inner
def open_station(board: Words, tables: Words, piece: int, cell: int) -> None:
    """Apply the effects of a station just drawn: hubs and broken pipes (U5, U6, U9)."""
    bit = 1 << cell
    if TWO_BOARDS:
        if is_underground(tables, piece):
            board[UNDER + STATIONS] |= bit
            board[UNDER + HUBS] |= board[UNDER + OVER] & bit
        else:
            board[UNDER + OVER] |= bit
            board[UNDER + HUBS] |= board[UNDER + STATIONS] & bit
            board[UNDER + BROKEN] |= showing(board, zero(cell) + UNDER + 1) & bit
    else:
        board[STATIONS] |= bit
        if not board[HUBS] & lines_of(cell):
            board[HUBS] |= bit


@inner
def score_underground(board: Words, tables: Words, lines: Words) -> int:
    """The points of the underground (U7); its first slot is subways, its second pipes."""
    for column in range(PIPE_NETWORKS, LINES_WITH_UNDERGROUND):
        lines[column] = 0
    errors = 0
    for index in range(2):
        slot = UNDER + index
        lines[SUBWAY - index] = longest_of(board, tables, slot)
        lines[SUBWAY_POINTS - index] = _score_kind(board, tables, index, lines)
        errors += open_ends(board, slot)
    lines[CENTRE_BELOW] = count(board[UNDER + FILLED] & CENTRE)
    lines[ERRORS_BELOW] = errors
    lines[BROKEN_PIPES] = count(board[UNDER + BROKEN])
    lines[HUBS_BELOW] = count(board[UNDER + HUBS])
    networks = lines[PIPE_POINTS] + lines[SUBWAY_POINTS]
    routes = 2 * lines[PIPELINE] + lines[SUBWAY] + lines[CENTRE_BELOW]
    return networks + routes - lines[ERRORS_BELOW] - 2 * lines[BROKEN_PIPES]


@inner
def _score_kind(board: Words, tables: Words, index: int, lines: Words) -> int:
    """The points of all networks of a kind, which are counted by size; hubs count as exits of subways."""
    slot = UNDER + index
    by_size = PIPE_NETWORKS if index else SUBWAY_NETWORKS
    exits = exits_met(board, slot)
    hubs = 0 if index else board[UNDER + HUBS]
    todo = exits | hubs
    points = 0
    while todo:
        network = region_at(todo & -todo, joined_east(board, slot), joined_south(board, slot))
        todo &= ~network
        size = count(exits & network) + count(hubs & network)
        points += tables[VALUES + smaller(size, zero(size) + MOST_EXITS)]
        lines[by_size + size] += 1
    return points
