"""Rounds of the expansions in the kernel against the reference engine's every sequence of drawings."""

import numpy as np
import pytest
from tests.kernel.agreement import READINGS
from tests.kernel.test_rounds import beam_for_score, check_solved, every_end, rows, start_of_round
from tests.rules.play import legal_drawings

from inkrail.core.board import Round
from inkrail.core.cells import cells_of
from inkrail.core.dice import SeededRng, choose
from inkrail.kernel import Chance, Kernel, chance_of, kernel_for
from inkrail.kernel.board.layout import IN_APART, IN_BROKEN, IN_HUBS, IN_OVER, IN_STATIONS
from inkrail.kernel.board.lines import TOTAL
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.search.playouts import ROOM, ROWS, draw_round
from inkrail.rules.position import DRAW, Position
from inkrail.rules.registry import parse_ruleset

RULESETS = ("river", "lake", "meteor", "lava", "underground", "underground-standalone")
CHANGING = ("lake", "meteor", "lava", "underground-standalone")
"""Where the order of drawings matters."""
WIDE = 20_000


def nearly_over(name: str, *, seed: str, dice: slice, before: int = 0) -> Position:
    """A position of the last round, or `before` rounds earlier, with only some of its dice, so that trying everything is fast."""
    ruleset = parse_ruleset(name)
    position = start_of_round(ruleset, seed=seed, round_=ruleset.rounds - before)
    some = position.dice[dice]
    return position._replace(dice=some, rolled=tuple(piece.name for piece in some))


def check_ends(kernel: Kernel, position: Position) -> None:
    """Expansion and a wide beam find what trying everything finds, by legal moves."""
    ruleset = kernel.ruleset
    state, dice = kernel.state_of(position), kernel.dice_of(position)
    specials = kernel.may_draw_special(position)
    expected = rows(map(kernel.state_of, every_end(ruleset, position)))
    found = kernel.expand_round(state, dice, specials=specials)
    assert found.is_complete
    assert len(found.states) == len(rows(found.states))
    assert rows(found.states) == expected
    wide = beam_for_score(kernel, position, width=WIDE)
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


@pytest.mark.parametrize("dice", [slice(0, 1), slice(3, 4)], ids=str)
def test_u5_u6_a_surface_round_has_the_same_hubs_and_broken_pipes_in_both_engines(dice: slice) -> None:
    kernel = kernel_for(parse_ruleset("underground"))
    for index in range(3):
        check_ends(kernel, nearly_over("underground", seed=f"surface {index}", dice=dice, before=1))


def test_u5_u6_games_by_chance_keep_hubs_and_broken_pipes() -> None:
    kernel = kernel_for(parse_ruleset("underground"))
    starts = np.repeat(kernel.start()[np.newaxis], 100, axis=0)
    ends, lines = kernel.playouts(starts, rounds=14, chance=chance_of("hubs"), special=50)
    under = kernel.capabilities["UNDER_AT"]
    above, below = ends[:, :under], ends[:, under:]
    highway = np.bitwise_or.reduce(above[:, :4], axis=1)
    railway = np.bitwise_or.reduce(above[:, 4:8], axis=1)
    over = highway & railway & ~above[:, IN_APART]
    pipes = np.bitwise_or.reduce(below[:, 4:8], axis=1)
    assert below[:, IN_OVER].tolist() == over.tolist()
    assert below[:, IN_HUBS].tolist() == (over & below[:, IN_STATIONS]).tolist()
    assert not (below[:, IN_BROKEN] & ~(over & pipes)).any()
    assert below[:, IN_BROKEN].any()
    assert (over & pipes & ~below[:, IN_BROKEN]).any()
    assert lines[:, TOTAL].tolist() == kernel.score(ends).tolist()


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
        ends = beam_for_score(kernel, position, width=20)
        for drawing in kernel.drawings(ends.moves[0]):
            position = ruleset.draw(position, drawing)
        assert not ruleset.duties(position)
        assert ruleset.score(position).total == ends.values[0] == max(ends.values)


def check_round_by_chance(kernel: Kernel, position: Position, *, chance: Chance) -> Position:
    """Play a random round in the kernel, and the same moves in the reference engine."""
    board = np.zeros(kernel.capabilities["BOARD"], dtype=np.int64)
    work = np.zeros((ROWS, ROOM), dtype=np.int64)
    kernel.compiled(unpack)(kernel.state_of(position), kernel.tables, board)
    dice = [kernel.number(piece) for piece in position.dice]
    work[0, : len(dice)] = dice
    special = 50 if kernel.may_draw_special(position) else 0
    kernel.compiled(draw_round)(board, kernel.tables, len(dice), chance, special, work)
    for drawing in kernel.drawings(work[2, 1 : 1 + work[2, 0]]):
        position = kernel.ruleset.draw(position, drawing)
    after = kernel.blank()
    kernel.compiled(pack)(board, after)
    assert kernel.state_of(position).tolist() == after.tolist()
    assert not kernel.ruleset.duties(position)
    return position


