"""The base game: what is printed, and where a tile may go (B1-B8)."""

import pytest
from tests.rules.standard_play import play, refused, rolled
from tests.strategies import BASE

from inkrail.core.board import Round
from inkrail.core.kinds import Kind
from inkrail.core.sides import SIDES, Side
from inkrail.rules.registry import all_pieces
from inkrail.rules.standard import (
    ROUTE_DIE,
    ROUTES,
    SPECIALS,
    STATION_DIE,
    SURFACE,
)

H, R = Kind.HIGHWAY, Kind.RAILWAY


# B1, B3-B5: what is printed.


def test_b1b_twelve_exits_in_the_middle_of_the_edges() -> None:
    assert len(SURFACE.exits) == len({exit_.cell for exit_ in SURFACE.exits}) == 12
    for exit_ in SURFACE.exits:
        along = exit_.cell.column if exit_.side in (Side.N, Side.S) else exit_.cell.row
        assert along in (1, 3, 5)
        assert exit_.cell.neighbour(exit_.side) is None


@pytest.mark.parametrize(
    ("rule", "side", "expected"),
    [
        ("B1c", Side.N, "B1 H, D1 R, F1 H"),
        ("B1c", Side.S, "B7 H, D7 R, F7 H"),
        ("B1d", Side.W, "A2 R, A4 H, A6 R"),
        ("B1d", Side.E, "G2 R, G4 H, G6 R"),
    ],
)
def test_b1c_b1d_exits_of_each_side(rule: str, side: Side, expected: str) -> None:
    found = sorted(f"{exit_.cell} {exit_.kind}" for exit_ in SURFACE.exits if exit_.side is side)
    assert ", ".join(found) == expected, rule


def test_b3a_three_dice_with_six_plain_routes() -> None:
    faces = {face: all_pieces()[face].sides for face in ROUTE_DIE.faces}
    assert faces == {
        "highway-straight": "H.H.",
        "railway-straight": "R.R.",
        "highway-curve": "HH..",
        "railway-curve": "RR..",
        "highway-t": "HHH.",
        "railway-t": "RRR.",
    }
    assert len(ROUTE_DIE.faces) == 6
    assert BASE.dice(Round(1)).count(ROUTE_DIE) == 3


def test_b3b_one_die_with_overpasses_and_stations() -> None:
    assert sorted(STATION_DIE.faces) == sorted(["overpass", "station-straight", "station-curve"] * 2)
    sides = {name: all_pieces()[name].sides for name in STATION_DIE.faces}
    assert sides == {"overpass": "HRHR", "station-straight": "R.H.", "station-curve": "RH.."}
    assert BASE.dice(Round(1)).count(STATION_DIE) == 1
    assert len(BASE.dice(Round(1))) == 4


@pytest.mark.parametrize("piece", [piece for piece in ROUTES if piece.name != "overpass"], ids=str)
def test_b4a_a_base_piece_is_one_group(piece: object) -> None:
    for tile in all_pieces()[str(piece)].tiles:
        assert tile.groups == (tuple(side for side in SIDES if tile.sides[side] is not None),)


def test_b4b_the_two_routes_of_an_overpass_are_two_groups() -> None:
    assert all_pieces()["overpass"].tile("HRHR").groups == ((Side.N, Side.S), (Side.E, Side.W))


def test_b4c_stations_where_highway_and_railway_join() -> None:
    assert [piece.name for piece in ROUTES if piece.station] == ["station-straight", "station-curve"]


def test_b5a_six_special_routes() -> None:
    assert {piece.name: piece.sides for piece in SPECIALS} == {
        "special-rrrr": "RRRR",
        "special-hhhh": "HHHH",
        "special-hhrr": "HRRH",
        "special-hrhr": "HRHR",
        "special-hhhr": "HHRH",
        "special-hrrr": "HRRR",
    }
    assert set(BASE.specials) == set(SPECIALS)


@pytest.mark.parametrize("piece", SPECIALS, ids=str)
def test_b5b_a_special_route_is_one_group(piece: object) -> None:
    assert all(tile.groups == (SIDES,) for tile in all_pieces()[str(piece)].tiles)


def test_b5c_special_routes_with_a_station() -> None:
    without = {piece.name for piece in SPECIALS if not piece.station}
    assert without == {"special-rrrr", "special-hhhh"}


def test_b6a_b6b_seven_rounds_of_four_dice() -> None:
    assert BASE.rounds == 7
    assert [len(BASE.dice(Round(number))) for number in range(1, 8)] == [4] * 7


# B7, B8: where a tile may go.


def test_b7a_a_tile_goes_into_a_free_cell() -> None:
    position = play(rolled("highway-straight", "highway-t", "railway-t"), "highway-straight B1 H.H.")
    assert refused(position, "highway-t B1 HHH.") == "placement.occupied"
    assert refused(position, "railway-t B1 RRR.") == "placement.occupied"


@pytest.mark.parametrize("exit_", SURFACE.exits, ids=lambda exit_: str(exit_.cell))
def test_b7b_a_tile_may_begin_at_an_exit_of_its_kind(exit_: object) -> None:
    (found,) = [one for one in SURFACE.exits if one == exit_]
    piece = "highway-straight" if found.kind is H else "railway-straight"
    way = "x.x." if found.side in (Side.N, Side.S) else ".x.x"
    sides = way.replace("x", found.kind.letter)
    assert refused(rolled(piece), f"{piece} {found.cell} {sides}") is None


@pytest.mark.parametrize(
    "line",
    [
        "highway-straight D4 H.H.",
        "highway-straight B2 H.H.",
        "highway-straight B1 .H.H",
        "highway-straight C1 H.H.",
    ],
)
def test_b7b_a_tile_that_meets_nothing_is_refused(line: str) -> None:
    assert refused(rolled("highway-straight"), line) == "placement.unconnected"


