"""Whole rounds in the kernel against the reference engine's every sequence of drawings."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from tests.rules.play import legal_drawings, random_game

from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.kernel import Ends, Kernel, Model, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.search.last_round import LOWEST
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

BASE = parse_ruleset("base")
FEW = 20_000
"""A round with more boards than this would take the reference engine too long."""


def start_of_round(ruleset: Ruleset, *, seed: str, round_: int) -> Position:
    """A position of a random game just after the roll of a round."""
    for step in random_game(ruleset, seed=seed):
        if isinstance(step.taken, tuple) and step.after.round_ == round_:
            return step.after
    raise AssertionError(round_)


def every_end(ruleset: Ruleset, position: Position) -> set[Position]:
    """All positions that the round can end with, by trying everything."""
    todo, seen, ends = [position], {position}, set()
    while todo:
        here = todo.pop()
        if not ruleset.duties(here):
            ends.add(here)
        for drawing in legal_drawings(ruleset, here):
            after = ruleset.draw(here, drawing)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return ends


def rows(states: Iterable[Words]) -> set[tuple[int, ...]]:
    return {tuple(map(int, state)) for state in states}


def crowded_starts(ruleset: Ruleset, kernel: Kernel, *, number: int, most: int, seed: str) -> list[Position]:
    """Positions before the last round with so few ends that all of them can be listed, specials included."""
    found: list[Position] = []
    index = 0
    while len(found) < number:
        position = start_of_round(ruleset, seed=f"{seed} {index}", round_=ruleset.rounds)
        index += 1
        if 1 < boards(kernel, position, limit=most + 1) <= most:
            found.append(position)
    return found


def boards(kernel: Kernel, position: Position, *, limit: int) -> int:
    specials = kernel.may_draw_special(position)
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    return len(kernel.expand_round(state, dice, specials=specials, limit=limit).states)


def check_every_end(ruleset: Ruleset, position: Position) -> None:
    """The kernel's ends are the reference engine's; its moves lead there; the best of them is the last round's."""
    kernel = kernel_for(ruleset)
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    specials = kernel.may_draw_special(position)
    expected = every_end(ruleset, position)
    found = kernel.expand_round(state, dice, specials=specials)
    assert found.is_complete
    assert len(found.states) == len(rows(found.states))
    assert rows(found.states) == rows(map(kernel.state_of, expected))
    for index in range(0, len(found.states), 1 + len(found.states) // 20):
        end = position
        for drawing in kernel.drawings(found.moves[index]):
            end = ruleset.draw(end, drawing)
        assert kernel.state_of(end).tolist() == found.states[index].tolist()
        assert not ruleset.duties(end)
    totals = sorted((ruleset.score(end).total for end in expected), reverse=True)
    check_solved(position, kernel=kernel, totals=totals)


def check_solved(position: Position, *, kernel: Kernel, totals: Sequence[int]) -> None:
    """The last round's best end has the highest of these totals, the highest first, and is not worse than a beam's."""
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    specials = kernel.may_draw_special(position)
    for prunes in (True, False):
        best = kernel.last_round(state, dice, specials=specials, prunes=prunes)
        assert best.is_exact
        assert best.total == totals[0]
        assert total_after(kernel.ruleset, position, kernel=kernel, moves=best.moves) == best.total
        both = kernel.last_round(state, dice, specials=specials, prunes=prunes, two=True)
        assert [both.total, both.second] == [*totals, LOWEST][:2]
    above = kernel.last_round(state, dice, specials=specials, above=totals[0])
    assert (above.total, above.is_exact, kernel.drawings(above.moves)) == (totals[0], True, ())
    assert beam_for_score(kernel, position, width=20).values[0] <= totals[0]


def beam_for_score(kernel: Kernel, position: Position, *, width: int) -> Ends:
    """What a beam of this width finds if boards are worth their score."""
    return kernel.beam_round(
        kernel.state_of(position),
        kernel.dice_of(position),
        model=Model(np.zeros((1, 1), np.float32), np.zeros(0, np.float32)),
        round_=kernel.ruleset.rounds,
        width=width,
        special_width=width,
        kept=width,
        specials=kernel.may_draw_special(position),
    )


def total_after(ruleset: Ruleset, position: Position, *, kernel: Kernel, moves: Words) -> int:
    for drawing in kernel.drawings(moves):
        position = ruleset.draw(position, drawing)
    assert not ruleset.duties(position)
    return ruleset.score(position).total


@pytest.mark.parametrize("index", range(10))
def test_b9_b10_the_last_round_is_solved_as_by_trying_everything(index: int) -> None:
    (position,) = crowded_starts(BASE, kernel_for(BASE), number=1, most=1_500, seed=f"quick {index}")
    check_every_end(BASE, position)


@pytest.mark.slow
@pytest.mark.parametrize("index", range(20))
def test_b9_b10_two_hundred_last_rounds_are_solved_as_by_trying_everything(index: int) -> None:
    for position in crowded_starts(BASE, kernel_for(BASE), number=10, most=FEW, seed=f"slow {index}"):
        check_every_end(BASE, position)


def test_b9_an_early_round_without_specials_has_the_same_ends_in_both_engines() -> None:
    position = start_of_round(BASE, seed="early", round_=1)
    kernel = kernel_for(BASE)
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    found = kernel.expand_round(state, dice)
    spent = [piece.name for piece in BASE.specials[:3]]
    without = Position(position.boards, Round(1), dice=position.dice, crossed_off=tuple(spent))
    bits = int(kernel.state_of(without)[10])
    expected = {(*row[:10], row[10] & ~bits) for row in rows(map(kernel.state_of, every_end(BASE, without)))}
    assert rows(found.states) == expected


def check_pruning(longest: Longest, values: Values, *, number: int, seed: str) -> None:
    """Check that pruning does not change the result."""
    kernel = kernel_for(parse_ruleset("base", longest=longest, values=values))
    rng = SeededRng("pruning", seed)
    starts = np.zeros((number, kernel.width), dtype=np.int64)
    full, _ = kernel.playouts(starts, rounds=6, chance=chance_of("pruning", seed), special=30)
    for state in full:
        dice = np.array([rng.below(6), rng.below(6), rng.below(6), 6 + rng.below(3)])
        pruned = kernel.last_round(state, dice, specials=True)
        scored = kernel.last_round(state, dice, specials=True, prunes=False)
        assert (pruned.total, pruned.moves.tolist()) == (scored.total, scored.moves.tolist())


@pytest.mark.parametrize(("longest", "values"), [(one, two) for one in Longest for two in Values])
def test_the_last_round_is_the_same_without_pruning(longest: Longest, values: Values) -> None:
    check_pruning(longest, values, number=2, seed="quick")


@pytest.mark.slow
@pytest.mark.parametrize(("longest", "values"), [(one, two) for one in Longest for two in Values])
def test_fifty_last_rounds_are_the_same_without_pruning(longest: Longest, values: Values) -> None:
    check_pruning(longest, values, number=50, seed="slow")


def test_a_limited_expansion_says_that_it_is_not_complete() -> None:
    kernel = kernel_for(BASE)
    dice = np.array([0, 1, 2, 6])
    whole = kernel.expand_round(kernel.blank(), dice)
    part = kernel.expand_round(kernel.blank(), dice, limit=100)
    assert (whole.is_complete, part.is_complete, len(part.states)) == (True, False, 100)
    assert part.states.tolist() == whole.states[:100].tolist()


def test_a_wide_beam_finds_every_end_of_a_round_and_a_narrow_one_good_ones() -> None:
    position = crowded_starts(BASE, kernel_for(BASE), number=1, most=2_000, seed="beam")[0]
    kernel = kernel_for(BASE)
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    whole = kernel.expand_round(state, dice, specials=True)

    wide = beam_for_score(kernel, position, width=10_000)
    assert rows(wide.states) == rows(whole.states)
    assert wide.values.tolist() == sorted(kernel.score(whole.states).tolist(), reverse=True)
    narrow = beam_for_score(kernel, position, width=5)
    assert rows(narrow.states) < rows(whole.states)
    assert total_after(BASE, position, kernel=kernel, moves=narrow.moves[0]) == narrow.values[0]
