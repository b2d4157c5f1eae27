"""Fit a value model to games: the value of an end of a round is the mean, over rolls, of the best end of the next.

The targets of the last round are scores; every other target is the value that an older copy of the model itself gives the
best of the ends found in the next round. So a target has the variance of one roll, not that of a whole game. The boards
of a group have the same rolls, so their differences have less variance still and count for more in the loss. Games at
the end of the data are held out; the weights with the least error on them are kept. Needs torch; runs on a GPU if
there is one.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from inkrail.kernel import Kernel, kernel_for
from inkrail.kernel import Model as Values
from inkrail.kernel.value.judge import FIRST, SECOND, UNITS, stack_size
from inkrail.kernel.value.routes import DENSE, ONE
from inkrail.rules.registry import parse_ruleset
from training.model import BASE_ROUNDS, load_model, save_model
from training.symmetry import dense_maps, sparse_maps

REPORTS: Final = 20
"""How often the held-out error is measured during a fit."""
RIDGE: Final = 50.0
"""How strongly the first linear part is drawn to zero."""
CHUNK: Final = 400_000
"""The number of boards to evaluate at once."""


class Model(nn.Module):
    """The network of `inkrail.kernel.value.judge`, with normalised inputs."""

    def __init__(self, sparse: int, mean: torch.Tensor, scale: torch.Tensor) -> None:
        super().__init__()
        self.sparse = sparse
        self.rounds, self.columns = rounds, columns = mean.shape
        self.register_buffer("mean", mean)
        self.register_buffer("scale", scale)
        self.rows = nn.EmbeddingBag(sparse + 1, UNITS, mode="sum", padding_idx=sparse)
        # Features that no board has stay at zero.
        nn.init.zeros_(self.rows.weight)
        self.offset = nn.Parameter(torch.full((rounds, UNITS), 0.3))
        self.linear = nn.Parameter(torch.zeros(rounds, columns))
        inputs = UNITS + columns
        self.first = nn.Parameter(torch.randn(rounds, inputs, FIRST) * (1.5 / inputs) ** 0.5)
        self.first_offset = nn.Parameter(torch.zeros(rounds, FIRST))
        self.second = nn.Parameter(torch.randn(rounds, FIRST, SECOND) * (2 / FIRST) ** 0.5)
        self.second_offset = nn.Parameter(torch.zeros(rounds, SECOND))
        self.value = nn.Parameter(torch.randn(rounds, SECOND) * 0.1)

    def forward(self, dense: torch.Tensor, sparse: torch.Tensor, start: int = 0) -> torch.Tensor:
        """Values of boards given as [rounds, batch, features], from round `start` on."""
        rounds, batch, _ = dense.shape
        own = slice(start, start + rounds)
        with torch.no_grad():
            x = (dense.float() - self.mean[own, None]) / self.scale[own, None]
        sums = self.rows(sparse.reshape(rounds * batch, -1)).reshape(rounds, batch, UNITS)
        sums = sums + self.offset[own, None]
        together = torch.cat((nn.functional.dropout(sums.relu(), 0.1, self.training), x), dim=2)
        first = (torch.bmm(together, self.first[own]) + self.first_offset[own, None]).relu()
        second = (torch.bmm(first, self.second[own]) + self.second_offset[own, None]).relu()
        return (second * self.value[own, None]).sum(2) + (x * self.linear[own, None]).sum(2)

    @torch.no_grad()
    def guide(self) -> np.ndarray:
        """The linear part for raw columns, with a row of zeros for the time before the first round."""
        linear = self.linear / self.scale
        linear[:, ONE] -= (linear * self.mean).sum(1)
        return np.concatenate((np.zeros((1, self.columns)), linear.cpu().numpy())).astype(np.float32)

    @torch.no_grad()
    def judge(self) -> np.ndarray:
        """The network as one row of numbers for the kernel, which takes raw columns."""
        parts = [self.rows.weight[: self.sparse].reshape(-1)]
        linear = torch.from_numpy(self.guide()[1:]).to(self.mean.device)
        for r in range(self.rounds):
            first = self.first[r].clone()
            shift = (first[UNITS:] * (self.mean[r] / self.scale[r])[:, None]).sum(0)
            first[UNITS:] /= self.scale[r][:, None]
            parts += [self.offset[r], linear[r], first.reshape(-1), self.first_offset[r] - shift]
            parts += [self.second[r].reshape(-1), self.second_offset[r], self.value[r]]
        return torch.cat(parts).cpu().numpy().astype(np.float32)

    @torch.no_grad()
    def start_from_base(self, judge: np.ndarray, rows: int) -> None:
        """Take what the base game's judge knows of routes, round by round from the last; `rows` is how many it has."""
        device = self.mean.device
        known = torch.from_numpy(judge).to(device)
        self.rows.weight[:rows] = known[: rows * UNITS].reshape(rows, UNITS)
        stacks = known[rows * UNITS :].reshape(BASE_ROUNDS - 1, stack_size(DENSE))
        sizes = (UNITS, DENSE, (UNITS + DENSE) * FIRST, FIRST, FIRST * SECOND, SECOND, SECOND)
        boards = 2 if self.rounds >= 2 * (BASE_ROUNDS - 1) else 1
        for r in range(self.rounds):
            left = (self.rounds - r) // boards
            stack = stacks[min(BASE_ROUNDS - 2, max(0, BASE_ROUNDS - 1 - left))]
            offset, linear, first, first_offset, second, second_offset, value = stack.split(sizes)
            mean, scale = self.mean[r, :DENSE], self.scale[r, :DENSE]
            self.offset[r] = offset
            self.linear[r, :DENSE] = linear * scale
            self.linear[r, ONE] += (linear * mean).sum()
            first = first.reshape(UNITS + DENSE, FIRST)
            self.first[r].zero_()
            self.first[r, :UNITS] = first[:UNITS]
            self.first[r, UNITS : UNITS + DENSE] = first[UNITS:] * scale[:, None]
            self.first_offset[r] = first_offset + (first[UNITS:] * mean[:, None]).sum(0)
            self.second[r] = second.reshape(FIRST, SECOND)
            self.second_offset[r] = second_offset
            self.value[r] = value


