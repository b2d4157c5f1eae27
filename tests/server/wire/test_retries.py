"""The verdict on a round that was tried again."""

from __future__ import annotations

import pytest

from inkrail.server.wire.retries import verdict_of
from inkrail.server.wire.studies import RoundReport

REPORT: RoundReport = {
    "round": 4,
    "value": 50.0,
    "luck": 2.0,
    "fortune": 60.0,
    "choices": -5.0,
    "loss": 4.0,
    "class": "blunder",
    "best": ["draw highway-t B1 HHH."],
    "reason": [],
}
"""A round whose end is worth 47, and the best one 51."""


@pytest.mark.parametrize(
    ("value", "best", "won"),
    [(47.0, 51.0, False), (50.4, 51.0, False), (50.5, 51.0, True), (51.0, 51.0, True), (52.5, 52.5, True)],
)
def test_any_end_within_half_a_point_of_the_best_wins(value: float, best: float, *, won: bool) -> None:
    verdict = verdict_of(REPORT, value=value, exact=False)
    assert verdict == {"round": 4, "own": 47.0, "value": value, "best": best, "exact": False, "won": won}
