"""The types of studies say what a review and a best board report."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

from inkrail.server.studies.interfaces import Study
from inkrail.server.studies.questions import Effort, read_question
from inkrail.server.wire.studies import BestReport, ReviewReport, RoundClass, RoundReport, study_round
from inkrail.study.best import BestBoard
from inkrail.study.grades import ALL_CLASSES
from inkrail.study.review import EFFORTS, Review, RoundReview

GOLDEN = Path(__file__).parents[2] / "game" / "golden"


def test_the_types_have_the_words_of_a_review() -> None:
    assert set(get_args(RoundClass)) == set(ALL_CLASSES)
    assert set(get_args(Effort)) == set(EFFORTS)


def test_the_types_have_the_fields_of_the_reports() -> None:
    round_ = RoundReview(
        round_=1,
        value=60.0,
        luck=0.0,
        fortune=49.5,
        choices=0.0,
        loss=0.0,
        grade="best",
        best=(),
        variance=1.0,
    )
    assert round_.report().keys() == get_type_hints(RoundReport).keys()
    # A report also has what follows from a review's figures and from the bots' means.
    reported = {*Review.__dataclass_fields__, "adjusted", "bots", "between"}
    assert reported == get_type_hints(ReviewReport).keys()
    best = BestBoard(70, exact=False, bound=83, record="").report()
    assert best.keys() == get_type_hints(BestReport).keys()


def test_a_round_tells_what_was_decided_before_drawing_and_what_should_have_been() -> None:
    question = read_question((GOLDEN / "meteor.txt").read_text(), seat=0, kind="review")
    report = {
        "round": 1,
        "loss": 2.0,
        "best": ["direction left", "draw highway-straight F1 H.H."],
        "reason": [],
    }
    told = study_round(Study("id", question, "waiting", None, parts=(report,), result=None), 1)
    assert told["steps_own"] == ["ignore special-hrrr"]
    assert told["steps_better"] == ["direction left"]
