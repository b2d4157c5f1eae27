# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The hash of a board and what is left to draw: what differs has another one, however few words differ."""

import numpy as np
import pytest

from inkrail.core.dice import SeededRng
from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board.bits import ALL, Words, lowest
from inkrail.kernel.board.effects import draw, legal_cells
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.board.tables import PIECE_TILES
from inkrail.kernel.capabilities import BOARD, CAPABILITIES_OF, WIDTH
from inkrail.kernel.compiling import compiled
from inkrail.kernel.search.seen import hash_of
from inkrail.rules.registry import parse_ruleset

ORDERED = [name for name, one in CAPABILITIES_OF.items() if one["ORDER_MATTERS"]]
"""The rulesets whose searches tell boards apart by this hash."""
CELLS = 49
DICE = 6
TRIED = 20
"""How many boards with the same dice left are expanded."""


@compiled
def hashes_of_changes(state: Words, tables: Words, hashes: Words) -> int:
    """Write the hash of a state and the dice left after each change of at most two bits; return how many there are."""
    board = np.zeros(BOARD, np.int64)
    changed = np.zeros(WIDTH + 1, np.int64)
    bits = WIDTH * CELLS + DICE
    found = 0
    for one in range(bits):
        for two in range(one + 1):
            for word in range(WIDTH + 1):
                changed[word] = state[word] if word < WIDTH else 0
            changed[one // CELLS] ^= 1 << one % CELLS
            if two != one:
                changed[two // CELLS] ^= 1 << two % CELLS
            unpack(changed, tables, board)
            hashes[found] = hash_of(board, changed[WIDTH])
            found += 1
    return found


@compiled
def drawings(states: Words, tables: Words, piece: int, left: int, found: Words) -> int:
    """Draw a piece on each state wherever it may go; a row is the state after it, what is left, and two hashes.

    The first is that of the board drawn on, the second that of the same board opened again.
    """
    board = np.zeros(BOARD, np.int64)
    rows = 0
    for index in range(len(states)):
        unpack(states[index], tables, board)
        for tile in range(tables[PIECE_TILES + 2 * piece], tables[PIECE_TILES + 2 * piece + 1]):
            unpack(states[index], tables, board)
            cells = legal_cells(board, tables, tile, 1)
            while cells and rows < len(found):
                cell = lowest(cells)
                cells &= cells - 1
                unpack(states[index], tables, board)
                draw(board, tables, tile, cell)
                pack(board, found[rows])
                found[rows, WIDTH] = left
                found[rows, WIDTH + 1] = hash_of(board, left)
                unpack(found[rows], tables, board)
                found[rows, WIDTH + 2] = hash_of(board, left)
                rows += 1
    return rows


def late_board(kernel: Kernel, *, seed: object, rounds: int) -> Words:
    """A board of a random game after as many rounds."""
    states, _ = kernel.playouts(
        kernel.start()[np.newaxis], rounds=rounds, chance=chance_of("seen", seed), special=40
    )
    state: Words = states[0]
    return state


def boards_of_a_round(kernel: Kernel, *, seed: int) -> Words:
    """Many boards of one random round, with what is left of its dice, in any order: rows as in `drawings`."""
    rng = SeededRng("seen", kernel.ruleset.name, seed)
    rounds = rng.below(kernel.ruleset.rounds)
    board = rounds % 2 if kernel.capabilities["TWO_BOARDS"] else 0
    dice = [int(faces[rng.below(6)]) for faces in kernel.faces(board)]
    room = np.zeros((20_000, kernel.width + 3), np.int64)
    before = {(1 << len(dice)) - 1: late_board(kernel, seed=seed, rounds=rounds)[np.newaxis]}
    rows = []
    for _ in dice:
        after: dict[int, list[Words]] = {}
        for left, states in before.items():
            for number, piece in enumerate(dice):
                rest = left & ~(1 << number)
                if rest != left:
                    some = room[: kernel.compiled(drawings)(states, kernel.tables, piece, rest, room)]
                    rows.append(some.copy())
                    after.setdefault(rest, []).append(some[:: 1 + len(some) // TRIED, : kernel.width].copy())
        before = {rest: np.concatenate(several) for rest, several in after.items()}
    return np.concatenate(rows)


@pytest.mark.parametrize("name", ORDERED)
def test_boards_that_differ_in_two_bits_differ_in_their_hashes(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    state = late_board(kernel, seed="bits", rounds=4)
    assert (state & ~ALL == 0).all()
    bits = kernel.width * CELLS + DICE
    hashes = np.zeros(bits * (bits + 1) // 2, np.int64)
    assert kernel.compiled(hashes_of_changes)(state, kernel.tables, hashes) == len(hashes)
    assert len(np.unique(hashes)) == len(hashes)


@pytest.mark.parametrize("name", ORDERED)
def test_the_boards_of_a_round_have_as_many_hashes_as_there_are_boards(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    rows = boards_of_a_round(kernel, seed=0)
    assert (rows[:, -2] == rows[:, -1]).all()
    boards = {row.tobytes() for row in rows[:, :-2]}
    assert len({row.tobytes() for row in rows[:, :-1]}) == len(boards)
    assert len(np.unique(rows[:, -1])) == len(boards)
