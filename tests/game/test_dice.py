"""Which of several equal dice is drawn."""

from __future__ import annotations

from inkrail.core.cells import parse_cell
from inkrail.game.actions import parse_action
from inkrail.game.dice import spent_dice
from inkrail.rules.position import Drawing
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")
EQUAL = ("railway-t", "highway-t", "railway-t", "overpass")


def drawings(*texts: str) -> tuple[Drawing, ...]:
    parsed = (parse_action(f"draw {text}", BASE) for text in texts)
    return tuple(action for action in parsed if isinstance(action, Drawing))


def test_of_equal_dice_the_first_is_drawn_first() -> None:
    drawn = drawings("railway-t D1 RR.R", "overpass B1 HRHR", "railway-t D7 .RRR")
    assert spent_dice(EQUAL, drawn) == (0, 3, 2)


def test_the_die_that_was_taken_is_drawn() -> None:
    drawn = drawings("railway-t D1 RR.R", "railway-t D7 .RRR")
    taken = {(parse_cell("D1"), BASE.pieces["railway-t"]): 2}
    assert spent_dice(EQUAL, drawn, taken=taken) == (2, 0)


def test_a_die_that_shows_something_else_was_not_taken() -> None:
    taken = {(parse_cell("D1"), BASE.pieces["railway-t"]): 1}
    assert spent_dice(EQUAL, drawings("railway-t D1 RR.R"), taken=taken) == (0,)


def test_b10_a_special_route_uses_up_no_die() -> None:
    assert spent_dice(EQUAL, drawings("special-hhhh B1 HHHH", "highway-t F1 HH.H")) == (None, 1)