@pytest.mark.parametrize("sides", ["HHRH", "HRRR", "HHHH", "RRRR", "HRRH", "HRHR"])
def test_b7b_a_special_route_that_meets_nothing_is_refused(sides: str) -> None:
    (piece,) = (piece for piece in BASE.specials if piece.sides == sides)
    assert refused(rolled("highway-straight"), f"{piece} D4 {sides}") == "placement.unconnected"


def test_b7c_a_tile_may_go_on_from_an_older_one() -> None:
    first = play(rolled("highway-straight"), "highway-straight B1 H.H.")
    later = rolled("highway-curve", round_=2, on=first)
    assert refused(later, "highway-curve B2 HH..") is None
    assert refused(later, "highway-curve B2 .HH.") == "placement.unconnected"


def test_b7d_a_tile_may_go_on_from_one_of_this_round() -> None:
    position = rolled("highway-straight", "highway-curve")
    assert refused(position, "highway-curve B2 HH..") == "placement.unconnected"
    assert refused(play(position, "highway-straight B1 H.H."), "highway-curve B2 HH..") is None


def test_b7e_dice_in_any_order() -> None:
    position = rolled("highway-straight", "railway-straight", "highway-curve", "overpass")
    lines = (
        "overpass F1 HRHR",
        "highway-curve B1 HH..",
        "railway-straight D1 R.R.",
        "highway-straight A4 .H.H",
    )
    one, other = play(position, *lines), play(position, *reversed(lines))
    assert one.boards == other.boards
    assert one.dice == other.dice == ()


@pytest.mark.parametrize("at", [0, 1, 2])
def test_b7f_the_special_route_before_between_or_after(at: int) -> None:
    lines = ["highway-curve B1 HH..", "railway-straight D1 R.R."]
    lines.insert(at, "special-hhhh F1 HHHH")
    position = play(rolled("highway-curve", "railway-straight"), *lines)
    assert position.boards[0].filled.bit_count() == 3


@pytest.mark.parametrize(
    "line", ["station-straight B1 H.R.", "station-curve D1 RH..", "special-hrhr F1 HRHR"]
)
def test_b7b_a_station_needs_only_one_of_its_two_kinds_to_be_there(line: str) -> None:
    assert refused(rolled(line.split(maxsplit=1)[0]), line) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("highway-straight B1 H.H.", "railway-curve B2 RR.."),
        ("railway-straight D1 R.R.", "highway-straight D2 H.H."),
        ("highway-curve B1 HH..", "station-straight C1 .H.R"),
    ],
)
def test_b8a_highway_never_meets_railway(first: str, second: str) -> None:
    position = play(rolled(first.split(maxsplit=1)[0], second.split(maxsplit=1)[0]), first)
    assert refused(position, second) == "placement.kind_clash"


def test_b8a_a_clash_on_one_side_is_not_made_good_by_the_other() -> None:
    first = play(
        rolled("highway-straight", "railway-straight"), "highway-straight B1 H.H.", "railway-straight A2 .R.R"
    )
    assert refused(rolled("special", on=first), "special-rrrr B2 RRRR") == "placement.kind_clash"


@pytest.mark.parametrize(
    "line", ["railway-straight B1 R.R.", "highway-straight D1 H.H.", "highway-straight A2 .H.H"]
)
def test_b8a_a_side_never_meets_an_exit_of_the_other_kind(line: str) -> None:
    assert refused(rolled(line.split(maxsplit=1)[0]), line) == "placement.kind_clash"


@pytest.mark.parametrize(
    ("why", "first", "line"),
    [
        ("a blank side", "highway-straight B1 H.H.", "railway-t A2 RR.R"),
        ("an empty cell", "highway-straight B1 H.H.", "highway-t B2 HHH."),
        ("the plain edge", "highway-curve B1 HH..", "highway-t C1 HH.H"),
    ],
)
def test_b8b_a_side_may_face_what_carries_nothing(why: str, first: str, line: str) -> None:
    position = play(rolled(first.split(maxsplit=1)[0], line.split(maxsplit=1)[0]), first)
    assert refused(position, line) is None, why


def test_b8b_a_side_may_face_the_blank_side_of_a_neighbour() -> None:
    position = play(rolled("highway-straight", "railway-curve"), "highway-straight A4 .H.H")
    position = play(position, "railway-curve A6 RR..".replace("RR..", "R..R"))
    later = rolled("railway-straight", round_=2, on=position)
    assert refused(later, "railway-straight A5 R.R.") is None


@pytest.mark.parametrize(
    ("why", "line"),
    [("an exit", "railway-curve D1 RR.."), ("an exit of its kind", "special-hhhh B1 HHHH")],
)
def test_b8c_tiles_that_meet_their_exit_are_drawn(why: str, line: str) -> None:
    assert refused(rolled("railway-curve"), line) is None, why


def test_b8c_a_blank_side_may_face_a_side_and_an_exit() -> None:
    position = play(rolled("highway-curve", "highway-straight"), "highway-curve F1 H..H")
    position = play(position, "highway-straight E1 .H.H")
    assert refused(rolled("highway-curve", on=position), "highway-curve D1 .HH.") is None, (
        "faces the exit of D1"
    )
    assert refused(rolled("highway-straight", on=position), "highway-straight A4 .H.H") is None
    beside = play(rolled("railway-curve", on=position), "railway-curve G2 .RR.")
    assert refused(rolled("highway-straight", on=beside), "highway-straight G4 .H.H") is None
