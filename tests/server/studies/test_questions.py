"""The same question has the same form, whoever asks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inkrail.core.errors import Refusal
from inkrail.game.history import played_rounds
from inkrail.game.record import format_record, parse_record
from inkrail.rules.dealing import Seat
from inkrail.server.studies.questions import Question, question_of, read_question, read_stored

GOLDEN = sorted((Path(__file__).parents[2] / "game" / "golden").glob("*.txt"))
GAME = next(path for path in GOLDEN if path.stem == "base").read_text()


def review(text: str = GAME, *, seat: int = 0) -> Question:
    return read_question(text, seat=seat, kind="review")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_reviewed_seat_has_the_same_rounds_as_in_the_whole_record(path: Path) -> None:
    record, table = parse_record(path.read_text())
    for seat in range(record.seats):
        question = read_question(path.read_text(), seat=seat, kind="best")
        stored, end = read_stored(question.record)
        assert end.sheets()[question.seat].total == table.sheets()[seat].total
        assert played_rounds(stored, Seat(question.seat)) == played_rounds(record, Seat(seat))
        assert (stored.seed, stored.totals) == ("", ())
        assert stored.seats == (record.seats if record.ruleset.dealer.picking else 1)


def test_headers_scores_other_seats_and_what_was_taken_back_do_not_matter() -> None:
    record, _ = parse_record(GAME)
    bare = format_record(replace(record, seed="", totals=()))
    assert "take-back" in bare
    assert review(bare) == review()
    again = read_stored(review(seat=1).record)[0]
    assert question_of(again, seat=0, kind="review") == review(seat=1)
    assert "take-back" not in review().record + review(seat=1).record


def test_different_questions_have_different_ids() -> None:
    record, _ = parse_record(GAME)
    questions = [
        review(),
        review(seat=1),
        read_question(GAME, seat=0, kind="review", effort="quick"),
        read_question(GAME, seat=0, kind="best"),
        question_of(record, seat=0, kind="review", hidden="a daily"),
    ]
    assert len({question.id for question in questions}) == len(questions)
    assert {len(question.id) for question in questions} == {32}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("inkrail-record 1", "inkrail-record 2", "record.version"),
        ("values: official", "values: manual", "study.values"),
        ("rules: base", "rules: basis", "ruleset.unknown"),
    ],
)
def test_a_record_that_cannot_be_reviewed_is_refused(old: str, new: str, code: str) -> None:
    record, _ = parse_record(GAME)
    text = format_record(replace(record, totals=())).replace(old, new)
    with pytest.raises(Refusal) as refused:
        review(text)
    assert refused.value.code == code


def test_an_unfinished_game_and_an_unknown_seat_are_refused() -> None:
    with pytest.raises(Refusal, match=r"record\.unfinished"):
        review(GAME.partition("round 7")[0])
    with pytest.raises(Refusal, match=r"seat\.unknown"):
        review(seat=2)
