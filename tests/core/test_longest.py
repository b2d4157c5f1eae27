"""The longest route in both readings of S3, checked by trying every route."""

import pytest
from benchmarks.hardest import HARDEST, hardest_boards
from benchmarks.hardest import board_of as highways
from hypothesis import assume, given
from tests.oracles.longest import TooHard, longest
from tests.strategies import BASE, HIGHWAYS, board_of, boards, tangles

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.kinds import Kind
from inkrail.core.longest import NO_ROUTE, Longest, Route, _ahead, _sweep, _ways, longest_route
from inkrail.core.sides import SIDES

H, R = Kind.HIGHWAY, Kind.RAILWAY
BUDGET = 20_000
"""The step limit of the oracle; a board that needs more is skipped."""


def board(text: str) -> Board:
    """Tiles written `piece cell sides`, separated by commas."""
    tiles = {}
    for line in text.split(","):
        piece, cell, sides = line.split()
        tiles[parse_cell(cell)] = BASE.pieces[piece].tile(sides)
    return board_of(tiles)


def lengths(board: Board, kind: Kind = H) -> tuple[int, int]:
    """The lengths by `cells` and by `stretches`, each with its route checked."""
    for reading in Longest:
        assert_walked(board, kind, route=longest_route(board, kind, reading=reading), reading=reading)
    return (
        longest_route(board, kind, reading=Longest.CELLS).length,
        longest_route(board, kind, reading=Longest.STRETCHES).length,
    )


def oracle(board: Board, kind: Kind, *, reading: Longest) -> int:
    tiles = {str(cell): (tile.piece.name, tile.text) for cell in CELLS if (tile := board[cell])}
    try:
        return longest(tiles, kind=kind.letter, reading=reading.value, budget=BUDGET)
    except TooHard:
        assume(condition=False)
        raise


def branches(board: Board, kind: Kind, cell: int) -> int:
    tile = board.tiles[cell]
    return len(tile.sides_of(kind)) if tile else 0


def assert_walked(board: Board, kind: Kind, *, route: Route, reading: Longest) -> None:
    """Check that the cells of a route are a walk of that score which uses nothing twice."""
    used = set()
    for here, there in zip(route.cells, route.cells[1:], strict=False):
        side = next(side for side in SIDES if here.neighbour(side) == there)
        tile = board[here]
        assert tile
        assert tile.sides[side] is board.meets(here, side) is kind
        used.add(frozenset((here, there)))
    assert len(used) == max(len(route.cells) - 1, 0)
    assert len(set(route.sides)) == 2 * len(used)
    for (cell, side), (other, back) in zip(route.sides[::2], route.sides[1::2], strict=True):
        assert (cell.neighbour(side), other.neighbour(back)) == (other, cell)
    assert route.length == len(route.cells)
    again = {cell for cell in route.cells if route.cells.count(cell) > 1}
    assert reading is Longest.STRETCHES or not again
    assert all(branches(board, kind, cell) > 2 for cell in again)


@given(boards())
def test_s2_s3_longest_routes_equal_the_oracle(board: Board) -> None:
    for kind in (H, R):
        for reading in Longest:
            route = longest_route(board, kind, reading=reading)
            assert_walked(board, kind, route=route, reading=reading)
            assert route.length == oracle(board, kind, reading=reading)


@given(tangles().map(board_of))
def test_s3_tangled_routes_equal_the_oracle(board: Board) -> None:
    for kind in (H, R):
        for reading in Longest:
            route = longest_route(board, kind, reading=reading)
            assert_walked(board, kind, route=route, reading=reading)
            assert route.length == oracle(board, kind, reading=reading)


LOOP = "highway-curve C3 .HH., highway-curve D3 ..HH, highway-curve D4 H..H"
"""Three corners of a loop of four cells; C4 is missing."""


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        (f"{LOOP}, highway-curve C4 HH..", (4, 4)),
        (f"{LOOP}, highway-t C4 HH.H", (4, 5)),
        (
            f"{LOOP}, special-hhhh C4 HHHH, highway-curve B4 .HH., highway-curve B5 HH.., highway-curve C5 H..H",
            (7, 9),
        ),
        (f"{LOOP}, highway-t C4 HH.H, highway-straight B4 .H.H", (5, 6)),
        (f"{LOOP}, special-hhrr C4 HHRR", (4, 4)),
    ],
)
def test_s3a_s3b_s3c_the_five_examples(tiles: str, expected: tuple[int, int]) -> None:
    assert lengths(board(tiles)) == expected


def test_s2b_only_the_longest_of_several_counts() -> None:
    assert lengths(board("highway-straight A1 .H.H, highway-straight C1 .H.H, highway-straight D1 .H.H")) == (
        2,
        2,
    )


def test_s2c_a_branch_adds_nothing() -> None:
    row = "highway-straight A4 .H.H, highway-t B4 .HHH, highway-straight C4 .H.H"
    assert lengths(board(row)) == (3, 3)
    assert lengths(board(f"{row}, highway-straight B5 H.H.")) == (3, 3)


