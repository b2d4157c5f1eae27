"""A round of Meteor in which a railway fits only on a crater."""

from __future__ import annotations

from dataclasses import replace

from inkrail.core.board import Round
from inkrail.core.notation import parse_placement
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, open_table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

RULES = parse_ruleset("meteor")
CLOSED = (
    *("highway-straight A2 H.H.", "highway-straight A6 H.H.", "highway-straight G2 H.H."),
    *("highway-straight G6 H.H.", "highway-straight D7 .H.H", "crater D1 ...."),
)
FACES = ("railway-straight", "highway-straight", "railway-curve", "highway-t", "right", "1")


def only_on_craters() -> View:
    """The only railway exit left to start from is at the crater D1; highways fit everywhere."""
    position = RULES.set_up()
    board = position.boards[0]
    for text in CLOSED:
        placement = parse_placement(text, RULES.pieces)
        board = board.draw(placement.tile, placement.cell, round_=Round(1))
    position = RULES.begin_round(position.with_board(0, board), Round(2), faces=FACES)
    position = RULES.choose(position, RULES.choices(position)[0])
    table = open_table(RULES, seats=1)
    seat = SeatState(shown=position, start=position)
    return view(replace(table, seats=(seat,), round_=Round(2), phase=Phase.DRAW), Seat(0))
