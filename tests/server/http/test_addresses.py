"""Which clients count as one."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock

from inkrail.server.http.addresses import Budget, Budgets, Proxies, address_key


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:7::1", "2001:db8:0:7::/64"),
        ("2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"),
        ("2001:db8:0:8::1", "2001:db8:0:8::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_ipv6_network_of_64_bits_counts_as_one_address(host: str, key: str) -> None:
    assert address_key(host) == key


@pytest.mark.parametrize(
    ("allowed", "host", "trusted"),
    [
        ("127.0.0.1,::1", "127.0.0.1", True),
        ("127.0.0.1, ::1", "::1", True),
        ("127.0.0.1,::1", "127.0.0.2", False),
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "11.1.2.3", False),
        ("*", "192.0.2.1", True),
        ("", "192.0.2.1", False),
        ("not-an-address", "not-an-address", False),
    ],
)
def test_proxies_are_addresses_and_networks(*, allowed: str, host: str, trusted: bool) -> None:
    assert (host in Proxies(allowed)) is trusted


def test_budgets_that_nobody_uses_are_dropped_oldest_first() -> None:
    budgets = Budgets(1, clock=FakeClock(), most=2)
    first, second = budgets.of("a"), budgets.of("b")
    first.sockets = 1
    budgets.of("c")
    assert len(budgets) == 2
    assert budgets.of("a") is first
    assert budgets.of("b") is not second


def test_a_budget_is_in_proportion_to_the_people() -> None:
    one, many = Budget(1, now=0), Budget(50, now=0)
    assert many.most_sockets == 50 * one.most_sockets
    assert many.most_connections == 50 * one.most_connections
    assert one.messages.spend(0, cost=11) == 0.5
    assert many.messages.spend(0, cost=550) == 0.5
