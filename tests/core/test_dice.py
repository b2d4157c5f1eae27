"""Dice, and reproducible random numbers."""

from collections import Counter

import pytest

from inkrail.core.dice import Die, SeededRng, choose, shuffle


class Counting:
    """A random source that always gives the same number, and records its calls."""

    def __init__(self, answer: int) -> None:
        self.answer = answer
        self.asked: list[int] = []

    def below(self, limit: int) -> int:
        self.asked.append(limit)
        return min(self.answer, limit - 1)


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    """Changing these breaks every seed that anyone has written down."""
    rng = SeededRng("inkrail", "roll", 1)
    assert [rng.below(6) for _ in range(12)] == [0, 1, 2, 5, 1, 4, 5, 1, 2, 5, 1, 4]
    rng = SeededRng("")
    assert [rng.below(limit) for limit in (2, 3, 7, 49, 1000, 1 << 60)] == [
        1,
        0,
        1,
        0,
        903,
        792501348957483325,
    ]


def test_seeds_and_purposes_are_told_apart() -> None:
    def numbers(*key: object) -> list[int]:
        rng = SeededRng(str(key[0]), *key[1:])
        return [rng.below(1000) for _ in range(4)]

    assert numbers("a") == numbers("a")
    assert (
        len({tuple(numbers(*key)) for key in (("a",), ("b",), ("a", 1), ("a", 2), ("a", 1, 2), ("a", 12))})
        == 6
    )


@pytest.mark.parametrize("limit", [2, 3, 6, 7])
def test_all_numbers_are_equally_likely(limit: int) -> None:
    rng = SeededRng("fair", limit)
    thrown = 1200 * limit
    counts = Counter(rng.below(limit) for _ in range(thrown))
    assert set(counts) == set(range(limit))
    # Chi-squared with at most six degrees of freedom stays below 23 in 999 of 1000 fair samples; this one is fixed.
    assert sum((count - 1200) ** 2 / 1200 for count in counts.values()) < 23


@pytest.mark.parametrize("limit", [(1 << 63) + 1, 3 << 62])
def test_a_number_that_would_favour_some_is_thrown_again(limit: int) -> None:
    """With limits above half of the range every number from there on is rejected."""
    rng, plain = SeededRng("again"), SeededRng("again")
    raw = [plain.below(1 << 64) for _ in range(40)]
    accepted = [number for number in raw if number < limit]
    assert len(accepted) < len(raw)
    assert [rng.below(limit) for _ in accepted] == accepted


def test_one_of_one_is_that_one() -> None:
    assert SeededRng("x").below(1) == 0
    assert choose(["only"], rng=SeededRng("x")) == "only"


def test_a_die_shows_the_face_that_chance_says() -> None:
    die = Die("letters", tuple("abcdef"))
    rng = Counting(4)
    assert die.roll(rng) == "e"
    assert rng.asked == [6]
    assert (die.route, die.mandatory) == (False, False)


def test_shuffling_keeps_everything_and_leaves_the_original_alone() -> None:
    items = list("abcdefg")
    mixed = shuffle(items, rng=SeededRng("shuffle"))
    assert sorted(mixed) == items == list("abcdefg")
    assert mixed != items


def test_every_order_is_equally_likely() -> None:
    rng = SeededRng("orders")
    counts = Counter("".join(shuffle("abc", rng=rng)) for _ in range(1800))
    assert len(counts) == 6
    assert sum((count - 300) ** 2 / 300 for count in counts.values()) < 20.5


def test_shuffling_asks_once_for_each_place_but_the_first() -> None:
    rng = Counting(0)
    assert shuffle("abcd", rng=rng) == list("bcda")
    assert rng.asked == [4, 3, 2]
