"""Web push from the turn of a game to the browser of somebody who is away."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener
from tests.server.push.stand_in import PushBrowser, PushService, claims_of, push_service
from tests.server.serving import Served, served

from inkrail.server.push.notifier import KEPT_SECONDS, QUIET_SECONDS
from inkrail.server.rooms.subscriptions import MOST_OF_A_SEAT
from inkrail.server.settings import Settings

TWO = [{"kind": "human"}, {"kind": "human"}]
DAY = 86400


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as running:
        yield running


@pytest.fixture
async def server(settings: Settings, service: PushService, clock: FakeClock) -> AsyncIterator[Served]:
    permitting = replace(settings, push_permitted=service.origin, push_contact="mailto:op@example.org")
    async with served(permitting, clock=clock) as running:
        yield running


async def put(server: Served, given: dict[str, str], body: dict[str, Any]) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {given['token']}"}
    answer = await server.http.put(f"/api/tables/{given['table']}/push", json=body, headers=headers)
    return answer.status_code, answer.json()


async def seated(server: Served, **body: object) -> tuple[dict[str, str], dict[str, str]]:
    ann = await server.open_table(seats=TWO, **{"clock": DAY, **body})
    return ann, await server.join(ann["table"])


async def start(server: Served, ann: dict[str, str]) -> None:
    client = await server.client(ann).enter()
    assert (await client.ask({"type": "start", "id": "go"}))["type"] == "ack"
    await client.leave()


async def test_who_is_away_is_told_in_their_language_and_nobody_else_can_read_it(
    server: Served, service: PushService
) -> None:
    ann, bob = await seated(server, rules="lake")
    browser = PushBrowser()
    endpoint = f"{service.origin}/browser/1"
    wanted = browser.subscription(endpoint) | {"language": "de"}
    assert await put(server, bob, wanted) == (200, {"told": True})
    await start(server, ann)
    await service.until(1)
    (message,) = service.messages
    shown = json.loads(browser.decrypted(message.body))
    assert shown["table"] == bob["table"]
    assert (shown["title"], "Runde 1" in shown["body"]) == ("Du bist dran", True)
    assert b"dran" not in message.body
    assert message.path == "/browser/1"
    headers = message.headers
    assert (headers["content-encoding"], headers["ttl"], headers["topic"]) == (
        "aes128gcm",
        str(DAY),
        bob["table"],
    )
    key = (await server.http.get("/api/push")).json()["key"]
    claims = claims_of(headers["authorization"], server_key=key)
    assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:op@example.org")


async def test_who_is_there_is_not_told(server: Served, service: PushService) -> None:
    ann, bob = await seated(server)
    watching = await server.client(bob).enter()
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/there"))
    await put(server, ann, PushBrowser().subscription(f"{service.origin}/host"))
    await start(server, ann)
    while watching.view["phase"] == "lobby":
        await watching.frame()
    await server.services.push.idle()
    assert [message.path for message in service.messages] == []


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_its_service_no_longer_knows_is_removed(
    server: Served, service: PushService, status: int
) -> None:
    ann, bob = await seated(server)
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/gone"))
    service.status = status
    await start(server, ann)
    await service.until(1)
    await server.services.push.idle()
    assert await server.services.subscriptions.of(ann["table"], places=[1]) == []


async def test_a_service_in_trouble_costs_nobody_their_subscription(
    server: Served, service: PushService
) -> None:
    ann, bob = await seated(server)
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/busy"))
    service.status = 503
    await start(server, ann)
    await service.until(1)
    await server.services.push.idle()
    assert len(await server.services.subscriptions.of(ann["table"], places=[1])) == 1


async def test_a_seat_has_a_few_browsers_and_ends_them_all_at_once(
    server: Served, service: PushService, clock: FakeClock
) -> None:
    ann, _ = await seated(server)
    for number in range(MOST_OF_A_SEAT + 2):
        clock.now += 1
        for _ in range(2):
            await put(server, ann, PushBrowser().subscription(f"{service.origin}/{number}"))
    stored = await server.services.subscriptions.of(ann["table"], places=[0])
    assert [one.endpoint[-1] for one in stored] == ["2", "3", "4"]
    path = f"/api/tables/{ann['table']}/push"
    answer = await server.http.delete(path, headers={"Authorization": f"Bearer {ann['token']}"})
    assert answer.json() == {"told": False}
    assert await server.services.subscriptions.of(ann["table"], places=[0]) == []


async def test_a_place_is_told_once_a_minute_and_old_subscriptions_are_removed(
    server: Served, service: PushService, clock: FakeClock
) -> None:
    ann, bob = await seated(server)
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/quiet"))
    push, open_room = server.services.push, await server.services.rooms.open(ann["table"])
    for passed in (0, QUIET_SECONDS - 1, 1):
        clock.now += passed
        push.moved_on(open_room, [1])
    await push.idle()
    assert len(service.messages) == 2
    push.tell_late(server.services.rooms.in_memory)
    await push.idle()
    assert len(service.messages) == 2  # the table waits for nobody
    clock.now += KEPT_SECONDS + 1
    await push.tidy()
    assert await server.services.subscriptions.of(ann["table"], places=[1]) == []


async def test_a_turn_that_comes_soon_after_a_message_is_told_after_a_minute(
    server: Served, service: PushService, clock: FakeClock
) -> None:
    ann, bob = await seated(server)
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/soon"))
    push, rooms = server.services.push, server.services.rooms
    await start(server, ann)
    push.moved_on(await rooms.open(ann["table"]), [1])
    for passed, told in ((QUIET_SECONDS - 1, 1), (1, 2), (QUIET_SECONDS, 2)):
        clock.now += passed
        push.tell_late(rooms.in_memory)
        await push.idle()
        assert len(service.messages) == told


@pytest.mark.parametrize(("is_heard", "told"), [(False, 1), (True, 0)])
async def test_who_goes_away_unheard_since_their_turn_began_is_told(
    server: Served, service: PushService, clock: FakeClock, *, is_heard: bool, told: int
) -> None:
    """A phone that sleeps keeps its connection for a while, and a page may be left at the same moment."""
    ann, bob = await seated(server)
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/asleep"))
    leaving = await server.client(bob).enter()
    clock.now += 1
    await start(server, ann)
    while leaving.view["phase"] == "lobby":
        await leaving.frame()
    if is_heard:
        await leaving.ask({"type": "why", "id": "1", "verb": "draw", "piece": "overpass", "cell": "A1"})
    rooms = server.services.rooms
    open_room, watcher = await rooms.open(ann["table"]), Listener()
    rooms.enter(open_room, watcher)
    await leaving.leave()
    await watcher.until(lambda: not open_room.connected())
    rooms.leave(open_room, watcher)
    await server.services.push.idle()
    assert len(service.messages) == told


async def test_what_cannot_be_used_is_refused(server: Served, service: PushService) -> None:
    ann, _ = await seated(server)
    good = PushBrowser().subscription(f"{service.origin}/x")
    for change, code in (
        ({"endpoint": "https://127.0.0.1/x"}, "push.endpoint"),
        ({"endpoint": "http://push.example.net/x"}, "push.endpoint"),
        ({"p256dh": "AAAA"}, "push.keys"),
        ({"auth": "AAAA"}, "push.keys"),
        ({"auth": "A"}, "push.keys"),
    ):
        status, problem = await put(server, ann, good | change)
        assert (status, problem["code"]) == (422, code)
    status, problem = await put(server, ann | {"token": "x" * 32}, good)
    assert (status, problem["code"]) == (403, "seat.wrong_token")


@pytest.mark.parametrize(("seats", "clock_seconds"), [(TWO, 60), (TWO[:1], None)])
async def test_where_nobody_waits_for_long_nobody_subscribes(
    server: Served, service: PushService, *, seats: list[dict[str, str]], clock_seconds: int | None
) -> None:
    given = await server.open_table(seats=seats, clock=clock_seconds)
    status, problem = await put(server, given, PushBrowser().subscription(f"{service.origin}/x"))
    assert (status, problem["code"]) == (422, "push.short_clock")


async def test_a_game_that_is_over_tells_nobody_any_more(server: Served, service: PushService) -> None:
    ann, bob = await seated(server)
    await put(server, bob, PushBrowser().subscription(f"{service.origin}/over"))
    open_room = await server.services.rooms.open(ann["table"])
    await start(server, ann)
    await service.until(1)
    open_room.room.waiting = replace(open_room.room.waiting, stopped=True)
    server.services.push.moved_on(open_room, [])
    await server.services.push.idle()
    assert await server.services.subscriptions.of(ann["table"], places=[1]) == []
