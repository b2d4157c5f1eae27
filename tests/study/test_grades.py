"""Classes, skill and fortune."""

import pytest

from inkrail.study.grades import class_of, fortune, milder_class, skill


@pytest.mark.parametrize(
    ("loss", "name"),
    [
        (0.0, "best"),
        (0.49, "best"),
        (0.5, "good"),
        (0.99, "good"),
        (1.0, "inaccuracy"),
        (1.99, "inaccuracy"),
        (2.0, "mistake"),
        (3.99, "mistake"),
        (4.0, "blunder"),
        (20.0, "blunder"),
    ],
)
def test_the_class_of_a_loss(loss: float, name: str) -> None:
    assert class_of(loss) == name


@pytest.mark.parametrize(
    ("loss", "difference", "name"),
    [
        (2.5, 2.0, "mistake"),
        (2.5, 1.9, "inaccuracy"),
        (2.5, -3.0, "inaccuracy"),
        (5.0, 4.0, "blunder"),
        (5.0, 3.9, "mistake"),
        (5.0, 0.0, "mistake"),
    ],
)
def test_a_second_look_lowers_a_class_by_one_step_at_most(loss: float, difference: float, name: str) -> None:
    assert milder_class(loss, difference) == name


def test_skill_falls_with_the_losses() -> None:
    assert skill([]) == 99
    assert skill([10, 10]) == pytest.approx(99 / 2.718281828459045)


def test_fortune_is_how_often_the_dice_bring_less() -> None:
    assert fortune([0.0, 0.0], [0.0, 0.0]) == 49.5
    assert fortune([1.0, -1.0], [2.0, 3.0]) == 49.5
    assert fortune([1.0, 1.0], [2.0, 2.0]) == pytest.approx(99 * 0.8413447460685429)
