"""The underground: hubs, broken pipes, and the game without a surface (U5, U6, U9)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.rules.expansions.underground_rounds import (
    ALL_DRAWN,
    DICE,
    ROLL,
    SIDES,
    draw,
    drawing,
    underground_round,
)
from tests.rules.expansions.underground_texts import (
    ALONE,
    EXPANSION,
    ROW_4,
    alone,
    broken,
    expansion,
    hubs,
)
from tests.rules.play import (
    read,
    score_answer,
)

from inkrail.core.board import Round
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.game.seat import SeatState
from inkrail.rules.boardtext import position_of
from inkrail.rules.registry import parse_ruleset

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
    both, below = map(parse_ruleset, ("underground", "underground-standalone"))
    names = [{line.name for line in rules.score(rules.set_up()).all_lines} for rules in (both, below)]
    missing = {name for name in names[0] if name.startswith("underground.")} - names[1]
    assert missing == {"underground.broken_pipes"}


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
