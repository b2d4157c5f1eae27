"""Rulesets, bots, dice for paper, and the scoring of board texts."""

from __future__ import annotations

from typing import Any

from tests.server.asking import Api, code

import inkrail
from inkrail.bots.registry import BOT_NAMES

BOARD = "highway-straight B1 H.H.\nrailway-straight D1 R.R.\n"


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


async def test_a_board_text_that_is_too_long_is_told_how_long_it_may_be(api: Api) -> None:
    longest = BOARD + "#" * (64 * 1024 - len(BOARD))
    assert (await api.post("/api/score", json={"text": longest})).status_code == 200
    answer = await api.post("/api/score", json={"text": f"{longest}#"})
    assert await code(answer) == (422, "text.too_large")
    assert answer.json()["params"] == {"limit": 64 * 1024}


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
    extras = [(extra["name"], extra["total"], extra["per"], extra["board"]) for extra in below["extras"]]
    assert extras == [("special", 3, "game", 0), ("duplicate", 3, "game", 1)]
    assert [len(extra["pieces"]) for extra in below["extras"]] == [6, 0]
    assert {"name": "underground.subway_network", "kind": "network", "board": 1} in below["lines"]


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


CROSSING = """\
highway-straight D3 H.H.
highway-straight C4 .H.H
highway-straight E4 .H.H
highway-straight D5 H.H.
"""
"""A free cell between four highways: a crossing joins them all."""
DICE = ["railway-straight", "railway-straight", "railway-straight", "overpass"]


async def test_the_best_end_of_a_last_round_is_found_and_drawn(api: Api) -> None:
    answer = await api.post("/api/solve", json={"text": CROSSING, "dice": DICE})
    found = answer.json()
    assert answer.status_code == 200, found
    assert (found["rules"], found["round"], found["exact"]) == ("base", 7, True)
    assert "draw special-hhhh D4 HHHH" in found["actions"]
    assert found["total"] == found["sheet"]["total"] == inkrail.solve(CROSSING, dice=DICE).total
    new = [cell for cell in found["boards"][0]["cells"] if cell["round"] == 7]
    assert {f"draw {cell['piece']} {cell['cell']} {cell['sides']}" for cell in new} == {*found["actions"]}
    without = {"text": CROSSING, "dice": DICE, "spent": ["special-hhhh"]}
    assert (await api.post("/api/solve", json=without)).json()["total"] < found["total"]


async def test_a_last_round_is_refused_where_its_board_or_its_dice_are_wrong(api: Api) -> None:
    async def refused(**body: Any) -> tuple[int, str]:
        return await code(await api.post("/api/solve", json={"text": CROSSING, "dice": DICE} | body))

    assert await refused(dice=DICE[:3]) == (422, "roll.impossible")
    assert await refused(dice=["overpass"] * 4) == (422, "roll.impossible")
    assert await refused(spent=["overpass"]) == (422, "piece.not_in_ruleset")
    assert await refused(rules="nonsense") == (422, "ruleset.unknown")
    assert await refused(duplicated=4) == (422, "request.invalid")
    bad = await api.post("/api/solve", json={"text": "overpass B1 HRHH", "dice": DICE})
    assert (bad.json()["code"], bad.json()["line"]) == ("sides.not_an_orientation", 1)


async def test_a_ruleset_says_what_is_drawn_in_its_last_round(api: Api) -> None:
    rulesets = {one["name"]: one for one in (await api.get("/api/rulesets")).json()["rulesets"]}
    last = {
        name: (one["last_round"]["dice"], len(one["last_round"]["faces"])) for name, one in rulesets.items()
    }
    assert (last["base"], last["meteor"], last["underground"]) == ((4, 9), (4, 9), (4, 15))
    assert last["river"][0] == 6
    assert set(rulesets["underground"]["last_round"]["faces"]).isdisjoint(
        rulesets["base"]["last_round"]["faces"]
    )
