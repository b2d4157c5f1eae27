# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions know no keywords)
"""Games played by chance: every die of a round drawn where it fits, in an order by chance (B9).

Of the dice that are optional, each is left out in half of the rounds.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.bits import Words, count, nth
from inkrail.kernel.book import (
    DESK,
    DICE,
    DIE,
    FACES_OF_DIE,
    GAME,
    IN_BOOK,
    MANDATORY,
    PIECE_TILES,
    SPECIAL_PIECES,
    SPECIALS,
    SPECIALS_A_GAME,
    SPENT,
)
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.desk import cells_for, draw, lay_open, put_away
from inkrail.kernel.scoring import LINES, score_desk

ROOM: Final = 8
"""Words for the dice of a round, and for the tiles of a piece: no piece has more than eight."""
PERCENT: Final = 100


@inlined
def draw_by_chance(desk: Words, book: Words, piece: int, chance: Chance, masks: Words) -> bool:
    """Draw a piece in one of its legal placements, each equally likely; False if it has none."""
    first = book[PIECE_TILES + 2 * piece & IN_BOOK]
    ways = book[PIECE_TILES + 2 * piece + 1] - first
    placements = 0
    for way in range(ways):
        masks[way] = cells_for(desk, book, first + way)
        placements += count(masks[way])
    if placements == 0:
        return False
    index = below(chance, placements)
    way = 0
    while index >= count(masks[way]):
        index -= count(masks[way])
        way += 1
    draw(desk, book, first + way, nth(masks[way], index))
    return True


@inlined
def draw_dice(desk: Words, book: Words, dice: Words, left: int, chance: Chance, masks: Words) -> int:
    """Draw the first `left` dice of the row in an order by chance, until none of those left fits (B9).

    How many are left is returned; they come first in the row.
    """
    untried = left
    while untried:
        at = below(chance, untried)
        untried -= 1
        piece, dice[at] = dice[at], dice[untried]
        dice[untried] = piece
        if draw_by_chance(desk, book, piece, chance, masks):
            left -= 1
            dice[untried] = dice[left]
            untried = left
    return left


@inlined
def draw_special(desk: Words, book: Words, chance: Chance, masks: Words) -> bool:
    """Draw one of the special routes left, if the game allows another and it fits (B10)."""
    if count(desk[SPENT]) >= book[SPECIALS_A_GAME]:
        return False
    special = below(chance, book[SPECIALS])
    if desk[SPENT] >> special & 1:
        return False
    return draw_by_chance(desk, book, book[SPECIAL_PIECES + special], chance, masks)


@inlined
def roll(book: Words, dice: Words, chance: Chance) -> int:
    """Roll the dice of a round; how many there are."""
    number = book[DICE]
    for die in range(number):
        dice[die] = book[DIE + die * FACES_OF_DIE + below(chance, FACES_OF_DIE)]
    return number


@inner
def leave_out(book: Words, dice: Words, left: int, chance: Chance) -> int:
    """Leave out each optional die with even chances (V2); how many dice are left."""
    kept = 0
    for die in range(left):
        if book[MANDATORY] >> dice[die] & 1 or below(chance, 2):
            dice[kept] = dice[die]
            kept += 1
    return kept


@inlined
def play_round(desk: Words, book: Words, chance: Chance, special: int, work: Words) -> None:
    """Play a round by chance; a special route is tried in so many of a hundred, before or after the dice."""
    dice, masks = work[0], work[1]
    left = roll(book, dice, chance)
    if book[GAME]:
        left = leave_out(book, dice, left, chance)
    tried = special == 0 or below(chance, PERCENT) >= special
    if not tried and below(chance, 2):
        tried = True
        draw_special(desk, book, chance, masks)
    left = draw_dice(desk, book, dice, left, chance, masks)
    if not tried and draw_special(desk, book, chance, masks):
        draw_dice(desk, book, dice, left, chance, masks)


@inner
def play_on(desk: Words, book: Words, rounds: int, chance: Chance, special: int, work: Words) -> None:
    """Play the game's last rounds by chance."""
    for _ in range(rounds):
        play_round(desk, book, chance, special, work)


@compiled
def playouts(states: Words, book: Words, rounds: int, chance: Chance, special: int, lines: Words) -> Words:
    """Play each state to the end, score it to the row of `lines`, and return the final states."""
    desk = np.zeros(DESK, np.int64)
    work = np.zeros((2, ROOM), np.int64)
    ends = np.empty_like(states)
    for index in range(len(states)):
        lay_open(states[index], book, desk)
        play_on(desk, book, rounds, chance, special, work)
        score_desk(desk, book, lines[index])
        put_away(desk, book, ends[index])
    return ends


@compiled
def mean_of_games(state: Words, book: Words, rounds: int, games: int, chance: Chance, special: int) -> float:
    """The mean of the totals of so many games that go on from a state by chance."""
    desk = np.zeros(DESK, np.int64)
    work = np.zeros((2, ROOM), np.int64)
    lines = np.zeros(LINES, np.int64)
    total = 0
    for _ in range(games):
        lay_open(state, book, desk)
        play_on(desk, book, rounds, chance, special, work)
        total += score_desk(desk, book, lines)
    return total / games
