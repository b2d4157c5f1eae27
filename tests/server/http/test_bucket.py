"""Token buckets."""

from __future__ import annotations

from inkrail.server.http.bucket import Bucket


def test_a_bucket_fills_up_at_its_rate() -> None:
    bucket = Bucket(2, rate=0.5, now=0)
    assert [bucket.take(now) for now in (0, 0, 0, 1.9, 2, 2, 1000, 1000, 1000)] == [
        True,
        True,
        False,
        False,
        True,
        False,
        True,
        True,
        False,
    ]


def test_who_spends_more_than_there_is_waits_until_it_is_there() -> None:
    bucket = Bucket(3, rate=2, now=0)
    assert [bucket.spend(0), bucket.spend(0, cost=2)] == [0, 0]
    assert [bucket.spend(0), bucket.spend(0, cost=3)] == [0.5, 2]
    assert bucket.spend(2.5) == 0
    assert bucket.spend(1_000, cost=4) == 0.5
    assert bucket.spend(0) == 1


def test_waiting_costs_nothing() -> None:
    bucket = Bucket(3, rate=2, now=0)
    assert bucket.wait(0) == 0
    assert bucket.spend(0, cost=7) == 2
    assert [bucket.wait(now) for now in (0, 1, 3)] == [2, 1, 0]
