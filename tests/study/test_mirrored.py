"""A mirrored game is worth the same: the last round exactly, earlier ones nearly."""

import numpy as np
import pytest
from tests.study.games import FIRST, text_of

from inkrail.bots.values import values_of
from inkrail.game.history import played_rounds
from inkrail.game.record import parse_record
from inkrail.study.ends import last_end

COLUMNS = "ABCDEFG"


def mirrored(text: str) -> str:
    """A record with left and right exchanged."""
    return "".join(_mirrored_line(line) + "\n" for line in text.splitlines())


def _mirrored_line(line: str) -> str:
    words = line.split()
    if words[1:2] != ["draw"]:
        return line
    seat, verb, piece, cell, sides = words
    column = COLUMNS[-1 - COLUMNS.index(cell[0])]
    exchanged = sides[0] + sides[3] + sides[2] + sides[1]
    return f"{seat} {verb} {piece} {column}{cell[1:]} {exchanged}"


def check(bot: str, rules: str, seed: str) -> None:
    """Before each round both are worth nearly the same, and exactly before a last round that is solved."""
    text = text_of(bot, rules, seed)
    games = [parse_record(each)[0] for each in (text, mirrored(text))]
    values = values_of(games[0].ruleset)
    ours, theirs = (played_rounds(game, FIRST) for game in games)
    assert ours[-1].end != theirs[-1].end
    for own, other in zip(ours[1:], theirs[1:], strict=True):
        round_ = int(own.round_)
        one, two = (values.prospects(played.before, round_=round_) for played in (own, other))
        assert abs(one.value - two.value) < 0.3
        if round_ == values.ruleset.rounds and values.kernel.solves_at_once:
            assert np.array_equal(one.worth, two.worth)
            assert last_end(values, own.start).rank == last_end(values, other.start).rank


def test_the_values_of_a_mirrored_game_are_nearly_the_same_and_its_last_round_is() -> None:
    check("casual", "base", "study")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "rules", "seed"),
    [
        ("casual", "base", "a"),
        ("greedy", "base", "b"),
        ("casual", "base", "c"),
        ("casual", "river", "study"),
        ("casual", "lake", "a"),
        ("greedy", "lava", "study"),
    ],
)
def test_more_mirrored_games(bot: str, rules: str, seed: str) -> None:
    check(bot, rules, seed)
