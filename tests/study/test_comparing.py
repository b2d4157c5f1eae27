"""Ends of a round compared over the same rolls."""

import numpy as np
import pytest
from tests.study.games import FIRST, game_of

from inkrail.bots.values import values_of
from inkrail.game.history import played_rounds
from inkrail.study.comparing import CLEARLY, PARTS, STAGES, best_end, in_the_race
from inkrail.study.ends import ranked_ends


def test_every_roll_belongs_to_one_stage() -> None:
    remainders = [remainder for stage in STAGES for remainder in stage]
    assert sorted(remainders) == list(range(PARTS))


def test_an_end_drops_out_when_it_is_clearly_behind_and_not_before() -> None:
    met = np.arange(16) < 4
    worth = np.zeros((3, 16), np.float32)
    worth[:, :4] = np.array([[6, 5, 6, 5], [5.9, 5, 6, 5], [1, 0, 1, 0]])
    assert in_the_race(worth, np.full(16, 1 / 16), met=met, errors=CLEARLY).tolist() == [True, True, False]
    assert in_the_race(worth[2:], np.full(16, 1 / 16), met=met, errors=CLEARLY).tolist() == [True]


@pytest.mark.parametrize("round_", [3, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_best_end_of_the_race_has_the_highest_value_of_all(round_: int) -> None:
    record = game_of("greedy").record
    values = values_of(record.ruleset)
    ends = ranked_ends(values, played_rounds(record, FIRST)[round_ - 1].start, number=12)
    after = values.values(np.array([end.state for end in ends]), round_=round_ + 1)
    best, value = best_end(values, ends, round_=round_)
    assert value == after.max()
    assert value == after[ends.index(best)]


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "greedy", "casual", "steady"])
def test_no_race_of_all_candidates_loses_the_best(bot: str) -> None:
    record = game_of(bot).record
    values = values_of(record.ruleset)
    for played in played_rounds(record, FIRST)[:-1]:
        round_ = int(played.round_)
        ends = ranked_ends(values, played.start, number=24)
        after = values.values(np.array([end.state for end in ends]), round_=round_ + 1)
        assert best_end(values, ends, round_=round_)[1] == after.max()
