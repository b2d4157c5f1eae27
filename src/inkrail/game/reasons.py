"""Why something cannot be drawn, for the page, the terminal and bots."""

from __future__ import annotations

from inkrail.core.cells import Cell, contains
from inkrail.core.errors import Refusal
from inkrail.core.placement import Placement
from inkrail.game.view import Option, View
from inkrail.rules.position import Drawing

_SPECIFIC = ("placement.occupied", "placement.kind_clash", "placement.unconnected")
"""The most specific codes, in order of preference."""


def option_for(view: View, *, verb: str, piece: str) -> Option:
    """The option for this verb and piece; a refusal says why there is none, whatever the cell."""
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
    code = next((code for code in _SPECIFIC if code in codes), min(codes))
    return Refusal(code, cell=cell, piece=piece)


def _refused(view: View, drawing: Drawing) -> str:
    """The code that refuses an impossible drawing."""
    try:
        view.ruleset.draw(view.position, drawing)
    except Refusal as refusal:
        return refusal.code
    raise AssertionError(drawing)
