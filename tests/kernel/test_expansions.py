"""Rounds of the expansions in the kernel against the reference engine's every sequence of drawings."""

from dataclasses import replace

import numpy as np
import pytest
from tests.kernel.test_rounds import every_end, rows, start_of_round

from inkrail.kernel import Kernel, NotPlayedError, kernel_for
from inkrail.kernel.bits import Words
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset

RULESETS = ("river",)
WIDE = 1_000_000


def nearly_over(name: str, *, seed: str, dice: slice) -> Position:
    """A position of the last round with only some of its dice, so that trying everything takes no time."""
    ruleset = parse_ruleset(name)
    position = start_of_round(ruleset, seed=seed, round_=ruleset.rounds)
    some = position.dice[dice]
    return replace(position, dice=some, rolled=tuple(piece.name for piece in some))


def worthless(states: Words) -> np.ndarray:
    return np.zeros(len(states))


def check_ends(kernel: Kernel, position: Position) -> None:
    """Expansion and a wide beam find what trying everything finds, by moves that are legal."""
    ruleset = kernel.ruleset
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    specials = kernel.may_draw_special(position)
    expected = rows(map(kernel.state_of, every_end(ruleset, position)))
    found = kernel.expand_round(state, dice, specials=specials)
    assert found.is_complete
    assert len(found.states) == len(rows(found.states))
    assert rows(found.states) == expected
    wide = kernel.beam_round(state, dice, width=WIDE, evaluate=worthless, specials=specials)
    assert rows(wide.states) == expected
    for ends in (found, wide):
        for index in range(0, len(ends.states), 1 + len(ends.states) // 20):
            end = position
            for drawing in kernel.drawings(ends.moves[index]):
                end = ruleset.draw(end, drawing)
            assert kernel.state_of(end).tolist() == ends.states[index].tolist()
            assert not ruleset.duties(end)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("dice", [slice(0, 2), slice(3, 5), slice(4, 6)], ids=str)
def test_a_round_has_the_same_ends_in_both_engines(name: str, dice: slice) -> None:
    for index in range(2):
        check_ends(kernel_for(parse_ruleset(name)), nearly_over(name, seed=f"ends {index}", dice=dice))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_many_rounds_have_the_same_ends_in_both_engines(name: str) -> None:
    for index in range(60):
        dice = slice(index % 5, index % 5 + 2)
        check_ends(kernel_for(parse_ruleset(name)), nearly_over(name, seed=f"many {index}", dice=dice))


@pytest.mark.parametrize("name", RULESETS)
def test_a_narrow_beam_with_all_dice_ends_the_round_by_the_rules(name: str) -> None:
    ruleset = parse_ruleset(name)
    kernel = kernel_for(ruleset)
    for index in range(3):
        position = start_of_round(ruleset, seed=f"beam {index}", round_=2 + index)
        state, dice = kernel.state_of(position), kernel.dice_of(position)
        ends = kernel.beam_round(
            state, dice, width=20, evaluate=lambda states: kernel.score(states) / 1.0, specials=True
        )
        for drawing in kernel.drawings(ends.moves[0]):
            position = ruleset.draw(position, drawing)
        assert not ruleset.duties(position)
        assert ruleset.score(position).total == ends.values[0] == max(ends.values)


@pytest.mark.parametrize("name", RULESETS)
def test_a_last_round_with_too_many_ends_is_not_solved(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    assert not kernel.solves_last_round
    with pytest.raises(NotPlayedError):
        kernel.last_round(kernel.blank(), np.array([0]))
