"""The views of a board, against a model that moves cell after cell."""

import numpy as np
import pytest
from tests.kernel.turned import canonical, mirrors

from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.views import VIEWS, write_canonical, write_view
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def in_view(kernel: Kernel, state: Words, view: int) -> Words:
    after = np.full_like(state, -1)
    kernel.compiled(write_view)(state, view, after)
    return after


def least(kernel: Kernel, state: Words) -> Words:
    after = np.full_like(state, -1)
    kernel.compiled(write_canonical)(state, np.full_like(state, -1), after)
    return after


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_all_views_of_a_board_share_the_canonical_one_and_its_score(rules: str) -> None:
    kernel = kernel_for(parse_ruleset(rules))
    starts = np.repeat(kernel.start()[np.newaxis], 10, axis=0)
    states, lines = kernel.playouts(starts, rounds=4, chance=chance_of("views"), special=50)
    for state in states:
        images = mirrors(kernel, state)
        assert np.array_equal([in_view(kernel, state, view) for view in range(VIEWS)], images)
        assert np.array_equal([least(kernel, image) for image in images], [canonical(kernel, state)] * VIEWS)
    found = np.array([least(kernel, state) for state in states])
    assert (found != states).any(axis=1).any()
    assert kernel.score(found).tolist() == lines[:, 0].tolist()


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_empty_board_is_its_own_canonical_view(rules: str) -> None:
    kernel = kernel_for(parse_ruleset(rules))
    assert np.array_equal(least(kernel, kernel.start()), kernel.start())
