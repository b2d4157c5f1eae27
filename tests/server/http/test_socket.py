"""Real sockets: playing, reconnecting, racing, and everything an unknown client may send."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.playing import Client, next_action, waits
from tests.server.serving import Served, refused_hello, served
from tests.server.waiting import limited
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from inkrail.server.http.socket import Connection
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.settings import Settings
from inkrail.server.wire.messages import MOST_BYTES
from inkrail.server.wire.protocol import PROTOCOL


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as running:
        yield running


TWO = [{"kind": "human"}, {"kind": "human"}]


async def seated(server: Served, **body: object) -> tuple[Client, Client]:
    """Two people at a table whose game has started."""
    ann = await server.open_table(seats=TWO, **body)
    bob = await server.join(ann["table"])
    one, other = await server.client(ann).enter(), await server.client(bob).enter()
    assert (await one.ask({"type": "start", "id": "go"}))["type"] == "ack"
    while other.view["phase"] == "lobby":
        await other.frame()
    return one, other


async def play_on(clients: tuple[Client, ...], *, rounds: int) -> None:
    """Play until every client has seen this many closed rounds."""
    await asyncio.gather(*(play_alone(client, rounds=rounds) for client in clients))


async def play_alone(client: Client, *, rounds: int) -> None:
    while closed_rounds(client) < rounds:
        if waits(client.view):
            answer = await client.act(next_action(client.view), f"auto-{client.seen}")
            assert answer["type"] == "ack", answer
        else:
            await client.frame()


def closed_rounds(client: Client) -> int:
    return sum(event["kind"] == "round_closed" for event in client.events)


async def test_two_people_play_a_whole_game(server: Served) -> None:
    clients = await seated(server, rules="lake+draft")
    await play_on(clients, rounds=6)
    for client in clients:
        assert client.events[-1]["kind"] == "game_over"
        assert client.view["phase"] == "over"
        assert client.events[-1]["totals"] == [result["sheet"]["total"] for result in client.view["results"]]
        await client.leave()


async def test_who_moves_up_in_the_lobby_is_told_and_plays_on_their_new_seat(server: Served) -> None:
    """Ann opens a rematch, Cid comes, Bob does not; then Cid has Bob's number."""
    given = await server.open_table(seats=[*TWO, TWO[0]])
    others = [await server.join(given["table"], name) for name in ("Bob", "Cid")]
    clients = [await server.client(one).enter() for one in (given, *others)]
    await clients[0].ask({"type": "start", "id": "go"})
    await play_on(tuple(clients), rounds=7)
    path = f"/api/tables/{given['table']}/rematch"
    seats = []
    for one in (given, others[1]):
        headers = {"Authorization": f"Bearer {one['token']}"}
        seats.append((await server.http.post(path, headers=headers)).json())
    ann, cid = [await server.client(one).enter() for one in seats]
    watcher = await server.client(seats[0], watch=True).enter()
    assert (seats[1]["seat"], cid.welcome["seat"]) == (2, 2)
    bot = {"type": "set_seat", "id": "bot", "seat": 3, "bot": "greedy"}
    assert (await ann.ask(bot))["type"] == "ack"
    assert (await ann.ask({"type": "arrange", "id": "rules", "clock": 600}))["type"] == "ack"
    assert ann.welcome["table"]["clock"] == 600
    assert (await ann.ask({"type": "start", "id": "go", "without_free": True}))["type"] == "ack"
    while cid.view["phase"] == "lobby":
        await cid.frame()
    assert (cid.welcome["seat"], cid.view["seat"], cid.welcome["table"]["clock"]) == (1, 1, 600)
    assert [seat["name"] for seat in cid.view["seats"]] == ["Ann", "Cid", ""]
    while watcher.present["seats"] != [0, 1]:
        await watcher.frame()
    await play_on((ann, cid), rounds=1)
    await cid.leave()
    await cid.enter()
    assert cid.welcome["seat"] == 1


