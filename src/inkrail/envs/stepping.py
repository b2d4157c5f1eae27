# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0913, PLR0917  (compiled functions take no keywords)
"""Many games at once inside the kernel: an action for each, what it changes, and what the agent sees of it.

A game is a row of words: its open board first, so that the kernel can draw on it, then those named below. What the
agent sees is written to arrays that stay: of a plane or of a slot's legal cells only those bytes that changed, found by
comparing its cells with those that the bytes show. All compiled functions are in this file, on which their cache depends.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.envs.planes import Bytes
from inkrail.kernel.board.bits import Words, count, lowest, zero
from inkrail.kernel.board.effects import draw, legal_cells, piece_of
from inkrail.kernel.board.lava import is_lava_die, owes_lava
from inkrail.kernel.board.layout import FILLED, ORIGIN, SPENT
from inkrail.kernel.board.lines import LINES_WITH_UNDERGROUND
from inkrail.kernel.board.meteor import DISTANCES, strike
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.board.tables import (
    COLUMNS,
    DICE,
    DIE,
    FACES_OF_DIE,
    MANDATORY,
    ROUNDS,
    SPECIAL,
    SPECIAL_PIECES,
    SPECIALS,
    SPECIALS_A_GAME,
    TILE,
    UNDER_DICE,
    UNDER_PIECES,
    VOLCANO,
)
from inkrail.kernel.capabilities import BOARD, LAVA, METEORS, SUBWAYS, SURFACE, TWO_BOARDS, UNDER
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled, inlined, inner

Numbers = NDArray[np.int16]
Floats = NDArray[np.float64]

CELLS: Final = 49
NONE: Final = -1
"""Stands for a die that was drawn, and among the actions for the start of a new episode."""

# Words of a game after those of its board.
IN_ROUND: Final = 0
IN_OVER: Final = 1  # how the episode ended: `RUNNING`, `FINISHED` or `ILLEGAL`
IN_GIVEN: Final = 2  # 1 if the episode's rolls are given, 0 if they come from the game's generator
IN_TOTAL: Final = 3  # the points that rewards were given for
IN_STEPS: Final = 4
IN_MAY: Final = 5  # which of `done` and the choices are legal, as bits
IN_EXTRA: Final = 6  # 1 once this round's special route is used (B10)
IN_AGAIN: Final = 7  # 1 once a result was drawn again in this round (U4)
IN_LAVA: Final = 8  # how many lava dice were drawn in this round (F3)
IN_ERUPTED: Final = 9  # 1 once this round's volcano is drawn (F5)
IN_PENDING: Final = 10  # 1 while the meteor's direction is to be chosen (M2)
IN_DIRECTION: Final = 11  # 0 to 3 for a side, or `CHOSEN`
IN_DISTANCE: Final = 12
IN_ROLLED: Final = 13  # the pieces rolled in this round, as bits
IN_DICE: Final = 14  # from here on the piece of each die left, or `NONE`
MOST_DICE: Final = 6
IN_DRAWABLE: Final = IN_DICE + MOST_DICE  # from here on what may be drawn by each verb, as bits of pieces
GAME_WORDS: Final = IN_DRAWABLE + 4

RUNNING: Final = 0
FINISHED: Final = 1
ILLEGAL: Final = 2

# Words of a plan: where the planes, columns and actions of a ruleset are.
PLANES: Final = 0
SLOTS: Final = 1
DONE: Final = 2
CHOICES: Final = 3  # how many there are; they follow `done`
DICE_A_ROUND: Final = 4
BOARD_COLUMN: Final = 5
DICE_COLUMNS: Final = 6  # the first of the dice left, and in the next word the one after the last
SPECIAL_COLUMN: Final = 8
AGAIN_COLUMN: Final = 9
VOLCANO_COLUMN: Final = 10
METEOR_COLUMN: Final = 11
FIRST_UNDER: Final = 12  # the first piece drawn underground
UNDER_FACES: Final = 13  # how many pieces the underground's dice show
PIECE_COLUMN: Final = 16  # for each piece the column of its dice
PLANE_WORDS: Final = 64  # for each plane the word that it shows, or one of the next two
STILL: Final = -1  # a plane that never changes
ORIGIN_PLANE: Final = -2
SLOT_ROWS: Final = 128  # for each slot its tile and its verb
DRAWS: Final = 0
ERASES: Final = 1
AGAIN: Final = 2
ERUPTS: Final = 3

DIRECTIONS: Final = 4
CHOSEN: Final = 4  # the face of the direction die that lets the player choose (M2)
FAR: Final = 3  # the longest distance


@inlined
def _show(shown: Words, at: int, cells: int, out: Bytes, start: int) -> None:
    """Write those cells of a mask that changed since it was last shown."""
    changed = shown[at] ^ cells
    shown[at] = cells
    while changed:
        cell = lowest(changed)
        out[start + cell] = cells >> cell & 1
        changed &= changed - 1


@inner
def _begin_round(game: Words, tables: Words, plan: Words, rolls: Bytes, chance: Chance) -> None:
    """Roll the next round's dice, or take them from the given rolls (B6)."""
    game[BOARD + IN_ROUND] += 1
    round_ = game[BOARD + IN_ROUND]
    for word in range(IN_EXTRA, IN_DICE):
        game[BOARD + word] = 0
    first, end = zero(round_), tables[DICE]
    if TWO_BOARDS:
        if round_ % 2:
            end = tables[UNDER_DICE]
        else:
            first = tables[UNDER_DICE]
    at = (round_ - 1) * plan[DICE_A_ROUND]
    for die in range(plan[DICE_A_ROUND]):
        if game[BOARD + IN_GIVEN] == 0:
            rolls[at + die] = below(chance, FACES_OF_DIE)
        face = rolls[at + die]
        if first + die < end:
            piece = tables[DIE + (first + die) * FACES_OF_DIE + face]
            game[BOARD + IN_DICE + die] = piece
            game[BOARD + IN_ROLLED] |= 1 << piece
    if METEORS:
        _send_meteor(game, tables, rolls[at + tables[DICE]], rolls[at + tables[DICE] + 1])


