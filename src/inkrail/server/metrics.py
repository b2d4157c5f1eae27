"""Prometheus metrics: each app has its own registry; several processes share a folder and are summed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that turns on prometheus_client's multiprocess mode if set before the first import."""

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SLOW = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self._folder = Path(os.environ[FOLDER]) if FOLDER in os.environ else None
        if self._folder:
            _register_process(self._folder)
        registry = self.registry = CollectorRegistry()
        self.rows = Counter("inkrail_rows", "Rows stored", registry=registry)
        self.conflicts = Counter(
            "inkrail_conflicts", "Row-number conflicts with another process", registry=registry
        )
        self.refusals = Counter("inkrail_refusals", "Messages refused", ["code"], registry=registry)
        self.messages = Counter("inkrail_messages", "Messages from clients", ["type"], registry=registry)
        self._messages: dict[str, Counter] = {}
        self.slowed = Counter("inkrail_slowed", "Messages delayed by the rate limit", registry=registry)
        self.cut = Counter("inkrail_cut", "Connections refused or ended", ["why"], registry=registry)
        self.failures = Counter("inkrail_failures", "Internal server errors", registry=registry)
        self.storage_failures = Counter(
            "inkrail_storage_failures", "Failed database reads and writes", registry=registry
        )
        self.connections = Gauge(
            "inkrail_connections", "Open WebSockets", registry=registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge(
            "inkrail_tables", "Tables in memory", registry=registry, multiprocess_mode="livesum"
        )
        self.answers = Histogram(
            "inkrail_answer_seconds", "Time from a message to its answer", buckets=_FAST, registry=registry
        )
        self.commits = Histogram(
            "inkrail_commit_seconds", "Duration of a commit", buckets=_FAST, registry=registry
        )
        self.batches = Histogram("inkrail_commit_rows", "Rows per commit", buckets=_SIZES, registry=registry)
        self.bots = Histogram(
            "inkrail_bot_seconds", "Time a bot took for a round", ["bot"], buckets=_FAST, registry=registry
        )
        self.bots_waiting = Gauge(
            "inkrail_bots_waiting",
            "Turns and trials of bots that wait for a worker process",
            ["lane"],
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.fallbacks = Counter(
            "inkrail_bot_fallbacks", "Times a simpler bot stepped in", ["bot", "why"], registry=registry
        )

        self.studies = Counter("inkrail_studies", "Studies computed", ["kind", "outcome"], registry=registry)
        self.study_seconds = Histogram(
            "inkrail_study_seconds", "Time a study took", ["kind"], buckets=_SLOW, registry=registry
        )
        self.studies_waiting = Gauge(
            "inkrail_studies_waiting",
            "Studies that wait in the database",
            registry=registry,
            multiprocess_mode="livemostrecent",
        )

    def count_study(self, kind: str, outcome: str, *, seconds: float) -> None:
        """Count a study that was computed, failed or lost to another process."""
        self.studies.labels(kind=kind, outcome=outcome).inc()
        self.study_seconds.labels(kind=kind).observe(seconds)

    def count_message(self, type_: str) -> None:
        """Count a message from a client; finding a label takes longer than counting, so the counters are kept."""
        counter = self._messages.get(type_)
        if counter is None:
            counter = self._messages[type_] = self.messages.labels(type=type_)
        counter.inc()

    def text(self) -> bytes:
        """All metrics in Prometheus text format: this app's, or the sums over all processes that share a folder."""
        if self._folder is None:
            return generate_latest(self.registry)
        _forget_dead_processes(self._folder)
        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=str(self._folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry)


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Sum the metrics of the processes started inside this context, in a folder that is removed on exit."""
    with TemporaryDirectory(prefix="inkrail-metrics-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def _register_process(folder: Path) -> None:
    """Register this process as alive, and drop the gauges of a dead process with the same id."""
    mark_process_dead(os.getpid(), str(folder))  # type: ignore[no-untyped-call]
    (folder / f"{os.getpid()}.pid").touch()


def _forget_dead_processes(folder: Path) -> None:
    """Remove killed processes from the gauges; their counters stay in the sums."""
    for marker in folder.glob("*.pid"):
        if not _is_alive(int(marker.stem)):
            try:
                marker.unlink()
            except FileNotFoundError:  # another process is doing the same
                continue
            mark_process_dead(int(marker.stem), str(folder))  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    """Whether this user has a process with this id; always True on Windows, where signal 0 would kill it."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
