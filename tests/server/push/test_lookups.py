"""Looking up the names of push services."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from threading import Event

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.push import endpoints
from inkrail.server.push.endpoints import parse_endpoint, resolve
from inkrail.server.push.lookups import Lookups
from inkrail.server.rooms.interfaces import TryAgain

SLOW = "slow.example"


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Names of a stranger whose servers do not answer before this is set, beside one of a well-known service."""
    answered = Event()

    def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        if host.endswith(SLOW):
            assert answered.wait(600)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    yield answered
    answered.set()


async def test_slow_names_hold_up_neither_threads_nor_names_of_well_known_services(
    answered: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = {True: Lookups(), False: Lookups(threads=1, most=3)}
    monkeypatch.setattr(endpoints, "_LOOKUPS", lanes)
    slow = [asyncio.create_task(lanes[False].addresses(f"{n}.{SLOW}", 443)) for n in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(TryAgain, match=r"^server\.busy"):
        await resolve(parse_endpoint(f"https://4.{SLOW}/"))
    assert await resolve(parse_endpoint("https://web.push.apple.com/x")) == "1.1.1.1"
    assert await asyncio.to_thread(len, "free") == 4
    answered.set()
    assert await asyncio.gather(*slow) == [["1.1.1.1"]] * 3
    assert await resolve(parse_endpoint(f"https://5.{SLOW}/")) == "1.1.1.1"


async def test_a_lookup_is_given_up_but_counted_until_its_thread_is_free(
    answered: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "LOOKUP_SECONDS", 0.01)
    lanes = {True: Lookups(), False: Lookups(threads=1, most=1)}
    monkeypatch.setattr(endpoints, "_LOOKUPS", lanes)
    started = Event()
    look_up = socket.getaddrinfo

    def begin(host: str, port: int, **more: int) -> object:
        started.set()
        return look_up(host, port, **more)

    monkeypatch.setattr(socket, "getaddrinfo", begin)
    # Begun in its thread, it cannot be cancelled any more.
    first = asyncio.create_task(lanes[False].addresses(SLOW, 443))
    await asyncio.to_thread(started.wait)
    first.cancel()
    with pytest.raises(TryAgain, match=r"^server\.busy"):
        await resolve(parse_endpoint(f"https://{SLOW}/"))
    monkeypatch.setattr(endpoints, "_LOOKUPS", {True: Lookups(), False: Lookups()})
    with pytest.raises(Refusal, match=r"^push\.endpoint"):
        await resolve(parse_endpoint(f"https://{SLOW}/"))
    assert not answered.is_set()


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("fcm.googleapis.com", True),
        ("updates.push.services.mozilla.com", True),
        ("web.push.apple.com", True),
        ("db5p.notify.windows.com", True),
        ("xfcm.googleapis.com", False),
        ("push.apple.com.evil.example", False),
        ("googleapis.com", False),
    ],
)
def test_only_the_services_of_browsers_are_well_known(host: str, *, is_known: bool) -> None:
    assert parse_endpoint(f"https://{host}/x").is_known is is_known