@inner
def _send_meteor(game: Words, tables: Words, direction: int, distance: int) -> None:
    """Let the meteor strike, unless there is something to choose (M2, M5)."""
    game[BOARD + IN_DIRECTION] = min(CHOSEN, direction)
    game[BOARD + IN_DISTANCE] = DISTANCES[distance]
    if direction >= CHOSEN or count(game[SPENT]) < tables[SPECIALS_A_GAME]:
        game[BOARD + IN_PENDING] = 1
    else:
        strike(game, game[BOARD + IN_DIRECTION], game[BOARD + IN_DISTANCE])


@inner
def _choose(game: Words, choice: int) -> None:
    """Send the meteor in a direction, or cross off a special route and let it pass (M2, M5)."""
    game[BOARD + IN_PENDING] = 0
    if choice < DIRECTIONS:
        strike(game, choice, game[BOARD + IN_DISTANCE])
    else:
        game[SPENT] |= 1 << (choice - DIRECTIONS)
        game[BOARD + IN_EXTRA] = 1


@inner
def _draw(game: Words, tables: Words, plan: Words, action: int) -> None:
    """Draw a tile in a cell and spend what it costs (B9, B10, U4, F5)."""
    slot = action // CELLS
    cell = action - slot * CELLS
    tile, verb = plan[SLOT_ROWS + 2 * slot], plan[SLOT_ROWS + 2 * slot + 1]
    piece = piece_of(tables, tile)
    if verb <= ERASES:
        if tables[TILE + tile * COLUMNS + SPECIAL]:
            game[BOARD + IN_EXTRA] = 1
        else:
            die = 0
            while game[BOARD + IN_DICE + die] != piece:
                die += 1
            game[BOARD + IN_DICE + die] = NONE
        if LAVA:
            game[BOARD + IN_LAVA] += is_lava_die(tables, piece)
    if SUBWAYS and verb == AGAIN:
        game[BOARD + IN_AGAIN] = 1
        game[UNDER + SPENT] = game[UNDER + SPENT] << 1 | 1
    if LAVA and verb == ERUPTS:
        game[BOARD + IN_ERUPTED] = 1
    draw(game, tables, tile, cell)


@inner
def _act(game: Words, tables: Words, plan: Words, action: int, rolls: Bytes, chance: Chance) -> None:
    """Carry out a legal action."""
    if action < plan[DONE]:
        _draw(game, tables, plan, action)
    elif action > plan[DONE]:
        if METEORS:
            _choose(game, action - plan[DONE] - 1)
    elif game[BOARD + IN_ROUND] == tables[ROUNDS]:
        game[BOARD + IN_OVER] = FINISHED
    else:
        _begin_round(game, tables, plan, rolls, chance)


@inlined
def _is_legal(game: Words, plan: Words, shown: Words, action: int) -> int:
    """Whether an action is legal, by what was listed after the last one."""
    if action >= plan[DONE]:
        return game[BOARD + IN_MAY] >> (action - plan[DONE]) & 1
    slot = action // CELLS
    return shown[plan[PLANES] + slot] >> (action - slot * CELLS) & 1


