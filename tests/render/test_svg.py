import re
from xml.etree import ElementTree as ET

import pytest
from tests.render.snapshots import GOLDEN, drawn, s7, snapshots

from inkrail.core.board import Board
from inkrail.core.cells import COLUMNS, mask_of, parse_cell
from inkrail.render.overlays import overlay_of
from inkrail.render.svg import Marks, board_svg, marks_of, position_svg, tile_svg
from inkrail.render.theme import DARK, HUES, LIGHT, Theme, stylesheet
from inkrail.rules.registry import RULESET_NAMES, all_pieces
from inkrail.rules.standard import SURFACE

SVG = "{http://www.w3.org/2000/svg}"
PICTURED = tuple("board" if name == "base" else name for name in RULESET_NAMES)


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def with_class(svg: str, class_: str) -> list[ET.Element]:
    return [found for found in tree(svg).iter() if class_ in found.get("class", "").split()]


def cells(svg: str, mark: str) -> list[str]:
    """The cells that have a mark."""
    return sorted(found.get(f"data-{mark}", "") for found in tree(svg).iter() if found.get(f"data-{mark}"))


def test_s7_as_svg_is_as_it_was_looked_at() -> None:
    assert snapshots()["s7.svg"] == (GOLDEN / "s7.svg").read_text()


@pytest.mark.parametrize("name", PICTURED)
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_every_position_is_well_formed_and_says_what_it_shows(name: str, *, theme: Theme) -> None:
    position, ruleset = drawn(name)
    lines = ruleset.score(position).all_lines
    marks = [marks_of(lines, board=number) for number in range(len(position.boards))]
    root = tree(position_svg(position.boards, marks=marks, theme=theme, title="<&>"))
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert (root.get("role"), title is not None and title.text) == ("img", "<&>")
    drawn_tiles = sum(board.filled.bit_count() for board in position.boards)
    assert told is not None
    assert told.text is not None
    assert len(re.findall(r"\b[A-G][1-7] ", told.text)) == drawn_tiles
    assert len(cells(position_svg(position.boards), "cell")) == drawn_tiles


def test_b1_twelve_exits_and_the_names_of_rows_and_columns() -> None:
    svg = board_svg(Board(SURFACE))
    exits = with_class(svg, "exit")
    kinds = [{shape.get("class") for shape in found} for found in exits]
    assert sum("road" in kind for kind in kinds) == 6
    assert sum("rail" in kind for kind in kinds) == 6
    assert "".join(name.text or "" for name in with_class(svg, "name")) == COLUMNS + "1234567"


def test_u3_underground_exits_are_subways_and_pipes() -> None:
    position, _ = drawn("underground-standalone")
    kinds = [
        {shape.get("class") for shape in found} for found in with_class(board_svg(position.boards[0]), "exit")
    ]
    assert sum("subway" in kind for kind in kinds) == 6
    assert sum("pipe" in kind for kind in kinds) == 6


def test_b11_each_tile_carries_the_number_of_its_round() -> None:
    board, _ = s7()
    numbers = [int(found.text or 0) for found in with_class(board_svg(board), "round")]
    assert numbers == [number for number in board.rounds if number]


def test_marks_are_on_just_the_given_cells() -> None:
    board, sheet = s7()
    lines = {line.name: line for line in sheet.lines}
    legal = [parse_cell("E4"), parse_cell("A1")]
    marks = Marks(
        legal=mask_of(legal),
        errors=lines["errors"].sides,
        overlays=(overlay_of(lines["highway"]),),
        origin=parse_cell("D4"),
        target=parse_cell("B4"),
    )
    svg = board_svg(board, marks=marks)
    assert cells(svg, "legal") == ["A1", "E4"]
    assert cells(svg, "error") == sorted(str(cell) for cell, _ in lines["errors"].sides)
    assert cells(svg, "tint") == sorted(str(cell) for cell in lines["highway"].cells)
    assert (cells(svg, "origin"), cells(svg, "target")) == (["D4"], ["B4"])


