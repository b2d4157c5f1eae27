"""A mirrored game is worth exactly the same: each of its rolls, and the values before them."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from tests.study.games import FIRST, text_of

from inkrail.bots.values import values_of
from inkrail.game.history import played_rounds
from inkrail.game.record import parse_record
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.study.ends import last_end

CELL = re.compile("[A-G][1-7]")
ACROSS = (str.maketrans("ABCDEFG", "GFEDCBA"), {"left": "right", "right": "left"}, (0, 3, 2, 1))
UPSIDE_DOWN = (str.maketrans("1234567", "7654321"), {"up": "down", "down": "up"}, (2, 1, 0, 3))
"""What a mirror makes of cells, of a meteor's directions and of the sides N E S W."""
MIRRORS = {"left-right": [ACROSS], "top-bottom": [UPSIDE_DOWN], "half-turn": [ACROSS, UPSIDE_DOWN]}

Mirror = tuple[dict[int, int], dict[str, str], tuple[int, ...]]


def mirrored(text: str, view: str) -> str:
    """A record in a view, without the seed, which does not give the mirrored meteors."""
    lines = [line for line in text.splitlines() if not line.startswith("seed:")]
    for mirror in MIRRORS[view]:
        lines = [_mirrored_line(line, mirror) for line in lines]
    return "\n".join(lines) + "\n"


def _mirrored_line(line: str, mirror: Mirror) -> str:
    """A line with its directions mirrored, its cell, and the sides that follow the cell, if any."""
    cells, directions, sides = mirror
    words = [directions.get(word, word) for word in line.split()]
    at = next((number for number, word in enumerate(words) if CELL.fullmatch(word)), len(words))
    after = ["".join(word[side] for side in sides) for word in words[at + 1 :]]
    return " ".join([*words[:at], *(word.translate(cells) for word in words[at : at + 1]), *after])


def check(bot: str, rules: str, seed: str, *, views: Sequence[str], first: int) -> None:
    """From a round on, each roll and each value are the same, and so is the last round where it is solved."""
    text = text_of(bot, rules, seed)
    values = values_of(parse_ruleset(rules))
    ours = played_rounds(parse_record(text)[0], FIRST)
    prospects = [values.prospects(own.before, round_=int(own.round_)) for own in ours[first - 1 :]]
    for view in views:
        theirs = played_rounds(parse_record(mirrored(text, view))[0], FIRST)
        assert ours[-1].end != theirs[-1].end
        for one, own, other in zip(prospects, ours[first - 1 :], theirs[first - 1 :], strict=True):
            round_ = int(other.round_)
            two = values.prospects(other.before, round_=round_)
            assert one.value == two.value
            assert np.array_equal(one.worth, two.worth)
            rolled, same = (values.worth(each.before, each.hand, round_=round_) for each in (own, other))
            assert rolled == same
        if values.kernel.solves_at_once:
            assert last_end(values, ours[-1].start).rank == last_end(values, theirs[-1].start).rank


@pytest.mark.parametrize(
    ("rules", "view", "first"),
    [
        ("base", "left-right", 6),
        ("river", "top-bottom", 5),
        ("lake", "left-right", 6),
        ("meteor", "half-turn", 5),
        ("underground-standalone", "top-bottom", 6),
    ],
)
def test_the_last_rounds_of_a_mirrored_game_are_worth_the_same(rules: str, view: str, first: int) -> None:
    check("casual", rules, "a", views=[view], first=first)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULESET_NAMES)
@pytest.mark.parametrize("bot", ["casual", "greedy"])
def test_a_mirrored_game_is_worth_the_same(bot: str, rules: str) -> None:
    check(bot, rules, "study", views=list(MIRRORS), first=1)
