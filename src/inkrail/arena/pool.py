"""Games between bots in several processes; the outcome depends only on the task, not on the process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final

from inkrail.bots.playing import play_game
from inkrail.bots.registry import Player, bot_factory
from inkrail.core.errors import Refusal
from inkrail.rules.module import Report
from inkrail.rules.registry import parse_ruleset

ARENA_CODES: Final = ("bot.died",)


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play, with a player for each seat."""

    rules: str
    players: tuple[Player, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, seat by seat: points, score as `inkrail score` prints it, CPU time."""

    totals: tuple[int, ...]
    reports: tuple[Report, ...]
    seconds: tuple[float, ...]
    rounds: int


def outcomes(tasks: Sequence[Task], *, processes: int = 1) -> Iterator[Outcome]:
    """Yield the outcome of each task in turn; bots are warmed up before their time is measured.

    With more than one process, each imports the caller's main module again, as `multiprocessing` does.
    """
    if processes == 1:
        yield from map(_play_warm, tasks)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(
        min(processes, len(tasks)), mp_context=context, initializer=_start_worker
    ) as pool:
        try:
            yield from pool.map(_play_warm, tasks)
        except BrokenProcessPool:
            names = ", ".join(sorted({str(player) for task in tasks for player in task.players}))
            raise Refusal("bot.died", bot=names) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """End this worker silently on Ctrl-C, which reaches every process: only the parent reports it.

    When the parent is killed, the worker must not go on playing.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


_ruleset = cache(parse_ruleset)
"""One ruleset for all games, since bots cache what they compute for it."""

_warm: set[tuple[str, tuple[Player, ...]]] = set()
"""What this process has played before: a first game compiles and loads, so that its time would mean little."""


def _play_warm(task: Task) -> Outcome:
    line_up = task.rules, task.players
    if line_up not in _warm:
        play(replace(task, seed="warm-up"))
        _warm.add(line_up)
    return play(task)


def play(task: Task) -> Outcome:
    """Play one game."""
    ruleset = _ruleset(task.rules)
    game = play_game(ruleset, bots=[bot_factory(player) for player in task.players], seed=task.seed)
    reports = tuple(ruleset.report(sheet) for sheet in game.sheets)
    return Outcome(game.totals, reports, game.seconds, ruleset.rounds)


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