async def test_who_comes_back_gets_exactly_what_he_missed(server: Served) -> None:
    one, other = await seated(server)
    await play_on((one, other), rounds=1)
    await other.leave()
    seen = other.seen
    await one.act(next_action(one.view), "x1")
    await one.ask({"type": "react", "id": "x2", "reaction": "wave"})
    await other.enter()
    assert other.seen == seen + 1
    assert other.events[-1] == {"kind": "reaction", "seat": 0, "reaction": "wave"}
    fresh = await Client(server.address, table=other.welcome["table"]["table"], token=other._token).enter()
    assert fresh.events == other.events
    assert fresh.view == other.view


async def test_the_same_request_is_done_once(server: Served) -> None:
    one, _ = await seated(server)
    action = next_action(one.view)
    first = await one.act(action, "same")
    again = await one.act(action, "same")
    assert first == again
    assert len(one.view["drawings"]) == 1
    await one.leave()
    await one.enter()
    assert await one.act("done", "same") == first


async def test_answers_come_once_in_order_and_with_what_they_changed(server: Served) -> None:
    clients = await seated(server)
    ids = [f"wave-{number}" for number in range(8)]

    async def wave(client: Client) -> list[str]:
        for id_ in ids:
            await client.send({"type": "react", "id": id_, "reaction": "wave"})
        answered: list[str] = []
        while len(answered) < len(ids):
            before = client.seen
            frame = await client.frame()
            for ack in (message for message in frame if message["type"] == "ack"):
                answered.append(ack["id"])
                assert before < ack["number"] <= client.seen
                assert client.view["number"] == client.seen
        return answered

    assert await asyncio.gather(*map(wave, clients)) == [ids, ids]
    # What follows is the answer to this alone: nothing was sent twice.
    for client in clients:
        assert (await client.ask({"type": "react", "id": "last", "reaction": "clap"}))["type"] == "ack"


async def test_clients_that_leave_are_freed_without_a_collection(server: Served) -> None:
    given = await server.open_table(seats=TWO)
    address = f"{server.address.replace('http', 'ws')}/api/tables/{given['table']}/live"
    gc.disable()
    try:
        for _ in range(20):
            async with connect(address):
                pass  # without a hello
            await (await server.client(given).enter()).leave()
        async with limited("clients to be freed"):
            while sum(type(one) is Connection for one in gc.get_objects()) > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
    finally:
        gc.enable()


async def test_two_clients_racing_on_one_seat_draw_a_die_once(server: Served) -> None:
    ann = await server.open_table(rolls=[["highway-straight", "highway-t", "highway-curve", "overpass"]] * 7)
    tabs = [await server.client(ann).enter() for _ in range(2)]
    actions = ("draw highway-straight B1 H.H.", "draw highway-straight F1 H.H.")
    answers = await asyncio.gather(
        *(tab.act(action, action[22:24]) for tab, action in zip(tabs, actions, strict=True))
    )
    assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
    refused = next(answer for answer in answers if answer["type"] == "refused")
    assert refused["code"] == "draw.not_available"
    for tab in tabs:
        while not tab.view["drawings"]:
            await tab.frame()
        assert len(tab.view["drawings"]) == 1


async def test_messages_in_another_order_are_refused_and_the_table_goes_on(server: Served) -> None:
    ann = await server.open_table(rolls=[["highway-straight", "highway-t", "highway-curve", "overpass"]] * 7)
    client = await server.client(ann).enter()
    late = "draw highway-t B2 HHH."
    assert (await client.act(late, "2"))["code"] == "placement.unconnected"
    assert (await client.act("draw highway-straight B1 H.H.", "1"))["type"] == "ack"
    assert (await client.act(late, "2"))["type"] == "ack"
    assert (await client.act("done", "3"))["code"] == "round.dice_left"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("", "action.unknown"),
        ("draw", "action.unknown"),
        ("draw overpass D4 XXXX", "sides.not_an_orientation"),
        ("draw overpass Z9 HRHR", "cell.unknown"),
        ("draw lake-1 B1 ..L.", "piece.not_in_ruleset"),
        ("pick 1", "action.unknown"),
        ("take-back B1", "take_back.nothing"),
        ("take-back B1 overpass", "take_back.nothing"),
        ("take-back B1 overpass HRHR", "action.unknown"),
        ("done", "round.dice_left"),
        ("\ud800", "message.malformed"),
    ],
)
async def test_an_impossible_action_is_refused_with_its_code(
    *, server: Served, action: str, code: str
) -> None:
    client = await server.client(await server.open_table()).enter()
    await client.send({"type": "act", "id": "a", "action": action})
    answer = await client.until(lambda message: message["type"] == "refused")
    assert answer["code"] == code
    assert (await client.act(next_action(client.view), "b"))["type"] == "ack"


