"""Many games inside the kernel equal those of the engine, step by step."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, NormalizeObservation, RecordEpisodeStatistics
from tests.envs.agreement import RandomAgent, assert_agreement, assert_same

import inkrail
from inkrail.envs import IDS
from inkrail.envs.vector_env import InkrailVectorEnv

VERBS = {
    "meteor": {"direction", "ignore", "erase"},
    "lava": {"erase", "volcano"},
    "underground": {"duplicate"},
    "underground-standalone": {"duplicate"},
}
GAMES = 200
BY_POINTS = 10
"""Games whose rewards are compared at every step; the engine's scoring is slow."""
MANY = 5_000
AT_ONCE = 250


@pytest.mark.parametrize("rules", IDS.values())
def test_games_of_a_random_agent_equal_the_engine_step_by_step(rules: str) -> None:
    verbs = assert_agreement(rules, games=GAMES - BY_POINTS, reward="final")
    verbs |= assert_agreement(rules, games=BY_POINTS, reward="delta", seed=GAMES - BY_POINTS, episodes=2)
    assert verbs >= {"draw", "Done"} | VERBS.get(rules, set())


@pytest.mark.slow
@pytest.mark.parametrize("rules", IDS.values())
def test_thousands_of_games_equal_the_engine_step_by_step(rules: str) -> None:
    for seed in range(GAMES, GAMES + MANY, AT_ONCE):
        assert_agreement(rules, games=AT_ONCE, reward="final", seed=seed)


