"""Backups, of both databases, while a server runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import FakeClock

from inkrail.core.errors import Refusal
from inkrail.server.http.puzzle_maker import starters
from inkrail.server.http.services import running
from inkrail.server.rooms.commands import React
from inkrail.server.rooms.hunt import Mark
from inkrail.server.rooms.leagues import League, Member
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.subscriptions import Subscription
from inkrail.server.rooms.transfers import Transfer
from inkrail.server.settings import Settings
from inkrail.server.storage import backup as backups
from inkrail.server.storage.backup import backup
from inkrail.server.storage.push_store import PushStore
from inkrail.server.storage.schema import attempts, challenges, metadata
from inkrail.server.storage.store import Store, database_url
from inkrail.server.storage.study_store import StudyStore
from inkrail.server.studies.interfaces import Bounds, Lease, Study
from inkrail.server.studies.questions import Question

OWN = replace(starters()[0], id="0123456789abcdef", public=False)
"""A puzzle of one's own, which comes with no server."""
MARK = Mark("2026-W47", 72, 83, "a record")
TRANSFER = Transfer("a code", b"\x00games\xff", 4_000_000_000.0, "here")
LEAGUE = League("league", "Friday", "lake", 3, "a browser", "here", 1.0)
SUBSCRIPTION = Subscription("one", "table", 0, "https://push.example.net/1", "key", "auth", "en")
ATTEMPT = {
    "contest": "2026-11-18",
    "browser": "a browser",
    "table_id": "table",
    "name": "Ann",
    "late": False,
    "score": None,
    "errors": None,
    "seconds": None,
}
CHALLENGE = {"id": "challenge", "table_id": "table", "seat": 0, "browser": "a browser"}
STUDY = Question("best", "full", "base", 0, "a record")


@pytest.fixture(params=["to a file", "to postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a copy may go."""
    if request.param == "to a file":
        return str(tmp_path / "copy.sqlite3")
    make: Callable[[], str] = request.getfixturevalue("new_postgres")
    return make()


async def computed_study(database: str, *, now: float) -> Study:
    """A study that was computed on this database."""
    store, lease = Store(database_url(database)), Lease("one", now + 1)
    await store.open()
    studies = StudyStore(store)
    await studies.ask(STUDY, asked_by="ann", now=now, bounds=Bounds(1, 1))
    await studies.take(lease, now=now)
    await studies.finish(STUDY.id, lease, result={"total": 71})
    study = await studies.study(STUDY.id)
    await store.close()
    assert study is not None
    assert study.result == {"total": 71}
    return study


async def contents(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of every table of a database."""
    store = Store(database_url(database))
    async with store.engine.connect() as connection:
        found = {
            table.name: sorted((tuple(row) for row in await connection.execute(sa.select(table))), key=repr)
            for table in metadata.sorted_tables
        }
    await store.close()
    return found


async def test_a_server_runs_on_a_backup_as_on_the_original(
    *, database: str, target: str, settings: Settings, clock: FakeClock
) -> None:
    study = await computed_study(database, now=clock.now)
    async with running(replace(settings, database=database, secret=""), clock=clock) as server:
        open_room = await server.rooms.create("table", Spec(rules="base"), name="Ann", token="a")
        assert open_room is not None
        await server.rooms.carry_out(open_room, React("wave"), seat=0, id_="x")
        await server.puzzles.add([OWN], now=1.0)
        await server.hunts.add(MARK)
        assert await server.transfers.hold(TRANSFER, now=clock.now)
        await server.leagues.make(LEAGUE, name="Ann")
        await PushStore(server.store).add(SUBSCRIPTION, now=clock.now)
        async with server.store.engine.begin() as writing:
            await writing.execute(attempts.insert().values(ATTEMPT))
            await writing.execute(challenges.insert().values(CHALLENGE))
        copied = await backup(database, to=target)
        assert (copied.tables, copied.rows) == (1, 2)
        secret = await server.store.secret("daily")
        original = await contents(database)
    assert all(original.values()), "every table has something to copy"
    assert await contents(target) == original
    async with running(replace(settings, database=target, secret=""), clock=clock) as server:
        again = await server.rooms.open("table")
        assert again.room.waiting == open_room.room.waiting
        assert again.room.answered == open_room.room.answered
        assert await server.store.secret("daily") == secret
        assert await StudyStore(server.store).study(STUDY.id) == study
        assert await server.puzzles.puzzle(OWN.id) == OWN
        assert await server.hunts.mark(MARK.week) == MARK
        assert await server.transfers.held(TRANSFER.code, now=clock.now) == TRANSFER
        assert await server.leagues.of_id(LEAGUE.id) == LEAGUE
        assert await server.leagues.members(LEAGUE.id) == [Member(LEAGUE.id, "a browser", "Ann", 1.0)]
        assert await PushStore(server.store).of("table", places=[0]) == [SUBSCRIPTION]
        await server.rooms.carry_out(again, React("wave"), seat=0, id_="y")
        assert again.room.reactions == [2]


async def test_a_backup_does_not_mix_two_servers(
    new_postgres: Callable[[], str], settings: Settings, clock: FakeClock
) -> None:
    other = new_postgres()
    for database in (settings.database, other):
        async with running(replace(settings, database=database), clock=clock) as server:
            assert await server.rooms.create("table", Spec(rules="base"), name="Ann", token="a")
    with pytest.raises(Refusal, match=r"backup\.not_empty"):
        await backup(settings.database, to=other)


@pytest.fixture
async def games(settings: Settings, clock: FakeClock) -> str:
    """A database with one table."""
    async with running(settings, clock=clock) as server:
        assert await server.rooms.create("table", Spec(rules="base"), name="Ann", token="a")
    return settings.database


def others(games: str) -> dict[str, bytes]:
    """The files beside the database."""
    folder = Path(games).parent
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.startswith("tables.")}


async def test_a_backup_overwrites_nothing_and_invents_nothing(games: str, tmp_path: Path) -> None:
    file = tmp_path / "x"
    with pytest.raises(Refusal, match=r"backup\.no_database"):
        await backup(str(tmp_path / "none"), to=str(file))
    file.write_text("mine")
    with pytest.raises(Refusal, match=r"backup\.exists"):
        await backup(games, to=str(file))
    with pytest.raises(Refusal, match=r"database\.no_folder"):
        await backup(games, to=str(tmp_path / "none" / "x"))
    with pytest.raises(Refusal, match=r"database\.is_folder"):
        await backup(games, to=str(tmp_path), force=True)
    assert others(games) == {"x": b"mine"}


async def test_by_force_a_backup_replaces_a_file(games: str, tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("mine")
    assert (await backup(games, to=str(file), force=True)).tables == 1
    assert (await backup(str(file), to=str(tmp_path / "y"))).tables == 1
    assert others(games).keys() == {"x", "y"}


async def test_no_force_replaces_the_database_itself_or_one_in_use(games: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"backup\.itself"):
        await backup(games, to=games, force=True)
    used = tmp_path / "used"
    used.write_text("mine")
    (tmp_path / "used-wal").write_text("and its log")
    with pytest.raises(Refusal, match=r"backup\.in_use"):
        await backup(games, to=str(used), force=True)
    assert others(games) == {"used": b"mine", "used-wal": b"and its log"}


async def test_an_interrupted_backup_leaves_what_was_there(
    games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(backups, "_copy", interrupted)
    file = tmp_path / "x"
    file.write_text("mine")
    with pytest.raises(KeyboardInterrupt):
        await backup(games, to=str(file), force=True)
    assert others(games) == {"x": b"mine"}
