# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Random games: every die of a round is drawn where it fits, in random order (B9).

Each optional die is left out in half of the rounds, and a volcano is drawn only where it must be (F6).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import Words, count, nth, zero
from inkrail.kernel.board.effects import DUPLICATES, draw, legal_cells, move_of
from inkrail.kernel.board.lava import is_lava_die, is_shut_in
from inkrail.kernel.board.layout import SPENT
from inkrail.kernel.board.lines import LINES_WITH_UNDERGROUND
from inkrail.kernel.board.meteor import DISTANCES, strike
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.board.tables import (
    DICE,
    DIE,
    FACES_OF_DIE,
    IN_TABLES,
    MANDATORY,
    PIECE_TILES,
    SPECIAL_PIECES,
    SPECIALS,
    SPECIALS_A_GAME,
    UNDER_DICE,
    VOLCANO,
)
from inkrail.kernel.board.underground import is_underground
from inkrail.kernel.capabilities import (
    BOARD,
    LAVA,
    METEORS,
    OPTIONAL_DICE,
    ORDER_MATTERS,
    SUBWAYS,
    TWO_BOARDS,
    UNDER,
)
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled, inlined, inner

ROOM: Final = 12
"""Words for the dice of a round, for the tiles of a piece (no piece has more than eight), and for a round's moves."""
ROWS: Final = 4
"""Rows of work: dice; masks; how many moves were made, and these; lava dice `DRAWN` and `WANTED` in the round, and its `RESULTS`."""
DRAWN: Final = 0
WANTED: Final = 1
RESULTS: Final = 2
PERCENT: Final = 100


@inlined
def draw_by_chance(board: Words, tables: Words, piece: int, chance: Chance, work: Words) -> bool:
    """Draw a piece in one of its legal placements, each equally likely; False if it has none."""
    masks = work[1]
    first = tables[PIECE_TILES + 2 * piece & IN_TABLES]
    ways = tables[PIECE_TILES + 2 * piece + 1] - first
    is_first = zero(piece) + 1
    if LAVA:
        is_first = 0 if work[3, DRAWN] else 1
    placements = 0
    for way in range(ways):
        masks[way] = legal_cells(board, tables, first + way, is_first)
        placements += count(masks[way])
    if placements == 0:
        return False
    index = below(chance, placements)
    way = 0
    while index >= count(masks[way]):
        index -= count(masks[way])
        way += 1
    cell = nth(masks[way], index)
    erases = draw(board, tables, first + way, cell)
    if ORDER_MATTERS:
        work[2, 0] += 1
        work[2, work[2, 0]] = move_of(first + way, cell) | erases
    return True


@inlined
def draw_dice(board: Words, tables: Words, left: int, chance: Chance, work: Words) -> int:
    """Draw the first `left` dice of the row in random order, until none of those left fits (B9).

    Return how many are left; they come first in the row. After the first lava die only as many as are wanted (F3).
    """
    dice = work[0]
    untried = left
    while untried:
        at = below(chance, untried)
        untried -= 1
        piece, dice[at] = dice[at], dice[untried]
        dice[untried] = piece
        if LAVA and is_lava_die(tables, piece) and work[3, DRAWN] >= work[3, WANTED]:
            continue
        if draw_by_chance(board, tables, piece, chance, work):
            if LAVA:
                work[3, DRAWN] += is_lava_die(tables, piece)
            left -= 1
            dice[untried] = dice[left]
            untried = left
    return left


@inlined
def draw_special(board: Words, tables: Words, chance: Chance, work: Words) -> bool:
    """Draw one of the special routes left, if the game allows another and it fits (B10)."""
    if count(board[SPENT]) >= tables[SPECIALS_A_GAME]:
        return False
    special = below(chance, tables[SPECIALS])
    if board[SPENT] >> special & 1:
        return False
    return draw_by_chance(board, tables, tables[SPECIAL_PIECES + special], chance, work)


@inner
def draw_again(board: Words, tables: Words, chance: Chance, work: Words, rolled: int) -> bool:
    """Draw one of the round's `rolled` results again, if the game allows it and it fits (U4)."""
    if count(board[UNDER + SPENT]) >= tables[SPECIALS_A_GAME]:
        return False
    piece = work[3, RESULTS + below(chance, rolled)]
    if not draw_by_chance(board, tables, piece, chance, work):
        return False
    work[2, work[2, 0]] |= DUPLICATES
    board[UNDER + SPENT] = board[UNDER + SPENT] << 1 | 1
    return True