@torch.no_grad()
def begin_linear(model: Model, data: Data, *, within: float) -> None:
    """Set the linear part to the ridge regression of what the rest of the model leaves of the targets."""
    maps = torch.from_numpy(dense_maps(data.kernel.capabilities)).to(data.values.device).unique(dim=0)
    pull = torch.full((model.columns,), RIDGE, device=data.values.device, dtype=torch.float64)
    pull[ONE] = 0
    model.eval()
    for r in range(model.rounds):
        dense, sparse, goal = (part[r, data.train] for part in (data.dense, data.sparse, data.values))
        rest = (goal - values_of(model, dense, sparse, round_=r)).repeat(len(maps), 1).double()
        seen = torch.cat([dense[..., view] for view in maps]).float()
        x = ((seen - model.mean[r]) / model.scale[r]).double()
        x_mean, rest_mean = x.mean(1), rest.mean(1)
        x_within = (x - x_mean[:, None]).flatten(0, 1)
        rest_within = (rest - rest_mean[:, None]).flatten()
        weight = within / x.shape[1]
        square = x_mean.T @ x_mean + weight * x_within.T @ x_within
        square += pull.diag()
        product = x_mean.T @ rest_mean + weight * x_within.T @ rest_within
        model.linear[r] += torch.linalg.solve(square, product).float()
    model.train()


