# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Random games: every die of a round is drawn where it fits, in random order (B9).

Each optional die is left out in half of the rounds.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.bits import Words, count, nth
from inkrail.kernel.boards import DUPLICATES, ERASES, move_of
from inkrail.kernel.book import (
    BROKEN,
    COLUMNS,
    DESK,
    DICE,
    DIE,
    FACES_OF_DIE,
    GAME,
    HUBS,
    IN_BOOK,
    LAKE,
    LAVA,
    MANDATORY,
    METEOR,
    OVER,
    OWN_TILE,
    PIECE,
    PIECE_TILES,
    SPECIAL_PIECES,
    SPECIALS,
    SPECIALS_A_GAME,
    SPENT,
    STATIONS,
    TILE,
    UNDERGROUND,
    WIDTH,
)
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.desk import cells_for, draw, lay_open, put_away
from inkrail.kernel.meteors import strike_by_chance
from inkrail.kernel.scoring import (
    EXPANSION,
    LINES_WITH_UNDERGROUND,
    TOTAL,
    score_desk,
    score_underground,
    showing,
    stations,
)
from inkrail.kernel.verbs import cells_by_any_verb, draw_by_any_verb, is_lava_die, is_shut_in

ROOM: Final = 12
"""Words for the dice of a round, for the tiles of a piece (no piece has more than eight), and for a round's moves."""
ROWS: Final = 4
"""Rows of work: dice; masks; how many moves were made, and these; lava dice `DRAWN` and `WANTED` in the round, and its `RESULTS`."""
DRAWN: Final = 0
WANTED: Final = 1
RESULTS: Final = 2
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
    """Draw the first `left` dice of the row in random order, until none of those left fits (B9).

    Return how many are left; they come first in the row.
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
    """Roll the dice of a round; return how many there are."""
    number = book[DICE]
    for die in range(number):
        dice[die] = book[DIE + die * FACES_OF_DIE + below(chance, FACES_OF_DIE)]
    return number


@inner
def leave_out(book: Words, dice: Words, left: int, chance: Chance) -> int:
    """Leave out each optional die with probability 1/2 (V2); return how many dice are left."""
    kept = 0
    for die in range(left):
        if book[MANDATORY] >> dice[die] & 1 or below(chance, 2):
            dice[kept] = dice[die]
            kept += 1
    return kept


@inner
def draw_by_chance_and_verb(
    desk: Words, book: Words, piece: int, chance: Chance, work: Words, is_first: int
) -> bool:
    """Draw a piece in one of the placements that any verb allows; the move is added to the third row of `work`."""
    masks, moves = work[1], work[2]
    first = book[PIECE_TILES + 2 * piece]
    ways = book[PIECE_TILES + 2 * piece + 1] - first
    placements = 0
    for way in range(ways):
        masks[way] = cells_by_any_verb(desk, book, first + way, is_first)
        placements += count(masks[way])
    if placements == 0:
        return False
    index = below(chance, placements)
    way = 0
    while index >= count(masks[way]):
        index -= count(masks[way])
        way += 1
    cell = nth(masks[way], index)
    move = move_of(first + way, cell)
    if draw_by_any_verb(desk, book, first + way, cell):
        move |= ERASES
    moves[0] += 1
    moves[moves[0]] = move
    return True


@inner
def draw_changing(desk: Words, book: Words, left: int, chance: Chance, work: Words) -> int:
    """As `draw_dice` where the order of drawings matters; after the first lava die only as many as are wanted (F3)."""
    dice, lava = work[0], work[3]
    untried = left
    while untried:
        at = below(chance, untried)
        untried -= 1
        piece, dice[at] = dice[at], dice[untried]
        dice[untried] = piece
        is_lava = 1 if is_lava_die(book, book[PIECE_TILES + 2 * piece]) else 0
        if is_lava and lava[DRAWN] >= lava[WANTED]:
            continue
        if draw_by_chance_and_verb(desk, book, piece, chance, work, 0 if lava[DRAWN] else 1):
            lava[DRAWN] += is_lava
            left -= 1
            dice[untried] = dice[left]
            untried = left
    return left


@inner
def draw_special_and_verb(desk: Words, book: Words, chance: Chance, work: Words) -> bool:
    """As `draw_special` where the order of drawings matters; underground one of the results again (U4)."""
    if count(desk[SPENT]) >= book[SPECIALS_A_GAME]:
        return False
    if book[GAME] >= UNDERGROUND:
        piece = work[3, RESULTS + below(chance, book[DICE])]
        if not draw_by_chance_and_verb(desk, book, piece, chance, work, 0):
            return False
        work[2, work[2, 0]] |= DUPLICATES
        desk[SPENT] = desk[SPENT] << 1 | 1
        return True
    special = below(chance, book[SPECIALS])
    if desk[SPENT] >> special & 1:
        return False
    return draw_by_chance_and_verb(desk, book, book[SPECIAL_PIECES + special], chance, work, 0)


@inner
def draw_changing_round(
    desk: Words, book: Words, left: int, chance: Chance, special: int, work: Words
) -> None:
    """Draw a round's dice where the order of drawings matters; a volcano only where it must be (F6)."""
    lava = work[3]
    work[2, 0] = lava[DRAWN] = 0
    lava[WANTED] = 1 + below(chance, 2)
    for die in range(left):
        lava[RESULTS + die] = work[0, die]
    if book[GAME] != LAVA:
        left = leave_out(book, work[0], left, chance)
    tried = special == 0 or below(chance, PERCENT) >= special
    if not tried and below(chance, 2):
        tried = True
        draw_special_and_verb(desk, book, chance, work)
    left = draw_changing(desk, book, left, chance, work)
    if not tried and draw_special_and_verb(desk, book, chance, work):
        left = draw_changing(desk, book, left, chance, work)
    if book[GAME] == LAVA and lava[DRAWN] == 0 and is_shut_in(desk):
        volcano = book[TILE + book[OWN_TILE] * COLUMNS + PIECE]
        if draw_by_chance_and_verb(desk, book, volcano, chance, work, 0):
            draw_changing(desk, book, left, chance, work)


