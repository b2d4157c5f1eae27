"""Why something cannot be drawn: one answer for pages, terminals and bots."""

from __future__ import annotations

from inkrail.core.cells import Cell, contains
from inkrail.core.errors import Refusal
from inkrail.core.placement import Placement
from inkrail.game.view import Option, View
from inkrail.rules.position import Drawing

_TELLING = ("placement.occupied", "placement.kind_clash", "placement.unconnected")
"""Of several codes the first of these says most."""


def option_for(view: View, *, verb: str, piece: str) -> Option:
    """What a seat draws by this verb and piece, or a refusal that says why there is nothing to draw, whatever the cell."""
    for option in view.options:
        if option.verb == verb and option.piece.name == piece:
            return option
    known = view.ruleset.pieces.get(piece)
    if known is None:
        raise Refusal("piece.unknown", piece=piece)
    view.ruleset.drawable(view.position, Drawing(verb, Placement(known.tiles[0], Cell(0))))
    raise Refusal("draw.not_available", piece=piece)


def why_not(view: View, *, verb: str, piece: str, cell: Cell) -> Refusal | None:
    """Why the piece cannot be drawn in the cell in any orientation; None if it can."""
    try:
        option = option_for(view, verb=verb, piece=piece)
    except Refusal as refusal:
        return refusal
    if contains(option.placements.cells, cell):
        return None
    codes = {_refused(view, Drawing(verb, Placement(tile, cell))) for tile in option.piece.tiles}
    code = next((code for code in _TELLING if code in codes), min(codes))
    return Refusal(code, cell=cell, piece=piece)


def _refused(view: View, drawing: Drawing) -> str:
    """The code that refuses a drawing which is known to be impossible."""
    try:
        view.ruleset.draw(view.position, drawing)
    except Refusal as refusal:
        return refusal.code
    raise AssertionError(drawing)
