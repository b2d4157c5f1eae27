"""Board texts: what is read, what is refused, and what `check` and `legal` answer."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.legality import check_text, legal_text
from tests.strategies import BASE, TILES, board_of, boards, played, text_of

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement
from inkrail.rules.boardtext import (
    MAX_BYTES,
    BoardText,
    Line,
    check,
    legal,
    position_of,
    read_boards,
    unreadable,
)
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

TILE = "highway-straight B1 H.H."


def read(text: str | bytes) -> list[BoardText]:
    raw = text if isinstance(text, bytes) else text.encode()
    return list(read_boards(BytesIO(raw), ruleset=lambda name: parse_ruleset(name or "base")))


def positions(text: str | bytes) -> list[Position]:
    return [position_of(board) for board in read(text)]


def refusal(text: str | bytes) -> tuple[int, str]:
    """Line and code of the refusal."""
    with pytest.raises(TextRefusal) as refused:
        positions(text)
    return refused.value.line, refused.value.code


def lines(board: BoardText) -> list[tuple[int, str]]:
    return [(line.number, str(line.placement)) for line in board.lines]


def test_a_board_is_read_in_the_order_drawn() -> None:
    (board,) = read(f"# mine\n\n{TILE}  # first\n\t railway-t A2 RRR.\r\n")
    assert lines(board) == [(3, TILE), (4, "railway-t A2 RRR.")]
    assert (board.ruleset.name, board.piece) == ("base", None)


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "rules: base\n", b"\xef\xbb\xbf"])
def test_an_empty_board_is_a_board(text: str | bytes) -> None:
    (board,) = read(text)
    assert (board.lines, board.end) == ((), 1)
    assert check(board) is None
    assert BASE.score(position_of(board)).total == 0


def test_boards_follow_one_another() -> None:
    found = read(f"{TILE}\n---\n---  # an empty one before this\nrailway-t A2 RRR.\n")
    assert [lines(board) for board in found] == [[(1, TILE)], [], [(4, "railway-t A2 RRR.")]]
    assert [board.end for board in found] == [2, 3, 4]


def test_headers_hold_for_their_board_alone() -> None:
    first, second = read(f"rules: river\npiece: river-curve\n{TILE}\n---\n{TILE}\n")
    assert (first.ruleset.name, first.piece) == ("river", parse_ruleset("river").pieces["river-curve"])
    assert (second.ruleset.name, second.piece) == ("base", None)


def test_a_header_holds_for_all_of_its_board_wherever_it_stands() -> None:
    (board,) = read(f"river-straight D4 W.W.\n{TILE}\npiece: river-curve\nrules: river\n")
    assert (board.ruleset.name, str(board.piece)) == ("river", "river-curve")
    assert lines(board) == [(1, "river-straight D4 W.W."), (2, TILE)]


def test_sections_tell_the_boards_of_underground() -> None:
    text = (
        f"rules: underground\nsurface:\n{TILE}\nunderground:\npipe-t B1 PPP.\nsurface:\nhighway-t B2 HHH.\n"
    )
    (board,) = read(text)
    over, under = position_of(board).boards
    assert (over.filled.bit_count(), under.filled.bit_count()) == (2, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("highway-straight\n", (1, "text.syntax")),
        ("highway-straight B1\n", (1, "text.syntax")),
        (f"{TILE} x y\n", (1, "text.syntax")),
        (f"{TILE} broken\n", (1, "text.syntax")),
        ("rules: underground\nunderground:\npipe-t B1 PPP. broken x\n", (3, "text.syntax")),
        (f"{TILE}\n\ufeff{TILE}\n", (2, "piece.unknown")),
        (f"{TILE}\nrules:\n", (2, "text.syntax")),
        ("colour: red\n", (1, "text.syntax")),
        ("surface:\n", (1, "text.syntax")),
        (f"rules: underground\n{TILE}\n", (2, "text.syntax")),
        (b"\xff\xfe\x00\n", (1, "text.syntax")),
        (TILE.encode() + b"\n\x80\n", (2, "text.syntax")),
        (f"\n\nmotorway B1 H.H.\n{TILE}\n", (3, "piece.unknown")),
        ("river-curve B1 WW..\n", (1, "piece.not_in_ruleset")),
        ("rules: lake\nriver-curve B1 WW..\n", (2, "piece.not_in_ruleset")),
        ("piece: river-curve\n", (1, "piece.not_in_ruleset")),
        ("# x\nrules: base\npiece: motorway\n", (3, "piece.unknown")),
        ("rules: river+lake\n", (1, "ruleset.unknown")),
        ("highway-straight H1 H.H.\n", (1, "cell.unknown")),
        ("highway-straight b1 H.H.\n", (1, "cell.unknown")),
        ("highway-straight B1 HH..\n", (1, "sides.not_an_orientation")),
        ("motorway Z9 XX\n", (1, "piece.unknown")),
        ("highway-straight Z9 XX\n", (1, "cell.unknown")),
        (f"{TILE}\n{TILE}\n", (2, "placement.occupied")),
        (f"{TILE}\n---\n{TILE}\nrailway-t B1 RRR.\n", (4, "placement.occupied")),
        ("rules: underground\nsurface:\npipe-t B1 PPP.\n", (3, "piece.wrong_board")),
        ("rules: underground\nunderground:\nsubway-t B1 SSS. broken\n", (3, "mark.not_allowed")),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str | bytes, expected: tuple[int, str]) -> None:
    assert refusal(text) == expected


LONG = "x" * 50


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("highway-straight  B1\n", {"text": "highway-straight B1"}),
        (f"{LONG} {LONG}\n", {"text": f"{LONG} {'x' * 29}"}),
        (f"{TILE}  broken\n", {"text": f"{TILE} broken"}),
        ("surface:\n", {"text": "surface:"}),
        (f"rules: underground\n{TILE}\n", {"text": TILE}),
        (b"\xff\n", {"text": "?"}),
        (b"x" * MAX_BYTES + b"x", {"limit": MAX_BYTES}),
        ("motorway B1 H.H.\n", {"piece": "motorway"}),
        ("rules: lake\nriver-curve B1 WW..\n", {"piece": "river-curve", "ruleset": "lake"}),
        ("piece: river-curve\n", {"piece": "river-curve", "ruleset": "base"}),
        (f"{TILE}\n{TILE}\n", {"cell": parse_cell("B1"), "piece": "highway-straight"}),
        ("rules: underground\nsurface:\npipe-t B1 PPP.\n", {"piece": "pipe-t", "board": "surface"}),
        (
            "rules: underground\nunderground:\nsubway-t B1 SSS. broken\n",
            {"mark": "broken", "piece": "subway-t"},
        ),
    ],
)
def test_a_refusal_says_what_it_is_about(text: str | bytes, expected: dict[str, object]) -> None:
    with pytest.raises(TextRefusal) as refused:
        positions(text)
    assert refused.value.params == expected


WORDS = ["highway-straight", "special-hhhh", "B1", "D4", "H.H.", ".H.H", "HHHH", "rules:", "piece:", "river"]
WORDS += [
    "underground",
    "surface:",
    "underground:",
    "pipe-t",
    "PPP.",
    "broken",
    "hub",
    "---",
    "#",
    "\n",
    "\n",
    "\n",
]


@given(
    st.one_of(
        st.binary(max_size=300), st.lists(st.sampled_from(WORDS)).map(lambda words: " ".join(words).encode())
    )
)
def test_rubbish_is_read_or_refused_with_a_line_of_the_file(raw: bytes) -> None:
    line = 1
    try:
        for board in read(raw):
            position_of(board)
            check(board)
    except TextRefusal as refused:
        line = refused.line
    assert 1 <= line <= raw.count(b"\n") + 1


def test_a_board_of_a_megabyte_is_refused() -> None:
    long = (f"# {'x' * 97}\n" * 10_000).encode()
    assert refusal(long) == (MAX_BYTES // 100 + 1, "text.too_large")
    assert refusal(b"x" * 1_000_000) == (1, "text.too_large")


def test_the_limit_is_that_of_one_board() -> None:
    """A board of exactly the maximum size is read, with the line that ends it, and so is the next one."""
    full = b"#" * (MAX_BYTES - 1) + b"\n"
    assert len(read(full[4:] + b"---\n" + full)) == 2
    assert refusal(full[4:] + b"---\n#" + full) == (3, "text.too_large")


class Endless(BytesIO):
    """One endless line."""

    def readline(self, size: int | None = -1) -> bytes:
        """As much of it as is asked for, which must be limited."""
        assert size is not None
        assert size > 0
        return b"x" * size


def test_a_line_without_end_is_refused() -> None:
    with pytest.raises(TextRefusal) as refused:
        list(read_boards(Endless(), ruleset=lambda _: BASE))
    assert (refused.value.line, refused.value.code) == (1, "text.too_large")


def test_a_ruleset_that_no_header_names_is_refused_in_the_first_line() -> None:
    def unknown(name: str | None) -> Ruleset:
        raise Refusal("ruleset.unknown", ruleset=name)

    with pytest.raises(TextRefusal) as refused:
        list(read_boards(BytesIO(b"\n" + TILE.encode()), ruleset=unknown))
    assert (refused.value.line, refused.value.code) == (1, "ruleset.unknown")


AROUND_D4 = "lake-1 C4 .L..\nlake-1 E4 ...L\nlake-1 D3 ..L.\n"
D4 = parse_cell("D4")


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (f"rules: lake\n{AROUND_D4}", "lake.not_filled", {"cell": D4}),
        (f"rules: lake\n{AROUND_D4}lake-1 A1 .L..\n", "lake.not_filled", {"cell": D4}),
        ("rules: lake\nlake-full D4 LLLL\n", "lake.not_surrounded", {"cell": D4, "piece": "lake-full"}),
        ("rules: lava\nvolcano A1 FFFF\n", "lava.first_volcano", {"cell": D4}),
        (
            "rules: meteor\ncrater D4 ....\ncrater D4 ....\n",
            "placement.occupied",
            {"cell": D4, "piece": "crater"},
        ),
        (
            "special-hhhh B1 HHHH\nspecial-hhhh F1 HHHH\n",
            "special.used",
            {"piece": "special-hhhh"},
        ),
        (
            "special-hhhh B1 HHHH\nspecial-hhhh B1 HHHH\n",
            "placement.occupied",
            {"cell": parse_cell("B1"), "piece": "special-hhhh"},
        ),
        (
            f"{TILE}\nrailway-t B1 RRR.\n",
            "placement.occupied",
            {"cell": parse_cell("B1"), "piece": "railway-t"},
        ),
        ("overpass D4 HRHR\n", "placement.unconnected", {"cell": D4, "piece": "overpass"}),
    ],
)
def test_check_tells_what_the_first_bad_line_is_about(text: str, code: str, told: dict[str, object]) -> None:
    (board,) = read(text)
    refused = check(board)
    assert refused
    assert (refused.line, refused.code, refused.params) == (text.count("\n"), code, told)


def test_boards_before_a_refusal_are_answered() -> None:
    stream = BytesIO(f"{TILE}\n---\nrubbish\n".encode())
    found = read_boards(stream, ruleset=lambda name: parse_ruleset(name or "base"))
    assert lines(next(found)) == [(1, TILE)]
    with pytest.raises(TextRefusal):
        next(found)


def test_marks_of_a_text_stand_in_place_of_what_follows_from_its_order() -> None:
    under = "rules: underground\nunderground:\npipe-t B1 PPP. broken\npipe-t B2 PPP.\nsurface:\nstation-curve B2 RH..\n"
    (board,) = read(under)
    assert position_of(board).boards[1].marked("broken").bit_count() == 1


def text(*placements: Placement) -> BoardText:
    return BoardText(BASE, tuple(Line(number, one) for number, one in enumerate(placements, 1)))


def answered(board: BoardText) -> dict[str, object]:
    refused = check(board)
    return {"legal": False, "line": refused.line, "code": refused.code} if refused else {"legal": True}


@given(st.lists(st.tuples(st.sampled_from(TILES), st.sampled_from(CELLS)), max_size=6), played())
def test_b7_b8_b10_check_equals_the_oracle(
    extra: list[tuple[object, object]], drawn: dict[object, object]
) -> None:
    """What was played in some order, and then anything."""
    placements = [Placement(tile, cell) for cell, tile in drawn.items()]  # type: ignore[arg-type]
    placements += [Placement(tile, cell) for tile, cell in extra]  # type: ignore[arg-type]
    written = "\n".join(map(str, placements))
    assert answered(text(*placements)) == check_text(written)


@given(boards(), st.sampled_from(list(BASE.pieces.values())))
def test_legal_equals_the_oracle(board: Board, piece: Piece) -> None:
    written = "\n".join(str(line.placement) for line in text_of(board).lines)
    assert legal(text_of(board), piece) == legal_text(written, piece=piece.name)


@given(
    played().map(board_of),
    st.sampled_from([piece for piece in BASE.pieces.values() if piece.role.value == "route"]),
)
def test_legal_lists_exactly_what_check_accepts(board: Board, piece: Piece) -> None:
    """On top of boards whose tiles `check` accepts in some order."""
    drawn: list[Placement] = []
    left = [line.placement for line in text_of(board).lines if line.placement.piece.role.value == "route"]
    while left:
        accepted = [one for one in left if check(text(*drawn, one)) is None]
        if not accepted:
            break
        drawn.append(accepted[0])
        left.remove(accepted[0])
    listed = legal(text(*drawn), piece)["placements"]
    tried = [Placement(tile, cell) for tile in piece.tiles for cell in CELLS]
    accepted_now = [f"{one.cell} {one.tile.text}" for one in tried if check(text(*drawn, one)) is None]
    assert listed == sorted(accepted_now)


def unreadable_lines(text: str) -> list[tuple[int, str]]:
    found = unreadable(BytesIO(text.encode()), ruleset=lambda name: parse_ruleset(name or "base"))
    return [(line.line, line.code) for line in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{TILE}\n---\nnonsense", []),
        (f"\n# a comment\n{TILE}\n  \nnonsense\n", [(5, "text.syntax")]),
        (f"one\n{TILE}\ntwo words\n{TILE}\n", [(1, "text.syntax"), (3, "text.syntax"), (4, "placement.occupied")]),
        (f"one\nrules: chess\n{TILE}\noverpass Z9 HRHR", [(1, "text.syntax"), (2, "ruleset.unknown")]),
        (f"rules: underground\n{TILE}\nsurface:\n{TILE}\nthere:\n", [(2, "text.syntax"), (5, "text.syntax")]),
        ("rules: underground\nunderground:\npipe-t B1 HHH.\noverpass B2 HRHR\n",
         [(3, "sides.not_an_orientation"), (4, "piece.wrong_board")]),
    ],
)  # fmt: skip
def test_every_line_that_cannot_be_read_is_told(text: str, found: list[tuple[int, str]]) -> None:
    assert unreadable_lines(text) == found
    if found:
        assert refusal(text) in found


@given(
    st.lists(st.sampled_from([TILE, "x", "overpass B1 HRHR", "surface:", "rules: lake", "lake-1 C3 L..."]))
)
def test_a_text_has_unreadable_lines_exactly_where_reading_it_is_refused(chosen: list[str]) -> None:
    text = "\n".join(chosen)
    found = unreadable_lines(text)
    if found:
        assert refusal(text) in found
    else:
        assert positions(text)


def test_a_second_tile_in_a_cell_is_told_with_its_cell_and_piece() -> None:
    text = f"{TILE}\nrailway-t B1 RRR.\n"
    (line,) = unreadable(BytesIO(text.encode()), ruleset=lambda name: parse_ruleset(name or "base"))
    assert line.params == {"cell": parse_cell("B1"), "piece": "railway-t"}
