"""Backups, of both databases, while a server runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.conftest import FakeClock

from inkrail.core.errors import Refusal
from inkrail.server.backup import backup
from inkrail.server.running import running
from inkrail.server.settings import Settings
from inkrail.server.steps import Spec
from inkrail.server.wire import React


async def test_a_server_runs_on_a_backup_as_on_the_original(
    *, database: str, settings: Settings, clock: FakeClock, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite3"
    async with running(replace(settings, database=database, secret=""), clock=clock) as server:
        host = await server.house.create("table", Spec(rules="base"), name="Ann", token="a")
        assert host is not None
        message = React(type="react", id="x", reaction="wave")
        await server.house.perform(host, lambda orders: orders.answer(message, seat=0, now=0))
        copied = await backup(database, file=file)
        assert (copied.tables, copied.rows) == (1, 2)
        secret = await server.store.secret("daily")
    async with running(replace(settings, database=str(file), secret=""), clock=clock) as server:
        again = await server.house.host("table")
        assert again.hosted.standing == host.hosted.standing
        assert again.hosted.answered == host.hosted.answered
        assert await server.store.secret("daily") == secret


async def test_a_backup_overwrites_nothing_and_invents_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x"
    with pytest.raises(Refusal, match=r"backup\.no_database"):
        await backup(str(tmp_path / "none"), file=file)
    file.write_text("mine")
    (tmp_path / "there").write_bytes(b"")
    with pytest.raises(Refusal, match=r"backup\.exists"):
        await backup(str(tmp_path / "there"), file=file)
    assert file.read_text() == "mine"
