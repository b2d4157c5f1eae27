"""Many games as one Gymnasium vector environment, played inside the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from inkrail.envs import stepping
from inkrail.envs.games import Games
from inkrail.envs.observations import Observation
from inkrail.envs.pictures import MODES, Pixels, picture
from inkrail.envs.planes import Bytes
from inkrail.envs.spaces import DELTA, PENALTY, REWARDS, check_choice, gym_actions, gym_observations
from inkrail.game.record import replay
from inkrail.kernel.board.bits import Words
from inkrail.rules.registry import parse_ruleset

Flags = NDArray[np.bool_]


class InkrailVectorEnv(VectorEnv):
    """Many games of one seat each; a game that ends begins its next episode in the same step.

    With `copy=False` observations and masks are the arrays that the next step changes: read them before it, and do not
    write to them.
    """

    metadata = {  # noqa: RUF012 - Gymnasium's own form
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": list(MODES),
        "render_fps": 4,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: str = "base",
        *,
        reward: str = DELTA,
        illegal_penalty: float = PENALTY,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_choice("reward", reward, REWARDS)
        check_choice("render_mode", render_mode, (None, *MODES))
        self.ruleset = parse_ruleset(rules)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = gym_actions(self.ruleset)
        self.single_observation_space = gym_observations(self.ruleset)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copy = copy
        self._games = Games(self.ruleset, number=num_envs, by_delta=reward == DELTA, penalty=illegal_penalty)
        self._seeds: list[str] = [""] * num_envs
        self._is_seeded = False

    def reset(
        self,
        *,
        seed: int | np.integer[Any] | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode in every game; game i takes the dice of `seed` + i, or without a seed of its generator."""
        seed = int(seed) if isinstance(seed, np.integer) else seed
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None:
            self._seed(seed, is_given=True)
        elif not self._is_seeded:
            self._seed(self.np_random_seed, is_given=False)
        else:
            self._unseed(np.arange(self.num_envs))
        self._games.begin()
        return self._observation(), self._masks()

    def _seed(self, seed: int | Sequence[int], *, is_given: bool) -> None:
        seeds = [seed + number for number in range(self.num_envs)] if isinstance(seed, int) else seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need as many seeds, not {len(seeds)}")
        for number, own in enumerate(seeds):
            self._games.seed(number, own, is_given=is_given)
            self._seeds[number] = str(own) if is_given else ""
        self._is_seeded = True

    def _unseed(self, which: Words) -> None:
        """Take the dice of the next episodes of these games from their generators."""
        self._games.unseed(which)
        for number in which.tolist():
            self._seeds[number] = ""

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Take one action in each game; one that is not legal ends its episode and costs the penalty."""
        if not self._is_seeded:
            raise ResetNeeded("call reset() before step(): no episode is running")
        self._games.step(self._checked(actions))
        rewards = self._games.rewards.copy()
        ends = self._games.word(stepping.IN_OVER).copy()
        terminated = ends != stepping.RUNNING
        infos: dict[str, Any] = {}
        if terminated.any():
            which = np.flatnonzero(terminated)
            infos = self._endings(which, terminated, ends == stepping.ILLEGAL)
            self._unseed(which)
            self._games.begin(which)
        infos |= self._masks()
        return self._observation(), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _checked(self, actions: ArrayLike) -> Words:
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"actions are {self.num_envs} whole numbers, one for each game")
        if numbers.min() < 0 or numbers.max() >= self.single_action_space.n:
            raise ValueError(f"an action is a number from 0 to {self.single_action_space.n - 1}")
        return numbers.astype(np.int64)

    def _observation(self) -> Observation:
        planes, vectors = self._games.planes, self._games.vectors
        if self._copy:
            return {"planes": planes.copy(), "vector": vectors.copy()}
        return {"planes": planes, "vector": vectors}

    def _masks(self) -> dict[str, Any]:
        masks: Bytes = self._games.masks.copy() if self._copy else self._games.masks
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _endings(self, which: Words, terminated: Flags, illegal: Flags) -> dict[str, Any]:
        """The last observations of the games that ended, their records and scores."""
        planes, vectors = self._games.planes[which], self._games.vectors[which]
        observations = np.full(self.num_envs, None, object)
        records = np.full(self.num_envs, None, object)
        ended = self._games.records(which, seeds=self._seeds)
        for index, number in enumerate(which.tolist()):
            observations[number] = {"planes": planes[index], "vector": vectors[index]}
            records[number] = ended[index]
        scores = np.where(terminated & ~illegal, self._games.word(stepping.IN_TOTAL), 0)
        final = {"record": records, "score": scores, "illegal": illegal & terminated}
        flags = {f"_{name}": terminated.copy() for name in final}
        return {
            "final_obs": observations,
            "_final_obs": terminated.copy(),
            "final_info": final | flags,
            "_final_info": terminated.copy(),
        }

    def render(self) -> tuple[str | Pixels, ...] | None:
        """The board of each game in the render mode."""
        if self.render_mode is None:
            return None
        records = self._games.records(np.arange(self.num_envs), seeds=self._seeds)
        tables = (replay(record.record) for record in records)
        return tuple(
            picture(table.seats[0].position, self.ruleset, mode=self.render_mode) for table in tables
        )
