"""The position in the last round of a board as people write it, with its dice to draw, and the board's text again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from inkrail.core.board import Round
from inkrail.core.cells import CELLS, Cell
from inkrail.core.dice import Die
from inkrail.core.errors import Refusal
from inkrail.core.notation import format_placement
from inkrail.core.pieces import Role
from inkrail.core.placement import Placement
from inkrail.rules.boardtext import BoardText, find_piece, position_of
from inkrail.rules.position import Drawing, Position
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import SPECIALS_A_GAME

DUPLICATE: Final = "duplicate"
"""The name and the verb of what draws a result again (U4)."""
NO_DUPLICATES: Final = "study.no_duplicates"
MOST_DUPLICATES: Final = 3
"""How often a result may be drawn again in a game (U4)."""


def last_position(
    text: BoardText, dice: Sequence[str], *, spent: Sequence[str] = (), duplicated: int = 0
) -> Position:
    """The position in the last round with these dice to draw; special routes on the board are used.

    `spent` are special routes used that are not on the board, `duplicated` is how often a result was drawn again. What
    is wrong with these or the dice is refused without a line: the text is not at fault.
    """
    ruleset = text.ruleset
    position = position_of(text)
    check_last_dice(ruleset, dice)
    order = list(ruleset.pieces)
    position = position._replace(
        round_=Round(ruleset.rounds),
        rolled=tuple(dice),
        dice=tuple(ruleset.pieces[face] for face in sorted(dice, key=order.index)),
        crossed_off=_used(ruleset, position, spent),
        notes=ruleset.set_up().notes,
    )
    return _with_duplicates(ruleset, position, duplicated)


def check_last_dice(ruleset: Ruleset, faces: Sequence[str]) -> None:
    """Refuse pieces that the dice of the last round cannot show, in any order."""
    known = {face for die in ruleset.dice(Round(ruleset.rounds)) for face in die.faces}
    for name in faces:
        if name not in known:
            find_piece(name, ruleset)
    if not _is_roll(ruleset, faces):
        raise Refusal("roll.impossible", roll=" ".join(faces))


def last_dice(ruleset: Ruleset) -> tuple[Die, ...]:
    """The dice of the last round that show something to draw."""
    pieces = ruleset.pieces.keys()
    return tuple(die for die in ruleset.dice(Round(ruleset.rounds)) if not pieces.isdisjoint(die.faces))


def _is_roll(ruleset: Ruleset, faces: Sequence[str]) -> bool:
    """Whether the dice of the last round can show these faces, in any order; those that strike are left out."""
    dice = last_dice(ruleset)
    if not ruleset.dealer.is_picked(dice):
        return _can_show(dice, faces)
    picked = {face for die in dice if die.route for face in die.faces}
    hand = [face for face in faces if face in picked]
    common = tuple(die for die in dice if not die.route)
    return len(hand) == len(dice) - len(common) and _can_show(common, [f for f in faces if f not in picked])


def _can_show(dice: Sequence[Die], faces: Sequence[str]) -> bool:
    if len(dice) != len(faces):
        return False
    orders = set(permutations(faces))
    return any(all(face in die.faces for die, face in zip(dice, order, strict=True)) for order in orders)


def written_board(ruleset: Ruleset, position: Position, drawings: Sequence[Drawing]) -> str:
    """The boards of a position as a text: what was drawn and still stands, in that order, then all other tiles."""
    latest: dict[tuple[int, Cell], Placement] = {}
    for drawing in drawings:
        where = ruleset.board_for(drawing.placement.piece), drawing.placement.cell
        latest.pop(where, None)
        latest[where] = drawing.placement
    standing = [
        placement
        for (number, cell), placement in latest.items()
        if position.boards[number][cell] == placement.tile
    ]
    read = ruleset.blank()
    for placement in standing:
        read = ruleset.put(read, placement)
    others = [
        (number, Placement(tile, cell))
        for number, board in enumerate(position.boards)
        for cell, tile in zip(CELLS, board.tiles, strict=True)
        if tile and not read.boards[number][cell]
    ]
    lines: list[str] = []
    section = None if len(position.boards) > 1 else 0
    for number, placement in [*((ruleset.board_for(one.piece), one) for one in standing), *others]:
        if number != section:
            section = number
            lines.append(f"{ruleset.layouts[number].name}:")
        lines.append(format_placement(placement))
    return "".join(f"{line}\n" for line in lines)


def _used(ruleset: Ruleset, position: Position, spent: Sequence[str]) -> tuple[str, ...]:
    """The special routes on the board and those spent otherwise (B10)."""
    tiles = (board[cell] for board in position.boards for cell in CELLS)
    drawn = dict.fromkeys(tile.piece.name for tile in tiles if tile and tile.piece.role is Role.SPECIAL)
    for name in spent:
        piece = find_piece(name, ruleset)
        if piece not in ruleset.specials:
            raise Refusal("piece.not_in_ruleset", piece=name, ruleset=ruleset.name)
        if name in drawn:
            raise Refusal("special.used", piece=name)
        if len(drawn) >= SPECIALS_A_GAME:
            raise Refusal("special.limit", piece=name)
        drawn[name] = None
    return tuple(drawn)


def _with_duplicates(ruleset: Ruleset, position: Position, number: int) -> Position:
    """The position after results were drawn again so many times in earlier rounds (U4)."""
    if not number:
        return position
    for extra in ruleset.extras(position):
        if extra.name == DUPLICATE:
            for _ in range(number):
                position = extra.spend(position, extra.pieces[0])._replace(this_round={})
            return position
    raise Refusal(NO_DUPLICATES, ruleset=ruleset.name)
