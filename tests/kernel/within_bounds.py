"""Searches of the rulesets named, without compilation, on arrays that refuse each index outside of them.

Compiled code does not look at indexes: one outside of an array reads or writes whatever is there. Run it with
NUMBA_DISABLE_JIT=1; it prints how many indexes it has seen.
"""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from typing import Any

import numpy as np
from tests.kernel.agreement import crowded_position

from inkrail import kernel as package
from inkrail.bots.models import model_of
from inkrail.core.dice import SeededRng
from inkrail.kernel import Kernel, Model, chance_of, kernel_for
from inkrail.kernel.value.cells import sparse_count
from inkrail.kernel.value.judge import features_of
from inkrail.rules.registry import parse_ruleset

CROWDED = 4
"""How many boards that ignore the rules are read."""


class Guarded(np.ndarray[Any, Any]):
    """An array without indexes from its end, which other arrays have."""

    looks = 0

    def look(self, index: object) -> None:
        """Refuse what compiled code would not find in the array: Numpy refuses what is behind its end."""
        Guarded.looks += 1
        for part in index if isinstance(index, tuple) else (index,):
            at = (part.start or 0) if isinstance(part, slice) else part
            if isinstance(at, int | np.integer) and (at < 0 or (isinstance(part, slice) and at > len(self))):
                raise IndexError(f"{index!r} of {self.shape}")

    def __getitem__(self, index: Any) -> Any:
        self.look(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self.look(index)
        super().__setitem__(index, value)


class GuardedNumpy:
    """Numpy, whose new arrays are guarded."""

    def __getattr__(self, name: str) -> Any:
        function = getattr(np, name)
        if name not in {"zeros", "empty", "full", "empty_like"}:
            return function
        return lambda *arguments, **more: function(*arguments, **more).view(Guarded)


def guarded(array: Any) -> Any:
    """An array with its indexes looked at."""
    return np.ascontiguousarray(array).view(Guarded)


def guard_work_space() -> None:
    """Let compiled functions make guarded arrays."""
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if any(f".{room}." in module.name for room in ("board", "search", "value")):
            vars(import_module(module.name)).update(np=GuardedNumpy())


def search_round(kernel: Kernel, model: Model, *, round_: int) -> None:
    """Search one round of a random game."""
    rng = SeededRng("bounds", kernel.ruleset.name, round_)
    chance = guarded(chance_of("bounds", kernel.ruleset.name, round_))
    states, _ = kernel.playouts(
        guarded(kernel.start()[np.newaxis]), rounds=round_ - 1, chance=chance, special=60
    )
    board = (round_ - 1) % 2 if kernel.capabilities["TWO_BOARDS"] else 0
    rolls = kernel.rolls[board]
    dice = guarded(rolls.dice[rng.below(len(rolls.dice))])
    ends = kernel.beam_round(
        guarded(states[0]), dice, model=model, round_=round_, width=2, special_width=1, kept=4, specials=True
    )
    kernel.score_lines(guarded(ends.states))
    if round_ == kernel.ruleset.rounds:
        kernel.last_round(guarded(states[0]), dice, specials=True, limit=150)
        kernel.expand_round(guarded(states[0]), dice[:2], limit=50)


def read_crowded(kernel: Kernel, *, seed: int) -> None:
    """Read the features and the score of a board with loops everywhere."""
    states = guarded(kernel.state_of(crowded_position(kernel.ruleset, seed=seed))[np.newaxis])
    kernel.score_lines(states)
    columns = guarded(np.zeros((1, kernel.capabilities["GUIDE_COLUMNS"]), np.float32))
    sparse = guarded(np.zeros((1, sparse_count(kernel.capabilities)), np.int64))
    kernel.compiled(features_of)(states, kernel.tables, columns, sparse)


def main() -> None:
    """Search the rulesets named."""
    guard_work_space()
    for name in sys.argv[1:]:
        kernel = kernel_for(parse_ruleset(name))
        kernel.tables = guarded(kernel.tables)
        model = Model(*(guarded(part) for part in model_of(kernel.ruleset)))
        rounds = kernel.ruleset.rounds
        for round_ in (1, rounds // 2, rounds - 1, rounds):
            search_round(kernel, model, round_=round_)
        for seed in range(CROWDED):
            read_crowded(kernel, seed=seed)
    print(Guarded.looks)  # noqa: T201


if __name__ == "__main__":
    main()
