"""Improves a board for known dice: two of its rounds are drawn anew with all else fixed, until nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

import numpy as np

from inkrail.bots.effort import Breadth
from inkrail.bots.values import Values
from inkrail.core.pieces import Role
from inkrail.kernel import NO_MOVE
from inkrail.kernel.board.bits import Words
from inkrail.study.known_dice import put_in_order

TWO_ROUNDS: Final = Breadth(width=1000, special=250, kept=1000)
"""The breadth of the search for two rounds."""
MOST_WAYS: Final = 100
"""How many ways of dividing the drawings between the two rounds are tried."""
MOST_MOVES: Final = 9

Rounds = list[list[int]]
"""The moves of each round."""


class Improvement:
    """Improves boards of one game: `dice` are those of each round, as piece numbers."""

    def __init__(self, values: Values, dice: Sequence[Words], *, breadth: Breadth = TWO_ROUNDS) -> None:
        self.values = values
        self.kernel = values.kernel
        self.breadth = breadth
        self.dice = [row.tolist() for row in dice]

    def improved(self, rounds: Rounds, total: int) -> tuple[Rounds, int]:
        """The rounds with two of them changed at a time while that brings points, and the new total."""
        pairs = list(combinations(range(len(rounds)), 2))
        unchanged = 0
        while unchanged < len(pairs):
            for pair in pairs:
                better = self._better(rounds, pair, above=total)
                unchanged = 0 if better else unchanged + 1
                if better:
                    rounds, total = better
                if unchanged >= len(pairs):
                    break
        return rounds, total

    def _better(self, rounds: Rounds, pair: tuple[int, int], *, above: int) -> tuple[Rounds, int] | None:
        """The best way found to draw two rounds anew for more than `above` points."""
        kernel = self.kernel
        fixed = [move for number, moves in enumerate(rounds) if number not in pair for move in moves]
        state = kernel.start()
        if fixed:
            state = kernel.after(state, np.array(fixed, np.int64))[-1]
        first, second = (self.dice[number] for number in pair)
        ends = kernel.beam_round(
            state,
            np.array([*first, *second], np.int64),
            model=self.values.model,
            round_=kernel.ruleset.rounds,
            width=self.breadth.width,
            special_width=self.breadth.special,
            kept=self.breadth.kept,
            specials=True,
        )
        for value, row in zip(ends.values, ends.moves, strict=True):
            if value <= above:
                return None
            moves = [int(move) for move in row if move != NO_MOVE]
            for ways in self._divided(moves, pair):
                changed = [*rounds]
                for number, part in zip(pair, ways, strict=True):
                    changed[number] = part
                ordered = self._in_order(changed)
                if ordered:
                    return ordered, round(value)
        return None

    def _divided(self, moves: list[int], pair: tuple[int, int]) -> Iterator[tuple[list[int], list[int]]]:
        """The ways to divide drawings between two rounds, each with exactly its own dice and at most one special route."""
        specials = [move for move in moves if self._piece(move) is None]
        drawn = [move for move in moves if self._piece(move) is not None]
        first, second = (self.dice[number] for number in pair)
        if len(drawn) != len(first) + len(second):
            return
        choices = [
            list(combinations([move for move in drawn if self._piece(move) == piece], first.count(piece)))
            for piece in dict.fromkeys((*first, *second))
        ]
        for number, chosen in enumerate(product((0, 1) if specials else (0,), *choices)):
            if number == MOST_WAYS:
                return
            own = [move for part in chosen[1:] for move in part]
            rest = [move for move in drawn if move not in own]
            parts = ([*own, *specials], rest) if chosen[0] == 0 else (own, [*rest, *specials])
            yield parts

    def _piece(self, move: int) -> int | None:
        """The number of the piece of a move; None for a special route."""
        piece = self.kernel.placement(move).piece
        return None if piece.role is Role.SPECIAL else self.kernel.number(piece)

    def _in_order(self, rounds: Rounds) -> Rounds | None:
        """The same rounds with their drawings in a legal order, if there is one."""
        rows = np.full((len(rounds), MOST_MOVES), NO_MOVE, np.int64)
        for row, moves in zip(rows, rounds, strict=True):
            row[: len(moves)] = moves
        if not self.kernel.compiled(put_in_order)(self.kernel.start(), self.kernel.tables, rows):
            return None
        return [[int(move) for move in row if move != NO_MOVE] for row in rows]
