"""Choosing an orientation for somebody who only says piece and cell: the one that scores best now."""

from __future__ import annotations

from collections.abc import Callable

from inkrail.core.cells import Cell, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreSheet
from inkrail.game.actions import TakeBack, format_action
from inkrail.game.table import Table
from inkrail.game.view import Option, View, view, why_not
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing, Position

Score = Callable[[Position], ScoreSheet]
"""How positions are scored; the answer for the one that is chosen will be wanted again."""


def placed(view_: View, *, verb: str, piece: str, cell: str, score: Score) -> str:
    """The action that draws the piece in the cell, in the orientation that scores best; the first of equals."""
    where = parse_cell(cell)
    option = _option(view_, verb=verb, piece=piece)
    ranked = _ranked(view_, option, where, score=score)
    if not ranked:
        raise why_not(view_, option, where) or Refusal("place.not_possible", piece=piece, cell=cell)
    return format_action(ranked[0], view_.ruleset)


def turned(table: Table, seat: Seat, *, cell: str, score: Score) -> tuple[str, str]:
    """Two actions that replace this round's drawing in the cell by the same piece in the next orientation."""
    where = parse_cell(cell)
    found = [d for d in table.seats[seat].drawings if d.placement.cell == where]
    if not found:
        raise Refusal("turn.nothing", cell=cell)
    drawing = found[-1]
    without, _ = table.act(seat, TakeBack(where))
    view_ = view(without, seat)
    option = _option(view_, verb=drawing.verb, piece=drawing.placement.piece.name)
    ranked = _ranked(view_, option, where, score=score)
    if len(ranked) < 2 or drawing not in ranked:
        raise Refusal("turn.only_one", cell=cell)
    following = ranked[(ranked.index(drawing) + 1) % len(ranked)]
    return (
        format_action(TakeBack(where), table.ruleset),
        format_action(following, table.ruleset),
    )


def reason(view_: View, *, verb: str, piece: str, cell: str) -> Refusal | None:
    """Why the piece does not go into the cell now; None if it does."""
    try:
        option = _option(view_, verb=verb, piece=piece)
    except Refusal as refusal:
        return refusal
    return why_not(view_, option, parse_cell(cell))


def _option(view_: View, *, verb: str, piece: str) -> Option:
    for option in view_.options:
        if option.verb == verb and option.piece.name == piece:
            return option
    known = view_.ruleset.pieces.get(piece)
    if known is None:
        raise Refusal("piece.unknown", piece=piece)
    why = view_.ruleset.why_not(view_.position, Drawing(verb, Placement(known.tiles[0], Cell(0))))
    raise Refusal(why or "draw.not_available", piece=piece)


def _ranked(view_: View, option: Option, cell: Cell, *, score: Score) -> list[Drawing]:
    """The drawings of an option in a cell, the one with the best score first."""
    drawings = [
        Drawing(option.verb, Placement(tile, cell))
        for tile, cells in option.placements.masks
        if cells >> cell & 1
    ]
    if len(drawings) < 2:
        return drawings
    return sorted(drawings, key=lambda drawing: -score(view_.ruleset.draw(view_.position, drawing)).total)
