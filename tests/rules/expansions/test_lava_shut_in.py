"""Lava that is shut in, and what is due then (F6)."""

from __future__ import annotations

from tests.rules.expansions.lava_positions import (
    MUST_DRAW,
    ROUTES,
    RULES,
    SHUT_IN,
    draw,
    full_but,
    refused,
    rolled,
    standing,
    volcanoes,
)
from tests.rules.lava_ring import RING
from tests.rules.play import (
    check_answer,
    legal_drawings,
)

from inkrail.core.cells import mask_of, parse_cell
from inkrail.rules.position import DRAW, ERASE

# F6


def test_f6a_nothing_is_erased_while_a_free_cell_is_next_to_open_lava() -> None:
    position = rolled(standing(*RING), "lava-3", "lava-3")
    assert refused(position, "erase lava-3 C4 FFF.") == "lava.free_cell_left"
    assert check_answer((*RING, "lava-3 C4 FFF."), rules="lava")["code"] == "placement.occupied"


def test_f6b_shut_in_the_first_lava_die_takes_the_place_of_a_route_die_or_a_special() -> None:
    position = rolled(standing(*SHUT_IN), "lava-3", "lava-2-opposite")
    assert RULES.duties(position) == (MUST_DRAW,)
    for text in ("erase lava-3 C4 FFF.", "erase lava-3 D3 FFF.", "erase lava-2-opposite D5 F.F."):
        after = draw(position, text)
        cell = parse_cell(text.split()[2])
        assert str(after.boards[0][cell]) == f"{text.split()[1]} {text.split()[3]}"
        assert RULES.duties(after) == ()


def test_f6c_never_a_tile_with_lava() -> None:
    lava = tuple(line for line in SHUT_IN if " D3 " not in line)
    position = rolled(standing(*lava, "lava-railway D3 .RFR"), "lava-3", "lava-3")
    for text in ("erase lava-3 D3 FFF.", "erase lava-3 D4 FFF."):
        assert refused(position, text) == "placement.occupied"
    assert draw(position, "erase lava-3 C4 FFF.") != position


def test_f6d_a_tile_of_this_round_too() -> None:
    position = rolled(standing(*RING), "lava-3", "lava-3", routes=("railway-straight",))
    position = draw(position, "draw railway-straight D3 R.R.")
    position = draw(position, "erase lava-3 D3 FFF.")
    assert str(position.boards[0][parse_cell("D3")]) == "lava-3 FFF."
    assert [piece.name for piece in position.dice] == ["lava-3"]


def test_f6e_what_is_erased_stays_used() -> None:
    position = draw(rolled(standing(*SHUT_IN), "lava-3", "lava-3"), "erase lava-3 D3 FFF.")
    assert refused(position, "draw special-rrrr A2 RRRR") == "special.used"
    text = (*SHUT_IN, "lava-3 D3 FFF.", "special-rrrr A2 RRRR")
    assert check_answer(text, rules="lava") == {"legal": False, "line": 14, "code": "special.used"}


def test_f6f_only_a_tile_at_an_open_lava_side_and_the_lava_must_meet_it() -> None:
    position = rolled(standing(*SHUT_IN), "lava-2-opposite", "lava-highway")
    assert refused(position, "erase lava-2-opposite D2 F.F.") == "placement.unconnected"
    assert refused(position, "erase lava-2-opposite D3 .F.F") == "placement.unconnected"
    assert refused(position, "erase lava-highway D3 .HFH") == "placement.kind_clash"
    assert refused(position, "erase lava-2-opposite A1 F.F.") == "lava.nothing_to_erase"
    for text in ("erase lava-3 D3 FFF.", "erase railway-t D3 RRR."):
        assert refused(position, text) == "draw.not_available"


def test_f6f_a_route_that_goes_on_is_no_substitute_for_an_open_lava_side() -> None:
    """Railways lead into D2 and C3 from two sides, but only the four cells beside the volcano are at open lava."""
    position = rolled(standing(*SHUT_IN), "lava-railway", "lava-3")
    assert refused(position, "erase lava-railway D2 RFR.") == "placement.unconnected"
    assert refused(position, "erase lava-railway C3 RFR.") == "placement.unconnected"
    erasing = [option for option in legal_drawings(RULES, position) if option.verb == ERASE]
    assert {str(option.placement.cell) for option in erasing} == {"D3", "C4", "E4", "D5"}
    railways = [str(option.placement) for option in erasing if option.placement.piece.name == "lava-railway"]
    assert sorted(railways) == [
        "lava-railway C4 RFR.",
        "lava-railway D3 .RFR",
        "lava-railway D5 FR.R",
        "lava-railway E4 R.RF",
    ]


def test_f6g_or_he_draws_a_volcano_and_goes_on_from_it() -> None:
    position = draw(rolled(standing(*SHUT_IN), "lava-3", "lava-3"), "volcano volcano A1 FFFF")
    assert RULES.duties(position) == (MUST_DRAW,)
    assert refused(position, "erase lava-3 D3 FFF.") == "lava.free_cell_left"
    assert RULES.duties(draw(position, "draw lava-3 B1 F.FF")) == ()


