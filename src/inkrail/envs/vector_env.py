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
from inkrail.envs.spaces import (
    DELTA,
    PENALTY,
    REWARDS,
    check_choice,
    check_penalty,
    gym_actions,
    gym_observations,
    solo_ruleset,
    whole_seed,
)
from inkrail.game.record import replay
from inkrail.kernel.board.bits import Words

Flags = NDArray[np.bool_]
Seed = int | np.integer[Any]


class InkrailVectorEnv(VectorEnv):
    """Many games of one seat each.

    A game that ends begins its next episode in the same step, or as the `autoreset_mode` says. With `copy=False`
    observations and masks are the arrays that the next step changes: read them before it, and do not write to them.
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_choice("reward", reward, REWARDS)
        check_choice("render_mode", render_mode, (None, *MODES))
        check_penalty(illegal_penalty)
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs}")
        self.ruleset = solo_ruleset(rules)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._autoreset = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._autoreset}
        self.single_action_space = gym_actions(self.ruleset)
        self.single_observation_space = gym_observations(self.ruleset)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copy = copy
        self._games = Games(self.ruleset, number=num_envs, by_delta=reward == DELTA, penalty=illegal_penalty)
        self._seeds: list[str] = [""] * num_envs
        self._is_seeded = False
        self._waiting: Flags = np.zeros(num_envs, np.bool_)
        """Which games are over and have not begun their next episode."""

    def reset(
        self,
        *,
        seed: Seed | Sequence[Seed | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode in every game; game i takes the dice of `seed` + i, or without a seed of its generator.

        With the option `reset_mask`, an array of bools, only those games begin one.
        """
        seeds, which = self._seed_of_each(seed), self._asked(options or {})
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        self._unseed(which)
        for number in which.tolist():
            own = seeds[number]
            if own is not None:
                self._games.seed(number, own, is_given=True)
                self._seeds[number] = str(own)
            elif not self._is_seeded:
                self._games.seed(number, self.np_random_seed + number, is_given=False)
        self._is_seeded = True
        self._waiting[which] = False
        self._games.begin(which)
        return self._observation(), self._masks()

    def _seed_of_each(self, seed: Seed | Sequence[Seed | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, Sequence | np.ndarray):
            first = whole_seed(seed)
            return [first + number for number in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need as many seeds, not {len(seed)}")
        return [None if own is None else whole_seed(own) for own in seed]

    def _asked(self, options: dict[str, Any]) -> Words:
        """The numbers of the games that are to begin an episode."""
        if "reset_mask" not in options:
            return np.arange(self.num_envs)
        if not self._is_seeded:
            raise ResetNeeded("call reset() without a reset_mask first: no episode is running")
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(f"reset_mask is an array of {self.num_envs} bools, at least one of them true")
        return np.flatnonzero(mask)

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
        numbers = self._checked(actions)
        if self._waiting.any():
            self._restart(numbers)
        self._games.step(numbers)
        rewards = self._games.rewards.copy()
        ends = self._games.word(stepping.IN_OVER).copy()
        terminated = ends != stepping.RUNNING
        infos: dict[str, Any] = {}
        if terminated.any():
            infos = self._results(terminated, ends == stepping.ILLEGAL)
        if self._autoreset is not AutoresetMode.SAME_STEP:
            self._waiting = terminated.copy()
        elif terminated.any():
            which = np.flatnonzero(terminated)
            infos = self._last_observations(which, terminated) | {
                "final_info": infos,
                "_final_info": terminated.copy(),
            }
            self._unseed(which)
            self._games.begin(which)
        infos |= self._masks()
        return self._observation(), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _restart(self, numbers: Words) -> None:
        """Let the games that are over begin an episode with this step, whatever their actions are."""
        if self._autoreset is AutoresetMode.DISABLED:
            raise ResetNeeded(
                'call reset(options={"reset_mask": …}) for the games that are over before step()'
            )
        self._unseed(np.flatnonzero(self._waiting))
        numbers[self._waiting] = stepping.NONE

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

    def _results(self, terminated: Flags, illegal: Flags) -> dict[str, Any]:
        """The records and scores of the games that ended."""
        which = np.flatnonzero(terminated)
        records = np.full(self.num_envs, None, object)
        records[which] = self._games.records(which, seeds=self._seeds)
        scores = np.where(terminated & ~illegal, self._games.word(stepping.IN_TOTAL), 0)
        results = {"record": records, "score": scores, "illegal": illegal & terminated}
        return results | {f"_{name}": terminated.copy() for name in results}

    def _last_observations(self, which: Words, terminated: Flags) -> dict[str, Any]:
        planes, vectors = self._games.planes[which], self._games.vectors[which]
        observations = np.full(self.num_envs, None, object)
        for place, number in enumerate(which.tolist()):
            observations[number] = {"planes": planes[place], "vector": vectors[place]}
        return {"final_obs": observations, "_final_obs": terminated.copy()}

    def render(self) -> tuple[str | Pixels, ...] | None:
        """The board of each game in the render mode."""
        if self.render_mode is None:
            return None
        records = self._games.records(np.arange(self.num_envs), seeds=self._seeds)
        tables = (replay(record.record) for record in records)
        return tuple(
            picture(table.seats[0].position, self.ruleset, mode=self.render_mode) for table in tables
        )
