"""The best end of a last round from a board text."""

import pytest
from tests.cli.conftest import S7
from tests.study.games import text_of

import inkrail
from inkrail.core.errors import TextRefusal
from inkrail.core.notation import format_placement
from inkrail.game.history import played_rounds
from inkrail.game.record import parse_record
from inkrail.kernel import kernel_for
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

DICE = "overpass highway-curve railway-t highway-straight"


def last_board(bot: str, rules: str) -> tuple[str, list[str], int]:
    """The board text before the last round of a game without erasing, its dice, and the total that was reached."""
    record, table = parse_record(text_of(bot, rules))
    *before, last = played_rounds(record, Seat(0))
    lines = [format_placement(drawing.placement) for played in before for drawing in played.drawings]
    return "\n".join(lines), list(last.hand), table.sheets()[0].total


@pytest.mark.parametrize("rules", ["base", "river"])
def test_the_solution_is_the_exact_best_and_legal(rules: str) -> None:
    board, dice, reached = last_board("greedy", rules)
    solution = inkrail.solve(board, dice=dice, rules=rules)
    assert solution.exact
    assert solution.total >= reached
    assert inkrail.solve(board, dice=" ".join(reversed(dice)), rules=rules).total == solution.total
    lines = [line.removeprefix("draw ") for line in solution.actions]
    assert inkrail.score(board + "\n" + "\n".join(lines), rules=rules).total == solution.total
    assert list(solution.report()) == ["total", "exact", "actions"]


CROSSING = """\
highway-straight D3 H.H.
highway-straight C4 .H.H
highway-straight E4 .H.H
highway-straight D5 H.H.
"""
"""A free cell between four highways: a crossing joins them all."""
HIGHWAYS = "railway-straight railway-straight railway-straight overpass"


def test_used_special_routes_cannot_be_used_again() -> None:
    free = inkrail.solve(CROSSING, dice=HIGHWAYS)
    assert "draw special-hhhh D4 HHHH" in free.actions
    other = inkrail.solve(CROSSING, dice=HIGHWAYS, spent=["special-hhhh"])
    assert not any("special-hhhh" in line for line in other.actions)
    assert other.total < free.total
    drawn = f"{CROSSING}\nspecial-hhhh A4 HHHH"
    assert not any("special-hhhh" in line for line in inkrail.solve(drawn, dice=HIGHWAYS).actions)


def test_special_routes_are_spent_once_and_three_at_most() -> None:
    names = [piece.name for piece in parse_ruleset("base").specials]
    three = inkrail.solve(CROSSING, dice=HIGHWAYS, spent=names[:3])
    assert not any("special" in line for line in three.actions)
    for spent, code in ((names[:4], "special.limit"), ([names[0]] * 2, "special.used")):
        with pytest.raises(inkrail.Refusal) as caught:
            inkrail.solve(CROSSING, dice=HIGHWAYS, spent=spent)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("rules", "dice"),
    [
        ("base", "overpass"),
        ("base", "overpass overpass highway-curve railway-t"),
        ("base", "overpass highway-curve railway-t special-hhhh"),
        ("river", DICE),
        ("meteor", f"{DICE} up 1"),
        ("underground", DICE),
    ],
)
def test_dice_that_cannot_be_rolled(rules: str, dice: str) -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.solve("", dice=dice, rules=rules)
    assert caught.value.code == "roll.impossible"
    assert not isinstance(caught.value, TextRefusal), "no line of the board is wrong"


@pytest.mark.parametrize(
    ("rules", "number", "code"),
    [
        ("base", 1, "study.no_duplicates"),
        ("meteor", 3, "study.no_duplicates"),
        ("underground", 4, "usage.number"),
        ("base", -1, "usage.number"),
    ],
)
def test_results_drawn_again_where_there_are_none(rules: str, number: int, code: str) -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.solve("", dice=DICE, rules=rules, duplicated=number)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("piece", "code"), [("motorway", "piece.unknown"), ("river-curve", "piece.not_in_ruleset")]
)
def test_a_die_that_shows_what_is_no_piece_here(piece: str, code: str) -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.solve("", dice=f"overpass highway-curve railway-t {piece}")
    assert caught.value.code == code


def test_a_drafted_hand_may_have_any_route_dice() -> None:
    solution = inkrail.solve("", dice="overpass overpass station-curve overpass", rules="base+draft")
    assert solution.exact


@pytest.mark.slow
@pytest.mark.parametrize("index", range(50))
def test_fifty_solutions_are_the_best_of_all_ends(index: int) -> None:
    record, _ = parse_record(text_of("casual", "base", f"solve-{index}"))
    played = played_rounds(record, Seat(0))[-1]
    kernel = kernel_for(record.ruleset)
    state, dice = kernel.state_of(played.start), kernel.dice_of(played.start)
    specials = kernel.may_draw_special(played.start)
    ends = kernel.expand_round(state, dice, specials=specials, limit=1 << 22)
    assert ends.is_complete
    board = "\n".join(
        format_placement(drawing.placement)
        for before in played_rounds(record, Seat(0))[:-1]
        for drawing in before.drawings
    )
    assert inkrail.solve(board, dice=played.hand).total == kernel.score(ends.states).max()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "dice"),
    [
        ("lake", f"{DICE} lake-1 lake-3"),
        ("underground", "subway-station-straight subway-t pipe-curve subway-t-pipe-stub"),
    ],
)
def test_an_empty_board_has_too_many_ends_elsewhere(rules: str, dice: str) -> None:
    known = parse_ruleset(rules).pieces
    faces = [face for face in dice.split() if face in known]
    assert len(faces) == len(dice.split()), "a piece is not in this ruleset"
    solution = inkrail.solve("", dice=faces, rules=rules)
    assert not solution.exact
    assert solution.actions


def test_a_board_of_the_booklets_is_solved_as_it_is_read() -> None:
    stretches = inkrail.solve(S7, dice=DICE, rules="base")
    assert stretches.total >= inkrail.score(S7).total
