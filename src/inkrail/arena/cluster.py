"""Jobs on a Dask cluster; a worker that dies costs the job it had, which another one gets.

Someone else starts the scheduler and its workers, and may use them for other things too. Only workers that play
like this process are given jobs.
"""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final, Generic, Self, TypeVar

from distributed import CancelledError, Client, Future, KilledWorker, get_worker, wait
from distributed.client import FIRST_COMPLETED
from distributed.comm import CommClosedError

from inkrail.arena.match import Chunk, Match, Where, play_chunk
from inkrail.arena.processes import DeadlyJobError
from inkrail.arena.version import version
from inkrail.core.errors import Refusal

CLUSTER_CODES: Final = (
    "cluster.unreachable",
    "cluster.lost",
    "cluster.version",
    "cluster.no_workers",
    "cluster.waiting",
)

CHUNK_SECONDS: Final = (10.0, 30.0)
"""The least and the most CPU seconds of a chunk: less would be lost in the traffic, more with a worker."""

JOBS_A_WORKER: Final = 2
"""So that a worker that is done has the next one already."""

CONNECT_SECONDS: Final = 10
"""How long the scheduler may take to answer."""

FETCH_SECONDS: Final = 60
"""How long a result may take that is there."""

LOOK_SECONDS: Final = 1.0
"""How often the list of workers is read."""

_ADDRESS: Final = re.compile(r"((tcp|tls|ws|wss)://)?[^/\s]+:[0-9]{1,5}")

J = TypeVar("J")
R = TypeVar("R")
Tell = Callable[[Refusal], None]


