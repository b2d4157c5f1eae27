import re
from collections import defaultdict
from itertools import product
from xml.etree import ElementTree as ET

import pytest
from tests.oracles.pieces import PIECES

from inkrail.core.kinds import Kind
from inkrail.core.pieces import Tile
from inkrail.core.sides import SIDES, Side
from inkrail.render.geometry import end_of
from inkrail.render.theme import stylesheet
from inkrail.render.tiles import tile_fragment
from inkrail.rules.registry import all_pieces

TILES = [tile for piece in all_pieces().values() for tile in piece.tiles]
STYLED = set(re.split(r"[ ,{}\n]", stylesheet("auto")))
LINES = {
    Kind.HIGHWAY: "road",
    Kind.RAILWAY: "rail",
    Kind.RIVER: "river",
    Kind.SUBWAY: "subway",
    Kind.PIPE: "pipe",
}


def shapes(fragment: str) -> list[ET.Element]:
    return list(ET.fromstring(f"<g>{fragment}</g>"))  # noqa: S314


def tile(name: str, sides: str) -> Tile:
    return all_pieces()[name].tile(sides)


def touched(fragment: str, class_: str) -> set[Side]:
    """The sides in whose middle a line of this class begins or ends."""
    paths = (shape.get("d", "") for shape in shapes(fragment) if shape.get("class") == class_)
    ends = [
        (float(x), float(y))
        for path in paths
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[A-Z]|$)", path)
    ]
    return {
        side
        for side in SIDES
        for x, y in ends
        if abs(x - end_of(side)[0]) < 1 and abs(y - end_of(side)[1]) < 1
    }


def test_every_piece_of_the_rules_is_drawn() -> None:
    assert {one.piece.name for one in TILES} >= set(PIECES)


@pytest.mark.parametrize("one", TILES, ids=str)
def test_a_fragment_is_well_formed_and_leaves_all_colours_to_the_stylesheet(one: Tile) -> None:
    for hub, broken in product((False, True), repeat=2):
        for shape in shapes(tile_fragment(one, hub=hub, broken=broken)):
            assert shape.tag in {"path", "rect", "circle"}
            assert f".{shape.get('class')}" in STYLED
            assert not {"fill", "stroke", "style", "id"}.intersection(shape.keys())


def test_distinct_tiles_are_drawn_differently() -> None:
    by_drawing = defaultdict(list)
    for one in TILES:
        by_drawing[tile_fragment(one)].append(str(one))
    assert [same for same in by_drawing.values() if len(same) > 1] == []


@pytest.mark.parametrize("one", TILES, ids=str)
def test_lines_reach_just_the_sides_that_carry_their_kind(one: Tile) -> None:
    for kind, class_ in LINES.items():
        assert touched(tile_fragment(one), class_) == set(one.sides_of(kind))


def test_b4_an_overpass_interrupts_the_railway_and_a_station_joins_it() -> None:
    over, joined = tile_fragment(tile("overpass", "HRHR")), tile_fragment(tile("special-hrhr", "HRHR"))
    assert "parapet" in over
    assert "station" not in over
    assert "station" in joined
    rails = [shape.get("d", "") for shape in shapes(over) if shape.get("class") == "rail"]
    reach = [float(x) for path in rails for x, _ in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]
    assert not [x for x in reach if 30 < x < 70]


@pytest.mark.parametrize(
    ("name", "sides", "sign"),
    [
        ("bridge-highway", "WHWH", "parapet"),
        ("bridge-railway", "WRWR", "parapet"),
        ("pier-double", "RLLH", "plank"),
        ("volcano", "FFFF", "vent"),
        ("crater", "....", "rim"),
        ("subway-station-curve", "SS..", "stop"),
        ("pipe-t-subway-stub", "PPPS", "stop"),
        ("pipe-straight", "P.P.", "flange"),
        ("station-curve", "RH..", "station"),
    ],
)
def test_each_feature_has_its_own_sign(name: str, sides: str, *, sign: str) -> None:
    assert sign in {shape.get("class") for shape in shapes(tile_fragment(tile(name, sides)))}


def test_u5_u6_hub_and_broken_pipe_change_the_drawing() -> None:
    one = tile("subway-station-curve-pipe-curve", "SPPS")
    plain, hub, broken = (
        {shape.get("class") for shape in shapes(drawing)}
        for drawing in (tile_fragment(one), tile_fragment(one, hub=True), tile_fragment(one, broken=True))
    )
    assert "stop" in plain
    assert "stop" not in hub
    assert "hub" in hub
    assert "break" in broken - plain
