"""Values: what rolls are worth, luck and par."""

import numpy as np
import pytest
from tools.par import computed

from inkrail.bots import par
from inkrail.bots.playing import play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.bots.values import Values, luck_of, values_of
from inkrail.game.history import PlayedRound, played_rounds
from inkrail.kernel import Model
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def some_round(rules: str, number: int) -> tuple[Values, PlayedRound]:
    ruleset = parse_ruleset(rules)
    game = play_game(ruleset, bots=[RandomBot] * ruleset.dealer.least_seats, seed="values")
    return values_of(ruleset), played_rounds(game.record, Seat(0))[number - 1]


@pytest.fixture(scope="module")
def sixth() -> tuple[Values, PlayedRound]:
    return some_round("base", 6)


def test_the_luck_of_all_rolls_is_zero_on_average(sixth: tuple[Values, PlayedRound]) -> None:
    values, played = sixth
    prospects = values.prospects(played.before, round_=6)
    assert prospects.weights @ (prospects.worth - prospects.value) == pytest.approx(0, abs=1e-9)
    assert prospects.variance == pytest.approx(prospects.weights @ (prospects.worth - prospects.value) ** 2)
    assert values.value(played.before, round_=6) == prospects.value
    assert luck_of(values, played) in prospects.worth - prospects.value


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESET_NAMES)
def test_the_luck_of_all_rolls_that_count_is_zero_in_every_ruleset(name: str) -> None:
    number = parse_ruleset(name).rounds - 1
    values, played = some_round(name, number)
    prospects = values.prospects(played.before, round_=number)
    assert prospects.weights.sum() == pytest.approx(1)
    assert prospects.weights @ (prospects.worth - prospects.value) == pytest.approx(0, abs=1e-9)


def test_a_roll_is_worth_the_same_in_any_order(sixth: tuple[Values, PlayedRound]) -> None:
    values, played = sixth
    prospects = values.prospects(played.before, round_=6)
    rolls = values.kernel.rolls[0]
    for number in (0, 60, 167):
        faces = [values.kernel.pieces[piece].name for piece in rolls.dice[number]]
        for order in (faces, faces[::-1]):
            assert values.worth(played.before, tuple(order), round_=6) == prospects.worth[number]


def test_fortune_is_the_share_of_the_worse_rolls(sixth: tuple[Values, PlayedRound]) -> None:
    values, played = sixth
    prospects = values.prospects(played.before, round_=6)
    assert prospects.fortune(prospects.worth.min() - 1) == 0
    assert prospects.fortune(prospects.worth.max() + 1) == pytest.approx(99)
    mean = sum(
        weight * prospects.fortune(worth)
        for weight, worth in zip(prospects.weights, prospects.worth, strict=True)
    )
    assert mean == pytest.approx(49.5)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_played_roll_is_written_like_one_of_all_rolls(name: str) -> None:
    values, played = some_round(name, 2)
    kernel = values.kernel
    rolls = kernel.rolls[values.ruleset.board_of(played.round_)]
    roll = kernel.roll(played.hand)
    assert roll.dice.shape == (1, rolls.dice.shape[1])
    if not rolls.is_sample:
        assert (rolls.dice == roll.dice).all(axis=1).sum() == 1
    if name == "meteor":
        assert set(roll.meteors[0]) <= {0, 1, 2, 3, 4}
        again = [*played.hand[4:], *played.hand[3::-1]]
        assert kernel.roll(tuple(again)).meteors.tolist() == roll.meteors.tolist()


def test_a_drafted_hand_has_a_value_though_no_roll_shows_it() -> None:
    values, played = some_round("base+draft", 6)
    hand = ("overpass", "overpass", "station-curve", "station-straight")
    worth = values.worth(played.before, hand, round_=6)
    assert worth > values.worth(played.before, hand[:3], round_=6) - 10
    assert not values.is_sampled


def test_the_shipped_par_of_the_base_game_is_the_value_before_its_first_round() -> None:
    values = values_of(parse_ruleset("base"))
    start = values.ruleset.set_up()
    assert par.shipped_par(values.ruleset, values.model) is not None, "run tools/par.py"
    assert values.par == pytest.approx(
        float(values.values(values.kernel.state_of(start)[np.newaxis], round_=1)[0])
    )
    assert values.prospects(start, round_=1).value == values.par


@pytest.mark.slow
def test_the_shipped_par_of_every_ruleset_is_up_to_date() -> None:
    """After a change to a model or to the narrow search, `python -m tools.par` computes it again."""
    for key, entry in computed().items():
        shipped = par.shipped_table()[key]
        assert shipped["model"] == entry["model"]
        assert shipped["par"] == pytest.approx(entry["par"])


def test_the_par_of_another_model_is_not_the_shipped_one() -> None:
    ruleset = parse_ruleset("base")
    model = values_of(ruleset).model
    other = Model(model.guide + np.float32(1), model.judge)
    assert par.shipped_par(ruleset, model) is not None
    assert par.shipped_par(ruleset, other) is None
