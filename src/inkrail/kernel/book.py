"""The tables of a ruleset, generated from its pieces, dice and layouts.

A board keeps one layer (a mask of cells) for each side and kind. The kinds that its pieces show are numbered
in order and called slots: highway 0, railway 1 and, where an expansion has one, its own kind 2; underground
subway 0 and pipe 1.

While the kernel works on a board it is unpacked into a **desk**, a row of words:

    side * 5 + slot         shown: the cells whose tile shows the slot's kind at this side
    20 + side * 5 + slot    faces: the cells that meet it there, at a neighbour's side or at an exit
    40, 41, 42              filled cells; cells whose tile keeps its kinds apart; special routes used
    43                      every cell, for pieces that need no connection
    44, 45                  meteor: cells with a crater; the number of the cell hit last
    46, 47, 48, 49          underground: hubs; broken pipes; subway stations; stations of the surface

Of the five words of a side, the fourth is always empty and is read for a blank side; the fifth is never read and is
written for one. So the code needs no branch for what a side carries.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from inkrail.core.board import Round
from inkrail.core.kinds import Kind
from inkrail.core.layout import Layout
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece, Role, Tile
from inkrail.core.score import network_points
from inkrail.core.sides import SIDES
from inkrail.kernel.bits import Words
from inkrail.rules.expansions.lake import LAKE_FULL
from inkrail.rules.expansions.lava import VOLCANO
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import SPECIALS_A_GAME as MOST_SPECIALS

SIDE: Final = 5
"""The number of words per side of a desk."""
BLANK_READ: Final = 3
BLANK_WRITTEN: Final = 4
FACES: Final = 20
FILLED: Final = 40
APART: Final = 41
SPENT: Final = 42
ANYWHERE: Final = 43
CRATERS: Final = 44
ORIGIN: Final = 45
HUBS: Final = 46
BROKEN: Final = 47
STATIONS: Final = 48
OVER: Final = 49
DESK: Final = 64
"""The number of words in a desk."""

# The values of `GAME` in a book.
BASE: Final = 0
RIVER: Final = 1
LAKE: Final = 2
"""From here on the order of drawings matters: water fills cells, and some drawings erase others."""
METEOR: Final = 3
LAVA: Final = 4
UNDERGROUND: Final = 5
"""From here on: the underground board, with or without a surface."""
STANDALONE: Final = 6
GAMES: Final = {
    "base": BASE,
    "river": RIVER,
    "lake": LAKE,
    "meteor": METEOR,
    "lava": LAVA,
    "underground": UNDERGROUND,
    "underground-standalone": STANDALONE,
}
"""The rulesets that the kernel supports."""

# Words of a state. The layers of slots 0 and 1 come first, each N E S W; those of slot 2 last, where there is one.
IN_FILLED: Final = 8
IN_APART: Final = 9
IN_SPENT: Final = 10
IN_THIRD: Final = 11
WIDTH: Final = 11
"""The number of words in a state of the base game."""
WIDTH_OF_THREE: Final = 15
IN_CRATERS: Final = 15
IN_ORIGIN: Final = 16
WIDTH_OF_METEOR: Final = 17
IN_HUBS: Final = 11
IN_BROKEN: Final = 12
IN_STATIONS: Final = 13
IN_OVER: Final = 14
WIDTH_OF_UNDERGROUND: Final = 15

# Indices are masked with these, so that the compiler knows they are not negative and omits a test for each.
ON_DESK: Final = DESK - 1
IN_BOOK: Final = (1 << 16) - 1

# Columns of a tile's row: the words of the desk for its four sides, then its properties.
SHOWS: Final = 0
FACED: Final = 4
JOINS: Final = 8
CLASHES: Final = 12
CLASHES_TOO: Final = 16
KEEPS_APART: Final = 20
PIECE: Final = 21
SPECIAL: Final = 22
"""The bit of a special route, 0 for other tiles."""
SIDES_DRAWN: Final = 23
STORED: Final = 24
"""The words of a state for the four sides; for a blank side that of the filled cells, where the bit is set anyway."""
COLUMNS: Final = 28

# A book is one row of words, since each array argument has a cost in compiled code.
ROUNDS: Final = 0
SPECIALS_A_GAME: Final = 1
SLOTS: Final = 2
STRETCHES: Final = 3
"""1 if a route may pass a junction again (S3)."""
DICE: Final = 4
"""The number of dice; their faces, as piece numbers, are in the rows from `DIE` on."""
SPECIALS: Final = 5
"""The number of special routes; their piece numbers begin at `SPECIAL_PIECES`."""
PIECES: Final = 6
TILES: Final = 7
JOINING_PAYS: Final = 8
"""1 if joining two networks never loses points, which is not so where S8's table caps them."""
GAME: Final = 9
"""The ruleset, one of the values above."""
MANDATORY: Final = 10
"""The pieces of dice that must be drawn while they fit, as bits of their numbers (B9)."""
OWN_TILE: Final = 11
"""The tile that is on no die: water that fills a cell (L3), or the volcano (F1)."""
STATION_PIECES: Final = 12
"""The pieces with a station, as bits of their numbers."""
VALUES: Final = 16
"""The points of a network by its number of exits."""
EXITS: Final = 32
"""The faces of an empty board."""
SPECIAL_PIECES: Final = 56
DIE: Final = 64
FACES_OF_DIE: Final = 6
PIECE_TILES: Final = 128
"""For each piece its first tile and the one after its last."""
MOST_EXITS: Final = 12
TILE: Final = 256
"""The rows of the tiles, one for each orientation of each piece."""
_OWN: Final = (LAKE_FULL.name, VOLCANO.name)