class Cluster:
    """The workers of a scheduler that may be given jobs.

    `tell` hears of workers that are refused, and of times without any; at the start one must come within `patience`
    seconds. `packages` must be of the same version as here too, besides all of `inkrail` that plays.
    """

    def __init__(
        self, address: str, *, tell: Tell, patience: float = 30.0, packages: Sequence[str] = ()
    ) -> None:
        self.address = address
        self._tell = tell
        self._version = partial(version, *packages)
        self._refused: set[str] = set()
        self._workers: frozenset[str] = frozenset()
        if not _ADDRESS.fullmatch(address):
            raise Refusal("cluster.unreachable", address=address)
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is told in one line
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of other versions of packages; those that play are compared
                asyncio.run(_try_connection(address))
                self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:
            raise Refusal("cluster.unreachable", address=address) from error
        try:
            self._wait_for_workers(patience)
        except BaseException:
            self._client.close()
            raise

    @property
    def size(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def run_jobs(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """Yield what a function gives for each job, as it is finished; a next job is taken only after that."""
        todo, waiting, pending = iter(jobs), list[J](), dict[Future, _Given[J]]()
        try:
            while True:
                self._read_workers()
                waiting += self._stranded(pending)
                room = JOBS_A_WORKER * self.size - len(pending) - len(waiting)
                waiting += islice(todo, max(room, 0 if pending or waiting else 1))
                if not pending and not waiting:
                    return
                while waiting and self._workers:
                    self._give(function, waiting.pop(0), pending)
                for future in self._finished(pending):
                    job = pending.pop(future).job
                    try:
                        yield self._result(future)
                    except TimeoutError:  # its worker is gone, and the result with it
                        waiting.append(job)
        finally:
            for future in pending:
                future.cancel()

    def _stranded(self, pending: dict[Future, _Given[J]]) -> list[J]:
        """Take back the jobs that are not done and that only workers may do that are gone."""
        stranded = {
            future: given.job
            for future, given in pending.items()
            if not given.workers & self._workers and not future.done()
        }
        for future in stranded:
            del pending[future]
            future.cancel()
        return list(stranded.values())

    def _give(self, function: Callable[[J], R], job: J, pending: dict[Future, _Given[J]]) -> None:
        call = partial(_answer, function, find_version=self._version, needed=self._version())
        future = self._client.submit(call, job, pure=False, workers=sorted(self._workers))
        pending[future] = _Given(job, self._workers)

    def _finished(self, pending: Iterable[Future]) -> Iterable[Future]:
        """Those that are done, if there are some soon."""
        futures = list(pending)
        if not futures:
            sleep(LOOK_SECONDS)
            return ()
        try:
            with self._client.as_current():
                done: set[Future] = wait(futures, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED).done
        except TimeoutError:
            return ()
        except CancelledError:
            raise self._lost() from None
        return done

    def _result(self, future: Future) -> Any:
        try:
            return future.result(timeout=FETCH_SECONDS)
        except KilledWorker as error:
            raise DeadlyJobError(error.allowed_failures + 1) from None
        except (CancelledError, CommClosedError):
            raise self._lost() from None

    def _lost(self) -> Refusal:
        return Refusal("cluster.lost", address=self.address)

    def _wait_for_workers(self, patience: float) -> None:
        """Wait until there is a worker, unless all that there are were refused."""
        deadline = monotonic() + patience
        while True:
            self._read_workers()
            if self._workers:
                return
            if self._refused or monotonic() >= deadline:
                raise Refusal("cluster.no_workers", address=self.address)
            sleep(LOOK_SECONDS)

    def _read_workers(self) -> None:
        """Read the list of workers; each that plays differently from this process is told once, and when all are gone."""
        if self._client.status != "running":
            raise self._lost()
        workers = self._client.scheduler_info()["workers"]
        unknown = [address for address in workers if address not in self._workers | self._refused]
        versions = self._client.run(self._version, workers=unknown, on_error="return") if unknown else {}
        for address, answer in versions.items():
            if isinstance(answer, OSError):
                continue  # it is gone already
            if answer == self._version():
                self._workers |= {address}
            else:
                self._refused.add(address)
                self._tell(_refusal(workers[address]["name"], address, answer=answer, needed=self._version()))
        before, self._workers = self._workers, self._workers & workers.keys()
        if before and not self._workers:
            self._tell(Refusal("cluster.waiting", address=self.address))


async def _try_connection(address: str) -> None:
    """Raise an error unless a scheduler answers.

    Another server there, or a worker, may answer anything or nothing. A client with a thread, as above, does not end
    after such an answer; this one does.
    """
    client = Client(address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False)
    try:
        await asyncio.wait_for(client, CONNECT_SECONDS)
    finally:
        await client.close()


@dataclass(frozen=True, slots=True)
class _Given(Generic[J]):
    """A job, and the workers that may do it."""

    job: J
    workers: frozenset[str]


def _refusal(name: object, address: str, *, answer: object, needed: str) -> Refusal:
    worker = address if str(name) == address else f"{name} ({address})"
    found = answer if isinstance(answer, str) else f"- ({answer})"  # no module of it, for example
    return Refusal("cluster.version", worker=worker, version=found, needed=needed)


_alone = Lock()
"""A worker may have several threads, but the CPU time of a game is that of its process."""


def _answer(function: Callable[[J], R], job: J, *, find_version: Callable[[], str], needed: str) -> R:
    """Do a job, in a worker; one that was replaced by another version since it was asked is refused."""
    if find_version() != needed:
        worker = get_worker()
        raise _refusal(worker.name, worker.address, answer=find_version(), needed=needed)
    with _alone:
        return function(job)


def on_cluster(address: str, *, tell: Tell) -> Where:
    """Play on a Dask cluster, in chunks of 10 to 30 CPU seconds."""

    def play(match: Match, ranges: Sequence[range]) -> Iterator[Chunk]:
        pace = Pace(ranges)
        with Cluster(address, tell=tell) as cluster:
            try:
                for chunk in cluster.run_jobs(partial(play_chunk, match), pace.cut(lambda: cluster.size)):
                    pace.learn(chunk)
                    yield chunk
            except DeadlyJobError as error:
                raise Refusal("bot.died", bot=", ".join(match.names), n=error.deaths) from None

    return play


class Pace:
    """Cuts games into chunks, by the time that those before have taken."""

    def __init__(self, ranges: Sequence[range]) -> None:
        self._left = [numbers for numbers in ranges if numbers]
        self._games = 0
        self._seconds = 0.0

    def learn(self, chunk: Chunk) -> None:
        """Remember how long a chunk has taken."""
        self._games += len(chunk.games)
        self._seconds += chunk.seconds

    def cut(self, workers: Callable[[], int]) -> Iterator[range]:
        """The next chunk for so many workers: single games at first, and smaller ones again towards the end."""
        while self._left:
            numbers, size = self._left[0], self._size(workers())
            self._left[:1] = [numbers[size:]] if numbers[size:] else []
            yield numbers[:size]

    def _size(self, workers: int) -> int:
        if not self._seconds:
            return 1
        a_game = self._seconds / self._games
        least, most = CHUNK_SECONDS
        fair = a_game * sum(map(len, self._left)) / (JOBS_A_WORKER * workers)
        return max(1, int(min(max(fair, least), most) / a_game))
