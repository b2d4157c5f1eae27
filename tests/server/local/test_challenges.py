"""Challenges in links: blind until they are finished, taken once, compared with the game if it came along."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.local.browser import MemoryDatabase, Page
from tests.server.local.finished import finished_room, recorded

from inkrail.core.errors import Refusal
from inkrail.game.record import format_record
from inkrail.server.local import challenges
from inkrail.server.local.challenges import MOST_TO_SEND, link_of, parse_link
from inkrail.server.local.links import pack

HUMAN = {"kind": "human"}


async def challenged(rules: str = "base") -> tuple[Page, str, str]:
    """A page with a finished game, its table, and the link of the challenge."""
    page = Page(MemoryDatabase())
    given = await page.open(seats=[HUMAN], rules=rules, seed="dare")
    for _ in range(page.view["rounds"]):
        await page.play_round()
    at = f"/api/tables/{given['table']}/challenges"
    status, reply = await page.ask("POST", at, {}, token=given["token"])
    assert status == 200
    return page, given["table"], reply["challenge"]


async def test_a_challenge_is_blind_until_it_is_finished_and_has_the_same_dice() -> None:
    zoe, table, link = await challenged()
    _, own = await zoe.ask("GET", f"/api/challenges/{link}")
    assert (own["mine"], own["game"], own["takers"]) == (True, {"table": table, "seat": 0}, [])
    assert (await zoe.ask("POST", f"/api/challenges/{link}", {"name": "Ada"}))[1]["code"] == "challenge.own"

    ben = Page(MemoryDatabase())
    _, told = await ben.ask("GET", f"/api/challenges/{link}")
    assert (told["name"], told["score"], told["rules"], told["rounds"]) == ("Ada", own["score"], "base", 7)
    assert (told["mine"], told["played"], told["game"], told["takers"]) == (False, "no", None, [])
    _, given = await ben.ask("POST", f"/api/challenges/{link}", {"name": "Ben"})
    await ben.enter(given)
    _, running = await ben.ask("GET", f"/api/challenges/{link}")
    assert (running["played"], running["table"], running["game"]) == ("running", given["table"], None)
    _, again = await ben.ask("POST", f"/api/challenges/{link}", {"name": "Ben"})
    assert again["table"] == given["table"]
    _, summary = await ben.ask("GET", f"/api/tables/{given['table']}")
    assert (summary["purpose"], summary["goal"], summary["source"]) == ("challenge", own["score"], link)
    for _ in range(7):
        await ben.play_round()

    _, over = await ben.ask("GET", f"/api/challenges/{link}")
    assert (over["played"], over["takers"][0]["mine"], over["takers"][0]["name"]) == ("over", True, "Ben")
    assert (await ben.ask("POST", f"/api/challenges/{link}", {"name": "Ben"}))[1]["code"] == "challenge.taken"
    _, theirs = await ben.ask("GET", f"/api/tables/{over['game']['table']}/replay")
    _, ours = await ben.ask("GET", f"/api/tables/{given['table']}/replay")
    assert [one["faces"] for one in theirs["rounds"]] == [one["faces"] for one in ours["rounds"]]
    assert theirs["rounds"][-1]["seats"][0]["sheet"]["total"] == told["score"]


async def test_a_challenge_that_is_too_long_to_send_has_dice_and_score_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, _, whole = await challenged("lake")
    monkeypatch.setattr(challenges, "MOST_TO_SEND", 0)
    _, _, short = await challenged("lake")
    assert len(short) < len(whole)
    ben = Page(MemoryDatabase())
    _, told = await ben.ask("GET", f"/api/challenges/{short}")
    assert (told["name"], told["rules"], told["score"]) == ("Ada", "lake", parse_link(whole).score)
    _, given = await ben.ask("POST", f"/api/challenges/{short}", {"name": "Ben"})
    await ben.enter(given)
    for _ in range(6):
        await ben.play_round()
    _, over = await ben.ask("GET", f"/api/challenges/{short}")
    assert (over["played"], over["game"], over["takers"][0]["score"] is not None) == ("over", None, True)
    _, ours = await ben.ask("GET", f"/api/tables/{given['table']}/replay")
    assert parse_link(whole).spec.rolls == tuple(tuple(one["faces"]) for one in ours["rounds"])


@pytest.mark.parametrize(("rules", "seats", "travels"), [("underground", 6, False), ("river+draft", 2, True)])
def test_the_game_travels_where_the_link_stays_short(rules: str, *, seats: int, travels: bool) -> None:
    room = finished_room(recorded(rules, seats=seats))
    link = link_of(room, 1)
    dare = parse_link(link)
    assert len(link) <= MOST_TO_SEND
    assert (dare.name, dare.score, dare.game is not None) == ("Zoë 2", room.sheets()[1].total, travels)
    assert len(dare.spec.bots) == (2 if "draft" in rules else 1)
    assert dare.spec.rolls == tuple(closed.faces for closed in room.closed)


def hostile() -> dict[str, Any]:
    """Values of links that no page makes."""
    record = recorded()
    text, rolls = format_record(record), [["overpass"] * 4] * 7
    rules = ["base", "cells", "official"]
    return {
        "a seat that is none": ["t", 3, ["Zoë"], [None], text],
        "the seat of a bot": ["t", 1, ["Zoë", None], [None, "random"], format_record(recorded(seats=2))],
        "a seat that is no number": ["t", True, ["Zoë"], [None], text],
        "a link for a table": ["g1.AAAA", 0, ["Zoë"], [None], text],
        "a number for a table": [5, 0, ["Zoë"], [None], text],
        "another score": ["t", 0, ["Zoë"], [None], text.replace("score 1 ", "score 1 9")],
        "dice that no die shows": ["t", "Zoë", *rules, 1, None, rolls, 50],
        "too few rolls": ["t", "Zoë", *rules, 1, None, rolls[:2], 50],
        "seats without end": ["t", "Zoë", *rules, 10**9, None, rolls, 50],
        "points without end": ["t", "Zoë", *rules, 1, None, [], 10**9],
        "points that are no number": ["t", "Zoë", *rules, 1, None, [], "50"],
        "a starter where none is drawn": ["t", "Zoë", *rules, 1, 0, [], 50],
        "rules that are none": ["t", "Zoë", "desert", "cells", "official", 1, None, rolls, 50],
        "no name": ["t", " ", *rules, 1, None, rolls, 50],
        "too little": ["t"],
        "nothing": [],
        "no list": 5,
    }


@pytest.mark.parametrize("what", hostile())
async def test_a_link_with_anything_else_is_refused(what: str) -> None:
    link = pack(hostile()[what], kind="c")
    status, problem = await Page(MemoryDatabase()).ask("GET", f"/api/challenges/{link}")
    assert (status, problem["code"]) == (422, "link.damaged")
    with pytest.raises(Refusal, match=r"link\.damaged"):
        parse_link(link)
