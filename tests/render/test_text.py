import re
from collections import defaultdict

import pytest
from tests.render.snapshots import GOLDEN, drawn, s7, snapshots

from inkrail.core.board import Board
from inkrail.core.cells import mask_of, parse_cell
from inkrail.render.glyphs import HEIGHT, WIDTH, sketch_tile
from inkrail.render.text import Notes, board_text, boards_text, piece_text, row_text
from inkrail.rules.registry import RULESET_NAMES, all_pieces
from inkrail.rules.standard import SURFACE

TILES = [tile for piece in all_pieces().values() for tile in piece.tiles]
LINES = "[─│═║━┃]"
PICTURED = tuple("board" if name == "base" else name for name in RULESET_NAMES)


def widths(text: str) -> set[int]:
    return {len(line) for line in text.splitlines()}


def test_s7_as_text_is_as_it_was_looked_at() -> None:
    assert snapshots()["s7.txt"] == (GOLDEN / "s7.txt").read_text()


@pytest.mark.parametrize("name", PICTURED)
@pytest.mark.parametrize("plain", [False, True])
def test_all_lines_are_equally_wide(name: str, *, plain: bool) -> None:
    position, _ = drawn(name)
    assert len(widths(boards_text(position.boards, plain=plain))) == 1


def test_distinct_tiles_look_different() -> None:
    by_drawing = defaultdict(list)
    for tile in TILES:
        by_drawing[piece_text(tile)].append(str(tile))
    assert [same for same in by_drawing.values() if len(same) > 1] == []


def test_a_tile_has_three_lines_of_seven_characters() -> None:
    for tile in TILES:
        text = piece_text(tile)
        assert (widths(text), len(text.splitlines())) == ({WIDTH}, HEIGHT)


def test_u5_u6_marks_are_seen() -> None:
    tile = all_pieces()["subway-station-curve-pipe-curve"].tile("SPPS")
    drawings = {
        str(sketch_tile(tile, hub=hub, broken=broken).chars)
        for hub, broken in ((False, False), (True, False), (False, True), (True, True))
    }
    assert len(drawings) == 4


@pytest.mark.parametrize("name", PICTURED)
def test_plain_text_is_ascii(name: str) -> None:
    assert boards_text(drawn(name)[0].boards, plain=True).isascii()


def test_in_plain_text_each_tile_still_looks_different_from_all_others_of_its_ruleset() -> None:
    for name in RULESET_NAMES:
        _, ruleset = drawn("board" if name == "base" else name)
        texts = [piece_text(tile, plain=True) for piece in ruleset.pieces.values() for tile in piece.tiles]
        assert len(set(texts)) == len(texts)


def test_colour_changes_no_character() -> None:
    board, _ = s7()
    coloured = board_text(board, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == board_text(board)


def test_notes_mark_just_the_given_cells() -> None:
    legal = [parse_cell(name) for name in ("A1", "D4", "G7")]
    lit = [parse_cell(name) for name in ("B1", "C3")]
    notes = Notes(legal=mask_of(legal), highlight=mask_of(lit), labels={legal[1]: "12"})
    text = board_text(Board(SURFACE), notes=notes)
    assert (text.count("[+]"), text.count("[12]"), text.count("*")) == (2, 1, 2)
    rows = text.splitlines()
    assert rows[3 + 1][5:12].strip() == "[+]"
    assert rows[3 + 3 * 3 + 1][5 + 3 * 7 : 5 + 4 * 7].replace("·", " ").strip() == "[12]"


def test_s5_each_error_side_has_a_cross() -> None:
    board, sheet = s7()
    sides = next(line.sides for line in sheet.lines if line.name == "errors")
    assert board_text(board, notes=Notes(errors=sides)).count("✗") == 5


def test_b1_exits_are_drawn_by_kind() -> None:
    rows = board_text(Board(SURFACE)).splitlines()
    assert [char for char in rows[1] if char != " "] == ["║", "│", "║"]
    assert [row[2] + row[3] for row in rows if row[2] != " "] == ["◄─", "◄═", "◄─"]
    assert [row[-2] + row[-1] for row in rows if row[-1] != " "] == ["─►", "═►", "─►"]


def test_b11_each_tile_carries_the_number_of_its_round() -> None:
    board, _ = s7()
    rows = board_text(board).splitlines()
    assert rows[3].split() == ["│", "1", "║", "1", "│", "1", "║", "│"]


def test_dice_stand_in_a_row_with_their_captions() -> None:
    pieces = all_pieces()
    tiles = [pieces["highway-t"].tiles[0], pieces["overpass"].tiles[0]]
    text = row_text(tiles, captions=["1 highway T", "2"])
    assert widths(text) == {11 + 1 + 9}
    assert text.splitlines()[-1].split() == ["1", "highway", "T", "2"]
