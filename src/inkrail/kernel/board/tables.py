"""The tables of a ruleset, generated from its pieces, dice and layouts."""

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
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import ANYWHERE, BLANK_READ, BLANK_WRITTEN, FACES, IN_FILLED, IN_THIRD, SIDE
from inkrail.rules.expansions.lava import LAVA_DIE
from inkrail.rules.expansions.lava import VOLCANO as VOLCANO_PIECE
from inkrail.rules.expansions.underground import UNDERGROUND
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import SPECIALS_A_GAME as MOST_SPECIALS

IN_TABLES: Final = (1 << 16) - 1
"""Indices are masked with this, so that the compiler knows they are not negative and omits a test for each."""

# Columns of a tile's row: the words of the open board for its four sides, then its properties.
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
PART: Final = 28
"""Where the tile's board begins in an open board: 0 or `UNDER`."""
COLUMNS: Final = 32

# Tables are one row of words, since each array argument has a cost in compiled code.
ROUNDS: Final = 0
SPECIALS_A_GAME: Final = 1
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
UNDER_DICE: Final = 9
"""With two boards: the first die of the underground's rounds."""
MANDATORY: Final = 10
"""The pieces of dice that must be drawn while they fit, as bits of their numbers (B9)."""
VOLCANO: Final = 11
"""The volcano's piece number (F1)."""
STATION_PIECES: Final = 12
"""The pieces with a station, as bits of their numbers."""
LAVA_DICE: Final = 13
"""The pieces of lava dice, as bits of their numbers."""
UNDER_PIECES: Final = 14
"""The pieces drawn underground, as bits of their numbers."""
VALUES: Final = 16
"""The points of a network by its number of exits."""
EXITS: Final = 32
"""The faces of an empty board, the first of two."""
UNDER_EXITS: Final = 128
"""The faces of the empty underground."""
SPECIAL_PIECES: Final = 56
DIE: Final = 64
FACES_OF_DIE: Final = 6
PIECE_TILES: Final = 160
"""For each piece its first tile and the one after its last."""
MOST_EXITS: Final = 12
TILE: Final = 256
"""The rows of the tiles, one for each orientation of each piece."""


def make_tables(ruleset: Ruleset, under: int) -> Words:
    """The tables of a ruleset, with its scoring options; `under` is where the underground begins in an open board."""
    pieces = pieces_of(ruleset)
    tiles = tiles_of(pieces)
    specials = [number for number, piece in enumerate(pieces) if piece.role is Role.SPECIAL]
    parts = [ruleset.board_for(piece) for piece in pieces]
    tables = np.zeros(TILE + len(tiles) * COLUMNS, dtype=np.int64)
    tables[MANDATORY] = _bits(piece.name in ruleset.mandatory for piece in pieces)
    tables[STATION_PIECES] = _bits(piece.station for piece in pieces)
    tables[LAVA_DICE] = _bits(piece.name in LAVA_DIE.faces for piece in pieces)
    tables[UNDER_PIECES] = _bits(ruleset.layouts[part] == UNDERGROUND for part in parts)
    tables[VOLCANO] = next((number for number, piece in enumerate(pieces) if piece == VOLCANO_PIECE), -1)
    tables[ROUNDS] = ruleset.rounds
    tables[SPECIALS_A_GAME] = MOST_SPECIALS
    tables[STRETCHES] = ruleset.longest is Longest.STRETCHES
    _write_values(tables, ruleset)
    for part, layout in enumerate(ruleset.layouts):
        at = UNDER_EXITS if part else EXITS
        tables[at : at + FACES] = _exits(layout, slots_of(ruleset, part))
    _write_dice(tables, ruleset, pieces)
    tables[SPECIALS], tables[PIECES], tables[TILES] = len(specials), len(pieces), len(tiles)
    tables[SPECIAL_PIECES : SPECIAL_PIECES + len(specials)] = specials
    ends = np.cumsum([0, *(len(piece.tiles) for piece in pieces)])
    spans = np.column_stack((ends[:-1], ends[1:]))
    tables[PIECE_TILES : PIECE_TILES + spans.size] = spans.ravel()
    rows = tables[TILE:].reshape(-1, COLUMNS)
    for index, tile in enumerate(tiles):
        number = pieces.index(tile.piece)
        part = parts[number]
        rows[index] = _tile_row(tile, ruleset, slots=slots_of(ruleset, part), part=under if part else 0)
        rows[index, PIECE] = number
        rows[index, SPECIAL] = 1 << specials.index(number) if number in specials else 0
    return tables


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << number for number, flag in enumerate(flags) if flag)


