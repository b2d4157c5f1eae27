"""The daily game without a server: dice from the date, one game that counts, and days of others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_type_hints

import pytest
from tests.server.local.browser import MemoryDatabase, Page

from inkrail.server.rooms.clock import SystemClock
from inkrail.server.wire.bodies import DailyInfo, Leaderboard, LeaderboardEntry

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What time it is, as the only entry."""
    now = [NOON]
    monkeypatch.setattr(SystemClock, "__call__", lambda _: now[0].timestamp())
    return now


async def play_today(page: Page, *, name: str = "Ada") -> str:
    """Play the dice of today to the end; the table."""
    _, info = await page.ask("GET", "/api/daily")
    _, given = await page.ask("POST", f"/api/daily/{info['date']}", {"name": name})
    await page.enter(given)
    for _ in range(page.view["rounds"]):
        await page.play_round()
    return str(given["table"])


async def test_a_day_is_told_as_by_a_server_and_has_the_same_dice_everywhere() -> None:
    faces = []
    for page in (Page(MemoryDatabase()), Page(MemoryDatabase())):
        _, info = await page.ask("GET", "/api/daily")
        assert set(info) == set(get_type_hints(DailyInfo))
        assert (info["date"], info["today"], info["played"], info["closed"]) == (
            "2026-11-15",
            True,
            "no",
            False,
        )
        table = await play_today(page)
        _, after = await page.ask("GET", "/api/daily/2026-11-15")
        assert (after["played"], after["table"], after["players"]) == ("over", table, 1)
        _, board = await page.ask("GET", "/api/daily/2026-11-15/leaderboard")
        assert set(board) == set(get_type_hints(Leaderboard))
        assert set(board["mine"]) == set(get_type_hints(LeaderboardEntry))
        assert (board["mine"]["score"], board["mine"]["late"]) == (after["score"], False)
        _, replay = await page.ask("GET", f"/api/tables/{table}/replay")
        faces.append([one["faces"] for one in replay["rounds"]])
    assert faces[0] == faces[1]


async def test_a_day_counts_once_and_goes_on_where_it_was_left(clock: list[datetime]) -> None:
    page = Page(MemoryDatabase())
    _, first = await page.ask("POST", "/api/daily/2026-11-15", {"name": "Ada"})
    clock[0] += timedelta(days=2)
    _, again = await page.ask("POST", "/api/daily/2026-11-15", {"name": "Ada"})
    assert (first["table"], first["counted"], again["counted"]) == (again["table"], True, True)
    assert first["token"] != again["token"]
    _, other = await page.ask("POST", "/api/daily/2026-11-16", {"name": "Ada"})
    assert not other["counted"]
    assert (await page.ask("GET", "/api/daily/2026-11-20"))[1]["code"] == "daily.not_yet"


async def test_the_day_of_another_is_shown_once_ones_own_is_finished(clock: list[datetime]) -> None:
    zoe, ben = Page(MemoryDatabase()), Page(MemoryDatabase())
    _, reply = await zoe.ask("GET", f"/api/tables/{await play_today(zoe, name='Zoë')}/link")
    link = reply["link"]
    _, summary = await ben.ask("GET", f"/api/tables/{link}")
    assert (summary["daily"], summary["seats"][0]["name"]) == ("2026-11-15", "Zoë")
    for path in ("replay", "record", "boards/0.svg"):
        assert (await ben.ask("GET", f"/api/tables/{link}/{path}"))[1]["code"] == "daily.hidden"
    await ben.enter({"table": link, "token": None})
    assert (ben.last["code"], ben.is_closed) == ("daily.hidden", True)
    ben.is_closed = False
    await play_today(ben, name="Ben")
    assert (await ben.ask("GET", f"/api/tables/{link}/replay"))[0] == 200
    clock[0] += timedelta(days=2)
    assert (await Page(MemoryDatabase()).ask("GET", f"/api/tables/{link}/replay"))[0] == 200
