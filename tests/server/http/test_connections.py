"""Connections counted in all and by address."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock

from inkrail.server.http.addresses import Budgets
from inkrail.server.http.connections import Connections


def connections(*, people: int = 1, most: int = 100, cuts: list[str] | None = None) -> Connections:
    cut = cuts if cuts is not None else []
    return Connections(Budgets(people, clock=FakeClock()), most=most, socket_frames=10, cut=cut.append)


def test_an_address_holds_so_many_connections_and_a_new_one_when_one_is_gone() -> None:
    cuts: list[str] = []
    one = connections(cuts=cuts)
    held = [one.enter("192.0.2.1", is_proxy=False) for _ in range(6)]
    with pytest.raises(ConnectionRefusedError):
        one.enter("192.0.2.1", is_proxy=False)
    assert one.enter("192.0.2.2", is_proxy=False) is not held[0]
    one.leave(held[0])
    assert one.enter("192.0.2.1", is_proxy=False) is held[0]
    assert cuts == ["connections"]


def test_an_address_opens_connections_at_a_limited_rate() -> None:
    cuts: list[str] = []
    one = connections(cuts=cuts)
    for _ in range(20):
        one.leave(one.enter("192.0.2.1", is_proxy=False))
    with pytest.raises(ConnectionRefusedError):
        one.enter("192.0.2.1", is_proxy=False)
    assert cuts == ["openings"]


def test_a_proxy_is_bounded_by_the_total_alone() -> None:
    cuts: list[str] = []
    one = connections(most=50, cuts=cuts)
    assert [one.enter("127.0.0.1", is_proxy=True) for _ in range(50)] == [None] * 50
    with pytest.raises(ConnectionRefusedError):
        one.enter("192.0.2.1", is_proxy=False)
    one.leave(None)
    assert one.enter("192.0.2.1", is_proxy=False)
    assert cuts == ["full"]
