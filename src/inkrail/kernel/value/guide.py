# mypy: disable-error-code="no-any-return,return-value"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The guide: a weighted sum of a board's columns, with a row of weights for each round.

The columns are the features of all parts of a board: those of highways and railways come first (`routes`), then those
of an expansion on the same board (`expansions`) or of the underground (`underground`). The guide is fast and never far
off, so it steers the search. All sums are made in the same order on every machine. After the last round the value is
the score itself.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import Words, words, zero
from inkrail.kernel.board.lines import LINES_WITH_UNDERGROUND
from inkrail.kernel.board.open_board import unpack
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.board.tables import ROUNDS
from inkrail.kernel.capabilities import BOARD, METEORS, OWN_KIND, SUBWAYS, SURFACE, TWO_BOARDS
from inkrail.kernel.compiling import apart, compiled, inner
from inkrail.kernel.value.cells import MOST_SPARSE
from inkrail.kernel.value.expansions import read_potential
from inkrail.kernel.value.routes import DENSE, WORK, Floats, read_routes
from inkrail.kernel.value.underground import read_underground

INTS: Final = WORK + max(LINES_WITH_UNDERGROUND, MOST_SPARSE)
"""Work space of integers: that of the features, then score lines or a judge's sparse features."""
FLOATS: Final = 256
"""Work space of floats: the columns of any ruleset, or a judge's inputs and layers."""


@apart()
def read_columns(board: Words, tables: Words, floats: Floats, ints: Words) -> int:
    """Write the columns of the open board; return the cells to mark: where networks meet, or hubs can be made."""
    marked = zero(board[0])
    if SURFACE:
        marked = read_routes(board, tables, floats, ints)
    if OWN_KIND or METEORS:
        read_potential(board, tables, floats, words(floats, DENSE), words(ints, WORK))
    if TWO_BOARDS:
        read_underground(board, tables, words(floats, DENSE), ints)
    elif SUBWAYS:
        marked = read_underground(board, tables, floats, ints)
    return marked


@inner
def guide_of(board: Words, tables: Words, guide: Floats, round_: int, floats: Floats, ints: Words) -> float:
    """The guide's value of the open board in this round; its columns are in `floats`, except after the last round."""
    if round_ >= tables[ROUNDS]:
        return float(score_board(board, tables, ints))
    read_columns(words(board, 0), words(tables, 0), words(floats, 0), words(ints, 0))
    value = np.float32(0.0)
    for index in range(guide.shape[1]):
        value += floats[index] * guide[round_, index]
    return value


@compiled
def columns_of(states: Words, tables: Words, rows: Floats) -> None:
    """Write the columns of each state."""
    board, ints = np.zeros(BOARD, np.int64), np.zeros(INTS, np.int64)
    for index in range(len(states)):
        unpack(states[index], tables, board)
        read_columns(words(board, 0), words(tables, 0), words(rows[index], 0), words(ints, 0))
