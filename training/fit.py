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

from inkrail.kernel.value.judge import FIRST, SECOND, UNITS
from training.symmetry import SPARSE, dense_maps, sparse_maps

ROUNDS: Final = 6
DENSE: Final = 48
GUIDES: Final = 16
REPORTS: Final = 20
"""How often the held-out error is measured during a fit."""
CHUNK: Final = 400_000
"""The number of boards to evaluate at once."""


class Model(nn.Module):
    """The network of `inkrail.kernel.value.judge`, with normalised inputs."""

    def __init__(self, mean: torch.Tensor, scale: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("scale", scale)
        self.rows = nn.EmbeddingBag(SPARSE + 1, UNITS, mode="sum", padding_idx=SPARSE)
        nn.init.normal_(self.rows.weight, std=0.05)
        self.offset = nn.Parameter(torch.full((ROUNDS, UNITS), 0.3))
        self.linear = nn.Parameter(torch.zeros(ROUNDS, DENSE))
        self.first = nn.Parameter(torch.randn(ROUNDS, UNITS + DENSE, FIRST) * (1.5 / (UNITS + DENSE)) ** 0.5)
        self.first_offset = nn.Parameter(torch.zeros(ROUNDS, FIRST))
        self.second = nn.Parameter(torch.randn(ROUNDS, FIRST, SECOND) * (2 / FIRST) ** 0.5)
        self.second_offset = nn.Parameter(torch.zeros(ROUNDS, SECOND))
        self.value = nn.Parameter(torch.randn(ROUNDS, SECOND) * 0.1)

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

    def row(self, guide: np.ndarray | None) -> np.ndarray:
        """The model as one row of numbers for the kernel, which takes raw features.

        Without a guide, the linear part is used as one.
        """
        with torch.no_grad():
            weights = self.rows.weight[:SPARSE].clone()
            guides = torch.zeros(GUIDES, DENSE, device=weights.device)
            if guide is not None:
                guides += torch.from_numpy(guide[: GUIDES * DENSE]).to(weights.device).reshape(GUIDES, DENSE)
            parts = [weights.reshape(-1)]
            for r in range(ROUNDS):
                linear = self.linear[r] / self.scale[r]
                linear[DENSE - 1] -= (linear * self.mean[r]).sum()
                if guide is None:
                    guides[r + 1] = linear
                first = self.first[r].clone()
                shift = (first[UNITS:] * (self.mean[r] / self.scale[r])[:, None]).sum(0)
                first[UNITS:] /= self.scale[r][:, None]
                parts += [self.offset[r], linear, first.reshape(-1), self.first_offset[r] - shift]
                parts += [self.second[r].reshape(-1), self.second_offset[r], self.value[r]]
            return torch.cat([guides.reshape(-1), *parts]).cpu().numpy().astype(np.float32)


class Data:
    """All games on the device: the groups of boards by round, and the ends that the next round has for them."""

    def __init__(self, folders: list[Path], device: torch.device) -> None:
        paths = [path for folder in folders for path in sorted(folder.glob("shard-*[0-9].npz"))]
        shards = [dict(np.load(path)) for path in paths]

        def all_of(name: str) -> torch.Tensor:
            return torch.from_numpy(np.concatenate([shard[name] for shard in shards])).to(device)

        def indices(name: str) -> torch.Tensor:
            sparse = all_of(name)
            return torch.where(sparse < 0, SPARSE, sparse)

        self.dense = all_of("dense").transpose(0, 1).contiguous()
        self.sparse = indices("sparse").transpose(0, 1).contiguous()
        self.values = all_of("values").transpose(0, 1).contiguous()
        self.next = [(all_of(f"dense{at}"), indices(f"sparse{at}")) for at in range(ROUNDS - 1)]
        self.games = self.dense.shape[1]
        order = torch.randperm(self.games, generator=torch.Generator().manual_seed(1)).to(device)
        self.held = order[: max(50, self.games // 50)]
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
    linear: bool


class Fit:
    """A fit in progress."""

    def __init__(self, model: Model, data: Data, course: Course, *, checkpoint: Path) -> None:
        self.model, self.data, self.course, self.checkpoint = model, data, course, checkpoint
        device = data.values.device
        self.sparse_map = torch.from_numpy(sparse_maps()).to(device).int()
        self.dense_map = torch.from_numpy(dense_maps(DENSE)).to(device)
        self.rounds = torch.arange(ROUNDS, device=device)[:, None]
        self.averaged = Model(model.mean.clone(), model.scale.clone()).to(device)
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
        games = data.train[torch.randint(len(data.train), (ROUNDS, course.batch), device=data.train.device)]
        view = int(torch.randint(8, ()))
        dense = data.dense[self.rounds, games][..., self.dense_map[view]]
        sparse = self.sparse_map[view][data.sparse[self.rounds, games].int()]
        if course.linear:
            sparse = torch.full_like(sparse, SPARSE)
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
        if self.course.linear:
            sparse = torch.full_like(sparse, SPARSE)
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


def new_model(data: Data, *, linear: bool) -> Model:
    """A model with the data's normalisation; a linear one has no network."""
    some = data.dense.flatten(1, 2).float()
    mean, scale = some.mean(1), some.std(1)
    flat = scale < 0.02
    flat[:, DENSE - 1] = True
    mean[flat], scale[flat] = 0.0, 1.0
    model = Model(mean, scale).to(data.values.device)
    with torch.no_grad():
        model.linear[:, DENSE - 1] = data.values.mean()
        if linear:
            model.value.zero_()
            model.value.requires_grad = False
    return model


def main() -> None:
    """Fit a model to all shards of some folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="continue from this fit (.pt)")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=1_024, help="groups of each round per step")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--warm", type=int, default=2_000, help="steps with the targets of the model that played"
    )
    parser.add_argument("--refresh", type=int, default=500, help="steps between new targets; 0 for never")
    parser.add_argument("--within", type=float, default=4.0, help="the weight of differences within a group")
    parser.add_argument("--linear", action="store_true", help="fit the guide")
    parser.add_argument("--guide", type=Path, help="a model whose guide to use")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    data = Data(chosen.data, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    print(f"{data.games} games, mean {float(data.values[-1, :, 0].mean()):.2f}", flush=True)
    model = new_model(data, linear=chosen.linear)
    if chosen.start:
        model.load_state_dict(torch.load(chosen.start, map_location=data.values.device))
    course = Course(
        chosen.steps,
        chosen.batch,
        chosen.rate,
        chosen.warm,
        chosen.refresh,
        chosen.within,
        chosen.linear,
    )
    fitted = Fit(model, data, course, checkpoint=chosen.out.with_suffix(".partial.pt")).run()
    np.savez_compressed(
        chosen.out, model=fitted.row(np.load(chosen.guide)["model"] if chosen.guide else None)
    )
    torch.save(fitted.state_dict(), chosen.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