def make_book(ruleset: Ruleset, board: int = 0) -> Words:
    """The tables of one of the ruleset's boards, with the scoring options of the ruleset."""
    pieces = pieces_of(ruleset, board)
    slots = slots_of(pieces)
    tiles = tiles_of(pieces)
    specials = [number for number, piece in enumerate(pieces) if piece.role is Role.SPECIAL]
    dice = _dice(ruleset, board, pieces)
    book = np.zeros(TILE + len(tiles) * COLUMNS, dtype=np.int64)
    is_surface = board == 0 and len(ruleset.layouts) > 1
    book[GAME] = BASE if is_surface else GAMES[game_of(ruleset)]
    book[MANDATORY] = sum(
        1 << number for number, piece in enumerate(pieces) if piece.name in ruleset.mandatory
    )
    book[STATION_PIECES] = sum(1 << number for number, piece in enumerate(pieces) if piece.station)
    book[ROUNDS] = ruleset.rounds
    book[SPECIALS_A_GAME] = MOST_SPECIALS
    book[SLOTS] = 3 if book[GAME] == METEOR else len(slots)
    book[OWN_TILE] = next((number for number, tile in enumerate(tiles) if tile.piece.name in _OWN), -1)
    book[STRETCHES] = ruleset.longest is Longest.STRETCHES
    book[DICE], book[SPECIALS], book[PIECES], book[TILES] = len(dice), len(specials), len(pieces), len(tiles)
    values = [network_points(exits, ruleset.values) for exits in range(MOST_EXITS + 1)]
    book[VALUES : VALUES + len(values)] = values
    book[JOINING_PAYS] = all(
        values[one] + values[other] <= values[one + other]
        for one in range(MOST_EXITS)
        for other in range(MOST_EXITS + 1 - one)
    )
    book[EXITS : EXITS + FACES] = _exits(ruleset.layouts[board], slots)
    book[SPECIAL_PIECES : SPECIAL_PIECES + len(specials)] = specials
    book[DIE : DIE + dice.size] = dice.ravel()
    ends = np.cumsum([0, *(len(piece.tiles) for piece in pieces)])
    spans = np.column_stack((ends[:-1], ends[1:]))
    book[PIECE_TILES : PIECE_TILES + spans.size] = spans.ravel()
    rows = book[TILE:].reshape(-1, COLUMNS)
    for index, tile in enumerate(tiles):
        number = pieces.index(tile.piece)
        rows[index] = _tile_row(tile, ruleset, slots=slots)
        rows[index, PIECE] = number
        rows[index, SPECIAL] = 1 << specials.index(number) if number in specials else 0
    return book


