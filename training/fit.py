# ruff: noqa: PLR0915  (a training loop reads best in one piece)
"""Fit a value model to games: the value of an end of a round is the mean, over rolls, of the best end of the next.

The last round's target is its score; every other target is the value that an older copy of the model itself gives the
best of the ends kept from the next round. So a target has the variance of one roll, not that of a whole game. Needs
torch; runs on a GPU if there is one.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.symmetry import SPARSE, dense_maps, sparse_maps

ROUNDS = 6
UNITS, FIRST, SECOND, DENSE = 32, 32, 16, 48
GUIDES = 16


class Model(nn.Module):
    """The network of `inkrail.kernel.evaluation`, with normalised inputs."""

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

    def forward(self, dense: torch.Tensor, sparse: torch.Tensor) -> torch.Tensor:
        """Values of boards given as [rounds, batch, features]."""
        rounds, batch, _ = dense.shape
        with torch.no_grad():
            x = (dense.float() - self.mean[:, None]) / self.scale[:, None]
        sums = self.rows(sparse.reshape(rounds * batch, -1)).reshape(rounds, batch, UNITS)
        sums = sums + self.offset[:rounds, None]
        together = torch.cat((nn.functional.dropout(sums.relu(), 0.1, self.training), x), dim=2)
        first = (torch.bmm(together, self.first) + self.first_offset[:, None]).relu()
        second = (torch.bmm(first, self.second) + self.second_offset[:, None]).relu()
        return (second * self.value[:, None]).sum(2) + (x * self.linear[:, None]).sum(2)

    def row(self, guide: np.ndarray | None) -> np.ndarray:
        """The model as one row of numbers for the kernel, which takes raw features.

        Without a guide, the linear part is used as one.
        """
        with torch.no_grad():
            weights = self.rows.weight[:SPARSE].clone()
            guides = torch.zeros(GUIDES, DENSE, device=weights.device)
            if guide is not None:
                guides += torch.from_numpy(guide[: GUIDES * DENSE]).to(weights.device).reshape(GUIDES, DENSE)
            parts = [guides.reshape(-1), weights.reshape(-1)]
            for r in range(ROUNDS):
                linear = self.linear[r] / self.scale[r]
                linear[DENSE - 1] -= (linear * self.mean[r]).sum()
                if guide is None:
                    guides[r + 1] = linear
                first = self.first[r].clone()
                offset = self.first_offset[r] - (first[UNITS:] * (self.mean[r] / self.scale[r])[:, None]).sum(
                    0
                )
                first[UNITS:] /= self.scale[r][:, None]
                parts += [self.offset[r], linear, first.reshape(-1), offset]
                parts += [self.second[r].reshape(-1), self.second_offset[r], self.value[r]]
            parts[0] = guides.reshape(-1)
            return torch.cat(parts).cpu().numpy().astype(np.float32)


class Data:
    """All games on the device: features by round, and the ends that were played."""

    def __init__(self, folders: list[Path], device: torch.device) -> None:
        shards = [np.load(path) for folder in folders for path in sorted(folder.glob("shard-*[0-9].npz"))]

        def all_of(name: str) -> torch.Tensor:
            return torch.from_numpy(np.concatenate([shard[name] for shard in shards]))

        self.dense = all_of("dense").transpose(0, 1).contiguous().to(device)
        sparse = all_of("sparse").transpose(0, 1).contiguous().to(device)
        self.sparse = torch.where(sparse < 0, torch.full_like(sparse, SPARSE), sparse)
        self.chosen = all_of("chosen").long().T.to(device)
        self.final = all_of("final").float().to(device)
        self.games = self.dense.shape[1]
        games = torch.arange(self.games, device=device)
        rounds = torch.arange(ROUNDS, device=device)[:, None]
        self.played_dense = self.dense[rounds, games, self.chosen]
        self.played_sparse = self.sparse[rounds, games, self.chosen]


def targets(model: Model, data: Data) -> torch.Tensor:
    """The target of each board played: the best value of the next round's ends, or the final score."""
    best = torch.empty(ROUNDS, data.games, device=data.final.device)
    best[ROUNDS - 1] = data.final
    step = 20_000
    with torch.no_grad():
        for at in range(0, data.games, step):
            dense, sparse = data.dense[:, at : at + step], data.sparse[:, at : at + step]
            shape = dense.shape[:3]
            values = model(dense.flatten(1, 2), sparse.flatten(1, 2).int()).reshape(shape)
            best[:-1, at : at + step] = values[1:].max(dim=2).values
    return best


