"""The daily game."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta

import pytest
from fastapi import FastAPI
from tests.server.asking import BROWSER, Api, code, play_out, services
from tests.server.conftest import FakeClock
from tests.server.serving import refused_hello, served

from inkrail.server.rooms.daily import PLAN, daily_seed, ruleset_of
from inkrail.server.rooms.rows import Roll
from inkrail.server.settings import Settings
from inkrail.server.wire.protocol import PROTOCOL

OTHER = f"{BROWSER}-other"


def today(clock: FakeClock) -> date:
    return datetime.fromtimestamp(clock.now, UTC).date()


async def test_everybody_has_the_same_dice_and_one_counted_try(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = today(clock).isoformat()
    assert (await api.get("/api/daily")).json()["played"] == "no"
    first = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": BROWSER})).json()
    again = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": BROWSER})).json()
    assert (first["table"], first["counted"]) == (again["table"], again["counted"])
    assert first["token"] != again["token"]
    mine = {"x-browser": BROWSER}
    assert (await api.get("/api/daily", headers=mine)).json()["played"] == "running"
    clock.now += 90
    open_room = await play_out(app, first["table"])
    info = (await api.get("/api/daily", headers=mine)).json()
    assert (info["played"], info["table"]) == ("over", first["table"])
    more = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": BROWSER})).json()
    assert more["counted"] is False
    other = await play_out(app, more["table"])
    assert [c.faces for c in other.room.closed] == [c.faces for c in open_room.room.closed]
    board = (await api.get(f"/api/daily/{day}/leaderboard", headers=mine)).json()
    sheet = open_room.room.sheets()[0]
    assert board["players"] == 1
    assert board["entries"] == [
        {
            "rank": 1,
            "name": "Ann",
            "score": sheet.total,
            "errors": sheet.errors,
            "seconds": 90,
            "late": False,
            "table": first["table"],
            "mine": True,
        }
    ]


async def test_past_days_stay_playable_and_comparable(app: FastAPI, api: Api, clock: FakeClock) -> None:
    day = today(clock)
    body = {"name": "Ann", "browser": BROWSER}
    early = (await api.post(f"/api/daily/{day}", json=body)).json()
    await play_out(app, early["table"])
    clock.now += 24 * 3600
    bob = {"name": "Bob", "browser": OTHER}
    late = (await api.post(f"/api/daily/{day}", json=bob)).json()
    assert late["counted"] is False
    same = await play_out(app, late["table"])
    assert (await api.get(f"/api/daily/{day}", headers={"x-browser": OTHER})).json()["played"] == "no"
    entries = (await api.get(f"/api/daily/{day}/leaderboard")).json()["entries"]
    assert [(entry["name"], entry["late"], entry["mine"]) for entry in entries] == [("Ann", False, False)]
    replay = (await api.get(f"/api/tables/{early['table']}/replay")).json()
    assert [one["faces"] for one in replay["rounds"]] == [list(closed.faces) for closed in same.room.closed]
    new = (await api.post(f"/api/daily/{today(clock)}", json=body)).json()
    assert new["counted"] is True


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2027-01-17", (403, "daily.not_yet")),
        ("2025-12-31", (404, "daily.unknown_day")),
        ("2026-02-30", (404, "daily.unknown_day")),
        ("20260201", (404, "daily.unknown_day")),
        ("yesterday", (404, "daily.unknown_day")),
    ],
)
async def test_days_to_come_and_days_that_are_none_are_refused(
    *, api: Api, day: str, expected: tuple[int, str]
) -> None:
    assert await code(await api.get(f"/api/daily/{day}")) == expected
    assert await code(await api.post(f"/api/daily/{day}", json={"name": "A", "browser": BROWSER})) == expected


async def test_nothing_of_the_dice_is_told_before_they_are_rolled(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = today(clock).isoformat()
    given = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": BROWSER})).json()
    seed = daily_seed("a secret of the tests", date=day, ruleset=ruleset_of(today(clock)))
    stored = await services(app).store.table(given["table"])
    assert seed not in str(stored)
    assert stored is not None
    assert sum(isinstance(step, Roll) for row in stored.rows for step in row.row.steps) == 1
    bearer = {"authorization": f"Bearer {given['token']}"}
    replay = (await api.get(f"/api/tables/{given['table']}/replay", headers=bearer)).json()
    assert replay["rounds"] == []


async def test_a_day_tells_when_it_ends_and_what_the_next_days_bring(api: Api, clock: FakeClock) -> None:
    info = (await api.get("/api/daily")).json()
    first = today(clock)
    days = [first + timedelta(days=days) for days in range(1, 7)]
    midnight = datetime.combine(days[0], time(), UTC).timestamp()
    assert info["seconds_left"] == midnight - clock.now
    assert (info["closed"], (await api.get(f"/api/daily/{first - timedelta(days=2)}")).json()["closed"]) == (
        False,
        True,
    )
    assert info["coming"] == [{"date": f"{day}", "ruleset": ruleset_of(day)} for day in days]
    rulesets = {info["ruleset"], *(day["ruleset"] for day in info["coming"])}
    assert rulesets == set(PLAN)


async def test_whoever_has_finished_sees_their_place_and_all_scores(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = today(clock).isoformat()
    for name in ("Ann", "Ben", "Cleo"):
        body = {"name": name, "browser": f"the-browser-of-{name}"}
        table = (await api.post(f"/api/daily/{day}", json=body)).json()["table"]
        await play_out(app, table)
        clock.now += 60  # all play alike, so that the time decides
    path = f"/api/daily/{day}/leaderboard?limit=1"
    seen = []
    for name in ("Ann", "Ben", "Cleo"):
        board = (await api.get(path, headers={"x-browser": f"the-browser-of-{name}"})).json()
        assert len(board["entries"]) == 1
        assert board["mine"]["name"] == name
        seen.append((board["mine"]["rank"], board["percentile"]))
    assert sorted(seen) == [(1, 100), (2, 50), (3, 0)]
    stranger = (await api.get(path)).json()
    assert (stranger["mine"], stranger["percentile"]) == (None, None)
    score = stranger["entries"][0]["score"]
    assert stranger["distribution"] == [{"score": score, "players": 3}]
    info = (await api.get("/api/daily", headers={"x-browser": "the-browser-of-Ann"})).json()
    assert (info["score"], info["players"]) == (score, 3)


async def test_whoever_has_finished_sees_the_finished_boards_of_others(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = today(clock).isoformat()
    ann = (await api.post(f"/api/daily/{day}", json={"name": "Ann", "browser": BROWSER})).json()
    ben = (await api.post(f"/api/daily/{day}", json={"name": "Ben", "browser": OTHER})).json()
    await play_out(app, ann["table"])
    theirs = [f"/api/tables/{ann['table']}{part}" for part in ("/record", "/replay", "/boards/0.svg")]
    as_ben = {"x-browser": OTHER}
    for path in theirs:
        assert await code(await api.get(path, headers=as_ben)) == (403, "daily.hidden")
    # Ann has finished, but Ben's game still runs.
    mine = {"x-browser": BROWSER}
    answer = await api.get(f"/api/tables/{ben['table']}/replay", headers=mine)
    assert await code(answer) == (403, "daily.hidden")
    await play_out(app, ben["table"])
    for path in theirs:
        assert (await api.get(path, headers=as_ben)).status_code == 200
        assert await code(await api.get(path)) == (403, "daily.hidden")
    # Nobody plays these dice again as a game that others could watch.
    answer = await api.post(f"/api/tables/{ann['table']}/play-on", json=PLAY_ON, headers=as_ben)
    assert await code(answer) == (403, "daily.hidden")


PLAY_ON = {"name": "Eve", "seat": 0, "round": 2, "dice": "same"}


async def test_as_long_as_a_day_lasts_its_dice_are_shown_only_to_who_plays_them(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    day = today(clock).isoformat()
    body = {"name": "Ann", "browser": BROWSER}
    first = (await api.post(f"/api/daily/{day}", json=body)).json()
    await play_out(app, first["table"])
    second = (await api.post(f"/api/daily/{day}", json=body)).json()
    for given in (first, second):
        path = f"/api/tables/{given['table']}"
        mine = {"authorization": f"Bearer {given['token']}"}
        wrong = {"authorization": f"Bearer {'wrong' * 5}"}
        for part in ("/record", "/replay", "/boards/0.svg"):
            assert (await api.get(path + part, headers=mine)).status_code == 200
            for headers in ({}, wrong):
                assert await code(await api.get(path + part, headers=headers)) == (403, "daily.hidden")
        dare = await api.post(f"{path}/challenges", json={"browser": BROWSER}, headers=mine)
        assert await code(dare) == (403, "daily.hidden")
        on = await api.post(f"{path}/play-on", json=PLAY_ON, headers=mine)
        assert await code(on) == (403, "daily.hidden")
    clock.now += 24 * 3600
    path = f"/api/tables/{first['table']}"
    for part in ("/record", "/replay", "/boards/0.svg"):
        assert (await api.get(path + part)).status_code == 200
    own = {"authorization": f"Bearer {first['token']}"}
    dare = await api.post(f"{path}/challenges", json={"browser": BROWSER}, headers=own)
    assert dare.status_code == 201
    assert (await api.post(f"{path}/play-on", json=PLAY_ON)).status_code == 201


async def test_nobody_watches_a_days_game_before_the_day_is_over(
    settings: Settings, clock: FakeClock
) -> None:
    async with served(settings, clock=clock) as server:
        body = {"name": "Ann", "browser": BROWSER}
        given = (await server.http.post(f"/api/daily/{today(clock)}", json=body)).json()
        hello = json.dumps({"type": "hello", "protocol": PROTOCOL})
        assert await refused_hello(server, hello, table=given["table"]) == ("daily.hidden", 4401)
        player = await server.client(given).enter()
        assert player.view["faces"] != []
        clock.now += 24 * 3600
        watcher = await server.client(given, watch=True).enter()
        assert watcher.welcome["seat"] is None