def check_games_by_chance(name: str, *, number: int, rounds: int) -> int:
    """Play random games, longer than the rules allow so that boards get full; return how often something was erased."""
    ruleset = parse_ruleset(name)
    kernel = kernel_for(ruleset)
    erased = 0
    for game in range(number):
        rng, chance = SeededRng("by chance", name, game), chance_of("by chance", name, game)
        position = ruleset.set_up()
        for index in range(1, 1 + rounds):
            round_ = Round(index)
            faces = tuple(die.roll(rng) for die in ruleset.dice(round_))
            position = ruleset.begin_round(position, round_, faces=faces)
            while choices := ruleset.choices(position):
                position = ruleset.choose(position, choose(choices, rng=rng))
            before = position.boards[0]
            position = check_round_by_chance(kernel, position, chance=chance)
            kept = [before[cell] == position.boards[0][cell] for cell in cells_of(before.filled)]
            erased += kept.count(False)
    return erased


@pytest.mark.parametrize("name", CHANGING)
def test_rounds_by_chance_keep_to_the_rules_where_the_order_matters(name: str) -> None:
    erased = check_games_by_chance(name, number=20, rounds=12)
    assert bool(erased) == (name in {"meteor", "lava"})


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGING)
def test_many_rounds_by_chance_keep_to_the_rules(name: str) -> None:
    check_games_by_chance(name, number=1_000, rounds=12)


def last_position(name: str, *, seed: str, most: int) -> tuple[Position, list[int]]:
    """A position in the last round of a random game with at most so many ends, and their totals, the highest first."""
    ruleset, index = parse_ruleset(name), 0
    kernel = kernel_for(ruleset)
    while True:
        position = start_of_round(ruleset, seed=f"{seed} {index}", round_=ruleset.rounds)
        some = position.dice[index % 3 :]
        position = position._replace(dice=some, rolled=tuple(piece.name for piece in some))
        state, dice = kernel.state_of(position), kernel.dice_of(position)
        ends = kernel.expand_round(state, dice, specials=kernel.may_draw_special(position), limit=most)
        index += 1
        if ends.is_complete and len(ends.states) > 1:
            return position, sorted(kernel.score(ends.states).tolist(), reverse=True)


@pytest.mark.parametrize("name", RULESETS)
def test_the_last_round_is_solved_as_by_trying_everything(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    for index in range(3):
        position = nearly_over(name, seed=f"solved {index}", dice=slice(3, 5) if index else slice(2))
        totals = [kernel.ruleset.score(end).total for end in every_end(kernel.ruleset, position)]
        check_solved(position, kernel=kernel, totals=sorted(totals, reverse=True))


@pytest.mark.parametrize("name", RULESETS)
def test_the_last_round_with_more_dice_is_solved_as_by_listing_all_its_boards(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    for index in range(3):
        position, totals = last_position(name, seed=f"listed {index}", most=50_000)
        check_solved(position, kernel=kernel, totals=totals)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_hundred_last_rounds_are_solved_as_by_listing_all_their_boards(name: str) -> None:
    for index in range(100):
        longest, values = READINGS[index % len(READINGS)]
        kernel = kernel_for(parse_ruleset(name, longest=longest, values=values))
        position, _ = last_position(name, seed=f"many listed {index}", most=500_000)
        state, dice = kernel.state_of(position), kernel.dice_of(position)
        ends = kernel.expand_round(state, dice, specials=kernel.may_draw_special(position))
        totals = sorted(kernel.score(ends.states).tolist(), reverse=True)
        check_solved(position, kernel=kernel, totals=totals)


@pytest.mark.parametrize("name", RULESETS)
def test_a_last_round_with_more_boards_than_the_limit_is_not_exact(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    position, totals = last_position(name, seed="limit", most=50_000)
    part = kernel.last_round(kernel.state_of(position), kernel.dice_of(position), limit=1)
    assert not part.is_exact
    assert part.total <= totals[0]


def test_m6_a_die_that_fits_only_on_craters_may_be_left_out() -> None:
    ruleset = parse_ruleset("meteor")
    kernel, rng = kernel_for(ruleset), SeededRng("craters only")
    position = ruleset.set_up()
    for number in range(1, 20):
        faces = tuple(die.roll(rng) for die in ruleset.dice(Round(number)))
        position = ruleset.begin_round(position, Round(number), faces=faces)
        while choices := ruleset.choices(position):
            position = ruleset.choose(position, choose(choices, rng=rng))
        one = position._replace(dice=position.dice[:1])
        while ruleset.duties(position):
            drawings = [drawing for drawing in legal_drawings(ruleset, position) if drawing.verb == DRAW]
            position = ruleset.draw(position, choose(drawings, rng=rng))
    assert not ruleset.duties(one)
    assert legal_drawings(ruleset, one)
    check_ends(kernel, one)
