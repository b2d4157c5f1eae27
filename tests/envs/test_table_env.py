"""Tables of several seats as PettingZoo environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.envs.agreement import RandomAgent

import inkrail
from inkrail.envs.table_env import TableEnv, env
from inkrail.game.actions import Pick
from inkrail.game.record import Roll, parse_record

TABLES: list[dict[str, Any]] = [
    {"seats": 1},
    {"seats": 6},
    {"rules": "base+draft", "seats": 2},
    {"rules": "meteor+draft", "seats": 3},
    {"rules": "underground+draft", "seats": 2, "reward": "win"},
    {"rules": "lava", "seats": 2, "reward": "final"},
    {"rules": "lake", "seats": 2},
    {"rules": "river", "seats": 3},
    {"rules": "underground-standalone", "seats": 4},
    {"rules": "river+draft", "seats": 5},
    {"rules": "lake+draft", "seats": 4},
    {"rules": "lava+draft", "seats": 6},
]
CYCLES = 100
"""More actions than a seat has in a game."""

# A dictionary with a mask is PettingZoo's own convention, but its test knows the environments that may have one by name.
masked = (
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
)


def ignoring(function: Any) -> Any:
    for mark in masked:
        function = mark(function)
    return function


@ignoring
@pytest.mark.parametrize("settings", TABLES, ids=str)
def test_pettingzoos_own_test_passes(settings: dict[str, Any]) -> None:
    api_test(TableEnv(**settings), num_cycles=CYCLES)


@pytest.mark.parametrize("settings", TABLES, ids=str)
def test_pettingzoos_seed_test_passes(settings: dict[str, Any]) -> None:
    seed_test(lambda: env(**settings), num_cycles=CYCLES)


def play(table: TableEnv, *, rules: str, seed: int | None) -> tuple[dict[str, float], dict[str, Any]]:
    """Play a game at random; the sums of the rewards, and the infos at the end."""
    agent = RandomAgent(rules, seed=1)
    sums: dict[str, float] = {}
    infos: dict[str, Any] = {}
    table.reset(seed=seed)
    for name in table.agent_iter():
        observation, reward, ended, _, info = table.last()
        sums[name] = sums.get(name, 0.0) + reward
        if ended:
            infos[name] = info
        table.step(None if ended else agent.choose(observation["action_mask"]))
    return sums, infos


@pytest.mark.parametrize("rules", ["base", "base+draft", "meteor+draft", "underground+draft"])
def test_rewards_sum_to_the_scores_of_a_record_that_replays(rules: str) -> None:
    sums, infos = play(TableEnv(rules, seats=3), rules=rules, seed=5)
    record, table = parse_record(infos["seat_1"]["record"])
    assert record.seed == "5"
    assert tuple(sums[name] for name in sorted(sums)) == record.totals
    assert tuple(infos[name]["score"] for name in sorted(infos)) == record.totals
    game = inkrail.play("random", "random", "random", rules=rules, seed="5")
    rolls = [[entry for entry in one.entries if isinstance(entry, Roll)] for one in (game.record, record)]
    assert rolls[0] == rolls[1]
    assert game.record.starter == record.starter
    final, _ = play(TableEnv(rules, seats=3, reward="final"), rules=rules, seed=5)
    assert final == sums
    won, _ = play(TableEnv(rules, seats=3, reward="win"), rules=rules, seed=5)
    winners = table.winners(table.sheets())
    assert {name for name, reward in won.items() if reward} == {f"seat_{seat + 1}" for seat in winners}
    assert sum(won.values()) == pytest.approx(1)


def test_games_after_a_seeded_one_come_from_the_generator() -> None:
    def records() -> list[str]:
        table = TableEnv("base+draft")
        return [play(table, rules="base+draft", seed=seed)[1]["seat_1"]["record"] for seed in (1, None, None)]

    first = records()
    assert first == records()
    assert len(set(first)) == 3
    for text in first:
        parse_record(text)


def test_what_others_draw_is_hidden_until_the_round_closes() -> None:
    table, agent = TableEnv(seats=2), RandomAgent("base", seed=2)
    table.reset(seed=1)
    before = table.observe("seat_2")["observation"]["others"]
    while table.agent_selection == "seat_1":
        assert np.array_equal(table.observe("seat_2")["observation"]["others"], before)
        table.step(agent.choose(table.observe("seat_1")["action_mask"]))
    while table.agent_selection == "seat_2":
        table.step(agent.choose(table.observe("seat_2")["action_mask"]))
    assert not np.array_equal(table.observe("seat_2")["observation"]["others"], before)


def test_in_a_draft_pairs_are_picked_before_anything_is_drawn() -> None:
    table = TableEnv("base+draft", seats=2)
    table.reset(seed=3)
    for turn in range(4):
        seen = table.observe(table.agent_selection)
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert all(isinstance(table._actions.decode(number), Pick) for number in legal)
        assert len(legal) == 4 - turn
        offers = seen["observation"]["offers"]
        assert offers[:, -1].sum() == turn
        assert offers[:, :-1].sum(axis=1).tolist() == [2] * 4
        dice = seen["observation"]["vector"][1:10].sum()
        assert dice == 2 * (turn // 2)
        table.step(legal[0])
    drawn = table.observe(table.agent_selection)
    assert drawn["observation"]["table"][-1] == 0
    assert drawn["observation"]["vector"][1:10].sum() == 4


def test_an_illegal_action_ends_the_game_for_all() -> None:
    table = TableEnv(seats=3, illegal_penalty=9)
    table.reset(seed=1)
    table.step(table._actions.done)
    assert table.rewards == {"seat_1": -9, "seat_2": 0, "seat_3": 0}
    assert all(table.terminations.values())
    assert [info["illegal"] for info in table.infos.values()] == [True, False, False]
    assert "score" not in table.infos["seat_1"]["record"]


@pytest.mark.parametrize("seed", [-1, 1.5, "7"])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number of at least 0, not"):
        env().reset(seed=seed)


def test_a_seat_that_is_not_done_must_act() -> None:
    table = env()
    table.reset(seed=1)
    with pytest.raises(ValueError, match="seat_1 is not done"):
        table.step(None)


def test_the_boards_of_the_seat_to_act_are_rendered() -> None:
    table = TableEnv(seats=2, render_mode="ansi")
    table.reset(seed=1)
    before = table.render()
    table.step(RandomAgent("base", seed=1).choose(table.observe("seat_1")["action_mask"]))
    assert table.render() != before
    plain = TableEnv()
    plain.reset(seed=1)
    assert plain.render() is None


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(inkrail.Refusal, match=r"table\.seats"):
        TableEnv(seats=7)
    with pytest.raises(inkrail.Refusal, match=r"table\.seats"):
        TableEnv("base+draft", seats=1)
    with pytest.raises(ValueError, match="reward is one of"):
        TableEnv(reward="points")
    with pytest.raises(ValueError, match="illegal_penalty is a number of at least 0, not -1"):
        TableEnv(illegal_penalty=-1)