def _write_values(tables: Words, ruleset: Ruleset) -> None:
    values = [network_points(exits, ruleset.values) for exits in range(MOST_EXITS + 1)]
    tables[VALUES : VALUES + len(values)] = values
    tables[JOINING_PAYS] = all(
        values[one] + values[other] <= values[one + other]
        for one in range(MOST_EXITS)
        for other in range(MOST_EXITS + 1 - one)
    )


def _write_dice(tables: Words, ruleset: Ruleset, pieces: tuple[Piece, ...]) -> None:
    """Write the faces of each die as piece numbers, with two boards those of the underground's rounds last."""
    numbers = {piece.name: number for number, piece in enumerate(pieces)}
    dice: list[list[int]] = []
    for part in range(len(ruleset.layouts)):
        rounds = (Round(number) for number in range(1, ruleset.rounds + 1))
        round_ = next(number for number in rounds if ruleset.board_of(number) == part)
        tables[UNDER_DICE] = len(dice)
        dice += [
            [numbers[face] for face in die.faces] for die in ruleset.dice(round_) if die.faces[0] in numbers
        ]
    tables[DICE] = len(dice)
    tables[DIE : DIE + FACES_OF_DIE * len(dice)] = np.array(dice).ravel()


def tiles_of(pieces: Iterable[Piece]) -> tuple[Tile, ...]:
    """The tiles of these pieces, in the order of their numbers in the tables."""
    return tuple(tile for piece in pieces for tile in piece.tiles)


def pieces_of(ruleset: Ruleset) -> tuple[Piece, ...]:
    """The pieces in the order of their numbers in the tables, those of the first board first."""
    return tuple(sorted(ruleset.pieces.values(), key=ruleset.board_for))


def slots_of(ruleset: Ruleset, part: int) -> dict[Kind, int]:
    """The slot of each kind that the pieces of a board show."""
    pieces = [piece for piece in ruleset.pieces.values() if ruleset.board_for(piece) == part]
    kinds = sorted({kind for piece in pieces for _, kind in piece.tiles[0].carried})
    return {kind: slot for slot, kind in enumerate(kinds)}


def stored_at(slot: int) -> int:
    """The first of the four words of a slot in a state."""
    return 4 * slot if slot < 2 else IN_THIRD


def _tile_row(tile: Tile, ruleset: Ruleset, *, slots: dict[Kind, int], part: int) -> list[int]:
    row = [0] * COLUMNS
    needs = tile.piece.needs
    for side in SIDES:
        kind = tile.sides[side]
        here, there = side * SIDE, side.opposite * SIDE
        slot = BLANK_WRITTEN if kind is None else slots[kind]
        row[SHOWS + side] = part + here + slot
        row[STORED + side] = IN_FILLED if kind is None else stored_at(slot) + side
        row[FACED + side] = part + FACES + there + slot
        joins = FACES + here + (slots[kind] if kind in slots and kind in needs else BLANK_READ)
        row[JOINS + side] = part + joins if needs else ANYWHERE
        barred = sorted(
            slots[other] for one, other in ruleset.contacts.never_meet if one == kind and other in slots
        )
        barred += [BLANK_READ] * (2 - len(barred))
        row[CLASHES + side] = part + FACES + here + barred[0]
        row[CLASHES_TOO + side] = part + FACES + here + barred[1]
    row[KEEPS_APART] = int(len(tile.groups) > 1)
    row[SIDES_DRAWN] = len(tile.carried)
    row[PART] = part
    return row


def _exits(layout: Layout, slots: dict[Kind, int]) -> Words:
    faces = np.zeros(FACES, dtype=np.int64)
    for exit_ in layout.exits:
        faces[exit_.side * SIDE + slots[exit_.kind]] |= 1 << exit_.cell
    return faces
