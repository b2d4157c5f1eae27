"""Counts and timings for whoever runs a server; each app has its own registry."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics:
    """What is measured."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.rows = Counter("inkrail_rows", "Rows stored", registry=registry)
        self.conflicts = Counter(
            "inkrail_conflicts", "Rows that another process was faster with", registry=registry
        )
        self.refusals = Counter("inkrail_refusals", "Messages refused", ["code"], registry=registry)
        self.messages = Counter("inkrail_messages", "Messages of clients", ["type"], registry=registry)
        self.slowed = Counter("inkrail_slowed", "Messages that came too fast and waited", registry=registry)
        self.failures = Counter("inkrail_failures", "Errors of the server itself", registry=registry)
        self.connections = Gauge("inkrail_connections", "WebSockets open now", registry=registry)
        self.tables = Gauge("inkrail_tables", "Tables in memory now", registry=registry)
        self.answers = Histogram(
            "inkrail_answer_seconds", "From a message to its answer", buckets=_FAST, registry=registry
        )
        self.commits = Histogram(
            "inkrail_commit_seconds", "Time of a commit", buckets=_FAST, registry=registry
        )
        self.batches = Histogram("inkrail_commit_rows", "Rows of a commit", buckets=_SIZES, registry=registry)
        self.bots = Histogram(
            "inkrail_bot_seconds", "Time a bot took for its round", ["bot"], buckets=_FAST, registry=registry
        )
        self.fallbacks = Counter(
            "inkrail_bot_fallbacks", "Times a simpler bot had to step in", ["bot", "why"], registry=registry
        )

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
