"""The HTTP API and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import TypeAdapter
from tests.server.asking import Api, code, play_out, services
from tests.server.conftest import FakeClock

from inkrail.bots.registry import BOT_NAMES
from inkrail.game.record import parse_record
from inkrail.server.app import create_app
from inkrail.server.bots import available
from inkrail.server.http.page import Page
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Proposal
from inkrail.server.rooms.room import Room
from inkrail.server.settings import Settings
from inkrail.server.wire.summaries import Replay

BOARD = "highway-straight B1 H.H.\nrailway-straight D1 R.R.\n"


async def opened(api: Api, **body: Any) -> dict[str, Any]:
    answer = await api.post("/api/tables", json={"name": "Ann", **body})
    assert answer.status_code == 201, answer.text
    given: dict[str, Any] = answer.json()
    return given


def begin(room: Room) -> Proposal:
    return commands.carry_out(room, commands.Start(), seat=0, now=0)


HUMANS = [{"kind": "human"}, {"kind": "human"}]


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


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"rules": "chess"}, "ruleset.unknown"),
        ({"rules": "base+draft"}, "table.seats"),
        ({"rules": "underground-standalone+draft"}, "ruleset.no_route_dice"),
        ({"seats": [{"kind": "bot", "bot": "greedy"}]}, "table.no_human"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "bot": "nobody"}]}, "bot.unknown"),
        ({"seats": []}, "request.invalid"),
        ({"seats": HUMANS * 4}, "request.invalid"),
        ({"seed": "a", "typed": True}, "table.dice_chosen_twice"),
        ({"rolls": [["overpass"]]}, "table.rolls_incomplete"),
        ({"rolls": [["overpass"] * 4] * 7}, "roll.impossible"),
        ({"name": "\u200b"}, "name.empty"),
        ({"clock": 0}, "request.invalid"),
        ({"longest": "most"}, "request.invalid"),
        ({"more": 1}, "request.invalid"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(*, api: Api, body: dict[str, Any], expected: str) -> None:
    answer = await api.post("/api/tables", json={"name": "Ann", **body})
    assert await code(answer) == (422, expected)


@pytest.mark.parametrize("dice", [{"seed": "a"}, {"typed": True}])
async def test_chosen_dice_make_a_table_not_counted(api: Api, dice: dict[str, Any]) -> None:
    given = await opened(api, **dice)
    assert (await api.get(f"/api/tables/{given['table']}")).json()["counted"] is False
    plain = await opened(api)
    assert (await api.get(f"/api/tables/{plain['table']}")).json()["counted"] is True


async def test_a_finished_game_can_be_read_replayed_seen_and_challenged(app: FastAPI, api: Api) -> None:
    given = await opened(api, rules="river", seed="abc")
    open_room = await play_out(app, given["table"])
    path = f"/api/tables/{given['table']}"
    record = (await api.get(f"{path}/record")).text
    _, table = parse_record(record)
    replay = (await api.get(f"{path}/replay")).json()
    assert TypeAdapter(Replay).validate_python(replay) == replay
    assert [found["round"] for found in replay["rounds"]] == [1, 2, 3, 4, 5, 6]
    assert replay["rounds"][-1]["seats"][0]["sheet"]["total"] == table.sheets()[0].total
    picture = await api.get(f"{path}/boards/0.svg", params={"round": 2, "theme": "dark"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert await code(await api.get(f"{path}/boards/0.svg", params={"round": 7})) == (404, "board.unknown")
    assert await code(await api.get(f"{path}/boards/1.svg")) == (404, "board.unknown")
    dared = (await api.post(f"{path}/challenge", json={"name": "Eve"})).json()
    other = await play_out(app, dared["table"])
    assert [closed.faces for closed in other.room.closed] == [
        closed.faces for closed in open_room.room.closed
    ]
    assert (await api.get(f"/api/tables/{dared['table']}")).json()["counted"] is False


async def test_a_drafted_game_is_challenged_against_bots_with_the_same_pairs(app: FastAPI, api: Api) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    given = await opened(api, rules="base+draft", seats=seats, seed="abc")
    open_room = await play_out(app, given["table"])
    dared = (await api.post(f"/api/tables/{given['table']}/challenge", json={"name": "Eve"})).json()
    other = (await services(app).rooms.open(dared["table"])).room
    assert other.bots == (None, "greedy")
    assert other.starter == open_room.room.starter
    assert other.game is not None
    assert other.game.deal.faces == open_room.room.closed[0].faces


async def test_a_running_game_is_not_challenged_nor_played_again(api: Api) -> None:
    given = await opened(api)
    path = f"/api/tables/{given['table']}"
    assert await code(await api.post(f"{path}/challenge", json={"name": "Eve"})) == (409, "table.not_over")
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


async def test_a_board_text_is_scored_and_checked(api: Api) -> None:
    answer = (await api.post("/api/score", json={"text": BOARD})).json()
    assert answer["report"]["errors"] == 2
    assert answer["rules"] == "base"
    assert answer["check"] == {"legal": True, "line": None, "code": None, "params": {}}
    assert len(answer["boards"][0]["cells"]) == 2
    named = await api.post("/api/score", json={"text": "rules: river+draft\n", "rules": "lake"})
    assert named.json()["rules"] == "river+draft"
    bad = await api.post("/api/score", json={"text": "\noverpass B1 HRHH"})
    assert (bad.status_code, bad.json()["code"], bad.json()["line"]) == (422, "sides.not_an_orientation", 2)


async def test_rulesets_bots_and_dice_are_told(api: Api) -> None:
    rulesets = (await api.get("/api/rulesets")).json()["rulesets"]
    base = rulesets[0]
    assert (base["name"], base["rounds"], len(base["boards"][0]["exits"]), len(base["dice"])) == (
        "base",
        7,
        12,
        4,
    )
    assert {"cell": "B1", "side": "N", "kind": "H"} in base["boards"][0]["exits"]
    bots = (await api.get("/api/bots")).json()["bots"]
    assert [bot["name"] for bot in bots] == list(BOT_NAMES)
    assert [bot["level"] for bot in bots] == sorted(bot["level"] for bot in bots)
    assert all(bot["rulesets"] == [rules["name"] for rules in rulesets] for bot in bots)


async def test_every_line_that_cannot_be_read_is_named(api: Api) -> None:
    text = (
        "nonsense\nhighway-straight B1 H.H.\n\noverpass Z9 HRHR\nrailway-t B1 RRR.\nlake-1 A1 L...\n---\nmore"
    )
    answer = await api.post("/api/score", json={"text": text})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["line"]) == (422, "text.syntax", 1)
    assert [(line["line"], line["code"]) for line in problem["lines"]] == [
        (1, "text.syntax"),
        (4, "cell.unknown"),
        (5, "placement.occupied"),
        (6, "piece.not_in_ruleset"),
    ]


async def test_s3_s8_a_board_is_scored_by_the_reading_and_the_values_that_are_chosen(api: Api) -> None:
    loop = "highway-t A4 HH.H\nhighway-curve A3 .HH.\nhighway-curve B3 ..HH\nhighway-curve B4 H..H\n"
    line = "".join(f"highway-straight {column}4 .H.H\n" for column in "CDEFG")

    async def scored(**options: str) -> tuple[int, int]:
        report = (await api.post("/api/score", json={"text": loop} | options)).json()["report"]
        return report["longest_highway"], report["network_points"]

    assert await scored() == (4, 0)
    assert await scored(rules="base+draft") == (5, 0)
    assert await scored(rules="river+draft") == (4, 0)
    assert await scored(rules="meteor") == (5, 0)
    assert await scored(rules="meteor", longest="cells") == (4, 0)
    through = "highway-straight A4 .H.H\nhighway-straight B4 .H.H\n" + line
    assert await scored(text=through) == (7, 4)
    assert await scored(text=through, values="manual") == (7, 1)


async def test_a_ruleset_says_what_a_printed_sheet_needs(api: Api) -> None:
    answer = (await api.get("/api/rulesets")).json()
    assert answer["network_points"]["official"][2:] == [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 45]
    assert answer["network_points"]["manual"][2:] == [1, 3, 6, 10, 15, 20, 20, 20, 20, 20, 20]
    rulesets = {one["name"]: one for one in answer["rulesets"]}
    base, lava, below = rulesets["base"], rulesets["lava"], rulesets["underground"]
    assert (base["longest"], base["variant_longest"]) == ("cells", {"draft": "stretches"})
    assert rulesets["underground-standalone"]["variant_longest"] == {}
    assert lava["start"] == ["volcano D4 FFFF"]
    assert [line["name"] for line in lava["lines"]] == [
        *("network", "highway", "railway", "centre", "errors"),
        *("lava.closed_lakes", "lava.largest_lake"),
    ]
    assert below["limits"] == {"special": 3, "duplicate": 3}
    assert {"name": "underground.subway_network", "board": 1} in below["lines"]


async def test_u2_the_dice_of_a_game_on_paper_end_with_its_last_round(api: Api) -> None:
    dice = (await api.get("/api/dice", params={"rules": "underground", "round": 2})).json()
    assert (dice["board"], dice["rounds"], dice["pairs"], dice["starter"]) == ("underground", 14, [], None)
    assert dice["common"][0].startswith("subway-station")
    over = await api.get("/api/dice", params={"rules": "meteor", "round": 7})
    assert await code(over) == (422, "phase.over")


async def test_d2_d4_drafted_dice_come_in_pairs_and_the_others_are_common(api: Api) -> None:
    async def rolled(**params: int | str) -> Any:
        return (await api.get("/api/dice", params={"seats": 3, **params})).json()

    first = await rolled(rules="river+draft")
    assert [len(pair) for pair in first["pairs"]] == [2] * 6
    assert len(first["common"]) == 2
    assert 0 <= first["starter"] < 3
    later = await rolled(rules="river+draft", round=2)
    assert later["starter"] is None
    below = await rolled(rules="underground+draft", round=2)
    assert (below["pairs"], len(below["common"])) == ([], 4)
    alone = await api.get("/api/dice", params={"rules": "base+draft", "seats": 1})
    assert await code(alone) == (422, "table.seats")


async def test_without_the_packages_of_the_searching_bots_only_the_others_are_offered(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(available, "find_spec", lambda _: None)
    available.available_bots.cache_clear()
    try:
        bots = (await api.get("/api/bots")).json()["bots"]
        assert [bot["name"] for bot in bots] == ["random", "greedy"]
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "strong"}]
        answer = await api.post("/api/tables", json={"name": "Ann", "seats": seats})
        assert await code(answer) == (422, "bot.unknown")
    finally:
        monkeypatch.undo()
        available.available_bots.cache_clear()


async def test_errors_are_codes(api: Api) -> None:
    assert await code(await api.get("/api/nothing")) == (404, "request.not_found")
    assert await code(await api.get("/api/tables/unknown-table")) == (404, "table.unknown")
    assert await code(await api.delete("/api/tables")) == (405, "request.not_allowed")
    assert await code(await api.post("/api/tables", content=b"{")) == (422, "request.invalid")
    assert await code(await api.post("/api/score", content=b"x" * 400_000)) == (413, "request.too_large")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(400):
            yield b"x" * 1000

    assert await code(await api.post("/api/score", content=endless())) == (413, "request.too_large")


async def test_whoever_opens_too_many_tables_has_to_wait(settings: Settings, clock: FakeClock) -> None:
    app = create_app(replace(settings, creations=3), clock=clock)
    async with (
        app.router.lifespan_context(app),
        Api(transport=httpx.ASGITransport(app), base_url="http://test") as api,
    ):
        for _ in range(3):
            await opened(api)
        answer = await api.post("/api/tables", json={"name": "Ann"})
        assert await code(answer) == (429, "request.too_many")
        clock.now += 2
        await opened(api)


async def test_every_answer_is_strict_about_other_sites(api: Api) -> None:
    for path in ("/", "/api/rulesets", "/api/nothing"):
        headers = (await api.get(path, headers={"origin": "https://elsewhere.example"})).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers
        assert "set-cookie" not in headers


async def test_health_readiness_and_metrics(app: FastAPI, api: Api) -> None:
    await opened(api)
    assert (await api.get("/healthz")).json()["status"] == "ok"
    assert (await api.get("/readyz")).status_code == 200
    metrics = (await api.get("/metrics")).text
    assert "inkrail_rows_total 1.0" in metrics
    far = Api(transport=httpx.ASGITransport(app, client=("203.0.113.5", 1)), base_url="http://test")
    assert await code(await far.get("/metrics")) == (404, "request.not_found")
    await services(app).store.close()


async def test_the_page_answers_for_every_address_but_files_and_the_api(tmp_path: Any) -> None:
    page = tmp_path / "static"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("the page")
    (page / "assets" / "app.js").write_text("code")
    app = FastAPI()
    app.mount("/", Page(page))
    async with Api(transport=httpx.ASGITransport(app), base_url="http://test") as api:
        assert (await api.get("/")).text == "the page"
        assert (await api.get("/table/abc")).text == "the page"
        script = await api.get("/assets/app.js")
        assert (script.text, "immutable" in script.headers["cache-control"]) == ("code", True)
        assert (await api.get("/assets/gone.js")).status_code == 404
        assert (await api.get("/../conftest.py")).status_code == 404


async def test_a_server_without_its_page_says_so(tmp_path: Any) -> None:
    app = FastAPI()
    app.mount("/", Page(tmp_path / "nothing"))
    async with Api(transport=httpx.ASGITransport(app), base_url="http://test") as api:
        assert "has not been built" in (await api.get("/")).text
