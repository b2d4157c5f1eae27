"""A daily game with known dice: begun in time, left until the records of others can be read, and finished then."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import FastAPI
from tests.server.asking import Api, code, play_out
from tests.server.conftest import FakeClock

DAY = "2027-01-15"


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


async def begin(api: Api, name: str) -> str:
    body = {"name": name, "browser": f"the-browser-of-{name}"}
    given = (await api.post(f"/api/daily/{DAY}", json=body)).json()
    return str(given["table"])


async def ranking(api: Api) -> list[tuple[str, bool]]:
    board = (await api.get(f"/api/daily/{DAY}/leaderboard")).json()
    return [(entry["name"], entry["late"]) for entry in board["entries"]]


async def test_whoever_could_read_the_dice_is_late_and_ranks_last(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    clock.now = at(f"{DAY}T23:50")
    eve = await begin(api, "Eve")
    clock.now = at(f"{DAY}T23:55")
    ann = await begin(api, "Ann")
    clock.now = at("2027-01-16T00:59:59")
    await play_out(app, ann)
    for part in ("record", "replay", "boards/0.svg"):
        assert await code(await api.get(f"/api/tables/{ann}/{part}")) == (403, "daily.hidden")
    clock.now = at("2027-01-16T01:00")
    for part in ("record", "replay", "boards/0.svg"):
        assert (await api.get(f"/api/tables/{ann}/{part}")).status_code == 200
    await play_out(app, eve)
    assert await ranking(api) == [("Ann", False), ("Eve", True)]


async def test_a_late_game_ranks_after_a_worse_one_in_time(app: FastAPI, api: Api, clock: FakeClock) -> None:
    """Both play alike, so that only the time each took would put the late one first."""
    clock.now = at(f"{DAY}T12:00")
    ann = await begin(api, "Ann")
    clock.now = at(f"{DAY}T13:00")
    await play_out(app, ann)
    eve = await begin(api, "Eve")
    clock.now = at("2027-01-16T01:00")
    await play_out(app, eve)
    assert await ranking(api) == [("Ann", False), ("Eve", True)]


async def test_a_player_is_told_until_when_it_counts(api: Api, clock: FakeClock) -> None:
    clock.now = at(f"{DAY}T23:58")
    until = "2027-01-16T01:00:00Z"
    assert (await api.get("/api/daily")).json()["counts_until"] == until
    table = await begin(api, "Ann")
    assert (await api.get(f"/api/tables/{table}")).json()["counts_until"] == until