def test_s2d_a_station_counts_for_both_kinds() -> None:
    row = board("highway-straight A4 .H.H, station-straight B4 .R.H, railway-straight C4 .R.R")
    assert (lengths(row, H), lengths(row, R)) == ((2, 2), (2, 2))


def test_s2d_a_route_goes_on_through_a_station() -> None:
    row = board(
        "highway-straight A4 .H.H, special-hhhr B4 RHHH, highway-straight C4 .H.H, railway-straight B3 R.R."
    )
    assert (lengths(row, H), lengths(row, R)) == ((3, 3), (2, 2))


def test_s2d_an_overpass_counts_for_both_kinds() -> None:
    cross = board(
        "overpass B4 RHRH, highway-straight A4 .H.H, railway-straight B3 R.R., railway-straight B5 R.R."
    )
    assert (lengths(cross, H), lengths(cross, R)) == ((2, 2), (3, 3))


def test_s2e_a_lone_cell_counts_one() -> None:
    assert longest_route(board("highway-t D4 HHH."), H, reading=Longest.STRETCHES) == Route(
        (parse_cell("D4"),), 1
    )
    assert longest_route(board("highway-t D4 HHH."), R, reading=Longest.STRETCHES) == NO_ROUTE


def test_an_empty_board_has_no_route() -> None:
    assert longest_route(board_of({}), H, reading=Longest.CELLS) == Route((), 0)


def test_a_longer_loop_after_a_shorter_one_is_found() -> None:
    small = (
        f"{LOOP}, highway-curve C4 HH..".replace("C", "A")
        .replace("D", "B")
        .replace("3", "1")
        .replace("4", "2")
    )
    large = "highway-curve D4 .HH., highway-straight E4 .H.H, highway-curve F4 ..HH, highway-curve F5 H..H"
    tiles = f"{small}, {large}, highway-straight E5 .H.H, highway-curve D5 HH.."
    assert lengths(board(tiles)) == (6, 6)


def test_s3b_a_walk_may_be_longer_in_a_component_of_fewer_cells() -> None:
    """Five cells in a row come first and count five; so do four in a loop with a junction, and one more with a tail."""
    row = ", ".join(f"highway-straight {column}1 .H.H" for column in "ABCDE")
    assert lengths(board(f"{row}, {LOOP}, highway-t C4 HH.H, highway-straight B4 .H.H")) == (5, 6)


@pytest.mark.parametrize("reading", Longest)
def test_of_equally_long_routes_the_first_is_shown(reading: Longest) -> None:
    rows = board(
        "highway-straight A1 .H.H, highway-straight B1 .H.H, highway-straight D4 .H.H, highway-straight E4 .H.H"
    )
    assert {str(cell) for cell in longest_route(rows, H, reading=reading).cells} == {"A1", "B1"}


def test_s3_begins_a_closed_walk_at_a_junction() -> None:
    """S3b: the walk is shown from the T and back to it, not from a curve that would count once."""
    route = longest_route(board(f"{LOOP}, highway-t C4 HH.H"), H, reading=Longest.STRETCHES)
    assert str(route.cells[0]) == str(route.cells[-1]) == "C4"


def test_s3_begins_a_closed_walk_at_a_junction_though_a_curve_comes_first() -> None:
    """S3b: both neighbours of the first cell are junctions, the first cell is not."""
    tiles = board("highway-curve C3 .HH., highway-t D3 H.HH, highway-t C4 HH.H, highway-curve D4 H..H")
    assert lengths(tiles) == (4, 5)


def test_s3_a_four_way_junction_is_passed_twice_between_two_ends() -> None:
    """S3b: a route that begins in one tail, goes round the loop and leaves by the other."""
    tiles = f"{LOOP}, special-hhhh C4 HHHH, highway-straight B4 .H.H, highway-straight A4 .H.H, highway-straight C5 H.H."
    assert lengths(board(tiles)) == (6, 8)


def full(sides: str) -> Board:
    """The same highway piece in every cell."""
    tile = next(tile for tile in HIGHWAYS if tile.text == sides)
    return board_of(dict.fromkeys(CELLS, tile))


MOST_STATES = {Longest.CELLS: 57_605, Longest.STRETCHES: 149_051}
"""All states of a full sweep over 49 crossings."""
FIRST_LOOK = 49 * 101
"""The most that the first sweep, over only the promising states, adds."""


def test_s3_a_full_board_of_crossings_is_quickly_solved() -> None:
    found = {reading: longest_route(full("HHHH"), H, reading=reading) for reading in Longest}
    assert {reading: route.length for reading, route in found.items()} == {
        Longest.CELLS: 49,
        Longest.STRETCHES: 75,
    }
    assert all(2_000 < route.work < 10_000 for route in found.values())


