"""`inkrail check`."""

import pytest
from tests.cli.conftest import S7, Call


def test_a_legal_board_as_one_exact_line(inkrail: Call) -> None:
    answer = inkrail("check", "board.txt", "--json", board="highway-straight B1 H.H.\n")
    assert (answer.status, answer.out) == (0, '{"legal":true}\n')


def test_an_illegal_board_is_an_answer_too(inkrail: Call) -> None:
    board = "# a comment\n\nhighway-straight B1 H.H.\nrailway-straight B2 R.R.\n"
    answer = inkrail("check", "board.txt", "--json", board=board)
    assert (answer.status, answer.out) == (
        0,
        '{"legal":false,"line":4,"code":"placement.kind_clash"}\n',
    )


def test_lines_are_counted_in_the_file(inkrail: Call) -> None:
    answer = inkrail("check", "board.txt", "--json", board=f"---\nhighway-straight D4 H.H.\n---\n{S7}")
    assert answer.objects == [
        {"legal": True},
        {"legal": False, "line": 2, "code": "placement.unconnected"},
        {"legal": False, "line": 6, "code": "placement.unconnected"},
    ]


def test_an_empty_board_is_legal(inkrail: Call) -> None:
    assert inkrail("check", "-", "--json").objects == [{"legal": True}]


def test_a_second_line_for_a_cell_is_no_bad_input_here(inkrail: Call) -> None:
    board = "highway-straight B1 H.H.\nhighway-straight B1 H.H.\n"
    assert inkrail("check", "board.txt", "--json", board=board).objects == [
        {"legal": False, "line": 2, "code": "placement.occupied"}
    ]


@pytest.mark.parametrize(
    ("rules", "board", "code"),
    [
        ("lava", "volcano D3 FFFF", "lava.first_volcano"),
        ("lake", "lake-full D4 LLLL", "lake.not_surrounded"),
        ("lake", "lake-1 C3 .L..\nlake-1 D2 ..L.\nlake-1 E3 ...L", "lake.not_filled"),
        ("meteor", "crater D4 ....\ncrater D4 ....", "placement.occupied"),
        ("river", "highway-straight B1 H.H.\nriver-straight B2 W.W.", "placement.kind_clash"),
    ],
)
def test_expansions_refuse_with_codes_of_their_own(
    inkrail: Call, rules: str, board: str, *, code: str
) -> None:
    answer = inkrail("check", "board.txt", "--json", "--rules", rules, board=board)
    assert answer.objects[0]["code"] == code


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Board 2: not legal, line 3: placement.unconnected: In D4 no side of highway-straight joins"),
        ("es", "Tablero 2: no válido, línea 3: placement.unconnected: En D4 ningún lado de highway-straight"),
        ("de", "Tafel 2: nicht regelgerecht, Zeile 3: placement.unconnected: In D4 schließt keine Seite von"),
    ],
)
def test_people_are_told_what_is_wrong_in_three_languages(inkrail: Call, language: str, said: str) -> None:
    board = "highway-straight B1 H.H.\n---\nhighway-straight D4 H.H.\n"
    legal, illegal = inkrail("check", "board.txt", "--lang", language, board=board).out.splitlines()
    assert legal in ("Board 1: legal.", "Tablero 1: válido.", "Tafel 1: regelgerecht.")
    assert illegal.startswith(said)


@pytest.mark.parametrize("format_", [(), ("--json",)])
def test_for_scripts_the_exit_status_says_whether_all_boards_are_legal(
    inkrail: Call, format_: tuple[str, ...]
) -> None:
    right, wrong = "highway-straight B1 H.H.\n", "highway-straight C3 H.H.\n"
    for board, status in ((right, 0), (f"{wrong}---\n{right}", 1), (wrong, 1), ("", 0)):
        assert inkrail("check", "board.txt", "--exit-code", *format_, board=board).status == status
        assert inkrail("check", "board.txt", *format_, board=board).status == 0
