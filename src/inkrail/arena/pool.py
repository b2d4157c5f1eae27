"""Games of bots over several processes. What a game ends in depends on its task alone, not on who plays it."""

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
from inkrail.bots.registry import Player, bot_maker
from inkrail.core.errors import Refusal
from inkrail.rules.module import Report
from inkrail.rules.registry import parse_ruleset

ARENA_CODES: Final = ("bot.died",)


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play: a player in each seat."""

    rules: str
    players: tuple[Player, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, seat by seat: points, score as `inkrail score` tells it, processor time."""

    totals: tuple[int, ...]
    reports: tuple[Report, ...]
    seconds: tuple[float, ...]
    rounds: int


def outcomes(tasks: Sequence[Task], *, processes: int = 1) -> Iterator[Outcome]:
    """The outcome of each task in turn; the times are those of bots that have warmed up.

    More than one process means processes that import the caller's main module anew, as `multiprocessing` does.
    """
    if processes == 1:
        yield from map(_play_warm, tasks)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(tasks)), mp_context=context, initializer=_serve) as pool:
        try:
            yield from pool.map(_play_warm, tasks)
        except BrokenProcessPool:
            names = ", ".join(sorted({str(player) for task in tasks for player in task.players}))
            raise Refusal("bot.died", bot=names) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _serve() -> None:
    """Let Ctrl-C, which reaches every process, end this one at once and without a word; the parent speaks for all.

    When the parent is killed, this process must not play on for nobody.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


_ruleset = cache(parse_ruleset)
"""One ruleset for all games, since bots keep what they have worked out about it."""

_warm: set[tuple[str, tuple[Player, ...]]] = set()
"""Who has played what in this process: a first game compiles and loads, and its time would say little."""


def _play_warm(task: Task) -> Outcome:
    company = task.rules, task.players
    if company not in _warm:
        play(replace(task, seed="warm-up"))
        _warm.add(company)
    return play(task)


def play(task: Task) -> Outcome:
    """Play one game."""
    ruleset = _ruleset(task.rules)
    game = play_game(ruleset, bots=[bot_maker(player) for player in task.players], seed=task.seed)
    reports = tuple(ruleset.report(sheet) for sheet in game.sheets)
    return Outcome(game.totals, reports, game.seconds, ruleset.rounds)


def cores() -> int:
    """How many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