DEEP = "[" * 2000 + "]" * 2000


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("", "message.malformed"),
        ("not json", "message.malformed"),
        ("null", "message.malformed"),
        ("[]", "message.malformed"),
        ("{}", "message.malformed"),
        ('{"type": "act"}', "message.malformed"),
        ('{"type": "act", "id": "a", "action": 7}', "message.malformed"),
        ('{"type": "act", "id": "a", "action": "done", "more": 1}', "message.malformed"),
        ('{"type": "unheard-of"}', "message.malformed"),
        (f'{{"type": "hello", "protocol": {PROTOCOL}}}', "message.second_hello"),
        ('{"type": "hand_over", "seat": -1}', "message.malformed"),
        ('{"type": "hand_over", "seat": 1e99}', "message.malformed"),
        (f'{{"type": "act", "id": "a", "action": {DEEP}}}', "message.malformed"),
        ('{"type": "act", "id": "a", "action": "' + "x" * MOST_BYTES + '"}', "message.too_large"),
        ("x" * 60_000, "message.too_large"),
        (b"\x00\x01\x02", "message.not_text"),
        (b'{"type": "ping"}', "message.not_text"),
    ],
)
async def test_what_is_no_message_is_refused_and_the_connection_goes_on(
    *, server: Served, sent: str | bytes, code: str
) -> None:
    client = await server.client(await server.open_table()).enter()
    await client.socket.send(sent)
    assert (await client.until(lambda message: message["type"] == "refused"))["code"] == code
    assert (await client.act(next_action(client.view), "b"))["type"] == "ack"


@pytest.mark.parametrize(
    ("hello", "code", "close"),
    [
        ({"type": "hello", "protocol": PROTOCOL + 1, "news": {}}, "message.version", 4400),
        ({"type": "hello", "protocol": PROTOCOL, "token": "wrong" * 5}, "seat.wrong_token", 4401),
        ({"type": "hello", "protocol": PROTOCOL, "token": ""}, "seat.wrong_token", 4401),
        ({"type": "hello", "protocol": PROTOCOL, "since": -1}, "message.malformed", 4401),
        ({"type": "ping"}, "message.no_hello", 4401),
        ({"type": "act", "id": "a", "action": "done"}, "message.no_hello", 4401),
    ],
)
async def test_a_wrong_hello_is_answered_and_sent_away(
    *, server: Served, hello: dict[str, Any], code: str, close: int
) -> None:
    table = (await server.open_table())["table"]
    assert await refused_hello(server, json.dumps(hello), table=table) == (code, close)


async def test_a_binary_hello_and_an_unknown_table_are_refused(server: Served) -> None:
    table = (await server.open_table())["table"]
    assert await refused_hello(server, b"\xff", table=table) == ("message.not_text", 4401)
    hello = json.dumps({"type": "hello", "protocol": PROTOCOL})
    assert await refused_hello(server, hello, table="no-such-table") == ("table.unknown", 4404)


async def test_a_frame_beyond_all_measure_closes_the_connection_alone(server: Served) -> None:
    given = await server.open_table()
    client, other = await server.client(given).enter(), await server.client(given).enter()
    await client.socket.send("x" * 200_000)
    with pytest.raises(ConnectionClosed) as closed:
        await client.until(lambda _: False)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009  # who still sends may get no reason
    assert (await other.act(next_action(other.view), "a"))["type"] == "ack"


async def test_a_watcher_may_look_and_not_touch(server: Served) -> None:
    given = await server.open_table()
    watcher = await server.client(given, watch=True).enter()
    assert watcher.welcome["seat"] is None
    for message in (
        {"type": "act", "id": "a", "action": "done"},
        {"type": "why", "id": "a", "verb": "draw", "piece": "x", "cell": "A1"},
    ):
        assert (await watcher.ask(message))["code"] == "seat.no_token"


def slowed(server: Served) -> float | None:
    """How many messages were delayed by the rate limit."""
    return server.services.metrics.registry.get_sample_value("inkrail_slowed_total")


