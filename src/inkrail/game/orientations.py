"""Chooses the orientation for a player who names only piece and cell, and turns a drawing to the next one."""

from __future__ import annotations

from collections.abc import Callable

from inkrail.core.cells import Cell, contains
from inkrail.core.errors import Refusal
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreSheet
from inkrail.game.actions import TakeBack
from inkrail.game.reasons import option_for, why_not
from inkrail.game.table import Table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing, Position

Score = Callable[[Position], ScoreSheet]
"""How positions are scored; a caller may pass a cached function."""


def best_drawing(view_: View, *, verb: str, piece: str, cell: Cell, score: Score | None = None) -> Drawing:
    """The drawing of the piece in the cell that scores best now, the first of equals; a refusal if there is none."""
    ranked = _ranked(view_, verb=verb, piece=piece, cell=cell, score=score)
    if not ranked:
        refusal = why_not(view_, verb=verb, piece=piece, cell=cell)
        assert refusal is not None
        raise refusal
    return ranked[0]


def turned(table: Table, seat: Seat, *, cell: Cell, score: Score | None = None) -> tuple[TakeBack, Drawing]:
    """The two actions that turn this round's drawing in the cell to its next orientation, the best first."""
    drawings = [drawing for drawing in table.seats[seat].drawings if drawing.placement.cell == cell]
    if not drawings:
        raise Refusal("turn.nothing", cell=cell)
    drawing, back = drawings[-1], TakeBack(cell)
    without, _ = table.act(seat, back)
    piece = drawing.placement.piece.name
    ranked = _ranked(view(without, seat), verb=drawing.verb, piece=piece, cell=cell, score=score)
    if len(ranked) < 2 or drawing not in ranked:
        raise Refusal("turn.only_one", cell=cell)
    return back, ranked[(ranked.index(drawing) + 1) % len(ranked)]


def _ranked(view_: View, *, verb: str, piece: str, cell: Cell, score: Score | None) -> list[Drawing]:
    """The ways to draw a piece in a cell, the one with the best score first."""
    option = option_for(view_, verb=verb, piece=piece)
    drawings = [
        Drawing(verb, Placement(tile, cell))
        for tile, cells in option.placements.masks
        if contains(cells, cell)
    ]
    if len(drawings) < 2:
        return drawings
    ruleset, position = view_.ruleset, view_.position
    points = score or ruleset.score
    return sorted(drawings, key=lambda drawing: -points(ruleset.draw(position, drawing)).total)
