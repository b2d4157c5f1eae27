"""A random agent that plays the same games on the engine and inside the kernel, and compares every step."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from inkrail.envs import IDS
from inkrail.envs.actions import ActionSpace, action_space
from inkrail.envs.gym_env import InkrailEnv
from inkrail.envs.planes import CELLS_OF_BOARD, Bytes
from inkrail.rules.registry import parse_ruleset

ID_OF = {rules: name for name, rules in IDS.items()}


class RandomAgent:
    """Takes any legal action; each verb and role of a piece is equally likely, so that rare ones occur."""

    def __init__(self, rules: str, *, seed: int) -> None:
        space: ActionSpace = action_space(parse_ruleset(rules))
        kinds = [(slot.verb, slot.tile.piece.role) for slot in space.slots]
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        groups = np.repeat([numbers[kind] for kind in kinds], CELLS_OF_BOARD)
        others = len(numbers) + np.arange(space.size - space.done)
        self._groups = np.concatenate((groups, others))
        self._random = np.random.default_rng(seed)

    def choose(self, mask: Bytes) -> int:
        """One of the actions that a mask allows."""
        legal = np.flatnonzero(mask)
        groups = self._groups[legal]
        wanted = self._any(sorted(set(groups.tolist())))
        return self._any(legal[groups == wanted].tolist())

    def _any(self, items: list[int]) -> int:
        return items[int(self._random.random() * len(items))]


def assert_same(observation: Any, expected: Any) -> None:
    """Both observations have the same bytes."""
    for name, values in expected.items():
        found = observation[name]
        assert found.dtype == values.dtype == np.int8
        assert np.array_equal(found, values), (name, np.argwhere(found != values)[:5].tolist())


def at(observations: Any, number: int) -> dict[str, NDArray[np.int8]]:
    """The observation of one game of a vector."""
    return {name: values[number] for name, values in observations.items()}


def assert_agreement(rules: str, *, games: int, reward: str, seed: int = 0, episodes: int = 1) -> set[str]:
    """Play whole episodes of all games on both; the verbs that occurred."""
    vector = gymnasium.make_vec(ID_OF[rules], num_envs=games, reward=reward, copy=False)
    envs = [InkrailEnv(rules, reward=reward) for _ in range(games)]
    agent, space = RandomAgent(rules, seed=seed), action_space(parse_ruleset(rules))
    observations, infos = vector.reset(seed=seed)
    for number, env in enumerate(envs):
        observation, info = env.reset(seed=seed + number)
        assert_same(at(observations, number), observation)
        assert np.array_equal(infos["action_mask"][number], info["action_mask"])
    left, seen = [episodes] * games, set()
    while any(left):
        actions = [agent.choose(mask) for mask in infos["action_mask"]]
        seen |= {str(space.decode(action)).split("(")[0].split()[0] for action in actions}
        observations, rewards, ended, _, infos = vector.step(actions)
        for number, env in enumerate(envs):
            if left[number] == 0:
                continue
            observation, gained, is_over, _, info = env.step(actions[number])
            assert (gained, is_over) == (rewards[number], ended[number])
            if is_over:
                assert_same(infos["final_obs"][number], observation)
                assert str(infos["final_info"]["record"][number]) == str(info["record"])
                assert infos["final_info"]["score"][number] == info["score"]
                left[number] -= 1
                observation, info = env.reset()
            assert_same(at(observations, number), observation)
            assert np.array_equal(infos["action_mask"][number], info["action_mask"])
    return seen
