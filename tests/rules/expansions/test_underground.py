"""The underground: dice, rounds, duplication, hubs and broken pipes, and the game without a surface (U1-U6, U9)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.expansions.underground_texts import (
    ALONE,
    BOTH,
    EXPANSION,
    ROW_4,
    alone,
    broken,
    check,
    expansion,
    hubs,
)
from tests.rules.play import (
    legal_answer,
    random_game,
    read,
    score_answer,
)

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.kinds import Kind
from inkrail.core.notation import parse_placement
from inkrail.game.actions import parse_action
from inkrail.game.seat import SeatState
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

DUPLICATE = "duplicate"
ROLL = ("subway-station-straight", "pipe-straight", "pipe-curve", "pipe-over-subway")
ALL_DRAWN = (
    "subway-station-straight A2 .S.S",
    "pipe-straight B1 P.P.",
    "pipe-curve F1 PP..",
    "pipe-over-subway D1 SPSP",
)


def underground_round(
    ruleset: Ruleset, *, faces: tuple[str, ...] = ROLL, before: Position | None = None
) -> Position:
    """An underground round begun, the first one unless a position is given."""
    step = len(ruleset.layouts)
    number = Round(before.round_ + step if before else step)
    return ruleset.begin_round(before or ruleset.set_up(), number, faces=faces)


def drawing(line: str, *, verb: str = DRAW) -> Drawing:
    return Drawing(verb, parse_placement(line, EXPANSION.pieces))


def draw(ruleset: Ruleset, position: Position, *lines: str, verb: str = DRAW) -> Position:
    for line in lines:
        position = ruleset.draw(position, drawing(line, verb=verb))
    return position


# U1: the dice.

DICE = (
    {"subway-station-straight": 2, "subway-station-curve": 2, "subway-station-t": 2},
    {
        "subway-straight": 1,
        "subway-curve": 1,
        "subway-t": 1,
        "pipe-straight": 1,
        "pipe-curve": 1,
        "pipe-t": 1,
    },
    {"pipe-straight": 2, "pipe-curve": 2, "pipe-t": 1, "pipe-cross": 1},
    {
        "pipe-over-subway": 2,
        "subway-curve-pipe-curve": 1,
        "subway-station-curve-pipe-curve": 1,
        "pipe-t-subway-stub": 1,
        "subway-t-pipe-stub": 1,
    },
)
SIDES = {
    "subway-station-straight": "S.S.",
    "subway-station-curve": "SS..",
    "subway-station-t": "SSS.",
    "subway-straight": "S.S.",
    "subway-curve": "SS..",
    "subway-t": "SSS.",
    "pipe-straight": "P.P.",
    "pipe-curve": "PP..",
    "pipe-t": "PPP.",
    "pipe-cross": "PPPP",
    "pipe-over-subway": "PSPS",
    "subway-curve-pipe-curve": "SPPS",
    "subway-station-curve-pipe-curve": "SPPS",
    "pipe-t-subway-stub": "PPPS",
    "subway-t-pipe-stub": "SSSP",
}


@pytest.mark.parametrize("number", range(4))
def test_u1a_faces_of_the_four_dice(number: int) -> None:
    assert Counter(EXPANSION.dice(Round(2))[number].faces) == DICE[number]
    assert Counter(ALONE.dice(Round(1))[number].faces) == DICE[number]


def test_u1b_what_the_pieces_look_like() -> None:
    assert {piece.name: piece.sides for piece in ALONE.pieces.values()} == SIDES


@pytest.mark.parametrize("name", SIDES)
def test_u1c_subway_and_pipe_are_never_joined(name: str) -> None:
    for tile in ALONE.pieces[name].tiles:
        kinds = [{tile.sides[side] for side in group} for group in tile.groups]
        assert all(len(group) == 1 for group in kinds)
        assert len(kinds) == len({kind for _, kind in tile.carried})


def test_u1c_a_crossing_joins_no_networks() -> None:
    found = alone("subway-curve-pipe-curve B1 PPSS")
    assert (found["pipe_networks"], found["subway_networks"]) == ([1], [])


def test_u1d_which_pieces_have_a_subway_station() -> None:
    stations = {piece.name for piece in ALONE.pieces.values() if piece.station}
    assert stations == {
        "subway-station-straight",
        "subway-station-curve",
        "subway-station-t",
        "subway-station-curve-pipe-curve",
        "pipe-t-subway-stub",
    }


def test_u1e_a_stub_counts_for_the_longest_line_through_one_side() -> None:
    subway = alone("subway-straight A2 .S.S", "pipe-t-subway-stub B2 PPPS")
    assert (subway["longest_subway"], subway["longest_pipeline"]) == (2, 1)
    pipe = alone("pipe-straight A4 .P.P", "subway-t-pipe-stub B4 SSSP")
    assert (pipe["longest_pipeline"], pipe["longest_subway"]) == (2, 1)


def test_u1f_the_inner_end_of_a_stub_is_no_error() -> None:
    assert alone("subway-straight A2 .S.S", "pipe-t-subway-stub B2 PPPS")["errors"] == 3
    assert alone("pipe-straight A4 .P.P", "subway-t-pipe-stub B4 SSSP")["errors"] == 3


# U2: two boards in turn.


def test_u2a_a_surface_and_an_underground_board() -> None:
    assert [layout.name for layout in EXPANSION.layouts] == ["surface", "underground"]
    assert len(EXPANSION.set_up().boards) == 2


def test_u2b_fourteen_rounds_in_turn_the_surface_first() -> None:
    assert EXPANSION.rounds == 14
    assert [EXPANSION.board_of(Round(number)) for number in range(1, 15)] == [0, 1] * 7


def test_u2c_surface_rounds_follow_the_base_game() -> None:
    base = parse_ruleset("base")
    for number in range(1, 15, 2):
        assert EXPANSION.dice(Round(number)) == base.dice(Round(1))
    faces = ("highway-straight", "highway-t", "railway-t", "overpass")
    both = EXPANSION.begin_round(EXPANSION.set_up(), Round(1), faces=faces)
    plain = base.begin_round(base.set_up(), Round(1), faces=faces)
    assert allowed(EXPANSION, both) == allowed(base, plain)
    for line in ("highway-straight B1 H.H.", "special-hhhh B2 HHHH", "overpass A6 HRHR", "highway-t F7 HHH."):
        both, plain = draw(EXPANSION, both, line), draw(base, plain, line)
        assert allowed(EXPANSION, both) == allowed(base, plain)
        assert EXPANSION.duties(both) == base.duties(plain) == ("round.dice_left",)
        assert EXPANSION.score(both).lines == base.score(plain).lines
    both, plain = (draw(rules, at, "railway-t D1 R.RR") for rules, at in ((EXPANSION, both), (base, plain)))
    assert EXPANSION.duties(both) == base.duties(plain) == ()


def allowed(ruleset: Ruleset, position: Position) -> list[tuple[str, str, list[str]]]:
    """What may be drawn, and where."""
    return [
        (one.verb, one.piece.name, [str(where) for where in ruleset.placements(position, one)])
        for one in ruleset.drawables(position)
    ]


def test_u2d_underground_rounds_roll_the_underground_dice_alone() -> None:
    for number in range(2, 15, 2):
        assert [Counter(die.faces) for die in EXPANSION.dice(Round(number))] == list(DICE)
    position = underground_round(EXPANSION)
    assert {drawable.board for drawable in EXPANSION.drawables(position)} == {1}
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(EXPANSION, position, "special-hhhh B1 HHHH")


@BOTH
@pytest.mark.parametrize("left_out", range(4))
def test_u2e_all_four_dice_are_mandatory(ruleset: Ruleset, left_out: int) -> None:
    assert ruleset.dice(Round(len(ruleset.layouts)))[left_out].mandatory
    lines = [line for number, line in enumerate(ALL_DRAWN) if number != left_out]
    position = draw(ruleset, underground_round(ruleset), *lines)
    assert ruleset.duties(position) == ("round.dice_left",)
    assert ruleset.duties(draw(ruleset, position, ALL_DRAWN[left_out])) == ()


def test_u2f_tiles_carry_the_number_of_their_round() -> None:
    position = draw(EXPANSION, underground_round(EXPANSION), ALL_DRAWN[0])
    assert position.boards[1].rounds[parse_cell("A2")] == Round(2)
    assert position.boards[0].filled == 0


# U3: what may meet.


def test_u3a_subway_leaves_by_railway_exits_and_pipe_by_highway_exits() -> None:
    surface, below = EXPANSION.layouts
    kinds = {Kind.RAILWAY: Kind.SUBWAY, Kind.HIGHWAY: Kind.PIPE}
    assert [(exit_.cell, exit_.side, kinds[exit_.kind]) for exit_ in surface.exits] == [
        (exit_.cell, exit_.side, exit_.kind) for exit_ in below.exits
    ]
    assert check("subway-straight A2 .S.S", "pipe-straight A4 .P.P") is None
    found = alone("subway-straight A2 .S.S", "pipe-straight A4 .P.P")
    assert (found["subway_networks"], found["pipe_networks"]) == ([1], [1])


@pytest.mark.parametrize(
    "lines",
    [
        ("pipe-straight A2 .P.P",),
        ("subway-straight A4 .S.S",),
        ("subway-straight A2 .S.S", "pipe-straight B2 .P.P"),
        ("pipe-straight A4 .P.P", "subway-straight B4 .S.S"),
        ("subway-straight A2 .S.S", "pipe-over-subway B2 SPSP"),
    ],
)
def test_u3b_subway_and_pipe_never_meet(lines: tuple[str, ...]) -> None:
    assert check(*lines[:-1]) is None
    assert check(*lines) == "placement.kind_clash"


def test_u3b_a_side_may_meet_a_blank_side() -> None:
    assert (
        check(
            "subway-straight D1 S.S.", "pipe-straight B1 P.P.", "pipe-curve B2 PP..", "subway-curve D2 SS.."
        )
        is None
    )
    assert check("pipe-straight B1 P.P.", "subway-straight A2 .S.S", "pipe-t B2 PPP.") is None


@pytest.mark.parametrize("piece", SIDES)
def test_u3c_each_tile_must_be_connected(piece: str) -> None:
    found = legal_answer([], piece=piece, rules="underground-standalone")["placements"]
    at_exits = {f"{exit_.cell}" for exit_ in ALONE.layouts[0].exits}
    assert {place.split()[0] for place in found} <= at_exits
    assert check("subway-straight D4 .S.S") == "placement.unconnected"
    assert check("subway-straight A2 .S.S", "subway-straight B2 S.S.") == "placement.unconnected"


def test_u3d_one_kind_of_a_crossing_that_meets_its_own_is_enough() -> None:
    assert check("pipe-over-subway A2 PSPS") is None
    assert check("pipe-over-subway A4 SPSP") is None


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


# U5 and U6: effects between the two boards.

OVER = "surface:", "station-straight A2 .H.R"
OVER_TOO = "surface:", "special-hhrr A2 HRRH"
UNDER = "underground:", "subway-station-straight A2 .S.S"


@pytest.mark.parametrize("over", [OVER, OVER_TOO])
def test_u5a_a_station_above_a_subway_station_makes_a_hub(over: tuple[str, str]) -> None:
    assert expansion(*over, *UNDER)["hubs"] == 1
    assert expansion(*over, "underground:", "pipe-t-subway-stub A2 PPPS")["hubs"] == 1


def test_u5b_whichever_came_first() -> None:
    assert expansion(*UNDER, *OVER)["hubs"] == 1
    assert expansion(*OVER, *UNDER)["hubs"] == 1


@pytest.mark.parametrize(
    ("over", "under"),
    [
        ("station-straight A2 .H.R", "subway-straight A2 .S.S"),
        ("railway-straight A2 .R.R", "subway-station-straight A2 .S.S"),
        ("overpass A2 HRHR", "subway-station-straight A2 .S.S"),
        ("special-rrrr A2 RRRR", "subway-station-straight A2 .S.S"),
        ("station-straight A2 .H.R", "subway-station-straight G2 .S.S"),
    ],
)
def test_u5c_both_stations_and_the_same_cell_it_must_be(over: str, under: str) -> None:
    assert expansion("surface:", over, "underground:", under)["hubs"] == 0
    assert expansion("underground:", under, "surface:", over)["hubs"] == 0


@pytest.mark.parametrize(
    "under",
    ["pipe-straight A4 .P.P", "pipe-over-subway A4 SPSP", "subway-t-pipe-stub A4 SSSP", "pipe-cross A4 PPPP"],
)
def test_u6a_a_surface_station_breaks_the_pipe_below_it(under: str) -> None:
    """Also a stub, and one pipe however many sides it has."""
    assert expansion("underground:", under, "surface:", "station-curve A4 R..H")["broken_pipes"] == 1


def test_u6b_also_when_the_cell_becomes_a_hub() -> None:
    found = expansion("underground:", "subway-station-curve-pipe-curve A2 PPSS", *OVER)
    assert (found["hubs"], found["broken_pipes"]) == (1, 1)


def test_u6c_a_pipe_drawn_under_a_station_does_not_break() -> None:
    found = expansion(*OVER, "underground:", "subway-station-curve-pipe-curve A2 PPSS")
    assert (found["hubs"], found["broken_pipes"]) == (1, 0)


@pytest.mark.parametrize(
    ("over", "under"),
    [
        ("highway-straight A4 .H.H", "pipe-straight A4 .P.P"),
        ("overpass A4 RHRH", "pipe-straight A4 .P.P"),
        ("station-curve A4 R..H", "subway-straight A4 S.S."),
        ("station-curve A4 R..H", "pipe-straight A5 P.P."),
    ],
)
def test_u6d_nothing_else_breaks_a_pipe(over: str, under: str) -> None:
    assert expansion("underground:", under, "surface:", over)["broken_pipes"] == 0


def test_u6e_a_line_may_say_broken_instead_of_the_order() -> None:
    lines = [
        "surface:",
        "station-curve A4 R..H",
        "underground:",
        "pipe-straight A4 .P.P broken",
        "pipe-t B4 PP.P",
    ]
    assert expansion(*lines)["broken_pipes"] == 1
    with pytest.raises(TextRefusal, match=r"mark\.not_allowed"):
        read(["underground:", "subway-straight A2 .S.S broken"], rules="underground")
    with pytest.raises(TextRefusal, match=r"text\.syntax"):
        read(["underground:", "subway-station-straight A2 .S.S hub"], rules="underground")


def test_u6e_where_lines_say_broken_the_order_breaks_nothing() -> None:
    lines = (
        "underground:",
        "pipe-straight A4 .P.P",
        "pipe-straight B4 .P.P broken",
        "surface:",
        "station-curve A4 R..H",
    )
    assert expansion(*lines)["broken_pipes"] == 1
    assert broken(position_of(read(lines, rules="underground"))) == ["B4"]


def test_u5d_u6f_hubs_and_broken_pipes_follow_from_the_drawings_that_stand() -> None:
    """B11: taking back a station removes its hub and repairs the pipe."""
    below = draw(
        EXPANSION,
        underground_round(
            EXPANSION, faces=("subway-station-t", "pipe-t", "pipe-curve", "pipe-t-subway-stub")
        ),
        "pipe-t-subway-stub A2 PPPS",
    )
    faces = ("highway-straight", "highway-t", "railway-t", "station-straight")
    start = EXPANSION.begin_round(below, Round(3), faces=faces)
    seat = SeatState(start, start).draw(drawing("station-straight A2 .H.R"), ruleset=EXPANSION)
    assert (hubs(seat.position), broken(seat.position)) == (["A2"], ["A2"])
    seat = seat.take_back(seat.drawings[0], ruleset=EXPANSION)
    assert (hubs(seat.position), broken(seat.position)) == ([], [])


# U9: the underground alone.


def test_u9a_only_the_underground_board_for_seven_rounds() -> None:
    assert [layout.name for layout in ALONE.layouts] == ["underground"]
    assert ALONE.rounds == 7
    assert [Counter(die.faces) for die in ALONE.dice(Round(7))] == list(DICE)
    assert set(ALONE.pieces) == set(SIDES)
    with pytest.raises(Refusal, match=r"ruleset\.no_route_dice"):
        parse_ruleset("underground-standalone+draft")


def test_u9a_the_surface_lines_are_nothing() -> None:
    answer = score_answer(["subway-station-straight A2 .S.S"], rules="underground-standalone")
    assert answer["networks"] == []
    for line in ("network_points", "longest_highway", "longest_railway", "centre", "errors"):
        assert answer[line] == 0
    assert answer["expansion_points"] == answer["total"]


def test_u9a_a_text_may_leave_out_its_section_line() -> None:
    assert alone("underground:", *ROW_4) == alone(*ROW_4)
    with pytest.raises(TextRefusal, match=r"text\.syntax"):
        read(["surface:", *ROW_4], rules="underground-standalone")


def test_u9b_no_surface_interaction() -> None:
    with pytest.raises(TextRefusal, match=r"piece\.not_in_ruleset"):
        read(["station-straight A2 .H.R"], rules="underground-standalone")
    with pytest.raises(TextRefusal, match=r"text\.syntax"):
        read(["pipe-straight A4 .P.P broken"], rules="underground-standalone")
    assert alone(*ROW_4)["broken_pipes"] == 0


@pytest.mark.parametrize(
    ("second", "count"),
    [
        ("subway-station-straight G2 .S.S", 1),
        ("subway-station-straight A7 S.S.", 1),
        ("subway-station-straight B3 S.S.", 2),
        ("subway-straight B3 S.S.", 1),
        ("pipe-t-subway-stub D7 PPSP", 2),
    ],
)
def test_u9c_a_station_becomes_a_hub_if_its_row_and_its_column_hold_none(second: str, count: int) -> None:
    assert alone("subway-station-straight A2 .S.S", second)["hubs"] == count


def test_u9c_a_station_that_is_no_hub_keeps_none_away() -> None:
    stations = (
        "subway-station-straight A2 .S.S",
        "subway-station-straight G2 .S.S",
        "subway-station-straight G6 .S.S",
    )
    assert alone(*stations)["hubs"] == 2
    assert alone(*reversed(stations))["hubs"] == 2
    assert alone(stations[1], stations[0], stations[2])["hubs"] == 1


def test_u9d_at_once_and_never_later() -> None:
    position = draw(ALONE, underground_round(ALONE), ALL_DRAWN[0])
    assert hubs(position) == ["A2"]
    position = underground_round(ALONE, before=position)
    position = draw(ALONE, position, "subway-station-straight G2 .S.S", *ALL_DRAWN[1:])
    assert hubs(underground_round(ALONE, before=position)) == ["A2"]


def test_u9e_hubs_follow_from_the_drawings_that_stand() -> None:
    """B11: without the first station the second, in its row, becomes the hub."""
    start = underground_round(ALONE, faces=("subway-station-straight", *ROLL[1:3], "pipe-t-subway-stub"))
    seat = SeatState(start, start)
    for line in ("subway-station-straight A2 .S.S", "pipe-t-subway-stub G2 PSPP"):
        seat = seat.draw(drawing(line), ruleset=ALONE)
    assert hubs(seat.position) == ["A2"]
    seat = seat.take_back(seat.drawings[0], ruleset=ALONE)
    assert hubs(seat.position) == ["G2"]
    seat = seat.draw(drawing("subway-station-straight A2 .S.S"), ruleset=ALONE)
    assert hubs(seat.position) == ["G2"]


def test_u9f_a_line_may_say_hub_instead_of_the_order() -> None:
    stations = ("subway-station-straight A2 .S.S", "subway-station-straight G2 .S.S hub")
    text = read(stations, rules="underground-standalone")
    assert hubs(position_of(text)) == ["G2"]
    with pytest.raises(TextRefusal, match=r"mark\.not_allowed"):
        read(["subway-straight A2 .S.S hub"], rules="underground-standalone")


@BOTH
@settings(max_examples=min(25, settings().max_examples))
@given(seed=st.integers(0, 10**6))
def test_u4_random_games_duplicate_within_the_limits(ruleset: Ruleset, seed: int) -> None:
    taken = [(step.taken, step.after.round_) for step in random_game(ruleset, seed=seed)]
    rounds = [round_ for action, round_ in taken if isinstance(action, Drawing) and action.verb == DUPLICATE]
    assert len(rounds) <= 3
    assert len(set(rounds)) == len(rounds)
