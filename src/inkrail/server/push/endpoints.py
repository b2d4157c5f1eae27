"""Which addresses the server sends messages to: push services on the internet, never a machine of its own network.

An endpoint is whatever a client says it is, so it must not be a way to reach what only the server can reach.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from inkrail.core.errors import Refusal
from inkrail.server.push.lookups import Lookups

MOST_CHARACTERS = 1000
"""The longest endpoint; those of the browsers have about 200 characters."""
_VISIBLE = re.compile(r"[!-~]+")
_HTTPS_PORT = 443
_EMBEDDING = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""Networks of IPv6 whose addresses stand for addresses of IPv4, private ones too."""
_INTERNET = ipaddress.ip_network("2000::/3")
"""All of IPv6 that was ever given out for the internet."""
_WELL_KNOWN = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The services of the browsers. No stranger decides how slowly they answer, so they have senders and lookups of their own."""
LOOKUP_SECONDS = 5.0
"""How many seconds the lookup of a name may take."""
_LOOKUPS = {True: Lookups(), False: Lookups()}
"""Those for well-known services, and those for all others."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a push service takes messages for one browser."""

    scheme: str
    host: str
    port: int
    path: str
    permitted: bool = False
    """Whether the operator permits it wherever it is."""

    @property
    def is_known(self) -> bool:
        """Whether it is a well-known service or the operator's own, which are not slow on purpose."""
        return self.permitted or any(f".{self.host}".endswith(f".{one}") for one in _WELL_KNOWN)

    @property
    def origin(self) -> str:
        """Its scheme, host and port as browsers write them."""
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """Its host and port as in the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _HTTPS_PORT and self.scheme == "https" else f"{host}:{self.port}"


def parse_endpoint(text: str, *, permitted: str = "") -> Endpoint:
    """Parse an endpoint, or refuse it; `permitted` is an origin that the operator permits although it is private."""
    if len(text) > MOST_CHARACTERS or not _VISIBLE.fullmatch(text):
        raise Refusal("push.endpoint")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port or _HTTPS_PORT
    except ValueError:
        raise Refusal("push.endpoint") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if permitted and f"{parts.scheme}://{parts.netloc}" == permitted.rstrip("/"):
        return Endpoint(parts.scheme, host, port, path, permitted=True)
    if parts.scheme != "https" or "@" in parts.netloc or not host or port != _HTTPS_PORT:
        raise Refusal("push.endpoint")
    return Endpoint("https", host, port, path)


async def resolve(endpoint: Endpoint) -> str:
    """The network address of an endpoint, or a refusal if any that its name has is private.

    The connection is made to this very address: the name is not looked up again.
    """
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            addresses = await _LOOKUPS[endpoint.is_known].addresses(endpoint.host, endpoint.port)
    except (OSError, UnicodeError):
        raise Refusal("push.endpoint") from None
    if not addresses or not (endpoint.permitted or all(map(is_public, addresses))):
        raise Refusal("push.endpoint")
    return addresses[0]


def is_public(text: str) -> bool:
    """Whether a network address is one of the internet."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            address = address.ipv4_mapped
        elif address not in _INTERNET or any(address in network for network in _EMBEDDING):
            return False
    return address.is_global and not address.is_multicast
