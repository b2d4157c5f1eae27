"""A ruleset combines the answers of its modules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import BASE, boards

from inkrail.core.board import NO_ROUND, Board, Round
from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.notation import parse_placement
from inkrail.core.placement import Placement
from inkrail.rules.module import RuleModule
from inkrail.rules.position import DRAW, Choice, Drawing, Position
from inkrail.rules.registry import parse_ruleset

FACES = ("highway-straight", "highway-straight", "railway-t", "overpass")


def drawing(text: str) -> Drawing:
    return Drawing(DRAW, parse_placement(text, BASE.pieces))


def start() -> Position:
    return BASE.begin_round(BASE.set_up(), Round(1), faces=FACES)


def test_a_round_begins_with_its_dice() -> None:
    position = start()
    assert tuple(piece.name for piece in position.dice) == FACES
    assert (position.round_, position.rolled, position.crossed_off) == (1, FACES, ())


def test_a_module_that_says_nothing_changes_nothing() -> None:
    module, position = RuleModule(), start()
    placement = parse_placement("overpass B1 HRHR", BASE.pieces)
    assert module.begin_round(position) is position
    assert module.after_drawing(position, placement) is position
    assert (module.choices(position), module.path(position, Choice("", "")), module.forced(position)) == (
        (),
        (),
        (),
    )
    assert (module.extras(position), module.bears(placement, "hub")) == ((), False)


def test_a_new_round_forgets_what_the_last_one_noted() -> None:
    drawn = BASE.draw(start(), drawing("special-hhhh B1 HHHH"))
    assert drawn.this_round
    again = BASE.begin_round(drawn, Round(2), faces=FACES)
    assert (dict(again.this_round), again.crossed_off) == ({}, ("special-hhhh",))


def test_equal_dice_are_one_thing_to_draw() -> None:
    names = [drawable.piece.name for drawable in BASE.drawables(start())]
    assert names[:3] == ["highway-straight", "railway-t", "overpass"]
    assert len(names) == 3 + 6
    assert [drawable.mandatory for drawable in BASE.drawables(start())] == [True] * 3 + [False] * 6


def test_drawing_uses_up_one_die_and_leaves_the_old_position_alone() -> None:
    before = start()
    after = BASE.draw(before, drawing("highway-straight B1 H.H."))
    assert [piece.name for piece in after.dice] == ["highway-straight", "railway-t", "overpass"]
    assert before == start()
    assert after.boards[0][parse_cell("B1")] is not None


@given(boards(), st.sampled_from(FACES))
def test_drawing_accepts_exactly_what_is_listed(board: Board, face: str) -> None:
    position = BASE.begin_round(Position((board,)), Round(1), faces=(face,))
    piece = BASE.pieces[face]
    listed = BASE.die_placements(position, piece)
    (drawable,) = BASE.drawables_of(position, piece)
    assert list(BASE.placements(position, drawable)) == list(listed)
    for tile in piece.tiles:
        for cell in CELLS:
            placement = Placement(tile, cell)
            try:
                BASE.draw(position, Drawing(DRAW, placement))
            except Refusal:
                assert placement not in listed
            else:
                assert placement in listed


def test_a_refusal_names_cell_and_piece() -> None:
    with pytest.raises(Refusal) as refused:
        BASE.draw(start(), drawing("highway-straight D4 H.H."))
    told = {name: str(value) for name, value in refused.value.params.items()}
    assert told == {"cell": "D4", "piece": "highway-straight"}


def test_another_verb_draws_no_die() -> None:
    with pytest.raises(Refusal) as refused:
        BASE.draw(start(), Drawing("volcano", parse_placement("overpass F7 HRHR", BASE.pieces)))
    assert (refused.value.code, refused.value.params) == ("draw.not_available", {"piece": "overpass"})


def test_the_base_game_has_no_step_before_drawing() -> None:
    assert BASE.choices(start()) == ()
    with pytest.raises(Refusal) as refused:
        BASE.choose(start(), Choice("direction", "up"))
    assert (refused.value.code, refused.value.params) == ("step.not_possible", {"step": "direction up"})
    assert (BASE.path(start(), Choice("direction", "up")), BASE.origin(start())) == ((), None)


@pytest.mark.parametrize(
    ("name", "drawing_verbs", "verbs", "steps"),
    [
        ("base", {"draw"}, {}, set()),
        ("meteor", {"draw", "erase"}, {}, {"direction", "ignore"}),
        ("lava", {"draw", "erase"}, {"volcano": "volcano"}, set()),
        ("underground", {"draw", "duplicate"}, {}, set()),
    ],
)
def test_the_verbs_of_a_ruleset_are_those_of_its_modules(
    *, name: str, drawing_verbs: set[str], verbs: dict[str, str], steps: set[str]
) -> None:
    ruleset = parse_ruleset(name)
    assert set(ruleset.drawing_verbs) == drawing_verbs
    assert set(ruleset.steps) == steps
    assert {verb: piece.name for verb, piece in ruleset.verbs.items()} == verbs


def test_a_module_that_does_not_say_so_has_no_marks() -> None:
    assert not RuleModule().bears(parse_placement("overpass F7 HRHR", BASE.pieces), "hub")


def test_boards_and_dice_by_round() -> None:
    both = parse_ruleset("underground")
    assert [both.board_of(Round(number)) for number in (1, 2, 13, 14)] == [0, 1, 0, 1]
    assert [len(both.dice(Round(number))) for number in (1, 2)] == [4, 4]
    assert {die.route for die in both.dice(Round(1))} == {True}
    assert {die.route for die in both.dice(Round(2))} == {False}
    assert both.board_for(both.pieces["pipe-t"]) == 1
    assert BASE.board_of(Round(3)) == 0


def test_outside_a_round_the_modules_of_both_boards_are_asked() -> None:
    both = parse_ruleset("underground")
    special = parse_placement("special-hhhh B1 HHHH", both.pieces)
    drawn = both.read_line(both.blank(), special)
    assert drawn.boards[0][special.cell] == special.tile


def test_a_piece_is_asked_about_as_if_it_alone_were_rolled() -> None:
    special = BASE.draw(start(), drawing("special-hhhh B1 HHHH"))
    piece = BASE.pieces["railway-curve"]
    asked = BASE.rolled(special, piece)
    assert (asked.dice, asked.rolled, dict(asked.this_round)) == ((piece,), (), {})
    assert BASE.rolled(special, BASE.pieces["special-rrrr"]).dice == ()
    assert asked.crossed_off == ("special-hhhh",)


def test_what_is_put_in_a_taken_cell_takes_its_place() -> None:
    crossing, straight = (
        parse_placement(text, BASE.pieces) for text in ("overpass D4 HRHR", "highway-straight D4 .H.H")
    )
    replaced, fresh = BASE.put(BASE.put(BASE.blank(), crossing), straight), BASE.put(BASE.blank(), straight)
    assert replaced == fresh
    assert (replaced.boards[0].shown, replaced.boards[0].faces) == (
        fresh.boards[0].shown,
        fresh.boards[0].faces,
    )


def test_before_the_first_round_boards_are_blank() -> None:
    blank = BASE.blank()
    assert (blank.boards[0].filled, blank.round_, blank.dice) == (0, NO_ROUND, ())
    assert BASE.set_up() == blank


def test_positions_are_equal_by_content() -> None:
    one = BASE.draw(start(), drawing("highway-straight B1 H.H."))
    other = BASE.draw(start(), drawing("highway-straight B1 H.H."))
    assert one == other
    assert hash(one) == hash(other)
    special = BASE.draw(start(), drawing("special-hhhh B1 HHHH"))
    others = (start(), special, special._replace(crossed_off=()), one._replace(dice=()))
    assert len({hash(position) for position in (one, *others)}) == 5
    assert one != BASE.draw(start(), drawing("highway-straight F1 H.H."))
    assert one.noting(origin=3) != one
    assert one.noting(origin=3).noting_this_round(struck=1) == other.noting_this_round(struck=1).noting(
        origin=3
    )


def test_what_is_written_of_drawings_and_choices() -> None:
    assert str(drawing("overpass F7 HRHR")) == "draw overpass F7 HRHR"
    assert str(Choice("direction", "up")) == "direction up"
