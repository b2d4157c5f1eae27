"""The score sheet as a value."""

import pytest

from inkrail.core.cells import parse_cell
from inkrail.core.score import ScoreLine, ScoreSheet, Values, error_sides, network_points
from inkrail.core.sides import Side


@pytest.mark.parametrize(
    ("exits", "points"),
    [
        (0, 0),
        (1, 0),
        (2, 4),
        (3, 8),
        (4, 12),
        (5, 16),
        (6, 20),
        (7, 24),
        (8, 28),
        (9, 32),
        (10, 36),
        (11, 40),
    ],
)
def test_s1c_s1e_what_a_network_is_worth(exits: int, points: int) -> None:
    assert network_points(exits, Values.OFFICIAL) == points


def test_s1d_all_twelve_exits() -> None:
    assert network_points(12, Values.OFFICIAL) == 45


def test_more_than_twelve_count_as_twelve() -> None:
    assert network_points(13, Values.OFFICIAL) == 45
    assert network_points(18, Values.MANUAL) == 20


@pytest.mark.parametrize(
    ("exits", "points"),
    [
        (0, 0),
        (1, 0),
        (2, 1),
        (3, 3),
        (4, 6),
        (5, 10),
        (6, 15),
        (7, 20),
        (8, 20),
        (9, 20),
        (10, 20),
        (11, 20),
        (12, 20),
    ],
)
def test_s8b_what_a_network_is_worth_by_the_manual(exits: int, points: int) -> None:
    assert network_points(exits, Values.MANUAL) == points


def sheet() -> ScoreSheet:
    base = (
        ScoreLine("network", 6, 20, (parse_cell("B1"),)),
        ScoreLine("network", 4, 12),
        ScoreLine("centre", 5, 5),
        ScoreLine("errors", 3, -3, kind="errors"),
    )
    return ScoreSheet(
        base,
        (ScoreLine("underground.errors", 2, -2, board=1, kind="errors"), ScoreLine("lake.smallest", 3, 3)),
    )


def test_s6a_the_total_is_the_sum_of_all_lines() -> None:
    assert sheet().total == 20 + 12 + 5 - 3 - 2 + 3
    assert ScoreSheet(()).total == 0


def test_b13c_errors_of_all_boards_count_for_ties() -> None:
    assert sheet().errors == 5


def test_lines_are_found_by_name() -> None:
    assert sheet().points("network") == 32
    assert sheet().values("network") == (6, 4)
    assert sheet().value("network") == 10
    assert (sheet().value("river.best"), sheet().values("river.best"), sheet().points("river.best")) == (
        0,
        (),
        0,
    )
    assert [line.name for line in sheet().all_lines][-2:] == ["underground.errors", "lake.smallest"]


def test_a_line_shows_nothing_unless_told() -> None:
    line = ScoreLine("centre", 5, 5)
    assert (line.cells, line.sides, line.board) == ((), (), 0)


def test_s5_the_error_sides_of_a_board_are_those_of_its_lines_of_errors_alone() -> None:
    north, south, below = ((parse_cell(cell), Side.N) for cell in ("B1", "B2", "B3"))
    lines = (
        ScoreLine("errors", 1, -1, sides=(north,), kind="errors"),
        ScoreLine("more", 1, -1, sides=(south,), kind="errors"),
        ScoreLine("highway", 4, 4, sides=((parse_cell("C1"), Side.N),), kind="route"),
        ScoreLine("errors", 1, -1, sides=(below,), board=1, kind="errors"),
    )
    assert error_sides(lines, board=0) == (north, south)
    assert error_sides(lines, board=1) == (below,)
