"""The HTTP API of tables."""

from __future__ import annotations

from fastapi import FastAPI
from pydantic import TypeAdapter
from tests.server.asking import BROWSER, HUMANS, Api, code, opened, play_out, services
from tests.server.conftest import FakeClock
from tests.server.http.test_daily import today

from inkrail.game.actions import parse_action
from inkrail.game.record import parse_record
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Proposal
from inkrail.server.rooms.room import Room
from inkrail.server.wire.hints import HintGiven
from inkrail.server.wire.summaries import Replay


def begin(room: Room) -> Proposal:
    return commands.carry_out(room, commands.Start(), seat=0, now=0)


async def test_a_table_is_opened_listed_and_joined(api: Api) -> None:
    given = await opened(api, seats=HUMANS, public=True)
    await opened(api, seats=HUMANS)
    listed = (await api.get("/api/tables", params={"which": "open"})).json()["tables"]
    assert [table["table"] for table in listed] == [given["table"]]
    joined = (await api.post(f"/api/tables/{given['table']}/join", json={"name": " B\u202eo\tb "})).json()
    assert joined["seat"] == 1
    one = (await api.get(f"/api/tables/{given['table']}")).json()
    assert [seat["name"] for seat in one["seats"]] == ["Ann", "Bo b"]
    answer = await api.post(f"/api/tables/{given['table']}/join", json={"name": "Cid"})
    assert await code(answer) == (409, "table.full")


async def test_tokens_are_stored_hashed_and_told_once(app: FastAPI, api: Api) -> None:
    given = await opened(api, seats=HUMANS, public=True)
    stored = await services(app).store.table(given["table"])
    assert given["token"] not in str(stored)
    for path in ("", "/record", "/replay"):
        assert given["token"] not in (await api.get(f"/api/tables/{given['table']}{path}")).text


async def test_a_finished_game_can_be_read_replayed_and_seen(app: FastAPI, api: Api) -> None:
    given = await opened(api, rules="river", seed="abc")
    await play_out(app, given["table"])
    path = f"/api/tables/{given['table']}"
    record = (await api.get(f"{path}/record")).text
    _, table = parse_record(record)
    replay = (await api.get(f"{path}/replay")).json()
    assert TypeAdapter(Replay).validate_python(replay) == replay
    assert [found["round"] for found in replay["rounds"]] == [1, 2, 3, 4, 5, 6]
    assert replay["rounds"][-1]["seats"][0]["sheet"]["total"] == table.sheets()[0].total
    assert replay["used"] == [{"special": len(table.seats[0].position.crossed_off)}]
    picture = await api.get(f"{path}/boards/0.svg", params={"round": 2, "theme": "dark"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert await code(await api.get(f"{path}/boards/0.svg", params={"round": 7})) == (404, "board.unknown")
    assert await code(await api.get(f"{path}/boards/1.svg")) == (404, "board.unknown")


async def test_a_finished_game_is_played_on_from_any_of_its_rounds(app: FastAPI, api: Api) -> None:
    given = await opened(api, seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}])
    path = f"/api/tables/{given['table']}"
    body = {"name": "Eve", "seat": 1, "round": 6, "dice": "same"}
    assert await code(await api.post(f"{path}/play-on", json=body)) == (409, "table.not_over")
    game = await play_out(app, given["table"])
    answer = await api.post(f"{path}/play-on", json=body)
    assert answer.status_code == 201
    other = await play_out(app, answer.json()["table"])
    assert other.room.closed[4].seats == (game.room.closed[4].seats[1],)
    assert [one.faces for one in other.room.closed] == [one.faces for one in game.room.closed]
    shown = (await api.get(f"/api/tables/{answer.json()['table']}")).json()
    assert [shown[name] for name in ("counted", "purpose", "source", "begins")] == [
        False,
        "play_on",
        given["table"],
        6,
    ]
    listed = (await api.get("/api/tables", params={"which": "running"})).json()["tables"]
    assert listed == []
    again = await api.post(f"{path}/play-on", json={**body, "round": 1, "dice": "new"})
    assert (await services(app).rooms.open(again.json()["table"])).room.waiting.round == 1
    for wrong, problem in (
        ({"seat": 2}, (422, "seat.unknown")),
        ({"round": 8}, (404, "opening.round")),
        ({"round": 0}, (422, "request.invalid")),
        ({"dice": "old"}, (422, "request.invalid")),
    ):
        assert await code(await api.post(f"{path}/play-on", json={**body, **wrong})) == problem
    assert await code(await api.post("/api/tables/none/play-on", json=body)) == (404, "table.unknown")


