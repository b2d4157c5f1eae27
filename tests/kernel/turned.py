"""The views of a state, cell by cell: mirrored and, for training, turned."""

import numpy as np
from training.symmetry import EXCHANGED, View, moved, sides_after

from inkrail.kernel import Kernel
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


def mirrors(kernel: Kernel, state: Words) -> list[Words]:
    """A state in the four views that only mirror it, itself first."""
    return [turned(kernel, state, (left, top, False)) for top in (False, True) for left in (False, True)]


def canonical(kernel: Kernel, state: Words) -> Words:
    """The view in which the kernel values a state: the least, compared from the last word on."""
    return min(mirrors(kernel, state), key=lambda image: image[::-1].tolist())
