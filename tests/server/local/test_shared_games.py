"""Finished games in links: opened by any page, replayed and scored there, and refused when they are none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.server.local.browser import MemoryDatabase, Page
from tests.server.local.finished import finished_room, game_link, recorded

from inkrail.core.errors import Refusal
from inkrail.game.actions import TakeBack
from inkrail.game.record import Act, Record, format_record, parse_record
from inkrail.rules.position import Drawing
from inkrail.rules.registry import RULESET_NAMES
from inkrail.server.local.links import MOST_CHARACTERS, pack
from inkrail.server.local.shared_games import link_of, stored_game
from inkrail.server.rooms.rows import Join

HUMAN = {"kind": "human"}
GAMES = [*((name, 1) for name in RULESET_NAMES), *((f"{name}+draft", 2) for name in RULESET_NAMES[:3])]


@pytest.mark.parametrize(("rules", "seats"), GAMES)
async def test_a_game_of_each_ruleset_is_opened_from_its_link_and_scored_again(
    rules: str, seats: int
) -> None:
    record = recorded(rules, seats=seats)
    link = link_of(finished_room(record))
    assert len(link) < 1500
    page = Page(MemoryDatabase())
    status, text = await page.ask("GET", f"/api/tables/{link}/record")
    assert status == 200
    assert parse_record(text)[0].totals == record.totals
    _, replay = await page.ask("GET", f"/api/tables/{link}/replay")
    ends = [seat["sheet"]["total"] for seat in replay["rounds"][-1]["seats"]]
    assert tuple(ends) == record.totals
    assert [seat["name"] for seat in replay["table"]["seats"]] == [f"Zoë {n + 1}" for n in range(seats)]


def test_the_longest_game_has_a_link_that_is_read() -> None:
    link = link_of(finished_room(recorded("underground", seats=6)))
    assert len(link) < MOST_CHARACTERS
    assert stored_game(link).id == link


async def test_a_finished_game_of_this_page_is_watched_by_another() -> None:
    page = Page(MemoryDatabase())
    given = await page.open(seats=[HUMAN], seed="link")
    at = f"/api/tables/{given['table']}/link"
    assert (await page.ask("GET", at))[1]["code"] == "table.not_over"
    for _ in range(7):
        await page.play_round()
    _, reply = await page.ask("GET", at)
    other = Page(MemoryDatabase())
    await other.enter({"table": reply["link"], "token": None})
    assert (other.view["phase"], other.view["seat"], other.view["seats"][0]["name"]) == ("over", None, "Ada")
    assert other.view["results"][0]["sheet"] == page.view["results"][0]["sheet"]
    wanted = {"name": "Ben", "seat": 0, "round": 3, "dice": "same"}
    assert (await other.ask("POST", f"/api/tables/{reply['link']}/play-on", wanted))[0] == 200
    assert (await other.ask("POST", f"/api/tables/{reply['link']}/rematch", {}, token=""))[0] == 403


def test_drawings_that_were_taken_back_do_not_travel() -> None:
    record = recorded()
    first = record.entries[1]
    assert isinstance(first, Act)
    assert isinstance(first.action, Drawing)
    back = Act(first.seat, TakeBack(first.action.placement.cell))
    longer = replace(record, entries=(record.entries[0], *((first, back) * 20), *record.entries[1:]))
    assert link_of(finished_room(longer)) == link_of(finished_room(record))


def changed(record: Record, old: str, new: str) -> str:
    text = format_record(record)
    assert old in text
    return text.replace(old, new, 1)


def hostile() -> dict[str, Any]:
    """Values of links that no page makes."""
    record = recorded()
    text = format_record(record)
    total = f"score 1 {record.totals[0]}"
    return {
        "more points than the board has": [["Zoë"], [None], changed(record, total, "score 1 99"), None],
        "without a score": [["Zoë"], [None], changed(record, total, ""), None],
        "unfinished": [["Zoë"], [None], text.partition("round 7")[0], None],
        "an illegal drawing": [["Zoë"], [None], changed(record, "\n1 draw ", "\n1 draw station-curve D4 HR..\n1 draw "), None],
        "seats without end": [["Zoë"], [None], changed(record, "seats: 1", "seats: 999999999"), None],
        "no name": [[""], [None], text, None],
        "a name that is none": [[["Zoë"]], [None], text, None],
        "too many names": [["Zoë", "Ann"], [None, None], text, None],
        "a bot that is none": [[None], ["master"], text, None],
        "bots that are none": [["Zoë"], [{}], text, None],
        "no person": [[None], ["random"], text, None],
        "a day with other dice": [["Zoë"], [None], text, "2026-11-15"],
        "a day that is none": [["Zoë"], [None], text, "yesterday"],
        "a number for a record": [["Zoë"], [None], 5, None],
        "no list": {"record": text},
        "nothing": None,
    }  # fmt: skip


@pytest.mark.parametrize("what", hostile())
async def test_a_link_with_anything_else_is_refused(what: str) -> None:
    link = pack(hostile()[what], kind="g")
    page = Page(MemoryDatabase())
    await page.enter({"table": link, "token": None})
    assert (page.last["code"], page.is_closed) == ("link.damaged", True)
    status, problem = await page.ask("GET", f"/api/tables/{link}/replay")
    assert (status, problem["code"]) == (422, "link.damaged")


def test_only_whole_games_of_their_own_are_shared() -> None:
    record = recorded()
    room = finished_room(replace(record, entries=record.entries[:-1]))
    with pytest.raises(Refusal, match=r"table\.not_over"):
        link_of(room)


def test_names_in_links_are_cleaned_as_those_of_players() -> None:
    stored = stored_game(game_link(recorded(), names=["Zo\u202eë\n"]))
    assert stored.rows[0].row.steps[0] == Join(seat=0, name="Zoë", token="")
