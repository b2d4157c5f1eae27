"""The game for OpenSpiel."""

from __future__ import annotations

import random
import unittest
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.envs.actions import action_space
from inkrail.envs.spiel_game import NAME, roll_outcomes
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

ROLLS = {
    "base": 168,
    "river": 1680,
    "lake": 3528,
    "meteor": 2520,
    "lava": 2520,
    "underground": 315,
    "underground-standalone": 315,
}


def game(text: str = "") -> Any:
    return pyspiel.load_game(f"{NAME}({text})")


@pytest.mark.parametrize(
    "text", [*(f"rules={name}" for name in RULESET_NAMES), "players=2", "rules=meteor,players=3"]
)
def test_openspiels_own_test_passes(text: str) -> None:
    pyspiel.random_sim_test(game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", ["rules=lake", "players=2", "rules=underground,players=3"])
def test_openspiels_test_of_its_interface_passes(text: str) -> None:
    """What OpenSpiel's `api_test.py` asserts of games too large for a walk through all states."""
    random.seed(1)  # it takes some states at random
    names = {"game": game(text), "game_name": NAME}
    case = type("Conformance", (api_test.EnforceAPIOnPartialTreeBase,), names)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert (result.testsRun, result.failures, result.errors, result.skipped) == (5, [], [], [])


def test_only_what_a_seat_knows_is_observed() -> None:
    """Nothing that is private to a seat is in an observation of another type."""
    for public, private in ((True, "NONE"), (False, "SINGLE_PLAYER"), (True, "ALL_PLAYERS")):
        kind = pyspiel.IIGObservationType(
            public_info=public,
            perfect_recall=False,
            private_info=getattr(pyspiel.PrivateInfoType, private),
        )
        assert make_observation(game("players=2"), kind) is None
    for recall in (False, True):
        kind = pyspiel.IIGObservationType(perfect_recall=recall)
        assert make_observation(game("players=2"), kind) is not None


def test_it_is_registered() -> None:
    assert NAME in pyspiel.registered_names()


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_all_rolls_of_a_round_are_listed_with_their_probabilities(rules: str) -> None:
    ruleset = parse_ruleset(rules)
    assert game(f"rules={rules}").max_chance_outcomes() == ROLLS[rules]
    for round_ in (Round(1), Round(2)):
        rolls = roll_outcomes(ruleset.dice(round_))
        assert sum(roll.probability for roll in rolls) == pytest.approx(1)
        assert len({tuple(sorted(roll.faces)) for roll in rolls}) == len(rolls)


@pytest.mark.parametrize("rules", ["base", "underground-standalone"])
def test_probabilities_are_those_of_counting_every_way_the_dice_fall(rules: str) -> None:
    dice = parse_ruleset(rules).dice(Round(1))
    ways = Counter(tuple(sorted(faces)) for faces in product(*(die.faces for die in dice)))
    rolls = {tuple(sorted(roll.faces)): roll.probability for roll in roll_outcomes(dice)}
    assert rolls == pytest.approx({faces: number / 6**4 for faces, number in ways.items()})


def test_legal_actions_and_returns_are_the_engines() -> None:
    rng = np.random.default_rng(1)
    state = game("players=2").new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        if state.is_chance_node():
            numbers, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=np.array(shares) / sum(shares))))
            continue
        player = state.current_player()
        flags = action_space(state.table.ruleset).legal(view(state.table, Seat(player)))
        assert state.legal_actions() == np.flatnonzero(flags).tolist()
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert state.returns() == [sheet.total for sheet in state.table.sheets()]


def test_a_seat_learns_what_another_drew_when_the_round_closes() -> None:
    state = game("players=2").new_initial_state()
    state.apply_action(0)
    while state.current_player() == 0:
        assert "1 draw" not in state.information_state_string(1)
        state.apply_action(state.legal_actions()[0])
    assert "1 draw" in state.information_state_string(0)
    hidden = state.observation_string(1)
    while not state.is_chance_node():
        assert "1 draw" not in state.information_state_string(1)
        state.apply_action(state.legal_actions()[0])
    assert "1 draw" in state.information_state_string(1)
    assert state.observation_string(1) != hidden


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = game().new_initial_state()
    state.apply_action(5)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    assert len(state.history()) == 1


@pytest.mark.parametrize("players", [0, 7])
def test_a_number_of_players_that_no_table_has_is_refused(players: int) -> None:
    with pytest.raises(Refusal, match=r"table\.seats"):
        game(f"players={players}")


def test_openspiels_search_plays_it() -> None:
    """Its copies of states are those of a search: what is tried in them leaves the state as it is."""
    two = game("players=2")
    state = two.new_initial_state()
    state.apply_action(3)
    before = str(state), state.legal_actions()
    random_state = np.random.RandomState(1)
    bot = mcts.MCTSBot(two, 2.0, 5, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state)
    assert bot.step(state) in before[1]
    assert (str(state), state.legal_actions()) == before


def test_a_draft_is_refused() -> None:
    with pytest.raises(pyspiel.SpielError, match="a draft has too many rolls to list"):
        game("rules=base+draft,players=2")
