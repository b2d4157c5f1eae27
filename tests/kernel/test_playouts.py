"""Random games of the kernel follow the rules."""

from itertools import permutations

import numpy as np
import pytest

from inkrail.core.cells import Mask, cells_of
from inkrail.core.placement import Placement
from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import IN_FILLED, IN_SPENT
from inkrail.kernel.board.lines import TOTAL
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.search.playouts import ROOM, ROWS, draw_dice, draw_special, leave_out, roll
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")


class Board:
    """A kernel's board that is played on step by step."""

    def __init__(self, kernel: Kernel, seed: object) -> None:
        self.kernel = kernel
        self.chance = chance_of("playouts", seed)
        self.open = np.zeros(kernel.capabilities["BOARD"], dtype=np.int64)
        self.work = np.zeros((ROWS, ROOM), dtype=np.int64)
        kernel.compiled(unpack)(kernel.blank(), kernel.tables, self.open)

    @property
    def state(self) -> Words:
        state = self.kernel.blank()
        self.kernel.compiled(pack)(self.open, state)
        return state

    def roll(self) -> list[int]:
        """Roll; return the pieces rolled."""
        number = self.kernel.compiled(roll)(self.kernel.tables, self.work[0], self.chance, 1)
        return self.dice(number)

    def draw(self, number: int) -> list[int]:
        """Draw the first dice that were rolled; return those left."""
        draw = self.kernel.compiled(draw_dice)
        return self.dice(draw(self.open, self.kernel.tables, number, self.chance, self.work))

    def dice(self, number: int) -> list[int]:
        """The first dice of the row."""
        dice: list[int] = self.work[0, :number].tolist()
        return dice


def new_placements(kernel: Kernel, before: Words, after: Words) -> list[Placement]:
    """What was drawn between two states, found by trying each tile in each newly filled cell."""
    placements = []
    for cell in cells_of(Mask(int(after[IN_FILLED] & ~before[IN_FILLED]))):
        bit = 1 << cell
        for tile in kernel.tiles:
            alone = kernel.after(kernel.blank(), np.array([kernel.move(Placement(tile, cell))]))[0]
            alone[IN_SPENT] = after[IN_SPENT]
            if all((alone & bit) == (after & bit)):
                placements.append(Placement(tile, cell))
    return placements


def test_b9_a_round_by_chance_draws_every_die_that_fits() -> None:
    kernel = kernel_for(BASE)
    stuck = 0
    for seed in range(12):
        board = Board(kernel, seed)
        for _ in range(13):
            before = board.state
            rolled = board.roll()
            left = board.draw(len(rolled))
            drawn = new_placements(kernel, before, board.state)
            assert sorted(rolled) == sorted([kernel.number(one.piece) for one in drawn] + left)
            assert any(can_be_drawn(kernel, before, order) for order in permutations(drawn))
            assert not any(kernel.placements(board.state, kernel.pieces[piece]) for piece in left)
            stuck += len(left)
    assert stuck


def test_v2_a_river_round_by_chance_leaves_out_river_dice_alone() -> None:
    kernel = kernel_for(parse_ruleset("river"))
    left_out = set()
    for seed in range(8):
        board = Board(kernel, seed)
        for _ in range(7):
            before = board.state
            rolled = board.roll()
            kept = kernel.compiled(leave_out)(kernel.tables, board.work[0], len(rolled), board.chance)
            chosen = board.dice(kept)
            assert chosen[:4] == rolled[:4]
            left_out.add(len(rolled) - kept)
            left = board.draw(kept)
            drawn = new_placements(kernel, before, board.state)
            assert sorted(chosen) == sorted([kernel.number(one.piece) for one in drawn] + left)
            assert any(can_be_drawn(kernel, before, order) for order in permutations(drawn))
    assert left_out == {0, 1, 2}


def can_be_drawn(kernel: Kernel, state: Words, order: tuple[Placement, ...]) -> bool:
    for placement in order:
        if placement not in kernel.placements(state, placement.piece):
            return False
        state = kernel.after(state, np.array([kernel.move(placement)]))[0]
    return True


def test_b10_no_game_by_chance_has_a_special_twice_or_more_than_three() -> None:
    kernel = kernel_for(BASE)
    starts = np.zeros((300, kernel.width), dtype=np.int64)
    ends, lines = kernel.playouts(starts, rounds=7, chance=chance_of("specials"), special=80)
    spent = [int(word).bit_count() for word in ends[:, IN_SPENT]]
    assert max(spent) == 3
    assert lines[:, TOTAL].tolist() == kernel.score(ends).tolist()


def test_b10_a_special_that_was_spent_is_not_drawn_again() -> None:
    kernel = kernel_for(BASE)
    board = Board(kernel, "again")
    for _ in range(60):
        before = board.state
        if kernel.compiled(draw_special)(board.open, kernel.tables, board.chance, board.work):
            (drawn,) = new_placements(kernel, before, board.state)
            name = drawn.piece.name
            bit = 1 << [piece.name for piece in BASE.specials].index(name)
            assert board.state[IN_SPENT] == before[IN_SPENT] | bit != before[IN_SPENT]
    assert int(board.state[IN_SPENT]).bit_count() == 3


@pytest.mark.parametrize("name", ["river", "lake", "meteor", "lava", "underground", "underground-standalone"])
def test_games_of_expansions_by_chance_are_scored_and_differ_with_the_chance(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    starts = np.repeat(kernel.start()[np.newaxis], 50, axis=0)
    ends, lines = kernel.playouts(starts, rounds=kernel.ruleset.rounds, chance=chance_of(name), special=50)
    again, _ = kernel.playouts(starts, rounds=kernel.ruleset.rounds, chance=chance_of(name), special=50)
    assert lines.tolist() == kernel.score_lines(ends).tolist()
    assert ends.tolist() == again.tolist()
    assert len({tuple(end) for end in ends.tolist()}) == 50


def test_the_same_chance_gives_the_same_games() -> None:
    kernel = kernel_for(BASE)
    starts = np.zeros((20, kernel.width), dtype=np.int64)
    first, second = (kernel.playouts(starts, rounds=7, chance=chance_of("twice"))[0] for _ in range(2))
    other, _ = kernel.playouts(starts, rounds=7, chance=chance_of("once"))
    assert first.tolist() == second.tolist() != other.tolist()
