"""Which clients count as one: the key of an address."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

_PREFIX_BITS = 64
"""The part of an IPv6 address that a household or a server is given: it may use every address that begins so."""
_LONGEST_KEY = 64


def address_key(host: str) -> str:
    """What limits count a client by: its IPv4 address, or the /64 network of its IPv6 address.

    What is no address, such as the name of a Unix socket, counts as itself.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:_LONGEST_KEY]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _PREFIX_BITS), strict=False))
