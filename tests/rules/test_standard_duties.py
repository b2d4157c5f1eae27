"""The base game: what must and what may be drawn (B9-B11)."""

from __future__ import annotations

import pytest
from tests.rules.standard_play import play, refused, rolled
from tests.strategies import BASE, board_of

from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.errors import Refusal
from inkrail.rules.position import Position
from inkrail.rules.standard import (
    SPECIALS,
    cross_off,
    special_problem,
)

# B9, B10: what must and what may be drawn.


def test_b9a_a_die_that_fits_must_be_drawn() -> None:
    position = rolled("highway-straight", "railway-straight", "highway-curve", "overpass")
    assert BASE.duties(position) == ("round.dice_left",)
    three = play(position, "highway-straight B1 H.H.", "railway-straight D1 R.R.", "highway-curve F1 HH..")
    assert BASE.duties(three) == ("round.dice_left",)
    assert BASE.dice_that_fit(three) == (BASE.pieces["overpass"],)


def test_b9b_the_round_may_end_when_all_dice_are_drawn() -> None:
    position = rolled("highway-straight", "railway-straight", "highway-curve", "overpass")
    lines = (
        "highway-straight B1 H.H.",
        "railway-straight D1 R.R.",
        "highway-curve F1 HH..",
        "overpass F7 HRHR",
    )
    assert BASE.duties(play(position, *lines)) == ()


def blocked_but_for(*free: str) -> Position:
    """A board full of highway crossings, except for some cells."""
    cross = BASE.pieces["special-hhhh"].tiles[0]
    kept = {parse_cell(name) for name in free}
    return Position((board_of({cell: cross for cell in CELLS if cell not in kept}),))


def test_b9b_the_round_may_end_when_no_die_left_fits() -> None:
    position = rolled("railway-straight", "railway-t", "railway-curve", on=blocked_but_for("D4", "C3"))
    assert BASE.duties(position) == ()
    assert BASE.dice_that_fit(position) == ()


def test_b9a_one_die_that_fits_is_enough() -> None:
    position = rolled("railway-straight", "highway-curve", on=blocked_but_for("D4"))
    assert BASE.dice_that_fit(position) == (BASE.pieces["highway-curve"],)
    assert BASE.duties(position) == ("round.dice_left",)


def test_b9c_a_seat_may_block_itself_by_the_order() -> None:
    position = rolled("highway-straight", "highway-curve", on=blocked_but_for("D4"))
    assert BASE.duties(play(position, "highway-curve D4 HH..")) == ()


def test_b9d_each_die_is_drawn_once() -> None:
    position = play(rolled("highway-straight", "railway-t"), "highway-straight B1 H.H.")
    assert refused(position, "highway-straight F1 H.H.") == "draw.not_available"
    twice = play(rolled("highway-straight", "highway-straight"), "highway-straight B1 H.H.")
    assert refused(twice, "highway-straight F1 H.H.") is None


def test_b9d_only_what_was_rolled_is_drawn() -> None:
    assert refused(rolled("railway-t"), "highway-straight F1 H.H.") == "draw.not_available"


def test_b10a_one_special_route_a_round() -> None:
    position = play(rolled("railway-t"), "special-hhhh B1 HHHH")
    assert refused(position, "special-rrrr D1 RRRR") == "special.round"
    assert refused(rolled("railway-t", round_=2, on=position), "special-rrrr D1 RRRR") is None


def test_b10b_each_special_route_once_a_game() -> None:
    position = rolled(round_=2, on=play(rolled(), "special-hhhh B1 HHHH"))
    assert refused(position, "special-hhhh F1 HHHH") == "special.used"
    assert [drawable.piece.name for drawable in BASE.drawables(position)] == [
        piece.name for piece in SPECIALS if piece.name != "special-hhhh"
    ]


def test_b10c_three_special_routes_a_game() -> None:
    position = BASE.set_up()
    for number, line in enumerate(
        ["special-hhhh B1 HHHH", "special-rrrr D1 RRRR", "special-hhrr F1 HHRR"], 1
    ):
        position = play(rolled(round_=number, on=position), line)
    fourth = rolled(round_=4, on=position)
    assert refused(fourth, "special-hrhr B7 HRHR") == "special.limit"
    assert refused(fourth, "special-hhhh B7 HHHH") == "special.used"
    assert BASE.drawables(fourth) == ()


def test_b10a_b10b_b10c_a_special_route_is_crossed_off_only_while_it_may() -> None:
    hhhh, rrrr, hhrr, hrhr = (BASE.pieces[f"special-{name}"] for name in ("hhhh", "rrrr", "hhrr", "hrhr"))
    once = cross_off(rolled(), hhhh)
    assert once.crossed_off == ("special-hhhh",)
    codes = []
    for position, piece in (
        (once, hhhh),
        (once, rrrr),
        (once._replace(crossed_off=("special-hhhh", "special-rrrr", "special-hhrr"), this_round={}), hrhr),
    ):
        with pytest.raises(Refusal) as told:
            cross_off(position, piece)
        codes.append((told.value.code, told.value.params["piece"]))
    assert codes == [
        ("special.used", "special-hhhh"),
        ("special.round", "special-rrrr"),
        ("special.limit", "special-hrhr"),
    ]
    assert special_problem(once._replace(this_round={}), hhrr) is None


def test_b10c_how_many_special_routes_are_left() -> None:
    (before,) = BASE.extras(rolled())
    (after,) = BASE.extras(cross_off(rolled(), BASE.pieces["special-hhhh"]))
    assert (before.name, before.left, before.total, before.per) == ("special", 3, 3, "game")
    assert (after.left, after.total) == (2, 3)


def test_b10_an_extra_says_why_each_special_route_cannot_be_had() -> None:
    (before,) = BASE.extras(rolled())
    assert {before.why_not(piece) for piece in before.pieces} == {None}
    (after,) = BASE.extras(cross_off(rolled(), BASE.pieces["special-hhhh"]))
    codes = {piece.name: after.why_not(piece) for piece in after.pieces}
    assert codes.pop("special-hhhh") == "special.used"
    assert set(codes.values()) == {"special.round"}
    assert list(after.drawables()) == []


def test_b10c_only_special_routes_are_told_that_there_are_none_left() -> None:
    full = rolled("railway-t")._replace(crossed_off=("special-hhhh", "special-rrrr", "special-hhrr"))
    assert refused(full, "overpass F7 HRHR") == "draw.not_available"


def test_b10d_a_special_route_is_never_a_duty() -> None:
    assert BASE.duties(rolled()) == ()
    assert not any(drawable.mandatory for drawable in BASE.drawables(rolled()))
    assert len(BASE.drawables(rolled())) == 6


def test_b11g_each_tile_bears_the_number_of_its_round() -> None:
    position = play(rolled("highway-straight"), "highway-straight B1 H.H.")
    position = play(rolled("highway-curve", round_=5, on=position), "highway-curve B2 HH..")
    assert {name: position.boards[0].rounds[parse_cell(name)] for name in ("B1", "B2", "B3")} == {
        "B1": 1,
        "B2": 5,
        "B3": 0,
    }