@inlined
def _is_below(game: Words) -> bool:
    """Whether this round is drawn underground (U2)."""
    if TWO_BOARDS:
        return game[BOARD + IN_ROUND] % 2 == 0
    return not SURFACE


@inner
def _list_drawable(game: Words, tables: Words) -> None:
    """Note which pieces each verb may draw now, wherever they fit (B10, M6, U4, F5)."""
    at = BOARD + IN_DRAWABLE
    for verb in range(4):
        game[at + verb] = 0
    if game[BOARD + IN_OVER] != RUNNING or game[BOARD + IN_PENDING]:
        return
    for die in range(MOST_DICE):
        piece = game[BOARD + IN_DICE + die]
        if piece >= 0:
            game[at + ERASES] |= 1 << piece
    game[at + DRAWS] = game[at + ERASES]
    if SURFACE and not _is_below(game) and count(game[SPENT]) < tables[SPECIALS_A_GAME]:
        for special in range(0 if game[BOARD + IN_EXTRA] else tables[SPECIALS]):
            game[at + DRAWS] |= (~game[SPENT] >> special & 1) << tables[SPECIAL_PIECES + special]
    if SUBWAYS and game[BOARD + IN_AGAIN] == 0 and count(game[UNDER + SPENT]) < tables[SPECIALS_A_GAME]:
        game[at + AGAIN] = game[BOARD + IN_ROLLED] & tables[UNDER_PIECES]
    if LAVA and game[BOARD + IN_ERUPTED] == 0:
        game[at + ERUPTS] = 1 << tables[VOLCANO]


@inner
def _list_legal(game: Words, tables: Words, plan: Words, shown: Words, mask: Bytes) -> int:
    """Show where everything may be drawn now; the result is 1 if the round may end (B7-B9, F3, M6)."""
    _list_drawable(game, tables)
    dice = game[BOARD + IN_DRAWABLE + ERASES]
    is_first = 1 - zero(dice)
    if LAVA:
        is_first = 1 if game[BOARD + IN_LAVA] == 0 else 0
    must = fitting = zero(dice)
    for slot in range(plan[SLOTS]):
        tile, verb = plan[SLOT_ROWS + 2 * slot], plan[SLOT_ROWS + 2 * slot + 1]
        piece = piece_of(tables, tile)
        cells = zero(dice)
        if game[BOARD + IN_DRAWABLE + verb] >> piece & 1:
            cells = legal_cells(game, tables, tile, is_first)
            if METEORS or LAVA:
                cells &= game[FILLED] if verb == ERASES else ~game[FILLED]
            if cells:
                fitting |= 1 << piece
                must |= 1 << piece if verb == DRAWS else 0
        _show(shown, plan[PLANES] + slot, cells, mask, slot * CELLS)
    if must & dice & tables[MANDATORY] or (LAVA and is_first and owes_lava(game, tables, dice, fitting)):
        return 0
    return 0 if game[BOARD + IN_OVER] or game[BOARD + IN_PENDING] else 1


@inner
def _choices_left(game: Words, tables: Words) -> int:
    """The directions of the meteor, and the special routes that pay for ignoring it, as bits (M2, M5)."""
    if game[BOARD + IN_PENDING] == 0 or game[BOARD + IN_OVER] != RUNNING:
        return zero(game[FILLED])
    direction = game[BOARD + IN_DIRECTION]
    choices = (1 << DIRECTIONS) - 1 if direction == CHOSEN else 1 << direction
    if count(game[SPENT]) < tables[SPECIALS_A_GAME]:
        choices |= (~game[SPENT] & (1 << tables[SPECIALS]) - 1) << DIRECTIONS
    return choices


@inner
def _list_actions(game: Words, tables: Words, plan: Words, shown: Words, mask: Bytes) -> None:
    """Show all legal actions."""
    may = _list_legal(game, tables, plan, shown, mask)
    if METEORS:
        may |= _choices_left(game, tables) << 1
    game[BOARD + IN_MAY] = may
    for choice in range(plan[CHOICES] + 1):
        mask[plan[DONE] + choice] = may >> choice & 1


@inlined
def _write_extra(vector: Bytes, at: int, left: int, is_open: bool) -> None:  # noqa: FBT001
    """Write how often something may still be drawn in the game, and whether it may be now."""
    vector[at] = left
    vector[at + 1] = 1 if left and is_open else 0