async def test_whoever_sends_too_fast_waits_and_loses_nothing(settings: Settings) -> None:
    async with served(replace(settings, messages=5), clock=FakeClock()) as server:
        given = await server.open_table()
        client, other = await server.client(given).enter(), await server.client(given).enter()
        for _ in range(8):
            await client.send({"type": "ping"})
        assert (await other.act(next_action(other.view), "a"))["type"] == "ack"
        pongs = 0
        while pongs < 8:
            pongs += sum(message["type"] == "pong" for message in await client.frame())
        assert slowed(server) == 3


async def test_requests_that_cost_more_are_counted_more(settings: Settings) -> None:
    async with served(replace(settings, messages=5), clock=FakeClock()) as server:
        client = await server.client(await server.open_table()).enter()
        for waited in (0, 1):
            answer = await client.ask({"type": "turn", "id": f"t{waited}", "cell": "A1"})
            assert answer["code"] == "turn.nothing"
            assert slowed(server) == waited


async def test_a_full_server_takes_no_further_connections(settings: Settings) -> None:
    async with served(replace(settings, connections=1)) as server:
        given = await server.open_table()
        client = await server.client(given).enter()
        with pytest.raises(InvalidStatus):
            await server.client(given).enter()
        assert (await client.act(next_action(client.view), "a"))["type"] == "ack"


async def test_only_what_changed_is_sent_and_of_others_drawings_nothing(server: Served) -> None:
    rolls = [["highway-straight", "highway-t", "highway-curve", "overpass"]] * 7
    one, other = await seated(server, rolls=rolls)
    while other.present["seats"] != [0, 1]:
        await other.frame()
    await one.send({"type": "act", "id": "a", "action": "draw highway-straight B1 H.H."})
    ack, event, change = await one.frame()
    assert (ack["type"], event["event"]["kind"]) == ("ack", "drawn")
    assert change["parts"].keys() == {"boards", "dice", "drawings", "duties", "options", "sheet"}
    await one.ask({"type": "react", "id": "b", "reaction": "wave"})
    event, change = await other.frame()
    assert event["event"] == {"kind": "reaction", "seat": 0, "reaction": "wave"}
    assert change["parts"] == {}


async def test_who_waits_too_long_is_told_without_asking(settings: Settings, clock: FakeClock) -> None:
    async with served(settings, clock=clock) as server:
        one, _ = await seated(server)
        assert [seat["idle"] for seat in one.view["seats"]] == [False, False]
        clock.now += IDLE_SECONDS
        await server.services.sweep.run()
        while not one.view["seats"][1]["idle"]:
            await one.frame()
        assert (await one.ask({"type": "hand_over", "id": "h", "seat": 1}))["type"] == "ack"


async def test_everybody_sees_who_is_there(server: Served) -> None:
    one, other = await seated(server)
    while one.present["seats"] != [0, 1]:
        await one.frame()
    await other.leave()
    while one.present["seats"] != [0]:
        await one.frame()


async def test_the_reason_why_a_piece_does_not_fit_is_told(server: Served) -> None:
    given = await server.open_table(
        rolls=[["highway-straight", "highway-t", "highway-curve", "overpass"]] * 7
    )
    client = await server.client(given).enter()
    why = {"type": "why", "id": "w", "verb": "draw", "piece": "highway-t"}
    assert (await client.ask({**why, "cell": "D4"}))["code"] == "placement.unconnected"
    assert (await client.ask({**why, "cell": "B1"}))["code"] is None
    assert (await client.ask({**why, "piece": "railway-t", "cell": "B1"}))["code"] == "draw.not_available"


async def test_a_table_survives_an_orderly_restart(settings: Settings) -> None:
    async with served(settings) as server:
        clients = await seated(server)
        await play_on(clients, rounds=2)
        await clients[0].act(next_action(clients[0].view), "last")
        given = {"table": clients[0].welcome["table"]["table"], "token": clients[0]._token or ""}
        before = clients[0].view, clients[0].events
        for client in clients:
            await client.leave()
    async with served(settings) as server:
        client = await server.client(given).enter()
        assert client.events == before[1]
        before[0]["seats"][1]["connected"] = False
        assert client.view == before[0]