def test_s6_a_route_is_traced_through_each_of_its_cells_and_no_other() -> None:
    board, sheet = s7()
    line = next(line for line in sheet.lines if line.name == "highway")
    svg = board_svg(board, marks=Marks(overlays=(overlay_of(line),)))
    assert {found.get("transform") for found in with_class(svg, "trace")} == {
        f"translate({cell.column * 100} {cell.row * 100})" for cell in line.cells
    }


def test_s1_a_network_is_traced_out_to_its_exits() -> None:
    board, sheet = s7()
    line = next(line for line in sheet.lines if line.name == "network" and line.value == 6)
    traced = with_class(board_svg(board, marks=Marks(overlays=(overlay_of(line),))), "trace")
    assert sum(leaves_its_cell(found) for found in traced) == 6


def leaves_its_cell(path: ET.Element) -> bool:
    return any(not 0 <= float(number) <= 100 for number in re.findall(r"-?[\d.]+", path.get("d", "")))


def test_b4_a_traced_railway_goes_under_the_highway() -> None:
    board, sheet = s7()
    line = next(line for line in sheet.lines if line.name == "railway")
    traced = with_class(board_svg(board, marks=Marks(overlays=(overlay_of(line),))), "trace")
    below = [found.get("d") for found in traced if found.get("transform") == "translate(100 100)"]
    assert sorted(filter(None, below)) == ["M0 50L29 50", "M100 50L71 50"]


@pytest.mark.parametrize(("name", "line"), [("lake", "lake.smallest"), ("lava", "lava.largest_lake")])
def test_a_region_is_shown_by_a_border(name: str, *, line: str) -> None:
    position, ruleset = drawn(name)
    found = next(one for one in ruleset.score(position).all_lines if one.name == line)
    svg = board_svg(position.boards[0], marks=marks_of([found]))
    assert cells(svg, "tint") == sorted(map(str, found.cells))
    assert len(with_class(svg, "around")) == 1


def test_each_line_has_a_hue_and_dashes_of_its_own() -> None:
    _, sheet = s7()
    marks = marks_of(sheet.lines)
    assert len({overlay.hue for overlay in marks.overlays}) == len(marks.overlays) == 5
    dashes = [
        re.search(rf"\.{hue} \.around\{{[^}}]*stroke-dasharray:([^;}}]*)", stylesheet()) for hue in HUES
    ]
    assert len({found[1] for found in dashes if found}) == len(HUES)


def test_f7_open_lava_glows() -> None:
    position, _ = drawn("lava")
    assert len(with_class(board_svg(position.boards[0]), "spark")) == 1


def test_u5_each_board_shows_the_stations_of_the_other() -> None:
    position, _ = drawn("underground")
    svg = position_svg(position.boards)
    assert cells(svg, "station-above") == ["C2", "D5", "E4"]
    assert cells(svg, "stop-below") == ["A2", "B6", "C2", "D2", "D5"]
    assert len(with_class(svg, "hub")) == position.boards[1].marked("hub").bit_count() == 2
    assert len(with_class(svg, "break")) == 1


def test_a_tile_alone_is_a_document() -> None:
    root = tree(tile_svg(all_pieces()["overpass"].tiles[0], framed=True))
    assert root.get("viewBox") == "0 0 100 100"


def test_a_fixed_theme_names_its_colours_and_auto_follows_the_reader() -> None:
    assert "var(" not in stylesheet("light") + stylesheet("dark")
    assert "$" not in stylesheet("light") + stylesheet("dark") + stylesheet("auto")
    assert "prefers-color-scheme:dark" in stylesheet("auto")
    assert LIGHT.keys() == DARK.keys()


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_text_and_signs_have_aa_contrast_in_both_themes(colours: dict[str, str]) -> None:
    for ground in ("paper", "centre"):
        assert contrast(colours["pencil"], colours[ground]) >= 4.5
    for ground in ("paper", "centre", "road", "water", "lava"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5
    for sign in ("error", "legal", "origin", "water-ink", "lava-ink", "pipe-ink", *HUES):
        assert contrast(colours[sign], colours["paper"]) >= 3
        assert contrast(colours[sign], colours["centre"]) >= 3
    for ink, ground in (("water-ink", "water"), ("lava-ink", "lava"), ("pipe-ink", "pipe")):
        assert contrast(colours[ink], colours[ground]) >= 3
