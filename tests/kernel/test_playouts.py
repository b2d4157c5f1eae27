"""Random games of the kernel follow the rules."""

from itertools import permutations

import numpy as np
import pytest

from inkrail.core.cells import Mask, cells_of
from inkrail.core.placement import Placement
from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.bits import Words
from inkrail.kernel.book import DESK, IN_FILLED, IN_SPENT
from inkrail.kernel.desk import lay_open, put_away
from inkrail.kernel.playouts import ROOM, draw_dice, draw_special, leave_out, roll
from inkrail.kernel.scoring import TOTAL
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")


class Board:
    """A kernel's board that is played on step by step."""

    def __init__(self, kernel: Kernel, seed: object) -> None:
        self.kernel = kernel
        self.chance = chance_of("playouts", seed)
        self.desk = np.zeros(DESK, dtype=np.int64)
        self.masks = np.zeros(ROOM, dtype=np.int64)
        lay_open(kernel.blank(), kernel.book, self.desk)

    @property
    def state(self) -> Words:
        state = self.kernel.blank()
        put_away(self.desk, self.kernel.book, state)
        return state

    def play_round(self) -> tuple[list[int], list[int]]:
        """Roll and draw; return the pieces rolled and those left."""
        dice = np.zeros(ROOM, dtype=np.int64)
        number = roll(self.kernel.book, dice, self.chance)
        rolled = dice[:number].tolist()
        left = draw_dice(self.desk, self.kernel.book, dice, number, self.chance, self.masks)
        return rolled, dice[:left].tolist()


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
            rolled, left = board.play_round()
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
            dice = np.zeros(ROOM, dtype=np.int64)
            rolled = dice[: roll(kernel.book, dice, board.chance)].tolist()
            kept = leave_out(kernel.book, dice, len(rolled), board.chance)
            assert dice[:4].tolist() == rolled[:4]
            left_out.add(len(rolled) - kept)
            chosen = dice[:kept].tolist()
            left = draw_dice(board.desk, kernel.book, dice, kept, board.chance, board.masks)
            drawn = new_placements(kernel, before, board.state)
            assert sorted(chosen) == sorted(
                [kernel.number(one.piece) for one in drawn] + dice[:left].tolist()
            )
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
        if draw_special(board.desk, kernel.book, board.chance, board.masks):
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
