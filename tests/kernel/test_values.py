"""Values over all rolls: the expectation of the best end that one narrow search finds."""

from math import comb

import numpy as np
import pytest
from tests.kernel.turned import canonical, mirrors

from inkrail.bots.models import model_of
from inkrail.core.board import Round
from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import IN_SPENT
from inkrail.kernel.engine import NARROW_KEPT, NARROW_SPECIAL, NARROW_WIDTH
from inkrail.kernel.search.rolls import Rolls, spread
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

SAMPLED = ("river", "lake", "meteor", "lava")


def some_states(kernel: Kernel, *, rounds: int) -> Words:
    """States of random games with this many rounds left."""
    starts = np.repeat(kernel.start()[np.newaxis], 2, axis=0)
    played = kernel.ruleset.rounds - rounds
    states, _ = kernel.playouts(starts, rounds=played, chance=chance_of("values"), special=30)
    return states


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_the_rolls_are_all_there_are_or_a_sample_with_each_roll_of_the_route_dice(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    for board, rolls in enumerate(kernel.rolls):
        routes = comb(8, 3) * 3 if kernel.ruleset.has_route_dice and board == 0 else 315
        assert len(rolls.dice) == routes
        assert rolls.is_sample == (name in SAMPLED)
        assert rolls.weights.sum() == pytest.approx(1)
        if routes == 168:
            assert len(np.unique(rolls.dice[:, :4], axis=0)) == 168
            assert set((rolls.weights * 648).round(6)) == {1, 3, 6}


def test_a_sample_gives_each_face_its_share() -> None:
    rolls: dict[tuple[int, ...], int] = {
        (number,): ways for number, ways in enumerate([6, 6, 3, 3, 3, 1, 1, 1])
    }
    others: dict[tuple[int, ...], int] = {(10,): 3, (11,): 1}
    chosen = spread(rolls, others)
    share = sum(ways for ways, other in zip(rolls.values(), chosen, strict=True) if other == (10,))
    assert share == 18
    assert chosen == spread(rolls, others)


@pytest.mark.parametrize("name", SAMPLED)
def test_the_faces_of_a_sample_come_up_as_often_as_they_should(name: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    (rolls,) = kernel.rolls
    if name == "meteor":
        free = rolls.weights[rolls.meteors[:, 0] == 4].sum()
        near = rolls.weights[rolls.meteors[:, 1] == 1].sum()
        assert (free, near) == (pytest.approx(1 / 3, abs=0.01), pytest.approx(1 / 2, abs=0.01))
        return
    faces = kernel.faces()[4:].ravel()
    for face in set(faces.tolist()):
        share = (rolls.weights[:, np.newaxis] * (rolls.dice[:, 4:6] == face)).sum() / 2
        assert share == pytest.approx((faces == face).mean(), abs=0.01)


def test_a_value_is_the_weighted_mean_of_the_best_ends_of_a_narrow_search() -> None:
    kernel, model = kernel_for(parse_ruleset("base")), model_of(parse_ruleset("base"))
    states, (rolls,) = some_states(kernel, rounds=2), kernel.rolls
    worth = kernel.worth(states, model=model, round_=6)
    for number in range(0, 168, 40):
        ends = kernel.beam_round(
            canonical(kernel, states[1]),
            rolls.dice[number],
            model=model,
            round_=6,
            width=NARROW_WIDTH,
            special_width=NARROW_SPECIAL,
            kept=NARROW_KEPT,
            specials=True,
        )
        assert worth[1, number] == np.float32(ends.values[0])
    expected = (worth.astype(np.float64) * rolls.weights).sum(axis=1)
    assert kernel.values(states, model=model, round_=6) == pytest.approx(expected)


def test_the_last_round_is_exact_and_after_it_the_value_is_the_score() -> None:
    kernel, model = kernel_for(parse_ruleset("base")), model_of(parse_ruleset("base"))
    states, (rolls,) = some_states(kernel, rounds=1), kernel.rolls
    worth = kernel.worth(states[:1], model=model, round_=7)
    for number in range(0, 168, 40):
        assert worth[0, number] == kernel.last_round(states[0], rolls.dice[number], specials=True).total
    assert kernel.values(states, model=model, round_=8).tolist() == kernel.score(states).tolist()


def test_m5_a_meteor_may_be_ignored_for_a_special_route() -> None:
    """A roll is worth the best of all that may be decided before drawing, each board in its canonical view."""
    kernel, model = kernel_for(parse_ruleset("meteor")), model_of(parse_ruleset("meteor"))
    states, (rolls,) = some_states(kernel, rounds=2), kernel.rolls
    state = canonical(kernel, states[0])
    worth = kernel.worth(states[:1], model=model, round_=5)[0]
    spent = [state[IN_SPENT] | 1 << special for special in range(6) if not state[IN_SPENT] >> special & 1]
    assert 3 < len(spent) < 6
    for number in range(0, 168, 40):
        direction, distance = rolls.meteors[number].tolist()
        starts = [
            (
                kernel.strike(state[np.newaxis], directions=np.array([one]), distances=np.array([distance]))[
                    0
                ],
                True,
            )
            for one in (range(4) if direction == 4 else [direction])
        ]
        for paid in spent:
            ignored = state.copy()
            ignored[IN_SPENT] = paid
            starts.append((ignored, False))
        best = max(
            kernel.beam_round(
                canonical(kernel, start),
                rolls.dice[number],
                model=model,
                round_=5,
                width=NARROW_WIDTH,
                special_width=NARROW_SPECIAL,
                kept=NARROW_KEPT,
                specials=specials,
            ).values[0]
            for start, specials in starts
        )
        assert worth[number] == np.float32(best)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_mirrored_board_is_worth_the_same_with_each_roll(name: str) -> None:
    """The meteor of a sampled roll is mirrored with the board, that of a played roll has to be."""
    kernel, model = kernel_for(parse_ruleset(name)), model_of(parse_ruleset(name))
    round_ = kernel.ruleset.rounds - 1
    rolls = kernel.rolls[kernel.ruleset.board_of(Round(round_))]
    some = np.arange(5, len(rolls.dice), 23)
    part = Rolls(rolls.dice[some], rolls.weights[some], rolls.meteors[some], is_sample=True)
    for state in some_states(kernel, rounds=2):
        images = np.array(mirrors(kernel, state))
        worth = kernel.worth(images, model=model, round_=round_, rolls=part)
        assert (worth == worth[0]).all()
        assert len(set(worth[0].tolist())) > 1
        played = [
            kernel.worth(image[np.newaxis], model=model, round_=round_, rolls=_mirrored(part, directions))
            for image, directions in zip(images, DIRECTIONS, strict=True)
        ]
        assert np.array_equal(played, [played[0]] * 4)


def test_m2_a_meteor_at_the_start_is_worth_the_same_from_everywhere_along_a_line() -> None:
    """All views of an empty board are the same, so its canonical view does not tell left from right."""
    kernel, model = kernel_for(parse_ruleset("meteor")), model_of(parse_ruleset("meteor"))
    (rolls,) = kernel.rolls
    some = np.arange(0, 168, 40)
    worth = [
        kernel.worth(
            kernel.start()[np.newaxis],
            model=model,
            round_=1,
            rolls=Rolls(
                rolls.dice[some], rolls.weights[some], np.array([[direction, 2]] * len(some)), is_sample=False
            ),
        )
        for direction in range(4)
    ]
    assert np.array_equal(worth[0], worth[2])
    assert np.array_equal(worth[1], worth[3])


DIRECTIONS = [[0, 1, 2, 3, 4], [0, 3, 2, 1, 4], [2, 1, 0, 3, 4], [2, 3, 0, 1, 4]]
"""What the direction of a meteor is in each view: N E S W or free."""


def _mirrored(rolls: Rolls, directions: list[int]) -> Rolls:
    """Rolls as they are played, with meteors from these directions."""
    meteors = rolls.meteors.copy()
    meteors[:, 0] = np.array(directions)[meteors[:, 0]]
    return Rolls(rolls.dice, rolls.weights, meteors, is_sample=False)