@inlined
def draw_extra(board: Words, tables: Words, chance: Chance, work: Words, rolled: int) -> bool:
    """Draw a special route, or underground a result again."""
    if SUBWAYS and is_underground(tables, work[3, RESULTS]):
        return draw_again(board, tables, chance, work, rolled)
    return draw_special(board, tables, chance, work)


@inlined
def roll(tables: Words, dice: Words, chance: Chance, rounds_left: int) -> int:
    """Roll the dice of a round; return how many there are. With two boards the last round is underground (U2)."""
    first, end = 0, tables[DICE]
    if TWO_BOARDS:
        if rounds_left % 2:
            first = tables[UNDER_DICE]
        else:
            end = tables[UNDER_DICE]
    for die in range(end - first):
        dice[die] = tables[DIE + (first + die) * FACES_OF_DIE + below(chance, FACES_OF_DIE)]
    return end - first


@inner
def leave_out(tables: Words, dice: Words, left: int, chance: Chance) -> int:
    """Leave out each optional die with probability 1/2 (V2); return how many dice are left."""
    kept = 0
    for die in range(left):
        if tables[MANDATORY] >> dice[die] & 1 or below(chance, 2):
            dice[kept] = dice[die]
            kept += 1
    return kept


@inner
def strike_by_chance(board: Words, chance: Chance) -> None:
    """Roll both dice and let the meteor strike; it is never ignored for a price, and choices are random (M1)."""
    direction = below(chance, 6)
    if direction >= 4:
        direction = below(chance, 4)
    strike(board, direction, DISTANCES[below(chance, 6)])


@inlined
def draw_round(board: Words, tables: Words, left: int, chance: Chance, special: int, work: Words) -> None:
    """Draw the dice of a round; in `special` percent of cases try a special route, before or after them."""
    rolled = left
    if ORDER_MATTERS:
        work[2, 0] = work[3, DRAWN] = 0
    if LAVA:
        work[3, WANTED] = 1 + below(chance, 2)
    elif OPTIONAL_DICE:
        left = leave_out(tables, work[0], left, chance)
    if SUBWAYS:
        for die in range(rolled):
            work[3, RESULTS + die] = work[0, die]
    tried = special == 0 or below(chance, PERCENT) >= special
    if not tried and below(chance, 2):
        tried = True
        draw_extra(board, tables, chance, work, rolled)
    left = draw_dice(board, tables, left, chance, work)
    if not tried and draw_extra(board, tables, chance, work, rolled):
        left = draw_dice(board, tables, left, chance, work)
    if LAVA and work[3, DRAWN] == 0 and is_shut_in(board):
        draw_by_chance(board, tables, tables[VOLCANO], chance, work)
        draw_dice(board, tables, left, chance, work)


@inner
def play_on(board: Words, tables: Words, rounds: int, chance: Chance, special: int, work: Words) -> None:
    """Play the last `rounds` rounds of the game at random."""
    for left in range(rounds, 0, -1):
        if METEORS:
            strike_by_chance(board, chance)
        draw_round(board, tables, roll(tables, work[0], chance, left), chance, special, work)


@compiled
def playouts(states: Words, tables: Words, rounds: int, chance: Chance, special: int, lines: Words) -> Words:
    """Play each state to the end, write its score to its row of `lines`, and return the final states."""
    board = np.zeros(BOARD, np.int64)
    work = np.zeros((ROWS, ROOM), np.int64)
    ends = np.empty_like(states)
    for index in range(len(states)):
        unpack(states[index], tables, board)
        play_on(board, tables, rounds, chance, special, work)
        score_board(board, tables, lines[index])
        pack(board, ends[index])
    return ends


@compiled
def mean_of_games(
    state: Words, tables: Words, rounds: int, games: int, chance: Chance, special: int
) -> float:
    """The mean total of `games` random games from a state."""
    board = np.zeros(BOARD, np.int64)
    work = np.zeros((ROWS, ROOM), np.int64)
    lines = np.zeros(LINES_WITH_UNDERGROUND, np.int64)
    total = 0
    for _ in range(games):
        unpack(state, tables, board)
        play_on(board, tables, rounds, chance, special, work)
        total += score_board(board, tables, lines)
    return total / games
