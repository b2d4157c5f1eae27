# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""A beam search of one round: the best boards after each drawing, by any evaluation function.

A board is compared only with boards that have the same number of dice and of special routes drawn. So a special route
is never weighed against a die, and the result has ends of the round both with and without a special route.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.bits import Words, count, lowest
from inkrail.kernel.boards import DUPLICATES, ERASES, NO_MOVE, move_of
from inkrail.kernel.book import DESK, GAME, LAKE, LAVA, OWN_TILE, SPENT, UNDERGROUND
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.desk import cells_for, lay_open, put_away, store_drawn
from inkrail.kernel.hand import (
    COUNT_BITS,
    DRAWN_LAVA,
    FIRST_SPECIAL,
    HAND,
    LEFT,
    MUST,
    ONE,
    OPTIONS,
    SLOT_OF,
    TILE_OF,
    take_hand,
)
from inkrail.kernel.rounds import MOVES, Moves
from inkrail.kernel.verbs import (
    cells_by_any_verb,
    draw_by_any_verb,
    is_lava_die,
    is_mandatory,
    is_shut_in,
)

Values = NDArray[np.float64]
Evaluation = Callable[[Words], Values]
"""The values of states, one row each; higher is better."""

_SPARSE: Final = 2
"""Slots of the hash table per state."""


class Ends(NamedTuple):
    """Boards that a round can end with: their states, the moves that lead there, and their values."""

    states: Words
    moves: Moves
    values: Values


class _Front(NamedTuple):
    """Boards in the middle of a round, and what is left of the hand for each."""

    states: Words
    moves: Moves
    lefts: Words

    def rows(self, index: Words) -> _Front:
        """The boards at these indices."""
        return _Front(self.states[index], self.moves[index], self.lefts[index])

    def and_too(self, other: _Front) -> _Front:
        """The boards of both fronts."""
        return _Front(
            np.concatenate((self.states, other.states)),
            np.concatenate((self.moves, other.moves)),
            np.concatenate((self.lefts, other.lefts)),
        )


def beam_round(
    state: Words, book: Words, *, dice: Words, specials: int, widths: tuple[int, int], evaluate: Evaluation
) -> Ends:
    """The ends of a round that a beam of this width finds, best first (B9, B10).

    `specials` has a bit for each special route that may be drawn. The second of `widths` is how many boards
    are tried with one after each drawing.
    """
    width, special_width = widths
    hand = np.zeros(HAND, dtype=np.int64)
    take_hand(hand, book, dice, specials)
    plain = _Front(
        state[np.newaxis], np.full((1, MOVES), NO_MOVE, dtype=np.int16), hand[LEFT : LEFT + 1].copy()
    )
    special = plain.rows(np.empty(0, dtype=np.int64))
    ends = []
    for drawn in range(len(dice) + 1):
        plain, values = _best(plain, width, evaluate)
        ends.append(_ends(plain, values, book, hand))
        tried = plain.rows(np.arange(min(special_width, len(plain.states))))
        late = _successors(tried, book, hand, hand[FIRST_SPECIAL], hand[OPTIONS], drawn)
        special, values = _best(special.and_too(late), width, evaluate)
        ends.append(_ends(special, values, book, hand))
        plain = _successors(plain, book, hand, 0, hand[FIRST_SPECIAL], drawn)
        special = _successors(special, book, hand, 0, hand[FIRST_SPECIAL], drawn + 1)
    return _ranked(ends)


def merge_round(state: Words, book: Words, *, dice: Words, specials: int, limit: int) -> tuple[Ends, bool]:
    """All ends of a round where the order of drawings matters, and whether the list is complete.

    Boards are merged after each drawing; with more than `limit` of them at once some are lost.
    """
    most = 0

    def alike(states: Words) -> Values:
        nonlocal most
        most = max(most, len(states))
        return np.zeros(len(states))

    found = beam_round(state, book, dice=dice, specials=specials, widths=(limit, limit), evaluate=alike)
    once = distinct(found.states)
    rows = once[:limit]
    ends = Ends(found.states[rows], found.moves[rows], found.values[rows])
    return ends, max(most, len(once)) <= limit


def _ranked(ends: list[Ends]) -> Ends:
    """All these boards, best first."""
    values = np.concatenate([part.values for part in ends])
    order = np.argsort(-values, kind="stable")
    states = np.concatenate([part.states for part in ends])[order]
    moves = np.concatenate([part.moves for part in ends])[order]
    return Ends(states, moves, values[order])


def _best(front: _Front, width: int, evaluate: Evaluation) -> tuple[_Front, Values]:
    """The best boards of a front, without duplicates."""
    if not len(front.states):
        return front, np.empty(0)
    once = distinct(np.column_stack((front.states, front.lefts)))
    front = front.rows(once)
    values = evaluate(front.states)
    order = np.argsort(-values, kind="stable")[:width]
    return front.rows(order), values[order]


def _ends(front: _Front, values: Values, book: Words, hand: Words) -> Ends:
    """The boards at which the round may end."""
    over = may_end(front.states, front.lefts, book, hand)
    return Ends(front.states[over], front.moves[over], values[over])