class Data:
    """All games on the device: the groups of boards by round, and the ends that the next round has for them."""

    def __init__(self, folders: list[Path], kernel: Kernel, device: torch.device) -> None:
        self.kernel = kernel
        none = kernel.capabilities["SPARSE_ROWS"]
        paths = [path for folder in folders for path in sorted(folder.glob("shard-*[0-9].npz"))]
        shards = [dict(np.load(path)) for path in paths]

        def all_of(name: str) -> torch.Tensor:
            return torch.from_numpy(np.concatenate([shard[name] for shard in shards])).to(device)

        def indices(name: str) -> torch.Tensor:
            sparse = all_of(name)
            return torch.where(sparse < 0, none, sparse)

        self.dense = all_of("dense").transpose(0, 1).contiguous()
        self.sparse = indices("sparse").transpose(0, 1).contiguous()
        self.values = all_of("values").transpose(0, 1).contiguous()
        self.next = [(all_of(f"dense{at}"), indices(f"sparse{at}")) for at in range(len(self.dense) - 1)]
        self.games = self.dense.shape[1]
        order = torch.randperm(self.games, generator=torch.Generator().manual_seed(1)).to(device)
        self.held = order[: max(50, self.games // 25)]
        self.train = order[len(self.held) :]


def values_of(model: Model, dense: torch.Tensor, sparse: torch.Tensor, *, round_: int) -> torch.Tensor:
    """The values of many boards of one round."""
    flat, indices = dense.flatten(0, -2), sparse.flatten(0, -2)
    parts = [
        model(flat[None, at : at + CHUNK], indices[None, at : at + CHUNK].int(), round_)[0]
        for at in range(0, len(flat), CHUNK)
    ]
    return torch.cat(parts).reshape(dense.shape[:-1])


@torch.no_grad()
def targets(model: Model, data: Data) -> torch.Tensor:
    """The target of each board: the mean over rolls of the best value in the next round, or the score."""
    goal = data.values.clone()
    for at, (dense, sparse) in enumerate(data.next):
        goal[at] = values_of(model, dense, sparse, round_=at + 1).amax(dim=3).mean(dim=2)
    return goal


def parted(error: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The error [rounds, groups, boards] as that of each group's mean and that of the boards within the group."""
    mean = error.mean(dim=2)
    return mean, error - mean[:, :, None]


@dataclass(frozen=True)
class Course:
    """How to fit: numbers of steps and boards, the rate, and what the loss weighs."""

    steps: int
    batch: int
    rate: float
    warm: int
    refresh: int
    within: float


class Fit:
    """A fit in progress."""

    def __init__(self, model: Model, data: Data, course: Course, *, checkpoint: Path) -> None:
        self.model, self.data, self.course, self.checkpoint = model, data, course, checkpoint
        device = data.values.device
        capabilities = data.kernel.capabilities
        self.sparse_map = torch.from_numpy(sparse_maps(capabilities)).to(device).int()
        self.dense_map = torch.from_numpy(dense_maps(capabilities)).to(device)
        self.rounds = torch.arange(model.rounds, device=device)[:, None]
        self.averaged = Model(model.sparse, model.mean.clone(), model.scale.clone()).to(device)
        self.averaged.load_state_dict(model.state_dict())
        self.averaged.eval()
        rows = [model.rows.weight]
        rest = [p for name, p in model.named_parameters() if name != "rows.weight" and p.requires_grad]
        self.optimiser = torch.optim.AdamW(
            [{"params": rows, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.01}], lr=course.rate
        )
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, course.rate, total_steps=course.steps, pct_start=0.1
        )
        self.step = 0
        self.best = (float("inf"), self.averaged.state_dict())
        if checkpoint.exists():
            self._resume()

    def run(self) -> Model:
        """Train to the end; the averaged weights with the least held-out error."""
        course, began = self.course, time.monotonic()
        goal = self._goal()
        while self.step < course.steps:
            self.step += 1
            if course.refresh and self.step > course.warm and (self.step - course.warm) % course.refresh == 1:
                goal = self._goal()
            self._learn(goal)
            if self.step % max(1, course.steps // REPORTS) == 0:
                print(f"step {self.step}, {time.monotonic() - began:.0f} s", self._validate(), flush=True)
        self.averaged.load_state_dict(self.best[1])
        self.checkpoint.unlink(missing_ok=True)
        return self.averaged

    def _goal(self) -> torch.Tensor:
        """The targets now: at first, and without refreshing, those of the model that played."""
        if not self.course.refresh or self.step <= self.course.warm:
            return self.data.values
        return targets(self.averaged, self.data)

    def _learn(self, goal: torch.Tensor) -> None:
        data, course = self.data, self.course
        games = data.train[
            torch.randint(len(data.train), (len(self.rounds), course.batch), device=data.train.device)
        ]
        view = int(torch.randint(len(self.dense_map), ()))
        dense = data.dense[self.rounds, games][..., self.dense_map[view]]
        sparse = self.sparse_map[view][data.sparse[self.rounds, games].int()]
        value = self.model(dense.flatten(1, 2), sparse.flatten(1, 2)).reshape(dense.shape[:3])
        mean, within = parted(value - goal[self.rounds, games])
        loss = mean.square().mean() + course.within * within.square().mean()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.schedule.step()
        keep = 0.998 if self.step > 2000 else 0.99
        with torch.no_grad():
            ours, theirs = list(self.averaged.parameters()), list(self.model.parameters())
            for our, their in zip(ours, theirs, strict=True):
                our.lerp_(their, 1 - keep)

    @torch.no_grad()
    def _validate(self) -> str:
        """Note the held-out error, keep the weights if it is the least, and save the fit so far."""
        data = self.data
        dense, sparse = data.dense[:, data.held], data.sparse[:, data.held].int()
        value = self.averaged(dense.flatten(1, 2), sparse.flatten(1, 2)).reshape(dense.shape[:3])
        mean, within = parted(value - self._goal()[:, data.held])
        loss = float(mean.square().mean() + self.course.within * within.square().mean())
        if self.step > self.course.warm and loss < self.best[0]:
            self.best = (loss, {name: part.clone() for name, part in self.averaged.state_dict().items()})
        self._save()
        off = " ".join(f"{number:.3f}" for number in mean.square().mean(1).sqrt().tolist())
        apart = " ".join(f"{number:.3f}" for number in within.square().mean((1, 2)).sqrt().tolist())
        level = " ".join(f"{number:.1f}" for number in value.mean((1, 2)).tolist())
        return f"held out {loss:.3f}, groups off by {off}, within {apart}, mean {level}"

    def _save(self) -> None:
        parts = (self.model, self.averaged, self.optimiser, self.schedule)
        torch.save(
            {"step": self.step, "best": self.best, "parts": [part.state_dict() for part in parts]},
            self.checkpoint,
        )

    def _resume(self) -> None:
        saved = torch.load(self.checkpoint, map_location=self.data.values.device)
        self.step, self.best = saved["step"], saved["best"]
        for part, state in zip(
            (self.model, self.averaged, self.optimiser, self.schedule), saved["parts"], strict=True
        ):
            part.load_state_dict(state)
        torch.manual_seed(self.step)


def new_model(data: Data) -> Model:
    """A model with the data's normalisation."""
    some = data.dense.flatten(1, 2).float()
    mean, scale = some.mean(1), some.std(1)
    flat = scale < 0.02
    flat[:, ONE] = True
    mean[flat], scale[flat] = 0.0, 1.0
    return Model(data.kernel.capabilities["SPARSE_ROWS"], mean, scale).to(data.values.device)


@torch.no_grad()
def fitted_guide(data: Data, *, within: float) -> np.ndarray:
    """The weights of a guide: the linear part of a model without a network."""
    model = new_model(data)
    model.value.zero_()
    begin_linear(model, data, within=within)
    errors = [
        parted((values_of(model, dense, sparse, round_=r) - goal)[None])
        for r, (dense, sparse, goal) in enumerate(
            (data.dense[r, data.held], data.sparse[r, data.held], data.values[r, data.held])
            for r in range(model.rounds)
        )
    ]
    off = " ".join(f"{float(mean.square().mean().sqrt()):.3f}" for mean, _ in errors)
    apart = " ".join(f"{float(apart.square().mean().sqrt()):.3f}" for _, apart in errors)
    print(f"guide: held out, groups off by {off}, within {apart}", flush=True)
    return model.guide()


def main() -> None:
    """Fit a model to all shards of some folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="continue from this fit (.pt)")
    parser.add_argument("--from-base", type=Path, help="start with what the judge of this base model knows")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=1_024, help="groups of each round per step")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--warm", type=int, default=2_000, help="steps with the targets of the model that played"
    )
    parser.add_argument("--refresh", type=int, default=500, help="steps between new targets; 0 for never")
    parser.add_argument("--within", type=float, default=4.0, help="the weight of differences within a group")
    parser.add_argument("--linear", action="store_true", help="fit the guide alone")
    parser.add_argument(
        "--guide", type=Path, help="a model whose guide to keep; by default a new one is fitted"
    )
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    kernel = kernel_for(parse_ruleset(chosen.rules))
    data = Data(chosen.data, kernel, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    print(f"{data.games} games, mean {float(data.values[-1, :, 0].mean()):.2f}", flush=True)
    guide = load_model(chosen.guide).guide if chosen.guide else fitted_guide(data, within=chosen.within)
    if chosen.linear:
        save_model(chosen.out, Values(guide, np.empty(0, np.float32)), kernel)
        return
    model = new_model(data)
    if chosen.from_base:
        base = kernel_for(parse_ruleset("base"))
        model.start_from_base(load_model(chosen.from_base).judge, base.capabilities["SPARSE_ROWS"])
    if chosen.start:
        model.load_state_dict(torch.load(chosen.start, map_location=data.values.device))
    else:
        begin_linear(model, data, within=chosen.within)
    course = Course(chosen.steps, chosen.batch, chosen.rate, chosen.warm, chosen.refresh, chosen.within)
    fitted = Fit(model, data, course, checkpoint=chosen.out.with_suffix(".partial.pt")).run()
    save_model(chosen.out, Values(guide, fitted.judge()), kernel)
    torch.save(fitted.state_dict(), chosen.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
