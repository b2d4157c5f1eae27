"""Bad input to the commands that read boards: one line with file and line number, and exit status 2."""

import pytest
from tests.cli.conftest import S7, Call

TILE = "highway-straight B1 H.H.\n"

each_command = pytest.mark.parametrize("command", ["score", "check", "legal"])

BAD: dict[str, tuple[str | bytes, int, str]] = {
    "unknown piece": (f"{TILE}motorway C1 H.H.\n", 2, "piece.unknown"),
    "piece of another ruleset": (f"{TILE}river-curve C1 WW..\n", 2, "piece.not_in_ruleset"),
    "no such cell": (f"{TILE}\n\nhighway-straight H8 H.H.\n", 4, "cell.unknown"),
    "small letters": (f"{TILE}highway-straight c1 H.H.\n", 2, "cell.unknown"),
    "wrong sides": (f"{TILE}overpass C1 HHHH\n", 2, "sides.not_an_orientation"),
    "no sides": (f"{TILE}overpass C1 xyzzy\n", 2, "sides.not_an_orientation"),
    "too few words": (f"{TILE}overpass C1\n", 2, "text.syntax"),
    "too many words": (f"{TILE}overpass C1 HRHR broken now\n", 2, "text.syntax"),
    "unknown header": (f"author: me\n{TILE}", 1, "text.syntax"),
    "section of another ruleset": (f"underground:\n{TILE}", 1, "text.syntax"),
    "unknown ruleset": ("rules: swamp\n", 1, "ruleset.unknown"),
    "ruleset without route dice": ("rules: underground-standalone+draft\n", 1, "ruleset.no_route_dice"),
    "unknown piece in a header": ("piece: motorway\n", 1, "piece.unknown"),
    "binary rubbish": (b"\x00\xff\xfe\x89PNG\r\n\x1a\n\x00", 1, "text.syntax"),
    "rubbish that is text": (b"\x00\x01 \x1b[2J \x07 \x0b\n", 1, "piece.unknown"),
    "rubbish in a later line": (TILE.encode() + b"\xc3\x28 C1 HRHR\n", 2, "text.syntax"),
    "an archive": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" * 50, 1, "text.syntax"),
    "a megabyte in one line": (b"x" * 1_000_000, 1, "text.too_large"),
    "a megabyte of comments": (b"# nothing but comment\n" * 50_000, 2979, "text.too_large"),
}


@each_command
@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_with_file_line_and_code(inkrail: Call, command: str, case: str) -> None:
    board, line, code = BAD[case]
    answer = inkrail(command, "board.txt", "--json", "--piece", "overpass", board=board)
    assert answer.complaint.startswith(f"board.txt:{line}: {code}: ")
    assert answer.out == ""


@each_command
def test_from_standard_input_too(inkrail: Call, command: str) -> None:
    answer = inkrail(command, "-", "--piece", "overpass", stdin=f"{TILE}motorway C1 H.H.\n")
    assert answer.complaint.startswith("-:2: piece.unknown: ")


@pytest.mark.parametrize("command", ["score", "legal"])
def test_a_cell_twice(inkrail: Call, command: str) -> None:
    answer = inkrail(command, "board.txt", "--piece", "overpass", board=f"{TILE}\n{TILE}")
    assert answer.complaint.startswith("board.txt:3: placement.occupied: Cell B1 is not free.")


@each_command
def test_answers_for_the_boards_before_it_are_printed(inkrail: Call, command: str) -> None:
    board = f"{TILE}---\n---\n{S7}---\nmotorway B1 H.H.\n---\n{TILE}"
    answer = inkrail(command, "board.txt", "--json", "--piece", "overpass", board=board)
    assert answer.complaint.startswith(f"board.txt:{4 + S7.count(chr(10)) + 1}: piece.unknown: ")
    assert answer.out.count("\n") == 3


def test_the_size_limit_is_that_of_one_board(inkrail: Call) -> None:
    large = "# nothing but comment\n" * 2_900
    answer = inkrail("score", "board.txt", "--json", board="---\n".join([large] * 20))
    assert len(answer.objects) == 20


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", 'There is no cell "H8". Cells run from A1, top left, to G7, bottom right.'),
        (
            "es",
            "No hay ninguna casilla «H8». Las casillas van de A1, arriba a la izquierda, a G7, abajo a la derecha.",
        ),
        ("de", "Es gibt kein Feld „H8“. Die Felder gehen von A1 oben links bis G7 unten rechts."),
    ],
)
def test_only_the_sentence_is_translated(inkrail: Call, language: str, sentence: str) -> None:
    answer = inkrail("score", "board.txt", f"--lang={language}", board="overpass H8 HRHR\n")
    assert answer.complaint == f"board.txt:1: cell.unknown: {sentence}"


def test_rubbish_cannot_reach_the_terminal(inkrail: Call) -> None:
    answer = inkrail("score", "board.txt", board="\x1b[31m\u2028x B1 H.H.\n\u009b2J B1 H.H.\n")
    assert answer.complaint.startswith("board.txt:1: text.syntax: ")
