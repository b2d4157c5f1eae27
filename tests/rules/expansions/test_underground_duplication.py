"""The underground: duplication (U4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.expansions.underground_rounds import (
    ALL_DRAWN,
    DUPLICATE,
    ROLL,
    draw,
    drawing,
    underground_round,
)
from tests.rules.expansions.underground_texts import (
    ALONE,
    BOTH,
    EXPANSION,
)
from tests.rules.play import (
    random_game,
)

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.rules.position import Drawing, Position
from inkrail.rules.ruleset import Ruleset

# U4: duplication.


@BOTH
def test_u4a_each_result_may_be_drawn_once_more_than_rolled(ruleset: Ruleset) -> None:
    position = draw(ruleset, underground_round(ruleset), *ALL_DRAWN)
    options = {drawable.piece.name for drawable in ruleset.drawables(position) if drawable.verb == DUPLICATE}
    assert options == set(ROLL)
    written = "duplicate pipe-curve F7 .PP."
    assert parse_action(written, ruleset) == drawing("pipe-curve F7 .PP.", verb=DUPLICATE)
    again = draw(ruleset, position, "pipe-curve F7 .PP.", verb=DUPLICATE)
    assert again.boards[-1].filled.bit_count() == 5
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(ruleset, position, "pipe-curve F7 .PP.")


@BOTH
def test_u4b_only_this_rounds_results(ruleset: Ruleset) -> None:
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(ruleset, underground_round(ruleset), "pipe-cross B1 PPPP", verb=DUPLICATE)
    later = underground_round(
        ruleset,
        faces=("subway-station-t", "subway-t", "pipe-t", "subway-t-pipe-stub"),
        before=draw(ruleset, underground_round(ruleset), *ALL_DRAWN),
    )
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(ruleset, later, "pipe-curve F7 .PP.", verb=DUPLICATE)


@BOTH
def test_u4c_once_in_a_round(ruleset: Ruleset) -> None:
    position = draw(ruleset, underground_round(ruleset), "pipe-curve F7 .PP.", verb=DUPLICATE)
    assert not any(drawable.verb == DUPLICATE for drawable in ruleset.drawables(position))
    with pytest.raises(Refusal) as refused:
        draw(ruleset, position, "pipe-straight B7 P.P.", verb=DUPLICATE)
    assert refused.value.code == "duplicate.round"
    with pytest.raises(Refusal) as refused:
        draw(ruleset, position, "pipe-cross B7 PPPP")
    assert refused.value.code == "draw.not_available"
    later = underground_round(ruleset, before=position)
    assert any(drawable.verb == DUPLICATE for drawable in ruleset.drawables(later))


def duplicates_left(ruleset: Ruleset, position: Position) -> int:
    return next(extra.left for extra in ruleset.extras(position) if extra.name == DUPLICATE)


@BOTH
def test_u4d_three_times_a_game(ruleset: Ruleset) -> None:
    position = underground_round(ruleset)
    left = [duplicates_left(ruleset, position)]
    for line in ("pipe-straight B1 P.P.", "pipe-straight F1 P.P.", "pipe-straight B7 P.P."):
        position = draw(ruleset, position, line, verb=DUPLICATE)
        position = underground_round(ruleset, before=position)
        left.append(duplicates_left(ruleset, position))
    assert left == [3, 2, 1, 0]
    with pytest.raises(Refusal) as refused:
        draw(ruleset, position, "pipe-straight F7 P.P.", verb=DUPLICATE)
    assert refused.value.code == "duplicate.limit"


@BOTH
def test_u4e_at_any_time_of_the_round(ruleset: Ruleset) -> None:
    lines = [drawing(line) for line in ALL_DRAWN]
    for moment in range(5):
        drawings = [*lines[:moment], drawing("pipe-straight B7 P.P.", verb=DUPLICATE), *lines[moment:]]
        position = underground_round(ruleset)
        for each in drawings:
            position = ruleset.draw(position, each)
        assert position.boards[-1].filled.bit_count() == 5


@BOTH
def test_u4f_it_takes_no_die_and_is_no_duty(ruleset: Ruleset) -> None:
    position = draw(ruleset, underground_round(ruleset), *ALL_DRAWN[:1], *ALL_DRAWN[2:])
    copied = draw(ruleset, position, "pipe-straight B7 P.P.", verb=DUPLICATE)
    assert [die.name for die in copied.dice] == ["pipe-straight"]
    assert ruleset.duties(copied) == ("round.dice_left",)
    assert ruleset.duties(draw(ruleset, position, ALL_DRAWN[1])) == ()


def test_u4g_it_does_not_touch_the_surfaces_special_routes() -> None:
    copied = draw(EXPANSION, underground_round(EXPANSION), "pipe-straight B7 P.P.", verb=DUPLICATE)
    assert copied.crossed_off == ()
    faces = ("highway-straight", "highway-t", "railway-t", "overpass")
    above = EXPANSION.begin_round(copied, Round(3), faces=faces)
    special = draw(EXPANSION, above, "special-hhhh B1 HHHH")
    below = EXPANSION.begin_round(special, Round(4), faces=ROLL)
    assert any(drawable.verb == DUPLICATE for drawable in EXPANSION.drawables(below))


def test_u4h_not_in_a_surface_round() -> None:
    faces = ("highway-straight", "highway-t", "railway-t", "overpass")
    above = EXPANSION.begin_round(EXPANSION.set_up(), Round(1), faces=faces)
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(EXPANSION, above, "highway-straight B1 H.H.", verb=DUPLICATE)


def test_u4h_also_in_the_game_without_a_surface() -> None:
    position = draw(ALONE, underground_round(ALONE), ALL_DRAWN[1])
    copy = drawing("pipe-curve F7 .PP.", verb=DUPLICATE)
    assert ALONE.draw(position, copy).boards[0][parse_cell("F7")] == copy.placement.tile


@BOTH
def test_u4i_a_copy_is_drawn_by_the_same_rules(ruleset: Ruleset) -> None:
    position = draw(ruleset, underground_round(ruleset), ALL_DRAWN[1])
    for line, code in (
        ("pipe-curve B1 PP..", "placement.occupied"),
        ("pipe-curve D1 PP..", "placement.kind_clash"),
        ("pipe-curve D4 PP..", "placement.unconnected"),
    ):
        with pytest.raises(Refusal) as refused:
            draw(ruleset, position, line, verb=DUPLICATE)
        assert refused.value.code == code


@BOTH
@settings(max_examples=min(25, settings().max_examples))
@given(seed=st.integers(0, 10**6))
def test_u4_random_games_duplicate_within_the_limits(ruleset: Ruleset, seed: int) -> None:
    taken = [(step.taken, step.after.round_) for step in random_game(ruleset, seed=seed)]
    rounds = [round_ for action, round_ in taken if isinstance(action, Drawing) and action.verb == DUPLICATE]
    assert len(rounds) <= 3
    assert len(set(rounds)) == len(rounds)
