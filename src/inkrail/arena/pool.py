"""Games between bots in several processes; the outcome depends only on the task, not on the process."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Final

from inkrail.bots.playing import play_game
from inkrail.bots.registry import Player, bot_factory
from inkrail.core.errors import Refusal
from inkrail.game.history import played_rounds
from inkrail.game.record import Record
from inkrail.rules.dealing import Seat
from inkrail.rules.module import Report
from inkrail.rules.registry import parse_ruleset

ARENA_CODES: Final = ("bot.died", "bot.not_shared")


_MAIN: Final = b"__main__"
"""Is in what is pickled of a class of the main module, which other processes import again if it has a file."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play, with a player for each seat; if `adjusted`, the luck of the dice is computed too."""

    rules: str
    players: tuple[Player, ...]
    seed: str
    adjusted: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, seat by seat: points, score as `inkrail score` prints it, CPU time, luck if it was asked for."""

    totals: tuple[int, ...]
    reports: tuple[Report, ...]
    seconds: tuple[float, ...]
    rounds: int
    luck: tuple[float, ...] | None = None


def outcomes(tasks: Sequence[Task], *, processes: int = 1) -> Iterator[Outcome]:
    """Yield the outcome of each task in turn; bots are warmed up before their time is measured.

    With more than one process, each imports the caller's main module again, as `multiprocessing` does.
    """
    if processes == 1:
        yield from map(_play_warm, tasks)
        return
    for player in {player: None for task in tasks for player in task.players}:
        _check_shared(player)
    context, others = get_context("spawn"), set(active_children())
    with ProcessPoolExecutor(
        min(processes, len(tasks)), mp_context=context, initializer=_start_worker
    ) as pool:
        try:
            with _interrupts_ignored():
                results = pool.map(_play_warm, tasks)
            yield from results
        except KeyboardInterrupt:
            # First the games that wait: the pool must not look for workers to play them.
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - others:
                worker.terminate()
            raise
        except BrokenProcessPool:
            names = ", ".join(sorted({str(player) for task in tasks for player in task.players}))
            raise Refusal("bot.died", bot=names) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _check_shared(player: Player) -> None:
    """Refuse a bot that another process cannot import: one from a notebook, or from inside a function."""
    try:
        pickled = pickle.dumps(player)
    except (pickle.PicklingError, AttributeError, TypeError):
        pickled = _MAIN
    main = getattr(sys.modules["__main__"], "__file__", None)
    if pickled is _MAIN or (_MAIN in pickled and not (main and Path(main).is_file())):
        raise Refusal("bot.not_shared", bot=getattr(player, "__qualname__", player))


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which reaches all of them: only the parent acts on it, and ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_worker() -> None:
    """End this worker when the parent is killed: it must not go on playing."""
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


_ruleset = cache(parse_ruleset)
"""One ruleset for all games, since bots cache what they compute for it."""

_warm: set[tuple[str, tuple[Player, ...]]] = set()
"""What this process has played before: a first game compiles and loads, so that its time would mean little. It is
played twice, so that an error in it names a game that was asked for."""


def _play_warm(task: Task) -> Outcome:
    line_up = task.rules, task.players
    if line_up not in _warm:
        play(task)
        _warm.add(line_up)
    return play(task)


def play(task: Task) -> Outcome:
    """Play one game."""
    ruleset = _ruleset(task.rules)
    game = play_game(ruleset, bots=[bot_factory(player) for player in task.players], seed=task.seed)
    reports = tuple(ruleset.report(sheet) for sheet in game.sheets)
    luck = _luck(game.record) if task.adjusted else None
    return Outcome(game.totals, reports, game.seconds, ruleset.rounds, luck)


def _luck(record: Record) -> tuple[float, ...] | None:
    """The luck of each seat in a whole game; None where only a sample of all rolls is counted."""
    from inkrail.bots.values import luck_of, values_of  # noqa: PLC0415 - games need no kernel

    values = values_of(record.ruleset)
    if values.is_sampled:
        return None
    seats = (played_rounds(record, Seat(seat)) for seat in range(record.seats))
    return tuple(sum(luck_of(values, played) for played in rounds) for rounds in seats)


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
