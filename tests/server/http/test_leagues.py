"""Leagues over HTTP: made, joined, played, left, deleted."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, play_out, services
from tests.server.conftest import FakeClock

from inkrail.server.rooms.daily import ruleset_of
from inkrail.server.rooms.leagues import MOST_LEAGUES, MOST_MEMBERS, MOST_OPENED, Member

DAY = 24 * 3600
MONDAY = datetime(2027, 1, 11, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def clock() -> FakeClock:
    """A clock that starts on a Monday, so that a few days later it is still the same week."""
    return FakeClock(MONDAY)


def browser_of(name: str) -> str:
    return f"the-browser-of-{name}"


def headers(name: str) -> dict[str, str]:
    return {"x-browser": browser_of(name)}


async def make(api: Api, player: str, **wishes: Any) -> str:
    body = {"name": "Friday club", "player": player, "browser": browser_of(player), **wishes}
    answer = await api.post("/api/leagues", json=body)
    assert answer.status_code == 201, answer.text
    return f"/api/leagues/{answer.json()['league']}"


async def join(api: Api, league: str, name: str, *, as_: str | None = None) -> None:
    body = {"name": as_ or name, "browser": browser_of(name)}
    answer = await api.post(f"{league}/members", json=body)
    assert answer.status_code == 200, answer.text


async def look(api: Api, league: str, name: str | None = None, **query: str) -> dict[str, Any]:
    answer = await api.get(league, headers=headers(name) if name else {}, params=query)
    assert answer.status_code == 200, answer.text
    info: dict[str, Any] = answer.json()
    return info


async def play_day(app: FastAPI, api: Api, name: str, *, day: str, to_its_end: bool = True) -> str:
    body = {"name": name, "browser": browser_of(name)}
    table = str((await api.post(f"/api/daily/{day}", json=body)).json()["table"])
    if to_its_end:
        await play_out(app, table)
    return table


async def play_game(app: FastAPI, api: Api, name: str, *, league: str, number: int) -> dict[str, Any]:
    answer = await api.post(f"{league}/games/{number}", json={"browser": browser_of(name)})
    assert answer.status_code == 201, answer.text
    given: dict[str, Any] = answer.json()
    await play_out(app, given["table"])
    return given


def cells(info: dict[str, Any], name: str) -> list[dict[str, Any]]:
    (row,) = [row for row in info["members"] if row["name"] == name]
    results: list[dict[str, Any]] = row["results"]
    return results


async def total_of(app: FastAPI, table: str) -> int:
    return (await services(app).rooms.open(table)).room.sheets()[0].total


async def test_a_new_league_shows_the_days_of_its_week_and_its_maker(api: Api) -> None:
    league = await make(api, "Ann", name=" Friday  club ")
    days = [f"2027-01-{day}" for day in range(11, 18)]
    assert await look(api, league) == {
        "league": league.rpartition("/")[2],
        "name": "Friday club",
        "dice": "daily",
        "rules": None,
        "week": "2027-W02",
        "previous": None,
        "following": None,
        "member": False,
        "mine": False,
        "full": False,
        "games": [
            {
                "game": day,
                "rules": ruleset_of(date.fromisoformat(day)),
                "state": "open" if day == days[0] else "coming",
                "today": day == days[0],
                "played": "no",
                "table": None,
            }
            for day in days
        ],
        "members": [
            {
                "name": "Ann",
                "mine": False,
                "maker": True,
                "rank": 1,
                "total": 0,
                "played": 0,
                "results": [
                    {"state": "open" if day == days[0] else "coming", "score": None, "table": None}
                    for day in days
                ],
            }
        ],
    }
    mine = await look(api, league, "Ann")
    assert (mine["member"], mine["mine"], mine["members"][0]["mine"]) == (True, True, True)
    assert await code(await api.get("/api/leagues/none")) == (404, "league.unknown")


async def test_three_days_of_a_league_in_one_table(app: FastAPI, api: Api, clock: FakeClock) -> None:
    league = await make(api, "Ann")
    first = await play_day(app, api, "Ann", day="2027-01-11")
    # Ben has played before he joins, and his day counts.
    ben_first = await play_day(app, api, "Ben", day="2027-01-11")
    await join(api, league, "Ben", as_="Benny")
    clock.now += DAY
    late = await play_day(app, api, "Ann", day="2027-01-12", to_its_end=False)
    second = await play_day(app, api, "Ben", day="2027-01-12")
    clock.now += DAY
    await play_out(app, late)
    info = await look(api, league)
    scores = [await total_of(app, table) for table in (first, late, ben_first, second)]
    assert [(one["state"], one["score"]) for one in cells(info, "Ann")[:4]] == [
        ("over", scores[0]),
        ("late", scores[1]),
        ("open", None),
        ("coming", None),
    ]
    assert [one["score"] for one in cells(info, "Benny")[:3]] == [scores[2], scores[3], None]
    rows = {row["name"]: (row["total"], row["played"]) for row in info["members"]}
    assert rows == {"Ann": (scores[0], 1), "Benny": (scores[2] + scores[3], 2)}
    totals = [row["total"] for row in info["members"]]
    assert totals == sorted(totals, reverse=True)
    clock.now += DAY
    states = [one["state"] for one in cells(await look(api, league), "Ann")[:4]]
    assert states == ["over", "late", "missed", "open"]

    clock.now += 4 * DAY
    info = await look(api, league)
    assert (info["week"], info["previous"], info["following"]) == ("2027-W03", "2027-W02", None)
    assert [row["total"] for row in info["members"]] == [0, 0]
    before = await look(api, league, week="2027-W02")
    assert (before["previous"], before["following"]) == (None, "2027-W03")
    assert {row["name"]: row["total"] for row in before["members"]} == {
        name: total for name, (total, _) in rows.items()
    }
    await join(api, league, "Cleo")
    assert len((await look(api, league))["members"]) == 3
    assert len((await look(api, league, week="2027-W02"))["members"]) == 2
    for week, status in (("2027-W01", 404), ("2027-W04", 404), ("soon", 422)):
        assert (await api.get(league, params={"week": week})).status_code == status


async def test_the_boards_of_a_day_are_linked_for_who_has_finished_it_and_later_for_all(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    league = await make(api, "Ann")
    for name in ("Ben", "Cleo"):
        await join(api, league, name)
    ann = await play_day(app, api, "Ann", day="2027-01-11")
    running = await play_day(app, api, "Cleo", day="2027-01-11", to_its_end=False)
    for viewer, table in ((None, None), ("Ben", None), ("Cleo", None), ("Ann", ann)):
        assert cells(await look(api, league, viewer), "Ann")[0]["table"] == table
    info = await look(api, league, "Cleo")
    assert cells(info, "Cleo")[0] == {"state": "playing", "score": None, "table": None}
    assert (info["games"][0]["played"], info["games"][0]["table"]) == ("running", running)
    assert (await look(api, league, "Ann"))["games"][0]["played"] == "over"
    clock.now += DAY
    assert cells(await look(api, league), "Ann")[0]["table"] == ann


async def test_a_league_with_games_of_its_own_gives_everyone_the_same_hidden_dice(
    app: FastAPI, api: Api
) -> None:
    league = await make(api, "Ann", rules="lake", games=2)
    await join(api, league, "Ben")
    info = await look(api, league, "Ann")
    assert (info["dice"], info["rules"], info["week"], info["previous"]) == ("own", "lake", None, None)
    columns = [(one["game"], one["rules"], one["state"], one["today"]) for one in info["games"]]
    assert columns == [("1", "lake", "open", False), ("2", "lake", "open", False)]

    ann, ben = [await play_game(app, api, name, league=league, number=2) for name in ("Ann", "Ben")]
    rooms = [(await services(app).rooms.open(one["table"])).room for one in (ann, ben)]
    rolls = [[closed.faces for closed in room.closed] for room in rooms]
    assert rolls[0] == rolls[1]
    summary = (await api.get(f"/api/tables/{ann['table']}")).json()
    assert (summary["purpose"], summary["source"]) == ("league", f"{info['league']}.2")
    again = await api.post(f"{league}/games/2", json={"browser": browser_of("Ben")})
    assert await code(again) == (409, "league.played")

    assert cells(await look(api, league, "Ben"), "Ann")[1]["table"] == ann["table"]
    assert cells(await look(api, league, "Cleo"), "Ann")[1]["table"] is None
    replay = f"/api/tables/{ann['table']}/replay"
    assert (await api.get(replay, headers=headers("Ben"))).status_code == 200
    assert await code(await api.get(replay, headers=headers("Cleo"))) == (403, "league.hidden")


async def test_a_game_of_the_league_is_resumed_and_only_by_members(app: FastAPI, api: Api) -> None:
    league = await make(api, "Ann", rules="base", games=1)
    body = {"browser": browser_of("Ann")}
    given = (await api.post(f"{league}/games/1", json=body)).json()
    resumed = (await api.post(f"{league}/games/1", json=body)).json()
    assert resumed["table"] == given["table"]
    assert resumed["token"] != given["token"]
    room = (await services(app).rooms.open(given["table"])).room
    assert room.names == ["Ann"]
    stranger = await api.post(f"{league}/games/1", json={"browser": browser_of("Eve")})
    assert await code(stranger) == (403, "league.not_member")
    assert await code(await api.post(f"{league}/games/2", json=body)) == (404, "league.unknown_game")
    assert (await api.post(f"{league}/games/11", json=body)).status_code == 422
    dailies = await make(api, "Ann")
    assert await code(await api.post(f"{dailies}/games/1", json=body)) == (404, "league.unknown_game")


async def test_my_leagues_tell_what_i_have_played_and_what_waits(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    assert (await api.get("/api/leagues")).json() == {"leagues": []}
    dailies = await make(api, "Ann")
    clock.now += 1
    own = await make(api, "Ann", name="Lakes", rules="lake", games=3)
    await join(api, own, "Ben")
    await play_day(app, api, "Ann", day="2027-01-11")
    await play_game(app, api, "Ann", league=own, number=1)
    await play_game(app, api, "Ben", league=own, number=1)

    async def mine(name: str) -> list[tuple[object, ...]]:
        found = (await api.get("/api/leagues", headers=headers(name))).json()["leagues"]
        return [(one["league"], one["dice"], one["games"], one["played"], one["open"]) for one in found]

    ids = [league.rpartition("/")[2] for league in (own, dailies)]
    assert await mine("Ann") == [(ids[0], "own", 3, 1, 2), (ids[1], "daily", 7, 1, 0)]
    assert await mine("Ben") == [(ids[0], "own", 3, 1, 2)]
    clock.now += DAY
    assert (await mine("Ann"))[1] == (ids[1], "daily", 7, 1, 1)


async def test_only_the_maker_renames_and_deletes(app: FastAPI, api: Api) -> None:
    league = await make(api, "Ann", rules="base", games=1)
    await join(api, league, "Ben")
    ben = await play_game(app, api, "Ben", league=league, number=1)
    new = {"name": "Saturday", "browser": browser_of("Ben")}
    assert await code(await api.patch(league, json=new)) == (403, "league.not_maker")
    answer = await api.patch(league, json=new | {"browser": browser_of("Ann")})
    assert answer.status_code == 200
    assert (await look(api, league))["name"] == "Saturday"
    for who in ({}, headers("Ben")):
        assert await code(await api.delete(league, headers=who)) == (403, "league.not_maker")
    assert (await api.delete(league, headers=headers("Ann"))).status_code == 204
    assert await code(await api.get(league)) == (404, "league.unknown")
    # The game is still Ben's, and nobody else's.
    replay = f"/api/tables/{ben['table']}/replay"
    bearer = {"authorization": f"Bearer {ben['token']}"}
    assert (await api.get(replay, headers=bearer)).status_code == 200
    assert await code(await api.get(replay, headers=headers("Ann"))) == (403, "league.hidden")


async def test_members_leave_at_will_and_the_next_may_delete_it(api: Api, clock: FakeClock) -> None:
    league = await make(api, "Ann")
    for name in ("Ben", "Cleo"):
        clock.now += 1
        await join(api, league, name)
    for who in ({}, headers("Eve"), headers("Ann"), headers("Ann")):
        assert (await api.delete(f"{league}/members/me", headers=who)).status_code == 204
    info = await look(api, league, "Ann")
    assert [row["name"] for row in info["members"]] == ["Ben", "Cleo"]
    assert (info["member"], info["mine"]) == (False, False)
    assert (await look(api, league, "Ben"))["mine"]
    assert (await api.delete(league, headers=headers("Ben"))).status_code == 204
    other = await make(api, "Ann")
    await api.delete(f"{other}/members/me", headers=headers("Ann"))
    assert await code(await api.get(other)) == (404, "league.unknown")


async def test_the_number_of_members_and_leagues_is_bounded(app: FastAPI, api: Api, clock: FakeClock) -> None:
    league = await make(api, "Ann")
    id_ = league.rpartition("/")[2]
    for number in range(MOST_MEMBERS - 1):
        await services(app).leagues.join(Member(id_, f"browser {number}", "Ben", clock.now))
    body = {"name": "Cleo", "browser": browser_of("Cleo")}
    assert await code(await api.post(f"{league}/members", json=body)) == (409, "league.full")
    assert (await look(api, league))["full"]
    for _ in range(MOST_LEAGUES - 1):
        await make(api, "Ann")
    ann = {"name": "Once more", "player": "Ann", "browser": browser_of("Ann")}
    assert await code(await api.post("/api/leagues", json=ann)) == (409, "league.too_many")
    bens = await make(api, "Ben")
    joining = {"name": "Ann", "browser": browser_of("Ann")}
    assert await code(await api.post(f"{bens}/members", json=joining)) == (409, "league.too_many")
    # Who is in it may still change their name.
    await join(api, league, "Ann", as_="Anna")
    for number in range(MOST_OPENED - MOST_LEAGUES - 1):
        await make(api, f"Dora-{number}")
    dora = ann | {"browser": browser_of("Emil")}
    assert await code(await api.post("/api/leagues", json=dora)) == (429, "league.too_many_made")
    clock.now += DAY
    assert (await api.post("/api/leagues", json=dora)).status_code == 201


async def test_a_league_needs_names_and_a_ruleset_for_one(api: Api) -> None:
    body = {"name": "Club", "player": "Ann", "browser": browser_of("Ann")}
    for wrong, expected in (
        ({"name": " "}, "name.empty"),
        ({"player": "\u200b"}, "name.empty"),
        ({"rules": "chess"}, "ruleset.unknown"),
        ({"rules": "base+draft"}, "table.seats"),
    ):
        assert await code(await api.post("/api/leagues", json=body | wrong)) == (422, expected)
    league = await make(api, "Ann")
    empty = {"name": " ", "browser": browser_of("Ann")}
    assert await code(await api.patch(league, json=empty)) == (422, "name.empty")
    assert await code(await api.post(f"{league}/members", json=empty)) == (422, "name.empty")
