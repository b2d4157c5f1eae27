"""A board and its symmetric images have the same features, so that training may use each position eight times."""

import numpy as np
from training.symmetry import EXCHANGED, SPARSE, dense_maps, moved, sides_after, sparse_maps, views

from inkrail.kernel import chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import IN_APART, IN_FILLED, IN_SPENT
from inkrail.kernel.value.judge import MOST_SPARSE, features_of
from inkrail.kernel.value.routes import DENSE, HOPED, Floats
from inkrail.rules.registry import parse_ruleset

KERNEL = kernel_for(parse_ruleset("base"))
View = tuple[bool, bool, bool]


def features(states: Words) -> tuple[Floats, Words]:
    dense = np.zeros((len(states), DENSE), np.float32)
    sparse = np.zeros((len(states), MOST_SPARSE), np.int64)
    KERNEL.compiled(features_of)(states, KERNEL.tables, dense, sparse)
    return dense, np.where(sparse < 0, SPARSE, sparse)


def seen_from(mask: int, view: View) -> int:
    places = (moved(cell // 7, cell % 7, view) for cell in range(49) if mask >> cell & 1)
    return sum(1 << row * 7 + column for row, column in places)


def turned(state: Words, view: View) -> Words:
    after = np.zeros_like(state)
    for slot in range(2):
        new = 1 - slot if view[2] else slot
        for side, other in enumerate(sides_after(view)):
            after[4 * new + other] = seen_from(int(state[4 * slot + side]), view)
    for word in (IN_FILLED, IN_APART):
        after[word] = seen_from(int(state[word]), view)
    spent = [bit for bit in range(6) if state[IN_SPENT] >> bit & 1]
    after[IN_SPENT] = sum(1 << (EXCHANGED[bit] if view[2] else bit) for bit in spent)
    return after


def test_eight_views_of_a_board_have_the_features_that_the_maps_say() -> None:
    blank = np.zeros((60, KERNEL.width), np.int64)
    states, lines = KERNEL.playouts(blank, rounds=4, chance=chance_of("views"), special=50)
    dense, sparse = features(states)
    # In loops the estimate of a sweep depends on where it begins.
    exact = [column for column in range(DENSE) if column not in (HOPED, HOPED + 1)]
    for number, view in enumerate(views()):
        others = np.array([turned(state, view) for state in states])
        seen_dense, seen_sparse = features(others)
        assert (dense[:, dense_maps(DENSE)[number]][:, exact] == seen_dense[:, exact]).all()
        assert (np.sort(sparse_maps()[number][sparse]) == np.sort(seen_sparse)).all()
        assert KERNEL.score(others).tolist() == lines[:, 0].tolist()
