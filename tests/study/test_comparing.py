"""Ends of a round compared over the same rolls."""

import numpy as np
import pytest
from tests.study.games import FIRST, game_of

from inkrail.bots.values import values_of
from inkrail.game.history import played_rounds
from inkrail.study import comparing
from inkrail.study.comparing import PARTS, STAGES, best_end
from inkrail.study.ends import ranked_ends


def test_every_roll_belongs_to_one_stage() -> None:
    remainders = [remainder for stage, _ in STAGES for remainder in stage]
    assert sorted(remainders) == list(range(PARTS))


def test_ends_that_compete_lead_to_the_same_best_end_with_its_exact_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = game_of("greedy").record
    values = values_of(record.ruleset)
    ends = ranked_ends(values, played_rounds(record, FIRST)[5].start, number=12)
    after = values.values(np.array([end.state for end in ends]), round_=7)
    best, value = best_end(values, ends, round_=6)
    assert value == after.max()
    monkeypatch.setattr(comparing, "COST", {"base": 2})
    found, competing = best_end(values, ends, round_=6)
    assert competing == after[ends.index(found)]
    assert competing >= value - 0.2
    assert best in ends
