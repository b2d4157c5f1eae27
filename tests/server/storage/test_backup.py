"""Backups, of both databases, while a server runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.conftest import FakeClock

from inkrail.core.errors import Refusal
from inkrail.server.http.services import running
from inkrail.server.rooms.rows import Spec
from inkrail.server.settings import Settings
from inkrail.server.storage.backup import backup
from inkrail.server.wire.messages import React


@pytest.fixture(params=["to a file", "to postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a copy may go."""
    if request.param == "to a file":
        return str(tmp_path / "copy.sqlite3")
    make: Callable[[], str] = request.getfixturevalue("new_postgres")
    return make()


async def test_a_server_runs_on_a_backup_as_on_the_original(
    *, database: str, target: str, settings: Settings, clock: FakeClock
) -> None:
    async with running(replace(settings, database=database, secret=""), clock=clock) as server:
        host = await server.house.create("table", Spec(rules="base"), name="Ann", token="a")
        assert host is not None
        message = React(type="react", id="x", reaction="wave")
        more = message.model_copy(update={"id": "y"})
        await server.house.perform(host, lambda orders: orders.answer(message, seat=0, now=0))
        copied = await backup(database, to=target)
        assert (copied.tables, copied.rows) == (1, 2)
        secret = await server.store.secret("daily")
    async with running(replace(settings, database=target, secret=""), clock=clock) as server:
        again = await server.house.host("table")
        assert again.hosted.standing == host.hosted.standing
        assert again.hosted.answered == host.hosted.answered
        assert await server.store.secret("daily") == secret
        await server.house.perform(again, lambda orders: orders.answer(more, seat=0, now=0))
        assert again.hosted.reactions == [2]


async def test_a_backup_does_not_mix_two_servers(
    new_postgres: Callable[[], str], settings: Settings, clock: FakeClock
) -> None:
    other = new_postgres()
    for database in (settings.database, other):
        async with running(replace(settings, database=database), clock=clock) as server:
            assert await server.house.create("table", Spec(rules="base"), name="Ann", token="a")
    with pytest.raises(Refusal, match=r"backup\.not_empty"):
        await backup(settings.database, to=other)


async def test_a_backup_overwrites_nothing_and_invents_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x"
    with pytest.raises(Refusal, match=r"backup\.no_database"):
        await backup(str(tmp_path / "none"), to=str(file))
    file.write_text("mine")
    (tmp_path / "there").write_bytes(b"")
    with pytest.raises(Refusal, match=r"backup\.exists"):
        await backup(str(tmp_path / "there"), to=str(file))
    assert file.read_text() == "mine"