def _successors(front: _Front, book: Words, hand: Words, first: int, end: int, drawn: int) -> _Front:
    """All boards after drawing one of the options from `first` up to, not including, `end`."""
    return _Front(*successors(*front, book, hand, np.array([first, end, drawn])))


@compiled
def successors(
    states: Words, moves: Moves, lefts: Words, book: Words, hand: Words, which: Words
) -> tuple[Words, Moves, Words]:
    """All boards after one more drawing, with the moves that lead there and what is left of the hand.

    `which` holds the first option, the one after the last, and how many moves each row has already.
    """
    first, end, drawn = which[0], which[1], which[2]
    desk = np.zeros(DESK, np.int64)
    masks = np.zeros((len(states), end - first), np.int64)
    size = 0
    for index in range(len(states)):
        lay_open(states[index], book, desk)
        size += _options(desk, book, hand, lefts[index], first, masks[index])
    commutes = book[GAME] < LAKE
    grown = np.empty((size, states.shape[1]), np.int64)
    grown_moves = np.empty((size, MOVES), np.int16)
    grown_lefts = np.empty(size, np.int64)
    at = 0
    for index in range(len(states)):
        for option in range(first, end):
            tile = hand[TILE_OF + option]
            cells = masks[index, option - first]
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                move = move_of(tile, cell)
                left = lefts[index] - (1 << COUNT_BITS * hand[SLOT_OF + option])
                if commutes:
                    grown[at] = states[index]
                    store_drawn(grown[at], book, tile, cell)
                else:
                    lay_open(states[index], book, desk)
                    if draw_by_any_verb(desk, book, tile, cell):
                        move |= ERASES
                    if book[GAME] >= UNDERGROUND and option >= hand[FIRST_SPECIAL]:
                        move |= DUPLICATES
                        desk[SPENT] = desk[SPENT] << 1 | 1
                    put_away(desk, book, grown[at])
                    if is_lava_die(book, tile):
                        left |= 1 << DRAWN_LAVA
                grown_moves[at] = moves[index]
                grown_moves[at, drawn] = move
                grown_lefts[at] = left
                at += 1
    return grown, grown_moves, grown_lefts


@inner
def _options(desk: Words, book: Words, hand: Words, left: int, first: int, masks: Words) -> int:
    """Write the cells for each option from `first` on; return the number of placements."""
    size = 0
    for index in range(len(masks)):
        option = first + index
        if left >> COUNT_BITS * hand[SLOT_OF + option] & ONE:
            tile = hand[TILE_OF + option]
            if book[GAME] < LAKE:
                masks[index] = cells_for(desk, book, tile)
            else:
                masks[index] = cells_by_any_verb(desk, book, tile, ~left >> DRAWN_LAVA & 1)
            size += count(masks[index])
    return size


@compiled
def may_end(states: Words, lefts: Words, book: Words, hand: Words) -> NDArray[np.bool_]:
    """Whether the round may end at each state: no mandatory die left has a legal placement (B9)."""
    desk = np.zeros(DESK, np.int64)
    over = np.ones(len(states), np.bool_)
    for index in range(len(states)):
        left = lefts[index] & hand[MUST]
        if left:
            lay_open(states[index], book, desk)
            for option in range(hand[FIRST_SPECIAL]):
                if left >> COUNT_BITS * hand[SLOT_OF + option] & ONE:
                    over[index] &= cells_for(desk, book, hand[TILE_OF + option]) == 0
        if book[GAME] == LAVA and over[index]:
            lay_open(states[index], book, desk)
            over[index] = not _owes_lava(desk, book, hand, lefts[index])
    return over


@inner
def _owes_lava(desk: Words, book: Words, hand: Words, left: int) -> bool:
    """Whether a lava die, or a volcano for it, must still be drawn (F3, F6)."""
    if left >> DRAWN_LAVA & 1:
        return False
    has_die = die_fits = volcano_fits = False
    for option in range(hand[FIRST_SPECIAL]):
        tile = hand[TILE_OF + option]
        if left >> COUNT_BITS * hand[SLOT_OF + option] & ONE and not is_mandatory(book, tile):
            fits = cells_by_any_verb(desk, book, tile, 1) != 0
            if tile == book[OWN_TILE]:
                volcano_fits = fits
            else:
                has_die = True
                die_fits |= fits
    return has_die and (die_fits or (volcano_fits and is_shut_in(desk)))


@compiled
def distinct(states: Words) -> Words:
    """The index of the first of each set of equal states."""
    room = 16
    while room < len(states) * _SPARSE:
        room *= 2
    table = np.full(room, -1, np.int64)
    kept = np.empty(len(states), np.int64)
    size = 0
    for index in range(len(states)):
        place = mixed(states[index]) & room - 1
        while table[place] >= 0 and not _same(states[table[place]], states[index]):
            place = (place + 1) & room - 1
        if table[place] < 0:
            table[place] = index
            kept[size] = index
            size += 1
    return kept[:size]


@inner
def mixed(state: Words) -> int:
    """A hash of a state, using only shifts."""
    word = 0
    for index in range(len(state)):
        word ^= state[index]
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
    return word ^ word >> 32


@inner
def _same(one: Words, other: Words) -> bool:
    differing = 0
    for index in range(len(one)):
        differing |= one[index] ^ other[index]
    return differing == 0