@inner
def play_changing_round(desk: Words, book: Words, chance: Chance, special: int, work: Words) -> None:
    """Play a random round where the order of drawings matters."""
    if book[GAME] == METEOR:
        strike_by_chance(desk, chance)
    draw_changing_round(desk, book, roll(book, work[0], chance), chance, special, work)


@inlined
def play_round(desk: Words, book: Words, chance: Chance, special: int, work: Words) -> None:
    """Play a random round; in `special` percent of cases try a special route, before or after the dice."""
    if book[GAME] >= LAKE:
        play_changing_round(desk, book, chance, special, work)
        return
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
    """Play the last `rounds` rounds of the game at random."""
    for _ in range(rounds):
        play_round(desk, book, chance, special, work)


@compiled
def playouts(states: Words, book: Words, rounds: int, chance: Chance, special: int, lines: Words) -> Words:
    """Play each state to the end, write its score to its row of `lines`, and return the final states."""
    desk = np.zeros(DESK, np.int64)
    work = np.zeros((ROWS, ROOM), np.int64)
    ends = np.empty_like(states)
    for index in range(len(states)):
        lay_open(states[index], book, desk)
        play_on(desk, book, rounds, chance, special, work)
        score_desk(desk, book, lines[index])
        put_away(desk, book, ends[index])
    return ends


@inner
def mark_stations(desk: Words, under: Words) -> None:
    """Apply the stations of the surface to the underground: stations become hubs, pipes break (U5, U6)."""
    over = stations(desk)
    under[HUBS] |= over & under[STATIONS]
    under[BROKEN] |= over & ~under[OVER] & showing(under, 1)
    under[OVER] = over


@compiled
def playouts_of_two(
    states: Words, books: tuple[Words, Words], rounds: int, chance: Chance, special: int, lines: Words
) -> Words:
    """As `playouts`, with two boards in turn, the underground last (U2)."""
    above, below = books
    desk, under = np.zeros(DESK, np.int64), np.zeros(DESK, np.int64)
    work = np.zeros((ROWS, ROOM), np.int64)
    ends = np.empty_like(states)
    for index in range(len(states)):
        lay_open(states[index, :WIDTH], above, desk)
        lay_open(states[index, WIDTH:], below, under)
        for left in range(rounds, 0, -1):
            if left % 2:
                play_changing_round(under, below, chance, special, work)
            else:
                play_round(desk, above, chance, special, work)
                mark_stations(desk, under)
        total = score_desk(desk, above, lines[index])
        lines[index, EXPANSION] = score_underground(under, below, lines[index])
        lines[index, TOTAL] = total + lines[index, EXPANSION]
        put_away(desk, above, ends[index, :WIDTH])
        put_away(under, below, ends[index, WIDTH:])
    return ends


@compiled
def mean_of_games(state: Words, book: Words, rounds: int, games: int, chance: Chance, special: int) -> float:
    """The mean total of `games` random games from a state."""
    desk = np.zeros(DESK, np.int64)
    work = np.zeros((ROWS, ROOM), np.int64)
    lines = np.zeros(LINES_WITH_UNDERGROUND, np.int64)
    total = 0
    for _ in range(games):
        lay_open(state, book, desk)
        play_on(desk, book, rounds, chance, special, work)
        total += score_desk(desk, book, lines)
    return total / games
