"""Pieces and their orientations."""

import pickle

import pytest
from tests.oracles.pieces import PIECES, groups, orientations

from inkrail.core.errors import Refusal
from inkrail.core.kinds import Kind
from inkrail.core.pieces import Piece, Role, Tile
from inkrail.core.sides import SIDES, Side
from inkrail.rules.registry import all_pieces

ALL = list(all_pieces().values())
ROUND_THE_CELL = {Side.N: (0, -1), Side.E: (1, 0), Side.S: (0, 1), Side.W: (-1, 0)}


def turned_naively(sides: str) -> set[str]:
    """All orientations, by moving each side as a point around the middle of the cell."""
    points = {ROUND_THE_CELL[side]: sides[side] for side in SIDES}
    ways = [points]
    for _ in range(3):
        ways.append({(-y, x): letter for (x, y), letter in ways[-1].items()})
    ways += [{(-x, y): letter for (x, y), letter in way.items()} for way in ways]
    return {"".join(way[ROUND_THE_CELL[side]] for side in SIDES) for way in ways}


@pytest.mark.parametrize("piece", ALL, ids=str)
def test_b3c_orientations_are_all_turns_and_mirror_images(piece: Piece) -> None:
    found = [tile.text for tile in piece.tiles]
    assert found == sorted(turned_naively(piece.sides))
    assert found == orientations(piece.name)


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        ("highway-straight", 2),
        ("highway-curve", 4),
        ("highway-t", 4),
        ("overpass", 2),
        ("station-straight", 4),
        ("station-curve", 8),
        ("special-hhhh", 1),
        ("special-hhrr", 4),
        ("special-hrhr", 2),
    ],
)
def test_b3c_equal_orientations_count_once(piece: str, count: int) -> None:
    assert len(all_pieces()[piece].tiles) == count


@pytest.mark.parametrize("piece", ALL, ids=str)
def test_the_rules_oracle_knows_the_same_groups(piece: Piece) -> None:
    for tile in piece.tiles:
        written = [
            "".join(tile.text[side] if side in group else "." for side in SIDES) for group in tile.groups
        ]
        assert sorted(written) == sorted(groups(piece.name, tile.text))
    assert piece.station == PIECES[piece.name].station


@pytest.mark.parametrize("piece", ALL, ids=str)
def test_a_piece_survives_being_pickled(piece: Piece) -> None:
    copy = pickle.loads(pickle.dumps(piece))  # noqa: S301
    assert copy == piece
    told = (copy.role, copy.joined, copy.station, copy.needs)
    assert told == (piece.role, piece.joined, piece.station, piece.needs)
    assert pickle.loads(pickle.dumps(piece.tiles)) == piece.tiles  # noqa: S301


def test_a_tile_knows_what_its_sides_carry() -> None:
    tile = all_pieces()["station-curve"].tile("RH..")
    assert tile.sides == (Kind.RAILWAY, Kind.HIGHWAY, None, None)
    assert tile.carried == ((Side.N, Kind.RAILWAY), (Side.E, Kind.HIGHWAY))
    assert tile.group_at(Side.E) == (Side.N, Side.E)
    assert tile.sides_of(Kind.HIGHWAY) == (Side.E,)
    assert str(tile) == "station-curve RH.."


def test_the_repr_of_a_tile_reads_back() -> None:
    tile = all_pieces()["station-curve"].tile("RH..")
    assert repr(tile) == "Piece('station-curve', 'RH..').tile('RH..')"
    assert eval(repr(tile), {"Piece": Piece}) == tile  # noqa: S307


def test_each_group_of_an_overpass_is_found_by_its_sides() -> None:
    tile = all_pieces()["overpass"].tile("RHRH")
    assert [tile.group_at(side) for side in SIDES] == [
        (Side.N, Side.S),
        (Side.E, Side.W),
        (Side.N, Side.S),
        (Side.E, Side.W),
    ]


@pytest.mark.parametrize("sides", ["HR..", "R..H", "", "RH...", "rh..", "R.H.", "....", "XX.."])
def test_sides_that_are_no_orientation_are_refused(sides: str) -> None:
    piece = Piece("corner", "RR..")
    with pytest.raises(Refusal) as refused:
        piece.tile(sides)
    assert refused.value.code == "sides.not_an_orientation"
    known = "..RR, .RR., R..R, RR.."
    assert refused.value.params == {"piece": "corner", "sides": sides, "orientations": known}


def test_tiles_are_equal_by_content() -> None:
    one, other = Piece("corner", "RR.."), Piece("corner", "RR..")
    assert one.tile(".RR.") == other.tile(".RR.")
    assert hash(one.tile(".RR.")) == hash(other.tile(".RR."))
    assert one.tile(".RR.") != one.tile("RR..")
    assert one.tile("RR..") != Piece("bend", "RR..").tile("RR..")
    assert one != Piece("corner", "R.R.")
    assert one.tile("RR..") != "corner RR.."


def test_a_blank_piece_has_no_group() -> None:
    blank = Piece("hole", "....", joined=True)
    assert [tile.groups for tile in blank.tiles] == [()]


def test_a_piece_says_where_it_comes_from_and_what_it_needs() -> None:
    piece = Piece("bend", "RR..", role=Role.ROUTE, needs="HR")
    assert (piece.role, piece.needs) == (Role.ROUTE, frozenset((Kind.HIGHWAY, Kind.RAILWAY)))
    assert (Piece("pond", "LL..").role, Piece("pond", "LL..").needs) == (Role.OTHER, frozenset())
    assert isinstance(piece.tiles[0], Tile)


def test_pieces_and_tiles_hash_otherwise_by_name_and_orientation() -> None:
    assert len({hash(piece) for piece in ALL}) == len(ALL)
    tiles = [tile for piece in ALL for tile in piece.tiles]
    assert len({hash(tile) for tile in tiles}) == len(tiles)
