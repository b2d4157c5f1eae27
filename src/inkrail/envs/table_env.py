"""A table of one to six seats as a PettingZoo environment, played on the engine; with it the draft."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from inkrail.core.dice import Rng
from inkrail.envs.actions import action_space
from inkrail.envs.chance import KernelRng
from inkrail.envs.pictures import MODES, Pixels, picture
from inkrail.envs.planes import Bytes
from inkrail.envs.seat_view import seat_observation, seat_space
from inkrail.envs.spaces import DELTA, FINAL, PENALTY, check_choice, check_penalty, gym_actions, whole_seed
from inkrail.game.record import Act, Record, Roll, finish_record, format_record, seeded_record, seeded_roll
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

WIN = "win"


def env(**settings: Any) -> Any:
    """The environment as PettingZoo's own come: it says so when its functions are called in a wrong order."""
    return wrappers.OrderEnforcingWrapper(TableEnv(**settings))


class TableEnv(AECEnv):
    """Seats that play the same dice, or draft them; each draws its whole round before the next one does.

    An observation has the parts `observation` (see `seat_view`) and `action_mask`. Rewards are `delta` and `final` as
    in the environments of one seat, or `win`: 1 at the end, divided among the winners.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "inkrail_v0",
        "render_modes": list(MODES),
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str = "base",
        *,
        seats: int = 2,
        reward: str = DELTA,
        illegal_penalty: float = PENALTY,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_choice("reward", reward, (DELTA, FINAL, WIN))
        check_choice("render_mode", render_mode, (None, *MODES))
        check_penalty(illegal_penalty)
        self.ruleset = parse_ruleset(rules)
        self._table = open_table(self.ruleset, seats=seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self.agents: list[str] = []
        self._reward, self._penalty = reward, illegal_penalty
        self._actions = action_space(self.ruleset)
        self._seats = {agent: Seat(number) for number, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: gym_actions(self.ruleset) for agent in self.possible_agents}
        mask = spaces.Box(0, 1, (self._actions.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seat_space(self.ruleset, seats=seats), "action_mask": mask})
            for agent in self.possible_agents
        }
        self._chance: Rng | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with the lot and the dice of `inkrail.play(..., seed=str(seed))`, or of the generator."""
        seed = None if seed is None else whole_seed(seed)
        if seed is not None or self._chance is None:
            self._chance = KernelRng(seeding.np_random()[1] if seed is None else seed)
        seats = len(self.possible_agents)
        if seed is None:
            deal = open_table(self.ruleset, seats=seats, rng=self._chance).deal
            self._record = Record(self.ruleset, seats, deal.starter if self.ruleset.dealer.picking else None)
        else:
            self._record = seeded_record(self.ruleset, seats=seats, seed=str(seed))
        self._table = self._record.open()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._totals = dict.fromkeys(self.agents, 0)
        self._roll()
        self._select()

    def _roll(self) -> None:
        assert self._chance is not None
        seed = self._record.seed
        faces = seeded_roll(self._table, seed) if seed else self._table.throw(self._chance)
        self._table, _ = self._table.roll(faces)
        self._record = self._record.add(Roll(faces))

    def _select(self) -> None:
        """The seat that picks, or the first that is not done, comes next."""
        seat = self.ruleset.dealer.chooser(self._table.deal)
        if seat is None:
            seat = next(Seat(number) for number, state in enumerate(self._table.seats) if not state.done)
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; only the one whose turn it is has legal actions."""
        table = self._table
        return {"observation": seat_observation(table, self._seats[agent]), "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Bytes:
        if agent != self.agent_selection or self.terminations.get(agent, True):
            return np.zeros(self._actions.size, np.int8)
        return self._actions.legal(view(self._table, self._seats[agent]))

    def step(self, action: int | None) -> None:
        """Let the selected agent act; an illegal action ends the game for all and costs that agent the penalty."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is not done: an action is a number")
        number = index(action)
        wanted = self._actions.decode(number)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._mask(agent)[number]:
            before = self._table
            self._table, _ = before.act(self._seats[agent], wanted)
            self._record = self._record.add(Act(self._seats[agent], wanted))
            self._go_on(agent, before)
        else:
            self.rewards[agent] = -self._penalty
            self._end(illegal=agent)
        self._accumulate_rewards()

    def _go_on(self, agent: str, before: Table) -> None:
        """Reward an action, and roll, select or end what follows it."""
        if self._table.phase is Phase.ROLL:
            self._roll()
        # When a seat's action begins the drawing, a meteor may have struck all boards.
        is_same = (before.phase, before.round_) == (self._table.phase, self._table.round_)
        if self._reward == DELTA:
            for one in [agent] if is_same else self.agents:
                self._gain(one)
        if self._table.phase is not Phase.OVER:
            self._select()
            return
        if self._reward == FINAL:
            for one in self.agents:
                self._gain(one)
        elif self._reward == WIN:
            winners = self._table.winners(self._table.sheets())
            for seat in winners:
                self.rewards[self.possible_agents[seat]] = 1.0 / len(winners)
        self._record = finish_record(self._record, self._table)
        self._end()

    def _gain(self, agent: str) -> None:
        """Give the points on an agent's board that no reward was given for."""
        total = self.ruleset.score(self._table.seats[self._seats[agent]].position).total
        self.rewards[agent] += float(total - self._totals[agent])
        self._totals[agent] = total

    def _end(self, illegal: str | None = None) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        text = format_record(self._record)
        scores = dict(zip(self.possible_agents, self._record.totals, strict=False))
        for agent in self.agents:
            self.infos[agent] = {"record": text, "score": scores.get(agent, 0), "illegal": agent == illegal}

    def close(self) -> None:
        """Nothing is open."""

    def render(self) -> str | Pixels | None:
        """The boards of the seat whose turn it is, in the render mode."""
        if self.render_mode is None:
            return None
        position = self._table.seats[self._seats[self.agent_selection]].position
        return picture(position, self.ruleset, mode=self.render_mode)