def fit(
    model: Model, data: Data, *, steps: int, batch: int, rate: float, warm: int, refresh: int, linear: bool
) -> Model:
    """Train the model; the last games are held out for validation."""
    device = data.final.device
    sparse_map = torch.from_numpy(sparse_maps()).to(device).int()
    dense_map = torch.from_numpy(dense_maps(DENSE)).to(device)
    held = max(200, data.games // 50)
    train = data.games - held
    averaged = Model(model.mean.clone(), model.scale.clone()).to(device)
    averaged.load_state_dict(model.state_dict())
    averaged.eval()
    rows = [model.rows.weight]
    rest = [
        parameter
        for name, parameter in model.named_parameters()
        if name != "rows.weight" and parameter.requires_grad
    ]
    optimiser = torch.optim.AdamW(
        [{"params": rows, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.01}], lr=rate
    )
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    goal = data.final.expand(ROUNDS, -1) if warm else targets(averaged, data)
    began = time.monotonic()
    rounds = torch.arange(ROUNDS, device=device)[:, None]
    running = 0.0
    for step in range(1, steps + 1):
        if step > warm and (step - warm) % refresh == 1:
            goal = targets(averaged, data)
        games = torch.randint(train, (ROUNDS, batch), device=device)
        view = int(torch.randint(8, ()))
        dense = data.played_dense[rounds, games][..., dense_map[view]]
        sparse = sparse_map[view][data.played_sparse[rounds, games].long()]
        if linear:
            sparse = torch.full_like(sparse, SPARSE)
        error = model(dense, sparse) - goal.gather(1, games)
        loss = error.square().mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            keep = 0.998 if step > 2000 else 0.99
            for ours, theirs in zip(averaged.parameters(), model.parameters(), strict=True):
                ours.lerp_(theirs, 1 - keep)
        running += (float(loss.detach()) - running) / min(step, 200) if step % 10 == 0 else 0.0
        if step % max(1, steps // 12) == 0:
            with torch.no_grad():
                value = averaged(data.played_dense[:, train:], data.played_sparse[:, train:].int())
                last = targets(averaged, data)[:, train:]
                off = (value - last).square().mean(1).sqrt()
                far = (value - data.final[train:]).square().mean(1).sqrt()
            print(
                f"step {step}, {time.monotonic() - began:.0f} s, loss {float(loss.detach()):.2f}, off by",
                " ".join(f"{number:.2f}" for number in off.tolist()),
                "from the end",
                " ".join(f"{number:.2f}" for number in far.tolist()),
                "mean",
                " ".join(f"{number:.1f}" for number in value.mean(1).tolist()),
                flush=True,
            )
    return averaged


def main() -> None:
    """Fit a model to all shards of some folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="continue from this checkpoint")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=2_048, help="boards of each round per step")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm", type=int, default=2_000, help="steps with the final scores as targets")
    parser.add_argument("--refresh", type=int, default=500, help="steps between new targets")
    parser.add_argument("--linear", action="store_true", help="fit the guide")
    parser.add_argument("--guide", type=Path, help="a model whose guide to use")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = Data(chosen.data, device)
    print(f"{data.games} games, mean {float(data.final.mean()):.2f}", flush=True)
    some = data.played_dense.float()
    mean, scale = some.mean(1), some.std(1)
    mean[:, DENSE - 1], scale[:, DENSE - 1] = 0.0, 1.0
    flat = scale < 0.02
    mean[flat], scale[flat] = 0.0, 1.0
    model = Model(mean, scale).to(device)
    with torch.no_grad():
        model.linear[:, DENSE - 1] = data.final.mean()
        if chosen.linear:
            model.value.zero_()
            model.value.requires_grad = False
    if chosen.start:
        model.load_state_dict(torch.load(chosen.start, map_location=device))
    model = fit(
        model,
        data,
        steps=chosen.steps,
        batch=chosen.batch,
        rate=chosen.rate,
        warm=chosen.warm,
        refresh=chosen.refresh,
        linear=chosen.linear,
    )
    np.savez_compressed(chosen.out, model=model.row(np.load(chosen.guide)["model"] if chosen.guide else None))
    torch.save(model.state_dict(), chosen.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
