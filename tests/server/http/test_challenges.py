"""Challenges over HTTP: blind, open to any number of people, and the challenger learns who took them."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from tests.server.asking import BROWSER, Api, code, opened, play_out, services

BEN, CLEO = "the-browser-of-Ben", "the-browser-of-Cleo"


async def challenged(app: FastAPI, api: Api, **wishes: Any) -> tuple[dict[str, Any], str]:
    """A finished game, and the id of its challenge."""
    given = await opened(api, **wishes)
    await play_out(app, given["table"])
    return given, await make(api, given)


async def make(api: Api, given: dict[str, Any], browser: str = BROWSER) -> str:
    bearer = {"authorization": f"Bearer {given['token']}"}
    answer = await api.post(
        f"/api/tables/{given['table']}/challenges", json={"browser": browser}, headers=bearer
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["challenge"])


async def look(api: Api, id_: str, browser: str | None = None) -> dict[str, Any]:
    headers = {"x-browser": browser} if browser else {}
    info: dict[str, Any] = (await api.get(f"/api/challenges/{id_}", headers=headers)).json()
    return info


async def take(api: Api, id_: str, *, browser: str, name: str) -> dict[str, Any]:
    answer = await api.post(f"/api/challenges/{id_}", json={"name": name, "browser": browser})
    assert answer.status_code == 201, answer.text
    given: dict[str, Any] = answer.json()
    return given


async def test_the_link_tells_who_challenges_and_what_to_beat_and_nothing_else(
    app: FastAPI, api: Api
) -> None:
    given, id_ = await challenged(app, api, rules="lake", seed="abc", values="manual")
    total = (await services(app).rooms.open(given["table"])).room.sheets()[0].total
    assert await look(api, id_) == {
        "challenge": id_,
        "name": "Ann",
        "score": total,
        "rules": "lake",
        "rounds": 6,
        "unusual": ["values"],
        "mine": False,
        "played": "no",
        "table": None,
        "game": None,
        "takers": [],
    }
    assert await make(api, given, browser=BEN) == id_
    assert await code(await api.get("/api/challenges/none")) == (404, "challenge.unknown")


async def test_whoever_finishes_sees_both_boards_and_the_challenger_sees_all(app: FastAPI, api: Api) -> None:
    given, id_ = await challenged(app, api, seed="abc")
    ben = await take(api, id_, browser=BEN, name="Ben")
    cleo = await take(api, id_, browser=CLEO, name="Cleo")
    table = (await api.get(f"/api/tables/{ben['table']}")).json()
    info = await look(api, id_, BEN)
    assert (table["purpose"], table["goal"], table["counted"]) == ("challenge", info["score"], False)
    assert (info["played"], info["table"], info["game"]) == ("running", ben["table"], None)
    assert (await take(api, id_, browser=BEN, name="Ben"))["table"] == ben["table"]
    room = (await play_out(app, ben["table"])).room
    source = (await services(app).rooms.open(given["table"])).room
    assert [closed.faces for closed in room.closed] == [closed.faces for closed in source.closed]

    info = await look(api, id_, BEN)
    assert (info["played"], info["game"]) == ("over", {"table": given["table"], "seat": 0})
    total = room.sheets()[0].total
    named = [(one["name"], one["score"], one["mine"], one["table"]) for one in info["takers"]]
    assert named == [("Ben", total, True, ben["table"]), ("Cleo", None, False, None)]
    mine = await look(api, id_, BROWSER)
    assert (mine["mine"], mine["takers"][0]["table"]) == (True, ben["table"])
    assert [one["table"] for one in (await look(api, id_, CLEO))["takers"]] == [None, None]

    replay = f"/api/tables/{ben['table']}/replay"
    for browser, status in ((BROWSER, 200), (BEN, 200), (CLEO, 403)):
        assert (await api.get(replay, headers={"x-browser": browser})).status_code == status
    assert await code(await api.get(replay)) == (403, "challenge.hidden")
    running = await api.get(f"/api/tables/{cleo['table']}/replay", headers={"x-browser": BROWSER})
    assert await code(running) == (403, "challenge.hidden")
    await play_out(app, cleo["table"])
    assert (await api.get(replay, headers={"x-browser": CLEO})).status_code == 200


async def test_a_challenge_is_taken_once_and_not_by_the_challenger(app: FastAPI, api: Api) -> None:
    _, id_ = await challenged(app, api)
    own = await api.post(f"/api/challenges/{id_}", json={"name": "Ann", "browser": BROWSER})
    assert await code(own) == (409, "challenge.own")
    ben = await take(api, id_, browser=BEN, name="Ben")
    await play_out(app, ben["table"])
    again = await api.post(f"/api/challenges/{id_}", json={"name": "Ben", "browser": BEN})
    assert await code(again) == (409, "challenge.taken")


async def test_only_who_played_a_whole_game_can_challenge_with_it(app: FastAPI, api: Api) -> None:
    given = await opened(api)
    path = f"/api/tables/{given['table']}/challenges"
    bearer = {"authorization": f"Bearer {given['token']}"}
    body = {"browser": BROWSER}
    assert await code(await api.post(path, json=body, headers=bearer)) == (409, "table.not_over")
    await play_out(app, given["table"])
    assert await code(await api.post(path, json=body)) == (401, "seat.no_token")
    wrong = {"authorization": f"Bearer {'wrong' * 5}"}
    assert await code(await api.post(path, json=body, headers=wrong)) == (403, "seat.wrong_token")
    ben = await take(api, await make(api, given), browser=BEN, name="Ben")
    await play_out(app, ben["table"])
    bearer = {"authorization": f"Bearer {ben['token']}"}
    answer = await api.post(f"/api/tables/{ben['table']}/challenges", json=body, headers=bearer)
    assert await code(answer) == (422, "challenge.unsuitable")


async def test_a_drafted_game_is_taken_against_bots_with_the_same_pairs(app: FastAPI, api: Api) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    given, id_ = await challenged(app, api, rules="base+draft", seats=seats, seed="abc")
    ben = await take(api, id_, browser=BEN, name="Ben")
    source, room = [(await services(app).rooms.open(one["table"])).room for one in (given, ben)]
    assert (room.bots, room.starter) == ((None, "greedy"), source.starter)
    assert room.game is not None
    assert room.game.deal.faces == source.closed[0].faces


async def test_the_challenger_deletes_a_challenge_and_the_games_stay(app: FastAPI, api: Api) -> None:
    given, id_ = await challenged(app, api)
    ben = await take(api, id_, browser=BEN, name="Ben")
    await play_out(app, ben["table"])
    path = f"/api/challenges/{id_}"
    for headers in ({}, {"x-browser": BEN}):
        assert await code(await api.delete(path, headers=headers)) == (403, "challenge.not_yours")
    assert (await api.delete(path, headers={"x-browser": BROWSER})).status_code == 204
    assert await code(await api.get(path)) == (404, "challenge.unknown")
    again = await api.post(path, json={"name": "Cleo", "browser": CLEO})
    assert await code(again) == (404, "challenge.unknown")
    replay = f"/api/tables/{ben['table']}/replay"
    bearer = {"authorization": f"Bearer {ben['token']}"}
    assert (await api.get(replay, headers=bearer)).status_code == 200
    assert await code(await api.get(replay, headers={"x-browser": BROWSER})) == (403, "challenge.hidden")
    assert (await api.get(f"/api/tables/{given['table']}/replay")).status_code == 200
    new = await make(api, given)
    assert new != id_
    assert (await look(api, new))["takers"] == []
