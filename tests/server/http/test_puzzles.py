"""Puzzles over HTTP: given without their solution, tried at tables, and made of one's own last round."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, opened, play_out, services
from tests.server.conftest import FakeClock

from inkrail.game.actions import Done, parse_action
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES
from inkrail.server.rooms import commands


async def puzzle(api: Api, **params: Any) -> dict[str, Any]:
    answer = await api.get("/api/puzzles", params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def tried(api: Api, id_: str) -> dict[str, Any]:
    answer = await api.post(f"/api/puzzles/{id_}/attempts", json={"name": "Ann"})
    assert answer.status_code == 201, answer.text
    given: dict[str, Any] = answer.json()
    return given


def bearer(given: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {given['token']}"}


async def test_a_puzzle_is_given_by_level_without_its_solution(api: Api) -> None:
    found = await puzzle(api, level=3)
    assert (found["rules"], found["level"], found["round"], found["unique"], found["day"]) == (
        "base",
        3,
        7,
        True,
        None,
    )
    assert len(found["dice"]) == 4
    assert found["now"] <= found["total"]
    assert found.keys() == {
        *["id", "rules", "level", "total", "unique", "day", "round", "dice", "boards", "now", "opening"]
    }
    assert (await api.get(f"/api/puzzles/{found['id']}")).json() == found
    assert await code(await api.get("/api/puzzles/0123456789ab")) == (404, "puzzle.unknown")
    assert await code(await api.get("/api/puzzles", params={"level": 6})) == (422, "request.invalid")


async def test_puzzles_seen_lately_are_left_out_while_there_are_others(api: Api) -> None:
    seen: list[str] = []
    for _ in range(20):
        seen.append((await puzzle(api, level=5, **{"not": ",".join(seen)}))["id"])
    assert len({*seen}) == 20
    assert (await puzzle(api, level=5, **{"not": ",".join(seen)}))["id"] in seen


@pytest.mark.parametrize("rules", ["base+draft", "lake+draft"])
async def test_a_ruleset_without_puzzles_says_so_and_is_not_offered(api: Api, rules: str) -> None:
    refused = await api.get("/api/puzzles", params={"rules": rules})
    assert await code(refused) == (422, "puzzle.not_proven")
    supply = (await api.get("/api/puzzles/supply")).json()["rulesets"]
    assert [one["rules"] for one in supply] == [*RULESET_NAMES]
    assert [one["levels"] for one in supply[:2]] == [[20] * 5, [3, 5, 4, 5, 0]]


@pytest.mark.parametrize("rules", RULESET_NAMES)
async def test_a_puzzle_of_every_ruleset_is_tried_and_solved(api: Api, app: FastAPI, rules: str) -> None:
    found = await puzzle(api, rules=rules, level=2)
    assert found["rules"] == rules
    given = await tried(api, found["id"])
    where = f"/api/puzzles/{found['id']}/solution"
    solution = (await api.get(where, params={"table": given["table"]}, headers=bearer(given))).json()
    assert solution["total"] == solution["sheet"]["total"] == found["total"]
    rooms = services(app).rooms
    open_room = await rooms.open(given["table"])
    game = open_room.room.game
    assert game
    assert sorted(piece.name for piece in game.seats[0].position.dice) == sorted(found["dice"])
    actions = [parse_action(action, open_room.room.ruleset) for action in solution["actions"]]
    await rooms.perform(
        open_room, lambda room: commands.bot_moves(room, seat=Seat(0), actions=[*actions, Done()])
    )
    assert open_room.room.phase == "over"


async def test_where_a_level_has_none_the_nearest_is_taken(api: Api) -> None:
    assert (await puzzle(api, rules="river", level=5))["level"] == 4
    assert (await puzzle(api, rules="river", level=1))["level"] == 1


async def test_an_attempt_is_a_table_with_the_board_the_dice_and_the_goal(api: Api, app: FastAPI) -> None:
    found = await puzzle(api, level=2)
    given = await tried(api, found["id"])
    table = (await api.get(f"/api/tables/{given['table']}")).json()
    assert (table["purpose"], table["goal"], table["source"]) == ("puzzle", found["total"], found["id"])
    assert (table["begins"], table["until"], table["counted"]) == (7, 7, False)
    where = f"/api/puzzles/{found['id']}/solution"
    solution = (await api.get(where, params={"table": given["table"]}, headers=bearer(given))).json()
    assert solution["total"] == solution["sheet"]["total"] == found["total"]
    rooms = services(app).rooms
    open_room = await rooms.open(given["table"])
    actions = [parse_action(action, open_room.room.ruleset) for action in solution["actions"]]
    await rooms.perform(
        open_room, lambda room: commands.bot_moves(room, seat=Seat(0), actions=[*actions, Done()])
    )
    assert open_room.room.phase == "over"
    replay = (await api.get(f"/api/tables/{given['table']}/replay")).json()
    assert replay["rounds"][-1]["seats"][0]["sheet"]["total"] == found["total"]


async def test_a_solution_is_only_for_those_who_tried(api: Api) -> None:
    first, second = await puzzle(api, level=1), await puzzle(api, level=2)
    given = await tried(api, first["id"])
    ordinary = await opened(api)

    async def refused(id_: str, table: str, **headers: str) -> tuple[int, str]:
        where = f"/api/puzzles/{id_}/solution"
        return await code(await api.get(where, params={"table": table}, headers=headers))

    assert await refused(first["id"], given["table"]) == (401, "seat.no_token")
    assert await refused(first["id"], given["table"], **bearer(ordinary)) == (403, "seat.wrong_token")
    assert await refused(second["id"], given["table"], **bearer(given)) == (403, "puzzle.not_tried")
    assert await refused(first["id"], ordinary["table"], **bearer(ordinary)) == (403, "puzzle.not_tried")


async def test_the_puzzle_of_a_day_is_the_same_for_all_and_another_one_tomorrow(
    api: Api, clock: FakeClock
) -> None:
    first = (await api.get("/api/puzzles/daily")).json()
    assert first["day"]
    assert (await api.get("/api/puzzles/daily")).json() == first
    clock.now += 24 * 3600
    second = (await api.get("/api/puzzles/daily")).json()
    assert second["id"] != first["id"]
    assert second["day"] > first["day"]


async def test_the_last_round_of_a_finished_game_becomes_a_puzzle(api: Api, app: FastAPI) -> None:
    given = await opened(api, rolls=None, seed="puzzle")
    where = f"/api/tables/{given['table']}/puzzle"
    assert await code(await api.post(where, json={"seat": 0})) == (409, "table.not_over")
    open_room = await play_out(app, given["table"])
    made = (await api.post(where, json={"seat": 0})).json()
    assert made["total"] >= open_room.room.score(open_room.room.last_closed.seats[0]).total
    assert (await api.post(where, json={"seat": 0})).json() == made
    own = (await api.get(f"/api/puzzles/{made['puzzle']}")).json()
    assert (own["total"], own["unique"], own["round"]) == (made["total"], False, 7)
    assert sorted(own["dice"]) == sorted(open_room.room.closed[-1].faces)
    assert (await api.get("/api/puzzles/supply")).json()["rulesets"][0]["levels"] == [20] * 5
    assert await code(await api.post(where, json={"seat": 1})) == (404, "board.unknown")


async def test_a_last_round_that_cannot_be_proven_is_no_puzzle(api: Api, app: FastAPI) -> None:
    given = await opened(api, rules="lake", seed="puzzle")
    await play_out(app, given["table"])
    refused = await api.post(f"/api/tables/{given['table']}/puzzle", json={"seat": 0})
    assert await code(refused) == (422, "puzzle.not_proven")