async def test_a_running_game_is_not_played_again(api: Api) -> None:
    given = await opened(api)
    path = f"/api/tables/{given['table']}"
    bearer = {"authorization": f"Bearer {given['token']}"}
    assert await code(await api.post(f"{path}/rematch", headers=bearer)) == (409, "table.not_over")


async def test_a_rematch_brings_the_same_people_to_one_table(app: FastAPI, api: Api) -> None:
    ann = await opened(api, seats=HUMANS, seed="abc")
    path = f"/api/tables/{ann['table']}"
    bob = (await api.post(f"{path}/join", json={"name": "Bob"})).json()
    rooms = services(app).rooms
    open_room = await rooms.open(ann["table"])

    await rooms.perform(open_room, begin)
    await play_out(app, ann["table"])
    assert await code(await api.post(f"{path}/rematch")) == (401, "seat.no_token")
    wrong = {"authorization": "Bearer wrong"}
    assert await code(await api.post(f"{path}/rematch", headers=wrong)) == (403, "seat.wrong_token")
    seats = []
    for one in (bob, ann, ann):
        bearer = {"authorization": f"Bearer {one['token']}"}
        seats.append((await api.post(f"{path}/rematch", headers=bearer)).json())
    assert len({seat["table"] for seat in seats}) == 1
    assert [seat["seat"] for seat in seats] == [0, 1, 1]
    new = await rooms.open(seats[0]["table"])
    assert new.room.names == ["Bob", "Ann"]
    assert (await api.get(path)).json()["rematch"] == seats[0]["table"]


async def test_a_hint_needs_the_token_of_a_seat_and_a_table_that_allows_it(api: Api) -> None:
    given = await opened(api, hints=False)
    path, bearer = f"/api/tables/{given['table']}/hint", {"authorization": f"Bearer {given['token']}"}
    assert await code(await api.post(path, json={"step": 1})) == (401, "seat.no_token")
    wrong = {"authorization": f"Bearer {'wrong' * 5}"}
    assert await code(await api.post(path, json={"step": 1}, headers=wrong)) == (403, "seat.wrong_token")
    assert await code(await api.post(path, json={"step": 4}, headers=bearer)) == (422, "request.invalid")
    assert await code(await api.post(path, json={"step": 1}, headers=bearer)) == (403, "hint.not_allowed")


async def test_days_hunts_and_challenges_have_no_hints(app: FastAPI, api: Api, clock: FakeClock) -> None:
    """Not even a challenge to beat a game that was played with hints."""
    finished = await opened(api, seed="hint", hints=True)
    await play_out(app, finished["table"])
    owner = {"authorization": f"Bearer {finished['token']}"}
    made = await api.post(
        f"/api/tables/{finished['table']}/challenges", json={"browser": BROWSER}, headers=owner
    )
    ben = {"name": "Ben", "browser": "the-browser-of-Ben"}
    contests = {
        f"daily/{today(clock)}": ben,
        "hunt/attempts": {"name": "Ben"},
        f"challenges/{made.json()['challenge']}": ben,
    }
    for contest, body in contests.items():
        given = (await api.post(f"/api/{contest}", json=body)).json()
        seat = {"authorization": f"Bearer {given['token']}"}
        hint = await api.post(f"/api/tables/{given['table']}/hint", json={"step": 1}, headers=seat)
        assert await code(hint) == (403, "hint.not_allowed"), contest


async def test_hints_are_computed_by_the_bots_processes_and_counted(app: FastAPI, api: Api) -> None:
    """In the last round, where a hint is quick and worth its score."""
    other = await play_out(app, (await opened(api, seed="hint"))["table"])
    last = {"name": "Eve", "seat": 0, "round": 7, "dice": "same"}
    given = (await api.post(f"/api/tables/{other.room.id}/play-on", json=last)).json()
    path = f"/api/tables/{given['table']}"
    bearer = {"authorization": f"Bearer {given['token']}"}
    hints = [(await api.post(f"{path}/hint", json={"step": n}, headers=bearer)).json() for n in (1, 3)]
    assert TypeAdapter(HintGiven).validate_python(hints[1]) == hints[1]
    assert [(hint["used"], hint["step"]) for hint in hints] == [(1, 1), (3, 3)]
    assert hints[0]["moves"] == []
    open_room = await services(app).rooms.open(given["table"])
    for number, action in enumerate([*(move["action"] for move in hints[1]["moves"]), "done"]):
        act = commands.Act(parse_action(action, open_room.room.ruleset))
        await services(app).rooms.carry_out(open_room, act, seat=0, id_=f"a{number}")
    assert open_room.room.sheets()[0].total == hints[1]["value"] >= other.room.sheets()[0].total
    assert (await api.get(path)).json()["seats"][0]["hints"] == 3
    assert "hint" not in (await api.get(f"{path}/record")).text