@inlined
def _write_dice(game: Words, plan: Words, vector: Bytes) -> None:
    for column in range(plan[DICE_COLUMNS], plan[DICE_COLUMNS + 1]):
        vector[column] = 0
    for die in range(MOST_DICE):
        piece = game[BOARD + IN_DICE + die]
        if piece >= 0:
            vector[plan[PIECE_COLUMN + piece]] += 1


@inner
def _write_vector(game: Words, tables: Words, plan: Words, vector: Bytes) -> None:
    """Write the numbers of a game, in the order of `ObservationSpace.columns`."""
    vector[0] = game[BOARD + IN_ROUND]
    _write_dice(game, plan, vector)
    if TWO_BOARDS:
        vector[plan[BOARD_COLUMN]] = 1 if _is_below(game) else 0
    if SURFACE:
        at, left = plan[SPECIAL_COLUMN], tables[SPECIALS_A_GAME] - count(game[SPENT])
        _write_extra(vector, at, left, game[BOARD + IN_EXTRA] == 0 and not _is_below(game))
        for special in range(tables[SPECIALS]):
            vector[at + 2 + special] = ~game[SPENT] >> special & 1
    if SUBWAYS:
        at, left = plan[AGAIN_COLUMN], tables[SPECIALS_A_GAME] - count(game[UNDER + SPENT])
        _write_extra(vector, at, left, game[BOARD + IN_AGAIN] == 0 and _is_below(game))
        for face in range(plan[UNDER_FACES]):
            vector[at + 2 + face] = game[BOARD + IN_ROLLED] >> plan[FIRST_UNDER] + face & 1
    if LAVA:
        _write_extra(vector, plan[VOLCANO_COLUMN], 1 - game[BOARD + IN_ERUPTED], True)  # noqa: FBT003
    if METEORS:
        _write_meteor(game, vector, plan[METEOR_COLUMN])


@inner
def _write_meteor(game: Words, vector: Bytes, at: int) -> None:
    for column in range(DIRECTIONS + 1):
        vector[at + column] = 1 if game[BOARD + IN_DIRECTION] == column else 0
    for distance in range(FAR):
        vector[at + DIRECTIONS + 1 + distance] = 1 if game[BOARD + IN_DISTANCE] == distance + 1 else 0
    vector[at + DIRECTIONS + 1 + FAR] = game[BOARD + IN_PENDING]


@inner
def _write_planes(game: Words, plan: Words, shown: Words, planes: Bytes) -> None:
    for plane in range(plan[PLANES]):
        word = plan[PLANE_WORDS + plane]
        if word >= 0:
            _show(shown, plane, game[word], planes, plane * CELLS)
        elif METEORS and word == ORIGIN_PLANE:
            _show(shown, plane, 1 << game[ORIGIN], planes, plane * CELLS)


@compiled
def advance(
    which: Words,
    actions: Words,
    games: Words,
    tables: Words,
    plan: Words,
    start: Words,
    shown: Words,
    chances: Chance,
    rolls: Bytes,
    log: Numbers,
    planes: Bytes,
    vectors: Bytes,
    masks: Bytes,
    rewards: Floats,
    by_delta: int,
    penalty: float,
) -> None:
    """Carry out an action in each of these games, or begin a new episode where it is `NONE`, and show the result.

    `start` is a game before its first round. With `by_delta` each action is rewarded with the points that it changes,
    else the last one with the total; an illegal action ends the episode and costs the penalty.
    """
    lines = np.zeros(LINES_WITH_UNDERGROUND, np.int64)
    for index in range(len(which)):
        number, action = which[index], actions[index]
        game, chance = games[number], chances[number : number + 1]
        rewards[number] = 0.0
        if action == NONE:
            given = game[BOARD + IN_GIVEN]
            for word in range(len(game)):
                game[word] = start[word]
            game[BOARD + IN_GIVEN] = given
            _begin_round(game, tables, plan, rolls[number], chance)
        elif not _is_legal(game, plan, shown[number], action):
            game[BOARD + IN_OVER] = ILLEGAL
            rewards[number] = -penalty
        else:
            log[number, game[BOARD + IN_STEPS]] = action
            game[BOARD + IN_STEPS] += 1
            _act(game, tables, plan, action, rolls[number], chance)
            # The end of a round changes no points, but a meteor may follow it.
            if game[BOARD + IN_OVER] or (by_delta and (METEORS or action != plan[DONE])):
                total = score_board(game, tables, lines)
                rewards[number] = total - game[BOARD + IN_TOTAL]
                game[BOARD + IN_TOTAL] = total
        _write_planes(game, plan, shown[number], planes[number])
        _write_vector(game, tables, plan, vectors[number])
        _list_actions(game, tables, plan, shown[number], masks[number])
