"""Which clients count as one."""

from __future__ import annotations

import pytest

from inkrail.server.http.addresses import address_key


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