@pytest.mark.parametrize("reading", Longest)
def test_no_board_takes_more_than_all_states_there_are(reading: Longest) -> None:
    """The partial routes of any board are among those of 49 crossings, which therefore bound them all."""
    beside = {
        cell: [other for side in SIDES if (other := cell.neighbour(side)) is not None] for cell in CELLS
    }
    most = 2 if reading is Longest.CELLS else 4
    steps = [way._replace(ahead=(99, 99, 99)) for way in _ways(beside, list(CELLS), most=most)]
    assert _sweep(steps, most, memo={}, few=0, atleast=0).work == MOST_STATES[reading]


@pytest.mark.parametrize(
    ("name", "reading", "hard"), tuple(hardest_boards()), ids=lambda value: str(value)[:12]
)
def test_the_hardest_boards_stay_far_below_that(name: str, reading: Longest, hard: Board) -> None:
    most = 10_000 if "crossings" in name else 45_000
    assert most / 5 < longest_route(hard, H, reading=reading).work < most


# Too large for the oracle: these lengths come from a sweep over all states.
MISLEADING = {
    Longest.CELLS: """
        HHHH HHH. HHHH HHHH HHHH HHHH HHHH
        HHHH HHHH HHH. HHHH HHHH H..H HH.H
        HHHH HH.H .HHH HHHH HHHH HHHH HHHH
        HHHH HHHH HH.H .... HHHH HHHH HHHH
        HHHH HHH. HHHH .H.H ..HH HH.H .H.H
        HHHH .... HHHH HHHH .HH. HHHH HHHH
        HH.H HHHH HHHH HHHH HHHH ..HH H.H.
    """,
    Longest.STRETCHES: """
        HHHH H.H. H.HH HHHH HHHH HHHH HHHH
        HHHH HHHH HHHH .... HHHH HHHH HHHH
        H.H. HHHH HHHH HHHH HHHH HHHH H.HH
        .HHH HHHH HHHH HHHH HH.. HHHH HHHH
        ..HH HHHH ..HH ..HH HHHH H.HH HHHH
        HHHH .HHH HHHH HHHH .H.H H.H. HHHH
        HHHH .HHH HHHH HHHH ..HH HHHH H.HH
    """,
}
"""Boards on which the promising states alone miss the longest route."""


@pytest.mark.parametrize(("reading", "length"), [(Longest.CELLS, 37), (Longest.STRETCHES, 42)])
def test_s3_the_second_look_finds_what_the_first_missed(reading: Longest, length: int) -> None:
    hard = highways(MISLEADING[reading])
    route = longest_route(hard, H, reading=reading)
    assert route.length == length
    assert_walked(hard, H, route=route, reading=reading)
    assert route.work < 10_000


@pytest.mark.parametrize(("reading", "length"), [(Longest.CELLS, 48), (Longest.STRETCHES, 49)])
def test_s3_the_longest_routes_of_the_hardest_boards(reading: Longest, length: int) -> None:
    assert longest_route(highways(HARDEST[reading]), H, reading=reading).length == length


def test_the_work_of_all_components_is_counted() -> None:
    crossing = BASE.pieces["special-hhhh"].tiles[0]
    one = {parse_cell(name): crossing for name in ("A1", "B1", "A2", "B2")}
    other = {parse_cell(name): crossing for name in ("E5", "F5", "G5", "E6", "F6", "G6")}
    for reading in Longest:
        apart = [longest_route(board_of(tiles), H, reading=reading).work for tiles in (one, other)]
        assert longest_route(board_of(one | other), H, reading=reading).work == sum(apart)
        # Four crossings: 14 states in the first pass; the second ends with the only one at the first cell.
        assert apart[0] == 14 + 1


STAR = {
    parse_cell("D4"): ["D3", "E4", "D5", "C4"],
    **{parse_cell(arm): ["D4"] for arm in ("D3", "E4", "D5", "C4")},
}


@pytest.mark.parametrize(
    ("why", "edges", "path", "walk"),
    [
        ("a star: two of its arms can be ends", "D4 4 D3 1 E4 1 D5 1 C4 1", (3, 2, 1), (3, 2, 2)),
        ("an arm whose edge is already decided is free", "D4 3 D5 1 E4 1 C4 1 D3 0", (4, 3, 2), (2, 2, 1)),
        ("nothing ahead", "", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_what_cells_can_still_add(
    *, why: str, edges: str, path: tuple[int, ...], walk: tuple[int, ...]
) -> None:
    beside = {cell: [parse_cell(other) for other in others] for cell, others in STAR.items()}
    words = edges.split()
    after = {parse_cell(cell): int(count) for cell, count in zip(words[::2], words[1::2], strict=True)}
    assert _ahead(beside, after, most=2) == path, why
    assert _ahead(beside, after, most=4) == walk, why


@given(boards())
def test_the_bound_holds_for_random_boards(board: Board) -> None:
    for kind in (H, R):
        for reading in Longest:
            assert longest_route(board, kind, reading=reading).work <= MOST_STATES[reading] + FIRST_LOOK
