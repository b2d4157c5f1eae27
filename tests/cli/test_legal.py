"""`inkrail legal`."""

import pytest
from tests.cli.conftest import Call


def test_the_placements_as_one_exact_line(inkrail: Call) -> None:
    answer = inkrail("legal", "board.txt", "--json", "--piece", "overpass", board="")
    assert answer.out == (
        '{"placements":["A2 HRHR","A4 RHRH","A6 HRHR","B1 HRHR","B7 HRHR","D1 RHRH","D7 RHRH","F1 HRHR","F7 HRHR",'
        '"G2 HRHR","G4 RHRH","G6 HRHR"]}\n'
    )
    assert (answer.status, answer.err) == (0, "")


def test_a_board_names_its_own_piece(inkrail: Call) -> None:
    board = "piece: special-hhhh\n---\nrules: lake\npiece: lake-3\n---\n"
    answer = inkrail("legal", "board.txt", "--json", "--piece", "special-rrrr", board=board)
    lists = [one["placements"] for one in answer.objects]
    assert lists[0] == ["A4 HHHH", "B1 HHHH", "B7 HHHH", "F1 HHHH", "F7 HHHH", "G4 HHHH"]
    assert isinstance(lists[1], list)
    assert len(lists[1]) == 49 * 4
    assert lists[2] == ["A2 RRRR", "A6 RRRR", "D1 RRRR", "D7 RRRR", "G2 RRRR", "G6 RRRR"]


def test_m6_meteor_adds_the_placements_on_craters(inkrail: Call) -> None:
    board = "crater B1 ....\ncrater D4 ....\n"
    words = ("legal", "board.txt", "--json", "--rules", "meteor", "--piece", "highway-straight")
    answer = inkrail(*words, board=board).objects[0]
    assert answer["on_craters"] == ["B1 H.H."]
    assert list(answer) == ["placements", "on_craters"]


def test_f6_lava_adds_the_placements_that_erase(inkrail: Call) -> None:
    words = ("legal", "board.txt", "--json", "--rules", "lava", "--piece", "lava-3")
    assert inkrail(*words, board="volcano D4 FFFF\n").objects[0]["erasing"] == []


def test_a_board_that_asks_for_no_piece_is_refused_with_its_last_line(inkrail: Call) -> None:
    answer = inkrail("legal", "board.txt", "--json", board="piece: overpass\n---\nhighway-straight B1 H.H.\n")
    assert answer.complaint.startswith("board.txt:3: piece.missing: ")
    assert answer.out.count("\n") == 1


def test_a_piece_of_another_ruleset_is_refused(inkrail: Call) -> None:
    said = "piece.not_in_ruleset: --piece: The piece lava-3 does not belong to"
    for command in ("legal", "show"):
        answer = inkrail(command, "board.txt", "--piece", "lava-3", board="highway-straight B1 H.H.\n")
        assert answer.complaint.startswith(f"inkrail: {said} the ruleset base.")
        answer = inkrail(command, "board.txt", "--piece", "lava-3", board="\nrules: river\n\n")
        assert answer.complaint.startswith(f"board.txt:3: {said} the ruleset river.")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Board 1, highway crossing: 6 legal placements"),
        ("es", "Tablero 1, cruce de carreteras: 6 colocaciones válidas"),
        ("de", "Tafel 1, Straßenkreuzung: 6 erlaubte Lagen"),
    ],
)
def test_people_get_a_list(inkrail: Call, language: str, said: str) -> None:
    answer = inkrail("legal", "board.txt", "--piece", "special-hhhh", "--lang", language, board="")
    assert answer.out.splitlines() == [
        said,
        "  A4 HHHH   B1 HHHH   B7 HHHH   F1 HHHH   F7 HHHH   G4 HHHH",
    ]
