"""The interfaces that studies depend on (storage, worker processes, counters), and the values passed to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from inkrail.server.rooms.interfaces import Counter, Gauge
from inkrail.server.studies.questions import Question

Status: TypeAlias = Literal["waiting", "running", "done", "failed"]
Report: TypeAlias = dict[str, Any]
"""Plain values, as the part `study` reports them."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many studies may be unfinished: of one address, and of all together."""

    address: int
    total: int


@dataclass(frozen=True, slots=True)
class Study:
    """A stored study: its question, and what is ready of the answer."""

    id: str
    question: Question
    status: Status
    code: str | None
    """Why it failed."""
    parts: tuple[Report, ...]
    """The reviews of rounds, the last round first, or a part for each round that was searched."""
    result: Report | None
    getting_ready: int | None = None
    """How many percent are done of what has to be compiled for it first, while that lasts."""
    used: float = field(default=0.0, compare=False)
    """When somebody last asked for it or looked at it, to the day."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes."""
        return self.status in ("done", "failed")


@dataclass(frozen=True, slots=True)
class Lease:
    """Who computes a study, and until when it is theirs alone unless they say more."""

    holder: str
    until: float


class StudyStorage(Protocol):
    """Stores studies; raises TryAgain when the database is unavailable."""

    @property
    def shared(self) -> bool:
        """Whether other processes may compute too."""
        ...

    async def ask(self, question: Question, *, asked_by: str, now: float, bounds: Bounds) -> None:
        """Store a study that waits, unless it is there already; refuse it if too many are unfinished."""
        ...

    async def study(self, id_: str) -> Study | None:
        """A study."""
        ...

    async def use(self, id_: str, *, now: float) -> None:
        """Note that somebody looks at a study."""
        ...

    async def forget(self, *, since: float) -> int:
        """Delete the studies that are over and that nobody has used since then; return how many."""
        ...

    async def before(self, id_: str) -> int:
        """How many studies were asked for earlier and wait too."""
        ...

    async def waiting(self, *, now: float) -> int:
        """How many studies may be taken."""
        ...

    async def take(self, lease: Lease, *, now: float) -> Study | None:
        """Lease the next study that waits or whose lease ran out, of the address that was served least recently."""
        ...

    async def keep(self, id_: str, lease: Lease, *, parts: Sequence[Report] | None = None) -> bool:
        """Extend a lease and store what is ready; False if the study is no longer leased to this holder."""
        ...

    async def prepare(self, id_: str, lease: Lease, *, percent: int | None) -> bool:
        """Store how far the compilation is; False if the study is no longer leased to this holder."""
        ...

    async def finish(self, id_: str, lease: Lease, *, result: Report | None, code: str | None = None) -> bool:
        """Store the result, or why there is none; False if the study is no longer leased to this holder."""
        ...

    async def give_back(self, holder: str) -> None:
        """Let others take what this holder has leased."""
        ...

    async def give_all_back(self) -> None:
        """Let all leased studies be taken: no other process can hold them."""
        ...


class StudyFailed(Exception):
    """A worker process gave no answer."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """How many percent are done of what is compiled before a study can go on; None when all of it is."""

    percent: int | None


Tell: TypeAlias = Callable[[Report | Preparing], Awaitable[None]]


class StudyWorker(Protocol):
    """A process that computes studies."""

    async def study(self, question: Question, *, tell: Tell) -> Report:
        """The result; parts are told as they are ready, and what is prepared before them. Raises StudyFailed."""
        ...


class StudyWorkers(Protocol):
    """Lends processes."""

    def study_worker(self) -> AbstractAsyncContextManager[StudyWorker]:
        """A process that is free, once no bot that a table waits for needs one."""
        ...


class StudyMeters(Protocol):
    """The metrics that studies update."""

    @property
    def failures(self) -> Counter:
        """Internal server errors."""
        ...

    @property
    def studies_waiting(self) -> Gauge:
        """Studies that may be taken."""
        ...

    def count_study(self, kind: str, outcome: str, *, seconds: float) -> None:
        """Count a study that was computed."""
        ...
