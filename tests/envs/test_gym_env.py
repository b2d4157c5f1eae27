"""One game as a Gymnasium environment."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.agreement import RandomAgent, assert_same

import inkrail
from inkrail.envs import IDS
from inkrail.envs.actions import action_space
from inkrail.envs.gym_env import InkrailEnv
from inkrail.envs.records import EpisodeRecord
from inkrail.game.record import Roll, parse_record


def play(env: Any, *, rules: str, seed: int | None = None) -> tuple[float, dict[str, Any]]:
    """Play an episode at random; the sum of its rewards and the last info."""
    agent, total, is_over = RandomAgent(rules, seed=1), 0.0, False
    _, info = env.reset(seed=seed)
    while not is_over:
        _, reward, is_over, _, info = env.step(agent.choose(info["action_mask"]))
        total += reward
    return total, info


@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_own_check_passes_without_a_warning(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize("rules", IDS.values())
def test_rewards_sum_to_the_score_and_the_record_can_be_replayed(rules: str) -> None:
    env = InkrailEnv(rules)
    total, info = play(env, rules=rules, seed=5)
    record: EpisodeRecord = info["record"]
    table = inkrail.replay(str(record))
    assert total == info["score"] == table.sheets()[0].total == record.total
    assert not info["illegal"]
    assert not info["action_mask"].any()
    final, again = play(InkrailEnv(rules, reward="final"), rules=rules, seed=5)
    assert (final, again["record"]) == (total, record)


def test_the_reward_final_comes_with_the_last_action_alone() -> None:
    env, agent = InkrailEnv(reward="final"), RandomAgent("base", seed=3)
    _, info = env.reset(seed=1)
    rewards, is_over = [], False
    while not is_over:
        _, reward, is_over, _, info = env.step(agent.choose(info["action_mask"]))
        rewards.append(reward)
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == info["score"] != 0


@pytest.mark.parametrize("rules", ["base", "meteor", "underground"])
def test_a_seed_gives_the_dice_of_a_seeded_game(rules: str) -> None:
    game = inkrail.play("random", rules=rules, seed="7")
    _, info = play(InkrailEnv(rules), rules=rules, seed=7)
    record, _ = parse_record(str(info["record"]))
    assert record.seed == "7"
    rolls = [[entry for entry in one.entries if isinstance(entry, Roll)] for one in (game.record, record)]
    assert rolls[0] == rolls[1]


def test_later_episodes_have_other_dice_which_the_seed_repeats() -> None:
    def records() -> list[str]:
        env = InkrailEnv()
        return [str(play(env, rules="base", seed=seed)[1]["record"]) for seed in (4, None, None)]

    first = records()
    assert first == records()
    assert len(set(first)) == 3
    assert ["seed: 4" in text for text in first] == [True, False, False]


def test_an_environment_without_a_seed_has_dice_of_its_own() -> None:
    texts = {str(play(InkrailEnv(), rules="base")[1]["record"]) for _ in range(2)}
    assert len(texts) == 2


def test_an_illegal_action_ends_the_episode_and_costs_the_penalty() -> None:
    env = InkrailEnv(illegal_penalty=7)
    before, info = env.reset(seed=1)
    legal = int(np.flatnonzero(info["action_mask"])[0])
    env.step(legal)
    done = action_space(env.ruleset).done
    observation, reward, terminated, truncated, info = env.step(done)
    assert (reward, terminated, truncated) == (-7, True, False)
    assert (info["illegal"], info["score"]) == (True, 0)
    assert observation["planes"].sum() > before["planes"].sum()
    record, table = parse_record(str(info["record"]))
    assert record.totals == ()
    assert len(record.entries) == 2
    assert table.round_ == 1


def test_after_its_end_an_episode_takes_no_action() -> None:
    env = InkrailEnv()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    play(env, rules="base", seed=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("number", [-1, 2451])
def test_a_number_that_is_no_action_is_an_error(number: int) -> None:
    env = InkrailEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is not one of the actions"):
        env.step(number)


def test_a_fraction_is_no_action() -> None:
    env = InkrailEnv()
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(2.7)  # type: ignore[arg-type]


def test_masks_are_there_as_maskable_ppo_asks_for_them() -> None:
    env = gymnasium.make("inkrail/Base-v0")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"])
    action = np.flatnonzero(masks)[0]
    *_, info = env.step(action)
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])


def test_it_can_be_saved_in_the_middle_of_an_episode() -> None:
    env, agent = InkrailEnv(), RandomAgent("base", seed=1)
    _, info = env.reset(seed=1)
    *_, info = env.step(agent.choose(info["action_mask"]))
    other = pickle.loads(pickle.dumps(env))  # noqa: S301 - ours
    while "record" not in info:
        action = agent.choose(info["action_mask"])
        (seen, *_, info), (same, *_) = env.step(action), other.step(action)
        assert_same(same, seen)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="reward is one of 'delta', 'final', not 'points'"):
        InkrailEnv(reward="points")
    with pytest.raises(ValueError, match="render_mode is one of"):
        InkrailEnv(render_mode="human")
    with pytest.raises(inkrail.Refusal, match=r"ruleset\.unknown"):
        InkrailEnv("desert")
    with pytest.raises(inkrail.Refusal, match=r"table\.seats"):
        InkrailEnv("base+draft")


@pytest.mark.parametrize("penalty", [-1, float("nan"), float("inf"), "5"])
def test_a_penalty_costs_points(penalty: Any) -> None:
    with pytest.raises(ValueError, match="illegal_penalty is a number of at least 0, not"):
        InkrailEnv(illegal_penalty=penalty)


@pytest.mark.parametrize("rules", IDS.values())
def test_boards_are_rendered_as_text_pixels_and_svg(rules: str) -> None:
    pictures = {}
    for mode in ("ansi", "rgb_array", "svg"):
        env = InkrailEnv(rules, render_mode=mode)
        play(env, rules=rules, seed=2)
        pictures[mode] = env.render()
    assert isinstance(pictures["ansi"], str)
    assert "\n" in pictures["ansi"]
    assert str(pictures["svg"]).startswith("<svg")
    pixels = pictures["rgb_array"]
    assert isinstance(pixels, np.ndarray)
    boards = 2 if rules == "underground" else 1
    assert pixels.shape == (256, 256 * boards, 3)
    assert pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) >= 5


def test_without_a_render_mode_nothing_is_rendered() -> None:
    env = InkrailEnv()
    env.reset(seed=1)
    assert env.render() is None
