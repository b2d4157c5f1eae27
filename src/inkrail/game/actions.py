"""What a seat may do, and how that is written in a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from inkrail.core.cells import Cell, format_cell, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.notation import format_placement
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement
from inkrail.rules.boardtext import find_piece
from inkrail.rules.position import Choice, Drawing
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back a drawing of this round: the one of this piece in this cell, or the last one there (B11)."""

    cell: Cell
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Take some of the dice on offer, by their number from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Done:
    """End the round (B9)."""


Action: TypeAlias = Drawing | Choice | TakeBack | Pick | Done
"""What a seat asks the table to do."""

TAKE_BACK = "take-back"
DONE = "done"


def format_action(action: Action, ruleset: Ruleset) -> str:
    """Write an action, e.g. `draw station-curve C2 RH..`."""
    match action:
        case Drawing(verb=verb, placement=placement):
            where = format_cell(placement.cell) if verb in ruleset.verbs else format_placement(placement)
            return f"{verb} {where}"
        case Choice(verb=verb, argument=argument):
            return f"{verb} {argument}"
        case TakeBack(cell=cell, piece=piece):
            return f"{TAKE_BACK} {format_cell(cell)}" + (f" {piece.name}" if piece else "")
        case Pick(number=number):
            return f"{ruleset.dealer.picking} {number}"
        case Done():
            return DONE
        case _:
            assert_never(action)


def parse_action(text: str, ruleset: Ruleset) -> Action:
    """Read an action; the table decides whether it is possible now."""
    verb, *words = text.split() or [""]
    match words:
        case [] if verb == DONE:
            return Done()
        case [cell] | [cell, _] if verb == TAKE_BACK:
            return TakeBack(parse_cell(cell), *(find_piece(piece, ruleset) for piece in words[1:]))
        case [number] if verb and verb == ruleset.dealer.picking:
            return Pick(_parse_number(number))
        case [cell] if verb in ruleset.verbs:
            return Drawing(verb, Placement(ruleset.verbs[verb].tiles[0], parse_cell(cell)))
        case [argument] if verb in ruleset.steps:
            return Choice(verb, argument)
        case [piece, cell, sides] if verb in ruleset.drawing_verbs:
            found, where = find_piece(piece, ruleset), parse_cell(cell)
            return Drawing(verb, Placement(found.tile(sides), where))
        case _:
            raise Refusal("action.unknown", action=text[:80])


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Refusal("action.unknown", action=text[:80])
    return int(text)
