"""Jobs in several processes of this machine; a process that dies costs the job it had, which another one gets."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Any, Final, Generic, TypeVar

from inkrail.arena.match import Chunk, Match, Where, play_chunk
from inkrail.bots.registry import Player
from inkrail.core.errors import Refusal

MOST_DEATHS: Final = 3
"""How many processes may die of the same job."""

_MAIN: Final = b"__main__"
"""Is in what is pickled of a class of the main module, which other processes import again if it has a file."""

_CAN_MASK: Final = hasattr(signal, "pthread_sigmask")
"""Whether a process starts with the blocked signals of the one that started it; on Windows none does."""

ARENA_CODES: Final = ("bot.died", "bot.not_shared")

J = TypeVar("J")
R = TypeVar("R")


class DeadlyJobError(Exception):
    """Every process that was given a job died of it."""

    def __init__(self, deaths: int) -> None:
        super().__init__(deaths)
        self.deaths = deaths


def run_jobs(function: Callable[[J], R], jobs: Iterable[J], *, processes: int) -> Iterator[R]:
    """Yield what a function gives for each job, as it is finished; a next job is taken only after that.

    With more than one process, each imports the caller's main module again, as `multiprocessing` does.
    """
    if processes == 1:
        yield from map(function, jobs)
        return
    todo = iter(jobs)
    workers: dict[Any, _Worker[J, R]] = {}
    try:
        for job in islice(todo, processes):
            with _interrupts_held():
                worker = _Worker(function, job)
                workers[worker.connection] = worker
        while workers:
            for connection in wait(list(workers)):
                worker = workers[connection]
                try:
                    answer = worker.answer()
                except EOFError:
                    with _interrupts_held():
                        del workers[connection]
                        worker = worker.successor()
                        workers[worker.connection] = worker
                    continue
                yield answer
                try:
                    worker.take(next(todo))
                except StopIteration:
                    workers.pop(connection).end()
    finally:
        for worker in workers.values():
            worker.end()


class _Worker(Generic[J, R]):
    """A process with a job."""

    def __init__(self, function: Callable[[J], R], job: J, *, deaths: int = 0) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._function = function
        self._deaths = deaths
        self._process = context.Process(target=_serve, args=(theirs, function))
        self._process.start()
        theirs.close()
        self.take(job)

    def take(self, job: J) -> None:
        """Give it a job, once it has answered the one before."""
        self._job = job
        with suppress(OSError):  # a process that has died has no answer either
            self.connection.send(job)

    def answer(self) -> R:
        """What came of its job; an error is raised, `EOFError` if the process has died."""
        try:
            result, error = self.connection.recv()
        except OSError:
            raise EOFError from None
        if error is not None:
            raise error
        self._deaths = 0
        answer: R = result
        return answer

    def successor(self) -> _Worker[J, R]:
        """A new process with the job of this one, which died of it."""
        self.end()
        deaths = self._deaths + 1
        if deaths == MOST_DEATHS:
            raise DeadlyJobError(deaths)
        return _Worker(self._function, self._job, deaths=deaths)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self._process.terminate()
        self._process.join()


def _serve(connection: Connection, function: Callable[[Any], object]) -> None:
    """Answer one job after the other with a result or an error, until no one asks."""
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _CAN_MASK:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    with suppress(EOFError):
        while True:
            job = connection.recv()
            try:
                answer = function(job), None
            except Exception as error:  # noqa: BLE001 - the process that asked raises it
                connection.send((None, error))
            else:
                connection.send(answer)


def _end_with_parent() -> None:
    """End this process when its parent is killed: it must not go on playing."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which reaches all of them: only the parent acts on it, once the block is over."""
    held: list[int] = []
    is_main = current_thread() is main_thread()
    before = signal.signal(signal.SIGINT, lambda number, _: held.append(number)) if is_main else None
    if _CAN_MASK:
        resource_tracker.ensure_running()  # else the first process starts it, which lifts the mask
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        if _CAN_MASK:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)


def on_processes(processes: int) -> Where:
    """Play on this machine, one game after the other in each process."""

    def play(match: Match, ranges: Sequence[range]) -> Iterator[Chunk]:
        if processes > 1:
            for bot in match.bots:
                _check_shared(bot)
        games = (range(number, number + 1) for numbers in ranges for number in numbers)
        try:
            yield from run_jobs(partial(play_chunk, match), games, processes=processes)
        except DeadlyJobError as error:
            raise Refusal("bot.died", bot=", ".join(match.names), n=error.deaths) from None

    return play


def _check_shared(player: Player) -> None:
    """Refuse a bot that another process cannot import: one from a notebook, or from inside a function."""
    try:
        pickled = pickle.dumps(player)
    except (pickle.PicklingError, AttributeError, TypeError):
        pickled = _MAIN
    main = getattr(sys.modules["__main__"], "__file__", None)
    if pickled is _MAIN or (_MAIN in pickled and not (main and Path(main).is_file())):
        raise Refusal("bot.not_shared", bot=getattr(player, "__qualname__", player))


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
