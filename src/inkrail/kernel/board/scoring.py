# mypy: disable-error-code="no-any-return"

"""The score of an open board: networks, longest routes, centre and errors, and the expansion's points (S1-S6)."""

from __future__ import annotations

from inkrail.kernel.board.bits import CENTRE, Words, count, words, zero
from inkrail.kernel.board.lake import lakes_of, points_by_water
from inkrail.kernel.board.lava import lava_lakes_of
from inkrail.kernel.board.layout import FILLED, THIRD
from inkrail.kernel.board.lines import (
    CENTRE_POINTS,
    CLOSED_LAKES,
    ERRORS,
    EXPANSION,
    HIGHWAY,
    LINES,
    NETWORK_POINTS,
    NETWORKS,
    RAILWAY,
    TOTAL,
)
from inkrail.kernel.board.longest import longest_of
from inkrail.kernel.board.meteor import crater_routes
from inkrail.kernel.board.networks import exits_met, joints_of, network_of, open_ends
from inkrail.kernel.board.river import rivers_of
from inkrail.kernel.board.tables import VALUES
from inkrail.kernel.board.underground import score_underground
from inkrail.kernel.capabilities import LAKES, LAVA, METEORS, OWN_KIND, RIVERS, SUBWAYS, SURFACE
from inkrail.kernel.compiling import apart, inlined, inner


@inner
def _points_of_networks(board: Words, tables: Words, lines: Words) -> int:
    """The points of all networks, which are counted in the lines from `NETWORKS` on (S1)."""
    joints = joints_of(board)
    first = zero(board[FILLED])
    exits, exits_too = exits_met(board, first), exits_met(board, first + 1)
    points = first
    while exits | exits_too:
        start = exits & -exits
        one, two = network_of(start, first if start else exits_too & -exits_too, joints)
        reached = count(exits & one) + count(exits_too & two)
        exits &= ~one
        exits_too &= ~two
        points += tables[VALUES + reached]
        lines[NETWORKS + reached - 1] += 1
    return points


@inlined
def score_board(board: Words, tables: Words, lines: Words) -> int:
    """The total of the open board; its score lines are written to `lines` (S6)."""
    return _score_board(words(board, 0), words(tables, 0), words(lines, 0))


@apart()
def _score_board(board: Words, tables: Words, lines: Words) -> int:
    for column in range(LINES):
        lines[column] = 0
    if LAKES:
        lines[NETWORK_POINTS] = points_by_water(board, tables, lines)
    elif SURFACE:
        lines[NETWORK_POINTS] = _points_of_networks(board, tables, lines)
    if SURFACE:
        for slot in range(2):
            lines[HIGHWAY + slot] = longest_of(board, tables, slot)
            lines[ERRORS] += open_ends(board, slot)
        lines[CENTRE_POINTS] = count(board[FILLED] & CENTRE)
    if OWN_KIND or METEORS:
        _score_expansion(board, lines)
    if SUBWAYS:
        lines[EXPANSION] = score_underground(board, tables, lines)
    routes = lines[NETWORK_POINTS] + lines[HIGHWAY] + lines[RAILWAY]
    lines[TOTAL] = routes + lines[CENTRE_POINTS] - lines[ERRORS] + lines[EXPANSION]
    return lines[TOTAL]


@inner
def _score_expansion(board: Words, lines: Words) -> None:
    """The expansion's own points, and what it changes about the errors."""
    third = zero(board[FILLED]) + THIRD
    if RIVERS:
        lines[EXPANSION] = rivers_of(board).points
        lines[ERRORS] += open_ends(board, third)
    if LAKES:
        lines[EXPANSION] = lakes_of(board).smallest
    if LAVA:
        lava = lava_lakes_of(board)
        lines[EXPANSION], lines[CLOSED_LAKES] = lava.points, lava.closed
        lines[ERRORS] += open_ends(board, third)
    if METEORS:
        lines[EXPANSION], forgiven = crater_routes(board)
        lines[ERRORS] -= forgiven
