"""Masked PPO on the vector environment, in one file: an agent to compare with, and an example to start from.

`python -m training.ppo --out agent.pt` trains, prints how it gets on, and at the end plays the frozen test seeds;
`python -m training.ppo --measure agent.pt` only plays them. Needs torch.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import gymnasium
import numpy as np
import torch
from torch import nn

import inkrail.envs
from training.baselines import TEST_SEEDS, Played, mean_of

CELLS = 49


@dataclass
class Options:
    """What a training run is made of."""

    rules: str = "base"
    seed: int = 1
    steps: int = 1_500_000
    """Actions in all."""
    games: int = 64
    """Games that are played at once."""
    length: int = 32
    """Actions of each game between two updates."""
    epochs: int = 3
    batches: int = 4
    rate: float = 2.5e-3
    """The learning rate at the start; it falls to zero."""
    discount: float = 1.0
    """Episodes are short and their points are the aim, so nothing is discounted."""
    trace: float = 0.7
    """Lambda of the generalised advantage estimate; most of what an action brings is rewarded at once."""
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.25
    gradient: float = 0.5
    """The longest gradient that is followed."""
    scale: float = 0.1
    """Points are multiplied with it, so that returns are of order one."""


class Agent(nn.Module):
    """A policy that looks at each cell with its neighbours and at the whole board, and a value.

    Of the actions all but the last few are slots (a verb with an oriented tile) times cells, so the policy gives each
    cell a number for each slot.
    """

    def __init__(self, envs: gymnasium.vector.VectorEnv, *, near: int = 32, whole: int = 192) -> None:
        super().__init__()
        space = envs.single_observation_space
        planes, numbers = space["planes"].shape[0], space["vector"].shape[0]
        slots, others = divmod(int(envs.single_action_space.n), CELLS)
        # Numbers of the vector lie between 0 and their highest value.
        self.register_buffer("highest", torch.tensor(space["vector"].high, dtype=torch.float32).clamp(min=1))
        self.whole = nn.Sequential(
            nn.Linear(planes * CELLS + numbers, whole), nn.ReLU(), nn.Linear(whole, whole), nn.ReLU()
        )
        # A convolution, written as a product of matrices: on a CPU that takes a third of the time.
        self.near = nn.Linear(planes * 9, near)
        self.context = nn.Linear(whole, near)
        self.mixed = nn.Linear(near, near)
        self.slots = nn.Linear(near, slots)
        self.others = nn.Linear(whole, others)
        self.value = nn.Linear(whole + near, 1)
        for layer in (self.slots, self.others):
            nn.init.orthogonal_(layer.weight, 0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, planes: torch.Tensor, vector: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of all actions, legal or not, and the value of each state."""
        board = planes.float()
        whole = self.whole(torch.cat((board.flatten(1), vector.float() / self.highest), dim=1))
        around = nn.functional.unfold(board, 3, padding=1).transpose(1, 2)
        cells = (self.near(around) + self.context(whole)[:, None]).relu()
        cells = self.mixed(cells).relu()
        logits = torch.cat((self.slots(cells).transpose(1, 2).flatten(1), self.others(whole)), dim=1)
        return logits, self.value(torch.cat((whole, cells.mean(dim=1)), dim=1)).squeeze(1)

    def policy(
        self, planes: torch.Tensor, vector: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the probabilities of all actions, and the values."""
        logits, value = self(planes, vector)
        return logits.masked_fill(mask == 0, -1e9).log_softmax(dim=1), value


@dataclass
class Rollout:
    """What happened in `length` steps of all games, with the value after the last one."""

    planes: torch.Tensor
    vector: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    chance: torch.Tensor
    """The logarithm of the probability that the action had."""
    reward: torch.Tensor
    ended: torch.Tensor
    """1 where the action ended an episode."""
    value: torch.Tensor
    scores: list[float]


def observed(observation: dict[str, np.ndarray], infos: dict[str, np.ndarray]) -> tuple[torch.Tensor, ...]:
    """Planes, vector and mask as tensors."""
    arrays = (observation["planes"], observation["vector"], infos["action_mask"])
    return tuple(torch.from_numpy(array) for array in arrays)


class Trainer:
    """A vector of games and the agent that learns on it."""

    def __init__(self, options: Options) -> None:
        torch.manual_seed(options.seed)
        self.options = options
        self.envs = envs_of(options.rules, options.games)
        self.agent = Agent(self.envs)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), lr=options.rate, eps=1e-5)
        observation, infos = self.envs.reset(seed=options.seed)
        self.now = observed(observation, infos)

    @torch.no_grad()
    def roll_out(self) -> Rollout:
        """Play on for some steps, by chance as likely as the policy says."""
        rows: list[tuple[torch.Tensor, ...]] = []
        scores: list[float] = []
        for _ in range(self.options.length):
            chances, value = self.agent.policy(*self.now)
            # The highest of the logarithms, each with its own noise, is a draw by their probabilities.
            noise = torch.empty_like(chances).exponential_().log_()
            action = (chances - noise).argmax(dim=1)
            observation, rewards, ended, _, infos = self.envs.step(action.numpy())
            chance = chances.gather(1, action[:, None]).squeeze(1)
            reward = torch.from_numpy(rewards).float() * self.options.scale
            rows.append((*self.now, action, chance, reward, torch.from_numpy(ended).float(), value))
            if ended.any():
                scores += infos["final_info"]["score"][ended].tolist()
            self.now = observed(observation, infos)
        last = self.agent.policy(*self.now)[1]
        planes, vector, mask, action, chance, reward, ended_, value = (
            torch.stack(column) for column in zip(*rows, strict=True)
        )
        return Rollout(
            planes, vector, mask, action, chance, reward, ended_, torch.cat((value, last[None])), scores
        )

    def advantages(self, rollout: Rollout) -> torch.Tensor:
        """How much better each action turned out than expected: the generalised advantage estimate."""
        advantage = torch.zeros_like(rollout.reward)
        following = torch.zeros(self.options.games)
        for step in reversed(range(self.options.length)):
            going = self.options.discount * (1 - rollout.ended[step])
            surprise = rollout.reward[step] + going * rollout.value[step + 1] - rollout.value[step]
            following = surprise + going * self.options.trace * following
            advantage[step] = following
        return advantage

    def update(self, rollout: Rollout, *, left: float) -> None:
        """Learn from a rollout; `left` is the fraction of the training that is still to come."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * left
        advantage = self.advantages(rollout)
        returns = advantage + rollout.value[:-1]
        columns = (rollout.planes, rollout.vector, rollout.mask, rollout.action, rollout.chance)
        flat = [column.flatten(0, 1) for column in (*columns, advantage, returns)]
        for _ in range(self.options.epochs):
            for rows in torch.randperm(len(flat[0])).chunk(self.options.batches):
                loss = self.loss([column[rows] for column in flat])
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.agent.parameters(), self.options.gradient)
                self.optimizer.step()

    def loss(self, batch: Sequence[torch.Tensor]) -> torch.Tensor:
        """PPO's clipped loss of the policy, the error of the value, and a reward for variety."""
        planes, vector, mask, action, chance, advantage, returns = batch
        chances, value = self.agent.policy(planes, vector, mask)
        ratio = (chances.gather(1, action[:, None]).squeeze(1) - chance).exp()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        clipped = ratio.clamp(1 - self.options.clip, 1 + self.options.clip)
        policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
        value_loss = (value - returns).square().mean()
        entropy = -(chances.exp() * chances).sum(dim=1).mean()
        return policy_loss + self.options.value_weight * value_loss - self.options.entropy * entropy

    def train(self) -> None:
        """Alternate between playing and learning, and print the mean score of the games that ended."""
        a_round = self.options.games * self.options.length
        updates = max(1, self.options.steps // a_round)
        began, scores = time.perf_counter(), []
        for update in range(updates):
            rollout = self.roll_out()
            self.update(rollout, left=1 - update / updates)
            scores += rollout.scores
            if scores and (update + 1) % max(1, updates // 20) == 0:
                steps, seconds = (update + 1) * a_round, time.perf_counter() - began
                print(
                    f"{steps:>10,} actions, {seconds:>5.0f} s: mean score {np.mean(scores):.1f}", flush=True
                )
                scores = []


def envs_of(rules: str, games: int) -> gymnasium.vector.VectorEnv:
    """The vector environment of a ruleset."""
    (name,) = [name for name, ruleset in inkrail.envs.IDS.items() if ruleset == rules]
    return gymnasium.make_vec(name, num_envs=games)


@torch.no_grad()
def play_tests(agent: Agent, rules: str, seeds: Sequence[int]) -> Played:
    """Play one game on each seed, each action the most likely one."""
    began = time.process_time()
    envs = envs_of(rules, len(seeds))
    observation, infos = envs.reset(seed=list(seeds))
    scores = np.full(len(seeds), np.nan)
    while np.isnan(scores).any():
        action = agent.policy(*observed(observation, infos))[0].argmax(dim=1)
        observation, _, ended, _, infos = envs.step(action.numpy())
        first = ended & np.isnan(scores)
        if first.any():
            scores[first] = infos["final_info"]["score"][first]
    return Played("ppo", tuple(scores.tolist()), time.process_time() - began)


def trained(options: Options, *, out: Path | None) -> Agent:
    """A new agent, written to a file if there is one; Ctrl-C ends the program with the agent so far in it."""
    trainer = Trainer(options)
    interrupted = False
    try:
        trainer.train()
    except KeyboardInterrupt:
        interrupted = True
    if out:
        torch.save({"rules": options.rules, "agent": trainer.agent.state_dict()}, out)
    if interrupted:
        sys.exit(f"Interrupted: {out} has the agent so far." if out else 130)
    return trainer.agent


def main() -> None:
    """Train an agent, or measure one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for name, value in asdict(Options()).items():
        allowed = tuple(inkrail.envs.IDS.values()) if name == "rules" else None
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, choices=allowed)
    parser.add_argument("--out", type=Path, help="where to write the agent")
    parser.add_argument(
        "--measure", type=Path, help="an agent to play the test seeds with, instead of training"
    )
    chosen = vars(parser.parse_args())
    out, measured = chosen.pop("out"), chosen.pop("measure")
    if out and not out.parent.is_dir():
        parser.error(f"--out: there is no folder {out.parent}")
    if measured and not measured.is_file():
        parser.error(f"--measure: there is no file {measured}")
    if measured:
        saved = torch.load(measured, weights_only=True)
        agent = Agent(envs_of(saved["rules"], 1))
        agent.load_state_dict(saved["agent"])
        rules = saved["rules"]
    else:
        options = Options(**chosen)
        agent, rules = trained(options, out=out), options.rules
    print(mean_of(play_tests(agent, rules, TEST_SEEDS)))


if __name__ == "__main__":
    main()
