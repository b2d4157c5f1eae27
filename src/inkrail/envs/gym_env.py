"""One game as a Gymnasium environment, played on the engine."""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from inkrail.core.dice import Rng
from inkrail.envs.actions import action_space
from inkrail.envs.chance import KernelRng
from inkrail.envs.observations import Observation, observation_space
from inkrail.envs.pictures import MODES, Pixels, picture
from inkrail.envs.planes import Bytes
from inkrail.envs.records import EpisodeRecord, roll_numbers
from inkrail.envs.spaces import (
    DELTA,
    PENALTY,
    REWARDS,
    check_choice,
    check_penalty,
    gym_actions,
    gym_observations,
    solo_ruleset,
)
from inkrail.game.record import seeded_roll
from inkrail.game.table import Phase, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Position

ME = Seat(0)


class InkrailEnv(gymnasium.Env):
    """One seat alone; docs/environments.md describes spaces, rewards, seeds and what `info` contains."""

    metadata = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        rules: str = "base",
        *,
        reward: str = DELTA,
        illegal_penalty: float = PENALTY,
        render_mode: str | None = None,
    ) -> None:
        check_choice("reward", reward, REWARDS)
        check_choice("render_mode", render_mode, (None, *MODES))
        check_penalty(illegal_penalty)
        self.ruleset = solo_ruleset(rules)
        self.render_mode = render_mode
        self.action_space = gym_actions(self.ruleset)
        self.observation_space = gym_observations(self.ruleset)
        self._reward, self._penalty = reward, illegal_penalty
        self._actions, self._observations = action_space(self.ruleset), observation_space(self.ruleset)
        self._chance: Rng | None = None
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode: with the dice of `inkrail.play(..., seed=str(seed))`, or of the generator."""
        super().reset(seed=seed)
        if seed is not None or self._chance is None:
            self._chance = KernelRng(self.np_random_seed)
        self._seed = "" if seed is None else str(int(seed))
        self._table = open_table(self.ruleset)
        self._total, self._is_over, self._rolls = 0, False, b""
        self._taken: list[int] = []
        self._roll()
        self._look()
        return self._observation(), {"action_mask": self._legal.copy()}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; one that is not legal ends the episode and costs the penalty."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("call reset() before step(): no episode is running")
        number = index(action)
        wanted = self._actions.decode(number)
        is_legal = bool(self._legal[number])
        reward = -self._penalty
        if is_legal:
            self._taken.append(number)
            self._table, _ = self._table.act(ME, wanted)
            if self._table.phase is Phase.ROLL:
                self._roll()
            reward = self._gained()
        self._is_over = not is_legal or self._table.phase is Phase.OVER
        self._look()
        info: dict[str, Any] = {"action_mask": self._legal.copy()}
        if self._is_over:
            total = self._total if is_legal else None
            info |= {"record": self._record(total), "score": total or 0, "illegal": not is_legal}
        return self._observation(), reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, in the form that MaskablePPO of sb3-contrib asks for."""
        return self._legal.astype(np.bool_)

    def _roll(self) -> None:
        assert self._chance is not None
        table = self._table
        faces = seeded_roll(table, self._seed) if self._seed else table.throw(self._chance)
        self._table, _ = table.roll(faces)
        self._rolls += roll_numbers(self.ruleset, faces, round_=self._table.round_)

    def _look(self) -> None:
        """Find out what is legal now."""
        self._legal: Bytes = (
            np.zeros(self._actions.size, np.int8)
            if self._is_over
            else self._actions.legal(view(self._table, ME))
        )

    def _gained(self) -> float:
        """The points on the board that no reward was given for."""
        if self._reward != DELTA and self._table.phase is not Phase.OVER:
            return 0.0
        before, self._total = self._total, self.ruleset.score(self._position).total
        return float(self._total - before)

    def _record(self, total: int | None) -> EpisodeRecord:
        taken = np.array(self._taken, np.int16).tobytes()
        return EpisodeRecord(self.ruleset, self._rolls, taken, total, self._seed)

    @property
    def _position(self) -> Position:
        return self._table.seats[ME].position

    def _observation(self) -> Observation:
        return self._observations.observe(self._position)

    def render(self) -> str | Pixels | None:
        """The board in the render mode."""
        if self.render_mode is None:
            return None
        return picture(self._position, self.ruleset, mode=self.render_mode)
