"""What the clients of one address may use together, and which clients count as one address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from inkrail.server.http.bucket import Bucket

_PREFIX_BITS = 64
"""The part of an IPv6 address that a household or a server is given: it may use every address that begins so."""
_LONGEST_KEY = 64
_LOOKED_AT = 8
"""How many of the least recently used budgets are looked at for one that can be dropped."""


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


class Proxies:
    """The reverse proxies whose headers name the client: uvicorn's setting, addresses and networks, or `*`."""

    def __init__(self, allowed: str) -> None:
        names = [name.strip() for name in allowed.split(",")]
        self._all = "*" in names
        self._networks = [ip_network(name, strict=False) for name in names if _is_network(name)]

    def __contains__(self, host: str) -> bool:
        if self._all:
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _is_network(name: str) -> bool:
    try:
        ip_network(name, strict=False)
    except ValueError:
        return False
    return True


class Budget:
    """What an address uses, and what it may still use, in proportion to the people that it may stand for."""

    __slots__ = ("bytes", "connections", "frames", "messages", "openings", "people", "requests", "sockets")

    def __init__(self, people: int, *, now: float) -> None:
        self.people = people
        self.connections = 0
        """Connections that come from this address without a proxy."""
        self.sockets = 0
        """WebSockets of clients of this address."""
        self.openings = Bucket(20 * people, rate=2 * people, now=now)
        self.requests = Bucket(20 * people, rate=2 * people, now=now)
        self.messages = Bucket(10 * people, rate=2 * people, now=now)
        self.frames = Bucket(20 * people, rate=4 * people, now=now)
        self.bytes = Bucket(128 * 1024 * people, rate=16 * 1024 * people, now=now)

    @property
    def most_connections(self) -> int:
        """A browser opens up to six connections while it loads the page."""
        return 6 * self.people

    @property
    def most_sockets(self) -> int:
        """A person may have several tabs open."""
        return 4 * self.people

    @property
    def in_use(self) -> bool:
        """Whether a client of this address is connected."""
        return self.connections > 0 or self.sockets > 0


class Budgets:
    """The budget of every address that was seen lately."""

    def __init__(self, people: int, *, clock: Callable[[], float], most: int = 10_000) -> None:
        self.clock = clock
        self._people = people
        self._most = most
        self._budgets: OrderedDict[str, Budget] = OrderedDict()

    def __len__(self) -> int:
        return len(self._budgets)

    def of(self, key: str) -> Budget:
        """The budget of this address."""
        budget = self._budgets.get(key)
        if budget is None:
            budget = self._budgets[key] = Budget(self._people, now=self.clock())
            if len(self._budgets) > self._most:
                self._drop_one()
        else:
            self._budgets.move_to_end(key)
        return budget

    def _drop_one(self) -> None:
        """Drop an old budget that nobody uses; the few looked at that are in use become the newest."""
        for _ in range(_LOOKED_AT):
            key, budget = self._budgets.popitem(last=False)
            if not budget.in_use:
                return
            self._budgets[key] = budget