def test_f6h_the_second_die_never_erases() -> None:
    position = draw(rolled(standing(*SHUT_IN), "lava-2-opposite", "lava-3"), "erase lava-2-opposite D3 F.F.")
    assert refused(position, "erase lava-3 C4 FFF.") == "lava.only_first_erases"
    drawn = rolled(standing(*RING), "lava-2-opposite", "lava-3")
    drawn = draw(drawn, "draw lava-2-opposite D3 F.F.")
    assert refused(drawn, "erase lava-3 C4 FFF.") == "lava.only_first_erases"
    assert RULES.duties(drawn) == ()


def test_f6i_if_only_the_volcano_is_possible_it_must_be_drawn() -> None:
    """No highway fits into the ring, so none of its tiles can be erased."""
    position = rolled(standing(*SHUT_IN), "lava-highway", "lava-highway")
    assert not [option for option in legal_drawings(RULES, position) if option.verb == ERASE]
    assert RULES.duties(position) == (MUST_DRAW,)
    position = draw(position, "volcano volcano A1 FFFF")
    assert RULES.duties(position) == (MUST_DRAW,)
    assert RULES.duties(draw(position, "draw lava-highway B1 H.HF")) == ()


def test_f6i_also_where_no_lava_is_open() -> None:
    closed = rolled(standing("lava-2-adjacent A1 F..F"), "lava-3", "lava-3")
    assert RULES.duties(closed) == (MUST_DRAW,)
    assert {option.verb for option in legal_drawings(RULES, closed)} - {DRAW} == {"volcano"}


def test_f6i_also_where_no_lava_can_follow_it() -> None:
    """The only cell for a volcano is shut in too, and no highway fits beside it: then the duty lapses."""
    position = rolled(standing(*full_but("A1", over=SHUT_IN)), "lava-highway", "lava-highway")
    assert volcanoes(position) == "A1"
    assert RULES.duties(position) == (MUST_DRAW,)
    assert RULES.duties(draw(position, "volcano volcano A1 FFFF")) == ()


def test_f6j_both_dice_are_asked() -> None:
    for position in (standing(*RING), standing(*full_but(over=SHUT_IN))):
        assert RULES.duties(rolled(position, "lava-highway", "lava-highway")) == ()
        assert RULES.duties(rolled(position, "lava-highway", "lava-railway")) == (MUST_DRAW,)
        assert RULES.duties(rolled(position, "lava-railway", "lava-highway")) == (MUST_DRAW,)


def test_f6k_the_board_is_asked_as_it_stands() -> None:
    """With the last free cell beside the lava taken by their own railway, a player must erase or draw a volcano."""
    position = rolled(standing(*RING), "lava-highway", "lava-highway", routes=("railway-straight",))
    assert MUST_DRAW not in RULES.duties(position)
    assert MUST_DRAW in RULES.duties(draw(position, "draw railway-straight D3 R.R."))


def test_f6l_where_a_free_cell_is_beside_lava_but_neither_die_fits_the_duty_lapses() -> None:
    """A volcano may still be drawn there, and with it the duty is back."""
    position = rolled(standing(*RING), "lava-highway", "lava-highway")
    assert "A1" in volcanoes(position)
    assert RULES.duties(position) == ()
    assert RULES.duties(draw(position, "volcano volcano A1 FFFF")) == (MUST_DRAW,)


def test_f6m_where_nothing_is_possible_the_duty_lapses() -> None:
    position = rolled(standing(*full_but(over=SHUT_IN)), "lava-highway", "lava-highway")
    assert legal_drawings(RULES, position) == []
    assert RULES.duties(position) == ()


def test_f6_what_is_due_names_the_volcano_before_erasing_and_first_where_the_lava_can_go_on() -> None:
    closed_in = (*SHUT_IN, "highway-straight B1 H.H.", "railway-straight A2 .R.R")
    position = rolled(standing(*closed_in), "lava-3", "lava-railway")
    lonely = mask_of(map(parse_cell, ("A1", "C1")))
    going_on, anywhere, erasing, dice = RULES.due(position)
    assert [[item.verb for item in group] for group in (going_on, anywhere, erasing, dice)] == [
        ["volcano"],
        ["volcano"],
        [ERASE, ERASE],
        [],
    ]
    assert not going_on[0].where & lonely
    assert anywhere[0].where == going_on[0].where | lonely


def test_f3_what_is_due_is_either_lava_die_in_a_free_cell_and_then_the_route_dice() -> None:
    position = rolled(standing("volcano D4 FFFF"), "lava-3", "lava-railway", routes=ROUTES)
    lava, routes = RULES.due(position)
    assert [(item.verb, item.piece.name) for item in lava] == [(DRAW, "lava-3"), (DRAW, "lava-railway")]
    assert {item.where for item in lava} == {position.boards[0].free}
    assert [item.piece.name for item in routes] == list(ROUTES)
    assert len(RULES.due(draw(position, "draw lava-3 C4 FF.F"))) == 1
