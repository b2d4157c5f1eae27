"""A board and its symmetric images have the same features, so that training may use each position several times."""

import numpy as np
import pytest
from tests.kernel.turned import turned
from training.symmetry import dense_maps, sparse_maps, views

from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.value.cells import sparse_count
from inkrail.kernel.value.expansions import AT_EDGE
from inkrail.kernel.value.judge import features_of
from inkrail.kernel.value.routes import DENSE, HOPED, Floats
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def features(kernel: Kernel, states: Words) -> tuple[Floats, Words]:
    dense = np.zeros((len(states), kernel.capabilities["GUIDE_COLUMNS"]), np.float32)
    sparse = np.zeros((len(states), sparse_count(kernel.capabilities)), np.int64)
    kernel.compiled(features_of)(states, kernel.tables, dense, sparse)
    return dense, np.where(sparse < 0, kernel.capabilities["SPARSE_ROWS"], sparse)


def inexact(kernel: Kernel) -> set[int]:
    """The columns that may differ: in loops the estimate of a sweep depends on where it begins.

    Of rivers with equal hopes the first one's ends are counted.
    """
    parts = range(0, kernel.capabilities["GUIDE_COLUMNS"], DENSE)
    columns = {part + HOPED + slot for part in parts for slot in range(2)}
    return columns | {DENSE + AT_EDGE} if kernel.capabilities["RIVERS"] else columns


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_views_of_a_board_have_the_features_that_the_maps_say(rules: str) -> None:
    kernel = kernel_for(parse_ruleset(rules))
    starts = np.repeat(kernel.start()[np.newaxis], 40, axis=0)
    states, lines = kernel.playouts(starts, rounds=4, chance=chance_of("views"), special=50)
    dense, sparse = features(kernel, states)
    exact = [column for column in range(dense.shape[1]) if column not in inexact(kernel)]
    for number, view in enumerate(views(kernel.capabilities)):
        others = np.array([turned(kernel, state, view) for state in states])
        seen_dense, seen_sparse = features(kernel, others)
        columns = dense_maps(kernel.capabilities)[number]
        assert (dense[:, columns][:, exact] == seen_dense[:, exact]).all()
        assert (np.sort(sparse_maps(kernel.capabilities)[number][sparse]) == np.sort(seen_sparse)).all()
        assert kernel.score(others).tolist() == lines[:, 0].tolist()