def width_of(ruleset: Ruleset, board: int = 0) -> int:
    """The number of words in a state."""
    if game_of(ruleset) == "meteor":
        return WIDTH_OF_METEOR
    if board == len(ruleset.layouts) - 1 and GAMES[game_of(ruleset)] >= UNDERGROUND:
        return WIDTH_OF_UNDERGROUND
    return WIDTH_OF_THREE if len(slots_of(pieces_of(ruleset, board))) > 2 else WIDTH


def game_of(ruleset: Ruleset) -> str:
    """The ruleset's name without a variant, which changes only who gets which dice."""
    return ruleset.name.split("+")[0]


def tiles_of(pieces: Iterable[Piece]) -> tuple[Tile, ...]:
    """The tiles of these pieces, in the order of their numbers in the book."""
    return tuple(tile for piece in pieces for tile in piece.tiles)


def _dice(ruleset: Ruleset, board: int, pieces: tuple[Piece, ...]) -> Words:
    """The faces of each die of the board's rounds, as piece numbers."""
    rounds = (Round(number) for number in range(1, ruleset.rounds + 1))
    round_ = next(number for number in rounds if ruleset.board_of(number) == board)
    numbers = {piece.name: number for number, piece in enumerate(pieces)}
    dice = [[numbers[face] for face in die.faces] for die in ruleset.dice(round_) if die.faces[0] in numbers]
    return np.array(dice, dtype=np.int64).reshape(-1, FACES_OF_DIE)


def pieces_of(ruleset: Ruleset, board: int = 0) -> tuple[Piece, ...]:
    """The pieces drawn on a board, in the order of their numbers in its book."""
    return tuple(piece for piece in ruleset.pieces.values() if ruleset.board_for(piece) == board)


def slots_of(pieces: Iterable[Piece]) -> dict[Kind, int]:
    """The slot of each kind that these pieces show."""
    kinds = sorted({kind for piece in pieces for _, kind in piece.tiles[0].carried})
    return {kind: slot for slot, kind in enumerate(kinds)}


def stored_at(slot: int) -> int:
    """The first of the four words of a slot in a state."""
    return 4 * slot if slot < 2 else IN_THIRD


def _tile_row(tile: Tile, ruleset: Ruleset, *, slots: dict[Kind, int]) -> list[int]:
    row = [0] * COLUMNS
    needs = tile.piece.needs
    for side in SIDES:
        kind = tile.sides[side]
        here, there = side * SIDE, side.opposite * SIDE
        slot = BLANK_WRITTEN if kind is None else slots[kind]
        row[SHOWS + side] = here + slot
        row[STORED + side] = IN_FILLED if kind is None else stored_at(slot) + side
        row[FACED + side] = FACES + there + slot
        joins = FACES + here + (slots[kind] if kind in slots and kind in needs else BLANK_READ)
        row[JOINS + side] = joins if needs else ANYWHERE
        barred = sorted(
            slots[other] for one, other in ruleset.contacts.never_meet if one == kind and other in slots
        )
        barred += [BLANK_READ] * (2 - len(barred))
        row[CLASHES + side] = FACES + here + barred[0]
        row[CLASHES_TOO + side] = FACES + here + barred[1]
    row[KEEPS_APART] = int(len(tile.groups) > 1)
    row[SIDES_DRAWN] = len(tile.carried)
    return row


def _exits(layout: Layout, slots: dict[Kind, int]) -> Words:
    faces = np.zeros(FACES, dtype=np.int64)
    for exit_ in layout.exits:
        faces[exit_.side * SIDE + slots[exit_.kind]] |= 1 << exit_.cell
    return faces
