"""Garbage collection in a process that serves; the tests run in a process of their own."""

from __future__ import annotations

import subprocess
import sys

_SET_UP = """
import gc
from inkrail.server import collector
class Loop:
    def __init__(self):
        self.itself = self
def scans():
    return sum(generation["collections"] for generation in gc.get_stats())
aside = collector.Collector()
before = scans()
"""


def run(program: str) -> None:
    subprocess.run([sys.executable, "-c", _SET_UP + program], check=True)  # noqa: S603


def test_new_objects_are_put_aside_without_a_scan() -> None:
    run(
        """
kept = [[] for _ in range(50_000)]
for _ in range(3):
    aside.put_aside()
assert scans() == before, "scanned"
assert gc.get_freeze_count() > 50_000, "not put aside"
"""
    )


def test_cycles_are_freed_when_the_objects_have_grown_much() -> None:
    run(
        """
from weakref import WeakSet
alive = WeakSet()
most, collector.MOST_GROWTH = 0, 10_000
for _ in range(100):
    for _ in range(1_000):
        alive.add(Loop())
    aside.put_aside()
    most = max(most, len(alive))
assert 1_000 < most <= 12_000, most
assert 2 <= scans() - before <= 25, scans() - before
"""
    )
