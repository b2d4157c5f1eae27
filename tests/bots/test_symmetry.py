"""A board and its symmetric images have the same features, so that training may use each position several times."""

import numpy as np
import pytest
from training.symmetry import EXCHANGED, View, dense_maps, moved, sides_after, sparse_maps, views

from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import (
    IN_APART,
    IN_CRATERS,
    IN_FILLED,
    IN_HUBS,
    IN_ORIGIN,
    IN_SPENT,
    IN_THIRD,
)
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


def seen_from(mask: int, view: View) -> int:
    places = (moved(cell // 7, cell % 7, view) for cell in range(49) if mask >> cell & 1)
    return sum(1 << row * 7 + column for row, column in places)


def turned_board(state: Words, view: View, *, kinds: tuple[int, ...]) -> Words:
    """One board in a view; `kinds` says where the layers of each kind begin."""
    after = np.zeros_like(state)
    for slot, at in enumerate(kinds):
        to = kinds[1 - slot] if view[2] and slot < 2 else at
        for side, other in enumerate(sides_after(view)):
            after[to + other] = seen_from(int(state[at + side]), view)
    for word in (IN_FILLED, IN_APART):
        after[word] = seen_from(int(state[word]), view)
    spent = [bit for bit in range(6) if state[IN_SPENT] >> bit & 1]
    after[IN_SPENT] = sum(1 << (EXCHANGED[bit] if view[2] else bit) for bit in spent)
    return after


def turned(kernel: Kernel, state: Words, view: View) -> Words:
    can = kernel.capabilities
    after = turned_board(state, view, kinds=(0, 4, IN_THIRD) if can["OWN_KIND"] else (0, 4))
    if can["METEORS"]:
        row, column = moved(int(state[IN_ORIGIN]) // 7, int(state[IN_ORIGIN]) % 7, view)
        after[IN_CRATERS], after[IN_ORIGIN] = seen_from(int(state[IN_CRATERS]), view), 7 * row + column
    if can["TWO_BOARDS"]:
        after[can["UNDER_AT"] :] = turned_board(state[can["UNDER_AT"] :], view, kinds=(0, 4))
    if can["SUBWAYS"]:
        for word in range(can["UNDER_AT"] + IN_HUBS, len(state)):
            after[word] = seen_from(int(state[word]), view)
    return after


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
