"""Means and their confidence intervals."""

import pytest

from inkrail.arena.statistics import student_quantile, summary


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984)],
)
def test_the_quantiles_are_those_of_the_printed_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, abs=0.004)


def test_a_summary_by_hand() -> None:
    found = summary([1, 2, 3, 4])
    assert (found.mean, found.sd, found.sem) == pytest.approx((2.5, 1.29099, 0.645497), abs=1e-5)
    assert found.interval == pytest.approx((2.5 - 2.054, 2.5 + 2.054), abs=0.004)


def test_a_single_number_says_nothing_about_the_spread() -> None:
    found = summary([7])
    assert (found.mean, found.sd, found.sem, found.interval) == (7, None, None, None)
