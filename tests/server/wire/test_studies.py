"""The types of studies say what a review and a best board report."""

from __future__ import annotations

from typing import get_args, get_type_hints

from inkrail.server.studies.questions import Effort
from inkrail.server.wire.studies import BestReport, ReviewReport, RoundClass, RoundReport
from inkrail.study.best import BestBoard
from inkrail.study.grades import ALL_CLASSES
from inkrail.study.review import EFFORTS, Review, RoundReview


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
