"""The base game: rules B as far as they concern one seat."""

import pytest
from tests.strategies import BASE, board_of

from inkrail.core.board import Round
from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.kinds import Kind
from inkrail.core.notation import parse_placement
from inkrail.core.sides import SIDES, Side
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.registry import all_pieces
from inkrail.rules.standard import (
    ROUTE_DIE,
    ROUTES,
    SPECIALS,
    STATION_DIE,
    SURFACE,
    cross_off,
    special_problem,
)

H, R = Kind.HIGHWAY, Kind.RAILWAY


def drawing(text: str) -> Drawing:
    return Drawing(DRAW, parse_placement(text, BASE.pieces))


def rolled(*faces: str, round_: int = 1, on: Position | None = None) -> Position:
    """The position after these faces were rolled."""
    return BASE.begin_round(on or BASE.set_up(), Round(round_), faces=faces)


def play(position: Position, *lines: str) -> Position:
    """The position after these were drawn in order."""
    for line in lines:
        position = BASE.draw(position, drawing(line))
    return position


def refused(position: Position, line: str) -> str | None:
    """The code of the refusal, or None if it is drawn."""
    try:
        BASE.draw(position, drawing(line))
    except Refusal as refusal:
        return refusal.code
    return None


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