@pytest.mark.parametrize("name", IDS)
def test_make_vec_finds_it_with_its_spaces_and_autoreset_mode(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=3)
    assert isinstance(envs, InkrailVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    single = gymnasium.make(name)
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    observations, infos = envs.reset(seed=3)
    assert observations in envs.observation_space
    assert infos["action_mask"].shape == (3, single.action_space.n)
    assert infos["action_mask"].dtype == np.int8


def legal_actions(infos: dict[str, np.ndarray], agent: RandomAgent) -> list[int]:
    """An action for each game; any where none is legal, because the game is over."""
    return [agent.choose(mask) if mask.any() else 0 for mask in infos["action_mask"]]


STEPS = 80
"""More than two episodes have."""


@pytest.mark.parametrize("mode", AutoresetMode)
def test_it_equals_a_plain_vector_of_environments(mode: AutoresetMode) -> None:
    """The same observations, rewards, ends and infos as `SyncVectorEnv` with the same autoreset mode."""
    name, agent = "inkrail/Base-v0", RandomAgent("base", seed=1)
    own = gymnasium.make_vec(name, num_envs=4, autoreset_mode=mode)
    settings = {"autoreset_mode": mode}
    plain = gymnasium.make_vec(name, num_envs=4, vectorization_mode="sync", vector_kwargs=settings)
    assert own.metadata["autoreset_mode"] is mode
    assert InkrailVectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    _, infos = own.reset(seed=9)
    plain.reset(seed=9)
    episodes = 0
    for _ in range(STEPS):
        actions = legal_actions(infos, agent)
        found, expected = own.step(actions), plain.step(np.array(actions))
        assert_same(found[0], expected[0])
        for index in (1, 2, 3):
            assert np.array_equal(found[index], expected[index])
            assert found[index].dtype == expected[index].dtype
        infos, ended = found[4], found[2]
        assert_same_infos(infos, expected[4])
        episodes += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            seeds = [None, 50, None, 52]
            after, infos = own.reset(seed=seeds, options={"reset_mask": ended})
            assert_same(after, plain.reset(seed=seeds, options={"reset_mask": ended.copy()})[0])
    assert episodes >= 2 * 4


def assert_same_infos(infos: dict[str, Any], expected: dict[str, Any]) -> None:
    """Two infos of a vector say the same of the games of which they say something."""
    assert infos.keys() == expected.keys()
    for name, values in expected.items():
        known = expected.get(f"_{name}", slice(None))
        if name == "final_info":
            part = {one: values[one] for one in infos[name]}
            assert part.keys() >= {"record", "score", "illegal"}
            assert_same_infos(infos[name], part)
        elif name == "final_obs":
            for one, other in zip(infos[name][known], values[known], strict=True):
                assert_same(one, other)
        elif name == "record":
            assert [str(one) for one in infos[name]] == [str(one) for one in values]
        else:
            assert np.array_equal(infos[name][known], values[known])


def test_a_game_that_is_over_is_not_stepped_where_autoreset_is_off() -> None:
    envs = InkrailVectorEnv(2, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded, match="without a reset_mask first"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    _, infos = envs.reset(seed=1)
    actions = legal_actions(infos, RandomAgent("base", seed=1))
    _, _, ended, _, infos = envs.step([actions[0], 2450])
    assert ended.tolist() == [False, True]
    assert [mask.any() for mask in infos["action_mask"]] == [True, False]
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset_mask"):
        envs.step(actions)
    for mask in ([True], [False, False], np.array([1, 0])):
        with pytest.raises(ValueError, match="reset_mask is an array of 2 bools, at least one of them true"):
            envs.reset(options={"reset_mask": mask})


def test_it_can_be_saved_in_the_middle_of_episodes() -> None:
    envs, agent = InkrailVectorEnv(2, "lava"), RandomAgent("lava", seed=1)
    _, infos = envs.reset(seed=1)
    *_, infos = envs.step(legal_actions(infos, agent))
    other = pickle.loads(pickle.dumps(envs))  # noqa: S301 - ours
    for _ in range(STEPS):
        actions = legal_actions(infos, agent)
        (seen, *_, infos), (same, *_) = envs.step(actions), other.step(actions)
        assert_same(same, seen)


def test_gymnasiums_wrappers_of_observations_take_it() -> None:
    """They refuse vectors that begin an episode in the step that ended the last one."""
    envs = gymnasium.make_vec("inkrail/Base-v0", num_envs=3, autoreset_mode=AutoresetMode.NEXT_STEP)
    envs, agent = NormalizeObservation(FlattenObservation(envs)), RandomAgent("base", seed=1)
    observations, infos = envs.reset(seed=1)
    for _ in range(STEPS):
        observations, *_, infos = envs.step(np.array(legal_actions(infos, agent)))
    assert observations.shape == (3, 13 * 49 + 18)
    assert np.isfinite(observations).all()


def test_an_illegal_action_ends_its_game_alone() -> None:
    envs = InkrailVectorEnv(3, illegal_penalty=5)
    _, infos = envs.reset(seed=1)
    actions = legal_actions(infos, RandomAgent("base", seed=1))
    actions[1] = envs.single_action_space.n - 1
    _, rewards, terminated, truncated, infos = envs.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    assert rewards[1] == -5
    final = infos["final_info"]
    assert final["illegal"].tolist() == [False, True, False]
    assert final["score"][1] == 0
    assert "score" not in str(final["record"][1])
    assert infos["action_mask"][1].any()


def test_copies_stay_as_they_were_and_shared_arrays_do_not() -> None:
    for copy in (True, False):
        envs = InkrailVectorEnv(2, copy=copy)
        before, infos = envs.reset(seed=1)
        planes, mask = before["planes"], infos["action_mask"]
        kept = planes.copy(), mask.copy()
        after, _, _, _, later = envs.step(legal_actions(infos, RandomAgent("base", seed=1)))
        assert (after["planes"] is planes) is (later["action_mask"] is mask) is not copy
        same = np.array_equal(planes, kept[0]), np.array_equal(mask, kept[1])
        assert same == (copy, copy)


def test_games_may_be_seeded_one_by_one() -> None:
    single = InkrailVectorEnv(1)
    envs = InkrailVectorEnv(2)
    observations, _ = envs.reset(seed=[40, 3])
    for number, seed in enumerate((40, 3)):
        alone, _ = single.reset(seed=seed)
        assert np.array_equal(observations["vector"][number], alone["vector"][0])
    with pytest.raises(ValueError, match="2 games need as many seeds, not 3"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="a seed is a whole number of at least 0, not -1"):
        envs.reset(seed=[1, -1])
    with pytest.raises(ValueError, match="num_envs is at least 1, not 0"):
        InkrailVectorEnv(0)


@pytest.mark.parametrize("seed", [1.5, -1, "12", "123", [1.5, 2], ["1", "2"]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(
        ValueError, match=r"2 games need as many seeds|a seed is a whole number of at least 0"
    ):
        InkrailVectorEnv(2).reset(seed=seed)


def test_without_a_seed_the_generators_go_on() -> None:
    def vectors(*seeds: int | None) -> list[list[list[int]]]:
        envs = InkrailVectorEnv(5)
        return [envs.reset(seed=seed)[0]["vector"].tolist() for seed in seeds]

    assert vectors(1, None, None) == vectors(1, None, None)
    assert len({str(one) for one in vectors(1, None, None)}) == 3
    assert vectors(None) != vectors(None)


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [0.5, 1.0], [-1, 0], [0, 2451]])
def test_actions_that_are_none_are_an_error(actions: list[float]) -> None:
    envs = InkrailVectorEnv(2)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"whole numbers, one for each game|from 0 to 2450"):
        envs.step(actions)


def test_a_draft_and_wrong_penalties_are_refused() -> None:
    with pytest.raises(inkrail.Refusal, match=r"table\.seats"):
        InkrailVectorEnv(2, "base+draft")
    with pytest.raises(ValueError, match="illegal_penalty is a number of at least 0, not nan"):
        InkrailVectorEnv(2, illegal_penalty=float("nan"))


def test_a_step_before_the_first_reset_is_an_error() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        InkrailVectorEnv(2).step([0, 0])


def test_a_finished_game_can_be_reviewed() -> None:
    envs, agent = InkrailVectorEnv(1), RandomAgent("base", seed=2)
    _, infos = envs.reset(seed=11)
    while "final_info" not in infos:
        *_, infos = envs.step(legal_actions(infos, agent))
    (review,) = inkrail.review(str(infos["final_info"]["record"][0]), effort="quick")
    assert len(review.rounds) == 7


def test_every_board_is_rendered() -> None:
    envs = InkrailVectorEnv(2, "underground", render_mode="ansi")
    _, infos = envs.reset(seed=1)
    first = envs.render()
    envs.step(legal_actions(infos, RandomAgent("underground", seed=1)))
    second = envs.render()
    assert first is not None
    assert second is not None
    assert [len(first), len(second)] == [2, 2]
    assert first != second
    assert InkrailVectorEnv(1).render() is None


@pytest.mark.parametrize("mode", AutoresetMode)
def test_gymnasiums_statistics_of_episodes_are_those_of_the_records(mode: AutoresetMode) -> None:
    envs, agent = (
        RecordEpisodeStatistics(InkrailVectorEnv(3, autoreset_mode=mode)),
        RandomAgent("base", seed=4),
    )
    _, infos = envs.reset(seed=np.int64(1))
    ended = np.zeros(3, bool)
    while not ended.any():
        _, _, ended, _, infos = envs.step(legal_actions(infos, agent))
    results = infos.get("final_info", infos)
    assert infos["episode"]["r"][ended].tolist() == results["score"][ended].tolist()
    lengths = [len(record.record.entries) - 7 for record in results["record"][ended]]
    assert infos["episode"]["l"][ended].tolist() == lengths
