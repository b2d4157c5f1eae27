"""`inkrail review`, `hint`, `solve`, `best` and `puzzles`."""

import json

import pytest
from tests.cli.conftest import S7, Call
from tests.study.games import game_of, text_of, until

from inkrail.study import hint as hinting
from inkrail.study import reasons
from inkrail.study import review as reviewing

DICE = "overpass highway-curve railway-t highway-straight"
PIPES = "subway-station-curve pipe-curve pipe-curve pipe-over-subway"


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare only one or two ends of each round, and play on twice for a reason."""
    monkeypatch.setattr(reasons, "SEQUENCES", 2)
    monkeypatch.setattr(reviewing, "EFFORTS", {"full": 2, "quick": 1})
    monkeypatch.setattr(hinting, "EFFORTS", {"full": 1})


def test_several_records_in_a_file_are_answered_one_by_one(inkrail: Call) -> None:
    two = text_of("greedy") + "\n# the next one\n" + text_of("random")
    replayed = inkrail("replay", "board.txt", "--json", board=two).objects
    assert [answer["winners"] for answer in replayed] == [[1], [1]]
    answer = inkrail("review", "board.txt", "--json", "--effort", "quick", board=two[: two.rindex("1 done")])
    assert answer.complaint.startswith(f"board.txt:{two.count(chr(10)) - 1}: record.unfinished: ")
    review = json.loads(answer.out)
    assert review["score"] == game_of("greedy").totals[0]
    assert review["par"] + review["luck"] + review["choices"] == pytest.approx(review["score"], abs=1e-9)


def test_a_review_is_a_table_for_people(inkrail: Call) -> None:
    out = inkrail("review", "board.txt", "--effort", "quick", board=text_of("random")).out
    total = game_of("random").totals[0]
    assert out.startswith("Seat 1: par ")
    assert f", score {total}\n" in out
    assert "Skill " in out
    assert "With average dice " in out
    assert "; skill " in out
    assert out.count("\n") > 10
    assert out.count("\nKey moment, round ") == 3
    assert "  draw " in out
    assert "  Network: about " in out or "  Errors: about " in out


def test_the_record_that_is_refused_is_named_by_its_line_after_the_answers_before_it(inkrail: Call) -> None:
    first = text_of("random")
    second = until(text_of("random"), round_=7)
    answer = inkrail("replay", "board.txt", "--json", board=first + second + "1 draw overpass Z9 HRHR\n")
    lines = (first + second).count("\n") + 1
    assert answer.complaint.startswith(f"board.txt:{lines}: cell.unknown: ")
    assert answer.out.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "text", "code"),
    [
        (("review",), text_of("random").replace("official", "manual"), "study.values"),
        (("review", "--seat", "2"), text_of("random"), "seat.unknown"),
        (("review", "--seat", "0"), text_of("random"), "usage.number"),
        (("review", "--effort", "huge"), text_of("random"), "usage.choice"),
        (("review",), "", "record.version"),
        (("review",), "inkrail-record 2\n", "record.version"),
        (("hint",), text_of("random"), "record.finished"),
        (("hint",), text_of("random").partition("round 2\n")[0], "phase.roll"),
        (("best",), until(text_of("random"), round_=3), "record.unfinished"),
        (("solve", "--dice", "overpass"), S7, "roll.impossible"),
        (("solve", "--dice", DICE, "--spent", "overpass"), S7, "usage.choice"),
        (("solve", "--dice", DICE, "--duplicated", "4"), S7, "usage.choice"),
        (("solve", "--dice", DICE, "--duplicated", "1"), S7, "study.no_duplicates"),
        (("solve",), S7, "usage.argument_missing"),
        (("solve", "--dice", DICE, "--rules", "chess"), S7, "ruleset.unknown"),
        (("solve", "--dice", DICE), "overpass", "text.syntax"),
    ],
)
def test_what_cannot_be_studied_is_one_line(  # noqa: PLR0917
    inkrail: Call, words: tuple[str, ...], text: str, code: str
) -> None:
    answer = inkrail(words[0], "board.txt", *words[1:], "--json", board=text)
    assert f": {code}: " in answer.complaint


@pytest.mark.parametrize(
    ("dice", "header", "said"),
    [
        ("nonsense", "", 'inkrail: piece.unknown: --dice: There is no piece "nonsense".'),
        (f"{DICE} lake-3", "", "inkrail: piece.not_in_ruleset: --dice: The piece lake-3 does not belong"),
        ("overpass", "", 'inkrail: roll.impossible: --dice: The dice of this round cannot show "overpass".'),
        ("overpass", "rules: lake\n", "board.txt:3: roll.impossible: --dice: The dice of this round cannot"),
    ],
)
def test_wrong_dice_are_blamed_on_their_option_not_on_the_board(
    inkrail: Call, *, dice: str, header: str, said: str
) -> None:
    board = f"{header}highway-straight B1 H.H.\nhighway-straight B2 H.H.\n"
    assert inkrail("solve", "board.txt", "--dice", dice, board=board).complaint.startswith(said)


@pytest.mark.parametrize(
    ("words", "rules", "said"),
    [
        (("--spent", "special-hhhh") * 2, "base", "inkrail: special.used: --spent: "),
        (("--spent", "special-rrrr"), "base", "inkrail: special.used: --spent: "),
        (("--duplicated", "1"), "base", "inkrail: study.no_duplicates: --duplicated: "),
        (
            ("--spent", "special-hhhh"),
            "underground-standalone",
            "board.txt:1: piece.not_in_ruleset: --spent: ",
        ),
    ],
)
def test_what_was_spent_wrongly_is_blamed_on_its_option(
    inkrail: Call, *, words: tuple[str, ...], rules: str, said: str
) -> None:
    board, dice = {
        "base": ("special-rrrr D1 RRRR\n", DICE),
        "underground-standalone": ("rules: underground-standalone\n", PIPES),
    }[rules]
    assert inkrail("solve", "board.txt", "--dice", dice, *words, board=board).complaint.startswith(said)


def test_puzzles_are_refused_with_wrong_options(inkrail: Call) -> None:
    assert inkrail("puzzles", "--rules", "chess").complaint.startswith("inkrail: ruleset.unknown: ")
    assert inkrail("puzzles", "--number", "0").complaint.startswith("inkrail: usage.number: ")
    assert inkrail("puzzles", "--seed", "a b").complaint.startswith("inkrail: usage.seed: ")


def test_boards_are_solved_one_by_one(inkrail: Call) -> None:
    boards = f"{S7}\n---\nrules: base\n{S7}"
    first, second = inkrail("solve", "board.txt", "--dice", DICE, "--json", board=boards).objects
    assert first == second
    assert list(first) == ["total", "exact", "actions"]
    assert first["exact"] is True
    assert isinstance(first["total"], int)
    assert first["total"] > 46
    out = inkrail("solve", "board.txt", "--dice", DICE, board=S7).out
    assert f"{first['total']} points" in out


def test_a_hint_and_what_it_is_worth(inkrail: Call) -> None:
    text = until(text_of("greedy"), round_=7)
    (answer,) = inkrail("hint", "board.txt", "--json", board=text).objects
    assert list(answer) == ["value", "restart", "actions"]
    assert answer["value"] == answer["restart"]
    assert "Expected: " in inkrail("hint", "board.txt", board=text).out


def test_a_puzzle_is_one_object_a_line(inkrail: Call) -> None:
    (answer,) = inkrail("puzzles", "--rules", "base", "--number", "1", "--seed", "p", "--json").objects
    assert set(answer) == {"id", "rules", "board", "dice", "total", "second", "level", "actions"}
    assert "# Last round: find " in inkrail("puzzles", "--seed", "p").out
